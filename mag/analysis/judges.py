"""Several judges on the same answers: do they agree, and what would each have changed? (MAG App. F, judge agreement)."""

from collections.abc import Mapping, Sequence
from itertools import combinations

from mag.analysis.evaluation import EpisodeRow, Evaluation
from mag.analysis.main_table import cell
from mag.analysis.table import Cell, Column, Table
from mag.judge.panel import majority, panel
from mag.stats.agreement_intervals import cohen_interval, percent_interval

Rulings = dict[str, dict[str, bool | None]]


def all_rulings(evaluations: Sequence[Evaluation]) -> Rulings:
    """Judge -> question -> ruling over all evaluations; equal questions are one."""
    found: Rulings = {}
    for item in evaluations:
        for judge, known in item.rulings.items():
            found.setdefault(judge, {}).update(known)
    return {judge: known for judge, known in sorted(found.items()) if known}


def agreement_table(evaluations: Sequence[Evaluation]) -> Table | None:
    """Every two judges on the questions both decided."""
    rulings = all_rulings(evaluations)
    rows: list[tuple[Cell, ...]] = []
    for first, second in combinations(rulings, 2):
        both = [(a, b) for key, a in rulings[first].items() if a is not None and (b := rulings[second].get(key)) is not None]
        if both:
            share = percent_interval(both)
            kappa = cohen_interval([a for a, _ in both], [b for _, b in both])
            lenient = sum(a > b for a, b in both), sum(a < b for a, b in both)
            values = (share.estimate if share else None, cell(share), kappa.estimate if kappa else None, cell(kappa))
            rows.append((first, second, len(both), *values, *lenient))
    columns = (
        Column("first", "first judge"),
        Column("second", "second judge"),
        Column("n", "n", "int"),
        Column("agreement", "agreement (%)", "percent"),
        Column("ci", "95 % CI", "percent"),
        Column("kappa", "Cohen's κ", "number"),
        Column("kappa_ci", "95 % CI", "number"),
        Column("only_first", "only first: correct", "int"),
        Column("only_second", "only second: correct", "int"),
    )
    note = "n: different questions (task, reference, answer) that both decided; items are resampled."
    return Table("judges", "Agreement of judges", "MAG App. F", columns, tuple(rows), (note,)) if rows else None


def panel_table(evaluations: Sequence[Evaluation]) -> Table | None:
    """Each judge beside the majority of the others, on the questions that all decided."""
    rulings = all_rulings(evaluations)
    if len(rulings) < 2:
        return None
    found = panel(rulings)
    rows = tuple(
        (member.judge, member.ruled, member.undecided, found.shared, member.correct, member.with_rest, member.correct_without)
        for member in found.members
    )
    columns = (
        Column("judge", "judge"),
        Column("ruled", "ruled", "int"),
        Column("undecided", "undecided", "int"),
        Column("n", "n", "int"),
        Column("correct", "correct", "int"),
        Column("with_rest", "agrees with the rest (%)", "percent", found.shared),
        Column("without", "correct by the rest", "int"),
    )
    kappa = "-" if found.kappa is None else f"{found.kappa:.3f}"
    note = f"n: questions decided by all; {found.unanimous} of them unanimous, Fleiss' kappa {kappa}; the rest decides by majority."
    return Table("judge_panel", "Each judge and the rest", "MAG App. F", columns, rows, (note,))


def shift_table(evaluations: Sequence[Evaluation]) -> Table | None:
    """What a system's SR would be under each judge alone, and under the majority of all judges but one."""
    rows: list[tuple[Cell, ...]] = []
    for item in evaluations:
        judged = [row for row in item.decided if len(row.by_judge) > 1]
        names = sorted({name for row in judged for name in row.by_judge})
        for judge in names:
            rows.append(_shift(item, judge, [(row, row.by_judge.get(judge)) for row in judged]))
        for judge in names if len(names) > 2 else ():
            rows.append(_shift(item, f"all but {judge}", [(row, _without(row.by_judge, judge)) for row in judged]))
    columns = (
        Column("system", "system"),
        Column("judge", "judge"),
        Column("n", "judged", "int"),
        Column("sr", "SR (%)", "percent"),
        Column("tasks", "shift (episodes)", "int"),
        Column("points", "shift", "points"),
    )
    note = "judged: episodes whose verdict rests on a judge and that this judge decided; the shift is against the verdict as scored."
    return Table("judge_shift", "Success under other judges", "MAG App. F", columns, tuple(rows), (note,)) if rows else None


def _shift(item: Evaluation, judge: str, verdicts: Sequence[tuple[EpisodeRow, bool | None]]) -> tuple[Cell, ...]:
    decided = [(row, verdict) for row, verdict in verdicts if verdict is not None]
    change = sum(int(verdict) - int(row.success is True) for row, verdict in decided)
    n = len(item.decided)
    successes = sum(row.success is True for row in item.decided)
    return (item.label, judge, len(decided), (successes + change) / n, change, 100 * change / n)


def _without(verdicts: Mapping[str, bool | None], judge: str) -> bool | None:
    return majority([verdict for name, verdict in sorted(verdicts.items()) if name != judge])
