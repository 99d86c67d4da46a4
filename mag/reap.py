"""What interrupted programs left behind: processes whose supervisor has ended, units that were never completed, databases of dead sets.

Nothing is taken that might still be somebody's: a process only if it carries the mark of a supervisor (mag.supervise) that has provably
ended, a file only under a name that our writers use for what does not count yet, and untouched for a day.
"""

import os
import re
import shutil
import signal
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from mag import processes
from mag.supervise import VARIABLE

DAY_S = 86400.0
END_S = 20.0  # between asking an orphan to end and ending it
PARTIALS = (
    re.compile(r"\.\d+-s\d+-[0-9a-f]{12}-\d+"),  # an episode (mag.runs.EvalFolder.store)
    re.compile(r"\.[\w.-]+\.(json|csv|md|tex|html|jsonl|yaml|parquet|pt|txt|svg|png|pdf)\.\d+"),  # a file (mag.runs.write_atomic)
    re.compile(r"\.[\w-]+\.partial"),  # a checkpoint (mag.train)
)
# Databases of a set that ends with its program (mag.sites.miniarena), the profile of a browser; their processes name them.
NAMED = re.compile(r"mag-set\d+-\w{8}|playwright_chromiumdev_profile-\w{6}")
UNNAMED = re.compile(r"playwright-artifacts-\w{6}")  # downloads of a browser: no process names them
DRIVER = "run-driver"  # in the command line of Playwright's own process


@dataclass(frozen=True)
class Orphan:
    """A process that outlived its supervisor."""

    pid: int
    owner: str  # mark of the supervisor
    own: str  # its own mark
    command: str


def orphans() -> list[Orphan]:
    """Processes of this user and machine that a supervisor of ours started, directly or not, and that are still here without it."""
    found = processes.with_variable(VARIABLE)
    return sorted(
        (Orphan(pid, owner, processes.mark(pid), command) for pid, owner, command in found if processes.gone(owner)),
        key=lambda one: one.pid,
    )


def end(found: list[Orphan], patience_s: float = END_S) -> int:
    """Ask them to end, then end those that have not; how many are gone. Each is looked at again before: its number may be another's."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        for one in found:
            if one.own and not processes.gone(one.own):
                with suppress(ProcessLookupError):
                    os.kill(one.pid, number)
        limit = time.monotonic() + patience_s
        while time.monotonic() < limit and not all(processes.gone(one.own) for one in found):
            time.sleep(0.1)
    return sum(processes.gone(one.own) for one in found)


def leftovers(folder: Path, older_s: float = DAY_S) -> list[Path]:
    """Files and folders under `folder` that a writer never completed, and in which nothing has changed for so long."""
    found = []
    for place, folders, files in os.walk(folder):
        for name in (*folders, *files):
            path = Path(place, name)
            if any(pattern.fullmatch(name) for pattern in PARTIALS) and not path.is_symlink() and _age(path) > older_s:
                found.append(path)
        folders[:] = [name for name in folders if not name.startswith(".")]
    return sorted(found)


def dead_sets(older_s: float = DAY_S) -> list[Path]:
    """Temporary folders of environment sets and browsers that no process mentions any more; downloads while nobody runs a browser."""
    running = processes.commands()
    driven = any(DRIVER in command for command in running)

    def dead(path: Path) -> bool:
        named = NAMED.fullmatch(path.name)
        return bool(
            (named or (UNNAMED.fullmatch(path.name) and not driven))
            and not path.is_symlink()
            and path.is_dir()
            and path.stat().st_uid == os.getuid()
            and _age(path) > older_s
            and running
            and not any(str(path) in command for command in running)
        )

    return sorted(filter(dead, Path(tempfile.gettempdir()).iterdir()))


def remove(paths: list[Path]) -> None:
    """Remove files and folders, those that are gone already among them."""
    for path in paths:
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)


def _age(path: Path) -> float:
    """Seconds since the last change of it or of anything in it; 0 where it is going away right now."""
    try:
        return time.time() - max(one.lstat().st_mtime for one in (path, *_inside(path)))
    except OSError:
        return 0.0


def _inside(path: Path) -> Iterator[Path]:
    return path.rglob("*") if path.is_dir() else iter(())
