"""How an action names its target: Set-of-Mark ids or pixel coordinates. The two differ here and nowhere else (MAG 3.1, Fig. A2)."""

import math
import re
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from mag.constants import VIEWPORT_HEIGHT, VIEWPORT_WIDTH
from mag.records import Mark

_INTEGER = re.compile(r"[0-9]{1,9}")
_DECIMAL = re.compile(r"-?[0-9]{1,9}(?:\.[0-9]{1,9})?")

Target = tuple[int | None, tuple[float, float] | None, str]  # mark id, point in viewport pixels, reason why there is neither


class Grounding(Protocol):
    """One way to name a target, with the two passages of the prompt that depend on it."""

    @property
    def name(self) -> str:
        """Name in conf, records and tables."""

    @property
    def key(self) -> str:
        """The key of the output object."""

    @property
    def observation(self) -> str:
        """Prompt: how picture and list go together and how to aim."""

    @property
    def value(self) -> str:
        """Prompt: what the key holds."""

    def read(self, fields: Mapping[str, Any], observation_marks: Sequence[Mark]) -> Target:
        """The target an element verb names; exactly one of mark, point and error is set. Never raises."""

    def write(self, mark: Mark) -> Any:
        """The key's value that names this mark, for a demonstration."""

    def reaches(self, mark: Mark) -> bool:
        """Whether an action can name this mark as the page stands, without scrolling first."""


class Som:
    """Set-of-Mark: an id of this step's menu, as a number or a string of digits (`"[17]"` is neither, and is refused)."""

    name = "som"
    key = "selected_candidate_id"
    observation = (
        "An id in the list is the number on a box in the screenshot: both name the same element. "
        "An element above or below the visible part of the page is listed too, without a box."
    )
    value = "the id (as a string) of the target element in the candidate list, or null."

    def read(self, fields: Mapping[str, Any], observation_marks: Sequence[Mark]) -> Target:
        """The mark id, which must be in the menu."""
        number = _number(fields.get(self.key), _INTEGER)
        if number is None or number != int(number):
            return None, None, f"{self.key} is not an id"
        if not any(mark.id == number for mark in observation_marks):
            return None, None, f"{self.key} {number:.0f} is not in the menu"
        return int(number), None, ""

    def write(self, mark: Mark) -> str:
        """The id as a string, as the prompt asks for it."""
        return str(mark.id)

    def reaches(self, mark: Mark) -> bool:
        """Every mark has an id."""
        return True


class Coord:
    """Pixel coordinates: a list of two numbers, or of two numeric strings, inside the viewport of the screenshot."""

    name = "coord"
    key = "coordinate"
    observation = (
        "Use the list to find the element you need, then act on the pixel where the screenshot shows it: x counts from the left edge, "
        f"y from the top, in a picture of {VIEWPORT_WIDTH} by {VIEWPORT_HEIGHT} pixels. "
        "An element above or below the visible part of the page is listed too, without a box: scroll to it first."
    )
    value = "the pixel position [x, y] of the target element in the screenshot, two numbers, or null."

    def read(self, fields: Mapping[str, Any], observation_marks: Sequence[Mark]) -> Target:
        """The point in pixels: 0 <= x < 1440 and 0 <= y < 900."""
        value = fields.get(self.key)
        if not isinstance(value, list | tuple) or len(value) != 2:
            return None, None, f"{self.key} is not a pair"
        x, y = (_number(part, _DECIMAL) for part in value)
        if x is None or y is None:
            return None, None, f"{self.key} is not two numbers"
        if not (0 <= x < VIEWPORT_WIDTH and 0 <= y < VIEWPORT_HEIGHT):
            return None, None, f"{self.key} {x:.0f}, {y:.0f} is outside the viewport"
        return None, (x, y), ""

    def write(self, mark: Mark) -> list[int]:
        """`mark.point` in whole pixels; a mark beyond the fold gives a point outside the viewport, which `read` refuses."""
        return [_pixel(mark.point[0], VIEWPORT_WIDTH), _pixel(mark.point[1], VIEWPORT_HEIGHT)]

    def reaches(self, mark: Mark) -> bool:
        """Only what the screenshot shows has a pixel."""
        return mark.visible


GROUNDINGS: dict[str, Grounding] = {grounding.name: grounding for grounding in (Som(), Coord())}


def _number(value: Any, pattern: re.Pattern[str]) -> float | None:
    """A finite number given as one, or as text of the pattern; None for everything else, booleans included."""
    if isinstance(value, str):
        stripped = value.strip()
        return float(stripped) if pattern.fullmatch(stripped) else None
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    if isinstance(value, int):
        return float(value) if abs(value) < 10**9 else None
    return float(value) if math.isfinite(value) and abs(value) < 10**9 else None


def _pixel(value: float, size: int) -> int:
    """The nearest pixel; the last one where rounding would step over the edge."""
    return min(round(value), size - 1) if value < size else round(value)
