"""Eq. 8, the clipped objective, on the loss tokens of a batch laid end to end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from torch import Tensor

CLIP_LOW, CLIP_HIGH = 0.2, 0.28  # MAG Table A4


@dataclass(frozen=True, slots=True)
class Tokens:
    """Loss tokens of some rows, one after the other; every tensor is [tokens]. Prompts, images and padding are not among them."""

    logprobs: Tensor  # log pi_theta, with gradient
    old: Tensor  # log pi_theta_old, of the start of the round, by the training stack
    advantages: Tensor  # A_i of the token's trajectory
    expert: Tensor  # bool: of an expert's trajectory
    reference: Tensor | None = None  # log pi_ref, for the variant with KL


def clipped(tokens: Tokens) -> Tensor:
    """min(rho A, clip(rho, 1 - low, 1 + high) A) of every token, [tokens] (MAG Eq. 8).

    rho is pi_theta / pi_theta_old on policy and expert tokens alike: expert rows are ordinary off-policy data (MAG 4.3).
    """
    rho = (tokens.logprobs - tokens.old).exp()
    return (rho * tokens.advantages).minimum(rho.clamp(1 - CLIP_LOW, 1 + CLIP_HIGH) * tokens.advantages)


def loss(terms: Tensor, denominator: int) -> Tensor:
    """-J of these tokens: what a micro-batch adds to the loss of its minibatch.

    denominator: loss tokens of the whole minibatch over all ranks and micro-batches, so that the sum over them is -J of Eq. 8 however
    the rows are cut.
    """
    return -terms.sum() / denominator


def clip_shares(tokens: Tokens) -> tuple[Tensor, Tensor]:
    """How many tokens the clip takes out of the gradient: below with A < 0, above with A > 0."""
    rho = (tokens.logprobs.detach() - tokens.old).exp()
    low = (rho < 1 - CLIP_LOW) & (tokens.advantages < 0)
    high = (rho > 1 + CLIP_HIGH) & (tokens.advantages > 0)
    return low.sum(), high.sum()
