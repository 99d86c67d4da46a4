"""The report of an analysis: one file that shows its figures and tables by itself, from disk, without scripts or network."""

import base64
import hashlib
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from markupsafe import Markup

from mag.analysis.admit import mark_notes
from mag.analysis.evaluation import Evaluation
from mag.analysis.result import Analysis
from mag.analysis.series import Series
from mag.analysis.table import Cell, Column, Table
from mag.report.figures import READINGS, series_reading, write_figures
from mag.report.pages import HERE, segment, write_page
from mag.report.plots.inline import inline
from mag.report.tables import cell_text

REPORT, FIGURES = "report.html", "figures"

Shown = tuple[str, bool, str]  # text, whether it is a number, where it leads


@dataclass(frozen=True, slots=True)
class Section:
    """A table, or curves, with the figure drawn of it."""

    anchor: str
    title: str
    source: str
    headers: Sequence[tuple[str, bool]]
    rows: Sequence[Sequence[Shown]]
    notes: Sequence[str]
    drawing: Markup | str
    caption: str
    folded: bool = False  # the values beside a figure that says it all


def write(analysis: Analysis, folder: Path) -> Path:
    """Write folder/report.html with its figures inside, and each figure as svg, png and pdf into folder/figures. Returns the report's path.

    Same analysis, same bytes. Raises BadInput without matplotlib.
    """
    drawings = write_figures(analysis, folder / FIGURES)
    links = {item.label: _view(item, folder) for item in analysis.evaluations}
    sections = [_of_table(table, drawings, analysis.series, links) for table in analysis.tables.values()]
    sections += [_of_series(series, drawings) for key, series in analysis.series.items() if key not in analysis.tables]
    marks = mark_notes(analysis.evaluations)
    return write_page(
        folder / REPORT,
        "report.html",
        policy=_policy(),
        style=Markup(_style()),
        title=f"Analysis of {_listed([item.run for item in analysis.evaluations])}",
        dates=_dates([row.started for item in analysis.evaluations for row in item.episodes]),
        marks=marks,
        notes=[note for note in analysis.notes if note not in marks],
        sections=sections,
        count=len(analysis.evaluations),
    )


@cache
def _style() -> str:
    return (HERE / "report.css").read_text(encoding="utf-8")


@cache
def _policy() -> str:
    """Nothing is loaded, nothing runs, and the one style is that of the report."""
    known = base64.b64encode(hashlib.sha256(_style().encode()).digest()).decode()
    return f"default-src 'none'; style-src 'sha256-{known}'; base-uri 'none'; form-action 'none'"


def _of_table(table: Table, drawings: Mapping[str, bytes], series: Mapping[str, Series], links: Mapping[str, str]) -> Section:
    curves = series.get(table.key)
    caption = series_reading(curves) if curves else READINGS.get(table.key, "")
    rows = [[_shown(cell, column, links) for cell, column in zip(row, table.columns, strict=True)] for row in table.rows]
    headers = [(column.header, column.kind != "text") for column in table.columns]
    notes = (*table.notes, *(curves.notes if curves else ()))
    return Section(table.key, table.title, table.source, headers, rows, notes, _drawing(table.key, table.title, drawings), caption)


def _of_series(series: Series, drawings: Mapping[str, bytes]) -> Section:
    """Curves without a table of their own: their points are the table, a column a curve."""
    column = Column("y", "y", series.unit)
    points = [(dict(zip(line.x, line.y, strict=True)), line) for line in series.lines if not line.level]
    xs = sorted({x for known, _ in points for x in known})
    rows = [[(f"{x:g}", True, ""), *(_shown(known.get(x), column, {}) for known, _ in points)] for x in xs]
    headers = [(series.x_label, True), *((line.name, True) for _, line in points)]
    drawing = _drawing(series.key, series.title, drawings)
    reading = series_reading(series)
    return Section(series.key, series.title, series.source, headers, rows, series.notes, drawing, reading, folded=True)


def _drawing(key: str, title: str, drawings: Mapping[str, bytes]) -> Markup | str:
    return Markup(inline(drawings[key], key, title)) if key in drawings else ""


def _shown(cell: Cell, column: Column, links: Mapping[str, str]) -> Shown:
    return cell_text(cell, column.kind), column.kind != "text", links.get(cell, "") if isinstance(cell, str) else ""


def _view(item: Evaluation, folder: Path) -> str:
    """Address of the evaluation's viewer from the report, "" where it has none."""
    page = item.folder / "view" / "index.html"
    if not page.exists():
        return ""
    return "/".join(segment(part) for part in Path(os.path.relpath(page, folder.resolve())).parts)


def _listed(names: Sequence[str]) -> str:
    return ", ".join(dict.fromkeys(names))


def _dates(seconds: Sequence[float]) -> str:
    """The first and the last day, "" without any."""
    days = [datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d") for at in (min(seconds), max(seconds))] if seconds else []
    return " to ".join(dict.fromkeys(days))
