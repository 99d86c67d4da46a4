"""From a conversation to what the model reads: token ids with a place for every visual token, and the pixels."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mag.constants import MAX_INPUT_TOKENS
from mag.errors import BadInput
from mag.local.picture import KEPT
from mag.local.processor import IMAGE
from mag.models.base import Message, prompt_digest
from mag.models.conversation import inert

if TYPE_CHECKING:
    from torch import Tensor


@dataclass(frozen=True, slots=True)
class Rendered:
    """One prompt. The first `prefix` ids are the system turn's: the same at every step."""

    ids: tuple[int, ...]
    prefix: int
    image_tokens: int
    pixels: "Tensor | None"  # [patches, channels x time x patch x patch], of all pictures
    grid: "Tensor | None"  # [pictures, 3]: time, rows and columns of patches

    @property
    def digest(self) -> str:
        """See prompt_digest."""
        return prompt_digest(self.ids)


def render(processor: Any, messages: Sequence[Message]) -> Rendered:
    """The conversation up to where the assistant's turn begins, by the checkpoint's own template and image processor.

    Raises BadInput for a prompt of more than MAX_INPUT_TOKENS; nothing is ever cut.
    """
    tokenizer = processor.tokenizer
    conversation = [
        {"role": message.role, "content": [_part(part, tokenizer.all_special_tokens) for part in message.parts]} for message in messages
    ]
    text = tokenizer.apply_chat_template(conversation, chat_template=processor.chat_template, add_generation_prompt=True, tokenize=False)
    pictures = [part for message in messages for part in message.parts if isinstance(part, bytes)]
    pixels = grid = None
    counts: list[int] = []
    if pictures:
        import torch

        found = [KEPT.get(processor.image_processor, picture) for picture in pictures]
        pixels, grid = (torch.cat(parts) for parts in zip(*found, strict=True))
        counts = (grid.prod(-1) // processor.image_processor.merge_size**2).tolist()
    first, *rest = text.split(IMAGE)
    if len(rest) != len(counts):
        raise BadInput(f"the chat template placed {len(rest)} of {len(counts)} pictures; use a checkpoint whose template takes pictures")
    expanded = first + "".join(IMAGE * count + piece for count, piece in zip(counts, rest, strict=True))
    ids = tuple(tokenizer(expanded, add_special_tokens=False)["input_ids"])
    if len(ids) > MAX_INPUT_TOKENS:
        raise BadInput(
            f"the prompt has {len(ids)} tokens, MAX_INPUT_TOKENS is {MAX_INPUT_TOKENS}: nothing is cut here; shorten the task's intent"
        )
    system = ids.index(tokenizer.eos_token_id) + 1 if messages[0].role == "system" and tokenizer.eos_token_id in ids else 0
    return Rendered(ids, system, sum(counts), pixels, grid)


def _part(part: str | bytes, special: Sequence[str]) -> dict[str, str]:
    return {"type": "image"} if isinstance(part, bytes) else {"type": "text", "text": inert(part, special)}
