"""What several systems solve in common: bars over the combinations that occur, as UpSet plots do (Lex et al. 2014)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mag.report.plots.style import BLUE, GRID, INK, ROW, WIDTH, name_rows

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COMBINATIONS = 24  # drawn at most, the first
PLACES = 8  # there is room for at least so many, so that few bars do not become walls

Combination = tuple[tuple[bool, ...], int]  # which of the sets, and how many lie in exactly these


def overlap(names: Sequence[str], found: Sequence[Combination], y_label: str) -> "Figure":
    """Above, how many lie in exactly the sets marked below; at the right, how many each set holds. Who lies in none is left out."""
    from matplotlib.figure import Figure

    sizes = [sum(count for members, count in found if members[row]) for row in range(len(names))]
    shown = [(members, count) for members, count in found if any(members)][:COMBINATIONS]
    figure = Figure(figsize=(WIDTH, 1.9 + ROW * len(names)), layout="constrained")
    heights = (1.5, 0.2 + ROW * len(names))
    (bars, corner), (matrix, totals) = figure.subplots(2, 2, sharex="col", sharey="row", width_ratios=(4, 1), height_ratios=heights)
    corner.remove()
    drawn = bars.bar(range(len(shown)), [count for _, count in shown], width=0.6, color=BLUE)
    bars.bar_label(drawn, fontsize=7, padding=1)
    bars.set_xlim(-0.6, max(len(shown), PLACES) - 0.4)
    bars.set_ylabel(y_label)
    bars.locator_params(axis="y", integer=True, nbins=5)
    bars.tick_params(axis="x", length=0, labelbottom=False)
    _matrix(matrix, names, [members for members, _ in shown])
    held = totals.barh(range(len(names)), sizes, height=0.5, color="white", edgecolor=INK, hatch="////")
    totals.bar_label(held, fontsize=7, padding=2)
    totals.set_xlabel("solved in all")
    totals.tick_params(axis="y", length=0)
    totals.spines["left"].set_visible(False)
    totals.margins(x=0.25)
    totals.locator_params(axis="x", integer=True, nbins=3)
    return figure


def _matrix(axis: "Axes", names: Sequence[str], found: Sequence[tuple[bool, ...]]) -> None:
    """A full dot where the row's set is one of the column's, a line through those of a column."""
    for column, members in enumerate(found):
        rows = [row for row, member in enumerate(members) if member]
        others = [row for row, member in enumerate(members) if not member]
        axis.plot([column] * len(others), others, "o", color=GRID, markersize=4)
        axis.plot([column] * len(rows), rows, "o-", color=INK, markersize=5, linewidth=1.2)
    name_rows(axis, names)
    axis.spines["bottom"].set_visible(False)
    axis.tick_params(axis="x", length=0, labelbottom=False)
