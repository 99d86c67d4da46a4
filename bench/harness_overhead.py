"""What the harness adds to a model that takes a second: episodes per hour on one set and on six, and where the time of a step goes.

`make bench-harness`. The demonstrations of a fixed list of tasks, each answer given after a second of sleep, are rolled on one environment
set and on six in turn (the six roll the list six times), through the code of a sweep: reset, login, episode, check, store. Printed are the
rates and their ratio, then of every part of a step and of what lies between two episodes the median and spread, and the processor time a
step takes of this process, the browser's driver, the browsers and the sites. What counts as page and what as harness: overhead_split.py.

The rate is that of a long sweep: episodes by the time the sets were busy with them. In brackets, by the wall clock from the first start to
the last end, when some sets have run out of work already. A run that any episode fails in ends the benchmark.
"""

import argparse
import asyncio
import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import psutil
from overhead_split import BETWEEN, IN_STEP, MODEL, PAGE, Timeline, instrumented, sleeping

from mag.benchmark.load import load_miniarena
from mag.choice import Choice, make_spec
from mag.harness import Rolled, SweepSpec
from mag.records import Outcome
from mag.rollout import Unit, roll
from mag.runs import EvalFolder
from mag.settings import load_settings
from mag.sites.base import EnvironmentSet
from mag.sites.pool import environment_sets
from mag.sweep import open_lanes

TASKS = (1240, 2020, 3260, 4280, 5280, 6140, 4200)  # every site; answers, addresses and changes; 4 to 8 steps
LATENCY_S = 1.0
GROUPS = ("harness", "driver", "browsers", "sites")


@dataclass(frozen=True)
class Run:
    """One pass over the list on a number of sets."""

    sets: int
    seconds: float
    lines: tuple[Timeline, ...]
    processor: dict[str, float]  # group -> seconds
    load: float  # the machine's load average at its start

    @property
    def rate(self) -> float:
        """Episodes per hour while every set has work."""
        return 3600 * self.sets * len(self.lines) / sum(line.seconds for line in self.lines)

    @property
    def wall_rate(self) -> float:
        """Episodes per hour, sets that wait for the last one's end included."""
        return 3600 * len(self.lines) / self.seconds


def processor(sets: Sequence[EnvironmentSet]) -> dict[str, float]:
    """Processor seconds so far of this process, of Playwright's driver, of the browsers, of the sets' servers."""
    own = psutil.Process()
    servers = [psutil.Process(item.pid) for item in sets]
    known = {process.pid for process in servers}
    drivers = [child for child in own.children() if child.pid not in known]
    browsers = sum(spent(process) for driver in drivers for process in driver.children(recursive=True))
    browsers += sum(sum(driver.cpu_times()[2:4]) for driver in drivers)
    return {
        "harness": sum(own.cpu_times()[:2]),
        "driver": sum(sum(driver.cpu_times()[:2]) for driver in drivers),
        "browsers": browsers,
        "sites": sum(spent(process) for process in servers),
    }


def spent(process: psutil.Process) -> float:
    """Processor seconds of a process and of those of its children that have ended."""
    try:
        return sum(process.cpu_times()[:4])
    except psutil.Error:
        return 0.0


async def one_run(spec: SweepSpec, units: Sequence[Unit], sets: Sequence[EnvironmentSet], folder: EvalFolder) -> Run:
    """Roll the units on these sets, after an episode a lane that starts its browser and is not counted."""

    def store(rolled: Rolled) -> None:
        folder.store(rolled.episode, rolled.images)

    def report(unit: Unit, outcome: Outcome, reason: str) -> None:
        if outcome != "success":
            sys.exit(f"task {unit.web_task.task_id} ended as {outcome} {reason}: the figures would be of another work")

    lines: list[Timeline] = []
    async with open_lanes(sets) as lanes:
        await roll(lanes, spec, [replace(units[-1], sample=1000 + len(sets) + i) for i in range(len(sets))], store, report)
        load, before, started = os.getloadavg()[0], processor(sets), time.perf_counter()
        with instrumented(lines, list(sets)):
            await roll(lanes, spec, units, store, report)
        seconds, after = time.perf_counter() - started, processor(sets)
    return Run(len(sets), seconds, tuple(lines), {key: after[key] - before[key] for key in GROUPS}, load)


def quartiles(values: Sequence[float]) -> str:
    """Median, with the middle half and the 95th percentile."""
    if len(values) < 2:
        return f"{values[0]:.1f}" if values else "-"
    low, middle, high = statistics.quantiles(values, n=4)
    return f"{middle:6.1f} ({low:.1f}-{high:.1f}; 95 %: {statistics.quantiles(values, n=20)[-1]:.1f})"


def total(table: dict[str, float], parts: Sequence[str]) -> float:
    return sum(table.get(part, 0.0) for part in parts)


def print_split(runs: Sequence[Run], number: int) -> dict[str, float]:
    """The tables of the runs on this number of sets; the medians that are promised."""
    lines = [line for run in runs if run.sets == number for line in run.lines]
    steps = [step for line in lines for step in line.steps]
    print(f"\n{number} set{'s' * (number > 1)}: {len(lines)} episodes, {len(steps)} steps; milliseconds, median (middle half)")
    for title, parts in (("model", MODEL), ("page", PAGE), ("harness", IN_STEP)):
        print(f"  a step, {title:23s} {quartiles([total(step, parts) for step in steps])}")
        for part in parts if len(parts) > 1 else ():
            if any(part in step for step in steps):
                print(f"    {part:29s} {quartiles([step.get(part, 0.0) for step in steps])}")
    around = [total(line.around, BETWEEN) for line in lines]
    print(f"  between episodes, harness       {quartiles(around)}")
    for part in BETWEEN:
        print(f"    {part:29s} {quartiles([line.around.get(part, 0.0) for line in lines])}")
    print(f"  between episodes, page          {quartiles([total(line.around, PAGE) for line in lines])}")
    every = [(total(line.around, BETWEEN) + sum(total(step, IN_STEP) for step in line.steps)) / len(line.steps) for line in lines]
    print(f"  harness a step, all of an episode shared among its steps: {quartiles(every)}")
    return {"step_ms": statistics.median(total(step, IN_STEP) for step in steps), "episode_ms_per_step": statistics.median(every)}


def print_processor(runs: Sequence[Run], number: int) -> dict[str, float]:
    """Processor milliseconds a step by group, everything of an episode included."""
    chosen = [run for run in runs if run.sets == number]
    steps = {id(run): sum(len(line.steps) for line in run.lines) for run in chosen}
    found = {group: statistics.median(1000 * run.processor[group] / steps[id(run)] for run in chosen) for group in GROUPS}
    busy = statistics.median(sum(run.processor.values()) / run.seconds for run in chosen)
    shown = ", ".join(f"{group} {value:.1f}" for group, value in found.items())
    print(f"  processor ms a step, episode included: {shown}; {sum(found.values()):.1f} in all, {busy:.2f} processors busy")
    return {f"cpu_{group}_ms": round(value, 1) for group, value in found.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repetitions", type=int, default=3)
    parser.add_argument("--latency", type=float, default=LATENCY_S)
    parser.add_argument("--sets", type=int, nargs="+", default=[1, 6])
    parser.add_argument("--tasks", type=int, nargs="+", default=list(TASKS))
    parser.add_argument("--keep", type=Path, help="keep the episodes in this folder")
    options = parser.parse_args()
    benchmark, settings = load_miniarena(), load_settings()
    settings.sites.sets = max(options.sets)
    tasks = [benchmark.task(key) for key in options.tasks]
    runs: list[Run] = []
    with tempfile.TemporaryDirectory() as scratch, environment_sets(settings.sites) as sets:
        spec = make_spec(Choice("overhead"), benchmark, sets[0].snapshot)
        spec = replace(spec, policy=sleeping(spec.policy, options.latency))
        for repetition in range(options.repetitions):
            for number in options.sets:
                units = [Unit(tasks[(i + sample) % len(tasks)], sample) for i in range(len(tasks)) for sample in range(number)]
                place = options.keep or Path(scratch)
                folder = EvalFolder(place / f"{repetition}-{number}")
                runs.append(asyncio.run(one_run(spec, units, sets[:number], folder)))
                run = runs[-1]
                print(
                    f"{number} set(s): {len(run.lines)} episodes in {run.seconds:.1f} s, {run.rate:.0f} an hour ({run.wall_rate:.0f}); "
                    f"load average before {run.load:.1f}",
                    flush=True,
                )
    facts: dict[str, object] = {}
    for number in options.sets:
        facts[f"sets_{number}"] = print_split(runs, number) | print_processor(runs, number)
    rates = {number: [run.rate for run in runs if run.sets == number] for number in options.sets}
    print()
    for number, found in rates.items():
        print(f"{number} set(s): {statistics.median(found):.0f} episodes an hour ({min(found):.0f}-{max(found):.0f})")
    first, last = options.sets[0], options.sets[-1]
    ratios = [b / a for a, b in zip(rates[first], rates[last], strict=True)]
    print(f"ratio {statistics.median(ratios):.2f} ({min(ratios):.2f}-{max(ratios):.2f}), {os.cpu_count()} processors")
    print(json.dumps(facts | {"rates": rates, "ratios": ratios}))


if __name__ == "__main__":
    main()
