"""A checkpoint folder in Hugging Face's layout, as far as serving it needs: read without loading a weight."""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mag.errors import BadInput

TOKENIZERS = ("tokenizer.json", "vocab.json", "tokenizer.model")
DTYPES = {"F32": "float32", "BF16": "bfloat16", "F16": "float16"}
LONGEST_HEADER = 100_000_000  # the format's own limit


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A folder that has all its parts."""

    folder: Path
    config: Mapping[str, Any]
    dtype: str  # most of its weights are stored in: float32, bfloat16, ...; "auto" for one that vLLM may know

    @property
    def layers(self) -> tuple[str, ...]:
        """The kind of every layer (full_attention, linear_attention), () where the architecture has but one."""
        text = self.config.get("text_config") or self.config
        return tuple(text.get("layer_types") or ())


def open_checkpoint(folder: Path) -> Checkpoint:
    """Look at a folder. Raises BadInput that names what is missing or broken."""
    folder = folder.expanduser().absolute()
    if not folder.is_dir():
        raise BadInput(f"{folder} is no folder; give the folder of a checkpoint (config.json, *.safetensors, tokenizer)")
    try:
        config = json.loads((folder / "config.json").read_text())
        if not isinstance(config, dict):
            raise ValueError("not an object")
    except (OSError, ValueError) as error:
        raise BadInput(f"{folder} is no checkpoint: its config.json cannot be read ({_short(error)})") from None
    if not any((folder / name).exists() for name in TOKENIZERS):
        raise BadInput(f"{folder} is no checkpoint that can be served: it has no tokenizer ({', '.join(TOKENIZERS)})")
    return Checkpoint(folder, config, stored_dtype(folder))


def stored_dtype(folder: Path) -> str:
    """What most of the weights are stored in. Raises BadInput when a shard is missing, or a file cut short."""
    files = weight_files(folder)
    index = folder / "model.safetensors.index.json"
    if index.exists():
        try:
            wanted = set(json.loads(index.read_text())["weight_map"].values())
        except (OSError, ValueError, KeyError, AttributeError) as error:
            raise BadInput(f"{index} cannot be read ({_short(error)})") from None
        if missing := sorted(wanted - {file.name for file in files}):
            raise BadInput(f"{folder} lacks {', '.join(missing)}; copy the whole checkpoint")
    sizes = sum((_sizes(file) for file in files), Counter[str]())
    return DTYPES.get(max(sizes, key=sizes.__getitem__, default=""), "auto")


def weight_files(folder: Path) -> list[Path]:
    """The files that hold the weights, in order of name. Raises BadInput when there is none."""
    files = sorted(folder.glob("*.safetensors"))
    if not files:
        raise BadInput(f"{folder} holds no *.safetensors; save the checkpoint in that format")
    return files


def _sizes(file: Path) -> Counter[str]:
    """Bytes by the format's name of a data type."""
    sizes: Counter[str] = Counter()
    try:
        with file.open("rb") as opened:
            length = int.from_bytes(opened.read(8), "little")
            if not 2 <= length <= LONGEST_HEADER:
                raise ValueError("no safetensors header")
            header = json.loads(opened.read(length))
        header.pop("__metadata__", None)
        end = 0
        for entry in header.values():
            first, last = entry["data_offsets"]
            sizes[entry["dtype"]] += last - first
            end = max(end, last)
        if file.stat().st_size != 8 + length + end:
            raise ValueError("not as long as its header says")
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadInput(f"{file} is broken ({_short(error)}); save or copy it again") from None
    return sizes


def _short(error: Exception) -> str:
    return (getattr(error, "strerror", None) or str(error) or type(error).__name__).splitlines()[0][:80]
