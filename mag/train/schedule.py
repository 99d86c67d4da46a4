"""Which tasks a round trains on, and with which seeds (MAG Algorithm 2 line 2, App. E, Fig. A5). Nothing is drawn: all is counted."""

import hashlib
from collections.abc import Collection, Iterator, Sequence
from random import Random

from mag.errors import BadInput

ROUNDS, GROUPS, SAMPLES, EXPERTS = 10, 41, 6, 2  # rounds; groups a round; own rollouts and, at most, expert ones a group


def scheduled(tasks: Sequence[int], covered: Collection[int], seed: int, number: int, groups: int = GROUPS) -> tuple[int, ...]:
    """Task ids of round `number` (1-based), expert-covered ones first; the same arguments always give the same tasks.

    A pass goes once over all tasks in an order of its own: the covered ones shuffled, then the others. When a pass ends the next one
    begins. No round has a task twice: one that comes up again waits for the next round.
    """
    if number < 1 or not tasks:
        raise BadInput(f"there is no round {number} of {len(tasks)} tasks; rounds count from 1 and need a task at least")
    coming = _passes(sorted(set(tasks)), frozenset(covered), seed)
    size = min(groups, len(set(tasks)))
    waiting: list[int] = []
    chosen: list[int] = []
    for _ in range(number):
        chosen = []
        later: list[int] = []
        while len(chosen) < size:
            task = waiting.pop(0) if waiting else next(coming)
            (later if task in chosen else chosen).append(task)
        waiting = later + waiting
    return tuple(chosen)


def _passes(tasks: Sequence[int], covered: frozenset[int], seed: int) -> Iterator[int]:
    number = 0
    while True:
        first = [task for task in tasks if task in covered]
        rest = [task for task in tasks if task not in covered]
        for part, name in ((first, "covered"), (rest, "other")):
            Random(counted(seed, "schedule", number, name)).shuffle(part)
        yield from first + rest
        number += 1


def round_seed(seed: int, number: int) -> int:
    """Seed of a round: with the task and the number of the sample it gives the seed of an episode."""
    return counted(seed, "round", number)


def counted(*parts: object) -> int:
    """A seed of 48 bits from what it is for."""
    return int.from_bytes(hashlib.sha256("/".join(map(str, parts)).encode()).digest()[:6])
