// Where a frame of another origin lies, told by the element that holds it: in the viewport of the outermost frame readable from here.
// 'same' for a frame of this origin, null where nothing of it can be seen.
(element) => {
  if (innerDocument(element)) return 'same';
  if (!element.checkVisibility(OPAQUE)) return null;
  const place = placeOf(element, frameOf(element.ownerDocument));
  return place.view && !empty(place) ? place : null;
}
