"""Rows rendered by a checkpoint's own processor, with the function that the local engine renders by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mag.contract.prompt import Prompt
from mag.local.processor import load_processor
from mag.local.prompt import render
from mag.models.base import prompt_digest
from mag.models.conversation import conversation, inert

if TYPE_CHECKING:
    from torch import Tensor


class ProcessorRenderer:
    """See mag.train.rows.Renderer."""

    def __init__(self, processor: Any) -> None:
        self.processor = processor
        self.pad_id: int = processor.tokenizer.pad_token_id

    @classmethod
    def load(cls, folder: Path) -> ProcessorRenderer:
        """Of a checkpoint. Raises BadInput for a folder that holds none."""
        return cls(load_processor(folder))

    def prompt(self, system: str, user: str, png: bytes) -> Mapping[str, Tensor]:
        """See Renderer.prompt: the conversation that a policy asks a model with."""
        import torch

        found = render(self.processor, conversation(Prompt(system, user), png))
        ids = torch.tensor([found.ids])
        inputs = {"input_ids": ids, "mm_token_type_ids": (ids == self.processor.image_token_id).int()}
        assert found.pixels is not None
        assert found.grid is not None
        return {**inputs, "pixel_values": found.pixels, "image_grid_thw": found.grid}

    def prompt_digest(self, ids: Sequence[int]) -> str:
        """See Renderer.prompt_digest."""
        return prompt_digest(ids)

    def completion(self, text: str) -> tuple[int, ...]:
        """See Renderer.completion. What reads like a special token is no more one here than in a prompt."""
        tokenizer = self.processor.tokenizer
        return (*tokenizer.encode(inert(text, tokenizer.all_special_tokens), add_special_tokens=False), tokenizer.eos_token_id)
