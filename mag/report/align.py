"""Several runs of one task laid side by side, and where they first part. Pure functions of turns.

Progressive multiple alignment with sum-of-pairs costs: the first two runs are aligned by edit distance (Needleman and Wunsch), every
further run is aligned with the rows found so far. A step beside a gap costs GAP; two equal steps cost nothing, two different ones
DIFFERENT and the WEIGHTS of what differs. That is never more than two gaps, so that different steps stand side by side where nothing is
won by pulling them apart. What all runs begin with in common is taken off first; a cheapest alignment of every two of them keeps it.

With N runs of S steps: at most N * S rows, at most N^3 * S^2 comparisons of two steps (N^2 * S^2 where the runs are much alike), and of
memory two lines of costs beside one byte a pair of row and step of the run in hand.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from mag.report.turns import KINDS, Kind, Turn, differences

WEIGHTS = {"page": 3, "verb": 3, "target": 2, "content": 1}
DIFFERENT = 2
GAP = 4
BOTH, SKIP, ADD = range(3)  # a cheapest way pairs step and row, leaves the row without the step, or opens a row for the step

Runs = Sequence[Sequence[Turn]]
Row = tuple[int | None, ...]  # per run the index of its step, None for a gap


@dataclass(frozen=True, slots=True)
class Divergence:
    """Where runs first part."""

    step: int  # 1-based, the same in all runs; also the row of the alignment
    kinds: tuple[Kind | Literal["end"], ...]  # in what any two of them differ there; "end": a run has no such step


def first_divergence(runs: Runs) -> Divergence | None:
    """The first step at which not all runs do the same, None where there is none. The order of the runs does not matter."""
    shared = common_prefix(runs)
    there = [run[shared] for run in runs if len(run) > shared]
    if not there:
        return None
    ended = ("end",) if len(there) < len(runs) else ()
    return Divergence(shared + 1, (*row_differences(there), *ended))


def common_prefix(runs: Runs) -> int:
    """How many steps every two runs have in common from the first one on."""
    shortest = min((len(run) for run in runs), default=0)
    return next((at for at in range(shortest) if row_differences([run[at] for run in runs])), shortest)


def row_differences(steps: Sequence[Turn]) -> tuple[Kind, ...]:
    """In what any two of these steps differ, in the order of KINDS."""
    found = {kind for a, b in combinations(steps, 2) for kind in differences(a, b)}
    return tuple(kind for kind in KINDS if kind in found)


def align(runs: Runs) -> list[Row]:
    """The rows of the alignment: every step of every run in exactly one of them, each run's in its order, no row empty."""
    shared = common_prefix(runs)
    rows: list[Row] = [(at,) for at in range(shared, len(runs[0]))] if runs else []
    for number in range(1, len(runs)):
        rows = _join(rows, runs, number, shared)
    return [(at,) * len(runs) for at in range(shared)] + rows


def _join(rows: list[Row], runs: Runs, number: int, start: int) -> list[Row]:
    """The rows of the runs before `number` with that run's steps from `start` on."""
    at, step = len(rows), len(runs[number]) - start
    moves = _moves(rows, runs, number, start)
    joined: list[Row] = []
    while at or step:
        move = moves[at][step]
        at, step = at - (move != ADD), step - (move != SKIP)
        before = (None,) * number if move == ADD else rows[at]
        joined.append((*before, None if move == SKIP else start + step))
    return joined[::-1]


def _moves(rows: list[Row], runs: Runs, number: int, start: int) -> list[bytearray]:
    """For every number of rows and steps taken, the last move of a cheapest way there."""
    steps = runs[number][start:]
    adding = GAP * number
    costs = [adding * count for count in range(len(steps) + 1)]
    moves = [bytearray([ADD]) * (len(steps) + 1)]
    for row in rows:
        present = [runs[other][at] for other, at in enumerate(row) if at is not None]
        skipping, gaps = GAP * len(present), GAP * (number - len(present))
        above, costs, taken = costs, [costs[0] + skipping], bytearray([SKIP])
        for count, step in enumerate(steps, 1):
            pairing = above[count - 1] + gaps + sum(cost(step, other) for other in present)
            choices = (pairing, above[count] + skipping, costs[-1] + adding)
            taken.append(choices.index(min(choices)))
            costs.append(min(choices))
        moves.append(taken)
    return moves


def cost(a: Turn, b: Turn) -> int:
    """What it costs to lay two steps side by side; 0 for equal ones, at most 2 * GAP."""
    found = differences(a, b)
    return DIFFERENT + sum(WEIGHTS[kind] for kind in found) if found else 0
