"""What a finished unit came to, in a small file of its own, and what its run logged meanwhile: DVC's metrics, and its way to the tables.

<runs>/<study>/results/<unit>.json   figures of the unit and what they are of, without times: the same work gives the same bytes
<unit>/logged.jsonl                  SFT and rounds: their rows of the run's metrics.jsonl, which later units go on writing to. A run whose
                                     units were fetched from elsewhere has its metrics.jsonl again from these.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from mag.journal import Journal, lines_of
from mag.runs import COMMITTED, read_json, write_atomic
from mag.study.conf import Study
from mag.study.units import Kind, Unit

RESULTS, LOGGED, METRICS = "results", "logged.jsonl", "metrics.jsonl"
LOGGING: tuple[Kind, ...] = ("sft", "round")
MEASURED: tuple[Kind, ...] = ("evaluation", "validation", "pass")


def result_file(study: Study, unit: Unit) -> Path:
    """Where a unit's result is; the analysis has none, it is made of them."""
    return study.folder / RESULTS / f"{unit.name.replace('/', '.')}.json"


def sealed(study: Study, unit: Unit) -> bool:
    """Whether the result is there, and of the scores as they stand: a ruling that comes in late changes them."""
    path = result_file(study, unit)
    if not path.exists() or unit.kind not in MEASURED:
        return unit.kind == "analysis" or path.exists()
    return bool(read_json(path)["scores"] == read_json(unit.folder / COMMITTED)["scores"])


def keep_logged(unit: Unit) -> None:
    """Copy the unit's rows of its run's metrics.jsonl."""
    rows = logged(Journal(_run(unit) / METRICS).rows(), unit.of.number)
    write_atomic(unit.folder / LOGGED, lines_of(rows))


def logged(rows: Iterable[Mapping[str, Any]], number: int) -> Iterator[Mapping[str, Any]]:
    """Those of a round (0: a run without rounds). A row that names none is of the round that the next row which names one is of."""
    waiting: list[Mapping[str, Any]] = []
    for row in rows:
        waiting.append(row)
        if not number or "round" in row:
            if row.get("round", 0) == number:
                yield from waiting
            waiting.clear()


def restore(known: Sequence[Unit]) -> None:
    """metrics.jsonl for each run that has none though its units are here."""
    runs: dict[Path, list[Path]] = {}
    for unit in known:
        if unit.kind in LOGGING and (unit.folder / LOGGED).exists():
            runs.setdefault(_run(unit) / METRICS, []).append(unit.folder / LOGGED)
    for path, kept in runs.items():
        if not path.exists():
            write_atomic(path, b"".join(own.read_bytes() for own in kept))


def _run(unit: Unit) -> Path:
    return unit.folder.parents[1] if unit.kind == "round" else unit.folder.parent
