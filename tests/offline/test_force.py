"""The whole way on real steps: an evaluation becomes a corpus, policies answer teacher-forced, the answers are scored."""

import asyncio
import json
from dataclasses import replace

import pytest
import typer
from typer.testing import CliRunner

from mag.cli import score as commands
from mag.constants import VERBS
from mag.contract.contracts import CONTRACTS
from mag.contract.grounding import GROUNDINGS
from mag.errors import BadInput, SiteDown
from mag.offline.completions import journal, read_completions
from mag.offline.corpus import in_view, load_corpus
from mag.offline.demo import ForcedDemoPolicy
from mag.offline.force import Forcing, complete, turn_of
from mag.offline.gold import make_gold
from mag.offline.protocol import score_runs
from mag.policies.random import RandomPolicy
from mag.records import Action, digest
from mag.runs import EvalFolder
from tests.scripted import Scripted


async def answers(corpus, path, policy, contract="full", grounding="som", **other):
    with journal(path) as (known, append):
        asked = await complete(corpus, Forcing(policy, CONTRACTS[contract], GROUNDINGS[grounding], **other), known, append)
    return asked


def test_the_corpus_of_an_evaluation(evaluation, real_corpus):
    assert len(real_corpus.steps) >= 20
    assert {step.verb for step in real_corpus.steps} == set(VERBS)
    episodes = {episode.web_task.task_id: episode for episode in evaluation.load()}
    for step in real_corpus.steps:
        source = episodes[step.task_id].steps[step.index - 1]
        assert (step.marks, step.guide, step.verb, step.content) == (source.marks, source.guide, source.action.verb, source.action.content)
        assert (step.mark, step.think) == (source.action.mark, json.loads(source.completion)["think"])
        assert step.history == tuple(before.guide for before in episodes[step.task_id].steps[: step.index - 1])
        assert len(real_corpus.image(step)) > 1_000
        target = next((mark for mark in step.marks if mark.id == step.mark), None)
        assert (step.box, step.point) == ((target.box, target.point if target.visible else None) if target else (None, None))
    assert load_corpus(real_corpus.folder).steps == real_corpus.steps


def test_a_forced_turn_asks_what_the_live_one_asked(evaluation, real_corpus):
    episodes = {episode.web_task.task_id: episode for episode in evaluation.load()}
    forcing = Forcing(RandomPolicy(), CONTRACTS["full"], GROUNDINGS["som"])
    for step in real_corpus.steps:
        assert turn_of(step, b"", forcing).prompt.user == episodes[step.task_id].steps[step.index - 1].prompt


@pytest.mark.parametrize("grounding", GROUNDINGS)
async def test_demonstrations_score_one_and_chance_scores_little(real_corpus, benchmark, tmp_path, grounding):
    demo = ForcedDemoPolicy(benchmark.demonstrations, real_corpus.steps)
    await answers(real_corpus, tmp_path / "c.jsonl", demo, "J", grounding, parallel=4)
    await answers(real_corpus, tmp_path / "c.jsonl", RandomPolicy(), "J", grounding)
    right, chance = score_runs(real_corpus, read_completions([tmp_path / "c.jsonl"]))
    assert (right.run.model, chance.run.model) == (f"demo/{demo.identity}", "random/uniform-1")
    for name in ("ofcr", "ofcr_strict", "saa_mag", "saa_webmre", "kernel", "same", "bleu1", "g"):
        assert (right.means[name].micro.estimate, right.means[name].macro.estimate) == (pytest.approx(1), pytest.approx(1)), name
    assert right.means["faith"].micro.estimate > 0.5
    assert chance.means["ofcr"].micro.estimate == 1
    assert chance.means["saa_mag"].micro.estimate < 0.3
    assert not right.marks and not chance.marks


async def test_a_stopped_run_goes_on(real_corpus, tmp_path):
    whole, file = tmp_path / "whole.jsonl", tmp_path / "c.jsonl"
    await answers(real_corpus, whole, RandomPolicy())
    said = []

    def say(turn):
        said.append(turn.index)
        if len(said) == 6:
            raise SiteDown("the endpoint does not answer")
        return "{}"

    with pytest.raises(SiteDown):
        await answers(real_corpus, file, Scripted(say))
    assert await answers(real_corpus, file, Scripted(say)) == len(real_corpus.steps) - 5
    assert await answers(real_corpus, file, Scripted(say)) == 0
    lines = whole.read_text().splitlines(keepends=True)
    whole.write_text("".join(lines[3:9]))
    await answers(real_corpus, whole, RandomPolicy(), parallel=3)
    assert sorted(_without_times(whole.read_text().splitlines())) == sorted(_without_times(lines))  # whatever was asked before


def _without_times(lines):
    return [json.dumps(json.loads(line) | {"usage": None}) for line in lines]


async def test_answers_of_another_corpus_are_not_gone_on_with(real_corpus, store, tmp_path):
    file = tmp_path / "c.jsonl"
    await answers(real_corpus, file, RandomPolicy())
    with pytest.raises(BadInput, match="another corpus or protocol"):
        await answers(store(real_corpus.steps[:3]), file, RandomPolicy())


def test_what_is_left_out_of_a_corpus(evaluation, tmp_path):
    """Failures, second episodes, steps that failed the gate or were not carried out; a click that hit no listed element is coord's alone."""
    folder = EvalFolder(tmp_path / "evaluation")
    folder.freeze_plan(json.loads((evaluation.path / "plan.json").read_text()))
    unit, first = next(
        (unit, episode) for unit, episode in zip(evaluation.units(), evaluation.load(), strict=True) if len(episode.steps) >= 4
    )
    images = {step.image: (unit / step.image).read_bytes() for step in first.steps}
    one, two, three, *rest = first.steps
    changed = (
        replace(one, gate=replace(one.gate, clean=False)),
        replace(two, effect=replace(two.effect, error="detached")),
        replace(three, action=Action("click", point=(1_439.0, 899.0)), obs_stale=True),
        *rest,
    )
    folder.store(replace(first, steps=changed), images)
    folder.store(replace(first, sample=1, key=digest(1)), images)
    folder.store(replace(first, sample=2, key=digest(2), outcome="failure"), images)
    corpus = make_gold([folder.path], tmp_path / "gold", lambda task_id: "train")
    assert [step.index for step in corpus.steps] == [step.index for step in first.steps[2:]]
    stale, after = corpus.steps[:2]
    assert (stale.obs_stale, stale.part, stale.history, after.history) == (True, "train", (), (three.guide,))
    assert (stale.mark, stale.box, stale.point) == (None, (1_439.0, 899.0, 0.0, 0.0), (1_439.0, 899.0))
    assert (in_view(stale, "som"), in_view(stale, "coord")) == (False, True)
    assert corpus.about["left_out"] == {
        "episodes without success": 1,
        "further episodes of a task": 1,
        "steps that failed the gate or were not carried out": 2,
    }


def test_evaluations_that_do_not_go_together(evaluation, tmp_path):
    plan = json.loads((evaluation.path / "plan.json").read_text())
    for change, problem in (({"snapshot": "x"}, "differ in their snapshot"), ({"contract": "A"}, "need an action and a guide")):
        other = EvalFolder(tmp_path / problem.split()[-1])
        other.freeze_plan(plan | change)
        with pytest.raises(BadInput, match=problem):
            make_gold([other.path, evaluation.path], tmp_path / "gold", lambda task_id: "")
    empty = EvalFolder(tmp_path / "empty")
    empty.freeze_plan(plan)
    with pytest.raises(BadInput, match="no successful episode"):
        make_gold([empty.path], tmp_path / "gold", lambda task_id: "")


async def test_from_the_command_line(evaluation, tmp_path):
    app = typer.Typer()
    commands.register(app)

    def mag(*arguments):
        return CliRunner().invoke(app, [str(item) for item in arguments], catch_exceptions=False)

    gold, file, out = tmp_path / "gold", tmp_path / "c.jsonl", tmp_path / "scores"
    assert "steps of" in (await asyncio.to_thread(mag, "gold", evaluation.path, "--out", gold)).output
    for contract in ("A", "J"):
        done = await asyncio.to_thread(mag, "complete", gold, "--contract", contract, "--out", file)
        assert done.exit_code == 0
    scored = mag("score", gold, file, "--out", out)
    assert (scored.exit_code, (out / "table.txt").read_text()) == (0, scored.output)
    assert "SAA-W    micro +0.0" in scored.output
    file.write_text("".join(file.read_text().splitlines(keepends=True)[1:]))
    short = mag("score", gold, file, "--out", out)
    assert short.exit_code == 3
    assert "INCOMPLETE: some steps have no completion" in short.output
    with pytest.raises(BadInput, match="none of full"):
        mag("complete", gold, "--contract", "K")
