"""Copies of demonstrations with fewer menu lines: which id an element has must be read where every copy numbers it otherwise.

A page's controls have the same ids day after day, and a tiny model that is shown few pages learns those by heart. Lines left out shift
all ids after them; short menus also cost less. Ours, not the papers'; screenshots stay as they are, as for mag.train.swaps.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from random import Random

from mag.shown import GoldStep
from mag.train.schedule import counted


def thinned(steps: Iterable[GoldStep], least: float, seed: int) -> Iterator[GoldStep]:
    """Each step with a share of its menu, drawn between `least` and 1, its target always among it, numbered from 1; seeded."""
    for number, step in enumerate(steps):
        random = Random(counted(seed, "thin", number))
        share = random.uniform(least, 1.0)
        kept = [mark for mark in step.marks if mark.id == step.mark or random.random() < share]
        numbers = {mark.id: place for place, mark in enumerate(kept, 1)}
        yield replace(
            step,
            marks=tuple(replace(mark, id=numbers[mark.id]) for mark in kept),
            mark=None if step.mark is None else numbers[step.mark],
        )
