"""The tiny base's starting point: random weights in which copying is laid out already, for training to sharpen.

A model of this size finds an induction circuit (Olsson et al. 2022) only after many more tokens than two CPU cores read in minutes:
from plain random weights it stood at a tenth of the right tokens where from here it is at nine tenths. So the first layer starts with
heads that look one and two tokens back, and the second with heads that look for what stood after this token before, half of them after
this token and the one before it, and say it.
Starting attention in such a form is known as mimetic initialisation (Trockman & Kolter 2023).
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mag.errors import BadInput

if TYPE_CHECKING:
    from torch import Generator, Tensor

BACK = (1, 2)  # tokens that heads of the first layer look back
PAIRS = (1.0, 0.8, 0.5, 0.3)  # weight of each rotated pair, the fastest first, in a head that looks back
STILL = 3  # rotated pairs, the slowest, that hardly turn within a prompt
RESIDUAL = 0.25  # of what random layers add to the residual stream
NOISE = 0.02
SHARP = (0.5, 1.0)  # added to the weights of both norms of the first and the second layer's queries and keys


@dataclass(frozen=True)
class _Heads:
    """Views of one layer's projections, a head each; query and key-value heads are as many."""

    layer: Any
    size: int

    def query(self, head: int) -> "Tensor":
        both = self.layer.self_attn.q_proj.weight  # each head's queries, then its gate
        return both.view(-1, 2 * self.size, both.shape[1])[head, : self.size]  # type: ignore[no-any-return]

    def key(self, head: int) -> "Tensor":
        return self._of(self.layer.self_attn.k_proj, head)

    def value(self, head: int) -> "Tensor":
        return self._of(self.layer.self_attn.v_proj, head)

    def output(self, head: int) -> "Tensor":
        return self.layer.self_attn.o_proj.weight[:, head * self.size : (head + 1) * self.size]  # type: ignore[no-any-return]

    def _of(self, projection: Any, head: int) -> "Tensor":
        return projection.weight[head * self.size : (head + 1) * self.size]  # type: ignore[no-any-return]


def lay_out(model: Any, seed: int) -> None:
    """Change the weights of a fresh random model in place.

    Where a token stands is told by positions alone, so every embedding gets one direction in common for these heads to work from.
    Raises BadInput for a shape without room: it takes two layers, and heads for queries and keys alike that fill the width.
    """
    import torch

    language = model.model.language_model
    embeddings, layers, shape = language.embed_tokens.weight, language.layers, language.config
    full = shape.num_attention_heads * shape.head_dim == shape.hidden_size and shape.num_attention_heads == shape.num_key_value_heads
    if len(layers) < 2 or shape.num_attention_heads < len(BACK) or not full:
        raise BadInput("the tiny base needs two layers and two heads, kv_heads as heads, and heads x head_dim as hidden; give such a shape")
    generator = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for layer in layers:
            layer.self_attn.o_proj.weight *= RESIDUAL
            layer.mlp.down_proj.weight *= RESIDUAL
        common = torch.randn(embeddings.shape[1], generator=generator)
        common /= common.norm()
        length = float(embeddings.norm(dim=1).mean())
        embeddings -= torch.outer(embeddings @ common, common)
        embeddings += length * common
        for layer, sharp in zip(layers, SHARP, strict=False):
            layer.self_attn.q_norm.weight += sharp
            layer.self_attn.k_norm.weight += sharp
        first, second = (_Heads(layer, layer.self_attn.head_dim) for layer in layers[:2])
        _copying(first, second, common, generator)


def _copying(first: _Heads, second: _Heads, common: "Tensor", generator: "Generator") -> None:
    """Heads that write what stood before, and heads that match it with the token at hand and say the token they find."""
    import torch

    width, size = len(common), first.size
    content = torch.eye(width) - torch.outer(common, common)
    still = _still(size)
    seen = _orthonormal(len(still), width, generator) @ content  # of a token, what is compared
    room = _orthonormal(width, len(BACK) * len(still), generator)  # where each of the first layer's heads writes
    for head, back in enumerate(BACK):
        query, key = _looking_back(size, back)
        first.query(head).copy_(torch.outer(query, common))
        first.key(head).copy_(torch.outer(key, common))
        first.value(head)[: len(still)] = seen
        first.output(head)[:, : len(still)] = room[:, head * len(still) : (head + 1) * len(still)]
    said = _orthonormal(width, width, generator)
    turn = _orthonormal(len(still), len(still), generator)  # tells the second token of a pair from the first
    one, two = (room[:, place * len(still) : (place + 1) * len(still)].T @ content for place in range(len(BACK)))
    for head in range(width // size):
        pair = head % 2  # every second head looks for the token at hand after the one before it
        for matrix, looks in ((second.query(head), seen + pair * turn @ one), (second.key(head), one + pair * turn @ two)):
            matrix.copy_(NOISE * torch.randn(size, width, generator=generator))
            matrix[still] += looks
        part = said[head * size : (head + 1) * size] @ content
        second.value(head).copy_(part)
        second.output(head).copy_(part.T)


def _still(size: int) -> list[int]:
    """Dimensions of a head that do not turn with the position, or hardly: half of them are not rotated, and the slowest pairs are slow."""
    half, quarter = size // 2, size // 4
    return [*range(half, size), *range(quarter - STILL, quarter), *range(half - STILL, half)]


def _looking_back(size: int, back: int) -> tuple["Tensor", "Tensor"]:
    """Query and key [size], the same at every position, whose rotated product is largest so many tokens back."""
    import torch

    half, quarter = size // 2, size // 4
    angles = back * 1e4 ** (-torch.arange(quarter) / quarter)
    weights = torch.zeros(quarter)
    weights[: len(PAIRS)] = torch.tensor(PAIRS)[:quarter]
    query, key = torch.zeros(size), torch.zeros(size)
    query[:quarter] = weights
    key[:quarter], key[quarter:half] = weights * torch.cos(angles), weights * torch.sin(angles)
    return query, key


def _orthonormal(rows: int, columns: int, generator: "Generator") -> "Tensor":
    """Rows or columns, whichever are fewer, are orthonormal."""
    import torch

    square: Tensor = torch.linalg.qr(torch.randn(max(rows, columns), min(rows, columns), generator=generator))[0]
    return square if rows >= columns else square.T
