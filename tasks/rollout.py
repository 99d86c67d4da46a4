"""Rolling episodes. An episode is durable on its own, so a task that is tried again rolls only what is missing."""

import asyncio
from collections import Counter
from collections.abc import Sequence

from prefect import get_run_logger

from mag.harness import SweepSpec
from mag.records import Outcome
from mag.rollout import Unit
from mag.runs import EvalFolder
from mag.sites.base import EnvironmentSet
from mag.sweep import roll_sweep
from tasks.retrying import live
from tasks.showing import Progress, show_lanes


@live(retries=5, delays=[5, 30, 60, 300, 300], retry_jitter_factor=0.3)
def roll(spec: SweepSpec, folder: EvalFolder, units: Sequence[Unit], sets: Sequence[EnvironmentSet]) -> int:
    """Roll what the folder lacks (lines 3-18); how many units the infrastructure spoiled for good."""
    logger, counts, stored = get_run_logger(), Counter[str](), len(folder.units())

    def report(unit: Unit, outcome: Outcome, reason: str) -> None:
        counts[outcome] += 1
        done = counts.total() - counts["infra"]
        if outcome == "infra":
            logger.warning("task %s, attempt %s: %s", unit.web_task.task_id, unit.attempt, reason)
            return
        progress.at(stored + done, len(units))
        if done % 25 == 0 or done == len(units):
            logger.info(
                "%s of %s: success %s, failure %s, infra %s", done, len(units), counts["success"], counts["failure"], counts["infra"]
            )

    with Progress(folder.path.name, logger.warning) as progress:
        progress.at(stored, len(units))
        spoiled = asyncio.run(roll_sweep(spec, folder, units, sets, report))
    show_lanes([folder.path], logger.warning)
    return spoiled
