"""One holder at a time of a run, a queue or an environment set: file locks, which the kernel lets go of however the holder ends."""

import fcntl
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from mag.errors import BadInput


@contextmanager
def hold(path: Path) -> Iterator[bool]:
    """Whether the lock could be had; held until the end of the block. The file says who has it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("ab+", buffering=0) as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            yield False
            return
        file.truncate(0)
        with suppress(OSError):  # on a full disk it is held all the same, without a name
            file.write(f"{os.getpid()} {Path(sys.argv[0]).name}\n".encode())
        try:
            yield True
        finally:
            file.truncate(0)


def holder(path: Path) -> str:
    """Process id and program that hold the lock, "" when it is free."""
    try:
        with path.open("r") as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except FileNotFoundError:
        return ""
    except OSError:
        return path.read_text().strip() or "a program"
    return ""


@contextmanager
def held(path: Path, doing: str) -> Iterator[None]:
    """Hold the lock until the end of the block. Raises BadInput, "`doing` by process N", when another program has it."""
    with hold(path) as had:
        if not had:
            raise BadInput(f"{doing} by process {path.read_text().strip() or '?'}; wait for it or stop it")
        yield
