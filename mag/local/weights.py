"""Checkpoints: loaded, told apart by digest, and swapped inside a running model."""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mag.errors import BadInput

if TYPE_CHECKING:
    from torch import Tensor

DIGEST_CHARS = 12
FAMILY = "qwen3_5"

# What decides about completions: the weights, and how text and pictures become ids and pixels.
DECIDING = (
    "*.safetensors",
    "config.json",
    "generation_config.json",
    "tokenizer.json",
    "tokenizer_config.json",
    "chat_template.*",
    "*preprocessor_config.json",
    "processor_config.json",
)


def checkpoint_digest(folder: Path) -> str:
    """Digest of the files that decide about completions; 12 hex characters. Raises BadInput for a folder without weights."""
    files = sorted({path for pattern in DECIDING for path in folder.glob(pattern)})
    if not any(path.suffix == ".safetensors" for path in files):
        raise BadInput(f"{folder} holds no weights (*.safetensors); give a checkpoint's, or make one with `mag train tiny-base`")
    hasher = hashlib.sha256()
    for path in files:
        hasher.update(path.name.encode() + b"\0")
        with path.open("rb") as file:
            hasher.update(hashlib.file_digest(file, "sha256").digest())
    return hasher.hexdigest()[:DIGEST_CHARS]


def state_digest(state: "Mapping[str, Tensor]") -> str:
    """Digest of weights in memory; 12 hex characters."""
    import torch

    hasher = hashlib.sha256()
    for name, tensor in sorted(state.items()):
        plain = tensor.detach().cpu().contiguous()
        hasher.update(f"{name} {plain.dtype} {tuple(plain.shape)}".encode())
        hasher.update(plain.flatten().view(torch.uint8).numpy().data)
    return hasher.hexdigest()[:DIGEST_CHARS]


def load_model(folder: Path, device: str, dtype: str) -> Any:
    """The model in evaluation mode, its text layers attending through `mag.local.attention`.

    Raises BadInput for a folder that is no checkpoint of the Qwen3.5 family, and for a device that is not there.
    """
    import torch
    from transformers import AutoModelForImageTextToText

    from mag.local import attention

    try:
        family = json.loads((folder / "config.json").read_text(encoding="utf-8")).get("model_type")
    except (OSError, ValueError):
        raise BadInput(f"{folder} is no checkpoint: it has no readable config.json") from None
    if family != FAMILY:
        raise BadInput(f"{folder} is of the family {family}; this engine runs {FAMILY}: serve other models with vLLM (`mag serve`)")
    attention.register()
    try:
        model: Any = AutoModelForImageTextToText.from_pretrained(folder, dtype=getattr(torch, dtype), local_files_only=True)
        model.set_attn_implementation({"text_config": attention.NAME, "vision_config": "sdpa"})
        return model.eval().requires_grad_(False).to(device)
    except (OSError, ValueError, RuntimeError, AssertionError) as error:
        raise BadInput(f"{folder} cannot be loaded on {device}: {' '.join(str(error).split())[:200]}") from None


def replace_weights(model: Any, source: "Path | Mapping[str, Tensor]") -> str:
    """Put other weights of the same shapes into the model, all or none; their digest.

    Raises BadInput, before anything is changed, where names or shapes do not fit.
    """
    import torch

    state = _read(source) if isinstance(source, Path) else source
    own = model.state_dict()
    tied = set(getattr(model, "all_tied_weights_keys", {})) if model.config.get_text_config().tie_word_embeddings else set()
    wrong = [name for name in state if name not in own or own[name].shape != state[name].shape]
    missing = [name for name in own if name not in state and name not in tied]
    if wrong or missing:
        raise BadInput(f"these weights are not the model's: {(wrong + missing)[0]} does not fit; give a checkpoint of the same shape")
    with torch.no_grad():
        for name, tensor in state.items():
            own[name].copy_(tensor)
    return checkpoint_digest(source) if isinstance(source, Path) else state_digest(state)


def _read(folder: Path) -> "dict[str, Tensor]":
    from safetensors import SafetensorError
    from safetensors.torch import load_file

    state: dict[str, Tensor] = {}
    for path in sorted(folder.glob("*.safetensors")):
        try:
            state |= load_file(path)
        except (SafetensorError, OSError) as error:
            raise BadInput(f"{path} cannot be read as weights: {error}") from None
    return state
