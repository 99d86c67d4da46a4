"""A unit of a study as a task: done already is `Cached`, else a process of its own with a hard deadline. Torch stays out of the flow."""

import sys
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path

from prefect import State, get_run_logger
from prefect.states import Completed

from mag.settings import ComputeConf, Settings
from mag.study import Unit
from mag.supervise import supervise
from tasks.environment import slot
from tasks.retrying import live
from tasks.showing import Progress, show_lanes
from tasks.tracked import track

MAG = (sys.executable, "-m", "mag.cli")


@dataclass(frozen=True)
class Way:
    """How units of a kind are run."""

    sites: bool  # it works on environment sets
    delays: tuple[float, ...]  # before each further try, seconds


WAYS = {
    "base": Way(False, (30,)),
    "corpus": Way(True, (10, 60, 300)),
    "sft": Way(False, (30,)),
    "expert": Way(True, (10, 60, 300, 300, 300)),
    "round": Way(True, (10, 60, 300)),
    "evaluation": Way(True, (10, 60, 300, 300, 300)),
    "validation": Way(True, (10, 60, 300, 300, 300)),
    "pass": Way(True, (10, 60, 300, 300, 300)),
    "analysis": Way(False, (10,)),
}


@live(retries=0, delays=[], task_run_name="{unit.name}")
def unit_task(study: str, unit: Unit, settings: Settings) -> State[None] | str:
    """Do what of the unit is missing."""
    if unit.done:
        return Completed(name="Cached", message=f"{unit.name} was done before")
    logger, sites = get_run_logger(), WAYS[unit.kind].sites
    with slot(Path(settings.sites.home)) if sites else nullcontext(), Progress(unit.name, logger.warning) as progress:

        def say(line: str) -> None:
            logger.info(line)
            progress.line(line)

        supervise([*MAG, "study", "run", study, "--only", unit.name], say, deadline_s(settings.compute, unit.kind))
    if sites:
        show_lanes([unit.folder], logger.warning)
    return "done"


def run(study: str, wanted: Sequence[Unit], settings: Settings) -> dict[str, str]:
    """The units one after the other; what became of each. A failure ends it, and the same flow started again goes on there."""
    ends = {}
    for unit in wanted:
        way = WAYS[unit.kind]
        own = unit_task.with_options(retries=len(way.delays), retry_delay_seconds=list(way.delays), retry_jitter_factor=0.3)
        state = own(study, unit, settings, return_state=True)
        ends[unit.name] = "cached" if state.name == "Cached" else str(state.result())
    track(study, settings)
    return ends


def deadline_s(conf: ComputeConf, kind: str) -> float:
    """Seconds after which a unit of this kind is ended as hung."""
    return 3600 * conf.hours.get(kind, conf.other_hours)
