"""A baseline that weighs trajectories by their length (Hao et al. 2025, OPO, arXiv 2505.23585, the optimal baseline simplified).

Eq. 8 sums over tokens, and a failure that wanders to the end of its budget has twice the steps of a success: under Eq. 7 a group then
pushes down, on balance, what all its steps have in common, which is the format. Here the advantages of a group's steps sum to 0.
"""

from collections.abc import Sequence

from mag.train.recipes import Recipe
from mag.train.variants.plain import own


def balanced(rewards: Sequence[float], lengths: Sequence[int]) -> tuple[float, ...]:
    """A_i = R_i - sum of n_j R_j over sum of n_j, n_j being the steps of trajectory j."""
    baseline = sum(reward * length for reward, length in zip(rewards, lengths, strict=True)) / max(1, sum(lengths))
    return tuple(reward - baseline for reward in rewards)


BALANCED = Recipe("balanced", advantages=balanced)
BALANCED_PLAIN = Recipe("balanced-plain", joins=own, advantages=balanced)
"""The same without experts."""
