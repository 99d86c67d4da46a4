"""The rows being generated: a prompt is read into a slot, joins, gets a token at every step, and leaves; torch is spoken here."""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from mag.local.attention import additive
from mag.local.cache import Remembered, SlotCache
from mag.local.prompt import Rendered
from mag.local.sample import Draw, choose

if TYPE_CHECKING:
    from torch import Tensor

PREFIXES = 8  # system turns whose memory is kept


@dataclass(slots=True, eq=False)
class Row:
    """One request in the batch; equal to itself only."""

    prompt: Rendered
    draw: Draw
    limit: int  # tokens at most
    ids: list[int] = field(default_factory=list)
    logprobs: list[float] = field(default_factory=list)
    shift: int = 0  # of its rotary position against its length: pictures take fewer positions than tokens
    cached: int = 0  # tokens of the prompt that were not read again
    stopped: bool = False  # the model ended its turn

    @property
    def length(self) -> int:
        """Tokens in its slot: the last one chosen is not in it yet."""
        return len(self.prompt.ids) + len(self.ids) - 1

    @property
    def done(self) -> bool:
        """Whether it has all its tokens."""
        return self.stopped or len(self.ids) >= self.limit


class Batch:
    """Rows of one model. Not safe for threads: one thread owns it."""

    def __init__(self, model: Any, ends: Sequence[int], banned: Sequence[int], slots: int, chunk: int) -> None:
        import torch

        self.model, self.ends, self.chunk = model, frozenset(ends), chunk
        self.device = model.device
        self.cache = SlotCache(model.config.get_text_config(), slots, self.device, model.dtype)
        self.rows: list[Row] = []
        self._text = model.model.language_model
        self._banned = torch.zeros(model.config.get_text_config().vocab_size, dtype=torch.bool, device=self.device)
        self._banned[list(banned)] = True
        self._prefixes: OrderedDict[tuple[int, ...], Remembered] = OrderedDict()

    @property
    def free(self) -> int:
        """Slots that no row is in."""
        return self.cache.slots - len(self.rows)

    def join(self, row: Row) -> None:
        """Read the prompt and choose the first token. The row is in the batch afterwards, or done already."""
        self._append([row], self.model.lm_head(self._read(row)))
        if not row.done:
            self.cache.copy(self.cache.slots, len(self.rows), len(row.prompt.ids))
            self.rows.append(row)

    def step(self) -> list[Row]:
        """One token for every row; those that are done now have left."""
        import torch

        lengths = torch.tensor([row.length for row in self.rows], device=self.device)
        shifts = torch.tensor([row.shift for row in self.rows], device=self.device)
        longest = max(row.length for row in self.rows)
        self.cache.decoding(lengths, longest)
        mask = additive((torch.arange(longest + 1, device=self.device) <= lengths[:, None])[:, None, None], self.model.dtype)
        last = torch.tensor([[row.ids[-1]] for row in self.rows], device=self.device)
        positions = (lengths + shifts)[None, :, None].expand(3, -1, -1)
        hidden = self._forward(self._text.embed_tokens(last), positions, mask)
        self._append(self.rows, self.model.lm_head(hidden[:, -1]))
        return [self.leave(row) for row in list(self.rows) if row.done]

    def leave(self, row: Row) -> Row:
        """Free its slot: the last row moves there."""
        slot, last = self.rows.index(row), len(self.rows) - 1
        if slot != last:
            self.cache.copy(last, slot, self.rows[last].length)
            self.rows[slot] = self.rows[last]
        self.rows.pop()
        return row

    def forget(self) -> None:
        """Drop what is kept of system turns: other weights are in."""
        self._prefixes.clear()

    def _read(self, row: Row) -> "Tensor":
        """The prompt into the last slot, chunk by chunk; the hidden state of its last token, [1, H]."""
        import torch

        prompt = row.prompt
        ids = torch.tensor([prompt.ids], device=self.device)
        kinds = (ids == self.model.config.image_token_id).int()
        grid = None if prompt.grid is None else prompt.grid.to(self.device)
        positions, shift = self.model.model.get_rope_index(ids, kinds, image_grid_thw=grid)
        row.shift = int(shift)
        embedded = self._embed(ids, prompt)
        prefix = prompt.ids[: prompt.prefix]
        start = self._recall(prefix)
        row.cached = start
        hidden = None
        while start < len(prompt.ids):
            bound = len(prefix) if start < len(prefix) else len(prompt.ids)  # cut there, kept or not: the same sums either way
            end = min(start + self.chunk, bound)
            self.cache.reading(start, end - start)
            hidden = self._forward(embedded[:, start:end], positions[:, :, start:end], self._mask(start, end))
            start = end
            if start == len(prefix):
                self._keep(prefix)
        assert hidden is not None, "a prompt ends with the frame of the assistant's turn, which is in no prefix"
        return hidden[:, -1]

    def _mask(self, start: int, end: int) -> "Tensor | None":
        """For reading tokens start .. end - 1; none where going over the few tokens before again costs less than a mask."""
        import torch

        if start <= end - start:
            return None
        seen = torch.ones(end - start, end, dtype=torch.bool, device=self.device).tril(start)[None, None]
        return additive(seen, self.model.dtype)

    def _embed(self, ids: "Tensor", prompt: Rendered) -> "Tensor":
        embedded = self._text.embed_tokens(ids)
        if prompt.pixels is None or prompt.grid is None:
            return embedded  # type: ignore[no-any-return]
        seen = self.model.model.get_image_features(prompt.pixels.to(self.device), prompt.grid.to(self.device))
        import torch

        features = torch.cat(list(seen.pooler_output)).to(embedded.dtype)
        return embedded.masked_scatter((ids == self.model.config.image_token_id)[..., None], features)  # type: ignore[no-any-return]

    def _forward(self, hidden: "Tensor", positions: "Tensor", mask: "Tensor | None") -> "Tensor":
        """Through all layers: hidden [B, S, H], positions [3, B, S], mask as grouped_attention takes it."""
        rope = self._text.rotary_emb(hidden, positions)
        for kind, layer in zip(self.cache.kinds, self._text.layers, strict=True):
            seen = mask if kind == "full_attention" else None
            hidden = layer(hidden, position_embeddings=rope, attention_mask=seen, cache=self.cache, use_cache=True)
        return self._text.norm(hidden)  # type: ignore[no-any-return]

    def _append(self, rows: Sequence[Row], logits: "Tensor") -> None:
        ids, logprobs = choose(logits, [row.draw for row in rows], [len(row.ids) for row in rows], self._banned)
        for row, token, logprob in zip(rows, ids, logprobs, strict=True):
            row.ids.append(token)
            row.logprobs.append(logprob)
            row.stopped = token in self.ends

    def _recall(self, prefix: tuple[int, ...]) -> int:
        """Put the prefix's memory into the last slot; how many tokens that were."""
        kept = self._prefixes.get(prefix)
        if kept is None:
            return 0
        self._prefixes.move_to_end(prefix)
        self.cache.recall(kept)
        return kept.length

    def _keep(self, prefix: tuple[int, ...]) -> None:
        if prefix:
            self._prefixes[prefix] = self.cache.remember(len(prefix))
        while len(self._prefixes) > PREFIXES:
            self._prefixes.popitem(last=False)
