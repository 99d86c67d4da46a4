"""Several tests in one table: Holm's step-down correction (Holm 1979)."""

from collections.abc import Sequence

from mag.errors import BadInput


def holm(p_values: Sequence[float]) -> list[float]:
    """Adjusted p values in the order given: reject where adjusted <= alpha, and the chance of any false rejection stays below alpha.

    The i-th smallest of m becomes the largest of (m - j + 1) p_(j) for j <= i, at most 1. Raises BadInput for what is no probability.
    """
    if not all(0 <= p <= 1 for p in p_values):
        raise BadInput("p values lie between 0 and 1")
    adjusted = [0.0] * len(p_values)
    largest = 0.0
    for rank, index in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        largest = max(largest, (len(p_values) - rank) * p_values[index])
        adjusted[index] = min(1.0, largest)
    return adjusted
