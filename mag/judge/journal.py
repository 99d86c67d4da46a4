"""Append-only files, one JSON object a line. Whatever stops a writer, every line it was told is written stays readable."""

import fcntl
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from mag.records import canonical_json


class Journal:
    """One such file; it comes into being with its first line."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def append(self, rows: Iterable[Mapping[str, Any]]) -> None:
        """Write the rows, all on disk when this returns. A line that an earlier writer left torn is ended first: it spoils only itself."""
        data = "".join(canonical_json(row) + "\n" for row in rows).encode()
        if not data:
            return
        new = not self.path.exists()
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("ab+", buffering=0) as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            if (size := file.seek(0, os.SEEK_END)) and os.pread(file.fileno(), 1, size - 1) != b"\n":
                data = b"\n" + data
            while data:
                data = data[file.write(data) :]
            os.fsync(file.fileno())
        if new:
            _sync(self.path.parent)

    def rows(self) -> Iterator[dict[str, Any]]:
        """The rows in the order written; torn lines are passed over."""
        if not self.path.exists():
            return
        with self.path.open("rb") as file:
            for line in file:
                try:
                    row = json.loads(line)
                except ValueError:
                    continue
                if isinstance(row, dict):
                    yield row


def _sync(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
