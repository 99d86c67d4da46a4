// What the scripts share: ways up and down the tree across shadow roots and frames, and text as a menu shows it.
const up = (node) => node.parentElement || (node.getRootNode() instanceof ShadowRoot ? node.getRootNode().host : null);
const contains = (outer, node) => { while (node && node !== outer) node = up(node); return !!node; };
const innerDocument = (element) => { try { return element.contentDocument; } catch (_) { return null; } };
const isFrame = (element) => element.tagName === 'IFRAME' || element.tagName === 'FRAME';
// The element a click at a point of a document would reach.
const deepest = (root, x, y) => {
  let hit = root.elementFromPoint(x, y);
  while (hit && hit.shadowRoot) { const inner = hit.shadowRoot.elementFromPoint(x, y); if (!inner || inner === hit) break; hit = inner; }
  return hit;
};
// The document, its open shadow roots and the documents of its same-origin frames.
const rootsOf = (doc) => {
  const roots = [doc];
  for (const root of roots) for (const element of root.querySelectorAll('*')) {
    if (element.shadowRoot) roots.push(element.shadowRoot);
    if (isFrame(element)) { const inner = innerDocument(element); if (inner) roots.push(inner); }
  }
  return roots;
};
const clean = (text) => (text || '').toWellFormed().replace(/[\u0000-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g, ' ').replace(/\s+/g, ' ').trim();
