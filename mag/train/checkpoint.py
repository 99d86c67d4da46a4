"""A round's checkpoint on disk: there whole or not at all."""

import os
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mag.runs import COMMITTED, read_json, write_json

WEIGHTS = (".safetensors", ".bin", ".pt", ".pth")


def partials(folder: Path) -> tuple[Path, Path]:
    """Where weights and optimiser state are written before they count."""
    return folder / ".weights.partial", folder / ".optimizer.partial"


def commit(folder: Path, start: Path, facts: Mapping[str, float]) -> None:
    """Complete the checkpoint with what the one it started from has besides weights, and let it appear: weights/ last."""
    weights, optimizer = partials(folder)
    complete(weights, start, facts)
    sync_tree(optimizer)
    optimizer.rename(folder / "optimizer")
    weights.rename(folder / "weights")
    _sync(folder)


def complete(weights: Path, start: Path, facts: Mapping[str, Any]) -> None:
    """Add to weights what the checkpoint they were trained from has besides, and COMMITTED.json with the facts; all of it on disk then."""
    for file in start.iterdir():  # tokenizer, processor, chat template
        own = file.suffix in WEIGHTS or ".index." in file.name or (weights / file.name).exists()
        if file.is_file() and not own:
            shutil.copyfile(file, weights / file.name)
    write_json(weights / COMMITTED, facts)
    sync_tree(weights)


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


def updates_behind(weights: Path) -> int:
    """Updates behind a checkpoint that a round wrote; 0 for one from elsewhere."""
    path = weights / COMMITTED
    return int(read_json(path).get("updates", 0)) if path.exists() else 0
