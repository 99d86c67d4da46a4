"""Shares of a sweep as Prefect tasks for Ray's workers. What crosses between machines is small: a choice, task ids, a path, a count."""

from collections import Counter
from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Any

from prefect import get_run_logger
from prefect_ray.context import remote_options

from mag.benchmark.load import load_benchmark
from mag.choice import Choice
from mag.records import Outcome
from mag.rollout import Unit
from mag.settings import load_settings
from mag.shares import Share, roll_share
from tasks.retrying import live

RESOURCE = "envset"  # `ray start --resources '{"envset": 6}'`: how many environment sets a host may run


def placed(share: Share) -> AbstractContextManager[dict[str, Any]]:
    """Where a share goes: to a host with so many sets to spare where hosts say how many they have, else spread over the hosts."""
    import ray

    if RESOURCE in ray.cluster_resources():
        options: dict[str, Any] = remote_options(num_cpus=1, resources={RESOURCE: share.sets})
    else:
        options = remote_options(num_cpus=1, scheduling_strategy="SPREAD")
    return options


@live(retries=2, delays=[5, 30])
def roll(share: Share, choice: Choice, task_ids: Sequence[int]) -> int:
    """Roll one share with the settings of the machine it lands on (lines 1-18); how many units the infrastructure spoiled for good."""
    settings, logger, counts = load_settings(), get_run_logger(), Counter[str]()
    benchmark = load_benchmark(settings=settings)

    def report(unit: Unit, outcome: Outcome, reason: str) -> None:
        counts[outcome] += 1
        if outcome == "infra":
            logger.warning("task %s, attempt %s: %s", unit.web_task.task_id, unit.attempt, reason)

    lost = roll_share(share, choice, benchmark, benchmark.select(ids=task_ids), settings, report)
    logger.info("share %s of %s: %s", share.number + 1, share.of, dict(counts) or "nothing left to roll")
    return lost


def roll_all(shares: Sequence[Share], choice: Choice, task_ids: Sequence[int]) -> None:
    """All shares at once, through the flow's task runner; ends when the last one has ended, with the first one's error if any failed."""
    rolled = []
    for share in shares:
        with placed(share):
            rolled.append(roll.submit(share, choice, task_ids))
    for future in rolled:
        future.wait()
    for future in rolled:
        future.result()
