"""Curves of a study as CSV, one row a point, for `dvc plots`: <runs>/<study>/analysis/plots/.

base.csv    updates of the tiny base      sft.csv     updates and epochs of stage 1      rounds.csv  batches and updates of stage 2
test.csv    evaluations on held-out tasks by round; 0 is the SFT checkpoint, which each training starts from
"""

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from mag.journal import Journal
from mag.runs import read_json, write_atomic
from mag.study.conf import Study
from mag.study.results import LOGGED, MEASURED, result_file
from mag.study.units import Unit

Row = dict[str, Any]


def write_plots(study: Study, known: Sequence[Unit], folder: Path) -> None:
    """The files that have a point."""
    for name, rows in (
        ("base", list(_base(known))),
        ("sft", list(_sft(known))),
        ("rounds", list(_rounds(study, known))),
        ("test", list(_test(study, known))),
    ):
        if rows:
            write_atomic(folder / f"{name}.csv", as_csv(rows))


def as_csv(rows: Sequence[Mapping[str, Any]]) -> bytes:
    """Columns in the order in which they first occur; empty where a row has none."""
    text = io.StringIO()
    writer = csv.DictWriter(text, list(dict.fromkeys(name for row in rows for name in row)), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue().encode()


def _base(known: Sequence[Unit]) -> Iterator[Row]:
    for unit in known:
        path = unit.folder / "training.json"
        if unit.kind == "base" and path.exists():
            yield from ({"run": unit.name, **row} for row in read_json(path)["curve"])


def _sft(known: Sequence[Unit]) -> Iterator[Row]:
    for unit in known:
        if unit.kind == "sft":
            yield from ({"run": unit.of.grounding, **row} for row in Journal(unit.folder / LOGGED).rows())


def _rounds(study: Study, known: Sequence[Unit]) -> Iterator[Row]:
    for unit in known:
        if unit.kind == "round":
            yield {"run": _run(unit), "round": unit.of.number, **read_json(result_file(study, unit))}


def _test(study: Study, known: Sequence[Unit]) -> Iterator[Row]:
    of_runs = dict.fromkeys((unit.of.grounding, _run(unit)) for unit in known if unit.of.arm)
    for unit in known:
        if unit.kind in MEASURED:
            row = {"round": unit.of.number, "of": unit.kind, **read_json(result_file(study, unit))}
            runs = [_run(unit)] if unit.of.arm else [name for grounding, name in of_runs if grounding == unit.of.grounding]
            yield from ({"run": f"{name} {unit.kind}", **row} for name in runs or [unit.of.grounding])


def _run(unit: Unit) -> str:
    return f"{unit.of.grounding}/{unit.of.arm}-{unit.of.seed}"
