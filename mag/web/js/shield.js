// What keeps a person from elements that scrolling alone would bring into view.
const shields = new Map();
const covers = (element, doc) => {
  const box = element.getBoundingClientRect(), view = viewport(doc);
  return styleOf(element).position === 'fixed' && box.left <= 1 && box.top <= 1 && box.right >= view.right - 1 && box.bottom >= view.bottom - 1;
};
// The modal dialog of a document, else a fixed element that fills its viewport and takes the clicks.
const shieldOf = (frame) => {
  if (shields.has(frame.doc)) return shields.get(frame.doc);
  let found = null;
  const modals = (frame.modals || []).filter(modal => { const box = modal.getBoundingClientRect(); const hit = deepest(frame.doc, (box.left + box.right) / 2, (box.top + box.bottom) / 2); return hit && contains(modal, hit); });
  if (modals.length) found = { element: modals[modals.length - 1], modal: true };
  else {
    const { right, bottom } = viewport(frame.doc);
    for (const [x, y] of [[right / 2, bottom / 2], [5, 5], [right - 5, 5], [5, bottom - 5], [right - 5, bottom - 5]]) {
      let node = deepest(frame.doc, x, y);
      while (node && !covers(node, frame.doc)) node = up(node);
      if (node && !found) found = { element: node, modal: false };
    }
  }
  shields.set(frame.doc, found);
  return found;
};
const level = (node, common) => {  // z-index of the outermost positioned element below the common ancestor
  let z = -0.5;
  for (; node && node !== common; node = up(node)) { const style = styleOf(node); if (style.position !== 'static') z = parseInt(style.zIndex) || 0; }
  return z;
};
const under = (element, shield) => {
  if (contains(shield.element, element)) return false;
  if (shield.modal) return true;
  let common = shield.element;
  while (common && !contains(common, element)) common = up(common);
  const own = level(element, common), other = level(shield.element, common);
  return own < other || (own === other && !(shield.element.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING));
};
const blocked = (element, frame) => {
  for (; frame; element = frame.element, frame = frame.parent) { const shield = shieldOf(frame); if (shield && under(element, shield)) return true; }
  return false;
};
// Whether scrolling would free an element that a bar covers: a fixed or sticky element that stays while the rest moves.
const freed = (element, frame, part, seen) => {
  let bar = inFrame(frame, (part.left + part.right) / 2, (part.top + part.bottom) / 2);
  while (bar && !/fixed|sticky/.test(styleOf(bar).position)) bar = up(bar);
  if (!bar || contains(bar, element) || !seen.scroller) return false;
  const { scroller } = seen.scroller, box = bar.getBoundingClientRect(), up_ = scroller.scrollTop, down = scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop;
  return up_ >= box.bottom - seen.part.top || down >= seen.part.bottom - box.top;
};
