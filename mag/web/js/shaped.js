// Sets the value of a field that takes no free text (a date, a slider, a colour) as a person's choice would; false when it cannot hold it.
(element, value) => {
  if (element.disabled || element.readOnly) return false;
  const set = Object.getOwnPropertyDescriptor(element.ownerDocument.defaultView.HTMLInputElement.prototype, 'value').set, old = element.value;
  element.focus();
  set.call(element, value);
  if (element.value !== value) { set.call(element, old); return false; }
  for (const type of ['input', 'change']) element.dispatchEvent(new Event(type, { bubbles: true, composed: true }));
  return true;
}
