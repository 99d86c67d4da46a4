"""Tables as text: CSV for computers, Markdown, LaTeX and plain text for people. The same table gives the same bytes.

People's formats round as the papers do: `.356` for rates, one decimal for per cent and points; CSV keeps nine significant digits and puts
the limits of an interval into two columns.
"""

import csv
import io
from collections.abc import Mapping
from pathlib import Path

from mag.analysis.table import Cell, Column, Interval, Kind, Table
from mag.runs import write_atomic

MISSING = "–"
_LATEX = {
    "\\": r"\textbackslash{}",
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "†": r"$^\dagger$",
    "Δ": r"$\Delta$",
    "κ": r"$\kappa$",
    "–": "--",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
}


def cell_text(cell: Cell, kind: Kind) -> str:
    """One cell as people read it."""
    if cell is None:
        return MISSING
    if isinstance(cell, Interval):
        return f"[{_number(cell.low, kind)}, {_number(cell.high, kind)}]"
    return _one_line(cell) if isinstance(cell, str) else _number(cell, kind)


def _number(value: float, kind: Kind) -> str:
    if kind == "rate":
        return _zeroless(f"{value:.3f}")
    if kind == "percent":
        return _unsigned_zero(f"{100 * value:.1f}")
    if kind == "points":
        return _unsigned_zero(f"{value:+.1f}")
    if kind == "p":
        return "<.001" if value < 0.001 else _zeroless(f"{value:.3f}")
    if kind in ("number", "count", "seconds", "money"):
        return _unsigned_zero(f"{value:.{ {'number': 3, 'count': 1, 'seconds': 2, 'money': 2}[kind] }f}")
    return str(round(value)) if kind == "int" else str(value)


def _zeroless(text: str) -> str:
    """.356 for 0.356, as the papers print it; 1.000 stays."""
    text = _unsigned_zero(text)
    return text.replace("0.", ".", 1) if text.lstrip("-").startswith("0.") else text


def _unsigned_zero(text: str) -> str:
    """No sign before a value that was rounded to nothing."""
    return text.lstrip("+-") if not text.strip("+-0.") else text


def _one_line(text: str) -> str:
    return " ".join(text.split())


def as_csv(table: Table) -> str:
    """RFC 4180 with one header row of keys; `key_low` and `key_high` for intervals; empty where nothing was measured."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    spans = [any(isinstance(row[i], Interval) for row in table.rows) for i in range(len(table.columns))]
    names = [[f"{c.key}_low", f"{c.key}_high"] if span else [c.key] for c, span in zip(table.columns, spans, strict=True)]
    writer.writerow([name for group in names for name in group])
    for row in table.rows:
        writer.writerow([value for cell, span in zip(row, spans, strict=True) for value in _plain(cell, span)])
    return text.getvalue()


def _plain(cell: Cell, span: bool) -> list[str | int]:
    if isinstance(cell, Interval):
        return [_digits(cell.low), _digits(cell.high)]
    if span:
        return ["", ""]
    return ["" if cell is None else _digits(cell) if isinstance(cell, float) else cell]


def _digits(value: float) -> str:
    return f"{value + 0.0:.9g}" if abs(value) > 1e-12 else "0"  # what is left of a difference of equal sums is nothing


def as_markdown(table: Table) -> str:
    """Title with source, table, notes."""
    head = f"**{_markdown(table.title)}**" + (f" ({_markdown(table.source)})" if table.source else "")
    lines = [head, "", _pipes([_markdown(column.header) for column in table.columns])]
    lines.append("|" + "|".join(" --- " if column.kind == "text" else " ---: " for column in table.columns) + "|")
    lines += [_pipes([_markdown(cell_text(cell, c.kind)) for cell, c in zip(row, table.columns, strict=True)]) for row in table.rows]
    return "\n".join([*lines, *(f"\n{_markdown(note)}" for note in table.notes), ""])


def _pipes(cells: list[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def _markdown(text: str) -> str:
    """What would start markup or HTML is escaped; line breaks would end the row."""
    return "".join(f"\\{sign}" if sign in "\\|*_`[]<>#" else sign for sign in _one_line(text))


def as_latex(table: Table) -> str:
    r"""A `table*` with booktabs rules (`\usepackage{booktabs}`), the notes below."""
    shape = "".join("l" if column.kind == "text" else "r" for column in table.columns)
    lines = [r"\begin{table*}", r"\centering", rf"\begin{{tabular}}{{{shape}}}", r"\toprule"]
    lines += [_ampersands([_latex(column.header) for column in table.columns]), r"\midrule"]
    lines += [_ampersands([_latex(cell_text(cell, c.kind)) for cell, c in zip(row, table.columns, strict=True)]) for row in table.rows]
    lines += [r"\bottomrule", r"\end{tabular}"]
    caption = " ".join([f"{table.title}.", *table.notes])
    return "\n".join([*lines, rf"\caption{{{_latex(caption)}}}", rf"\label{{tab:{table.key}}}", r"\end{table*}", ""])


def _ampersands(cells: list[str]) -> str:
    # A row that starts with a bracket would be read as the optional argument of the \\ before it.
    return " & ".join(f"{{}}{cell}" if cell.startswith("[") else cell for cell in cells) + r" \\"


def _latex(text: str) -> str:
    return "".join(_LATEX.get(sign, sign) for sign in _one_line(text))


def as_text(table: Table) -> str:
    """Columns aligned for a terminal, the notes below."""
    cells = [[column.header for column in table.columns]]
    cells += [[cell_text(cell, c.kind) for cell, c in zip(row, table.columns, strict=True)] for row in table.rows]
    widths = [max(len(row[i]) for row in cells) for i in range(len(table.columns))]
    lines = [table.title + (f" ({table.source})" if table.source else "")]
    lines += ["  ".join(map(_aligned, row, widths, table.columns)).rstrip() for row in cells]
    return "\n".join([*lines, *(f"  {_one_line(note)}" for note in table.notes)])


def _aligned(text: str, width: int, column: Column) -> str:
    return text.ljust(width) if column.kind == "text" else text.rjust(width)


def write_tables(tables: Mapping[str, Table], folder: Path) -> list[Path]:
    """FOLDER/<key>.csv, .md and .tex of each table; the paths written."""
    written = []
    for key, table in tables.items():
        for ending, text in (("csv", as_csv(table)), ("md", as_markdown(table)), ("tex", as_latex(table))):
            path = folder / f"{key}.{ending}"
            write_atomic(path, text.encode())
            written.append(path)
    return written
