// What the scripts share: the parent across shadow roots, the element a click at a point of a document would reach, text as a menu shows it.
const up = (node) => node.parentElement || (node.getRootNode() instanceof ShadowRoot ? node.getRootNode().host : null);
const deepest = (root, x, y) => {
  let hit = root.elementFromPoint(x, y);
  while (hit && hit.shadowRoot) { const inner = hit.shadowRoot.elementFromPoint(x, y); if (!inner || inner === hit) break; hit = inner; }
  return hit;
};
const clean = (text) => (text || '').toWellFormed().replace(/[\u0000-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g, ' ').replace(/\s+/g, ' ').trim();
