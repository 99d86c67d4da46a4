"""When each unit was started and ended, and how long it took: <runs>/<study>/study.jsonl; and from that, how long the rest will take."""

import os
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from mag.journal import Journal
from mag.locks import held, holder
from mag.study.conf import Study
from mag.study.units import Unit

DIARY = "study.jsonl"


@dataclass(frozen=True)
class Spent:
    """Seconds by unit, all starts together; of a unit that was killed, those of the other starts."""

    seconds: dict[str, float]
    finished: dict[str, float]  # of the units that came to their end


def lock_of(study: Study, unit: Unit) -> Path:
    """The file whose lock a unit in hand holds."""
    return study.folder / "locks" / f"{unit.name.replace('/', '.')}.lock"


def worker(study: Study, unit: Unit) -> str:
    """Process and program that work on a unit, "" for nobody."""
    return holder(lock_of(study, unit))


@contextmanager
def noted(study: Study, unit: Unit) -> Iterator[None]:
    """Hold the unit and write down its start and its end. Raises BadInput where another process is at it."""
    with held(lock_of(study, unit), f"{unit.name} of {study.name} is being worked on"):
        diary, began = Journal(study.folder / DIARY), time.monotonic()
        row = {"unit": unit.name, "kind": unit.kind, "pid": os.getpid()}
        diary.append([{**row, "event": "start", "at": time.time()}])
        try:
            yield
        finally:
            seconds = time.monotonic() - began
            diary.append([{**row, "event": "end", "at": time.time(), "seconds": round(seconds, 3), "done": unit.done}])


def spent(study: Study) -> Spent:
    """What the diary says."""
    seconds: dict[str, float] = {}
    finished: dict[str, float] = {}
    for row in Journal(study.folder / DIARY).rows():
        if row.get("event") == "end":
            name = str(row["unit"])
            seconds[name] = seconds.get(name, 0.0) + float(row["seconds"])
            if row["done"]:
                finished[name] = seconds[name]
    return Spent(seconds, finished)


@dataclass(frozen=True)
class Left:
    """Seconds until all is done, as far as kinds of units have been measured; the others are named."""

    seconds: float
    unmeasured: tuple[str, ...]

    def __str__(self) -> str:
        at_least = "at least " if self.unmeasured else ""
        without = f" (not yet measured: {', '.join(self.unmeasured)})" if self.unmeasured else ""
        return f"{at_least}{clock(self.seconds)}{without}"


def expected(known: Sequence[Unit], so_far: Spent) -> dict[str, float]:
    """Seconds that a unit of each kind takes: the mean of those finished; kinds without one are not in it."""
    by_kind: dict[str, list[float]] = {}
    for unit in known:
        if unit.name in so_far.finished:
            by_kind.setdefault(unit.kind, []).append(so_far.finished[unit.name])
    return {kind: sum(values) / len(values) for kind, values in by_kind.items()}


def time_left(known: Sequence[Unit], so_far: Spent) -> Left:
    """Over the units that are not done; what an interrupted one has had already counts for half of what it would take at most."""
    each = expected(known, so_far)
    left = [unit for unit in known if not unit.done]
    seconds = sum(max(each[unit.kind] / 2, each[unit.kind] - so_far.seconds.get(unit.name, 0.0)) for unit in left if unit.kind in each)
    return Left(seconds, tuple(dict.fromkeys(unit.kind for unit in left if unit.kind not in each)))


def clock(seconds: float) -> str:
    """1:02:03, or 2:03."""
    hours, rest = divmod(round(seconds), 3600)
    return f"{hours}:{rest // 60:02d}:{rest % 60:02d}" if hours else f"{rest // 60}:{rest % 60:02d}"
