// Where an element is drawn, what cuts it off, whether scrolling could bring it into view, whether it would get a click.
const FIELD = 'input,select,textarea';
const SPOTS = [[.5, .5], [.25, .5], [.75, .5], [.5, .2], [.5, .8]];
const styleOf = (element) => element.ownerDocument.defaultView.getComputedStyle(element);
const meet = (a, b) => ({ left: Math.max(a.left, b.left), top: Math.max(a.top, b.top), right: Math.min(a.right, b.right), bottom: Math.min(a.bottom, b.bottom) });
const empty = (r) => r.right - r.left < 1 || r.bottom - r.top < 1;
const area = (r) => Math.max(0, r.right - r.left) * Math.max(0, r.bottom - r.top);
const viewport = (doc) => ({ left: 0, top: 0, right: doc.defaultView.innerWidth, bottom: doc.defaultView.innerHeight });

// --- frames: {doc, dx, dy, scale, view, element, parent}; dx, dy, scale lead from the frame's viewport to the outermost one's -----------
const toTop = (rect, frame) => ({ left: frame.dx + frame.scale * rect.left, top: frame.dy + frame.scale * rect.top,
                                  right: frame.dx + frame.scale * rect.right, bottom: frame.dy + frame.scale * rect.bottom });
const inFrame = (frame, x, y) => deepest(frame.doc, (x - frame.dx) / frame.scale, (y - frame.dy) / frame.scale);
// The place of what a frame element shows, and the part of it that is in view.
const placeOf = (element, parent) => {
  const box = element.getBoundingClientRect(), ratio = element.offsetWidth ? box.width / element.offsetWidth : 1;
  const left = box.left + ratio * element.clientLeft, top = box.top + ratio * element.clientTop;
  const content = { left, top, right: left + ratio * element.clientWidth, bottom: top + ratio * element.clientHeight };
  const seen = reach(element, content);
  return { ...toTop(content, parent), view: seen && meet(parent.view, toTop(seen.part, parent)), reachable: !!seen };
};
const enter = (element, doc, parent) => {
  const place = placeOf(element, parent);
  return { doc, dx: place.left, dy: place.top, scale: (place.right - place.left) / doc.defaultView.innerWidth, view: place.view, element, parent, reachable: place.reachable };
};
const frameOf = (doc) => {
  const element = doc.defaultView.frameElement;
  return element ? enter(element, doc, frameOf(element.ownerDocument)) : { doc, dx: 0, dy: 0, scale: 1, view: viewport(doc), element: null, parent: null };
};

// --- overflow: the chain of ancestors that cut or scroll what an element draws; it ends at the page or at a fixed element ----------------
const known = new Map();
const holdsFixed = (style) => style.transform !== 'none' || style.perspective !== 'none' || style.filter !== 'none' || style.translate !== 'none' ||
  style.scale !== 'none' || style.rotate !== 'none' || /transform|perspective|filter/.test(style.willChange) || /paint|layout|strict|content/.test(style.contain);
const clipperOf = (element) => {
  if (known.has(element)) return known.get(element);
  const { position } = styleOf(element);
  let node = up(element);
  if (position === 'absolute' || position === 'fixed')
    while (node && !holdsFixed(styleOf(node)) && (position === 'fixed' || styleOf(node).position === 'static')) node = up(node);
  const result = node ? clipIn(node) : { end: position === 'fixed' ? 'fixed' : 'page' };
  known.set(element, result);
  return result;
};
const inside = new Map();
const clipIn = (node) => {
  if (!inside.has(node)) inside.set(node, ownClip(node) || clipperOf(node));
  return inside.get(node);
};
const forget = () => { for (const memory of [known, inside, pages]) memory.clear(); };  // after scrolling
const MODES = { hidden: 'cut', clip: 'cut', auto: 'scroll', scroll: 'scroll' };
const ownClip = (node) => {
  const style = styleOf(node), doc = node.ownerDocument;
  if (node === doc.documentElement || style.display === 'inline' || style.display === 'contents') return null;
  if (node === doc.body && styleOf(doc.documentElement).overflowX === 'visible') return null;  // it is the viewport's then
  const x = MODES[style.overflowX], y = MODES[style.overflowY];
  if (!x && !y) return null;
  const box = node.getBoundingClientRect(), ratio = node.offsetWidth ? box.width / node.offsetWidth : 1;
  const left = box.left + ratio * node.clientLeft, top = box.top + ratio * node.clientTop;
  const rect = { left, top, right: left + ratio * node.clientWidth, bottom: top + ratio * node.clientHeight };
  return { element: node, x, y, rect, next: clipperOf(node), extent: extentOf(node, rect, ratio, style.direction === 'rtl'), scroller: node };
};
// What scrolling can bring into a scroller's rectangle, in the frame's viewport as it is scrolled now.
const extentOf = (scroller, rect, ratio, rtl) => {
  const width = ratio * scroller.scrollWidth, top = rect.top - ratio * scroller.scrollTop;
  const left = rtl ? rect.right - ratio * scroller.scrollLeft - width : rect.left - ratio * scroller.scrollLeft;
  return { left, right: left + width, top, bottom: top + ratio * scroller.scrollHeight };
};
const pages = new Map();
const pageClip = (doc) => {
  if (pages.has(doc)) return pages.get(doc);
  const html = styleOf(doc.documentElement), style = html.overflowX === 'visible' && doc.body ? styleOf(doc.body) : html;
  const mode = (value) => (MODES[value] === 'cut' ? 'cut' : 'scroll');
  const rect = viewport(doc), scroller = doc.scrollingElement || doc.documentElement;
  const clip = { x: mode(style.overflowX), y: mode(style.overflowY), rect, extent: extentOf(scroller, rect, 1, html.direction === 'rtl'), scroller };
  pages.set(doc, clip);
  return clip;
};
// One axis of a box at one clipper: the range left after cutting and scrolling, null when nothing can be seen of it.
const along = ([low, high], [from, to], mode, [start, end]) => {
  if (!mode) return [low, high];
  const inside = [Math.max(low, from), Math.min(high, to)];
  if (inside[1] - inside[0] >= 1) return inside;
  if (mode === 'cut' || high <= start + 1 || low >= end - 1) return null;
  return [from, to];
};
const pass = (could, clip) => {
  const { rect, extent } = clip;
  const x = along([could.left, could.right], [rect.left, rect.right], clip.x, [extent.left, extent.right]);
  const y = along([could.top, could.bottom], [rect.top, rect.bottom], clip.y, [extent.top, extent.bottom]);
  return x && y && { left: x[0], right: x[1], top: y[0], bottom: y[1] };
};
const cutBy = (box, clip) => meet(box, { left: clip.x === 'cut' ? clip.rect.left : -1e7, right: clip.x === 'cut' ? clip.rect.right : 1e7,
                                         top: clip.y === 'cut' ? clip.rect.top : -1e7, bottom: clip.y === 'cut' ? clip.rect.bottom : 1e7 });
const seenBy = (box, clip) => meet(box, { left: clip.x ? clip.rect.left : -1e7, right: clip.x ? clip.rect.right : 1e7,
                                          top: clip.y ? clip.rect.top : -1e7, bottom: clip.y ? clip.rect.bottom : 1e7 });
// What can be seen of a rectangle of the element, now and after scrolling, in its frame's viewport; null when nothing ever can.
const reach = (element, rect) => {
  let box = { left: rect.left, top: rect.top, right: rect.right, bottom: rect.bottom }, part = box, could = box, scroller = null;
  let clip = clipperOf(element);
  for (; clip.element; clip = clip.next) {
    could = pass(could, clip);
    if (!could) return null;
    box = cutBy(box, clip); part = seenBy(part, clip);
    if (clip.y === 'scroll') scroller ||= clip;
  }
  const page = pageClip(element.ownerDocument), fixed = clip.end === 'fixed';
  const last = fixed ? { ...page, x: 'cut', y: 'cut' } : page;
  could = pass(could, last);
  return could && { box: cutBy(box, last), part: seenBy(part, last), scroller: scroller || (fixed ? null : page), fixed };
};

// --- what stands for an element: itself, its label, its picture, what it wraps -----------------------------------------------------------
const OPAQUE = { opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true };
const labelOf = (element) => element.matches(FIELD) && element.labels && [...element.labels].find(label => label.checkVisibility(OPAQUE) && !empty(label.getBoundingClientRect()));
const shownAs = (element) => {
  const box = element.getBoundingClientRect(), sized = box.width >= 3 && box.height >= 3;
  if (element.tagName === 'AREA') return imageOf(element) && imageOf(element).checkVisibility(OPAQUE) ? element : null;
  if (sized && element.checkVisibility(OPAQUE)) return element;
  const label = labelOf(element);
  if (label) return label;
  const parent = up(element);  // a control without opacity over its picture
  if (sized && element.matches(FIELD) && element.checkVisibility({ visibilityProperty: true }) && parent && parent.checkVisibility(OPAQUE)) return element;
  const inner = !sized && element.matches('a,button,[role]') && [...element.querySelectorAll('*')].find(node => node.checkVisibility(OPAQUE) && !empty(node.getBoundingClientRect()));
  return inner || null;
};
const imageOf = (part) => {
  const map = part.closest('map');
  return map && map.name ? part.getRootNode().querySelector(`img[usemap="#${CSS.escape(map.name)}"]`) : null;
};
const areaRect = (part) => {
  const image = imageOf(part), box = image.getBoundingClientRect(), style = styleOf(image);
  const left = box.left + parseFloat(style.borderLeftWidth) + parseFloat(style.paddingLeft), top = box.top + parseFloat(style.borderTopWidth) + parseFloat(style.paddingTop);
  const at = part.coords.split(/[\s,]+/).map(Number);
  if (part.shape === 'default' || at.length < 3) return box;
  if (/^circ/.test(part.shape)) return new DOMRect(left + at[0] - at[2], top + at[1] - at[2], 2 * at[2], 2 * at[2]);
  const xs = at.filter((_, i) => i % 2 === 0), ys = at.filter((_, i) => i % 2 === 1), x = Math.min(...xs), y = Math.min(...ys);
  return new DOMRect(left + x, top + y, Math.max(...xs) - x, Math.max(...ys) - y);
};
const rectOf = (shown) => {  // the largest rectangle of its lines
  const rects = shown.tagName === 'AREA' ? [areaRect(shown)] : [...shown.getClientRects()].filter(rect => rect.width >= 1 && rect.height >= 1);
  return rects.length ? rects.reduce((a, b) => (b.width * b.height > a.width * a.height ? b : a)) : null;
};
const NOTHING = /^(inset\((5\d|[6-9]\d|100)%|circle\(0|polygon\((0(px|%)? 0(px|%)?(, )?){3})/;
const TRANSPARENT = /opacity\(0(\.0*)?%?\)/;
// Whether an element that is not hit-tested draws nothing or lets clicks through.
const cutAway = (style) => style.pointerEvents === 'none' || NOTHING.test(style.clipPath) || TRANSPARENT.test(style.filter) ||
  (/^(absolute|fixed)$/.test(style.position) && /^rect\((\w+)[ ,]+(\w+)[ ,]+\1[ ,]+\w+\)|^rect\(\w+[ ,]+(\w+)[ ,]+\w+[ ,]+\3\)/.test(style.clip));

// A point of a rectangle (in the outermost viewport) where the element gets the click, null when it is covered there.
const pointOn = (element, part, frame, owns) => {
  for (const [fx, fy] of SPOTS) {
    const x = part.left + fx * (part.right - part.left), y = part.top + fy * (part.bottom - part.top);
    if (receives(element, frame, x, y, owns)) return [x, y];
  }
  return null;
};
const receives = (element, frame, x, y, owns) => {
  const hit = inFrame(frame, x, y);
  if (!hit) return false;
  const label = hit.closest('label');
  if (!owns(hit, element) && !(label && label.control === element)) return false;
  for (; frame.parent; frame = frame.parent) if (inFrame(frame.parent, x, y) !== frame.element) return false;
  return true;
};
