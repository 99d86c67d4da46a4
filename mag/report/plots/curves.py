"""Curves with bands, and dotted levels to read them against."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mag.analysis.series import Line
from mag.report.plots.style import LINES, canvas, label

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WHOLE = 12  # so many whole x at most get a tick each


def curves(lines: Sequence[Line], x_label: str, y_label: str, scale: float = 1.0) -> "Figure":
    """y times `scale` over x. Lines of one name share their look, so that a level is read with its curve."""
    figure, (axis,) = canvas(1, 2.9)
    names = list(dict.fromkeys(line.name for line in lines))
    for line in lines:
        _draw(axis, line, names.index(line.name), scale)
    xs = sorted({x for line in lines for x in line.x})
    if xs and len(xs) <= WHOLE and all(x == int(x) for x in xs):
        axis.set_xticks(xs, [str(int(x)) for x in xs])
    axis.set_ylim(bottom=min(0.0, axis.get_ylim()[0]))
    axis.set_xlabel(x_label)
    axis.set_ylabel(y_label)
    axis.grid(axis="y")
    figure.legend(loc="outside right upper")
    return figure


def _draw(axis: "Axes", line: Line, place: int, scale: float) -> None:
    colour, dash, marker = LINES[place % len(LINES)]
    if line.level:
        axis.axhline(line.y[0] * scale, color=colour, linestyle=":", linewidth=1.1, label=f"{label(line.name, 30)}: level")
        return
    if line.low and line.high:
        low, high = [y * scale for y in line.low], [y * scale for y in line.high]
        axis.fill_between(line.x, low, high, color=colour, alpha=0.14, linewidth=0)
    axis.plot(line.x, [y * scale for y in line.y], color=colour, linestyle=dash, marker=marker, label=label(line.name, 30))
