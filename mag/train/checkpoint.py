"""A round's checkpoint on disk: there whole or not at all."""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mag.errors import Corrupt
from mag.local.weights import checkpoint_digest
from mag.runs import COMMITTED, read_json, write_json

if TYPE_CHECKING:
    from torch import Tensor

WEIGHTS = (".safetensors", ".bin", ".pt", ".pth")
RESTORE = "bring back a copy of it and start the same command again, or train anew under another name; nothing was computed from it"


def partials(folder: Path) -> tuple[Path, Path]:
    """Where weights and optimiser state are written before they count."""
    return folder / ".weights.partial", folder / ".optimizer.partial"


def commit(folder: Path, start: Path, facts: Mapping[str, Any]) -> None:
    """Complete the checkpoint with what the one it started from has besides weights, and let it appear: weights/ last."""
    weights, optimizer = partials(folder)
    _bring(weights, start)
    complete(weights, start, {**facts, "digest": checkpoint_digest(weights), "optimizer": folder_digest(optimizer)})
    sync_tree(optimizer)
    optimizer.rename(folder / "optimizer")
    weights.rename(folder / "weights")
    _sync(folder)


def complete(weights: Path, start: Path, facts: Mapping[str, Any]) -> None:
    """Add to weights what the checkpoint they were trained from has besides, and COMMITTED.json with the facts; all of it on disk then."""
    _bring(weights, start)
    write_json(weights / COMMITTED, facts)
    sync_tree(weights)


def write_model(folder: Path, model: Any, state: Mapping[str, Tensor]) -> None:
    """Weights under these names, configuration and generation settings.

    `save_pretrained` renames what was loaded in shards. A weight may be a view of a larger buffer, which safetensors refuses; tied ones
    share their copy, and are written once.
    """
    from huggingface_hub import save_torch_state_dict

    copies: dict[tuple[int, object], Tensor] = {}
    for tensor in state.values():
        where = (tensor.data_ptr(), tensor.shape)
        copies[where] = copies[where] if where in copies else tensor.clone()
    folder.mkdir(parents=True, exist_ok=True)
    save_torch_state_dict({name: copies[tensor.data_ptr(), tensor.shape] for name, tensor in state.items()}, folder)
    model.config.save_pretrained(folder)
    model.generation_config.save_pretrained(folder)


def _bring(weights: Path, start: Path) -> None:
    for file in start.iterdir():  # tokenizer, processor, chat template
        own = file.suffix in WEIGHTS or ".index." in file.name or (weights / file.name).exists()
        if file.is_file() and not own:
            shutil.copyfile(file, weights / file.name)


def sync_tree(folder: Path) -> None:
    """Everything in the folder is on disk when this returns."""
    for path in (*folder.rglob("*"), folder):
        _sync(path)


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def agree(weights: Path, found: str = "") -> None:
    """Raise Corrupt where a checkpoint that training wrote is no longer what it wrote. found: its digest as far as known, else computed."""
    if known := _said(weights).get("digest"):
        found = found or checkpoint_digest(weights)
        if found != known:
            raise Corrupt(f"{weights} is not what training wrote (digest {found}, written {known}); {RESTORE}")


def agree_state(optimizer: Path) -> None:
    """The same for the optimiser's state beside a round's weights."""
    known = _said(optimizer.with_name("weights")).get("optimizer")
    if known and folder_digest(optimizer) != known:
        raise Corrupt(f"{optimizer} is not what training wrote; {RESTORE}")


def folder_digest(folder: Path) -> str:
    """Digest of every file's name and content, 12 hex characters; "" where there is no folder."""
    hasher = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        hasher.update(f"{path.relative_to(folder).as_posix()}\0".encode())
        with path.open("rb") as file:
            hasher.update(hashlib.file_digest(file, "sha256").digest())
    return hasher.hexdigest()[:12] if folder.is_dir() else ""


def _said(weights: Path) -> dict[str, Any]:
    path = weights / COMMITTED
    return dict(read_json(path)) if path.exists() else {}


def updates_behind(weights: Path) -> int:
    """Updates behind a checkpoint that a round wrote; 0 for one from elsewhere."""
    path = weights / COMMITTED
    return int(read_json(path).get("updates", 0)) if path.exists() else 0
