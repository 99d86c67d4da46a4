"""Pages and questions as token ids, in batches: right-padded, with the answers' positions marked."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from mag.train.tiny_pages import KINDS, Reading, reading
from mag.train.tiny_tokenizer import END_OF_TURN, START_OF_TURN

if TYPE_CHECKING:
    from torch import Tensor
    from transformers import PreTrainedTokenizerBase


FRAME = 1 + len(KINDS)


@dataclass(frozen=True, slots=True)
class Encoded:
    """One reading. `kinds[i]` is 0 where token i is no part of an answer, 1 + the kind's number where it is of the answer's phrase, and
    FRAME where it is of what stands around the phrase, the end of the turn included."""

    ids: tuple[int, ...]
    kinds: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Rows:
    """A batch: ids [B, S] and kinds [B, S], see Encoded."""

    ids: "Tensor"
    kinds: "Tensor"


def encode(tokenizer: "PreTrainedTokenizerBase", read: Reading) -> Encoded:
    """The reading as a conversation; an answer's tokens include the end of its turn."""
    ids: list[int] = []
    kinds: list[int] = []
    for number, turn in enumerate(read.turns):
        page = f"{read.page}\n" if number == 0 else ""
        asked = f"{START_OF_TURN}user\n{page}{turn.question}{END_OF_TURN}\n{START_OF_TURN}assistant\n"
        before = tokenizer(asked, add_special_tokens=False)["input_ids"]
        answer = tokenizer(f"{turn.answer}{END_OF_TURN}", add_special_tokens=False, return_offsets_mapping=True)
        start = turn.answer.index(turn.phrase)
        end = start + len(turn.phrase)
        kind = 1 + KINDS.index(turn.kind)
        after = tokenizer("\n", add_special_tokens=False)["input_ids"]
        ids += [*before, *answer["input_ids"], *after]
        kinds += [0] * len(before)
        kinds += [kind if start <= first and last <= end else FRAME for first, last in answer["offset_mapping"]]
        kinds += [0] * len(after)
    return Encoded(tuple(ids), tuple(kinds))


def training_rows(tokenizer: "PreTrainedTokenizerBase", random: Random, count: int, longest: int) -> Rows:
    """A batch of made-up readings."""
    return batch([encode(tokenizer, reading(random, longest=longest)) for _ in range(count)])


def check_rows(tokenizer: "PreTrainedTokenizerBase", seed: int, count: int) -> list[Rows]:
    """Readings of held-out phrases, in batches of 16 of like length."""
    random = Random(f"tiny check {seed}")
    rows = sorted((encode(tokenizer, reading(random, held_out=True)) for _ in range(count)), key=lambda row: len(row.ids))
    return [batch(rows[start : start + 16]) for start in range(0, count, 16)]


def batch(rows: Sequence[Encoded]) -> Rows:
    """Pad on the right with 0: nothing looks ahead, so padding needs no mask."""
    import torch

    width = max(len(row.ids) for row in rows)
    ids = [[*row.ids, *[0] * (width - len(row.ids))] for row in rows]
    kinds = [[*row.kinds, *[0] * (width - len(row.kinds))] for row in rows]
    return Rows(torch.tensor(ids), torch.tensor(kinds))
