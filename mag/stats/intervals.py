"""A figure with its 95 % interval, and Wilson's interval for one rate."""

from dataclasses import dataclass
from statistics import NormalDist

from mag.constants import CONFIDENCE
from mag.errors import BadInput


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate between its limits, all in the unit of the values; `n` units (tasks, items, seeds) stand behind it.

    `undefined` counts the resamples that had no value (an empty group, a denominator of 0) and were left out; 0 for other methods.
    """

    estimate: float
    low: float
    high: float
    n: int
    undefined: int = 0

    @property
    def degenerate(self) -> bool:
        """No width: every unit had the same value, and resampling cannot say how far chance reaches (for a rate, Wilson can)."""
        return self.low == self.high


def wilson(successes: int, n: int) -> Interval | None:
    """Wilson's score interval for a rate (Wilson 1927), on 0..1; None for n = 0. MAG App. B: 41 of 50 gives [.692, .902].

    Exactly 0 below for no success, exactly 1 above for n of n. Raises BadInput for counts that are none.
    """
    if not 0 <= successes <= n:
        raise BadInput(f"{successes} of {n} is no rate; successes lie between 0 and the number of trials")
    if n == 0:
        return None
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    rate, weight = successes / n, z * z / n
    centre = (rate + weight / 2) / (1 + weight)
    half = z / (1 + weight) * (rate * (1 - rate) / n + weight / (4 * n)) ** 0.5
    return Interval(rate, centre - half if successes else 0.0, centre + half if successes < n else 1.0, n)
