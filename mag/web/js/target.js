// The element an action means, ready to be acted on: brought into view and hit-tested just before the action fires.
// Called with (found, index) for a mark, or (null, [x, y]) for a point of the screenshot. Returns {element, point, error}.
(found, where) => {
  const CONTROL = 'a[href],button,input,select,textarea,summary,[contenteditable=""],[contenteditable=true],[role=button],[role=combobox],[role=listbox],[role=textbox],[role=searchbox]';
  if (Array.isArray(where)) {
    let [x, y] = where, hit = deepest(document, x, y);
    while (hit && hit.tagName === 'IFRAME') {
      let inner = null;
      try { inner = hit.contentDocument; } catch (_) { inner = null; }
      if (!inner) break;
      const box = hit.getBoundingClientRect();
      x -= box.left + hit.clientLeft; y -= box.top + hit.clientTop;
      hit = deepest(inner, x, y);
    }
    if (!hit) return { element: null, point: where, error: 'nothing there' };
    let control = hit;
    while (control && !control.matches(CONTROL)) control = up(control);
    const label = hit.closest('label');
    return { element: control || (label && label.control) || hit, point: where, error: null };
  }
  const element = found.elements[where];
  if (!element.isConnected) return { element, point: null, error: 'gone' };
  const label = element.labels && [...element.labels].find(item => item.getBoundingClientRect().width >= 1);
  const shown = element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && element.getBoundingClientRect().width >= 3 ? element : label;
  if (!shown) return { element, point: null, error: 'hidden' };
  const try_ = () => {
    const rects = [...shown.getClientRects()].filter(rect => rect.width >= 1 && rect.height >= 1);
    if (!rects.length) return null;
    const rect = rects.reduce((a, b) => (b.width * b.height > a.width * a.height ? b : a));
    const frames = [];
    let dx = 0, dy = 0;
    for (let view = element.ownerDocument.defaultView; view && view !== window; view = view.parent) {
      const frame = view.frameElement, box = frame.getBoundingClientRect();
      frames.push(frame); dx += box.left + frame.clientLeft; dy += box.top + frame.clientTop;
    }
    const view = element.ownerDocument.defaultView;
    const left = Math.max(rect.left, 0), top = Math.max(rect.top, 0), right = Math.min(rect.right, view.innerWidth), bottom = Math.min(rect.bottom, view.innerHeight);
    if (right - left < 1 || bottom - top < 1) return null;
    for (const [fx, fy] of [[.5, .5], [.25, .5], [.75, .5], [.5, .2], [.5, .8]]) {
      const x = left + fx * (right - left), y = top + fy * (bottom - top);
      const hit = deepest(element.ownerDocument, x, y);
      let node = hit;
      while (node && node !== element) node = up(node);
      const hitLabel = hit && hit.closest('label');
      if (!node && !(hitLabel && hitLabel.control === element)) continue;
      const px = x + dx, py = y + dy;
      if (px < 0 || py < 0 || px >= window.innerWidth || py >= window.innerHeight) continue;
      if (frames.length && deepest(document, px, py) !== frames[frames.length - 1]) continue;
      return [px, py];
    }
    return null;
  };
  let point = try_();
  if (!point) { shown.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' }); point = try_(); }
  return { element, point, error: point ? null : 'covered' };
}
