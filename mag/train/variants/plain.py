"""GRPO without experts: the control of MAG App. H and 6. Only the policy's own rollouts make a group."""

from mag.train.groups import Trajectory
from mag.train.recipes import Recipe


def own(trajectory: Trajectory) -> bool:
    """Whether the policy rolled it."""
    return not trajectory.expert


PLAIN = Recipe("plain", joins=own)
