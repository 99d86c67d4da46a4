// One pass over a frame (its same-origin iframes and open shadow roots included): which elements can a person act on, where are
// they, what are they called. Leaves nothing behind: results live in the object returned, which the caller holds by handle.
(options) => {
  const { maxMarks, maxText, offset, clip } = options;
  const SELECTOR = 'a[href],area[href],button,input:not([type=hidden]),select,textarea,summary,[contenteditable=""],[contenteditable=true],' +
    '[onclick],[tabindex]:not([tabindex^="-"]),' + ['button', 'link', 'tab', 'menuitem', 'menuitemcheckbox', 'menuitemradio', 'option', 'checkbox',
    'radio', 'switch', 'combobox', 'searchbox', 'textbox', 'slider', 'spinbutton', 'treeitem'].map(r => `[role=${r}]`).join(',');
  const FIELD = 'input,select,textarea';
  const width = window.innerWidth, height = window.innerHeight;
  const view = clip || { left: 0, top: 0, right: width, bottom: height };
  const found = [], isCandidate = new Set(), clips = new Map(), foreign = [];

  const nearest = (node) => { while (node && !isCandidate.has(node)) node = up(node); return node; };
  const contains = (outer, node) => { while (node && node !== outer) node = up(node); return node === outer; };
  const meet = (a, b) => ({ left: Math.max(a.left, b.left), top: Math.max(a.top, b.top), right: Math.min(a.right, b.right), bottom: Math.min(a.bottom, b.bottom) });
  const empty = (r) => r.right - r.left < 1 || r.bottom - r.top < 1;
  const labelOf = (element) => element.labels && [...element.labels].find(label => !empty(label.getBoundingClientRect()));

  // Frame contexts: {doc, dx, dy, view, element, parent}; dx, dy lead from the document's viewport to the top frame's.
  const walk = (root, frame) => {
    const modals = root.querySelectorAll ? root.querySelectorAll('dialog:modal') : [];
    const scope = modals.length ? modals[modals.length - 1] : root;  // everything behind a modal dialog is inert
    for (const element of scope.querySelectorAll('*')) visit(element, frame);
  };
  const visit = (element, frame) => {
    const tag = element.tagName;
    if (element.matches(SELECTOR) && !(tag === 'OPTION')) isCandidate.add(element), found.push({ element, frame });
    else if (pointed(element)) isCandidate.add(element), found.push({ element, frame });
    if (element.shadowRoot) walk(element.shadowRoot, frame);
    if (tag === 'IFRAME' || tag === 'FRAME') {
      const box = element.getBoundingClientRect();
      const dx = frame.dx + box.left + element.clientLeft, dy = frame.dy + box.top + element.clientTop;
      const inner = meet(frame.view, { left: dx, top: dy, right: dx + element.clientWidth, bottom: dy + element.clientHeight });
      let doc = null;
      try { doc = element.contentDocument; } catch (_) { doc = null; }
      if (doc && doc.body) walk(doc, { doc, dx, dy, view: inner, element, parent: frame });
      else foreign.push(found.length);
    }
  };
  // A pointer cursor marks what listeners alone would not show; only where it begins, and not inside another candidate.
  const pointed = (element) => {
    if (element.ownerDocument.defaultView.getComputedStyle(element).cursor !== 'pointer') return false;
    const outer = up(element);
    if (!outer || nearest(outer) || element.closest('label')) return false;
    return outer.ownerDocument.defaultView.getComputedStyle(outer).cursor !== 'pointer';
  };

  // The part of the page an element's ancestors let through: hidden overflow cuts, scrolling overflow does not (it can be scrolled).
  const clipOf = (element) => {
    if (clips.has(element)) return clips.get(element);
    const style = element.ownerDocument.defaultView.getComputedStyle(element), outer = up(element);
    let result = outer && style.position !== 'fixed' ? clipOf(outer) : null;
    const hidden = (value) => value === 'hidden' || value === 'clip';
    if (outer && element !== element.ownerDocument.body && (hidden(style.overflowX) || hidden(style.overflowY))) {
      const box = element.getBoundingClientRect(), far = 1e7;
      const own = { left: hidden(style.overflowX) ? box.left : -far, right: hidden(style.overflowX) ? box.right : far,
                    top: hidden(style.overflowY) ? box.top : -far, bottom: hidden(style.overflowY) ? box.bottom : far };
      result = result ? meet(result, own) : own;
    }
    clips.set(element, result);
    return result;
  };

  const receives = ({ element, frame }, x, y) => {  // x, y in the top frame's viewport
    const hit = deepest(frame.doc, x - frame.dx, y - frame.dy);
    if (!hit) return false;
    const label = hit.closest('label');
    if (nearest(hit) !== element && !(label && label.control === element)) return false;
    for (; frame.parent; frame = frame.parent)
      if (deepest(frame.parent.doc, x - frame.parent.dx, y - frame.parent.dy) !== frame.element) return false;
    return true;
  };

  const measure = (entry) => {
    const { element, frame } = entry;
    const seen = { opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true };
    let shown = element;
    if (!element.checkVisibility(seen) || element.getBoundingClientRect().width < 3) {  // drawn by its label (custom check boxes)?
      shown = element.matches(FIELD) && labelOf(element);
      if (!shown || !shown.checkVisibility(seen)) return null;
    }
    if (element.matches(':disabled,[aria-disabled=true]') || element.closest('[inert]')) return null;
    const rects = [...shown.getClientRects()].filter(rect => rect.width >= 1 && rect.height >= 1);
    if (!rects.length) return null;
    const rect = rects.length > 1 ? rects.reduce((a, b) => (b.width * b.height > a.width * a.height ? b : a)) : rects[0];
    const cut = clipOf(up(shown) || shown);
    let box = { left: rect.left, top: rect.top, right: rect.right, bottom: rect.bottom };
    if (cut) box = meet(box, cut);
    if (empty(box)) return null;
    box = { left: box.left + frame.dx, top: box.top + frame.dy, right: box.right + frame.dx, bottom: box.bottom + frame.dy };
    const part = meet(box, frame.view);
    const distance = Math.max(0, view.top - box.bottom, box.top - view.bottom, view.left - box.right, box.left - view.right);
    if (empty(part)) return { entry, box, distance, visible: false, point: [(box.left + box.right) / 2, (box.top + box.bottom) / 2] };
    if (!element.matches(FIELD + ',a,button') && (part.right - part.left) * (part.bottom - part.top) > 0.8 * width * height) return null;
    for (const [fx, fy] of [[.5, .5], [.25, .5], [.75, .5], [.5, .2], [.5, .8]]) {
      const x = part.left + fx * (part.right - part.left), y = part.top + fy * (part.bottom - part.top);
      if (receives(entry, x, y)) return { entry, box: part, distance: 0, visible: true, point: [x, y] };
    }
    // Covered where it is drawn. A sticky bar lets go of it once the page scrolls, so an element cut by the fold stays listed.
    const cutByFold = box.top < view.top || box.bottom > view.bottom;
    return cutByFold ? { entry, box, distance: 1, visible: false, point: [(box.left + box.right) / 2, (box.top + box.bottom) / 2] } : null;
  };

  const byIds = (element, ids) => ids.split(/\s+/).map(id => element.getRootNode().getElementById(id)).filter(Boolean).map(node => node.innerText || node.textContent).join(' ');
  const nameOf = (element) => {
    const labelled = element.getAttribute('aria-labelledby');
    const image = element.matches('img') ? element : !element.matches(FIELD) && element.querySelector('img[alt],svg[aria-label]');
    const isButton = element.matches('input[type=submit],input[type=button],input[type=reset]');
    const sources = [
      () => labelled && byIds(element, labelled), () => element.getAttribute('aria-label'),
      () => element.labels && [...element.labels].map(label => label.innerText).join(' '),
      () => isButton && (element.value || element.type), () => !element.matches(FIELD) && element.innerText,
      () => image && (image.getAttribute('alt') || image.getAttribute('aria-label')),
      () => element.getAttribute('alt'), () => element.getAttribute('placeholder'), () => element.getAttribute('title'),
      () => element.matches('input,textarea') && element.type !== 'password' && element.value, () => element.getAttribute('name')];
    for (const source of sources) { const text = clean(source()); if (text) return text; }
    return '';
  };
  const IMPLIED = { A: 'link', AREA: 'link', BUTTON: 'button', SUMMARY: 'button', TEXTAREA: 'textbox', IMG: 'img', OPTION: 'option' };
  const INPUTS = { checkbox: 'checkbox', radio: 'radio', search: 'searchbox', number: 'spinbutton', range: 'slider', submit: 'button', button: 'button', reset: 'button', image: 'button' };
  const roleOf = (element) => {
    const role = clean(element.getAttribute('role')).split(' ')[0];
    if (role) return role;
    if (element.tagName === 'SELECT') return element.multiple || element.size > 1 ? 'listbox' : 'combobox';
    if (element.tagName === 'INPUT') return INPUTS[element.type] || 'textbox';
    return IMPLIED[element.tagName] || (element.isContentEditable ? 'textbox' : 'generic');
  };
  const typeOf = (element) => {
    const onlyImage = element.matches('a,button') && !clean(element.innerText) && element.querySelector('img');
    return onlyImage ? 'IMG' : element.tagName.toUpperCase();
  };
  const valueOf = (element) => {
    if (element.matches('input[type=checkbox],input[type=radio]')) return element.checked ? 'checked' : '';
    if (element.matches('[aria-checked=true],[aria-selected=true],[aria-expanded=true]')) return element.hasAttribute('aria-expanded') ? 'expanded' : 'checked';
    if (element.tagName === 'SELECT') return clean([...element.selectedOptions].map(option => option.label).join(', '));
    return element.matches('input,textarea') && element.type !== 'password' ? clean(element.value).slice(0, 200) : '';
  };
  const textOf = (element, name, value) => {
    if (element.tagName !== 'SELECT') return name.slice(0, maxText).trim();
    const options = [...element.options].slice(0, 40).map(option => clean(option.label)).join(', ');
    return `${name ? name + ': ' : ''}${value} (${options})`.slice(0, maxText).trim();
  };
  const keyOf = (element) => {  // child positions from the root, crossing shadow roots and frames
    const parts = [];
    for (let node = element; node && node.parentNode; node = node.parentNode.host || node.parentNode) {
      const siblings = node.parentNode.children;
      parts.push(siblings ? Array.prototype.indexOf.call(siblings, node) : 0);
    }
    return parts.reverse().join('.');
  };
  const contextOf = (element) => {
    const row = element.closest('tr,li,article,fieldset,dialog,[role=row],[role=listitem]');
    return row ? clean(row.textContent).slice(0, 300) : '';
  };

  walk(document, { doc: document, dx: offset[0], dy: offset[1], view, element: null, parent: null });
  let candidates = found.map((entry, order) => { const item = measure(entry); if (item) item.order = order; return item; }).filter(Boolean);
  // Beyond the fold there is no hit test: of two nested candidates over the same place the inner one gets the click.
  const inner = new Set(candidates.map(item => item.entry.element));
  candidates = candidates.filter(item => item.visible || ![...item.entry.element.children].some(child => inner.has(child) && isCandidate.has(child) &&
    Math.abs(child.getBoundingClientRect().width - item.entry.element.getBoundingClientRect().width) < 4));
  const total = candidates.length;
  candidates.sort((a, b) => (b.visible - a.visible) || (a.distance - b.distance) || (a.order - b.order));
  candidates = candidates.slice(0, maxMarks).sort((a, b) => a.order - b.order);

  const round = (value) => Math.round(value * 100) / 100;
  const elements = candidates.map(item => item.entry.element);
  const marks = candidates.map((item) => {
    const { element } = item.entry, name = nameOf(element).slice(0, 300), value = valueOf(element);
    return { type: typeOf(element), name, text: textOf(element, name, value), role: roleOf(element), value, visible: item.visible,
             box: [round(item.box.left), round(item.box.top), round(item.box.right - item.box.left), round(item.box.bottom - item.box.top)],
             point: item.point.map(Math.round), distance: round(item.distance), key: keyOf(element) };
  });
  const seenTexts = new Map();
  marks.forEach((mark) => { const id = mark.role + ' ' + mark.name; seenTexts.set(id, (seenTexts.get(id) || 0) + 1); });
  marks.forEach((mark, i) => { mark.context = seenTexts.get(mark.role + ' ' + mark.name) > 1 ? contextOf(elements[i]) : ''; });
  const geometry = () => elements.map((element) => {
    const box = element.getBoundingClientRect();
    return element.isConnected ? [box.left, box.top, box.width, box.height].map(Math.round).join(',') : 'gone';
  }).join(';') + `|${window.scrollX},${window.scrollY}`;
  return { elements, geometry, shape: geometry(),
           data: { marks, total, foreign: foreign.length, scroll: [round(window.scrollX), round(window.scrollY)],
                   view: [width, height, window.devicePixelRatio], title: clean(document.title).slice(0, 200) } };
}
