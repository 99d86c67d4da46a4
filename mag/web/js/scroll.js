// Scroll the region under the middle of the viewport by its height less the overlap; the first one around it that can move, moves.
([direction, overlap]) => {
  const moved = (box, by) => { const before = box.scrollTop; box.scrollBy({ top: by, behavior: 'instant' }); return box.scrollTop !== before; };
  const inside = (doc, x, y) => {
    let node = deepest(doc, x, y);
    if (node && node.tagName === 'IFRAME' && node.contentDocument) {
      const box = node.getBoundingClientRect();
      if (inside(node.contentDocument, x - box.left - node.clientLeft, y - box.top - node.clientTop)) return true;
    }
    const style = (element) => doc.defaultView.getComputedStyle(element).overflowY;
    const root = doc.scrollingElement;
    for (; node; node = up(node)) {
      if (node === root || !/auto|scroll/.test(style(node))) continue;
      if (moved(node, direction * Math.max(40, node.clientHeight - overlap))) return true;
    }
    const locked = [doc.documentElement, doc.body].some(element => element && /hidden|clip/.test(style(element)));  // as a wheel would find it
    return !!root && !locked && moved(root, direction * Math.max(40, doc.defaultView.innerHeight - overlap));
  };
  return inside(document, innerWidth / 2, innerHeight / 2);
}
