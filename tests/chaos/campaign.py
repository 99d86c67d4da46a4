"""Killing what runs of a study, again and again: who is there to be killed, when, and what the study comes to."""

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, ClassVar

from mag import processes

VARIABLE = "MAG_CHAOS"
STARTER = [sys.executable, "-m", "tests.chaos.starter"]
Victims = Mapping[str, tuple[str, str | None]]  # by what a command line holds, and what it does not
VICTIMS: Victims = {
    "sites": ("mag.miniarena.server", None),
    "update": ("mag.train.", "keeper.py"),
    "node": ("run-driver", None),
    "browser": ("--remote-debugging-pipe", "--type="),
}
RARELY = {"worker", "server"}  # always there: nothing else would be hit
LAST_STARTS = 6  # to finish in
POLL_S = 0.1
LONGEST_S = 60.0  # between two kills: who waits before a further try computes nothing
OF_ITS_COURSE = ("cost", "spending")  # tables of how long it took, and of prompts that an engine still had in memory


@dataclass(frozen=True)
class Place:
    """Runs and temporary files of one study, in one folder."""

    folder: Path

    @property
    def runs(self) -> Path:
        return self.folder / "runs"

    @property
    def temporary(self) -> Path:
        return self.folder / "tmp"

    def variables(self, conf: Path) -> dict[str, str]:
        """Environment of its driver; by VARIABLE everything that comes of it is known."""
        home = conf.parent / "home"
        own = {"MAG_CONF": conf, "MAG_RUNS": self.runs, "MAG_HOME": home, "TMPDIR": self.temporary, VARIABLE: self.folder}
        return {name: str(value) for name, value in own.items()} | {"PYTHONPATH": os.getcwd(), "OMP_NUM_THREADS": "1"}

    def processes(self) -> dict[int, str]:
        """Number and command line of all that runs for it, besides the driver."""
        found = processes.with_variable(VARIABLE)
        return {pid: command for pid, value, command in found if value == str(self.folder) and processes.mark(pid)}

    def table(self) -> dict[str, bytes]:
        """Weights, scores, summaries and the tables of the analysis by path."""
        kinds = ("model.safetensors", "scores.csv", "summary.json", "tables/*.csv")
        found = (path for kind in kinds for path in sorted(self.runs.rglob(kind)) if path.stem not in OF_ITS_COURSE)
        return {str(path.relative_to(self.runs)): path.read_bytes() for path in found}

    def finished(self) -> dict[str, tuple[int, int]]:
        """Inode and time of every episode that is there whole."""
        found = ((path, path.stat()) for path in self.runs.rglob("episodes/[0-9]*/episode.json"))
        return {str(path): (stat.st_ino, stat.st_mtime_ns) for path, stat in found}


@dataclass
class Driver:
    """A `mag study run` under way."""

    kind: ClassVar[str] = "driver"
    starter: "subprocess.Popen[str]"
    pid: int
    seconds: float = 0.0  # of CPU time, once it has ended

    @property
    def up(self) -> bool:
        return bool(processes.mark(self.pid))

    def wait(self) -> int:
        """How it ended."""
        status, seconds = _said(self.starter, "ended").split()
        self.seconds = float(seconds)
        return int(status)


@contextmanager
def starter() -> Iterator[Callable[..., Driver]]:
    """Starts drivers, one at a time: `start(place, conf, "study", "run", ...)`. apart: updates run in processes of their own, as on GPUs."""
    variables = os.environ | {"OMP_NUM_THREADS": "1", "PYTHONPATH": os.getcwd()}
    process = subprocess.Popen(STARTER, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=variables)

    def start(place: Place, conf: Path, *arguments: str, apart: bool = False) -> Driver:
        place.temporary.mkdir(parents=True, exist_ok=True)
        about = {"log": str(place.folder / "log"), "folder": os.getcwd(), "variables": place.variables(conf)}
        process.stdin.write(json.dumps({**about, "arguments": arguments, "apart": apart}) + "\n")
        process.stdin.flush()
        return Driver(process, int(_said(process, "started")))

    try:
        _said(process, "ready")
        yield start
    finally:
        process.kill()
        process.communicate()


def _said(process: "subprocess.Popen[str]", what: str) -> str:
    word, _, value = process.stdout.readline().strip().partition(" ")
    assert word == what, word
    return value


@dataclass
class Kills:
    """Who was killed, how the drivers ended, and each episode as it was when it was first seen."""

    victims: Counter[str] = field(default_factory=Counter)
    ends: Counter[int] = field(default_factory=Counter)
    finished: dict[str, tuple[int, int]] = field(default_factory=dict)

    def see(self, place: Place) -> None:
        self.finished = place.finished() | self.finished


def campaign(begin: Callable[[], Any], place: Place, random: Random, wanted: int, lasts: float, victims: Victims = VICTIMS) -> Kills:
    """Kill so many times at random moments of a run that takes `lasts` seconds of CPU time when it is left alone, then let it finish.
    begin: starts what drives it, a Driver or what has the same to say.

    Short and long pauses alternate, so that some kills hit a start and others find work done; they are counted in CPU time, so that it
    does not matter how busy the machine is. Ends early when the run is done.
    """
    kills = Kills()
    driver = begin()
    while kills.victims.total() < wanted:
        pause = random.uniform(0.01, 0.06) if kills.victims.total() % 2 else random.uniform(0.06, 0.2)
        _work(driver, place, pause * lasts)
        kills.see(place)
        if driver.up:
            kind, pid = choose(driver, place, random, victims)
            with suppress(ProcessLookupError):  # it may have ended by itself
                if pid:
                    os.kill(pid, signal.SIGKILL)
                    kills.victims[kind] += 1
            while kind == driver.kind and driver.pid == pid and driver.up:
                time.sleep(0.01)
        if not driver.up:
            if _ended(driver, kills) == 0:
                return kills
            driver = begin()
    for _ in range(LAST_STARTS):
        if _ended(driver, kills) == 0:
            break
        driver = begin()
    return kills


def choose(driver: Any, place: Place, random: Random, victims: Victims) -> tuple[str, int]:
    """The driver one time in four, else one of the kinds that are there beside it, and of that kind one."""
    there: dict[str, list[int]] = {}
    for pid, command in sorted(place.processes().items()):
        for kind, (holds, lacks) in victims.items():
            if holds in command and not (lacks and lacks in command):
                there.setdefault(kind, []).append(pid)
    if not there or (driver.pid and random.random() < 0.25):
        return driver.kind, driver.pid
    rare, usual = sorted(there.keys() & RARELY), sorted(there.keys() - RARELY)
    kind = random.choice(usual if usual and (not rare or random.random() < 0.7) else rare)
    return kind, random.choice(there[kind])


def _work(driver: Any, place: Place, seconds: float) -> None:
    """Until all of it together has computed for so long, or the driver has ended."""
    before, done, limit = 0.0, 0.0, time.monotonic() + LONGEST_S
    while driver.up and done < seconds and time.monotonic() < limit:
        time.sleep(POLL_S)
        now = sum(map(_computed, (driver.pid, *place.processes())))
        before, done = now, done + (max(0.0, now - before) if before else 0.0)


def _computed(pid: int) -> float:
    """CPU seconds of a process and of its children that have ended (proc_pid_stat(5)); 0 where it is gone."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


def _ended(driver: Any, kills: Kills) -> int:
    status = driver.wait()
    kills.ends[status] += 1
    return status
