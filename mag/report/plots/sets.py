"""What several systems solve in common: bars over the combinations that occur, as UpSet plots do (Lex et al. 2014)."""

from collections import Counter
from collections.abc import Mapping, Sequence, Set
from typing import TYPE_CHECKING

from mag.report.plots.style import BLUE, GRID, INK, ROW, WIDTH, label, name_rows

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COMBINATIONS = 24  # drawn at most, the largest
COLUMNS = 8  # there is room for at least so many, so that few bars do not become walls


def combinations(sets: Mapping[str, Set[int]]) -> list[tuple[tuple[str, ...], int]]:
    """Who exactly solves how many tasks, most first; tasks nobody solves are in none. Every solved task is counted once."""
    names = list(sets)
    who = Counter(tuple(name for name in names if task in sets[name]) for task in set().union(*sets.values()))
    return sorted(who.items(), key=lambda item: (-item[1], len(item[0]), [names.index(name) for name in item[0]]))


def overlap(sets: Mapping[str, Set[int]], y_label: str) -> "Figure":
    """Above, how many tasks are solved by exactly the systems marked below; at the right, how many each solves."""
    from matplotlib.figure import Figure

    found = combinations(sets)[:COMBINATIONS]
    figure = Figure(figsize=(WIDTH, 1.9 + ROW * len(sets)), layout="constrained")
    grid = figure.subplots(2, 2, sharex="col", sharey="row", width_ratios=(4, 1), height_ratios=(1.5, 0.2 + ROW * len(sets)))
    bars, corner, matrix, totals = (axis for line in grid for axis in line)
    corner.remove()
    columns = range(len(found))
    drawn = bars.bar(columns, [count for _, count in found], width=0.6, color=BLUE)
    bars.bar_label(drawn, fontsize=7, padding=1)
    bars.set_xlim(-0.6, max(len(found), COLUMNS) - 0.4)
    bars.set_ylabel(y_label)
    bars.tick_params(axis="x", length=0, labelbottom=False)
    _matrix(matrix, list(sets), [members for members, _ in found])
    sizes = totals.barh(range(len(sets)), [len(tasks) for tasks in sets.values()], height=0.5, color="white", edgecolor=INK, hatch="////")
    totals.bar_label(sizes, fontsize=7, padding=2)
    totals.set_xlabel("solved in all")
    totals.tick_params(axis="y", length=0)
    totals.margins(x=0.25)
    return figure


def _matrix(axis: "Axes", names: Sequence[str], found: Sequence[Sequence[str]]) -> None:
    """A full dot where the row's system is one of the column's, a line through those of a column."""
    for column, members in enumerate(found):
        rows = [row for row, name in enumerate(names) if name in members]
        others = [row for row in range(len(names)) if row not in rows]
        axis.plot([column] * len(others), others, "o", color=GRID, markersize=4)
        axis.plot([column] * len(rows), rows, "o-", color=INK, markersize=5, linewidth=1.2)
    name_rows(axis, tuple(names))
    axis.spines["bottom"].set_visible(False)
    axis.tick_params(axis="x", length=0, labelbottom=False)
