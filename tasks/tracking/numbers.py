"""What the files of a study say, as numbers with a step. Nothing of MLflow here."""

import csv
import math
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mag.analysis.rounds import CLOCKS, METRICS
from mag.journal import Journal
from mag.runs import read_json
from mag.study import Study, Unit
from mag.study.diary import DIARY

Curve = dict[tuple[str, int], float]  # (name, step) -> value; what was logged twice counts as logged last
LABELS = ("round", "k", "seed", "task_id")  # columns of numbers that say which row it is
LONGEST = 240  # characters of a metric's name
ODD = re.compile(r"[^\w\-. :/]|/(?=/)|(?<![^/])\.+(?![^/])")  # what the name of a metric may not hold


@dataclass(frozen=True)
class Times:
    """UNIX milliseconds at which units of a study were first started and came to their end, by the diary."""

    starts: Mapping[str, int]
    ends: Mapping[str, int]

    @classmethod
    def of(cls, study: Study) -> "Times":
        """From the diary's first lines on each unit, which later starts do not change."""
        starts: dict[str, int] = {}
        ends: dict[str, int] = {}
        for row in Journal(study.folder / DIARY).rows():
            if row["event"] == "start":
                starts.setdefault(row["unit"], int(1000 * row["at"]))
            elif row["done"]:
                ends.setdefault(row["unit"], int(1000 * row["at"]))
        return cls(starts, ends)

    def start(self, unit: Unit) -> int:
        """Of a unit that the diary does not know: when it was finished."""
        return self.starts.get(unit.name) or self.end(unit)

    def end(self, unit: Unit) -> int:
        """Of a unit that the diary does not know (done by a stage's own command): when its folder was last written to."""
        return self.ends.get(unit.name) or int(1000 * unit.folder.stat().st_mtime)


def by_round(run: Path) -> dict[int, Curve]:
    """metrics.jsonl of a run, divided by rounds (0: a run without them); a line that names none is of the last one named."""
    found: dict[int, Curve] = {}
    number = 0
    for row in Journal(run / METRICS).rows():
        number = int(row.get("round", number))
        clock = next((name for name in CLOCKS if name in row), None)
        if clock:
            found.setdefault(number, {}).update(_points(row, int(row[clock])))
    return found


def base_curve(folder: Path) -> Curve:
    """Of the tiny base; empty for a checkpoint that came from elsewhere."""
    path = folder / "training.json"
    rows = read_json(path)["curve"] if path.exists() else []
    return {key: value for row in rows for key, value in _points(row, int(row["update"])).items()}


def table_numbers(folder: Path) -> dict[str, float]:
    """Every number of the tables (CSV) in a folder, named `<table>/<labels of the row>/<column>`."""
    found: dict[str, float] = {}
    for path in sorted(folder.glob("*.csv")):
        with path.open(newline="", encoding="utf-8") as file:
            for row in csv.DictReader(file):
                found |= {_unused(name, found): value for name, value in _row_numbers(path.stem, row)}
    return found


def flat(values: Mapping[str, Any], prefix: str = "") -> dict[str, str]:
    """Nested settings as `outer.inner: text`."""
    found: dict[str, str] = {}
    for name, value in values.items():
        found |= flat(value, f"{prefix}{name}.") if isinstance(value, Mapping) and value else {f"{prefix}{name}": str(value)}
    return found


def _points(row: Mapping[str, Any], step: int) -> Curve:
    return {(f"train/{name}", step): float(value) for name, value in row.items() if name not in CLOCKS and _number(value)}


def _number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _row_numbers(table: str, row: Mapping[str, str]) -> Iterator[tuple[str, float]]:
    values = {name: number for name, cell in row.items() if (number := _parsed(cell)) is not None}
    labels = [cell for name, cell in row.items() if cell and (name not in values or name in LABELS)]
    for name, value in values.items():
        if name not in LABELS and math.isfinite(value):
            yield _name((table, *labels), name), value


def _parsed(cell: str) -> float | None:
    try:
        return float(cell)
    except ValueError:
        return None


def _name(labels: Iterable[str], column: str) -> str:
    return ODD.sub("_", "/".join(labels))[: LONGEST - len(column)].rstrip("/") + "/" + ODD.sub("_", column)


def _unused(name: str, taken: Mapping[str, float]) -> str:
    number = 2
    while name in taken:
        name, number = f"{name.removesuffix(f' {number - 1}')} {number}", number + 1
    return name
