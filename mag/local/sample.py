"""The next token of every row, each by its own settings and its own random numbers: no row depends on the others."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from mag.errors import BadInput

if TYPE_CHECKING:
    from torch import Tensor


@dataclass(frozen=True, slots=True)
class Draw:
    """How one request's tokens are drawn: temperature 0 is greedy; else the n-th number of `uniforms` draws the n-th token."""

    temperature: float
    top_p: float
    uniforms: np.ndarray


def make_draw(temperature: float | None, top_p: float | None, seed: int | None, length: int) -> Draw:
    """None: greedy, the whole distribution, and for the seed numbers nobody can repeat. Raises BadInput for settings out of range."""
    heat, share = temperature or 0.0, 1.0 if top_p is None else top_p
    if not 0 <= heat <= 100 or not 0 < share <= 1:
        raise BadInput(f"temperature {heat:g}, top_p {share:g}: give a temperature from 0 to 100 and a top_p above 0, at most 1")
    numbers = np.random.Generator(np.random.Philox(seed)).random(length) if heat else np.zeros(0)
    return Draw(heat, share, numbers)


def choose(logits: "Tensor", draws: Sequence[Draw], at: Sequence[int], banned: "Tensor") -> tuple[list[int], list[float]]:
    """Ids and their log probabilities, from logits [n, V]; `at` counts each row's tokens so far, `banned` [V] are never chosen.

    A log probability is the model's own at the sampling temperature (1 where greedy), over the whole vocabulary and before top_p: what
    a training stack computes of the same tokens.
    """
    import torch

    heat = torch.tensor([draw.temperature or 1.0 for draw in draws], device=logits.device)
    scaled = logits.float() / heat[:, None]
    allowed = scaled.masked_fill(banned, float("-inf"))
    chosen = allowed.argmax(-1)
    plain = [row for row, draw in enumerate(draws) if draw.temperature and draw.top_p == 1]
    nucleus = [row for row, draw in enumerate(draws) if draw.temperature and draw.top_p < 1]
    for rows, shares in ((plain, None), (nucleus, [draws[row].top_p for row in nucleus])):
        if rows:
            where = torch.tensor(rows, device=logits.device)
            numbers = torch.tensor([float(draws[row].uniforms[at[row]]) for row in rows], dtype=torch.float64, device=logits.device)
            limits = None if shares is None else torch.tensor(shares, dtype=torch.float64, device=logits.device)
            chosen[where] = _inverse(allowed[where].softmax(-1).double(), numbers, limits)
    logprobs = scaled.log_softmax(-1).gather(1, chosen[:, None])[:, 0]
    return chosen.tolist(), logprobs.tolist()


def _inverse(probabilities: "Tensor", numbers: "Tensor", limits: "Tensor | None") -> "Tensor":
    """Where each row's number falls in its cumulated probabilities; with limits [n], in those of its nucleus alone."""
    import torch

    order = None
    if limits is not None:
        probabilities, order = torch.sort(probabilities, stable=True, dim=-1, descending=True)
        before = probabilities.cumsum(-1) - probabilities
        probabilities = probabilities.masked_fill(before >= limits[:, None], 0.0)
    sums = probabilities.cumsum(-1)
    target = numbers[:, None] * (1 - 1e-12) * sums[:, -1:]  # below the last sum however it rounds
    found = torch.searchsorted(sums, target, right=True)
    return (found if order is None else order.gather(1, found))[:, 0]
