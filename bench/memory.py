"""Memory of a whole sweep: six sets, their browsers, driver and harness, over 500 episodes and more (the pool included).

`make bench-memory`. Once a second it adds up the proportional set size (shared pages counted once) of this process and all its
descendants, and prints the mean and peak for every hundred episodes: flat means that nothing grows with their number.
"""

import argparse
import json
import os
import statistics
import tempfile
import threading
import time
from pathlib import Path

from mag.benchmark.load import load_miniarena
from mag.choice import Choice
from mag.settings import load_settings
from mag.sweep import run_sweep


def family() -> list[int]:
    """This process and all its descendants."""
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parent = int((entry / "stat").read_text().rsplit(")", 1)[1].split()[1])
            except OSError:
                continue
            children.setdefault(parent, []).append(int(entry.name))
    found, queue = [], [os.getpid()]
    while queue:
        pid = queue.pop()
        found.append(pid)
        queue += children.get(pid, ())
    return found


def megabytes(pid: int) -> float:
    """Proportional set size of a process."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("Pss:")), 0.0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--episodes", type=int, default=500)
    options = parser.parse_args()
    benchmark, settings = load_miniarena(), load_settings()
    samples = -(-options.episodes // len(benchmark.tasks))
    done, readings, own = 0, [], []
    stop = threading.Event()

    def watch() -> None:
        while not stop.wait(1.0):
            own.append((done, megabytes(os.getpid())))
            readings.append((done, sum(megabytes(pid) for pid in family())))

    def report(unit: object, outcome: str, reason: str) -> None:
        nonlocal done
        done += outcome != "infra"
        if outcome == "infra":
            print(f"infra: {reason}")

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    started = time.time()
    with tempfile.TemporaryDirectory() as folder:
        summary = run_sweep(Choice("memory", samples=samples), benchmark, benchmark.tasks, settings, Path(folder), report)
    stop.set()
    watcher.join()
    rows = []
    for first in range(0, done, 100):
        part = [value for count, value in readings if first <= count < first + 100]
        mine = [value for count, value in own if first <= count < first + 100]
        if part:
            rows.append(
                {
                    "episodes": f"{first}-{first + 99}",
                    "mean_mb": round(statistics.mean(part)),
                    "peak_mb": round(max(part)),
                    "harness_mb": round(statistics.mean(mine)),
                }
            )
    for row in rows:
        print(row)
    print(
        json.dumps(
            {
                "episodes": done,
                "sr": summary.sr,
                "sets": settings.sites.sets,
                "seconds": round(time.time() - started),
                "peak_mb": round(max(value for _, value in readings)),
                "rows": rows,
            }
        )
    )


if __name__ == "__main__":
    main()
