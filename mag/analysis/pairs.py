"""Systems on the same tasks, two by two (MAG Table A5), and one difference against another (MAG 6)."""

from collections.abc import Sequence
from itertools import combinations

from mag.analysis.evaluation import Evaluation, solved, task_means
from mag.analysis.main_table import cell
from mag.analysis.table import Cell, Column, Table, common
from mag.errors import BadInput
from mag.stats import bootstrap
from mag.stats.holm import holm
from mag.stats.mcnemar import contingency

Pair = tuple[Evaluation, Evaluation]


def choose(evaluations: Sequence[Evaluation], pairs: Sequence[str]) -> list[Pair]:
    """The pairs named `first:second`, or every pair in the order given. Raises BadInput for names that are none."""
    if not pairs:
        return list(combinations(evaluations, 2))
    chosen = []
    for text in pairs:
        first, second = named(evaluations, text, 2)
        chosen.append((first, second))
    return chosen


def named(evaluations: Sequence[Evaluation], text: str, count: int) -> list[Evaluation]:
    """The evaluations that `a:b` or `a:b:c:d` names, by name or run/name. Raises BadInput."""
    by_name = {f"{item.run}/{item.plan['name']}": item for item in evaluations} | {item.name: item for item in evaluations}
    parts = text.split(":")
    if len(parts) != count or any(part not in by_name for part in parts):
        raise BadInput(f"{text!r} does not name {count} of the evaluations, joined by colons; there are {', '.join(sorted(by_name))}")
    return [by_name[part] for part in parts]


def shared(*evaluations: Evaluation) -> list[list[float]]:
    """Success of each evaluation on the tasks that all of them have a verdict for, ascending: a mean over a task's episodes."""
    means = [task_means(item, solved) for item in evaluations]
    tasks = [task_id for task_id in means[0] if all(task_id in other for other in means[1:])]
    return [[own[task_id] for task_id in tasks] for own in means]


def pair_table(pairs: Sequence[Pair], seed: int) -> Table | None:
    """Delta SR in points, the tasks only one of the two solves, paired task bootstrap, exact McNemar p and Holm's over this table."""
    rows: list[tuple[Cell, ...]] = []
    p_values: list[float | None] = []
    for first, second in pairs:
        a, b = shared(first, second)
        delta = bootstrap.paired(a, b, seed)
        if delta is None:
            continue
        better, worse = (sum(x > y for x, y in zip(one, other, strict=True)) for one, other in ((a, b), (b, a)))
        single = all(value in (0, 1) for value in (*a, *b))
        p_values.append(contingency([bool(x) for x in a], [bool(x) for x in b]).p_value if single else None)
        limits = cell(delta, 100)
        rows.append((first.label, second.label, len(a), 100 * delta.estimate, better, worse, limits, p_values[-1]))
    if not rows:
        return None
    known = [p for p in p_values if p is not None]
    adjusted = iter(holm(known))
    full = tuple((*row, None if p is None else next(adjusted)) for row, p in zip(rows, p_values, strict=True))
    n = common([row[2] for row in rows if isinstance(row[2], int)])
    columns = (
        Column("first", "first"),
        Column("second", "second"),
        Column("n", "n", "int"),
        Column("delta", "ΔSR", "points", n),
        Column("a", "a", "int"),
        Column("b", "b", "int"),
        Column("ci", "95 % CI", "points"),
        Column("p", "McNemar p", "p"),
        Column("p_holm", "Holm p", "p"),
    )
    notes = ["a, b: tasks that only the first, only the second one solves. ΔSR in points over the n tasks with a verdict in both."]
    notes.append(f"Holm over the {len(known)} comparisons of this table.")
    if len(known) < len(rows):
        notes.append("Where a task has several episodes, a and b count the tasks it is solved more often on, and there is no McNemar p.")
    return Table("pairs", "Paired comparisons", "MAG Table A5", columns, full, tuple(notes))


def contrast_table(evaluations: Sequence[Evaluation], contrasts: Sequence[str], seed: int) -> Table | None:
    """(a - b) - (c - d) for each `a:b:c:d`, resampled as one contrast."""
    rows: list[tuple[Cell, ...]] = []
    for text in contrasts:
        systems = named(evaluations, text, 4)
        a, b, c, d = shared(*systems)
        whole = bootstrap.difference_of_differences((a, b), (c, d), seed)
        first, second = bootstrap.paired(a, b, seed), bootstrap.paired(c, d, seed)
        if whole is None or first is None or second is None:
            continue
        labels = [item.label for item in systems]
        values = (len(a), 100 * first.estimate, 100 * second.estimate, 100 * whole.estimate, cell(whole, 100))
        rows.append((f"{labels[0]} - {labels[1]}", f"{labels[2]} - {labels[3]}", *values))
    if not rows:
        return None
    n = common([row[2] for row in rows if isinstance(row[2], int)])
    columns = (
        Column("first", "first difference"),
        Column("second", "second difference"),
        Column("n", "n", "int"),
        Column("first_delta", "first", "points", n),
        Column("second_delta", "second", "points", n),
        Column("delta", "difference", "points", n),
        Column("ci", "95 % CI", "points"),
    )
    return Table("contrasts", "Differences of differences", "MAG 6, Table A5", columns, tuple(rows), ("In points of SR.",))
