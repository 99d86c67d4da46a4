"""Eq. 7: advantages centred on the mean of their group and left at their size."""

import math
from collections.abc import Sequence

LEVEL = 1e-8  # rewards closer than this are equal: shaped ones are sums of floats


def centred(rewards: Sequence[float], lengths: Sequence[int]) -> tuple[float, ...]:
    """A_i = R_i - mean of R over all trajectories of the group, no division by a standard deviation (MAG Eq. 7)."""
    mean = math.fsum(rewards) / len(rewards)
    return tuple(reward - mean for reward in rewards)


def varied(rewards: Sequence[float]) -> bool:
    """Whether the rewards differ: a group without variance has no gradient (MAG 4.3)."""
    return max(rewards) - min(rewards) > LEVEL
