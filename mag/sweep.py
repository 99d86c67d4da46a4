"""A sweep from choice to table: plan, lanes, resume, scores. The command line and the Prefect tasks call these same functions."""

import asyncio
import contextlib
import csv
import io
import platform
import time
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from mag.benchmark.load import Benchmark
from mag.checkers.judge import PhraseJudge
from mag.contract.contracts import CONTRACTS
from mag.contract.grounding import GROUNDINGS
from mag.contract.protocol import protocol_digest
from mag.errors import BadInput, MagError
from mag.harness import Report, Rolled, SweepSpec, Unit, roll
from mag.metrics.summary import Summary, score, summarise
from mag.policies.base import Policy
from mag.policies.demo import DemoPolicy
from mag.policies.random import RandomPolicy
from mag.policies.replay import ReplayPolicy
from mag.records import Score, WebTask, digest
from mag.runs import COMMITTED, EvalFolder, read_json, write_atomic, write_json
from mag.settings import SitesConf
from mag.sites.base import EnvironmentSet
from mag.sites.pool import environment_sets
from mag.web import browser
from mag.web.lane import Lane

PACKAGE = Path(__file__).parent


@dataclass(frozen=True)
class Choice:
    """What a person chooses for a sweep (params.yaml, flow parameters, command line)."""

    run: str
    name: str = ""
    policy: str = "demo"
    grounding: str = "som"
    contract: str = "full"
    samples: int = 1
    seed: int = 0

    @property
    def folder_name(self) -> str:
        """Name of the evaluation: the one given, else policy and grounding."""
        return self.name or f"{self.policy.split(':')[0]}-{self.grounding}"


def code_version() -> str:
    """Digest of the package's sources: which code rolled an episode."""
    hasher = sha256()
    for path in sorted(item for kind in ("*.py", "*.js", "*.txt") for item in PACKAGE.rglob(kind)):
        hasher.update(path.relative_to(PACKAGE).as_posix().encode() + path.read_bytes())
    return hasher.hexdigest()[:12]


def make_policy(choice: str, benchmark: Benchmark) -> Policy:
    """The policy of this name: demo, random, replay:<folder>."""
    name, _, argument = choice.partition(":")
    if name == "demo":
        return DemoPolicy(benchmark.demonstrations)
    if name == "random":
        return RandomPolicy()
    if name == "replay" and argument:
        return ReplayPolicy.of(Path(argument))
    raise BadInput(f"there is no policy {choice!r}; choose demo, random or replay:<folder of an evaluation>")


def make_spec(choice: Choice, benchmark: Benchmark, snapshot: str) -> SweepSpec:
    """The identity of the sweep's rows."""
    for kind, value, known in (("grounding", choice.grounding, GROUNDINGS), ("contract", choice.contract, CONTRACTS)):
        if value not in known:
            raise BadInput(f"there is no {kind} {value!r}; choose one of {', '.join(known)}")
    for part in (choice.run, choice.folder_name):
        if not part or not all(sign.isalnum() or sign in "._-" for sign in part) or part.startswith("."):
            raise BadInput(f"{part!r} cannot name a folder; use letters, digits, dots, dashes and underscores")
    return SweepSpec(
        run=choice.run,
        name=choice.folder_name,
        policy=make_policy(choice.policy, benchmark),
        grounding=GROUNDINGS[choice.grounding],
        contract=CONTRACTS[choice.contract],
        protocol=protocol_digest(),
        code=code_version(),
        snapshot=snapshot,
        judge=PhraseJudge(),
        seed=choice.seed,
    )


def plan_of(spec: SweepSpec, tasks: Sequence[WebTask], samples: int) -> dict[str, Any]:
    """What the folder is to hold; two plans that differ are two evaluations."""
    return {
        "schema": 1,
        "run": spec.run,
        "name": spec.name,
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


def units_of(tasks: Iterable[WebTask], samples: int) -> list[Unit]:
    """Sample k of every task in plan order, then sample k + 1."""
    tasks = list(tasks)
    return [Unit(web_task, sample) for sample in range(samples) for web_task in tasks]


@asynccontextmanager
async def open_lanes(sets: Sequence[EnvironmentSet]) -> AsyncIterator[list[Lane]]:
    """A lane per environment set on one driver; every browser is closed at the end, whatever the end is."""
    async with browser.driver() as playwright:
        lanes = [Lane(playwright, site_set) for site_set in sets]
        try:
            yield lanes
        finally:
            await asyncio.shield(asyncio.gather(*(lane.renew() for lane in lanes)))


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

    async with open_lanes(sets[: len(missing)]) as lanes:
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


def run_sweep(choice: Choice, benchmark: Benchmark, tasks: Sequence[WebTask], conf: SitesConf, folder: Path, report: Report) -> Summary:
    """The whole of Algorithm 1 without an orchestrator: reset, verify, roll what is missing, score."""
    evaluation = EvalFolder(folder)
    with evaluation.lock(), environment_sets(conf) as sets:
        spec = make_spec(choice, benchmark, sets[0].snapshot)
        start_folder(evaluation, spec, tasks, choice.samples, sets)
        asyncio.run(_reset_and_roll(evaluation, spec, units_of(tasks, choice.samples), sets, report))
        return score_sweep(evaluation, benchmark.references())


async def _reset_and_roll(
    folder: EvalFolder, spec: SweepSpec, units: Sequence[Unit], sets: Sequence[EnvironmentSet], report: Report
) -> None:
    await reset_sets(folder, sets)
    await verify_logins(sets, sites_of(unit.web_task for unit in units))
    await roll_sweep(spec, folder, units, sets, report)


def sites_of(tasks: Iterable[WebTask]) -> list[str]:
    """Every site the tasks touch."""
    return sorted({site for web_task in tasks for site in web_task.sites})


def start_folder(folder: EvalFolder, spec: SweepSpec, tasks: Sequence[WebTask], samples: int, sets: Sequence[EnvironmentSet]) -> None:
    """Freeze the plan (or agree with it), note where the rows come from, and clear an interrupted writer's partial units."""
    folder.freeze_plan(plan_of(spec, tasks, samples))
    folder.sweep_leftovers()
    path = folder.path / "manifest.json"
    started = read_json(path)["started"] if path.exists() else time.time()
    manifest = {"code": spec.code, "protocol": spec.protocol, "snapshot": spec.snapshot, "sets": len(sets), "started": started}
    write_json(path, manifest | {"python": platform.python_version(), "system": platform.platform()})


async def reset_sets(folder: EvalFolder, sets: Sequence[EnvironmentSet]) -> None:
    """Algorithm 1, line 1, with a record of each set's reset."""
    for site_set in sets:
        await site_set.health()
        seconds = await site_set.reset()
        write_json(
            folder.path / "env" / f"set{site_set.number}.json",
            {"set": site_set.number, "reset_seconds": round(seconds, 4), "at": time.time()},
        )


async def verify_logins(sets: Sequence[EnvironmentSet], sites: Sequence[str]) -> None:
    """Line 2: every account logged in through the site's form, and named by the site."""
    for site_set in sets:
        await site_set.login(sites)


def score_sweep(folder: EvalFolder, references: Mapping[int, str]) -> Summary:
    """Scores of every episode and their summary, from the stored records alone; the same bytes whenever the records are the same."""
    plan = read_json(folder.path / "plan.json")
    episodes = folder.load()
    scores = [score(episode, references.get(episode.web_task.task_id)) for episode in episodes]
    undecided = sum(episode.outcome == "undecided" for episode in episodes)
    planned = len(plan["tasks"]) * plan["samples"]
    summary = summarise(scores, infra=planned - len(episodes), undecided=undecided, planned=planned)
    rows = _csv(scores)
    write_atomic(folder.path / "scores.csv", rows)
    write_json(folder.path / "summary.json", asdict(summary))
    write_json(
        folder.path / COMMITTED,
        {
            "episodes": len(episodes),
            "complete": not summary.incomplete,
            "scores": sha256(rows).hexdigest(),
            "summary": sha256((folder.path / "summary.json").read_bytes()).hexdigest(),
        },
    )
    return summary


def _csv(scores: Sequence[Score]) -> bytes:
    text = io.StringIO()
    writer = csv.DictWriter(text, fieldnames=list(Score.__dataclass_fields__), lineterminator="\n")
    writer.writeheader()
    writer.writerows(
        {name: "" if value is None else round(value, 6) if isinstance(value, float) else value for name, value in asdict(row).items()}
        for row in scores
    )
    return text.getvalue().encode()
