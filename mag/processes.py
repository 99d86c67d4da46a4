"""Which process is meant: its number with its start, for numbers are given to others later (proc_pid_stat(5), pid_namespaces(7))."""

import os
from collections.abc import Iterator
from pathlib import Path

PROC = Path("/proc")
STARTED = 19  # field 22 of /proc/PID/stat, counted after the program's name


def mark(pid: int = 0) -> str:
    """NAMESPACE.PID.START of a process, by default this one; "" where it is gone or the system has no /proc."""
    try:
        state, *fields = _stat(pid or os.getpid())
    except (OSError, IndexError):
        return ""
    return "" if state in "ZX" else f"{_namespace()}.{pid or os.getpid()}.{fields[STARTED - 1]}"


def pid_of(marked: str) -> int:
    """The process number in a mark, 0 where there is none."""
    parts = marked.split(".")
    return int(parts[1]) if len(parts) == 3 and parts[1].isdigit() else 0


def gone(marked: str) -> bool:
    """Whether the marked process has certainly ended. Of other namespaces (containers), and without a mark, nothing is certain."""
    pid = pid_of(marked)
    return bool(pid) and marked.split(".")[0] == _namespace() != "" and mark(pid) != marked


def with_variable(name: str) -> Iterator[tuple[int, str, str]]:
    """Other processes of this user that started with an environment variable: their number, its value, their command line."""
    key = f"{name}=".encode()
    for folder in PROC.glob("[0-9]*"):
        try:
            if folder.stat().st_uid != os.getuid() or int(folder.name) == os.getpid():
                continue
            values = [pair[len(key) :] for pair in (folder / "environ").read_bytes().split(b"\0") if pair.startswith(key)]
            command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace").strip()
        except OSError:  # it ended, or is not to be looked at
            continue
        if values and command:
            yield int(folder.name), values[0].decode(errors="replace"), command


def commands() -> list[str]:
    """Command lines of all processes that can be seen."""
    found = []
    for path in PROC.glob("[0-9]*/cmdline"):
        try:
            found.append(path.read_bytes().replace(b"\0", b" ").decode(errors="replace"))
        except OSError:
            continue
    return found


def _stat(pid: int) -> list[str]:
    return (PROC / str(pid) / "stat").read_text(errors="replace").rpartition(")")[2].split()


def _namespace() -> str:
    try:
        return os.readlink(PROC / "self" / "ns" / "pid").removeprefix("pid:[").removesuffix("]")
    except OSError:
        return ""
