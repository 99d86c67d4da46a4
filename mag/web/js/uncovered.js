// Which points of a frame, counted from its corner, are not covered by something of the document that holds it.
(frame, points) => { const box = frame.getBoundingClientRect();
  return points.map(([x, y]) => frame.ownerDocument.elementFromPoint(x + box.left, y + box.top) === frame); }
