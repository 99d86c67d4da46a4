"""Curves of an analysis: what a figure draws and a reader can check."""

from dataclasses import dataclass
from typing import Literal

Unit = Literal["rate", "percent", "number", "int", "seconds"]  # as in mag.analysis.table.Kind


@dataclass(frozen=True, slots=True)
class Line:
    """One curve: y over x, with the limits of 95 % intervals where `low` and `high` are not empty.

    `level` marks a line of reference drawn across the whole figure (the dotted greedy SR of MAG Fig. A4): one y, no x.
    """

    name: str
    x: tuple[float, ...]
    y: tuple[float, ...]
    low: tuple[float, ...] = ()
    high: tuple[float, ...] = ()
    level: bool = False


@dataclass(frozen=True, slots=True)
class Series:
    """Curves over one pair of axes; `source` is the figure of the papers it corresponds to, "" for none. `unit`: of y."""

    key: str
    title: str
    source: str
    x_label: str
    y_label: str
    unit: Unit
    lines: tuple[Line, ...]
    notes: tuple[str, ...] = ()
