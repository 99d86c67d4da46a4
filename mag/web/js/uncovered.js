// Which points (of the outermost viewport readable from here) reach the frame of another origin that this element holds.
(element, points) => points.map((point) => {
  let frame = frameOf(element.ownerDocument);
  if (inFrame(frame, ...point) !== element) return false;
  for (; frame.parent; frame = frame.parent) if (inFrame(frame.parent, ...point) !== frame.element) return false;
  return true;
})
