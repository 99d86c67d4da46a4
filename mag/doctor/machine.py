"""Disk, memory and processors, beside what the conf's environment sets will want (measured: docs/results.md)."""

import os
import shutil
from pathlib import Path

from mag.doctor.asked import Asked
from mag.doctor.finding import Finding

SET_MB = 270  # of memory: a browser and the six sites of a miniarena set (1.6 GB for six)
EPISODE_MB = 1.5  # on disk: a demonstration with its screenshots
LEAST_MB, WORTH_A_WORD_MB = 1_000, 5_000


def disk(asked: Asked) -> list[Finding]:
    """Room to write for run folders and for snapshots, and whether one may write there."""
    found = []
    for name in dict.fromkeys((asked.settings.runs.folder, asked.settings.sites.home)):
        there = _existing(Path(name))
        free = shutil.disk_usage(there).free / 1e6
        text = f"{free / 1e3:.1f} GB free for {name}, about {free / EPISODE_MB:,.0f} episodes"
        if not os.access(there, os.W_OK):
            found.append(
                Finding("disk", "broken", f"{name} cannot be written", f"chown it, or name another folder in {_where(name, asked)}")
            )
        elif free < LEAST_MB:
            found.append(Finding("disk", "broken", text, f"free some, or name a folder on a larger disk in {_where(name, asked)}"))
        else:
            found.append(
                Finding("disk", "ok" if free >= WORTH_A_WORD_MB else "warning", text, "" if free >= WORTH_A_WORD_MB else "free some")
            )
    return found


def _where(name: str, asked: Asked) -> str:
    return "conf/runs.yaml (folder)" if name == asked.settings.runs.folder else "conf/sites.yaml (home)"


def _existing(path: Path) -> Path:
    """The folder, or the nearest one above it that is there."""
    path = path.absolute()
    return next(one for one in (path, *path.parents) if one.exists())


def memory(asked: Asked) -> list[Finding]:
    """Free memory beside what the sets will take."""
    available = _available_mb()
    if available is None:
        return []
    sets = asked.settings.sites.sets
    own = asked.settings.sites.stack == "miniarena"
    wanted = SET_MB * sets if own else 0  # WebArena's sets usually run elsewhere: docker-compose.yml says what they want
    text = f"{available / 1e3:.1f} GB free; {sets} sets take about {wanted / 1e3:.1f} GB" if own else f"{available / 1e3:.1f} GB free"
    if available < wanted:
        return [Finding("memory", "warning", text, f"give conf/sites.yaml fewer sets: {max(1, int(available // SET_MB))}")]
    return [Finding("memory", "ok", text)]


def _available_mb() -> float | None:
    try:
        rows = dict(line.split(":", 1) for line in Path("/proc/meminfo").read_text().splitlines())
        return int(rows["MemAvailable"].split()[0]) / 1e3
    except (OSError, KeyError, ValueError):
        return None


def processors(asked: Asked) -> list[Finding]:
    """How busy the processors are: sets that wait for one another give fewer episodes, never other results."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    load = os.getloadavg()[0]
    text = f"{cores}, load {load:.1f}"
    if load > 2 * cores:
        return [Finding("processors", "warning", text, "other work slows episodes down; `top` shows whose it is")]
    return [Finding("processors", "ok", text)]
