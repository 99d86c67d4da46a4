"""Does the agent that can do a task describe it better? G on solved and on failed episodes (MAG 6)."""

from collections.abc import Sequence
from math import sqrt

from mag.analysis.evaluation import EpisodeRow, Evaluation, task_sums
from mag.analysis.main_table import Value, cell
from mag.analysis.table import Cell, Column, Table
from mag.stats import bootstrap
from mag.stats.bootstrap import Floats, over


def coupling_table(evaluations: Sequence[Evaluation], seed: int) -> Table | None:
    """G of both groups, their difference with its task bootstrap, and the point-biserial correlation of success and G."""
    rows = [row for item in evaluations if (row := _row(item, seed))]
    columns = (
        Column("system", "system"),
        Column("n", "n", "int"),
        Column("n_solved", "solved", "int"),
        Column("n_failed", "failed", "int"),
        Column("g_solved", "G solved", "rate"),
        Column("g_solved_ci", "95 % CI", "rate"),
        Column("g_failed", "G failed", "rate"),
        Column("g_failed_ci", "95 % CI", "rate"),
        Column("difference", "difference", "number"),
        Column("ci", "95 % CI", "number"),
        Column("correlation", "point-biserial r", "number"),
    )
    note = "n: tasks with a verdict and a reference guide; solved and failed count episodes, tasks are resampled."
    return Table("coupling", "Guide quality and success", "MAG 6", columns, tuple(rows), (note,)) if rows else None


def _row(item: Evaluation, seed: int) -> tuple[Cell, ...] | None:
    """None where one of the groups is empty: then there is nothing to compare."""
    sums = [task_sums(item, _of(success)) for success in (True, False)]
    tasks = sorted({*sums[0], *sums[1]})
    if not all(sums):
        return None
    columns = [[own.get(task_id, (0.0, 0.0))[part] for task_id in tasks] for own in sums for part in (0, 1)]

    def difference(means: Floats) -> Floats:
        return over(means[:, 0], means[:, 1]) - over(means[:, 2], means[:, 3])

    whole = bootstrap.interval(columns, difference, seed)
    groups = [bootstrap.ratio(columns[k], columns[k + 1], seed) for k in (0, 2)]
    if whole is None or groups[0] is None or groups[1] is None:
        return None
    solved, failed = (int(sum(columns[k])) for k in (1, 3))
    return (
        item.label,
        len(tasks),
        solved,
        failed,
        groups[0].estimate,
        cell(groups[0]),
        groups[1].estimate,
        cell(groups[1]),
        whole.estimate,
        cell(whole),
        _correlation(item, whole.estimate, solved, failed),
    )


def _of(success: bool) -> Value:
    def value(row: EpisodeRow) -> float | None:
        return row.guide.g if row.guide is not None and row.success is success else None

    return value


def _correlation(item: Evaluation, difference: float, solved: int, failed: int) -> float | None:
    """Pearson's r of success (0, 1) and G over episodes: the difference times sqrt(p (1 - p)) over the spread of G; None without spread."""
    values = [row.guide.g for row in item.decided if row.guide is not None]
    centre = sum(values) / len(values)
    spread = sqrt(sum((value - centre) ** 2 for value in values) / len(values))
    return difference * sqrt(solved * failed) / len(values) / spread if spread else None
