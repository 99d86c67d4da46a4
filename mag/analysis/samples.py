"""Several episodes a task: pass@k and pass^k with their curves (MAG App. G, Fig. A4)."""

from collections.abc import Sequence
from itertools import combinations

from mag.analysis.evaluation import Evaluation, solved, task_sums
from mag.analysis.main_table import cell
from mag.analysis.series import Line, Series
from mag.analysis.table import Cell, Column, Table, common
from mag.stats import bootstrap
from mag.stats.mcnemar import contingency
from mag.stats.passk import pass_at_k, pass_hat_k, per_task


def counts(item: Evaluation) -> dict[int, tuple[int, int]]:
    """By task, ascending: decided episodes and successes, of the tasks whose episodes are all decided."""
    sums = task_sums(item, solved)
    return {task_id: (int(n), int(total)) for task_id, (total, n) in sums.items() if n == item.samples}


def sampled(evaluations: Sequence[Evaluation]) -> list[Evaluation]:
    """Those with several episodes a task."""
    return [item for item in evaluations if item.samples > 1 and counts(item)]


def pass_table(evaluations: Sequence[Evaluation], seed: int) -> Table | None:
    """pass@k and pass^k of each system for every k up to its number of samples."""
    rows: list[tuple[Cell, ...]] = []
    for item in sampled(evaluations):
        own = list(counts(item).values())
        never = sum(successes == 0 for _, successes in own)
        for k in range(1, item.samples + 1):
            any_of, all_of = (bootstrap.mean(per_task(own, k, estimator), seed) for estimator in (pass_at_k, pass_hat_k))
            if any_of and all_of:
                rows.append((item.label, k, len(own), any_of.estimate, cell(any_of), all_of.estimate, cell(all_of), never))
    columns = (
        Column("system", "system"),
        Column("k", "k", "int"),
        Column("n", "n", "int"),
        Column("pass_at", "pass@k (%)", "percent"),
        Column("pass_at_ci", "95 % CI", "percent"),
        Column("pass_hat", "pass^k (%)", "percent"),
        Column("pass_hat_ci", "95 % CI", "percent"),
        Column("never", "never solved", "int"),
    )
    note = "n: tasks whose episodes all have a verdict; pass@k unbiased (1 - C(n-c, k) / C(n, k)), tasks resampled."
    return Table("passk", "pass@k and pass^k", "MAG App. G, Fig. A4", columns, tuple(rows), (note,)) if rows else None


def pass_pair_table(evaluations: Sequence[Evaluation], seed: int) -> Table | None:
    """Every two systems with equally many samples: the tasks that only one of them ever solves."""
    rows: list[tuple[Cell, ...]] = []
    for first, second in combinations(sampled(evaluations), 2):
        own, other = counts(first), counts(second)
        tasks = [task_id for task_id in own if task_id in other]
        if first.samples != second.samples or not tasks:
            continue
        a, b = ([float(table[task_id][1] > 0) for task_id in tasks] for table in (own, other))
        delta, cells = bootstrap.paired(a, b, seed), contingency([bool(x) for x in a], [bool(x) for x in b])
        if delta:
            limits = cell(delta, 100)
            values = (len(tasks), 100 * delta.estimate, cells.only_first, cells.only_second, limits, cells.p_value)
            rows.append((first.label, second.label, first.samples, *values))
    if not rows:
        return None
    n = common([row[3] for row in rows if isinstance(row[3], int)])
    columns = (
        Column("first", "first"),
        Column("second", "second"),
        Column("k", "k", "int"),
        Column("n", "n", "int"),
        Column("delta", "Δpass@k", "points", n),
        Column("a", "a", "int"),
        Column("b", "b", "int"),
        Column("ci", "95 % CI", "points"),
        Column("p", "McNemar p", "p"),
    )
    note = "k: all samples of a task. a, b: tasks that only the first, only the second one ever solves."
    return Table("passk_pairs", "Paired pass@k", "MAG App. G", columns, tuple(rows), (note,))


def pass_series(evaluations: Sequence[Evaluation], seed: int) -> Series | None:
    """pass@k over k with its band; a level line for the single episode a task of the same policy and grounding (greedy)."""
    lines: list[Line] = []
    several = sampled(evaluations)
    for item in several:
        own = list(counts(item).values())
        ks = range(1, item.samples + 1)
        found = [interval for k in ks if (interval := bootstrap.mean(per_task(own, k), seed))]
        y, low, high = (tuple(getattr(interval, name) for interval in found) for name in ("estimate", "low", "high"))
        lines.append(Line(item.label, tuple(map(float, ks)), y, low, high))
    identities = {_identity(item) for item in several}
    for item in evaluations:
        sums = task_sums(item, solved)
        if item.samples == 1 and sums and _identity(item) in identities:
            lines.append(Line(f"{item.label} (single)", (), (sum(total for total, _ in sums.values()) / len(sums),), level=True))
    return Series("passk", "pass@k", "MAG Fig. A4", "k", "pass@k (%)", "percent", tuple(lines)) if several else None


def _identity(item: Evaluation) -> tuple[str, ...]:
    return tuple(str(item.plan.get(key)) for key in ("policy", "identity", "grounding", "contract"))
