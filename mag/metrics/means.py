"""The mean of what is known: None is "not measured", never 0."""

from collections.abc import Iterable


def mean(values: Iterable[float | None]) -> float | None:
    """Mean of the values that are not None; None when there are none. Sums in the order given, so equal inputs give equal bits."""
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None
