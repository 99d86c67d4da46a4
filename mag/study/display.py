"""A study's progress for people: two bars with the time left on a terminal, plain lines elsewhere."""

import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

from mag.study.conf import Study
from mag.study.diary import clock, spent, time_left
from mag.study.units import Unit
from mag.study.watch import Watch

if TYPE_CHECKING:
    from mag.records import Outcome
    from mag.rollout import Unit as Episode

LINE_S = 30.0  # at least, between two plain lines about a unit in hand


@contextmanager
def display(study: Study, known: Sequence[Unit], chosen: Sequence[Unit]) -> Iterator["Display"]:
    """Bars while the block lasts. known: all units of the study; chosen: those that this start is to do."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, disable=not sys.stdout.isatty()) as progress:
        yield Display(study, known, chosen, progress)


class Display(Watch):
    """Says what it is told."""

    def __init__(self, study: Study, known: Sequence[Unit], chosen: Sequence[Unit], progress: Progress) -> None:
        self.study, self.known, self.chosen, self.progress = study, known, chosen, progress
        self.plain = progress.disable
        self.whole = progress.add_task(study.name, total=len(chosen), completed=sum(unit.done for unit in chosen))
        self.bar: TaskID | None = None
        self.unit, self.what, self.total, self.done, self.said = "", "steps", 0, 0, 0.0
        self.counts: Counter[str] = Counter()
        self.began, self.at_start = 0.0, 0

    def begin(self, unit: Unit) -> None:
        """See Watch."""
        self.unit, self.total, self.done, self.said = unit.name, 0, 0, time.monotonic()
        self.counts.clear()
        self._remove()
        left = time_left(self.known, spent(self.study))
        self.progress.update(self.whole, description=f"{self.study.name}, {left} left")
        if self.plain:
            number = self.chosen.index(unit) + 1 if unit in self.chosen else 0
            print(f"{unit.name} ({number} of {len(self.chosen)}), {left} left", flush=True)

    def expect(self, total: int, done: int, what: str) -> None:
        """See Watch."""
        self.total, self.done, self.at_start, self.what, self.began = total, done, done, what, time.monotonic()
        self._remove()
        self.bar = self.progress.add_task(self.unit, total=total, completed=done)

    def step(self, done: int, line: str) -> None:
        """See Watch."""
        self.done = done
        if self.bar is not None:
            self.progress.update(self.bar, completed=done, description=f"{self.unit}  {line}, {self._remaining()}")
        now = time.monotonic()
        if self.plain and (now - self.said > LINE_S or done == self.total):
            self.said = now
            print(f"  {done}/{self.total} {self.what}, {self._remaining()}  {line}", flush=True)

    def episode(self, episode: "Episode", outcome: "Outcome", reason: str) -> None:
        """See Watch."""
        self.counts[outcome] += 1
        if outcome == "infra":
            print(f"task {episode.web_task.task_id}, attempt {episode.attempt}: {reason}", file=sys.stderr)
            return
        self.step(self.done + 1, f"success {self.counts['success']}  failure {self.counts['failure']}  infra {self.counts['infra']}")

    def say(self, line: str) -> None:
        """See Watch."""
        self.progress.console.print(line, markup=False, highlight=False) if not self.plain else print(f"  {line}", flush=True)

    def end(self, unit: Unit, seconds: float) -> None:
        """See Watch."""
        self.progress.update(self.whole, advance=1)
        if self.plain:
            print(f"  {unit.name} took {clock(seconds)}", flush=True)

    def _remaining(self) -> str:
        rate = (time.monotonic() - self.began) / max(1, self.done - self.at_start)
        return f"{clock(rate * max(0, self.total - self.done))} left"

    def _remove(self) -> None:
        if self.bar is not None:
            self.progress.remove_task(self.bar)
            self.bar = None
