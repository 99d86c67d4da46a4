"""The episode loop on real sites: what models do wrong is data, what the infrastructure does wrong is not."""

import asyncio
from dataclasses import replace
from itertools import pairwise

import pytest

from mag.choice import Choice, make_spec
from mag.constants import STEP_BUDGET
from mag.contract.protocol import Limits, protocol_digest
from mag.errors import BadInput, BrowserCrash, LoginLost
from mag.harness import run_episode
from mag.rollout import Unit
from mag.runs import EvalFolder
from mag.sites.accounts import Account, log_in
from mag.sites.miniarena import LOGIN
from mag.sweep import roll_sweep
from tests.scripted import reply


async def test_unparsable_output_costs_steps_and_executes_nothing(lane, spec_of, answer_task):
    rolled = await run_episode(lane, spec_of(lambda turn: "I would click the button."), answer_task, 0)
    episode = rolled.episode
    assert len(episode.steps) == STEP_BUDGET
    assert (episode.outcome, episode.finished, episode.answer) == ("failure", False, "")
    assert {(step.gate.parsed, step.action, step.guide, step.effect.changed) for step in episode.steps} == {(False, None, "", "none")}
    assert {step.url for step in episode.steps} == {episode.steps[0].url}
    assert sorted(rolled.images) == [f"step-{index:02d}.png" for index in range(1, STEP_BUDGET + 1)]


async def test_a_smaller_budget_ends_the_episode_and_makes_another_protocol(lane, spec_of, answer_task):
    spec = replace(spec_of(lambda turn: "I would click the button."), limits=Limits(3), protocol=Limits(3).protocol)
    episode = (await run_episode(lane, spec, answer_task, 0)).episode
    assert [step.index for step in episode.steps] == [1, 2, 3] and not episode.finished
    assert Limits(STEP_BUDGET, 0).protocol == protocol_digest() != episode.protocol == f"{protocol_digest()}-3-text0"


@pytest.mark.parametrize("idle", [1, 3])
async def test_a_policy_that_would_only_read_the_same_again_is_not_asked_where_the_limits_say_so(lane, spec_of, answer_task, idle):
    read = []

    def say(turn):
        read.append(turn.prompt.user)
        return reply("click", "9999", guide="Open the menu.") if turn.index == 3 else "I would click the button."

    spec = replace(spec_of(say), limits=Limits(idle=idle))
    episode = (await run_episode(lane, spec, answer_task, 0)).episode
    same = [text == before for before, text in pairwise(read)]
    assert same == ([] if idle == 1 else [True, True, False, True, True])  # an impossible action's sentence is read: no repetition
    assert len(episode.steps) == len(read) and not episode.finished


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
    newcomer = Account("newcomer", "long enough", "newcomer@example.test", "New Comer")
    await log_in(environment.hosts, environment.urls["gitlab"], newcomer, LOGIN)
    assert not (await environment.status())["pristine"]
    await run_episode(lane, spec_of(lambda turn: reply("finish", None, "x")), web_task, 0)
    assert (await environment.status())["pristine"]


async def test_an_account_that_cannot_be_verified_is_an_error_not_a_failure(environment):
    wrong = Account("mara.lindqvist", "not the password", "mara.lindqvist@codeyard.test", "Mara")
    with pytest.raises(LoginLost, match=r"mara\.lindqvist is not logged in"):
        await log_in(environment.hosts, environment.urls["gitlab"], wrong, LOGIN)


async def test_a_mistake_of_the_user_stops_the_sweep_with_its_one_line(lane, spec_of, answer_task, tmp_path):
    broken = replace(answer_task, eval=answer_task.eval | {"eval_types": ["telepathy"]})
    folder = EvalFolder(tmp_path)
    with pytest.raises(BadInput, match="telepathy"):
        await roll_sweep(spec_of(lambda turn: reply("finish")), folder, [Unit(broken)], [lane.environment], lambda *_: None)


async def test_a_policy_that_hangs_costs_the_episode_only(lane, spec_of, answer_task, monkeypatch):
    monkeypatch.setattr("mag.harness.ANSWER_DEADLINE_S", 1.0)

    async def say(turn):
        await asyncio.sleep(3600)

    with pytest.raises(BrowserCrash, match="answer at step 1 took more than 1 s"):
        await run_episode(lane, spec_of(say), answer_task, 0)


async def test_waiting_for_the_policy_takes_nothing_from_the_pages_time(lane, spec_of, answer_task, monkeypatch):
    monkeypatch.setattr("mag.harness.STEP_DEADLINE_S", 4.0)

    async def say(turn):
        await asyncio.sleep(4.5)
        return reply("finish", None, "x")

    rolled = await run_episode(lane, spec_of(say), answer_task, 0)
    assert rolled.episode.finished and rolled.episode.steps[0].usage.ms > 4000


async def test_a_page_that_hangs_costs_the_episode_also_after_a_long_answer(lane, spec_of, answer_task, monkeypatch):
    monkeypatch.setattr("mag.harness.STEP_DEADLINE_S", 3.0)

    async def hang(*_):
        await asyncio.sleep(3600)

    monkeypatch.setattr("mag.harness.execute", hang)

    async def say(turn):
        await asyncio.sleep(3.5)
        return reply("scroll", None, "down")

    with pytest.raises(BrowserCrash, match="step 1 took more than 3 s"):
        await run_episode(lane, spec_of(say), answer_task, 0)


async def test_random_policy_repeats_exactly_and_differs_between_samples(lane, benchmark, environment, answer_task):
    spec = make_spec(Choice("test", policy="random", seed=3), benchmark, environment.snapshot)
    texts = [[step.completion for step in (await run_episode(lane, spec, answer_task, sample)).episode.steps] for sample in (0, 0, 1)]
    assert texts[0] == texts[1]
    assert texts[0] != texts[2]


@pytest.mark.parametrize("every", [4, pytest.param(1, marks=pytest.mark.slow)])
async def test_doing_nothing_solves_nothing(lane, spec_of, benchmark, every):
    """No check passes on the untouched site with an empty answer: one task of every (fourth) template of train and test."""
    templates = {web_task.intent_template_id: web_task for web_task in benchmark.select()}
    chosen = list(templates.values())[::every]
    spec = spec_of(lambda turn: reply("finish"))
    solved = [web_task.task_id for web_task in chosen if (await run_episode(lane, spec, web_task, 0)).episode.outcome != "failure"]
    assert len(chosen) >= 25
    assert solved == []
