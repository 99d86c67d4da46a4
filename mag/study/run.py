"""Doing units: one, or all that are left, in their order. What is done is passed over without opening anything."""

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from mag.errors import BadInput
from mag.runs import room
from mag.study.conf import Study
from mag.study.diary import noted
from mag.study.results import restore, result_file, sealed
from mag.study.units import Unit, find, missing, units
from mag.study.watch import Watch

if TYPE_CHECKING:
    from mag.study.session import Session


def run_unit(study: Study, unit: Unit, watch: Watch | None = None) -> None:
    """Do what of one unit is missing, on sites and engine of its own.

    Raises BadInput where units that it needs are not done, where another process works on it, or where the study was started with other
    settings; Transient where the infrastructure failed: the same call goes on.
    """
    run_units(study, (unit,), watch)


def run_units(study: Study, chosen: Sequence[Unit], watch: Watch | None = None) -> None:
    """Do what is left of these units, in this order; neighbours share sites and engine. Raises what `run_unit` raises."""
    restore(units(study))
    if all(unit.done and sealed(study, unit) for unit in chosen):
        study.freeze()  # done, but by this conf?
        return
    from mag.study.choose import check
    from mag.study.sealing import seal
    from mag.study.session import Session

    check(study)
    study.freeze()
    with Session(study, watch or Watch()) as session:
        for unit in chosen:
            with room(unit.folder):
                if not unit.done:
                    _do(session, unit)
                seal(session, unit)


def _do(session: "Session", unit: Unit) -> None:
    from mag.study.work import do

    study = session.study
    if first := missing(units(study), unit):
        raise BadInput(f"{unit.name} needs {first[0]}; do that first (`mag study run {study.name} --until {unit.name}`)")
    with noted(study, unit):
        if unit.done:  # another process was first
            return
        result_file(study, unit).unlink(missing_ok=True)  # of the unit before, whose folder somebody removed
        session.watch.begin(unit)
        began = time.monotonic()
        do(session, unit)
        session.watch.end(unit, time.monotonic() - began)


def chosen_units(study: Study, only: str = "", until: str = "") -> tuple[Unit, ...]:
    """All units; the one named; or those up to the one named, in their order. Raises BadInput for a name that is none."""
    known = units(study)
    if only and until:
        raise BadInput("give --only or --until, not both")
    if only:
        return (find(known, only),)
    return known[: known.index(find(known, until)) + 1] if until else known
