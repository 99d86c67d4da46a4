"""One evaluation as tables need it: what was scored, without screenshots, menus and prompts."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from mag.metrics.guide import GuideScore, gated
from mag.models.prices import Bill
from mag.records import Outcome, Usage

UNPARSABLE, INVALID = "unparsable", "invalid"  # what stands in place of a verb where nothing was executed
DAGGER = "†"
REUSED = "‡"  # some of its replies come out of the response cache
TRAIN = "train"  # the part of a split that training may see


@dataclass(frozen=True, slots=True)
class StepRow:
    """One model output. Times in milliseconds."""

    verb: str  # one of the seven, else `unparsable` (no action could be read) or `invalid` (an action that names no valid target)
    passed: bool  # the OFCR bit
    reason: str  # why it did not pass
    obs_stale: bool
    changed: str
    error: str | None  # of the executor; None for an output that executed nothing
    usage: Usage
    observe_ms: float
    act_ms: float


@dataclass(frozen=True, slots=True)
class EpisodeRow:
    """One episode. Rates lie on 0..1; None is not measured."""

    task_id: int
    sample: int
    site: str
    template: int
    part: str  # of the split, "" for none
    seen: bool | None  # its template occurs among the training tasks; None for a benchmark without a training part
    gold_length: int | None  # steps of the demonstration
    outcome: Outcome
    success: bool | None
    strict: bool | None  # by the repaired checks
    judge: str  # that touched the verdict, "" for none
    by_judge: Mapping[str, bool | None]  # success under each judge that ruled here; empty where no judge was asked
    guide: GuideScore | None
    steps: tuple[StepRow, ...]
    started: float  # UNIX seconds
    seconds: float

    @property
    def ggs(self) -> float | None:
        """Eq. 5; None without verdict or reference."""
        return None if self.guide is None or self.success is None else gated(self.success, self.guide.g)


@dataclass(frozen=True)
class Evaluation:
    """One evaluation folder, loaded once. Episodes are ordered by task and sample; those the infrastructure spoiled are not among them."""

    name: str  # short and unlike the others'
    folder: Path
    plan: Mapping[str, Any]
    episodes: tuple[EpisodeRow, ...]
    codes: tuple[str, ...]  # versions of the code that rolled them
    rulings: Mapping[str, Mapping[str, bool | None]] = field(default_factory=dict)  # judge -> question -> ruling
    marks: tuple[str, ...] = ()  # why its rows do not compare with the others'
    total: Bill | None = None  # all that was asked for it, spoiled attempts included; None where no ledger was kept

    @property
    def label(self) -> str:
        """The name in tables, with a dagger where it is marked, a double one where replies were reused."""
        return self.name + DAGGER * bool(self.marks) + REUSED * bool(self.bill.reused)

    @property
    def run(self) -> str:
        """The run it belongs to."""
        return str(self.plan["run"])

    @property
    def grounding(self) -> str:
        """som, coord or routed."""
        return str(self.plan["grounding"])

    @property
    def samples(self) -> int:
        """Episodes planned a task."""
        return int(self.plan["samples"])

    @property
    def tasks(self) -> tuple[int, ...]:
        """Ids of the planned tasks, ascending."""
        return tuple(sorted(int(task_id) for task_id, _ in self.plan["tasks"]))

    @cached_property
    def decided(self) -> tuple[EpisodeRow, ...]:
        """The episodes with a verdict: what every rate is over."""
        return tuple(row for row in self.episodes if row.success is not None)

    @cached_property
    def bill(self) -> Bill:
        """What its stored episodes took."""
        return Bill.of(step.usage for row in self.episodes for step in row.steps)

    @property
    def missing(self) -> int:
        """Planned episodes without a verdict."""
        return len(self.tasks) * self.samples - len(self.decided)

    @property
    def judges(self) -> tuple[str, ...]:
        """Judges that touched a verdict."""
        return tuple(sorted({row.judge for row in self.episodes if row.judge}))

    def marked(self, *reasons: str) -> "Evaluation":
        """The same evaluation with further marks."""
        return replace(self, marks=(*self.marks, *reasons))


def task_sums(evaluation: Evaluation, value: Callable[[EpisodeRow], float | None]) -> dict[int, tuple[float, float]]:
    """By task, ascending: the sum of the known values of its decided episodes, and how many those are. Tasks without any are left out."""
    sums: dict[int, tuple[float, float]] = {}
    for row in evaluation.decided:
        known = value(row)
        if known is not None:
            total, count = sums.get(row.task_id, (0.0, 0.0))
            sums[row.task_id] = (total + known, count + 1)
    return sums


def task_means(evaluation: Evaluation, value: Callable[[EpisodeRow], float | None]) -> dict[int, float]:
    """By task, ascending: the mean of the known values of its decided episodes."""
    return {task_id: total / count for task_id, (total, count) in task_sums(evaluation, value).items()}


def solved(row: EpisodeRow) -> float | None:
    """1 for a success, 0 for a failure."""
    return None if row.success is None else float(row.success)
