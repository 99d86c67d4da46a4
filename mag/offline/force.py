"""Teacher forcing: a policy answers at every gold step on its own, with the gold guides as history (WebMRE 3.3; MAG App. D).

Each step has a fresh agent and a seed of its own, so an answer depends on the step alone, whatever was asked before or beside it.
"""

import asyncio
import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from mag.contract.contracts import Contract
from mag.contract.grounding import Grounding
from mag.contract.prompt import render
from mag.contract.protocol import protocol_digest
from mag.contract.text import without_surrogates
from mag.errors import BadInput, MagError
from mag.offline.completions import Run, Runs
from mag.offline.corpus import Corpus, in_view
from mag.policies.base import EpisodeSpec, Policy, Turn, opened
from mag.records import Observation, WebTask
from mag.shown import GoldStep, StepCompletion


@dataclass(frozen=True)
class Forcing:
    """Which run the completions are to make: policy, contract, grounding, seed, and the part of the split ("": all)."""

    policy: Policy
    contract: Contract
    grounding: Grounding
    model: str = ""  # name of the run; "": the policy's name and identity
    seed: int = 0
    part: str = ""
    parallel: int = 1  # steps asked at a time

    @property
    def run(self) -> Run:
        """The run's identity."""
        model = self.model or f"{self.policy.name}/{self.policy.identity}"
        return Run(model, self.grounding.name, self.contract.name, self.seed)


async def complete(corpus: Corpus, forcing: Forcing, known: Runs, append: Callable[[StepCompletion], None]) -> int:
    """Ask for every step of the view that the run lacks; how many were asked. `known`: what is there already, of this run and others.

    Raises BadInput when the run there was made on another corpus or protocol; what a policy raises ends the work, and what was answered
    until then is kept.
    """
    have = known.get(forcing.run, {})
    stamps = {(done.corpus, done.protocol) for done in have.values()} - {(corpus.digest, protocol_digest())}
    if stamps:
        raise BadInput(f"the file's completions of {forcing.run} were made on another corpus or protocol; choose another --out")
    steps = [step for step in corpus.select(forcing.part) if in_view(step, forcing.grounding.name) and step.key not in have]
    queue = iter(steps)
    try:
        async with opened(forcing.policy), asyncio.TaskGroup() as group:
            for _ in range(min(forcing.parallel, len(steps))):
                group.create_task(_work(corpus, forcing, queue, append))
    except* MagError as failed:
        raise failed.exceptions[0] from None
    return len(steps)


async def _work(corpus: Corpus, forcing: Forcing, queue: Iterator[GoldStep], append: Callable[[StepCompletion], None]) -> None:
    for step in queue:
        agent = forcing.policy.agent(spec_of(step, forcing))
        answer = await agent.act(turn_of(step, corpus.image(step), forcing))
        append(
            StepCompletion(
                *step.key,
                model=forcing.run.model,
                contract=forcing.contract.name,
                grounding=forcing.grounding.name,
                text=without_surrogates(answer.text),
                seed=forcing.seed,
                usage=replace(answer.usage, ms=round(answer.usage.ms, 1)),
                corpus=corpus.digest,
                protocol=protocol_digest(),
            )
        )


def turn_of(step: GoldStep, screenshot: bytes, forcing: Forcing) -> Turn:
    """The question at a gold step: rendered as in a live episode, the gold guides being the history."""
    seen = Observation(step.url, step.title, screenshot, step.marks, step.scroll, notices=step.notices, obs_stale=step.obs_stale)
    return Turn(render(step.intent, seen, step.history, forcing.grounding, forcing.contract), seen, step.index)


def spec_of(step: GoldStep, forcing: Forcing) -> EpisodeSpec:
    """An episode that consists of this step; its seed is counted from the run's seed, the task and the step."""
    web_task = WebTask(step.task_id, (step.site,), step.url, step.intent, step.intent, 0, {}, {})
    seed = int.from_bytes(hashlib.sha256(f"{forcing.seed}/{step.task_id}/{step.index}".encode()).digest()[:6])
    return EpisodeSpec(web_task, 0, seed, forcing.grounding, forcing.contract)
