"""The look all figures share. Colours are those of Okabe and Ito, told apart by people of any colour vision; none carries meaning alone."""

import re
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from mag.errors import BadInput
from mag.report.pages import printable

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

INK, SOFT, GRID = "#1c232b", "#5b6672", "#c9cfd6"
BLUE = "#0072b2"
# Neighbours differ in lightness and in hatch.
FILLS = (
    ("#0072b2", ""),
    ("#f0e442", "////"),
    ("#56b4e9", "----"),
    ("#d55e00", "\\\\\\\\"),
    ("#ffffff", "xxxx"),
    ("#009e73", ""),
    ("#cc79a7", "++++"),
    ("#e69f00", "||||"),
    ("#8a939c", ""),
    ("#ffffff", "//"),
)
LINES: tuple[tuple[str, Any, str], ...] = (  # colour, dashes, marker
    ("#0072b2", "-", "o"),
    ("#d55e00", "--", "s"),
    ("#009e73", "-.", "^"),
    ("#1c232b", (0, (1, 1)), "v"),
    ("#cc79a7", (0, (5, 1, 1, 1, 1, 1)), "D"),
    ("#e69f00", (0, (8, 2)), "X"),
    ("#56b4e9", (0, (3, 1, 1, 1)), "P"),
    ("#5b6672", "-", "*"),
)
WIDTH = 7.0  # inches: the text of a page of A4 or letter
ROW = 0.2  # inches for a line of text and its marks
LABEL_CHARS = 48
# White space, and what XML cannot carry besides what `printable` spells out.
SPACE, NOT_XML = re.compile(r"\s+"), re.compile("[\ufffe\uffff]")
STYLE: dict[str, Any] = {
    "figure.dpi": 100,
    "savefig.dpi": 200,
    "font.family": "DejaVu Sans",  # comes with matplotlib: the same widths on every machine
    "font.size": 8,
    "axes.labelsize": 8,
    "axes.titlesize": 8,
    "axes.edgecolor": SOFT,
    "axes.labelcolor": INK,
    "axes.linewidth": 0.6,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.unicode_minus": True,
    "grid.color": GRID,
    "grid.linewidth": 0.5,
    "text.color": INK,
    "text.parse_math": False,  # a name with dollar signs is a name
    "xtick.color": SOFT,
    "ytick.color": SOFT,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "xtick.major.size": 2.5,
    "ytick.major.size": 2.5,
    "legend.frameon": False,
    "legend.handlelength": 2.6,
    "lines.linewidth": 1.3,
    "lines.markersize": 4.5,
    "hatch.linewidth": 0.6,
    "hatch.color": INK,
    "svg.fonttype": "none",  # text stays text
    "svg.hashsalt": "mag",
    "pdf.fonttype": 42,
}


@contextmanager
def styled() -> Iterator[None]:
    """Draw and save within: the look above, whatever matplotlibrc the machine has."""
    try:
        import matplotlib.style
    except ImportError:
        raise BadInput("figures need matplotlib; install it with: pip install 'mag-bench[analysis]'") from None

    with matplotlib.style.context(["default", STYLE]), warnings.catch_warnings():
        # Letters the font lacks are boxes in png and pdf; in svg they are text.
        warnings.filterwarnings("ignore", r"Glyph \d+")
        yield


def label(text: str, chars: int = LABEL_CHARS) -> str:
    """A name as a figure shows it: one line of at most `chars`, invisible characters spelled out."""
    line = NOT_XML.sub("", printable(SPACE.sub(" ", text).strip()))
    return line if len(line) <= chars else line[: chars - 1] + "…"


def canvas(columns: int, height: float, **grid: Any) -> "tuple[Figure, list[Axes]]":
    """A figure of the common width, `height` inches high, with axes side by side that share their y."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(WIDTH, height), layout="constrained")
    axes = figure.subplots(1, columns, squeeze=False, sharey=True, **grid)
    return figure, list(axes[0])


def name_rows(axis: "Axes", names: Sequence[str]) -> None:
    """Rows of the y axis, the first on top; a name may have several lines."""
    axis.set_yticks(range(len(names)), ["\n".join(map(label, name.split("\n"))) for name in names])
    axis.set_ylim(len(names) - 0.4, -0.6)
    axis.tick_params(axis="y", length=0)
    axis.spines["left"].set_visible(False)


def name_right(axis: "Axes", places: Sequence[float], names: Sequence[str]) -> None:
    """Text at the right of the axes, at these y."""
    right = axis.secondary_yaxis("right")
    right.set_yticks(places, [label(name) for name in names])
    right.tick_params(length=0)
    right.spines["right"].set_visible(False)
