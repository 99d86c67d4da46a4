"""A token estimate that needs no tokenizer, and what is left out of a message that would not fit (MAG 4.1: 16k input tokens).

The estimate is meant to be too high rather than too low for every tokenizer in use: a run of letters costs one token per three letters
begun (byte-pair vocabularies average more than four on English; runs above twelve letters, likely hashes, cost two per three), each digit
and punctuation mark one, each line break one, each character beyond ASCII its UTF-8 bytes, which no byte-level tokenizer exceeds.
"""

import math
import re
from collections.abc import Sequence
from functools import lru_cache

from mag.constants import VIEWPORT_HEIGHT, VIEWPORT_WIDTH
from mag.records import Mark

IMAGE_TOKENS = 2_200  # a 1440 x 900 screenshot: 1,260 at one token per 32 x 32 pixels, 1,728 at one per 750, 2,114 at 1.62 per 32 x 32
FRAME_TOKENS = 100  # roles, separators and other wrapping of a chat template

_RUN = re.compile(r"[A-Z]?[a-z]+|[A-Z]+|[^\x00-\x7f]+|[ \t]{2,}|[^A-Za-z \t]")


@lru_cache(2048)  # the system text and most menu lines come again at the next step
def estimate_tokens(text: str) -> int:
    """An upper estimate of the tokens of a text."""
    return sum(_cost(run) for run in _RUN.findall(text))


def _cost(run: str) -> int:
    if not run.isascii():
        return len(run.encode("utf-8", "replace"))
    if run[0].isalpha():
        return math.ceil(len(run) / 3) if len(run) <= 12 else math.ceil(len(run) * 2 / 3)
    return 1


def distance(mark: Mark) -> float:
    """Pixels between the mark's box and the viewport; 0 where they touch."""
    x, y, width, height = mark.box
    return max(0.0, -(x + width), x - VIEWPORT_WIDTH) + max(0.0, -(y + height), y - VIEWPORT_HEIGHT)


def fit(room: int, marks: Sequence[Mark], menu_costs: Sequence[int], guide_costs: Sequence[int]) -> tuple[frozenset[int], int]:
    """What to leave out so that menu and guides cost at most `room` tokens: positions in the menu, and how many of the oldest guides.

    Lines beyond the visible part go first, the furthest before the nearer; then the oldest guides; then visible lines from the last on.
    When even that is not enough everything is left out: the caller decides whether the rest still fits.
    """
    over = sum(menu_costs) + sum(guide_costs) - room
    beyond = sorted((i for i, mark in enumerate(marks) if not mark.visible), key=lambda i: (-distance(marks[i]), -i))
    visible = sorted((i for i, mark in enumerate(marks) if mark.visible), reverse=True)
    dropped, over = _cut(beyond, menu_costs, over)
    guides, over = _cut(range(len(guide_costs)), guide_costs, over)
    more, _ = _cut(visible, menu_costs, over)
    return frozenset(dropped + more), len(guides)


def _cut(order: Sequence[int], costs: Sequence[int], over: int) -> tuple[list[int], int]:
    """As many of the positions, in order, as it takes to save `over` tokens, and what is still over."""
    cut: list[int] = []
    for position in order:
        if over <= 0:
            break
        cut.append(position)
        over -= costs[position]
    return cut, over
