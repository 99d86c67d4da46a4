// An entry of an open custom list by its visible label.
(label) => {
  const roots = [document];
  const found = [];
  for (const root of roots) for (const element of root.querySelectorAll('*')) {
    if (element.shadowRoot) roots.push(element.shadowRoot);
    if (element.tagName === 'IFRAME') { try { if (element.contentDocument) roots.push(element.contentDocument); } catch (_) { continue; } }
    if (!element.matches('[role=option],[role=menuitem],[role=menuitemradio],[role=menuitemcheckbox],[role=listbox] li,[role=menu] a,[role=menu] button,[role=listbox] button')) continue;
    if (clean(element.innerText) === label && element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) found.push(element);
  }
  return found[0] || null;
}
