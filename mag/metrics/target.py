"""Did an action hit its target? The pixel kernel of the papers, and beside it the element that was hit (MAG App. D; WebMRE Eq. 2).

120 px can cover several elements, so the kernel alone does not say that the right one was meant: `same` and `related` do.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, hypot

from mag.constants import TAU_PX
from mag.records import Box, Mark

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Target:
    """Three figures of one prediction against the gold element.

    kernel: 1 inside the gold box, else exp(-d / tau), d in pixels to its edge. same: the predicted element is the gold one. related: it
    is the gold one, or holds it, or lies within it. The last two are None where the gold target is no listed element.
    """

    kernel: float
    same: bool | None
    related: bool | None


NOTHING = Target(0.0, False, False)  # no target where one is wanted


def compare(point: Point, element: Mark | None, gold_box: Box, gold_element: Mark | None) -> Target:
    """Where a prediction lands (viewport pixels) and which element that is, against the gold element; None for an element not listed."""
    score = kernel(distance(point, gold_box))
    if gold_element is None:
        return Target(score, None, None)
    if element is None:
        return Target(score, False, False)
    same = element.id == gold_element.id
    return Target(score, same, same or contains(element, gold_element) or contains(gold_element, element))


def kernel(distance_px: float) -> float:
    """exp(-d / tau): 1 at the box, 1/e at 120 px from its edge."""
    return exp(-distance_px / TAU_PX)


def distance(point: Point, box: Box) -> float:
    """Pixels from the point to the edge of the box (x, y, width, height); 0 inside and on the edge."""
    (x, y), (left, top, width, height) = point, box
    return hypot(max(left - x, 0.0, x - left - width), max(top - y, 0.0, y - top - height))


def element_at(point: Point, marks: Sequence[Mark]) -> Mark | None:
    """The visible element under the point: the smallest box that holds it, the later one of equal boxes (it lies inside or above)."""
    under = [mark for mark in marks if mark.visible and not distance(point, mark.box)]
    return min(reversed(under), key=lambda mark: mark.box[2] * mark.box[3], default=None)


def contains(outer: Mark, inner: Mark) -> bool:
    """Whether the inner element is a descendant of the outer one, by their positions in the document; False where one has none."""
    return bool(outer.key) and inner.key.startswith(f"{outer.key}.")
