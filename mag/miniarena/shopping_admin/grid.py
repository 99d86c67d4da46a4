"""Grids: tables with keyword search, filters, sorting, paging and mass actions. What a user has set stays set until cleared."""

import json
import sqlite3
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from starlette.requests import Request

from mag.miniarena.shopping_admin.formatting import day, moment, money, parse_date, parse_money, parse_number

Kind = Literal["text", "number", "money", "date", "moment", "choice"]
PAGE_SIZES = (20, 30, 50, 100, 200)
RANGES = ("number", "money", "date", "moment")


@dataclass(frozen=True)
class Column:
    """One column: where its value comes from, how it reads and how it is filtered."""

    key: str
    label: str
    sql: str
    kind: Kind = "text"
    choices: tuple[str, ...] = ()
    shown: bool = True


@dataclass(frozen=True)
class MassAction:
    """What can be done to the ticked rows; `question` is asked first, in a dialog or (native) by the browser."""

    label: str
    question: str
    apply: Callable[[Request, list[int]], str]
    native: bool = False


@dataclass(frozen=True)
class Grid:
    """One list page."""

    key: str
    title: str
    path: str
    source: str  # FROM clause, and WHERE clause where the list is a part of a table
    columns: tuple[Column, ...]
    search: tuple[str, ...] = ()  # SQL of what the keyword is looked for in
    sort: str = "id"
    descending: bool = True
    row_id: str = "id"
    row_link: tuple[str, str] | None = None  # label and address up to the id
    actions: tuple[MassAction, ...] = ()
    create: tuple[str, str] | None = None  # label and address

    def column(self, key: str) -> Column | None:
        """The column of this key."""
        return next((column for column in self.columns if column.key == key), None)


@dataclass
class View:
    """How one user has set a grid."""

    sort: str
    descending: bool
    keyword: str = ""
    filters: dict[str, str] = field(default_factory=dict)  # "status", "total.from", "total.to"
    per_page: int = PAGE_SIZES[0]
    hidden: list[str] = field(default_factory=list)


def load_view(db: sqlite3.Connection, user_id: int, grid: Grid) -> View:
    """The user's setting of the grid, or the grid's own."""
    found = db.execute("SELECT view FROM grid_views WHERE user_id = ? AND grid = ?", (user_id, grid.key)).fetchone()
    if found:
        return View(**json.loads(found["view"]))
    return View(grid.sort, grid.descending, hidden=[column.key for column in grid.columns if not column.shown])


def save_view(db: sqlite3.Connection, user_id: int, grid: Grid, view: View) -> None:
    """Keep the user's setting."""
    db.execute("INSERT OR REPLACE INTO grid_views VALUES (?, ?, ?)", (user_id, grid.key, json.dumps(asdict(view))))


def parse_bound(kind: Kind, text: str) -> str | int | float | None:
    """A typed bound of a range in the form that the column is stored in, None when it cannot be understood."""
    if kind == "money":
        return parse_money(text)
    return parse_number(text) if kind == "number" else parse_date(text)


def contains(text: str) -> str:
    """LIKE pattern for a text that holds this one."""
    for special in "\\%_":
        text = text.replace(special, "\\" + special)
    return f"%{text}%"


def conditions(grid: Grid, view: View) -> tuple[str, list[Any]]:
    """The view's filters and keyword as SQL."""
    parts: list[str] = []
    values: list[Any] = []
    for name, text in view.filters.items():
        key, _, bound = name.partition(".")
        column = grid.column(key)
        if column is None:
            continue
        if column.kind in RANGES:
            sql = f"substr({column.sql}, 1, 10)" if column.kind in ("date", "moment") else column.sql
            parts.append(f"{sql} {'>=' if bound == 'from' else '<='} ?")
            values.append(parse_bound(column.kind, text))
        elif column.kind == "choice":
            parts.append(f"{column.sql} = ?")
            values.append(text)
        else:
            parts.append(f"{column.sql} LIKE ? ESCAPE '\\'")
            values.append(contains(text))
    if view.keyword:
        parts.append("(" + " OR ".join(f"{sql} LIKE ? ESCAPE '\\'" for sql in grid.search) + ")")
        values += [contains(view.keyword)] * len(grid.search)
    return " AND ".join(parts) or "1", values


def chips(grid: Grid, view: View) -> list[tuple[str, str]]:
    """Key and text of every active filter, for the line above the table."""
    found = [("keyword", f"Keyword: {view.keyword}")] if view.keyword else []
    for column in grid.columns:
        low, high = view.filters.get(f"{column.key}.from", ""), view.filters.get(f"{column.key}.to", "")
        text = f"{low or '...'} - {high or '...'}" if low or high else view.filters.get(column.key, "")
        if text:
            found.append((column.key, f"{column.label}: {text}"))
    return found


@dataclass(frozen=True)
class Page:
    """One page of a grid: the rows as text, and where it stands among the others."""

    rows: list[tuple[int, list[tuple[Column, str]]]]
    total: int
    number: int
    pages: int


def fetch(db: sqlite3.Connection, grid: Grid, view: View, number: int) -> Page:
    """The rows of one page, formatted."""
    where, values = conditions(grid, view)
    glue = "AND" if " WHERE " in grid.source else "WHERE"
    total = db.execute(f"SELECT count(*) FROM {grid.source} {glue} {where}", values).fetchone()[0]
    pages = max(1, -(-total // view.per_page))
    number = min(number, pages)
    sort = grid.column(view.sort) or grid.columns[0]
    direction = "DESC" if view.descending else "ASC"
    shown = [column for column in grid.columns if column.key not in view.hidden]
    selected = "".join(f", {column.sql}" for column in shown)
    found = db.execute(
        f"SELECT {grid.row_id}{selected} FROM {grid.source} {glue} {where} "
        f"ORDER BY {sort.sql} {direction}, {grid.row_id} {direction} LIMIT ? OFFSET ?",
        (*values, view.per_page, (number - 1) * view.per_page),
    ).fetchall()
    return Page(
        [(row[0], [(column, show(column, value)) for column, value in zip(shown, tuple(row)[1:], strict=True)]) for row in found],
        total,
        number,
        pages,
    )


def show(column: Column, value: Any) -> str:
    """A value as it reads in its cell."""
    if value is None:
        return ""
    if column.kind == "money":
        return money(value)
    if column.kind == "moment":
        return moment(value)
    return day(value) if column.kind == "date" else str(value)
