"""Stage 2: rounds of expert-augmented GRPO on live sites (MAG 4.3, App. E, Algorithm 2).

<run>/training.json                     what is trained, from what, on what; a later start must agree with it
<run>/rounds/NN/                        an evaluation's folder: the batch the policy rolled at temperature 1
<run>/rounds/NN/more/K/                 what a recipe had rolled besides
<run>/rounds/NN/update.json, weights/   see mag.train.round
<run>/rounds/NN/probe/, push.json       see mag.train.probe; push.json comes last and ends the round
<run>/evals/round-NN/                   greedy evaluations on held-out tasks
<run>/metrics.jsonl                     a line an update; lines a round: its batch, its update, its push

Killed anywhere and started again it goes on with what is missing: an episode, an update, a push. An update has begun when update.json is
there, and no episode is added to its batch any more.
"""

import asyncio
import resource
import sys
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from shutil import rmtree

from mag.choice import check_sites
from mag.errors import MagError
from mag.journal import Journal
from mag.local.weights import checkpoint_digest
from mag.rollout import Report
from mag.runs import write_json
from mag.sites.base import EnvironmentSet
from mag.sites.pool import environment_sets
from mag.train.checkpoint import agree
from mag.train.gap import sampling_gap
from mag.train.groups import Sorted, Trajectory, join_experts, make_groups
from mag.train.job import JOB, Job, Member, plan_update
from mag.train.plan import PUSH, Training, complete, started
from mag.train.probe import Asked, ask_engine, read_found, write_asked
from mag.train.process import run_process
from mag.train.rollouts import GREEDY, SAMPLED, Batch, require_rulings, roll_batch, trajectories_in
from mag.train.sampler import Sampler, make_sampler
from mag.train.schedule import round_seed
from mag.train.settings import GrpoConf
from mag.train.variants import RECIPES

METRICS = "metrics.jsonl"

Say = Callable[[str], None]
Step = Callable[[str, Path, Path, int], Awaitable[None]]  # module, folder it works on, log, processes


async def as_process(module: str, folder: Path, log: Path, processes: int) -> None:
    """A step of training in processes of its own."""
    await run_process([module, str(folder)], log, processes)


async def as_thread(module: str, folder: Path, log: Path, processes: int) -> None:
    """The same in this process, which has everything imported: starting one takes longer than a tiny model's update.

    It cannot be broken off: whoever stops this process otherwise than by killing it waits for the step's end.
    """
    from mag.train.probe import compare
    from mag.train.round import run_update

    await asyncio.to_thread({"mag.train.round": run_update, "mag.train.probe": compare}[module], folder)


def step_of(conf: GrpoConf) -> Step:
    """How the steps of a training are run that shares its process with many others."""
    return as_thread if (conf.backend, conf.device, conf.processes) == ("plain", "cpu", 1) else as_process


def run_training(training: Training, report: Report, say: Say) -> None:
    """All that is left of the run, on environment sets of its own. Raises BadInput where the run, or its device, is another's."""
    check_sites(training.frame.benchmark, training.frame.settings.sites)
    with started(training):
        if training.finished:
            return
        with environment_sets(training.frame.settings.sites) as sets:
            asyncio.run(train(training, sets, report, say))


def run_round_of(training: Training, number: int | None, report: Report, say: Say) -> int:
    """One round, on environment sets of its own: the one named, else the next; its number, 0 where there was nothing to do.

    Raises BadInput as `run_training` does, and for a round whose predecessors are not finished.
    """
    check_sites(training.frame.benchmark, training.frame.settings.sites)

    async def rolled(due: int, sets: Sequence[EnvironmentSet]) -> None:
        async with make_sampler(training.engine, training.sft) as sampler:
            say(await one_round(Loop(training, sampler, sets, report, as_process), due))

    with started(training):
        if due := training.due(number or 0):
            with environment_sets(training.frame.settings.sites) as sets:
                asyncio.run(rolled(due, sets))
        return due


async def train(training: Training, sets: Sequence[EnvironmentSet], report: Report, say: Say, step: Step = as_process) -> None:
    """The rounds and evaluations that are left, in order. `say` is told a line a round; hold the run while it goes on (`started`)."""
    async with make_sampler(training.engine, training.sft) as sampler:
        loop = Loop(training, sampler, sets, report, step)
        for number in range(training.conf.rounds + 1):
            if number and training.due(number):
                say(await one_round(loop, number))
            if number in training.evaluations():
                await loop.evaluate(number)


@dataclass(frozen=True)
class Loop:
    """A training run with everything it needs at hand."""

    training: Training
    sampler: Sampler
    sets: Sequence[EnvironmentSet]
    report: Report
    step: Step

    async def run_round(self, number: int) -> dict[str, float]:
        """Algorithm 2, whatever of it is left to do; what this start did and measured."""
        training, folder = self.training, self.training.round_folder(number)
        facts: dict[str, float] = {}
        log = Journal(training.folder / METRICS)
        if not (folder / JOB).exists():
            with _timed(facts, "roll_seconds"):
                agree(training.weights(number - 1), await self.sampler.serve(training.weights(number - 1)))
                trajectories, groups = await self.rollouts(number)
            facts |= _batch_facts(trajectories, groups)
            log.append([{"round": number, **facts}])
            plan_update(folder, self.job(number, trajectories))
        with _timed(facts, "process_seconds"):
            if not (folder / "weights").exists():
                await self.step("mag.train.round", folder, folder / "update.log", training.conf.processes)
        facts |= await asyncio.to_thread(sampling_gap, folder)
        with _timed(facts, "push_seconds"):
            facts |= await self.push(number)
        facts["loop_rss_mb"] = _largest_rss_mb()
        log.append([{"round": number, **facts}])
        if number > 1:  # of the state that this round went on from, nothing will go on any more
            rmtree(training.round_folder(number - 1) / "optimizer", ignore_errors=True)
        write_json(folder / PUSH, facts)
        return facts

    async def rollouts(self, number: int) -> tuple[list[Trajectory], Sorted]:
        """Lines 1-9: the policy's trajectories and the experts', and the groups they make; more of them where the recipe asks for it."""
        training, recipe = self.training, RECIPES[self.training.recipe]
        by_id = {web_task.task_id: web_task for web_task in training.tasks}
        wanted, rolled, own = training.schedule(number), set[int](), list[Trajectory]()
        for extra in range(len(by_id) + 1):
            folder = training.round_folder(number)
            folder, name = (folder / "more" / str(extra), f"round-{number:02d}-more-{extra}") if extra else (folder, f"round-{number:02d}")
            tasks = tuple(by_id[task_id] for task_id in wanted)
            batch = Batch(folder, name, tasks, training.conf.samples, round_seed(training.seed, number), SAMPLED)
            await self.roll(batch)
            require_rulings(folder)
            own += trajectories_in(folder)
            rolled.update(wanted)
            joined = join_experts(own, training.experts)
            groups = make_groups(filter(recipe.joins, joined), recipe.reward, recipe.advantages)
            wanted = recipe.more([task_id for task_id in training.waiting(number) if task_id not in rolled], groups, training.conf.groups)
            if not wanted:
                break
        return joined, groups

    async def roll(self, batch: Batch) -> None:
        """Roll what a folder lacks with the weights that are served."""
        training = self.training
        policy = batch.policy(self.sampler.client(), training.engine, training.frame.settings)
        await roll_batch(training.frame, batch, policy, self.sets, self.report)

    def job(self, number: int, trajectories: Sequence[Trajectory]) -> Job:
        """What the update is to do (lines 10-14)."""
        training = self.training
        before = training.round_folder(number - 1) / "optimizer"
        return Job(
            run=str(training.folder),
            number=number,
            seed=training.seed,
            weights=str(training.weights(number - 1)),
            members=tuple(Member(str(one.folder), one.episode.outcome, one.expert) for one in trajectories),
            optimizer=str(before) if number > 1 and training.conf.keep_optimizer else "",
            reference=str(training.sft) if RECIPES[training.recipe].needs_reference else "",
            recipe=training.recipe,
            conf=training.conf,
        )

    async def push(self, number: int) -> dict[str, float]:
        """Line 15, and the proof that it worked: how far engine and training are apart after it, and would be from the old weights."""
        training, folder = self.training, self.training.round_folder(number) / "probe"
        weights = training.weights(number)
        version = await self.sampler.serve(weights)
        if version != (wanted := await asyncio.to_thread(checkpoint_digest, weights)):
            raise MagError(f"the engine says it serves {version}, pushed was {wanted}; restart it and start the same command again")
        answers = await ask_engine(self.sampler.client())
        write_asked(folder, Asked(str(weights), str(training.weights(number - 1)), answers, training.conf))
        await self.step("mag.train.probe", folder, folder / "probe.log", 1)
        return {f"probe_{name}": value for name, value in read_found(folder, (self.sampler.dtype, training.conf.dtype)).items()}

    async def evaluate(self, number: int) -> None:
        """A greedy pass over the held-out tasks with the weights after this round."""
        training, folder = self.training, self.training.evaluations()[number]
        if not complete(folder):
            agree(training.weights(number), await self.sampler.serve(training.weights(number)))
            await self.roll(Batch(folder, folder.name, training.held_out, 1, training.seed, GREEDY))


async def one_round(loop: Loop, number: int) -> str:
    """The round named, which must be the one that is due; a line on it, "" where it is finished. Raises BadInput for another one."""
    due = loop.training.due(number)
    return _line(due, await loop.run_round(due)) if due else ""


@contextmanager
def _timed(facts: dict[str, float], name: str) -> Iterator[None]:
    """Wall seconds of this start; what an earlier one spent is not in it."""
    began = time.perf_counter()
    yield
    facts[name] = time.perf_counter() - began


def _batch_facts(trajectories: Sequence[Trajectory], groups: Sorted) -> dict[str, float]:
    own = [one.episode for one in trajectories if not one.expert]
    decided = [episode for episode in own if episode.outcome in ("success", "failure")]
    successes = sum(episode.outcome == "success" for episode in decided)
    return {
        "batch_episodes": len(own),
        "batch_undecided": len(own) - len(decided),
        "batch_experts": len(trajectories) - len(own),
        "batch_success": successes / len(decided) if decided else 0.0,
        "batch_varied": len(groups.kept),
    }


def _line(number: int, facts: Mapping[str, float]) -> str:
    """A round in one line; without its batch where an earlier start had rolled it."""
    parts = ["updated {process_seconds:.0f} s", "pushed {push_seconds:.0f} s", "engine and training {probe_mean:.1e} nats apart"]
    if "roll_seconds" in facts:
        batch = "success {batch_success:.3f} in {batch_episodes} episodes, {batch_varied} groups with variance"
        parts = [batch, "rolled {roll_seconds:.0f} s", *parts]
    return f"round {number}: {', '.join(parts).format(**facts)}"


def _largest_rss_mb() -> float:
    largest = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return largest / (2**20 if sys.platform == "darwin" else 2**10)
