"""A sweep from choice to table: plan, lanes, resume, scores. The command line and the Prefect tasks call these same functions."""

import asyncio
import contextlib
import platform
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from mag.benchmark.load import Benchmark
from mag.choice import Choice, check_sites, make_spec
from mag.errors import MagError, Transient
from mag.harness import Rolled, SweepSpec
from mag.metrics.summary import Summary
from mag.policies.base import opened
from mag.records import WebTask, digest
from mag.rollout import Report, Unit, roll
from mag.route import Route
from mag.runs import EvalFolder, read_json, write_json
from mag.scoring import judge_pending, score_sweep
from mag.settings import Settings
from mag.sites.base import EnvironmentSet
from mag.sites.pool import environment_sets
from mag.web.browser import Driver
from mag.web.lane import Lane


def plan_of(spec: SweepSpec, tasks: Sequence[WebTask], samples: int) -> dict[str, Any]:
    """What the folder is to hold; two plans that differ are two evaluations."""
    plan = {
        "schema": 1,
        "run": spec.run,
        "name": spec.name,
        "benchmark": spec.benchmark,
        "policy": spec.policy.name,
        "identity": spec.policy.identity,
        "grounding": spec.grounding.name,
        "contract": spec.contract.name,
        "protocol": spec.protocol,
        "snapshot": spec.snapshot,
        "judge": spec.judge.name,
        "seed": spec.seed,
        "samples": samples,
        "tasks": [[web_task.task_id, digest(repr(web_task))[:12]] for web_task in tasks],
    }
    return {**plan, "route": spec.grounding.plan()} if isinstance(spec.grounding, Route) else plan


def units_of(tasks: Iterable[WebTask], samples: int) -> list[Unit]:
    """Sample k of every task in plan order, then sample k + 1."""
    tasks = list(tasks)
    return [Unit(web_task, sample) for sample in range(samples) for web_task in tasks]


@asynccontextmanager
async def open_lanes(sets: Sequence[EnvironmentSet]) -> AsyncIterator[list[Lane]]:
    """A lane per environment set on one driver; every browser is closed at the end, whatever the end is."""
    driver = Driver()
    lanes = [Lane(driver, site_set) for site_set in sets]
    try:
        yield lanes
    finally:
        await asyncio.shield(_closed(driver, lanes))


async def _closed(driver: Driver, lanes: Sequence[Lane]) -> None:
    await asyncio.gather(*(lane.renew() for lane in lanes))
    await driver.close()


async def roll_sweep(spec: SweepSpec, folder: EvalFolder, units: Sequence[Unit], sets: Sequence[EnvironmentSet], report: Report) -> int:
    """Roll what the folder lacks; how many units stayed infra."""
    finished = folder.finished_keys()
    missing = [unit for unit in units if spec.key(unit.web_task, unit.sample)[:12] not in finished]
    if not missing:
        return 0

    def note(unit: Unit, outcome: Any, reason: str) -> None:
        if outcome == "infra":
            folder.note_infra(task=unit.web_task.task_id, sample=unit.sample, attempt=unit.attempt, error=reason)
        report(unit, outcome, reason)

    def store(rolled: Rolled) -> None:
        folder.store(rolled.episode, rolled.images)

    async with opened(spec.policy), open_lanes(sets[: len(missing)]) as lanes:
        with _one_error():
            return len(await roll(lanes, spec, missing, store, note))


@contextlib.contextmanager
def _one_error() -> Iterator[None]:
    """The first MagError out of a group of tasks, so that people see one line."""
    try:
        yield
    except* MagError as group:
        error: BaseException = group
        while isinstance(error, BaseExceptionGroup):
            error = error.exceptions[0]
        raise error from None


def run_sweep(choice: Choice, benchmark: Benchmark, tasks: Sequence[WebTask], settings: Settings, folder: Path, report: Report) -> Summary:
    """The whole of Algorithm 1 without an orchestrator: reset, verify, roll what is missing, ask the judge, score."""
    check_sites(benchmark, settings.sites)
    evaluation = EvalFolder(folder)
    with evaluation.lock(), environment_sets(settings.sites) as sets:
        spec = make_spec(choice, benchmark, sets[0].snapshot, folder)
        start_folder(evaluation, spec, tasks, choice.samples, sets)
        asyncio.run(_reset_and_roll(evaluation, spec, units_of(tasks, choice.samples), sets, report))
    with evaluation.lock():
        asyncio.run(judge_pending(evaluation, settings.judge))
        return score_sweep(evaluation, benchmark.references())


async def _reset_and_roll(
    folder: EvalFolder, spec: SweepSpec, units: Sequence[Unit], sets: Sequence[EnvironmentSet], report: Report
) -> None:
    sets = await reset_sets(folder, sets)
    sets = await verify_logins(folder, sets, sites_of(unit.web_task for unit in units))
    await roll_sweep(spec, folder, units, sets, report)


def sites_of(tasks: Iterable[WebTask]) -> list[str]:
    """Every site the tasks touch."""
    return sorted({site for web_task in tasks for site in web_task.sites})


def start_folder(folder: EvalFolder, spec: SweepSpec, tasks: Sequence[WebTask], samples: int, sets: Sequence[EnvironmentSet]) -> None:
    """Freeze the plan (or agree with it), note where the rows come from, and clear an interrupted writer's partial units."""
    if isinstance(spec.grounding, Route):
        spec.grounding.refuse_own(tasks)
    folder.freeze_plan(plan_of(spec, tasks, samples))
    folder.sweep_leftovers()
    path = folder.path / "manifest.json"
    started = read_json(path)["started"] if path.exists() else time.time()
    manifest = {"code": spec.code, "protocol": spec.protocol, "snapshot": spec.snapshot, "sets": len(sets), "started": started}
    write_json(path, manifest | {"python": platform.python_version(), "system": platform.platform()})


async def reset_sets(folder: EvalFolder, sets: Sequence[EnvironmentSet]) -> list[EnvironmentSet]:
    """Algorithm 1, line 1, all sets at once, with a record of each set's reset; the sets that are well. Raises when none is."""

    async def reset(site_set: EnvironmentSet) -> None:
        seconds = await site_set.reset()
        await site_set.health()
        _note(folder, site_set, reset_seconds=round(seconds, 4))

    return await _well(folder, sets, reset)


async def verify_logins(folder: EvalFolder, sets: Sequence[EnvironmentSet], sites: Sequence[str]) -> list[EnvironmentSet]:
    """Line 2: every account logged in through the site's form, and proven; the sets where that is so. Raises when there is none."""

    async def login(site_set: EnvironmentSet) -> None:
        await site_set.login(sites)

    return await _well(folder, sets, login)


async def _well(
    folder: EvalFolder, sets: Sequence[EnvironmentSet], prepare: Callable[[EnvironmentSet], Awaitable[None]]
) -> list[EnvironmentSet]:
    """The sets that could be prepared. A sick one stays out of the sweep, and its record says why."""
    ends = await asyncio.gather(*(prepare(site_set) for site_set in sets), return_exceptions=True)
    for site_set, end in zip(sets, ends, strict=True):
        if isinstance(end, Transient):
            _note(folder, site_set, error=str(end))
        elif end is not None:
            raise end
    errors = [end for end in ends if end is not None]
    if len(errors) == len(sets):
        raise errors[0]
    return [site_set for site_set, end in zip(sets, ends, strict=True) if end is None]


def _note(folder: EvalFolder, site_set: EnvironmentSet, **facts: Any) -> None:
    write_json(folder.path / "env" / f"set{site_set.number}.json", {"set": site_set.number, "at": time.time(), **facts})
