"""What an analysis says: tables of typed cells, before any of them is turned into text.

Values keep their full precision and their natural unit; `mag.report.tables` rounds them as the papers print them.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

Kind = Literal["text", "int", "rate", "percent", "points", "p", "number", "count", "seconds", "money"]


@dataclass(frozen=True, slots=True)
class Interval:
    """A cell with the limits of a 95 % interval, in the unit of its column."""

    low: float
    high: float


Cell = str | int | float | Interval | None  # None: not measured


@dataclass(frozen=True, slots=True)
class Column:
    """One column.

    kind: `rate` (0..1, printed .356), `percent` (0..1, printed 35.6), `points` (percentage points, a signed difference), `p` (a p value),
    `number` (three decimals), `count` (one, for medians and means of counts), `seconds`, `money` (US dollars), `int`, `text`.
    n: units behind the column's means, where they are the same in all rows; a table whose rows differ has a column of its own for n.
    """

    key: str
    title: str
    kind: Kind = "text"
    n: int | None = None

    @property
    def header(self) -> str:
        """The title with its n."""
        return self.title if self.n is None else f"{self.title} (n={self.n})"


@dataclass(frozen=True, slots=True)
class Table:
    """A table with what it reproduces (`source`, "" for one the papers do not have) and what a reader must know of it (`notes`)."""

    key: str
    title: str
    source: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[str, ...] = ()

    def column(self, key: str) -> tuple[Cell, ...]:
        """The cells of a column, top to bottom. Raises KeyError for a key it does not have."""
        index = next((i for i, column in enumerate(self.columns) if column.key == key), None)
        if index is None:
            raise KeyError(f"{self.key} has no column {key!r}")
        return tuple(row[index] for row in self.rows)

    def with_notes(self, notes: Sequence[str]) -> "Table":
        """The same table with further notes."""
        return replace(self, notes=(*self.notes, *notes))


def common(values: Sequence[int]) -> int | None:
    """The n of a column's header: the one that all rows share, None where they differ."""
    return values[0] if values and len(set(values)) == 1 else None
