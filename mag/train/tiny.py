"""A tiny model of Qwen3.5's architecture: a whole checkpoint folder that transformers and vLLM load like any other.

Every layer is full attention: the hybrid's linear layers cost 1.5 to 1.8 times as much a step on a CPU, learn to copy more slowly, and
keep vLLM's CPU build from running in fp32. The output head is a matrix of its own, as in Qwen3.5-9B: vLLM reloads pushed weights of a
tied head wrongly on CPUs. While the base learns to copy, the two matrices are one (`mag.train.tiny_base`).
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mag.local.processor import IMAGE, VIDEO, VISION_END, VISION_START, make_processor
from mag.train.tiny_tokenizer import END_OF_TEXT, END_OF_TURN, build_tokenizer

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerBase, Qwen3_5Config, Qwen3_5ForConditionalGeneration

PATCH, MERGE = 16, 2  # as Qwen3.5: one visual token is 32 x 32 pixels
PIXELS = {"shortest_edge": 64 * 64, "longest_edge": 8_192}  # areas; a 1440 x 900 screenshot becomes 96 x 64: 6 visual tokens


@dataclass(frozen=True, slots=True)
class TinyShape:
    """Sizes of the model: 2.3 million parameters."""

    hidden: int = 128
    layers: int = 4
    heads: int = 4
    kv_heads: int = 4  # as many as heads: what is copied passes through them whole
    head_dim: int = 32
    vision_hidden: int = 64
    vision_depth: int = 1
    initializer: float = 0.06  # at this width the usual 0.02 is slow to learn


def build_tiny(folder: Path, seed: int = 0, shape: TinyShape | None = None) -> Path:
    """Write a checkpoint with random weights: model, tokenizer, chat template, image processor. The same seed gives the same files.

    All tiny models share one tokenizer, whatever their seed.
    """
    tokenizer = build_tokenizer()
    model = random_model(tokenizer, seed, shape or TinyShape())
    save_checkpoint(folder, model, tokenizer)
    return folder


def random_model(tokenizer: "PreTrainedTokenizerBase", seed: int, shape: TinyShape) -> "Qwen3_5ForConditionalGeneration":
    """The model in fp32; leaves torch's own random state as it was."""
    import torch
    from transformers import Qwen3_5ForConditionalGeneration

    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        model = Qwen3_5ForConditionalGeneration(_config(tokenizer, shape))
    model.eval()  # type: ignore[no-untyped-call]
    return model


def save_checkpoint(folder: Path, model: "Qwen3_5ForConditionalGeneration", tokenizer: "PreTrainedTokenizerBase") -> None:
    """Write everything that belongs to a checkpoint, laid out as on the hub."""
    from safetensors.torch import save_file
    from transformers import GenerationConfig

    folder.mkdir(parents=True, exist_ok=True)
    ends = [int(tokenizer.convert_tokens_to_ids(text)) for text in (END_OF_TURN, END_OF_TEXT)]  # type: ignore[arg-type]
    generation = GenerationConfig(eos_token_id=ends, pad_token_id=tokenizer.pad_token_id)  # type: ignore[no-untyped-call]
    generation.save_pretrained(folder)
    model.config.dtype = str(model.dtype).removeprefix("torch.")
    model.config.architectures = [type(model).__name__]
    model.config.save_pretrained(folder)
    # Not through save_pretrained: it imports deepspeed where that is installed, four seconds for eight megabytes.
    save_file(model.state_dict(), folder / "model.safetensors", metadata={"format": "pt"})
    tokenizer.save_pretrained(folder)
    for name, kind in (("preprocessor_config", "image"), ("video_preprocessor_config", "video")):
        (folder / f"{name}.json").write_text(json.dumps(_vision_file(kind), indent=2) + "\n", encoding="utf-8")


def tiny_processor(tokenizer: "PreTrainedTokenizerBase") -> Any:
    """The processor of the tiny model before it lies in a folder; afterwards `mag.local.processor.load_processor` loads it."""
    from transformers.models.qwen2_vl.image_processing_pil_qwen2_vl import Qwen2VLImageProcessorPil

    fields = {key: value for key, value in _vision_file("image").items() if not key.endswith("_type")}
    return make_processor(tokenizer, Qwen2VLImageProcessorPil(**fields))


def _vision_file(kind: str) -> dict[str, Any]:
    half = [0.5, 0.5, 0.5]
    names = {
        "image": {"image_processor_type": "Qwen2VLImageProcessorFast"},
        "video": {"video_processor_type": "Qwen3VLVideoProcessor"},
    }
    common = {"patch_size": PATCH, "temporal_patch_size": 2, "merge_size": MERGE, "size": PIXELS, "image_mean": half, "image_std": half}
    return {**common, "processor_class": "Qwen3VLProcessor", **names[kind]}


def _config(tokenizer: "PreTrainedTokenizerBase", shape: TinyShape) -> "Qwen3_5Config":
    from transformers import Qwen3_5Config, Qwen3_5TextConfig, Qwen3_5VisionConfig

    def token(text: str) -> int:
        return int(tokenizer.convert_tokens_to_ids(text))  # type: ignore[arg-type]

    pairs = shape.head_dim // 4  # half of a head's dimensions are rotated, two by two
    text = Qwen3_5TextConfig(
        vocab_size=(len(tokenizer) + 63) // 64 * 64,
        hidden_size=shape.hidden,
        intermediate_size=3 * shape.hidden,
        num_hidden_layers=shape.layers,
        num_attention_heads=shape.heads,
        num_key_value_heads=shape.kv_heads,
        head_dim=shape.head_dim,
        layer_types=["full_attention"] * shape.layers,
        max_position_embeddings=32_768,
        initializer_range=shape.initializer,
        tie_word_embeddings=False,
        eos_token_id=token(END_OF_TURN),
        pad_token_id=token(END_OF_TEXT),
        rope_parameters={
            "rope_type": "default",
            "rope_theta": 10_000.0,
            "partial_rotary_factor": 0.5,
            "mrope_section": [(pairs + 2) // 3, (pairs + 1) // 3, pairs // 3],
            "mrope_interleaved": True,
        },
    )
    vision = Qwen3_5VisionConfig(
        depth=shape.vision_depth,
        hidden_size=shape.vision_hidden,
        intermediate_size=2 * shape.vision_hidden,
        num_heads=2,
        patch_size=PATCH,
        temporal_patch_size=2,
        spatial_merge_size=MERGE,
        out_hidden_size=shape.hidden,
        num_position_embeddings=64,
        initializer_range=shape.initializer,
    )
    return Qwen3_5Config(
        text_config=text,
        vision_config=vision,
        image_token_id=token(IMAGE),
        video_token_id=token(VIDEO),
        vision_start_token_id=token(VISION_START),
        vision_end_token_id=token(VISION_END),
        tie_word_embeddings=False,
    )
