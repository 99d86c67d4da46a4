"""The main table (MAG Table 1) and the interval of each of its figures."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from mag.analysis.evaluation import EpisodeRow, Evaluation, solved, task_sums
from mag.analysis.table import Cell, Column, Interval, Table, common
from mag.metrics.guide import GuideScore, guide_tax
from mag.stats import bootstrap, intervals
from mag.stats.bootstrap import over
from mag.stats.intervals import wilson

Value = Callable[[EpisodeRow], float | None]


def _guide(name: str) -> Value:
    def value(row: EpisodeRow) -> float | None:
        guide: GuideScore | None = row.guide
        return None if guide is None else float(getattr(guide, name))

    return value


GUIDES = {"g": "G", "bleu1": "BLEU-1", "bleu2": "BLEU-2", "rouge1": "ROUGE-1", "rouge_l": "ROUGE-L"}
GUIDE_VALUES: dict[str, Value] = {key: _guide(key) for key in GUIDES}


@dataclass(frozen=True)
class Figures:
    """What the table says of one evaluation, each figure with its task bootstrap; None is not measured."""

    n: int  # tasks with a verdict
    n_guides: int  # those with a reference as well
    episodes: int
    successes: int
    means: dict[str, intervals.Interval | None]
    wilson: intervals.Interval | None  # None where a task has several episodes, which are not independent


def figures(evaluation: Evaluation, seed: int) -> Figures:
    """Everything the table says of this evaluation."""
    decided = evaluation.decided
    success = task_sums(evaluation, solved)
    guided = task_sums(evaluation, lambda row: row.ggs)
    means = {
        "sr": _mean(success, seed),
        "sr_strict": _strict(evaluation, seed),
        "sr_referenced": _mean(task_sums(evaluation, lambda row: None if row.ggs is None else solved(row)), seed),
        "ofcr": _ofcr(evaluation, seed),
        "ggs": _mean(guided, seed),
        "tax": _tax(success, guided, seed),
    }
    means |= {key: _mean(task_sums(evaluation, value), seed) for key, value in GUIDE_VALUES.items()}
    successes = sum(row.success is True for row in decided)
    single = len(decided) == len(success)
    return Figures(len(success), len(guided), len(decided), successes, means, wilson(successes, len(decided)) if single else None)


def main_table(evaluations: Sequence[Evaluation], found: Sequence[Figures]) -> Table | None:
    """MAG Table 1 with intervals for SR and GGS; `found`: the figures of each evaluation."""
    if not found:
        return None
    n, n_guides = common([item.n for item in found]), common([item.n_guides for item in found])
    columns = (
        Column("system", "system"),
        Column("grounding", "grounding"),
        Column("n", "n", "int"),
        Column("n_guides", "n guides", "int"),
        Column("episodes", "episodes", "int"),
        Column("successes", "N succ", "int"),
        Column("sr", "SR", "rate", n),
        Column("sr_ci", "95 % bootstrap", "rate"),
        Column("sr_wilson", "95 % Wilson", "rate"),
        Column("sr_strict", "SR strict", "rate", n),
        Column("sr_referenced", "SR referenced", "rate", n_guides),
        Column("ofcr", "OFCR", "rate", n),
        Column("ggs", "GGS", "rate", n_guides),
        Column("ggs_ci", "GGS 95 % bootstrap", "rate"),
        Column("tax", "TAX", "rate", n_guides),
        *(Column(key, title, "rate", n_guides) for key, title in GUIDES.items()),
    )
    rows = tuple(_row(item, own) for item, own in zip(evaluations, found, strict=True))
    notes = (
        "SR and OFCR over the n tasks with a verdict, guide figures over the n guides tasks among them that have a reference guide; "
        "TAX = SR - GGS; OFCR over all model outputs of these tasks.",
        "Intervals: 10,000 resamples of tasks; Wilson where every task has one episode.",
    )
    return Table("main", "Main results", "MAG Table 1", columns, rows, notes)


def _row(item: Evaluation, own: Figures) -> tuple[Cell, ...]:
    value = {key: found.estimate if found else None for key, found in own.means.items()}
    return (
        item.label,
        item.grounding,
        own.n,
        own.n_guides,
        own.episodes,
        own.successes,
        value["sr"],
        cell(own.means["sr"]),
        cell(own.wilson),
        value["sr_strict"],
        value["sr_referenced"],
        value["ofcr"],
        value["ggs"],
        cell(own.means["ggs"]),
        guide_tax(value["sr"], value["ggs"]),
        *(value[key] for key in GUIDES),
    )


def cell(found: intervals.Interval | None, scale: float = 1.0) -> Interval | None:
    """The limits as a cell; `scale` 100 for points."""
    return None if found is None else Interval(scale * found.low, scale * found.high)


def interval_table(evaluations: Sequence[Evaluation], found: Sequence[Figures]) -> Table | None:
    """The task bootstrap of every figure of the main table; `found` as there."""
    titles = {"sr": "SR", "sr_strict": "SR strict", "ofcr": "OFCR", "ggs": "GGS", "tax": "TAX", **GUIDES}
    if not found:
        return None
    columns = (Column("system", "system"), *(Column(key, title, "rate", _n_of(key, found)) for key, title in titles.items()))
    rows = tuple((item.label, *(cell(own.means[key]) for key in titles)) for item, own in zip(evaluations, found, strict=True))
    return Table("intervals", "95 % intervals of the main table (task bootstrap)", "MAG Table 1", columns, rows)


def _n_of(key: str, found: Sequence[Figures]) -> int | None:
    return common([item.n if key in ("sr", "sr_strict", "ofcr") else item.n_guides for item in found])


def _mean(sums: dict[int, tuple[float, float]], seed: int) -> intervals.Interval | None:
    """Mean over episodes, tasks resampled."""
    totals, counts = zip(*sums.values(), strict=True) if sums else ((), ())
    return bootstrap.ratio(totals, counts, seed)


def _strict(evaluation: Evaluation, seed: int) -> intervals.Interval | None:
    """None unless every decided episode has a verdict by the repaired checks."""
    if any(row.strict is None for row in evaluation.decided):
        return None
    return _mean(task_sums(evaluation, lambda row: float(row.strict is True)), seed)


def _ofcr(evaluation: Evaluation, seed: int) -> intervals.Interval | None:
    """Passed outputs over all outputs, tasks resampled."""
    passed = task_sums(evaluation, lambda row: float(sum(step.passed for step in row.steps)))
    steps = task_sums(evaluation, lambda row: float(len(row.steps)))
    return bootstrap.ratio([total for total, _ in passed.values()], [total for total, _ in steps.values()], seed)


def _tax(success: dict[int, tuple[float, float]], guided: dict[int, tuple[float, float]], seed: int) -> intervals.Interval | None:
    """SR over all tasks less GGS over the referenced ones, resampled as one contrast."""
    rows = [(*sums, *guided.get(task_id, (0.0, 0.0))) for task_id, sums in success.items()]
    if not rows:
        return None
    return bootstrap.interval(
        list(zip(*rows, strict=True)), lambda means: over(means[:, 0], means[:, 1]) - over(means[:, 2], means[:, 3]), seed
    )
