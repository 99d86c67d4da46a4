"""What a variant of the recipe may change: who joins a group, how it is rewarded, compared and weighted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mag.train.advantages import centred
from mag.train.groups import Advantages, Reward, Sorted, Trajectory, success
from mag.train.objective import Tokens, clipped

if TYPE_CHECKING:
    from torch import Tensor


def everyone(trajectory: Trajectory) -> bool:
    """Policy and expert trajectories join the group (MAG Eq. 6)."""
    return True


def no_more(waiting: Sequence[int], found: Sorted, size: int) -> tuple[int, ...]:
    """A round is rolled once: nothing is drawn again (MAG Algorithm 2)."""
    return ()


@dataclass(frozen=True, slots=True)
class Recipe:
    """The algorithm as four functions; a variant replaces one of them in a file of its own."""

    name: str
    joins: Callable[[Trajectory], bool] = everyone
    reward: Reward = success
    advantages: Advantages = centred
    terms: Callable[[Tokens], Tensor] = clipped  # of every token, to be ascended; [tokens]
    more: Callable[[Sequence[int], Sorted, int], tuple[int, ...]] = no_more  # tasks to roll besides: see variants/dynamic.py
    needs_reference: bool = False  # log-probabilities of a frozen model too


MAG = Recipe("mag")  # MAG 4.3, Algorithm 2
