"""A file system of a few megabytes that can be filled to the last byte and freed again."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest


class SmallDisk:
    """A folder that is one."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._ballast = path / "ballast"

    def fill(self, leave: int = 0) -> None:
        """Leave so many bytes free, whole pages of 4 KiB."""
        with self._ballast.open("ab", buffering=0) as file, suppress(OSError):
            while file.write(b"\0" * 4096):
                pass
        size = self._ballast.stat().st_size
        with self._ballast.open("r+b") as file:
            file.truncate(max(0, size - leave))

    def free(self) -> None:
        """Make room again."""
        self._ballast.unlink(missing_ok=True)


@contextmanager
def small_disk(path: Path, megabytes: int) -> Iterator[SmallDisk]:
    """It, mounted while the block lasts; skips the test where that is not allowed."""
    path.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", str(path)], capture_output=True).returncode:
        pytest.skip("needs the right to mount a small file system")
    try:
        yield SmallDisk(path)
    finally:
        subprocess.run(["umount", "--lazy", str(path)], check=True)
