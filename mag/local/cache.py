"""What the layers remember of every running request: keys and values, and the states of linear attention layers, by slot.

Slots 0 .. n-1 are the running rows, without gaps; the last slot is where a prompt is read before its row joins. A forward pass says
first which slots it is about (`reading` or `decoding`); the layers then find their part through the methods that transformers' caches
have.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from torch import Tensor

FIRST_CAPACITY = 512  # tokens a slot; doubled when a row outgrows it


@dataclass(frozen=True, slots=True)
class Remembered:
    """One row's memory up to some length, outside of any slot."""

    length: int
    tensors: tuple[tuple["Tensor", ...], ...]  # of every layer: keys and values [K, length, D], or convolution and recurrent state


class SlotCache:
    """Memory of `slots` rows and of one prompt being read."""

    def __init__(self, config: Any, slots: int, device: Any, dtype: Any) -> None:
        import torch

        self.slots = slots
        self.capacity = 0
        self.kinds = list(config.layer_types)
        self._device, self._dtype = device, dtype
        self._heads, self._size = config.num_key_value_heads, config.head_dim
        self._layers: list[list[Tensor]] = [[] for _ in self.kinds]
        self._rows = slice(0, 0)
        self._start = 0  # of what is read
        self._lengths: Tensor | None = None  # of the decoding rows, before this token
        self._longest = 0
        self._indices = torch.arange(slots, device=device)
        self.reserve(FIRST_CAPACITY)

    def reserve(self, length: int) -> None:
        """Make room for rows of this length."""
        import torch

        if length <= self.capacity:
            return
        capacity = max(self.capacity, FIRST_CAPACITY)
        while capacity < length:
            capacity *= 2
        for kind, layer in zip(self.kinds, self._layers, strict=True):
            if kind == "full_attention":
                shape = (self.slots + 1, self._heads, capacity, self._size)
                grown = [torch.zeros(shape, device=self._device, dtype=self._dtype) for _ in range(2)]
                for old, new in zip(layer, grown, strict=False):
                    new[:, :, : self.capacity] = old
                layer[:] = grown
        self.capacity = capacity

    def reading(self, start: int, count: int) -> None:
        """The next forward pass reads tokens start .. start + count - 1 of the prompt in the last slot."""
        self.reserve(start + count)
        self._rows, self._start, self._lengths = slice(self.slots, self.slots + 1), start, None

    def decoding(self, lengths: "Tensor", longest: int) -> None:
        """The next forward pass adds one token to each of the first rows; `lengths` [n] are theirs so far, `longest` the largest."""
        self.reserve(longest + 1)
        self._rows, self._lengths, self._longest = slice(0, len(lengths)), lengths, longest

    def copy(self, source: int, target: int, length: int) -> None:
        """Row `source` of this length into slot `target`."""
        for kind, layer in zip(self.kinds, self._layers, strict=True):
            for tensor in layer:
                if kind == "full_attention":
                    tensor[target, :, :length] = tensor[source, :, :length]
                else:
                    tensor[target] = tensor[source]

    def remember(self, length: int) -> Remembered:
        """What has been read in the last slot so far."""
        rows = [
            tuple((tensor[-1, :, :length] if kind == "full_attention" else tensor[-1]).clone() for tensor in layer)
            for kind, layer in zip(self.kinds, self._layers, strict=True)
        ]
        return Remembered(length, tuple(rows))

    def recall(self, row: Remembered) -> None:
        """Put it into the last slot, as if it had just been read there."""
        self.reserve(row.length)
        for kind, layer, kept in zip(self.kinds, self._layers, row.tensors, strict=True):
            for tensor, value in zip(layer, kept, strict=True):
                if kind == "full_attention":
                    tensor[-1, :, : row.length] = value
                else:
                    tensor[-1] = value

    # --- what the layers call ---------------------------------------------------------------------------------------

    def update(self, key: "Tensor", value: "Tensor", layer: int, *_: Any, **__: Any) -> tuple["Tensor", "Tensor"]:
        """Store keys and values [rows, K, S, D] of this pass; gives those to attend to, [rows, K, L, D]."""
        keys, values = self._layers[layer]
        if self._lengths is None:
            end = self._start + key.shape[2]
            keys[self._rows, :, self._start : end] = key
            values[self._rows, :, self._start : end] = value
        else:
            end = self._longest + 1
            rows = self._indices[: len(self._lengths)]
            keys[rows, :, self._lengths] = key[:, :, 0]
            values[rows, :, self._lengths] = value[:, :, 0]
        return keys[self._rows, :, :end], values[self._rows, :, :end]

    def get_conv_state(self, layer: int, state_idx: int = 0) -> "Tensor | None":
        """Of a linear attention layer: [rows, channels, kernel], to be changed in place; None before the first token."""
        return self._state(layer, 0)

    def get_recurrent_state(self, layer: int, state_idx: int = 0) -> "Tensor | None":
        """Of a linear attention layer: [rows, heads, D, D]; None before the first token."""
        return self._state(layer, 1)

    def _state(self, layer: int, which: int) -> "Tensor | None":
        if self._lengths is None and self._start == 0:
            return None
        return self._layers[layer][which][self._rows]

    def update_conv_state(self, values: "Tensor", layer: int, conv_kernel_size: int, **_: Any) -> "Tensor":
        """Append inputs of the convolution [rows, channels, S]; gives them with what came before."""
        import torch

        before = self._state(layer, 0)
        if before is None:
            missing = max(0, conv_kernel_size - values.shape[-1])
            whole = torch.nn.functional.pad(values, (missing, 0))
        else:
            whole = torch.cat([before, values], dim=-1)
        self._keep(layer, 0, whole[..., -conv_kernel_size:])
        return whole

    def update_recurrent_state(self, state: "Tensor", layer: int, **_: Any) -> "Tensor":
        """Store the state after this pass."""
        self._keep(layer, 1, state)
        return state

    def _keep(self, layer: int, which: int, state: "Tensor") -> None:
        import torch

        tensors = self._layers[layer]
        while len(tensors) <= which:
            tensors.append(torch.zeros((self.slots + 1, *state.shape[1:]), device=self._device, dtype=state.dtype))
        tensors[which][self._rows] = state

    def is_recording_past(self, layer: int) -> bool:
        """No: nothing is ever taken back."""
        return False
