// One pass over a frame (its same-origin frames and open shadow roots included): which elements can a person act on, where are
// they, what are they called. Leaves nothing behind: results live in the object returned, which the caller holds by handle.
(options) => {
  const { maxMarks, maxText, place } = options;
  const SELECTOR = 'a[*|href],area[href],button,input:not([type=hidden]),select,textarea,details>summary:first-of-type,[contenteditable=""],[contenteditable=true],' +
    '[contenteditable=plaintext-only],[onclick],[tabindex]:not([tabindex^="-"]),' + ['button', 'link', 'tab', 'menuitem', 'menuitemcheckbox', 'menuitemradio',
    'option', 'checkbox', 'radio', 'switch', 'combobox', 'searchbox', 'textbox', 'slider', 'spinbutton', 'treeitem'].map(r => `[role=${r}]`).join(',');
  const width = window.innerWidth, height = window.innerHeight;
  const outer = { doc: document, dx: 0, dy: 0, scale: 1, view: viewport(document), element: null, parent: null, modals: [] };
  if (place) Object.assign(outer, { dx: place.left, dy: place.top, scale: (place.right - place.left) / width, view: place.view });
  const found = [], isCandidate = new Set(), frames = [];
  let foreign = 0;

  const nearest = (node) => { while (node && !isCandidate.has(node)) node = up(node); return node; };
  const owns = (hit, element) => nearest(hit) === element;
  const add = (element, frame) => { isCandidate.add(element); found.push({ element, frame }); };
  // A pointer cursor marks what listeners alone would not show; only where it begins, and not inside another candidate.
  const pointed = (element) => {
    const outside = up(element);
    return outside && styleOf(outside).cursor !== 'pointer' && !element.closest('label') && !nearest(outside);
  };
  const walk = (root, frame) => {
    frame.modals.push(...root.querySelectorAll('dialog:modal'));
    const computed = frame.doc.defaultView.getComputedStyle, known = new Set(root.querySelectorAll(SELECTOR));
    for (const element of root.querySelectorAll('*')) {
      if (known.has(element) ? element.tagName !== 'OPTION' : computed(element).cursor === 'pointer' && pointed(element)) add(element, frame);
      if (element.shadowRoot) walk(element.shadowRoot, frame);
      if (isFrame(element)) descend(element, frame);
    }
  };
  const descend = (element, frame) => {
    const doc = innerDocument(element);
    if (!doc) { foreign++; return; }
    if (!doc.body || !element.checkVisibility(OPAQUE)) return;
    const inner = Object.assign(enter(element, doc, frame), { modals: [] });
    if (!inner.reachable || empty(toTop(viewport(doc), inner))) return;
    frames.push(element);
    if (doc.designMode === 'on') add(doc.body, inner);
    else walk(doc, inner);
  };
  const gap = (a, b) => Math.max(0, b.top - a.bottom, a.top - b.bottom, b.left - a.right, a.left - b.right);
  const beyond = (entry, box, limit) => {
    if (blocked(entry.element, entry.frame)) return null;
    return { entry, box, distance: Math.max(1, gap(box, outer.view), gap(box, limit)), visible: false, point: [(box.left + box.right) / 2, (box.top + box.bottom) / 2] };
  };
  const measure = (entry) => {
    const { element, frame } = entry;
    if (element.matches(':disabled,[aria-disabled=true]') || element.closest('[inert]')) return null;
    const shown = shownAs(element);
    const rect = shown && rectOf(shown);
    if (!rect) return null;
    const seen = reach(shown.tagName === 'AREA' ? imageOf(shown) : shown, rect);
    if (!seen) return null;
    const box = toTop(seen.box, frame), limit = frame.view, part = meet(toTop(seen.part, frame), limit);
    if (empty(part)) return cutAway(styleOf(shown)) ? null : beyond(entry, box, toTop(seen.scroller ? seen.scroller.rect : viewport(frame.doc), frame));
    if (area(part) > 0.8 * width * height && !element.isContentEditable && !element.matches(FIELD + ',a,button') && (clean(element.textContent) || element.querySelector('*'))) return null;
    const point = pointOn(element, part, frame, owns);
    if (point && TRANSPARENT.test(styleOf(shown).filter)) return null;
    if (point) return { entry, box: part, distance: 0, visible: true, point };
    // Covered where it is drawn. A bar lets go of it once the page scrolls; so may whatever covers the rest of an element cut by the fold.
    const cutByFold = area(box) > area(part) + 1;
    return !cutAway(styleOf(shown)) && (cutByFold || freed(element, frame, part, seen)) ? beyond(entry, box, part) : null;
  };
  const pathOf = (element) => {  // child positions from the document, through shadow roots
    const path = [];
    for (let node = element; node.parentNode; node = node.parentNode.host || node.parentNode) path.push([Array.prototype.indexOf.call(node.parentNode.children, node), !!node.parentNode.host]);
    return path.reverse();
  };
  const follow = (doc, path) => path.reduce((node, [index, shadow]) => node && ((shadow ? node.shadowRoot : node)?.children[index] || null), doc);

  walk(document, outer);
  let candidates = [];
  found.forEach((entry, order) => { const item = measure(entry); if (item) candidates.push(Object.assign(item, { order })); });
  // Beyond the fold there is no hit test: of two nested candidates over the same place the inner one gets the click.
  const items = new Map(candidates.map(item => [item.entry.element, item]));
  for (const item of candidates) {
    const around = item.visible ? null : items.get(up(item.entry.element) && nearest(up(item.entry.element)));
    if (around && !around.visible && area(item.box) > 0.9 * area(around.box)) around.dropped = true;
  }
  candidates = candidates.filter(item => !item.dropped);
  const total = candidates.length;
  candidates.sort((a, b) => (b.visible - a.visible) || (a.distance - b.distance) || (a.order - b.order));
  candidates = candidates.slice(0, maxMarks).sort((a, b) => a.order - b.order);

  const round = (value) => Math.round(value * 100) / 100;
  const elements = candidates.map(item => item.entry.element), paths = elements.map(pathOf);
  const marks = candidates.map((item, i) => {
    const { element } = item.entry, name = nameOf(element).slice(0, 300).toWellFormed(), value = valueOf(element);
    return { type: typeOf(element), name, text: textOf(element, name, value, maxText), role: roleOf(element), value, visible: item.visible,
             box: [round(item.box.left), round(item.box.top), round(item.box.right - item.box.left), round(item.box.bottom - item.box.top)],
             point: item.point.map(Math.round), distance: round(item.distance), key: paths[i].map(([index]) => index).join('.') };
  });
  const seenTexts = new Map();
  marks.forEach((mark) => { const id = mark.role + ' ' + mark.name; seenTexts.set(id, (seenTexts.get(id) || 0) + 1); });
  marks.forEach((mark, i) => { mark.context = seenTexts.get(mark.role + ' ' + mark.name) > 1 ? contextOf(elements[i]) : ''; });
  const geometry = () => [...elements, ...frames].map((element) => {
    const box = element.getBoundingClientRect();
    return element.isConnected ? [box.left, box.top, box.width, box.height].map(Math.round).join(',') : 'gone';
  }).join(';') + `|${window.scrollX},${window.scrollY}`;
  // The element of a mark; when the page has drawn it anew, the one of the same kind and name in the same place of the document.
  const resolve = (index) => {
    if (elements[index].isConnected) return elements[index];
    const again = follow(elements[index].ownerDocument, paths[index]);
    return again && again.tagName === elements[index].tagName && nameOf(again).slice(0, 300) === marks[index].name ? again : null;
  };
  return { resolve, geometry, shape: geometry(),
           data: { marks, total, foreign, scroll: [round(window.scrollX), round(window.scrollY)],
                   view: [width, height, window.devicePixelRatio], title: clean(document.title).slice(0, 200).toWellFormed() } };
}
