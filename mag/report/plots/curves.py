"""Curves with bands, and dotted levels to read them against."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mag.analysis.series import Line
from mag.report.plots.style import INK, LINES, ROW, canvas, label, name_right

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WHOLE = 12  # so many whole x at most get a tick each
MARKED = 30  # points of a curve at most that are marked
LEGEND_COLUMNS = 3
APART = 0.06  # of the height, between the names of two levels


def curves(lines: Sequence[Line], x_label: str, y_label: str, scale: float = 1.0) -> "Figure":
    """y times `scale` over x; levels are dotted, their names at the right."""
    drawn = [line for line in lines if not line.level and line.x]
    levels = sorted((line for line in lines if line.level), key=lambda line: line.y)
    figure, (axis,) = canvas(1, 2.7 + ROW * len(drawn) / LEGEND_COLUMNS)
    for place, line in enumerate(drawn):
        _draw(axis, line, place, scale)
    xs = sorted({x for line in drawn for x in line.x})
    if xs and len(xs) <= WHOLE and all(x == int(x) for x in xs):
        axis.set_xticks(xs, [str(int(x)) for x in xs])
    for line in levels:
        axis.axhline(line.y[0] * scale, color=INK, linestyle=":", linewidth=1.0)
    axis.set_ylim(bottom=min(0.0, axis.get_ylim()[0]))
    if levels:
        _name_levels(axis, [(line.name, line.y[0] * scale) for line in levels])
    axis.set_xlabel(x_label)
    axis.set_ylabel(y_label)
    axis.grid(axis="y")
    if drawn:
        figure.legend(loc="outside upper left", ncols=LEGEND_COLUMNS)
    return figure


def _draw(axis: "Axes", line: Line, place: int, scale: float) -> None:
    colour, dash, marker = LINES[place % len(LINES)]
    if line.low and line.high:
        low, high = [y * scale for y in line.low], [y * scale for y in line.high]
        axis.fill_between(line.x, low, high, color=colour, alpha=0.14, linewidth=0)
    shown = marker if len(line.x) <= MARKED else None
    axis.plot(line.x, [y * scale for y in line.y], color=colour, linestyle=dash, marker=shown, label=label(line.name, 34))


def _name_levels(axis: "Axes", levels: Sequence[tuple[str, float]]) -> None:
    """From below, each at its line or as little above as keeps the names apart."""
    bottom, top = axis.get_ylim()
    places: list[float] = []
    for _, y in levels:
        places.append(max(y, places[-1] + APART * (top - bottom)) if places else y)
    name_right(axis, places, [name for name, _ in levels])
