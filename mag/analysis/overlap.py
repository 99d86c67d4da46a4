"""Who solves what: solved sets of two systems and of all, and what a router between groundings could gain (MAG 6, App. F)."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from mag.analysis.evaluation import Evaluation, solved, task_means
from mag.analysis.pairs import Pair
from mag.analysis.table import Cell, Column, Table, common
from mag.route import ROUTED
from mag.stats.mcnemar import contingency

ALL = ""  # every site


def solved_tasks(item: Evaluation) -> dict[int, bool]:
    """By decided task, ascending: whether any of its episodes succeeds."""
    return {task_id: mean > 0 for task_id, mean in task_means(item, solved).items()}


def overlap_table(pairs: Sequence[Pair]) -> Table | None:
    """Two solved sets: what they share, what only one holds, their union."""
    rows: list[tuple[Cell, ...]] = []
    for first, second in pairs:
        a, b = solved_tasks(first), solved_tasks(second)
        tasks = [task_id for task_id in a if task_id in b]
        if tasks:
            found = contingency([a[task_id] for task_id in tasks], [b[task_id] for task_id in tasks])
            sizes = (found.both + found.only_first, found.both + found.only_second)
            share = found.union / len(tasks)
            rows.append(
                (first.label, second.label, len(tasks), *sizes, found.both, found.only_first, found.only_second, found.union, share)
            )
    if not rows:
        return None
    n = common([row[2] for row in rows if isinstance(row[2], int)])
    columns = (
        Column("first", "first"),
        Column("second", "second"),
        Column("n", "n", "int"),
        Column("solved_first", "first solves", "int"),
        Column("solved_second", "second solves", "int"),
        Column("both", "both", "int"),
        Column("only_first", "only first", "int"),
        Column("only_second", "only second", "int"),
        Column("union", "union", "int"),
        Column("union_share", "union (%)", "percent", n),
    )
    note = "A task with several episodes counts as solved when one of them succeeds."
    return Table("overlap", "Overlap of solved sets", "MAG App. F", columns, tuple(rows), (note,))


def pattern_table(evaluations: Sequence[Evaluation]) -> Table | None:
    """How many tasks exactly these systems solve and no other, the largest set first; None for a single system."""
    sets = {item.label: solved_tasks(item) for item in evaluations}
    if len(sets) < 2:
        return None
    tasks = [task_id for task_id in next(iter(sets.values())) if all(task_id in own for own in sets.values())]
    counts = Counter(tuple(own[task_id] for own in sets.values()) for task_id in tasks)
    order = sorted(counts.items(), key=lambda pair: (-pair[1], [not flag for flag in pair[0]]))
    rows = tuple((*("x" if flag else "" for flag in pattern), sum(pattern), count, count / len(tasks)) for pattern, count in order)
    columns = (
        *(Column(label, label) for label in sets),
        Column("systems", "systems", "int"),
        Column("tasks", "tasks", "int"),
        Column("share", "% of tasks", "percent", len(tasks)),
    )
    return Table("solved_sets", "Tasks by the systems that solve them", "MAG App. F", columns, rows) if rows else None


def routing_table(evaluations: Sequence[Evaluation]) -> Table | None:
    """Two groundings of one policy: the better one, the better one site by site, and the best of both on every task.

    The choice by site is made twice: on the tasks it is scored on (`site`), and for each task on the site's other tasks (`site_left_out`),
    which is what a router could have known.
    """
    rows: list[tuple[Cell, ...]] = []
    for first, second in combinations([item for item in evaluations if item.grounding != ROUTED], 2):
        if first.grounding == second.grounding or any(first.plan[key] != second.plan[key] for key in ("policy", "samples")):
            continue
        means = [task_means(item, solved) for item in (first, second)]
        sites = {row.task_id: row.site for row in first.decided}
        table = {task_id: (value, means[1][task_id]) for task_id, value in means[0].items() if task_id in means[1]}
        if table:
            n = len(table)
            singles = [sum(values[k] for values in table.values()) / n for k in (0, 1)]
            routed, left_out = _by_site(table, sites), _by_site(table, sites, leave_out=True)
            union = sum(max(values) for values in table.values()) / n
            rows.append((first.label, second.label, n, *singles, routed, left_out, union, 100 * (union - max(singles))))
    if not rows:
        return None
    n_header = common([row[2] for row in rows if isinstance(row[2], int)])
    columns = (
        Column("first", "first"),
        Column("second", "second"),
        Column("n", "n", "int"),
        Column("sr_first", "SR first (%)", "percent", n_header),
        Column("sr_second", "SR second (%)", "percent", n_header),
        Column("site", "best by site (%)", "percent", n_header),
        Column("site_left_out", "same, task left out (%)", "percent", n_header),
        Column("union", "best by task (%)", "percent", n_header),
        Column("headroom", "headroom", "points", n_header),
    )
    note = (
        "Headroom: best by task less the better of the two. Of equal groundings at a site the better one overall is taken, then the first."
    )
    return Table("routing", "What routing between groundings could gain", "MAG 6, App. F", columns, tuple(rows), (note,))


def _by_site(table: dict[int, tuple[float, float]], sites: dict[int, str], leave_out: bool = False) -> float:
    """SR with the grounding that does better at the task's site, without looking at the task itself when `leave_out`."""
    sums: dict[str, tuple[float, float]] = {}
    for task_id, values in table.items():
        for name in (sites[task_id], ALL):
            sums[name] = _add(sums.get(name, (0.0, 0.0)), values)
    total = 0.0
    for task_id, values in table.items():
        own = (-values[0], -values[1]) if leave_out else (0.0, 0.0)
        near, everywhere = _add(sums[sites[task_id]], own), _add(sums[ALL], own)
        total += values[0 if (near[0], everywhere[0]) >= (near[1], everywhere[1]) else 1]
    return total / len(table)


def _add(first: tuple[float, float], second: tuple[float, float]) -> tuple[float, float]:
    return first[0] + second[0], first[1] + second[1]
