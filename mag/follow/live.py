"""Followability on the sites: the whole guide of an episode is followed on a reset site, and the task's own checker decides (MAG Eq. 3).

The follow-through rate FR is the share of tasks that are solved by following. The rows are an ordinary evaluation of the policy `followed`.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from mag.benchmark.load import Benchmark
from mag.choice import Choice, make_spec
from mag.errors import BadInput
from mag.follow.ask import CONTRACT, GROUNDING
from mag.follow.summary import interval_cells, write_csv
from mag.harness import SweepSpec
from mag.metrics.guide import gated, guide_score
from mag.policies.base import Policy
from mag.policies.follower import FollowedPolicy
from mag.records import Episode, WebTask
from mag.rollout import Report
from mag.runs import EvalFolder, read_json, write_json
from mag.scoring import judge_pending, score_sweep, settled_episodes
from mag.settings import Settings
from mag.sites.base import EnvironmentSet
from mag.sites.pool import environment_sets
from mag.stats.bootstrap import ratio
from mag.stats.intervals import Interval
from mag.sweep import reset_sets, roll_sweep, sites_of, start_folder, units_of, verify_logins

FOLLOW, EPISODES = "follow.json", "follow.csv"


@dataclass(frozen=True)
class Following:
    """Which guides are followed by whom."""

    evaluation: Path
    follower: Policy
    run: str
    name: str = ""
    seed: int = 0
    judge: str = ""

    @property
    def folder_name(self) -> str:
        """Name of the new evaluation: the one given, else that of the evaluation followed."""
        return self.name or f"followed-{read_json(self.evaluation / 'plan.json')['name']}"


def follow_spec(following: Following, benchmark: Benchmark, snapshot: str) -> SweepSpec:
    """The identity of the rows: the ordinary one, with the policy `followed`, contract A and som."""
    choice = Choice(
        run=following.run,
        name=following.folder_name,
        policy="random",  # takes the place of the one below, which no name alone describes
        grounding=GROUNDING.name,
        contract=CONTRACT.name,
        seed=following.seed,
        judge=following.judge,
    )
    return replace(make_spec(choice, benchmark, snapshot), policy=FollowedPolicy.of(following.evaluation, following.follower))


def followable(evaluation: Path, benchmark: Benchmark) -> tuple[list[WebTask], int]:
    """Tasks of the evaluation whose every sample is there, in its plan's order, and the number of samples."""
    plan = read_json(evaluation / "plan.json")
    there = {(episode.web_task.task_id, episode.sample) for episode in EvalFolder(evaluation).load()}
    ids = [task_id for task_id, _ in plan["tasks"] if all((task_id, sample) in there for sample in range(plan["samples"]))]
    if not ids:
        raise BadInput(f"{evaluation} has no task with all of its episodes; finish its sweep first")
    return [benchmark.task(task_id) for task_id in ids], int(plan["samples"])


def run_following(
    following: Following, benchmark: Benchmark, tasks: Sequence[WebTask], settings: Settings, folder: Path, report: Report
) -> dict[str, Any]:
    """Roll what is missing, ask the judge, score, and write follow.json; gives what it says. Goes on where it was stopped."""
    evaluation, samples = EvalFolder(folder), int(read_json(following.evaluation / "plan.json")["samples"])
    with evaluation.lock(), environment_sets(settings.sites) as sets:
        spec = follow_spec(following, benchmark, sets[0].snapshot)
        start_folder(evaluation, spec, tasks, samples, sets)
        asyncio.run(_roll(evaluation, spec, tasks, samples, sets, report))
    with evaluation.lock():
        asyncio.run(judge_pending(evaluation, settings.judge))
        score_sweep(evaluation, benchmark.references())
        return write_follow(evaluation, following, benchmark.references())


async def _roll(
    folder: EvalFolder, spec: SweepSpec, tasks: Sequence[WebTask], samples: int, sets: Sequence[EnvironmentSet], report: Report
) -> None:
    sets = await reset_sets(folder, sets)
    sets = await verify_logins(folder, sets, sites_of(tasks))
    await roll_sweep(spec, folder, units_of(tasks, samples), sets, report)


@dataclass(frozen=True, slots=True)
class Pair:
    """One episode and the episode in which its guide was followed; None where there is no verdict (yet)."""

    task_id: int
    sample: int
    site: str
    answers: bool  # whether its author gave an answer, which the follower must read off the last sentence
    solved: bool | None  # by the author of the guide
    followed: bool | None  # solved by following
    sentences: int
    steps: int  # of the follower
    idle: int  # of these, steps at which a sentence yielded no action
    g: float | None
    ggs: float | None


@dataclass(frozen=True, slots=True)
class Through:
    """Rates of a group of pairs on 0..1, with intervals by the task bootstrap; over the pairs that have both verdicts."""

    group: str
    n: int
    sr: Interval | None
    g: Interval | None
    ggs: Interval | None
    fr: Interval | None
    fr_solved: Interval | None  # among the episodes that solved their task: what a guide of a right way is worth
    fr_failed: Interval | None


def pairs_of(source: Sequence[Episode], followed: Sequence[Episode], references: dict[int, str]) -> list[Pair]:
    """Episodes that were followed, beside the ones they follow."""
    authors = {(episode.web_task.task_id, episode.sample): episode for episode in source}
    pairs = []
    for episode in followed:
        author = authors[episode.web_task.task_id, episode.sample]
        solved, reference = _solved(author), references.get(episode.web_task.task_id, "")
        g = guide_score(" ".join(author.guides), reference).g if reference.strip() else None
        pairs.append(
            Pair(
                task_id=episode.web_task.task_id,
                sample=episode.sample,
                site=episode.web_task.site,
                answers=bool(author.answer),
                solved=solved,
                followed=_solved(episode),
                sentences=len(author.guides),
                steps=len(episode.steps),
                idle=sum(step.action is None for step in episode.steps),
                g=g,
                ggs=None if g is None or solved is None else gated(solved, g),
            )
        )
    return pairs


def _solved(episode: Episode) -> bool | None:
    return {"success": True, "failure": False}.get(episode.outcome)


def through(group: str, pairs: Sequence[Pair]) -> Through:
    """The rates of a group."""
    both = [pair for pair in pairs if pair.solved is not None and pair.followed is not None]
    return Through(
        group,
        len(both),
        _mean(both, [float(pair.solved is True) for pair in both]),
        _mean(both, [pair.g for pair in both]),
        _mean(both, [pair.ggs for pair in both]),
        _mean(both, [float(pair.followed is True) for pair in both]),
        _mean(both, [float(pair.followed is True) if pair.solved else None for pair in both]),
        _mean(both, [None if pair.solved else float(pair.followed is True) for pair in both]),
    )


def groups_of(pairs: Sequence[Pair]) -> list[Through]:
    """All, those with and without an answer to pass on, each site."""
    groups = [through("all", pairs)]
    for name, wanted in (("with an answer", True), ("without", False)):
        groups.append(through(name, [pair for pair in pairs if pair.answers is wanted]))
    sites = sorted({pair.site for pair in pairs})
    return groups + [through(site, [pair for pair in pairs if pair.site == site]) for site in sites]


def _mean(pairs: Sequence[Pair], values: Sequence[float | None]) -> Interval | None:
    """Mean of the values that are there, tasks resampled."""
    sums: dict[int, list[float]] = {pair.task_id: [] for pair in pairs}
    for pair, value in zip(pairs, values, strict=True):
        if value is not None:
            sums[pair.task_id].append(value)
    known = [own for own in sums.values() if own]
    return ratio([sum(own) for own in known], [float(len(own)) for own in known]) if known else None


def write_follow(folder: EvalFolder, following: Following, references: dict[int, str]) -> dict[str, Any]:
    """follow.json and follow.csv beside the evaluation's own files, from the stored episodes alone."""
    plan = read_json(following.evaluation / "plan.json")
    pairs = pairs_of(settled_episodes(EvalFolder(following.evaluation)), settled_episodes(folder), references)
    groups = groups_of(pairs)
    about = {
        "source": {key: plan.get(key, "") for key in ("run", "name", "policy", "identity", "grounding", "contract")},
        "follower": read_json(folder.path / "plan.json")["identity"],
        "without_verdict": sum(pair.solved is None or pair.followed is None for pair in pairs),
        "groups": [asdict(group) for group in groups],
    }
    write_csv(folder.path / EPISODES, [asdict(pair) for pair in pairs])
    write_json(folder.path / FOLLOW, about)
    return about | {"table": table(groups)}


def table(groups: Sequence[Through]) -> str:
    """SR, G and GGS of the author beside the follow-through rate, in per cent (G and GGS as they are)."""
    lines: list[tuple[str, ...]] = [("", "n", "SR", "G", "GGS", "FR", "95 %", "FR|solved", "95 %", "FR|failed")]
    for group in groups:
        plain = ["-" if value is None else f"{value.estimate:.3f}" for value in (group.g, group.ggs)]
        rates = (*interval_cells(group.fr), *interval_cells(group.fr_solved), interval_cells(group.fr_failed)[0])
        lines.append((group.group, str(group.n), interval_cells(group.sr)[0], *plain, *rates))
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join("  ".join(map(str.rjust, line, widths)) for line in lines)
