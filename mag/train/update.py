"""One round's update: round-start log-probabilities, then one epoch over the rows (MAG 4.3, Algorithm 2 lines 9-12)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from mag.errors import BadInput, Corrupt
from mag.train.batches import Batch, Micro, Minibatch, collate
from mag.train.objective import Tokens, clip_shares, loss
from mag.train.ranks import everybodys, largest, total
from mag.train.recipes import Recipe
from mag.train.rows import Rendered

if TYPE_CHECKING:
    from pathlib import Path

    from torch import Tensor

OFF = {"float32": 1e-5, "bfloat16": 0.1}  # how far rho may be from 1 at the first update: rounding, nothing else


class Engine(Protocol):
    """A model with its optimiser. Plain torch and DeepSpeed compute the same function of the rows."""

    rank: int
    dtype: str

    def logprobs(self, batch: Batch) -> Tensor:
        """log pi of the batch's loss tokens, fp32 [tokens], with gradient where gradients are on."""

    def backward(self, value: Tensor, last: bool) -> None:
        """Add the gradient of this rank's part of a loss that is a sum over ranks. last: of its minibatch."""

    def step(self, rate: float) -> float:
        """Clip, update with this learning rate, clear. Returns the norm of the whole gradient before clipping."""

    def save(self, weights: Path, optimizer: Path) -> None:
        """Write a checkpoint that transformers loads, and the optimiser's state; every rank calls it."""

    @property
    def updates(self) -> int:
        """Updates the optimiser's state has seen, earlier rounds included."""


@dataclass(frozen=True)
class Work:
    """Everything an epoch needs: rows, how they are cut, and the log-probabilities they are compared with."""

    rendered: Rendered
    minibatches: Sequence[Minibatch]
    old: Sequence[Sequence[float]] = ()  # by row: log pi_theta_old of its loss tokens
    reference: Sequence[Sequence[float]] = ()  # by row: log pi_ref, for the recipes that need it

    def tokens(self, engine: Engine, micro: Micro) -> Tokens:
        """The loss tokens of a micro-batch as the model stands."""
        import torch

        rows = [self.rendered.rows[number] for number in micro.rows]
        counts = torch.tensor([len(row.token_ids) for row in rows])
        logprobs = engine.logprobs(collate(self.rendered, micro.rows))

        def laid_out(values: Sequence[Sequence[float]]) -> Tensor:
            return torch.tensor([value for number in micro.rows for value in values[number]], dtype=torch.double).to(logprobs)

        return Tokens(
            logprobs,
            laid_out(self.old),
            torch.tensor([row.advantage for row in rows], dtype=torch.double).repeat_interleave(counts).to(logprobs),
            torch.tensor([row.expert for row in rows]).repeat_interleave(counts).to(logprobs.device),
            laid_out(self.reference) if self.reference else None,
        )


def all_logprobs(engine: Engine, work: Work) -> list[list[float]]:
    """log pi of every row's loss tokens by the training stack, in the very micro-batches of the update; by row."""
    import torch

    found: dict[int, list[float]] = {}
    with torch.no_grad():
        for minibatch in work.minibatches:
            for micro in minibatch.ranks[engine.rank]:
                values = engine.logprobs(collate(work.rendered, micro.rows)).tolist()
                for row in micro.rows:
                    count = len(work.rendered.rows[row].token_ids)
                    found[row], values = values[:count], values[count:]
    merged = {row: own for part in everybodys(found) for row, own in part.items()}
    return [merged[row] for row in range(len(work.rendered.rows))]


@dataclass
class Facts:
    """What is logged of one update; sums over its loss tokens."""

    tokens: int
    objective: float = 0.0  # J of Eq. 8
    clip_low: float = 0.0  # share of tokens
    clip_high: float = 0.0
    ratio_error: float = 0.0  # max |rho - 1|
    grad_norm: float = 0.0  # before clipping
    lr: float = 0.0
    _sums: Any = field(default=None, repr=False)

    def add(self, tokens: Tokens, value: Tensor) -> None:
        """Count a micro-batch in."""
        import torch

        low, high = clip_shares(tokens)
        sums = torch.stack([-value.detach().double(), low.double() / self.tokens, high.double() / self.tokens])
        self._sums = sums if self._sums is None else self._sums + sums
        self.ratio_error = max(self.ratio_error, float(((tokens.logprobs.detach() - tokens.old).exp() - 1).abs().max()))

    def close(self, device: Any) -> None:
        """Sum up over the ranks; one that had nothing to count takes part too."""
        import torch

        sums = torch.zeros(3, dtype=torch.double, device=device) if self._sums is None else self._sums
        self.objective, self.clip_low, self.clip_high = total(sums).tolist()
        self.ratio_error, self._sums = largest(self.ratio_error), None


def epoch(engine: Engine, work: Work, recipe: Recipe, rate: float, warmup: int = 0) -> Iterator[Facts]:
    """One update a minibatch, each row seen once. rate: learning rate, reached after `warmup` updates of the optimiser's life.

    Raises Corrupt when the first update does not find every ratio at 1, BadInput when a gradient is not finite: weights on disk are as
    they were.
    """
    if recipe.needs_reference and not work.reference:
        raise BadInput(f"the recipe {recipe.name} compares with a reference model; give its folder")
    for number, minibatch in enumerate(work.minibatches):
        facts = Facts(minibatch.tokens, lr=rate * min(1.0, (engine.updates + 1) / warmup) if warmup else rate)
        micros = minibatch.ranks[engine.rank]
        for position, micro in enumerate(micros):
            tokens = work.tokens(engine, micro)
            value = loss(recipe.terms(tokens), minibatch.tokens) * micro.counts
            engine.backward(value, last=position == len(micros) - 1)
            if micro.counts:
                facts.add(tokens, value)
        facts.close(tokens.logprobs.device)
        if number == 0 and not facts.ratio_error < OFF[engine.dtype]:
            raise Corrupt(f"the round-start log-probabilities are off by {facts.ratio_error:.1e}; delete logprobs.parquet and start again")
        facts.grad_norm = engine.step(facts.lr)
        if not facts.grad_norm < float("inf"):
            raise BadInput(
                f"the gradient of update {number + 1} is not finite; lower the learning rate, the round starts again from its start"
            )
        yield facts
