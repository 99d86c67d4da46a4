"""Bars that add up: what the steps or failures of every system consist of."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mag.report.plots.style import FILLS, INK, ROW, canvas, label, name_rows

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def stacked(names: Sequence[str], parts: Sequence[str], amounts: Sequence[Sequence[float]], x_label: str, columns: int = 6) -> "Figure":
    """One bar a name; amounts[i][j] is how much of bar i is part j. The order of `parts` fixes their fills; `columns`: of the legend.

    Parts that nobody has are left out.
    """
    used = sum(any(row[place] for row in amounts) for place in range(len(parts)))
    lines = -(-used // columns) or 1
    figure, (axis,) = canvas(1, 0.7 + 0.2 * lines + 1.25 * ROW * max(1, len(names)))
    name_rows(axis, names)
    starts = [0.0] * len(names)
    for place, part in enumerate(parts):
        colour, hatch = FILLS[place % len(FILLS)]
        widths = [row[place] for row in amounts]
        if not any(widths):
            continue
        rows = range(len(names))
        axis.barh(
            rows,
            widths,
            left=starts,
            height=0.68,
            color=colour,
            hatch=hatch,
            edgecolor=INK,
            linewidth=0.5,
            label=label(part, 120 // columns),
        )
        starts = [start + width for start, width in zip(starts, widths, strict=True)]
    axis.set_xlim(0, max(starts, default=0.0) or 1.0)
    axis.set_xlabel(x_label)
    figure.legend(loc="outside upper left", ncols=-(-used // lines), handlelength=1.8, columnspacing=1.2)
    return figure
