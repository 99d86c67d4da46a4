"""How rows are cut: minibatches for the optimiser, micro-batches for the memory. The gradient depends on the first cut only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from mag.train.rows import Rendered
from mag.train.schedule import counted

if TYPE_CHECKING:
    import torch
    from torch import Tensor

MINIBATCH = 16  # rows an update (MAG Table A4)


@dataclass(frozen=True, slots=True)
class Micro:
    """Rows that go through the model together. `counts` is False for one that only keeps a rank in step with the others."""

    rows: tuple[int, ...]
    counts: bool = True


@dataclass(frozen=True, slots=True)
class Minibatch:
    """One update: its micro-batches by rank, equally many for each, and the loss tokens of all of them."""

    ranks: tuple[tuple[Micro, ...], ...]
    tokens: int

    @property
    def rows(self) -> tuple[int, ...]:
        """Its rows, in the order they are computed in."""
        return tuple(row for rank in self.ranks for micro in rank if micro.counts for row in micro.rows)


@dataclass(frozen=True, slots=True)
class Sizes:
    """Rows of an update, and how much goes through the model at once: so many rows, so many tokens with padding (a longer row alone)."""

    minibatch: int = MINIBATCH
    rows: int = MINIBATCH
    tokens: int = 2**15

    def split(self, rows: Sequence[int], lengths: Sequence[int]) -> list[Micro]:
        """Cut rows that come sorted by length, shortest first."""
        micros: list[list[int]] = [[]]
        for row in rows:
            now = micros[-1]
            if now and (len(now) == self.rows or (len(now) + 1) * lengths[row] > self.tokens):
                micros.append(now := [])
            now.append(row)
        return [Micro(tuple(own)) for own in micros]


def cut(lengths: Sequence[int], loss_tokens: Sequence[int], seed: int, sizes: Sizes, ranks: int = 1) -> list[Minibatch]:
    """Minibatches of rows in a seeded order, each row in exactly one (one epoch); the last one may be smaller.

    lengths, loss_tokens: of each row. Rows of similar length share a micro-batch, which keeps padding small; which rows these are does
    not depend on the number of ranks. The denominator of Eq. 8 is `Minibatch.tokens`.
    """
    order = list(range(len(lengths)))
    Random(counted(seed, "minibatches")).shuffle(order)
    found = []
    for start in range(0, len(order), sizes.minibatch):
        rows = order[start : start + sizes.minibatch]
        micros = sizes.split(sorted(rows, key=lambda row: (lengths[row], row)), lengths)
        filler = Micro(micros[0].rows[:1], counts=False)
        micros += [filler] * (-len(micros) % ranks)
        found.append(Minibatch(tuple(tuple(micros[rank::ranks]) for rank in range(ranks)), sum(loss_tokens[row] for row in rows)))
    return found


@dataclass(frozen=True, slots=True)
class Batch:
    """Rows padded on the right and ready for the model."""

    inputs: Mapping[str, Tensor]  # ids and token types [B, L]; pixels of all images end to end
    where: Tensor  # [tokens]: position in [B * L] whose output predicts each loss token
    targets: Tensor  # [tokens]: the loss tokens, row after row

    def to(self, device: torch.device) -> Batch:
        """The same on a device."""
        return Batch({name: tensor.to(device) for name, tensor in self.inputs.items()}, self.where.to(device), self.targets.to(device))


def collate(rendered: Rendered, rows: Sequence[int]) -> Batch:
    """Prompt and completion of these rows. Loss tokens are the completions', and nothing else.

    No layer of this family looks ahead, so padding on the right needs no mask, which would cost the fast kernels.
    """
    import torch

    prompts = [rendered[row] for row in rows]
    completions = [torch.tensor(rendered.rows[row].token_ids) for row in rows]
    starts = [prompt["input_ids"].shape[1] for prompt in prompts]
    length = max(start + len(tokens) for start, tokens in zip(starts, completions, strict=True))
    shape = len(rows), length
    ids = torch.full(shape, rendered.renderer.pad_id)
    types = torch.zeros(shape, dtype=torch.int)
    where = []
    for number, (prompt, tokens, start) in enumerate(zip(prompts, completions, starts, strict=True)):
        end = start + len(tokens)
        ids[number, :start], ids[number, start:end] = prompt["input_ids"][0], tokens
        if "mm_token_type_ids" in prompt:
            types[number, :start] = prompt["mm_token_type_ids"][0]
        where.append(torch.arange(start - 1, end - 1) + number * length)
    inputs = {"input_ids": ids}
    if "mm_token_type_ids" in prompts[0]:
        inputs["mm_token_type_ids"] = types
    for name in ("pixel_values", "image_grid_thw"):
        if name in prompts[0]:
            inputs[name] = torch.cat([prompt[name] for prompt in prompts])
    return Batch(inputs, torch.cat(where), torch.cat(completions))
