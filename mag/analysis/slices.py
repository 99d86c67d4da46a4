"""Success by kind of task: gold length (MAG Table A6), site (WebMRE Table 4), templates seen in training (MAG App. F)."""

from collections.abc import Callable, Hashable, Sequence

from mag.analysis.evaluation import TRAIN, EpisodeRow, Evaluation, solved, task_means
from mag.analysis.main_table import cell
from mag.analysis.table import Cell, Column, Table, common
from mag.stats import bootstrap
from mag.stats.intervals import wilson

BINS = ((1, 1, "1"), (2, 5, "2–5"), (6, 8, "6–8"), (9, 12, "9–12"), (13, None, "13+"))  # steps of the demonstration


def length_bin(steps: int | None) -> str | None:
    """The bin of Table A6 (whose shortest demonstrations have two steps); None without a demonstration."""
    return next((title for low, high, title in BINS if steps is not None and steps >= low and (high is None or steps <= high)), None)


def length_table(evaluations: Sequence[Evaluation]) -> Table | None:
    """SR by the length of the gold demonstration, tasks without one left out."""
    titles = [title for _, _, title in BINS]
    return _slices(evaluations, lambda row: length_bin(row.gold_length), titles, ("lengths", "SR (%) by gold length", "MAG Table A6"))


def site_table(evaluations: Sequence[Evaluation]) -> Table | None:
    """SR by site."""
    sites = sorted({row.site for item in evaluations for row in item.decided})
    return _slices(evaluations, lambda row: row.site, sites, ("sites", "SR (%) by site", "WebMRE Table 4 (there of steps)"))


def _slices(
    evaluations: Sequence[Evaluation], key: Callable[[EpisodeRow], Hashable], names: Sequence[str], head: tuple[str, str, str]
) -> Table | None:
    """A row a system, a column a slice with its number of tasks."""
    means = [{name: _of(item, key, name) for name in names} for item in evaluations]
    there = [name for name in names if any(own[name] for own in means)]
    if not there:
        return None
    counts = {name: common([len(own[name]) for own in means]) for name in there}
    columns = [Column("system", "system"), *(Column(name, name, "percent", counts[name]) for name in there)]
    rows: list[tuple[Cell, ...]] = []
    for item, own in zip(evaluations, means, strict=True):
        rows.append((item.label, *(sum(own[name]) / len(own[name]) if own[name] else None for name in there)))
    notes = [
        f"{item.label}: " + ", ".join(f"{name} n={len(own[name])}" for name in there)
        for item, own in zip(evaluations, means, strict=True)
        if None in counts.values()
    ]
    return Table(*head, tuple(columns), tuple(rows), tuple(notes))


def _of(item: Evaluation, key: Callable[[EpisodeRow], Hashable], name: Hashable) -> list[float]:
    return list(task_means(item, lambda row: solved(row) if key(row) == name else None).values())


def template_table(evaluations: Sequence[Evaluation], seed: int) -> Table | None:
    """SR on tasks whose intent template occurs in training, and on the others; training tasks themselves are left out."""
    rows: list[tuple[Cell, ...]] = []
    for item in evaluations:
        for name, seen in (("seen", True), ("unseen", False)):
            own = _of(item, lambda row: None if row.part == TRAIN else row.seen, seen)
            if own:
                rate = None if any(value not in (0, 1) for value in own) else wilson(round(sum(own)), len(own))
                rows.append((item.label, name, len(own), sum(own), sum(own) / len(own), cell(rate), cell(bootstrap.mean(own, seed))))
    if not rows:
        return None
    columns = (
        Column("system", "system"),
        Column("template", "template"),
        Column("n", "n", "int"),
        Column("solved", "solved", "count"),
        Column("sr", "SR", "percent"),
        Column("wilson", "95 % Wilson", "percent"),
        Column("ci", "95 % bootstrap", "percent"),
    )
    note = "seen: the task's intent template occurs among the training tasks, which are left out. Wilson for one episode a task."
    return Table("templates", "Success on templates seen and unseen in training", "MAG App. F", columns, tuple(rows), (note,))
