"""The figures of an analysis: which of its tables is drawn how. What has no data is not drawn."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from mag.analysis.result import Analysis
from mag.analysis.series import Series
from mag.analysis.table import Cell, Column, Interval, Table
from mag.report.plots.bars import stacked
from mag.report.plots.curves import curves
from mag.report.plots.dots import Dot, Panel, dots, forest
from mag.report.plots.save import save
from mag.report.plots.sets import overlap
from mag.report.plots.style import label, styled
from mag.route import ROUTED
from mag.stats.intervals import wilson

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SCALE = {"percent": 100.0}  # of a kind of column or series, to what a figure shows; 1 for the others
REASONS = 9  # classes of reasons drawn apart; the rest is one
GROUNDINGS = ("marks (som)", "pixels (coord)")


def write_figures(analysis: Analysis, folder: Path) -> dict[str, bytes]:
    """Draw every figure that has data into folder/<key>.{svg,png,pdf}; the SVG by the key of its table or series."""
    with styled():
        return {key: save(figure, folder, key)["svg"] for key, figure in draw(analysis).items()}


def draw(analysis: Analysis) -> "dict[str, Figure]":
    """The figures by the key of the table or series they show; call it within `styled()`."""
    drawn = {key: drawer(analysis, analysis.tables[key]) for key, drawer in DRAWERS.items() if key in analysis.tables}
    drawn |= {key: _series(series) for key, series in analysis.series.items()}
    return {key: figure for key, figure in drawn.items() if figure is not None}


def _main(analysis: Analysis, table: Table) -> "Figure | None":
    """What is measured of every system, with the intervals of the table beside it."""
    beside = analysis.tables.get("intervals")
    keys = [key for key in ("sr", "ggs", "ofcr", "g") if any(value is not None for value in table.column(key))]
    return _systems(analysis, table, [_panel(table, key, beside.column(key) if beside else ()) for key in keys])


def _slices(analysis: Analysis, table: Table) -> "Figure | None":
    """A panel a slice, with Wilson's interval where every task has one episode and all systems the same tasks."""
    single = {item.label for item in analysis.evaluations if item.samples == 1}
    panels = []
    for column in table.columns[1:]:
        pairs = zip(table.column("system"), table.column(column.key), strict=True)
        panels.append(_panel(table, column.key, [_wilson(rate, column.n) if system in single else None for system, rate in pairs]))
    return _systems(analysis, table, panels, table.title)


def _wilson(rate: Cell, n: int | None) -> Interval | None:
    found = wilson(round(rate * n), n) if isinstance(rate, float | int) and n else None
    return Interval(found.low, found.high) if found else None


def _templates(analysis: Analysis, table: Table) -> "Figure | None":
    """Seen beside unseen for every system, each with its n."""
    systems = list(dict.fromkeys(table.column("system")))
    cells = {(row[0], row[1]): row for row in table.rows}
    at = {column.key: place for place, column in enumerate(table.columns)}
    names, found = [], []
    for system in systems:
        own = [cells.get((system, part)) for part in ("seen", "unseen")]
        counts = ", ".join(f"{row[at['n']]} {row[1]}" for row in own if row)
        names.append(f"{system} ({counts})")
        found.append([_dot(row[at["sr"]], row[at["wilson"]] or row[at["ci"]], 100.0) if row else None for row in own])
    seen, unseen = zip(*found, strict=True) if found else ((), ())
    return (
        dots(names, [Panel("SR (%) on templates seen and unseen in training", seen, unseen)], legend=("seen", "unseen")) if names else None
    )


def _coupling(analysis: Analysis, table: Table) -> "Figure | None":
    """G of solved and of failed episodes."""
    numbers = zip(table.column("system"), table.column("n_solved"), table.column("n_failed"), strict=True)
    names = [f"{system} ({solved} solved, {failed} failed)" for system, solved, failed in numbers]
    solved, failed = (_dots(table.column(f"g_{group}"), table.column(f"g_{group}_ci")) for group in ("solved", "failed"))
    return dots(names, [Panel("G of the episodes", solved, failed)], legend=("solved", "failed")) if names else None


def _pairs(analysis: Analysis, table: Table) -> "Figure | None":
    """First less second, with how many tasks only the one and only the other solves."""
    p = "p_holm" if any(column.key == "p_holm" for column in table.columns) else "p"
    at = [table.column(key) for key in ("first", "second", "a", "b", p)]
    names = [_difference(str(first), str(second)) for first, second in zip(*at[:2], strict=True)]
    aside = [f"{a} / {b}{_p(p)}" for a, b, p in zip(*at[2:], strict=True)]
    return _forest(table, names, aside)


def _difference(first: str, second: str) -> str:
    """One line where that holds both names whole, else one a name: of two checkpoints of a run only the ends differ."""
    line = f"{first} − {second}"
    return line if label(line) == line else f"{label(first)}\n− {label(second)}"


def _contrasts(analysis: Analysis, table: Table) -> "Figure | None":
    names = [
        f"({label(str(first))})\n− ({label(str(second))})"
        for first, second in zip(table.column("first"), table.column("second"), strict=True)
    ]
    return _forest(table, names, [f"n = {n}" for n in table.column("n")])


def _forest(table: Table, names: Sequence[str], aside: Sequence[str]) -> "Figure | None":
    values = _dots(table.column("delta"), table.column("ci"))
    return forest(names, values, aside, f"{_of(table, 'delta').header}, points") if any(values) else None


def _p(value: Cell) -> str:
    if not isinstance(value, float | int):
        return ""
    return ", p < .001" if value < 0.001 else f", p = {value:.3f}".replace("0.", ".", 1)


def _actions(analysis: Analysis, table: Table) -> "Figure | None":
    kinds = [column for column in table.columns if column.kind == "percent"]
    names = [f"{system} ({steps:,} steps)" for system, steps in zip(table.column("system"), table.column("steps"), strict=True)]
    shares = [[_number(value) * 100 for value in row] for row in zip(*(table.column(column.key) for column in kinds), strict=True)]
    return stacked(names, [column.title for column in kinds], shares, "share of steps (%)") if names else None


def _reasons(analysis: Analysis, table: Table) -> "Figure | None":
    """The most frequent reasons by system, the others as one."""
    names = list(dict.fromkeys(str(system) for system in table.column("system")))
    found: dict[str, dict[str, float]] = {}
    for system, reason, share in zip(table.column("system"), table.column("reason"), table.column("of_all"), strict=True):
        found.setdefault(str(reason), {})[str(system)] = 100 * _number(share)
    order = sorted(found, key=lambda reason: (-sum(found[reason].values()), reason))
    head, tail = (order, []) if len(order) <= REASONS + 1 else (order[:REASONS], order[REASONS:])
    amounts = [[found[reason].get(name, 0.0) for reason in head] for name in names]
    if tail:
        amounts = [[*row, sum(found[reason].get(name, 0.0) for reason in tail)] for name, row in zip(names, amounts, strict=True)]
    parts = [*head, *(["other reasons"] if tail else [])]
    return stacked(names, parts, amounts, "reasons by share of all steps (%)", columns=2) if names else None


def _cost(analysis: Analysis, table: Table) -> "Figure | None":
    """Medians, and lines that reach to the 90th percentile."""
    panels = []
    for key in ("steps_median", "tokens_median", "step_seconds", "episode_seconds"):
        high = table.column(key.replace("_median", "") + "_p90")
        limits = [None if low is None else Interval(_number(low), _number(end)) for low, end in zip(table.column(key), high, strict=True)]
        if any(limits):
            panels.append(_panel(table, key, limits))
    return _systems(analysis, table, panels)


def _solved_sets(analysis: Analysis, table: Table) -> "Figure | None":
    names = [column.title for column in table.columns if column.kind == "text"]
    counts = [int(_number(count)) for count in table.column("tasks")]
    found = [(tuple(cell != "" for cell in row[: len(names)]), count) for row, count in zip(table.rows, counts, strict=True)]
    return overlap(names, found, f"tasks (of {sum(counts)})") if any(any(members) for members, _ in found) else None


def _series(series: Series) -> "Figure | None":
    return (
        curves(series.lines, series.x_label, series.y_label, SCALE.get(series.unit, 1.0)) if any(line.y for line in series.lines) else None
    )


def _systems(analysis: Analysis, table: Table, panels: Sequence[Panel], common: str = "") -> "Figure | None":
    """A row a system, told apart by grounding where there are both; `common` is what all panels are of."""
    coord = {item.label for item in analysis.evaluations if item.grounding == "coord"}
    names = [str(name) for name in table.column("system")]
    hollow = [name in coord for name in names]
    mixed = any(hollow) and not all(hollow) and not any(item.grounding == ROUTED for item in analysis.evaluations)
    return dots(names, panels, hollow if mixed else (), GROUNDINGS if mixed else None, common) if names and panels else None


def _panel(table: Table, key: str, limits: Sequence[Cell]) -> Panel:
    scale = SCALE.get(_of(table, key).kind, 1.0)
    return Panel(_titled(table, key), _dots(table.column(key), limits, scale))


def _dots(values: Sequence[Cell], limits: Sequence[Cell], scale: float = 1.0) -> list[Dot | None]:
    return [_dot(value, limit, scale) for value, limit in zip(values, limits or (None,) * len(values), strict=True)]


def _dot(value: Cell, limits: Cell, scale: float) -> Dot | None:
    if not isinstance(value, float | int):
        return None
    return Dot(value * scale, limits.low * scale, limits.high * scale) if isinstance(limits, Interval) else Dot(value * scale)


def _number(value: Cell) -> float:
    return float(value) if isinstance(value, float | int) else 0.0


def _of(table: Table, key: str) -> Column:
    return next(column for column in table.columns if column.key == key)


def _titled(table: Table, key: str) -> str:
    column = _of(table, key)
    return column.title if column.n is None else f"{column.title}\nn = {column.n}"


DRAWERS: "dict[str, Callable[[Analysis, Table], Figure | None]]" = {
    "main": _main,
    "pairs": _pairs,
    "seeds": _contrasts,
    "contrasts": _contrasts,
    "lengths": _slices,
    "sites": _slices,
    "templates": _templates,
    "actions": _actions,
    "solved_sets": _solved_sets,
    "coupling": _coupling,
    "passk_pairs": _pairs,
    "reasons": _reasons,
    "cost": _cost,
}
_FOREST = "A full circle's interval leaves 0 out. At the right: tasks that only the first / only the second one solves,"
# How to read each figure; a series is read by `series_reading`.
READINGS = {
    "main": "Lines: 95 % intervals, tasks resampled.",
    "pairs": f"{_FOREST} p as adjusted by Holm.",
    "seeds": "A full circle's interval leaves 0 out.",
    "contrasts": "A full circle's interval leaves 0 out.",
    "lengths": "Lines, where all systems have the same tasks, one episode each: 95 % intervals (Wilson).",
    "sites": "Lines, where all systems have the same tasks, one episode each: 95 % intervals (Wilson).",
    "templates": "Lines: 95 % intervals.",
    "actions": "What each system does, as shares of its steps.",
    "solved_sets": "Each bar counts the tasks that exactly the systems marked below it solve; at the right, what each solves in all.",
    "coupling": "Lines: 95 % intervals, tasks resampled.",
    "passk_pairs": f"{_FOREST} McNemar's p.",
    "reasons": "An output with two reasons counts for both.",
    "cost": "Medians; the lines reach to the 90th percentile.",
}


def series_reading(series: Series) -> str:
    """How to read the curves: what of bands and dotted levels there is."""
    bands = "Bands: 95 % intervals. " if any(line.low for line in series.lines) else ""
    return bands + ("Dotted: one episode a task." if any(line.level for line in series.lines) else "")
