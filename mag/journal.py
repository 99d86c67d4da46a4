"""Append-only files, one JSON object a line. Whatever stops a writer, every line it was told is written stays readable.

The last field of a line, crc32, is of the line without it: a line with a flipped bit would often be JSON still. Lines of other writers
have none and are taken as they are.
"""

import errno
import fcntl
import json
import logging
import os
import re
import zlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from mag.errors import Corrupt, NoSpace
from mag.records import canonical_json

LOG = logging.getLogger(__name__)
SEAL = re.compile(rb',?"crc32":"([0-9a-f]{8})"\}\s*$')


class Journal:
    """One such file; it comes into being with its first line."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def append(self, rows: Iterable[Mapping[str, Any]]) -> int:
        """Write the rows, all on disk when this returns; the offset of the first one. A line that an earlier writer left torn is ended
        first: it spoils only itself. Raises NoSpace when the disk is full.
        """
        data = lines_of(rows)
        if not data:
            return 0
        new = not self.path.exists()
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            offset = self._write(data)
        except OSError as error:
            if error.errno not in (errno.ENOSPC, errno.EDQUOT):
                raise
            raise NoSpace(f"no space left to write {self.path}; free some and start the same command again, it goes on") from None
        if new:
            _sync(self.path.parent)
        return offset

    def _write(self, data: bytes) -> int:
        with self.path.open("ab+", buffering=0) as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            offset = file.seek(0, os.SEEK_END)
            if offset and os.pread(file.fileno(), 1, offset - 1) != b"\n":
                data, offset = b"\n" + data, offset + 1
            while data:
                data = data[file.write(data) :]
            os.fsync(file.fileno())
        return offset

    def rows(self) -> Iterator[dict[str, Any]]:
        """The rows in the order written; torn and damaged lines are passed over."""
        for _, row in self.entries():
            yield row

    def entries(self) -> Iterator[tuple[int, dict[str, Any]]]:
        """The rows in the order written, each with its offset; torn lines are passed over, and damaged ones with a warning."""
        if not self.path.exists():
            return
        offset = 0
        with self.path.open("rb") as file:
            for line in file:
                at, offset = offset, offset + len(line)
                row = opened(line)
                if row is not None:
                    yield at, row
                elif SEAL.search(line):
                    LOG.warning("%s: the line at byte %d is not what was written and is passed over: what it held is redone", self.path, at)

    def at(self, offset: int) -> dict[str, Any]:
        """The row at this offset. Raises Corrupt when the file is no longer what it was."""
        try:
            with self.path.open("rb") as file:
                file.seek(offset)
                row = opened(file.readline())
        except OSError:
            row = None
        if row is None:
            raise Corrupt(f"{self.path} was changed while it was in use; start the same command again")
        return row


def lines_of(rows: Iterable[Mapping[str, Any]]) -> bytes:
    """The rows as a journal holds them."""
    return b"".join(sealed(encoded(row)) + b"\n" for row in rows)


def encoded(row: Mapping[str, Any]) -> bytes:
    """Canonical JSON on one line; with lone surrogates, which UTF-8 does not have, written as escapes."""
    try:
        return canonical_json(row).encode()
    except UnicodeEncodeError:
        return json.dumps(row, sort_keys=True, separators=(",", ":")).encode()


def sealed(line: bytes) -> bytes:
    """A JSON object with the checksum of its bytes as its last field."""
    return line[:-1] + b"," * (line != b"{}") + b'"crc32":"%08x"}' % zlib.crc32(line)


def opened(line: bytes) -> dict[str, Any] | None:
    """The object of a line, without its checksum; None where it is torn, damaged or no object."""
    if seal := SEAL.search(line):
        line, written = line[: seal.start()] + b"}", int(seal[1], 16)
        if zlib.crc32(line) != written:
            return None
    try:
        row = json.loads(line)
    except ValueError:
        return None
    return row if isinstance(row, dict) else None


def _sync(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
