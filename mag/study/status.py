"""Where a study stands: each unit done, running, stopped or left, its seconds, and what the rest will take. Reads small files only."""

from collections.abc import Sequence
from dataclasses import dataclass

from mag.study.conf import Study
from mag.study.diary import Spent, clock, expected, spent, time_left, worker
from mag.study.units import Unit, units


@dataclass(frozen=True, slots=True)
class Row:
    """One unit. Times in seconds."""

    name: str
    state: str  # done, running (by process ...), stopped, left
    by: str  # process and program that work on it
    seconds: float | None
    expected: float | None  # for one that is not done; None where no unit of its kind has been measured


def rows(study: Study) -> list[Row]:
    """All units in their order."""
    known, so_far = units(study), spent(study)
    each = expected(known, so_far)
    return [_row(study, unit, so_far, each.get(unit.kind)) for unit in known]


def _row(study: Study, unit: Unit, so_far: Spent, usual: float | None) -> Row:
    by = "" if unit.done else worker(study, unit)
    state = "done" if unit.done else "running" if by else "stopped" if unit.name in so_far.seconds else "left"
    return Row(unit.name, state, by, so_far.seconds.get(unit.name), None if unit.done else usual)


def as_text(study: Study, table: Sequence[Row]) -> str:
    """The table and the line below it."""
    width = max(len(row.name) for row in table)
    lines = [f"{'unit'.ljust(width)}  state        spent  expected"]
    for row in table:
        took, wanted = ("" if value is None else clock(value) for value in (row.seconds, row.expected))
        lines.append(f"{row.name.ljust(width)}  {row.state:8} {took:>9} {wanted:>9}{f'  process {row.by}' if row.by else ''}".rstrip())
    known, so_far = units(study), spent(study)
    done = sum(row.state == "done" for row in table)
    lines.append(f"{done} of {len(table)} units done, {clock(sum(so_far.seconds.values()))} spent, {time_left(known, so_far)} left")
    return "\n".join(lines)
