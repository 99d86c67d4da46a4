"""Advantages divided by the standard deviation of their group: GRPO as first published (Shao et al. 2024, DeepSeekMath, section 4.1)."""

import statistics
from collections.abc import Sequence

from mag.train.advantages import centred
from mag.train.recipes import Recipe

EPSILON = 1e-4  # beside the deviation, which is the sample's (n - 1), as TRL computes it


def scaled(rewards: Sequence[float], lengths: Sequence[int]) -> tuple[float, ...]:
    """A_i = (R_i - mean) / (standard deviation + 1e-4)."""
    deviation = statistics.stdev(rewards)
    return tuple(advantage / (deviation + EPSILON) for advantage in centred(rewards, lengths))


SCALED = Recipe("scaled", advantages=scaled)
