"""Means over steps and over tasks, with task-bootstrap intervals, of all measures at once.

micro: every step counts the same. macro: the mean over tasks of each task's own mean over its steps. Both resample tasks, whose steps are
not independent (MAG App. F); all measures of one set of rows rest on the same resamples.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from mag.constants import CONFIDENCE
from mag.stats.bootstrap import Floats, over, resampled_means
from mag.stats.intervals import Interval

Row = tuple[int, Sequence[float | None]]  # task, and a value a measure, None where the step has none


@dataclass(frozen=True, slots=True)
class Mean:
    """One measure both ways over the same steps, None where no step has a value; `n` steps in `tasks` tasks have one."""

    n: int
    tasks: int
    micro: float | None
    macro: float | None


@dataclass(frozen=True, slots=True)
class MeanInterval:
    """The same with 95 % intervals, whose `n` counts tasks."""

    n: int
    micro: Interval | None
    macro: Interval | None


def means(rows: Sequence[Row], width: int) -> list[Mean]:
    """The means of each of `width` measures."""
    table = _table(rows, width)
    micro, macro = _both(table.sum(axis=0, keepdims=True), width)
    counts, tasks = table[:, width : 2 * width].sum(axis=0), table[:, 3 * width :].sum(axis=0)
    return [Mean(int(counts[at]), int(tasks[at]), _known(micro[0, at]), _known(macro[0, at])) for at in range(width)]


def mean_intervals(rows: Sequence[Row], width: int) -> list[MeanInterval]:
    """The means of each of `width` measures with their intervals: `mag.stats.bootstrap.ratio` for all of them in one draw."""
    table = _table(rows, width)
    micro, macro = _both(resampled_means(table) if len(table) else table, width)
    return [
        MeanInterval(mean.n, _interval(mean.micro, micro[:, at], mean.tasks), _interval(mean.macro, macro[:, at], mean.tasks))
        for at, mean in enumerate(means(rows, width))
    ]


def _table(rows: Sequence[Row], width: int) -> Floats:
    """A row a task, by number: the sums of its values, how many there are, its own means, and whether it has one; `width` columns each."""
    position = {task: at for at, task in enumerate(sorted({task for task, _ in rows}))}
    sums, counts = np.zeros((len(position), width)), np.zeros((len(position), width))
    for task, values in rows:
        for at, value in enumerate(values):
            if value is not None:
                sums[position[task], at] += value
                counts[position[task], at] += 1
    own = np.divide(sums, counts, out=np.zeros_like(sums), where=counts > 0)
    return np.hstack([sums, counts, own, counts > 0])


def _both(columns: Floats, width: int) -> tuple[Floats, Floats]:
    """Micro and macro means, shape (rows, width) each, from sums or means of the table's columns; nan where there is none."""
    sums, counts, own, has = (columns[:, at * width : (at + 1) * width] for at in range(4))
    return over(sums, counts), over(own, has)


def _interval(estimate: float | None, values: Floats, tasks: int) -> Interval | None:
    if estimate is None:
        return None
    known = values[~np.isnan(values)]
    low, high = np.quantile(known, [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2])
    return Interval(estimate, float(low), float(high), tasks, len(values) - len(known))


def _known(value: float) -> float | None:
    return None if np.isnan(value) else float(value)
