"""A penalty for leaving the model the run began with, per token (Shao et al. 2024, DeepSeekMath, Eq. 3 and 4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mag.errors import BadInput
from mag.train.objective import Tokens, clipped
from mag.train.recipes import Recipe

if TYPE_CHECKING:
    from torch import Tensor

BETA = 0.04  # DeepSeekMath 4.2


def divergence(tokens: Tokens) -> Tensor:
    """The estimate r - log r - 1 with r = pi_ref / pi_theta: unbiased under pi_theta, never negative; [tokens]."""
    if tokens.reference is None:
        raise BadInput("the recipe `kl` needs the log-probabilities of a reference model; give its folder")
    log_r = tokens.reference - tokens.logprobs
    return log_r.exp() - log_r - 1


def penalised(tokens: Tokens) -> Tensor:
    """Eq. 8's terms less beta times the divergence, inside the same sum."""
    return clipped(tokens) - BETA * divergence(tokens)


KL = Recipe("kl", terms=penalised, needs_reference=True)
