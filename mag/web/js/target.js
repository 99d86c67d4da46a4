// The element an action means, ready to be acted on: brought into view and hit-tested just before the action fires.
// Called with (found, index) for a mark, or (null, [x, y]) for a point of the screenshot. Told are {point, error, scroll, kind}: by value for
// a mark, whose `found` then holds the element; for a point, in an object that holds the element.
(found, where) => {
  const CONTROL = 'a[*|href],area[href],button,input,select,textarea,summary,[contenteditable=""],[contenteditable=true],[contenteditable=plaintext-only],' +
    '[role=button],[role=combobox],[role=listbox],[role=textbox],[role=searchbox]';
  const kindOf = (element) => element.tagName === 'INPUT' ? element.type : element.tagName === 'SELECT' ? 'select' : isFrame(element) ? 'frame' : '';
  const answer = (element, point, error) => {
    const told = { point, error, scroll: [scrollX, scrollY], kind: element ? kindOf(element) : '' };
    if (!found) return { element, told };
    found.element = element;
    return told;
  };
  if (Array.isArray(where)) {
    let frame = frameOf(document), hit = inFrame(frame, ...where);
    while (hit && isFrame(hit) && innerDocument(hit)) { frame = enter(hit, innerDocument(hit), frame); hit = inFrame(frame, ...where); }
    if (!hit) return answer(null, where, 'nothing there');
    let control = hit;
    while (control && !control.matches(CONTROL)) control = up(control);
    const label = hit.closest('label');
    return answer(control || (label && label.control) || hit, where, null);
  }
  const element = found.resolve(where);
  if (!element) return answer(null, null, 'gone');
  const shown = shownAs(element);
  if (!shown) return answer(element, null, 'hidden');
  const owns = (hit, wanted) => contains(wanted, hit);
  const find = () => {
    forget();
    const rect = rectOf(shown), frame = frameOf(element.ownerDocument);
    const seen = rect && frame.view && reach(shown.tagName === 'AREA' ? imageOf(shown) : shown, rect);
    const part = seen && meet(toTop(seen.part, frame), frame.view);
    return part && !empty(part) ? pointOn(element, part, frame, owns) : null;
  };
  let point = find();
  if (!point) { (shown.tagName === 'AREA' ? imageOf(shown) : shown).scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' }); point = find(); }
  return answer(element, point, point ? null : 'covered');
}
