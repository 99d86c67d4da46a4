"""One episode (MAG Algorithm 1, lines 4-18): everything in the project that acts on a site goes through here."""

import asyncio
import hashlib
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from playwright.async_api import BrowserContext, Page

from mag.checkers.gather import gather
from mag.checkers.judge import Judge
from mag.checkers.task import fill
from mag.checkers.verdict import decide
from mag.contract.contracts import Contract
from mag.contract.gate import read
from mag.contract.grounding import Grounding
from mag.contract.prompt import Prompt, render
from mag.contract.protocol import AS_PUBLISHED, Limits
from mag.contract.text import without_surrogates
from mag.errors import BrowserCrash
from mag.policies.base import Agent, EpisodeSpec, Policy, Turn
from mag.records import Completion, Effect, Episode, Evidence, Outcome, Step, Verdict, WebTask, digest
from mag.route import Route
from mag.sites.http import fetch, site_client
from mag.web import browser
from mag.web.execute import execute
from mag.web.guard import Guard
from mag.web.lane import Lane
from mag.web.observe import View, observe
from mag.web.tab import Tab

STEP_DEADLINE_S = 90.0  # of the page; one that hangs costs the episode, not the sweep
ANSWER_DEADLINE_S = 3_600.0  # of the policy, waiting for a provider's limits included; the page's time stands still meanwhile
PART_DEADLINE_S = 60.0  # for each of: reset and login, first page, check


@dataclass(frozen=True)
class SweepSpec:
    """What identifies a sweep's rows besides task and sample."""

    run: str
    name: str
    policy: Policy
    grounding: Grounding | Route
    contract: Contract
    protocol: str
    code: str
    snapshot: str
    judge: Judge
    benchmark: str
    seed: int = 0
    limits: Limits = AS_PUBLISHED  # part of `protocol`

    def grounding_of(self, web_task: WebTask) -> Grounding:
        """The one this task is rolled with: the same for all, or the one its site is routed to."""
        return self.grounding.at(web_task.site) if isinstance(self.grounding, Route) else self.grounding

    def key(self, web_task: WebTask, sample: int) -> str:
        """The episode's key: all that could change its outcome. Set, attempt and code version are provenance, not key."""
        return digest(
            [
                self.run,
                "eval",
                self.name,
                digest(repr(web_task)),
                sample,
                self.policy.name,
                self.policy.identity,
                self.grounding_of(web_task).name,
                self.contract.name,
                self.protocol,
                self.seed,
                self.snapshot,
                self.judge.name,
            ]
        )

    def episode_seed(self, web_task: WebTask, sample: int) -> int:
        """See `episode_seed`."""
        return episode_seed(self.seed, web_task.task_id, sample)


def episode_seed(seed: int, task_id: int, sample: int) -> int:
    """Counted, not drawn: the same for the same run seed, task and sample, whichever set plays it."""
    return int.from_bytes(hashlib.sha256(f"{seed}/{task_id}/{sample}".encode()).digest()[:6])


@dataclass
class Rolled:
    """An episode with its screenshots by file name."""

    episode: Episode
    images: dict[str, bytes] = field(default_factory=dict)


async def run_episode(lane: Lane, spec: SweepSpec, web_task: WebTask, sample: int, attempt: int = 1) -> Rolled:
    """Algorithm 1, lines 4-18, on the lane's browser and environment set.

    Raises Transient when the infrastructure failed; whatever the model does wrong is part of the record.
    """
    started = time.time()
    site_set = lane.environment
    sites = web_task.sites if web_task.require_login else ()
    async with _within(PART_DEADLINE_S, "reset and login"):
        if site_set.resets_per_episode:
            await site_set.reset()
        state = await site_set.login(sites)
    seed, grounding = spec.episode_seed(web_task, sample), spec.grounding_of(web_task)
    episode_spec = EpisodeSpec(web_task, sample, seed, grounding, spec.contract, spec.limits)
    images: dict[str, bytes] = {}
    async with browser.context(await lane.browser(), state) as context:
        guard, tab = Guard(context, site_set, sites), Tab(context)
        async with _within(PART_DEADLINE_S, "the first page"):
            await tab.open(*(fill(url, site_set.urls) for url in web_task.start_urls))
            await guard.after_step(tab)
        lane.dirty = True
        steps, answer, finished = await _act(tab, guard, spec.policy.agent(episode_spec), episode_spec, images)
        async with _within(PART_DEADLINE_S, "the check"):
            await guard.vouch()
            evidence = await _evidence(tab.page, lane, web_task, answer)
        lane.dirty = False
    verdict = decide(web_task, evidence, spec.judge)
    episode = Episode(
        key=spec.key(web_task, sample),
        web_task=web_task,
        sample=sample,
        policy=f"{spec.policy.name}/{spec.policy.identity}",
        grounding=episode_spec.grounding.name,
        contract=spec.contract.name,
        protocol=spec.protocol,
        code=spec.code,
        snapshot=spec.snapshot,
        environment_set=site_set.number,
        attempt=attempt,
        seed=episode_spec.seed,
        steps=tuple(steps),
        answer=answer,
        finished=finished,
        outcome=outcome_of(verdict),
        verdict=verdict,
        strict=decide(web_task, evidence, spec.judge, "strict"),
        evidence=evidence,
        started=started,
        seconds=time.time() - started,
    )
    return Rolled(episode, images)


@asynccontextmanager
async def _within(seconds: float, what: str) -> AsyncIterator[asyncio.Timeout]:
    try:
        async with asyncio.timeout(seconds) as timeout:
            yield timeout
    except TimeoutError:
        raise BrowserCrash(f"{what} took more than {seconds:.0f} s; the episode is repeated") from None


async def _act(tab: Tab, guard: Guard, agent: Agent, spec: EpisodeSpec, images: dict[str, bytes]) -> tuple[list[Step], str, bool]:
    """Lines 5-13: the steps, the answer given with finish, and whether there was a finish."""
    steps: list[Step] = []
    guides: list[str] = []
    idle = 0
    for index in range(1, spec.limits.steps + 1):
        async with _within(STEP_DEADLINE_S, f"step {index}") as page_time:
            view = await observe(tab)
            prompt = render(spec.web_task.intent, view.observation, guides, spec.grounding, spec.contract)
            idle = idle + 1 if steps and prompt.user == steps[-1].prompt else 0
            if idle == spec.limits.idle > 0:
                await view.release()
                break
            step = await _step(tab, _Apart(agent, page_time), spec, view, prompt, index)
            await guard.after_step(tab)
        steps.append(step)
        images[step.image] = view.observation.screenshot
        if step.guide:
            guides.append(step.guide)
        if step.action is not None and step.action.verb == "finish":
            return steps, step.action.content or "", True
    return steps, "", False


@dataclass
class _Apart:
    """An agent whose answers are bounded apart from the page's time: a provider that makes us wait never spoils a step."""

    agent: Agent
    page_time: asyncio.Timeout

    async def act(self, turn: Turn) -> Completion:
        """See Agent.act."""
        clock, end = asyncio.get_running_loop().time, self.page_time.when()
        assert end is not None
        left = end - clock()
        self.page_time.reschedule(None)
        async with _within(ANSWER_DEADLINE_S, f"the policy's answer at step {turn.index}"):
            completion = await self.agent.act(turn)
        self.page_time.reschedule(clock() + left)
        return completion


async def _step(tab: Tab, agent: Agent, spec: EpisodeSpec, view: View, prompt: Prompt, index: int) -> Step:
    seen = view.observation
    asked = time.perf_counter()
    completion = await agent.act(Turn(prompt, seen, index))
    usage = replace(completion.usage, ms=completion.usage.ms or 1000 * (time.perf_counter() - asked))
    reply, action, gate, guide = read(completion.text, seen.marks, seen.title, spec.grounding, spec.contract)
    effect = await execute(tab, view, action) if action is not None else Effect(changed="none", error="no valid action")
    await view.release()
    return Step(
        index=index,
        url=seen.url,
        title=seen.title,
        image=f"step-{index:02d}.png",
        marks=seen.marks,
        scroll=seen.scroll,
        omitted=seen.omitted,
        notices=seen.notices,
        obs_stale=seen.obs_stale,
        prompt=prompt.user,
        completion=without_surrogates(completion.text),
        notes=reply.notes,
        gate=gate,
        action=action,
        guide=guide,
        effect=effect,
        usage=usage,
        observe_ms=seen.ms,
        end=completion.end,
        model=completion.model,
        prompt_digest=completion.prompt_digest,
        token_ids=completion.token_ids,
        logprobs=completion.logprobs,
    )


async def _evidence(page: Page, lane: Lane, web_task: WebTask, answer: str) -> Evidence:
    """Lines 15-18, the looking. Other pages are read in a context of the checker's own, freshly logged in."""
    site_set = lane.environment

    @asynccontextmanager
    async def own_page() -> AsyncIterator[Page]:
        state = await site_set.login(web_task.sites)
        async with browser.context(await lane.browser(), state) as own:
            yield await _quiet_page(own)

    async def ask(method: str, url: str, json: Any = None, headers: Mapping[str, str] | None = None) -> tuple[int, Any]:
        async with site_client(site_set.hosts) as client:
            response = await fetch(client, method, url, json=json, headers=headers)
            return response.status_code, response.json()

    return await gather(web_task, page, answer, site_set.urls, own_page, ask)


async def _quiet_page(context: BrowserContext) -> Page:
    page = await context.new_page()
    page.on("dialog", lambda dialog: asyncio.ensure_future(dialog.dismiss()))
    return page


def outcome_of(verdict: Verdict) -> Outcome:
    """What an episode counts as."""
    return "undecided" if verdict.success is None else "success" if verdict.success else "failure"
