"""LUFFY's weighting of expert tokens (Yan et al. 2025, arXiv 2504.14945, mixed-policy objective with policy shaping).

The teacher's probability is taken as 1, so the ratio of an expert token is pi_theta itself, shaped to f(pi) = pi / (pi + 0.1): unlikely
tokens of the expert weigh most. It is not clipped. Policy tokens keep Eq. 8's terms, and advantages and denominator stay MAG's (theirs
divide by the standard deviation): only the weighting is compared.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mag.train.objective import Tokens, clipped
from mag.train.recipes import Recipe

if TYPE_CHECKING:
    from torch import Tensor

GAMMA = 0.1


def shaped(tokens: Tokens) -> Tensor:
    """f(pi_theta) A on expert tokens, Eq. 8's terms on the policy's; [tokens]."""
    probability = tokens.logprobs.exp()
    return (probability / (probability + GAMMA) * tokens.advantages).where(tokens.expert, clipped(tokens))


LUFFY = Recipe("luffy", terms=shaped)
