// The focused element through shadow roots and same-origin frames; its text selected, so that the next insertion replaces it.
() => {
  let element = document.activeElement;
  for (;;) {
    if (element && element.shadowRoot && element.shadowRoot.activeElement) element = element.shadowRoot.activeElement;
    else if (element && element.tagName === 'IFRAME' && element.contentDocument) element = element.contentDocument.activeElement;
    else break;
  }
  if (!element) return false;
  if (element.isContentEditable) { element.ownerDocument.getSelection().selectAllChildren(element); return true; }
  if (!element.matches('input,textarea') || element.readOnly || element.disabled ||
      ['checkbox', 'radio', 'submit', 'button', 'reset', 'file', 'image', 'range', 'color'].includes(element.type)) return false;
  element.select();
  return true;
}
