"""Dynamic sampling (Yu et al. 2025, DAPO, section 3.2): further tasks are rolled in place of groups without variance."""

from collections.abc import Sequence

from mag.train.groups import Sorted
from mag.train.recipes import Recipe

AT_MOST = 3  # times the round's size in all: where no task can be solved yet there would be no end to it


def more(waiting: Sequence[int], found: Sorted, size: int) -> tuple[int, ...]:
    """The tasks to roll besides: one for every group the round of `size` still lacks, none beyond AT_MOST times its size.

    waiting: tasks that were not rolled in this round, in the order of the schedule. found: the groups of all that was rolled so far.
    """
    rolled = len(found.kept) + len(found.level) + len(found.too_small)
    return tuple(waiting[: max(0, min(size - len(found.kept), AT_MOST * size - rolled))])


DYNAMIC = Recipe("dynamic", more=more)
