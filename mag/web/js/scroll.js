([direction, overlap]) => {
  const up = (node) => node.parentElement || (node.getRootNode() instanceof ShadowRoot ? node.getRootNode().host : null);
  const moved = (box, by) => { const before = box.scrollTop; box.scrollBy({ top: by, behavior: 'instant' }); return box.scrollTop !== before; };
  const inside = (doc, x, y) => {
    let node = doc.elementFromPoint(x, y);
    while (node && node.shadowRoot) { const inner = node.shadowRoot.elementFromPoint(x, y); if (!inner || inner === node) break; node = inner; }
    if (node && node.tagName === 'IFRAME' && node.contentDocument) {
      const box = node.getBoundingClientRect();
      if (inside(node.contentDocument, x - box.left - node.clientLeft, y - box.top - node.clientTop)) return true;
    }
    for (; node; node = up(node)) {
      const root = node === doc.scrollingElement;
      const style = doc.defaultView.getComputedStyle(node);
      if (!root && !/auto|scroll/.test(style.overflowY)) continue;
      if (moved(node, direction * Math.max(40, (root ? doc.defaultView.innerHeight : node.clientHeight) - overlap))) return true;
    }
    const root = doc.scrollingElement;
    return !!root && moved(root, direction * Math.max(40, doc.defaultView.innerHeight - overlap));
  };
  return inside(document, innerWidth / 2, innerHeight / 2);
}
