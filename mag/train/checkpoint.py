"""A round's checkpoint on disk: there whole or not at all."""

import os
import shutil
from collections.abc import Mapping
from pathlib import Path

from mag.runs import COMMITTED, read_json, write_json

WEIGHTS = (".safetensors", ".bin", ".pt", ".pth")


def partials(folder: Path) -> tuple[Path, Path]:
    """Where weights and optimiser state are written before they count."""
    return folder / ".weights.partial", folder / ".optimizer.partial"


def commit(folder: Path, start: Path, facts: Mapping[str, float]) -> None:
    """Complete the checkpoint with what the one it started from has besides weights, and let it appear: weights/ last."""
    weights, optimizer = partials(folder)
    for file in start.iterdir():  # tokenizer, processor, chat template
        own = file.suffix in WEIGHTS or ".index." in file.name or (weights / file.name).exists()
        if file.is_file() and not own:
            shutil.copyfile(file, weights / file.name)
    write_json(weights / COMMITTED, facts)
    for path in (*weights.rglob("*"), weights, *optimizer.rglob("*"), optimizer):
        _sync(path)
    optimizer.rename(folder / "optimizer")
    weights.rename(folder / "weights")
    _sync(folder)


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
