// The element an action means, ready to be acted on: brought into view and hit-tested just before the action fires.
// Called with (found, index) for a mark, or (null, [x, y]) for a point of the screenshot. Returns {element, point, error, scroll}.
(found, where) => {
  const CONTROL = 'a[*|href],area[href],button,input,select,textarea,summary,[contenteditable=""],[contenteditable=true],[contenteditable=plaintext-only],' +
    '[role=button],[role=combobox],[role=listbox],[role=textbox],[role=searchbox]';
  const answer = (element, point, error) => ({ element, point, error, scroll: [scrollX, scrollY] });
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
