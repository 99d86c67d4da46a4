"""Dot plots: one row a system, one panel a measure, the line through a dot its 95 % interval."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mag.report.plots.style import BLUE, INK, ROW, SOFT, canvas, name_right, name_rows

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

THOUSANDS = 10_000  # from there on ticks are in thousands


@dataclass(frozen=True, slots=True)
class Dot:
    """A value, in the unit of its panel, with its interval where it has one."""

    value: float
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class Panel:
    """One measure of every row; None where it was not measured. `second`: another value of each row, drawn hollow beside the first."""

    title: str
    dots: Sequence[Dot | None]
    second: Sequence[Dot | None] = ()


def dots(
    names: Sequence[str], panels: Sequence[Panel], hollow: Sequence[bool] = (), legend: tuple[str, str] | None = None, common: str = ""
) -> "Figure":
    """Rows by `names`, from the top. `hollow` rows have hollow squares; `legend` says what a full circle and a hollow square stand for.

    `common`: what all panels are of; then they have one scale.
    """
    figure, axes = canvas(len(panels), 0.6 + ROW * (max(2, len(names)) + bool(legend) + bool(common)))
    ends = [_end(panel) for panel in panels]
    for axis, panel, end in zip(axes, panels, ends, strict=True):
        name_rows(axis, names)
        apart = 0.17 if panel.second else 0.0
        empty = hollow or (False,) * len(names)
        for row, dot in enumerate(panel.dots):
            _draw(axis, row - apart, dot, empty[row])
        for row, dot in enumerate(panel.second):
            _draw(axis, row + apart, dot, True)
        axis.set_xlabel(panel.title)
        reach = max(ends) if common else end
        axis.set_xlim(-0.02 * reach, reach)
        axis.grid()
        axis.locator_params(axis="x", nbins=4 if len(panels) < 5 else 3)
        if reach >= THOUSANDS:
            axis.xaxis.set_major_formatter(lambda x, _: f"{x / 1000:g}k")
    if common:
        figure.supxlabel(common, fontsize="medium")
    if legend:
        _legend(figure, axes[0], legend)
    return figure


def _draw(axis: "Axes", y: float, dot: Dot | None, hollow: bool) -> None:
    if dot is None:
        return
    if dot.low is not None and dot.high is not None:
        axis.plot([dot.low, dot.high], [y, y], color=SOFT if hollow else BLUE, linewidth=1.1, solid_capstyle="butt", clip_on=False)
    shape, fill = ("s", "white") if hollow else ("o", BLUE)
    axis.plot([dot.value], [y], shape, color=INK if hollow else BLUE, markerfacecolor=fill, markeredgewidth=0.9, clip_on=False)


def _end(panel: Panel) -> float:
    reach = max((dot.value if dot.high is None else dot.high for dot in (*panel.dots, *panel.second) if dot), default=0.0)
    return reach * 1.05 or 1.0


def _legend(figure: "Figure", axis: "Axes", words: tuple[str, str]) -> None:
    full = axis.plot([], [], "o", color=BLUE)[0]
    hollow = axis.plot([], [], "s", color=INK, markerfacecolor="white", markeredgewidth=0.9)[0]
    figure.legend([full, hollow], list(words), loc="outside upper right", ncols=2, handletextpad=0.2)


def forest(names: Sequence[str], values: Sequence[Dot | None], aside: Sequence[str], x_label: str) -> "Figure":
    """Differences about 0, one row each; `aside` is written at the right of its row. A full dot's interval leaves 0 out."""
    figure, (axis,) = canvas(1, 0.6 + ROW * max(2, len("\n".join(names).split("\n"))))
    name_rows(axis, names)
    axis.axvline(0, color=INK, linewidth=0.8)
    for row, dot in enumerate(values):
        apart = dot is not None and dot.low is not None and dot.high is not None and (dot.low > 0 or dot.high < 0)
        _draw(axis, row, dot, not apart)
    axis.margins(x=0.06)
    axis.grid(axis="x")
    axis.set_xlabel(x_label)
    name_right(axis, range(len(aside)), aside)
    return figure
