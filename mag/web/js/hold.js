// A point of a frame of another origin, led to the viewport of the outermost frame readable from the element that holds it; brought
// into view first, null when something lies over the frame there, 'same' for a frame of this origin.
(element, [x, y, width]) => {
  if (innerDocument(element)) return 'same';
  const lead = () => {
    forget();
    const place = placeOf(element, frameOf(element.ownerDocument)), scale = (place.right - place.left) / width;
    return [place.left + scale * x, place.top + scale * y];
  };
  const top = () => { let view = window; while (view.frameElement) view = view.parent; return view; };
  const free = (point) => { let frame = frameOf(element.ownerDocument); if (inFrame(frame, ...point) !== element) return false;
    for (; frame.parent; frame = frame.parent) if (inFrame(frame.parent, ...point) !== frame.element) return false; return true; };
  let point = lead();
  if (!free(point)) { element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' }); point = lead(); }
  if (!free(point)) { top().scrollBy({ top: point[1] - top().innerHeight / 2, left: point[0] - top().innerWidth / 2, behavior: 'instant' }); point = lead(); }
  return free(point) ? point : null;
}
