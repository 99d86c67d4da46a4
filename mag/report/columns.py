"""The columns of a comparison: the samples of the evaluations compared."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mag.errors import BadInput
from mag.report.rows import progress
from mag.runs import EvalFolder, load_episode

IDENTITY = ("policy", "grounding", "contract", "protocol", "snapshot", "judge")
# In what evaluations must agree for their rows to share a table, and what it means when they do not.
SHARED = {
    "protocol": "different protocols: the rows are not comparable",
    "snapshot": "different data on the sites: the pages may differ without the runs doing so",
}


@dataclass(frozen=True, slots=True)
class Column:
    """One sample of one evaluation."""

    number: int  # its place among the columns, from 0
    folder: Path  # of the evaluation, resolved
    sample: int
    label: str
    benchmark: str
    identity: Mapping[str, str]
    units: Mapping[int, Path]  # task id -> folder of the episode
    spoiled: Mapping[int, str]  # task id -> the last failure of the infrastructure
    planned: frozenset[int]


def columns(folders: Sequence[Path]) -> list[Column]:
    """Every sample of these evaluations, in their order. Raises BadInput when there are not two of them, or not of one benchmark."""
    folders = list(dict.fromkeys(folder.resolve() for folder in folders))
    several_runs = len({folder.parents[1] for folder in folders}) > 1
    found: list[Column] = []
    for folder in folders:
        found += _columns(folder, several_runs, len(found))
    if len(found) < 2:
        raise BadInput("there is one sample of one evaluation to be seen; name another evaluation, or one with several samples a task")
    benchmarks = sorted({column.benchmark for column in found} - {""})
    if len(benchmarks) > 1:
        raise BadInput(f"the evaluations are of different benchmarks ({', '.join(benchmarks)}); compare those of one")
    return found


def _columns(folder: Path, several_runs: bool, before: int) -> list[Column]:
    units: dict[int, dict[int, Path]] = {}
    for path in EvalFolder(folder).units():
        task, sample = path.name.rsplit("-", 1)[0].split("-s")
        units.setdefault(int(sample), {})[int(task)] = path
    here = progress(folder, ((task, sample) for sample, paths in units.items() for task in paths))
    if not here.plan and not units:
        raise BadInput(f"{folder} holds neither a plan nor episodes; give the folder of an evaluation, runs/<run>/evals/<name>")
    planned = (
        frozenset(task for task, _ in here.plan["tasks"]) if here.plan else frozenset(task for paths in units.values() for task in paths)
    )
    samples = range(here.plan["samples"]) if here.plan else sorted(units)
    name = f"{folder.parents[1].name} / {folder.name}" if several_runs else folder.name
    identity = _identity(here.plan, units)
    return [
        Column(
            number,
            folder,
            sample,
            f"{name} s{sample}" if len(samples) > 1 else name,
            str(here.plan.get("benchmark", "")),
            identity,
            units.get(sample, {}),
            {line["task"]: str(line["error"]) for line in here.infra if line["sample"] == sample},
            planned,
        )
        for number, sample in enumerate(samples, before)
    ]


def _identity(plan: Mapping[str, Any], units: Mapping[int, Mapping[int, Path]]) -> dict[str, str]:
    """What the plan says the rows are; without a plan, what the first episode says."""
    if plan:
        return {name: str(plan.get(name, "")) for name in IDENTITY}
    first = load_episode(next(iter(next(iter(units.values())).values())))
    return {name: str(getattr(first, name, "")) for name in IDENTITY}


def warnings(found: Sequence[Column]) -> list[str]:
    """Why the columns cannot be compared as they stand, one sentence each."""
    values = {name: sorted({column.identity[name] for column in found}) for name in SHARED}
    return [f"{meaning} ({', '.join(values[name])})" for name, meaning in SHARED.items() if len(values[name]) > 1]
