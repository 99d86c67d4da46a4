"""Training seen from its files: groups with reward variance a round (MAG Fig. A5), curves of what was logged.

A round is a folder of the form of an evaluation with several episodes a task, `runs/<run>/rounds/<number>/`; an evaluation whose name ends
in `round-<number>` counts as one too. What was logged is `runs/<run>/metrics.jsonl`: one JSON object a line, with `step` (else `update`,
else `round`) and any numbers under names of their own.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from mag.analysis.evaluation import EpisodeRow, Evaluation
from mag.analysis.load import Places, load_evaluation
from mag.analysis.series import Line, Series
from mag.analysis.table import Cell, Column, Table
from mag.journal import Journal

ROUNDS, METRICS = "rounds", "metrics.jsonl"
CLOCKS = ("step", "update", "round")
_NAME = re.compile(r"(?P<rest>.*?)[-_.]?round[-_]?(?P<number>\d+)")


@dataclass(frozen=True)
class Round:
    """One round of one run."""

    line: str  # which rounds belong to one curve
    number: int
    evaluation: Evaluation


def read_rounds(run: Path, places: Places) -> list[Round]:
    """The rounds of a run's folder, in order; none where it has none."""
    found = sorted((int(path.parent.name), path.parent) for path in run.glob(f"{ROUNDS}/*/plan.json") if path.parent.name.isdigit())
    return [Round(run.name, number, load_evaluation(folder, places)) for number, folder in found]


def rounds_among(evaluations: Sequence[Evaluation]) -> list[Round]:
    """The evaluations named as rounds that have several episodes a task."""
    found = []
    for item in evaluations:
        match = _NAME.fullmatch(str(item.plan["name"]))
        if match and item.samples > 1:
            found.append(Round("/".join(part for part in (item.run, match["rest"]) if part), int(match["number"]), item))
    return sorted(found, key=lambda own: (own.line, own.number))


@dataclass(frozen=True, slots=True)
class Groups:
    """The groups of a round: the decided episodes of one task each, those of fewer than two counted apart."""

    total: int
    varied: int
    solved: int  # all succeed
    failed: int  # none succeeds
    too_small: int
    episodes: int
    successes: int


def groups_of(evaluation: Evaluation) -> Groups:
    """Count them; a group carries a gradient when its rewards differ (MAG 4.3)."""
    by_task: dict[int, list[bool]] = {task_id: [] for task_id in evaluation.tasks}
    for row in evaluation.decided:
        by_task.setdefault(row.task_id, []).append(_reward(row))
    full = [rewards for rewards in by_task.values() if len(rewards) > 1]
    solved, failed = sum(all(rewards) for rewards in full), sum(not any(rewards) for rewards in full)
    return Groups(
        total=len(full),
        varied=len(full) - solved - failed,
        solved=solved,
        failed=failed,
        too_small=len(by_task) - len(full),
        episodes=len(evaluation.decided),
        successes=sum(map(_reward, evaluation.decided)),
    )


def _reward(row: EpisodeRow) -> bool:
    return row.success is True


def group_table(rounds: Sequence[Round]) -> Table | None:
    """Groups with variance, and what the others are, round by round."""
    rows: list[tuple[Cell, ...]] = []
    for item in rounds:
        own = groups_of(item.evaluation)
        rate = own.successes / own.episodes if own.episodes else None
        rows.append((item.line, item.number, own.total, own.varied, own.solved, own.failed, own.too_small, own.episodes, rate))
    columns = (
        Column("line", "run"),
        Column("round", "round", "int"),
        Column("groups", "groups", "int"),
        Column("varied", "with variance", "int"),
        Column("solved", "all succeed", "int"),
        Column("failed", "all fail", "int"),
        Column("too_small", "fewer than two", "int"),
        Column("episodes", "episodes", "int"),
        Column("sr", "SR of the batch (%)", "percent"),
    )
    note = "A group: the episodes of one task that have a verdict. The batch is what was trained on, not the test tasks."
    return Table("groups", "Groups with reward variance", "MAG Fig. A5, App. H", columns, tuple(rows), (note,)) if rows else None


def group_series(rounds: Sequence[Round]) -> Series | None:
    """Groups with variance over rounds, a line a run."""
    lines = []
    for name in sorted({item.line for item in rounds}):
        own = [item for item in rounds if item.line == name]
        varied = tuple(float(groups_of(item.evaluation).varied) for item in own)
        lines.append(Line(name, tuple(float(item.number) for item in own), varied))
    return (
        Series("groups", "Groups with reward variance", "MAG Fig. A5", "round", "groups with variance", "int", tuple(lines))
        if lines
        else None
    )


def training_series(runs: Sequence[Path]) -> list[Series]:
    """One series a logged name, a line a run that logged it; what is no number is passed over."""
    curves: dict[str, dict[str, list[tuple[float, float]]]] = {}
    clocks: dict[str, str] = {}
    for run in runs:
        for row in Journal(run / METRICS).rows():
            clock = next((name for name in CLOCKS if _number(row.get(name))), None)
            for name, value in row.items():
                if clock and name not in CLOCKS and _number(value):
                    curves.setdefault(name, {}).setdefault(run.name, []).append((float(row[clock]), float(value)))
                    clocks.setdefault(name, clock)
    return [
        Series(
            f"training-{_file(name)}",
            name,
            "",
            clocks[name],
            name,
            "number",
            tuple(_line(run, points) for run, points in sorted(own.items())),
        )
        for name, own in sorted(curves.items())
    ]


def _file(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9_.-]", "-", name)


def _line(run: str, points: list[tuple[float, float]]) -> Line:
    """Points by clock; of several at one time the last one counts, as after a restart."""
    x, y = zip(*sorted(dict(points).items()), strict=True)
    return Line(run, x, y)


def _number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < float("inf")
