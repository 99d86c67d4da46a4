// An entry of an open custom list by its visible label.
(label) => {
  const ENTRY = '[role=option],[role=menuitem],[role=menuitemradio],[role=menuitemcheckbox],[role=listbox] li,[role=menu] a,[role=menu] button,[role=listbox] button';
  for (const root of rootsOf(document)) for (const element of root.querySelectorAll(ENTRY))
    if (clean(element.innerText) === label && element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return element;
  return null;
}
