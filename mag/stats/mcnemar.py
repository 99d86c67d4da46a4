"""Two systems on the same tasks: who solved what, and McNemar's exact test on the tasks only one of them solved."""

from collections.abc import Sequence
from dataclasses import dataclass

from mag.errors import BadInput


@dataclass(frozen=True, slots=True)
class Contingency:
    """Tasks by which of two systems solved them; `left_out` counts those without a verdict for one of the two."""

    both: int
    only_first: int
    only_second: int
    neither: int
    left_out: int = 0

    @property
    def union(self) -> int:
        """Tasks that at least one of the two solved (MAG App. F: 23 and 14 with 8 shared give 29)."""
        return self.both + self.only_first + self.only_second

    @property
    def p_value(self) -> float:
        """McNemar's exact p, see `mcnemar`."""
        return mcnemar(self.only_first, self.only_second)


def contingency(first: Sequence[bool | None], second: Sequence[bool | None]) -> Contingency:
    """Counts over the same tasks in the same order; None is a task without a verdict. Raises BadInput for unequal lengths."""
    if len(first) != len(second):
        raise BadInput(f"{len(first)} and {len(second)} verdicts; give both systems' verdicts on the same tasks")
    pairs = [(bool(a), bool(b)) for a, b in zip(first, second, strict=True) if a is not None and b is not None]
    both, only_first, only_second = (pairs.count(cell) for cell in ((True, True), (True, False), (False, True)))
    return Contingency(both, only_first, only_second, pairs.count((False, False)), len(first) - len(pairs))


def mcnemar(only_first: int, only_second: int) -> float:
    """Exact two-sided p that a fair coin splits the discordant tasks at least this unevenly: min(1, 2 P(X <= smaller)), X ~ B(n, 1/2).

    1 without discordant tasks. Raises BadInput for negative counts.
    """
    if min(only_first, only_second) < 0:
        raise BadInput(f"{only_first} and {only_second} are no counts of tasks")
    n = only_first + only_second
    ways = tail = 1  # C(n, i) and its sum; each from the one before, which a thousand tasks notice
    for i in range(min(only_first, only_second)):
        ways = ways * (n - i) // (i + 1)
        tail += ways
    return min(1.0, 2 * tail / (1 << n))
