"""The episode loop on real sites: what models do wrong is data, what the infrastructure does wrong is not."""

import asyncio
import json
import os
import signal
from collections import Counter
from dataclasses import replace

import pytest

from mag.constants import STEP_BUDGET
from mag.errors import BadInput, BrowserCrash, LoginLost, SiteDown
from mag.harness import Unit, roll, run_episode
from mag.miniarena.core import Account
from mag.records import Completion
from mag.runs import EvalFolder
from mag.sites.accounts import log_in
from mag.sites.miniarena import start
from mag.sweep import Choice, make_spec, open_lanes, roll_sweep, units_of


class Scripted:
    """A policy that says what a function says."""

    name, identity = "scripted", "test"

    def __init__(self, say):
        self.say = say

    def agent(self, spec):
        return self

    async def act(self, turn):
        text = self.say(turn)
        return Completion(await text if asyncio.iscoroutine(text) else text)


def reply(verb, target=None, content=None, guide="Click the link."):
    return json.dumps({"think": "so", "action_type": verb, "selected_candidate_id": target, "content": content, "guide_text": guide})


@pytest.fixture
def spec_of(benchmark, environment):
    def make(say, **choice):
        return replace(make_spec(Choice("test", **choice), benchmark, environment.snapshot), policy=Scripted(say))

    return make


@pytest.fixture
def answer_task(benchmark):
    return next(web_task for web_task in benchmark.tasks if web_task.eval["eval_types"] == ["string_match"])


async def test_unparsable_output_costs_steps_and_executes_nothing(lane, spec_of, answer_task):
    rolled = await run_episode(lane, spec_of(lambda turn: "I would click the button."), answer_task, 0)
    episode = rolled.episode
    assert len(episode.steps) == STEP_BUDGET
    assert (episode.outcome, episode.finished, episode.answer) == ("failure", False, "")
    assert {(step.gate.parsed, step.action, step.guide, step.effect.changed) for step in episode.steps} == {(False, None, "", "none")}
    assert {step.url for step in episode.steps} == {episode.steps[0].url}
    assert sorted(rolled.images) == [f"step-{index:02d}.png" for index in range(1, STEP_BUDGET + 1)]


async def test_the_guide_of_an_invalid_action_still_joins_the_history(lane, spec_of, answer_task):
    prompts = []

    def say(turn):
        prompts.append(turn.prompt.user)
        return reply("click", "9999", guide="Open the menu at the top.") if turn.index == 1 else reply("finish", None, "nothing")

    rolled = await run_episode(lane, spec_of(say), answer_task, 0)
    assert rolled.episode.steps[0].action is None
    assert "not in the menu" in rolled.episode.steps[0].gate.reason
    assert rolled.episode.steps[0].effect.changed == "none"
    assert "Open the menu at the top." not in prompts[0]
    assert "Open the menu at the top." in prompts[1]
    assert rolled.episode.guides == ("Open the menu at the top.", "Click the link.")


async def test_the_answer_is_the_content_of_finish_and_decides(lane, spec_of, benchmark):
    web_task = next(
        item for item in benchmark.tasks if (item.eval["reference_answers"] or {}).get("exact_match") and len(item.eval["eval_types"]) == 1
    )
    right = web_task.eval["reference_answers"]["exact_match"]
    for answer, outcome in ((right, "success"), (f" '{right.upper()}' ", "success"), (right + " and more", "failure"), ("", "failure")):
        rolled = await run_episode(lane, spec_of(lambda turn, answer=answer: reply("finish", None, answer)), web_task, 0)
        assert (rolled.episode.outcome, rolled.episode.answer) == (outcome, answer)
        assert rolled.episode.verdict.checks[0]["found"] == answer


async def test_text_that_no_encoding_holds_does_not_lose_the_episode(lane, spec_of, answer_task, tmp_path):
    rolled = await run_episode(lane, spec_of(lambda turn: "\ud800 " + reply("finish", None, "half a pair \udc00")), answer_task, 0)
    folder = EvalFolder(tmp_path)
    folder.store(rolled.episode, rolled.images)
    assert folder.load()[0].outcome == "failure"


async def test_every_part_of_the_record_is_filled(lane, spec_of, answer_task, environment):
    rolled = await run_episode(lane, spec_of(lambda turn: reply("finish", None, "x")), answer_task, 3, attempt=2)
    episode = rolled.episode
    assert (episode.sample, episode.attempt, episode.environment_set, episode.snapshot) == (3, 2, 1, environment.snapshot)
    assert episode.steps[0].prompt.count("\n[") + 1 >= len(episode.steps[0].marks) > 5
    assert rolled.images["step-01.png"].startswith(b"\x89PNG")
    assert len(episode.key) == 64
    assert len({spec_of(lambda t: "").key(answer_task, sample) for sample in range(3)}) == 3


async def test_each_episode_starts_from_the_snapshot(lane, spec_of, benchmark, environment):
    web_task = next(item for item in benchmark.tasks if item.site == "gitlab" and item.require_login)
    await run_episode(lane, spec_of(lambda turn: reply("finish", None, "x")), web_task, 0)
    await log_in(
        "gitlab",
        f"http://127.0.0.1:{environment.ports['gitlab']}",
        Account("newcomer", "newcomer@example.test", "New Comer", "long enough"),
    )
    assert not (await environment.status())["pristine"]
    await run_episode(lane, spec_of(lambda turn: reply("finish", None, "x")), web_task, 0)
    assert (await environment.status())["pristine"]


async def test_an_account_that_cannot_be_verified_is_an_error_not_a_failure(environment):
    wrong = Account("mara.lindqvist", "mara.lindqvist@codeyard.test", "Mara", "not the password")
    with pytest.raises(LoginLost, match=r"mara\.lindqvist is not logged in"):
        await log_in("gitlab", f"http://127.0.0.1:{environment.ports['gitlab']}", wrong)


async def test_a_dead_browser_is_infra_and_the_episode_is_rolled_again(environment, spec_of, answer_task):
    reports, rolled, killed = [], [], []

    async def say(turn):
        if not killed:
            killed.append(True)
            for pid in browser_processes():
                os.kill(pid, signal.SIGKILL)
        return reply("finish", None, "x")

    def browser_processes():
        import subprocess

        listing = subprocess.run(["ps", "-eww", "-o", "pid,ppid,args"], capture_output=True, text=True, check=True).stdout.splitlines()
        parents = {int(line.split()[0]): int(line.split()[1]) for line in listing[1:]}

        def descends(pid):
            while pid in parents and pid != os.getpid():
                pid = parents[pid]
            return pid == os.getpid()

        port = environment.ports["gitlab"]
        return [
            int(line.split()[0])
            for line in listing[1:]
            if f":{port}," in line and "--type=" not in line and "host-resolver" in line and descends(int(line.split()[0]))
        ]

    async with open_lanes([environment]) as lanes:
        lost = await roll(
            lanes, spec_of(say), units_of([answer_task], 1), rolled.append, lambda unit, outcome, reason: reports.append(outcome)
        )
    assert (reports, lost) == (["infra", "failure"], [])
    assert rolled[0].episode.attempt == 2


async def test_a_set_that_is_down_is_infra_three_times_and_nothing_is_scored(tmp_path, spec_of, benchmark):
    environment = await asyncio.to_thread(start, 2, tmp_path)
    environment.process.kill()
    environment.process.wait()
    folder = EvalFolder(tmp_path / "eval")
    folder.path.mkdir()
    reports = Counter()
    lost = await roll_sweep(
        spec_of(lambda turn: reply("finish")),
        folder,
        units_of(benchmark.tasks[:2], 1),
        [environment],
        lambda unit, outcome, reason: reports.update([outcome]),
    )
    assert (lost, reports) == (2, {"infra": 6})
    assert folder.units() == []
    assert len((folder.path / "infra.jsonl").read_text().splitlines()) == 6
    with pytest.raises(SiteDown):
        await environment.health()


async def test_a_broken_set_leaves_its_episodes_to_the_others(environment, tmp_path, spec_of, benchmark):
    broken = await asyncio.to_thread(start, 2, tmp_path)
    broken.process.kill()
    broken.process.wait()
    rolled, reports = [], Counter()
    tasks = [web_task for web_task in benchmark.select() if web_task.site == "wikipedia"][:8]
    async with open_lanes([broken, environment]) as lanes:
        lost = await roll(
            lanes,
            spec_of(lambda turn: reply("finish")),
            units_of(tasks, 1),
            rolled.append,
            lambda unit, outcome, reason: reports.update([outcome]),
        )
    assert lost == []
    assert reports == {"infra": 3, "failure": 8}
    assert {item.episode.environment_set for item in rolled} == {1}


async def test_a_mistake_of_the_user_stops_the_sweep_with_its_one_line(lane, spec_of, answer_task, tmp_path):
    broken = replace(answer_task, eval=answer_task.eval | {"eval_types": ["telepathy"]})
    folder = EvalFolder(tmp_path)
    with pytest.raises(BadInput, match="telepathy"):
        await roll_sweep(spec_of(lambda turn: reply("finish")), folder, [Unit(broken)], [lane.environment], lambda *_: None)


async def test_a_policy_that_hangs_costs_the_episode_only(lane, spec_of, answer_task, monkeypatch):
    monkeypatch.setattr("mag.harness.STEP_DEADLINE_S", 3.0)

    async def say(turn):
        await asyncio.sleep(3600)

    with pytest.raises(BrowserCrash, match="step 1 took more than 3 s"):
        await run_episode(lane, spec_of(say), answer_task, 0)


async def test_random_policy_repeats_exactly_and_differs_between_samples(lane, benchmark, environment, answer_task):
    spec = make_spec(Choice("test", policy="random", seed=3), benchmark, environment.snapshot)
    texts = [[step.completion for step in (await run_episode(lane, spec, answer_task, sample)).episode.steps] for sample in (0, 0, 1)]
    assert texts[0] == texts[1]
    assert texts[0] != texts[2]


async def test_doing_nothing_solves_nothing(lane, spec_of, benchmark):
    """No check passes on the untouched site with an empty answer: one task of every template of train and test."""
    templates = {web_task.intent_template_id: web_task for web_task in benchmark.select()}
    spec = spec_of(lambda turn: reply("finish"))
    solved = [
        web_task.task_id for web_task in templates.values() if (await run_episode(lane, spec, web_task, 0)).episode.outcome != "failure"
    ]
    assert len(templates) >= 30
    assert solved == []
