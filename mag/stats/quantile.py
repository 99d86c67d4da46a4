"""Quantiles of what is not normally distributed: durations, lengths, costs."""

from collections.abc import Sequence


def quantile(values: Sequence[float], share: float) -> float:
    """The quantile of at least one value, linear between neighbours."""
    ordered = sorted(values)
    place = share * (len(ordered) - 1)
    low = int(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (place - low) * (ordered[high] - ordered[low])
