"""Verdicts of meaning in a sweep: deferred while episodes are rolled, asked for when a key is at hand, visible in every row."""

from dataclasses import replace

import pytest

from mag.choice import Choice, make_spec
from mag.journal import Journal
from mag.judge.book import StubJudge
from mag.judge.model import judge_name
from mag.rescore import differences
from mag.runs import EvalFolder
from mag.scoring import judge_of, judge_pending, score_sweep, settle, settled_episodes
from mag.settings import JudgeConf
from mag.sweep import roll_sweep, start_folder, units_of
from tests.judge.provider import Plan, Provider
from tests.scripted import Scripted, reply


@pytest.fixture
def fuzzy_tasks(benchmark):
    def needs_judge(web_task):
        answers = web_task.eval["reference_answers"] or {}
        return web_task.eval["eval_types"] == ["string_match"] and isinstance(answers.get("fuzzy_match"), list)

    return [web_task for web_task in benchmark.select() if needs_judge(web_task)][:2]


@pytest.fixture
def conf(monkeypatch, tmp_path):
    monkeypatch.delenv("SWEEP_JUDGE_KEY", raising=False)

    def make(port=9):
        return JudgeConf(
            model="judge-model", base_url=f"http://127.0.0.1:{port}/v1", key_variable="SWEEP_JUDGE_KEY", store=str(tmp_path / "s")
        )

    return make


@pytest.fixture
async def folder(tmp_path, lane, benchmark, environment, fuzzy_tasks, conf, monkeypatch):
    """An evaluation whose two answers wait for a judge that is a model."""
    monkeypatch.setattr("mag.choice.load_settings", lambda: type("S", (), {"judge": conf(), "models": {}}))
    spec = make_spec(Choice("test", policy="random", judge="model"), benchmark, environment.snapshot)
    spec = replace(spec, policy=Scripted(lambda turn: reply("finish", None, "the answer as I see it")))
    found = EvalFolder(tmp_path / "eval")
    start_folder(found, spec, fuzzy_tasks, 1, [environment])
    assert await roll_sweep(spec, found, units_of(fuzzy_tasks, 1), [environment], lambda unit, outcome, reason: None) == 0
    return found


async def test_without_a_key_the_questions_wait_and_the_row_says_so(folder, conf, benchmark):
    assert await judge_pending(folder, conf()) is None
    summary = score_sweep(folder, benchmark.references())
    assert (summary.n, summary.undecided, summary.incomplete) == (0, 2, True)
    lines = list(Journal(folder.path / "judge" / "requests.jsonl").rows())
    assert {line["answer"] for line in lines} == {"the answer as i see it"}
    assert {"key", "kind", "intent", "reference", "answer", "accepted"} == set(lines[0])


async def test_with_a_key_the_rulings_settle_the_verdicts_and_stay(folder, conf, benchmark, monkeypatch):
    monkeypatch.setenv("SWEEP_JUDGE_KEY", "sk-canary-for-sweeps")
    async with Provider(Plan(right="correct")) as provider:
        report = await judge_pending(folder, conf(provider.port))
        asked = provider.counts.requests
    assert report.decided == asked > 0
    summary = score_sweep(folder, benchmark.references())
    assert (summary.n, summary.successes, summary.sr_strict, summary.incomplete) == (2, 2, 1.0, False)
    assert summary.judges == (judge_name(conf()),)
    before = {path.name: path.read_bytes() for path in folder.path.glob("*.*")}
    async with Provider(Plan(right="incorrect")) as provider:  # asked again, nothing is left to pay for
        assert await judge_pending(folder, conf(provider.port)) is None
        assert provider.counts.requests == 0
    score_sweep(folder, benchmark.references())
    assert {path.name: path.read_bytes() for path in folder.path.glob("*.*")} == before
    assert not any(b"sk-canary" in path.read_bytes() for path in folder.path.rglob("*") if path.is_file())
    assert differences(settled_episodes(folder), judge_of(folder)) == []


async def test_a_stub_judge_is_seen_in_the_row(tmp_path, environment, benchmark, fuzzy_tasks):
    spec = make_spec(Choice("test", policy="random", judge="stub:true"), benchmark, environment.snapshot)
    spec = replace(spec, policy=Scripted(lambda turn: reply("finish", None, "anything")))
    found = EvalFolder(tmp_path / "eval")
    start_folder(found, spec, fuzzy_tasks[:1], 1, [environment])
    await roll_sweep(spec, found, units_of(fuzzy_tasks[:1], 1), [environment], lambda *_: None)
    summary = score_sweep(found, benchmark.references())
    assert (summary.successes, summary.judges) == (1, ("stub-true",))
    assert "stub-true" in (found.path / "scores.csv").read_text()


async def test_a_ruling_for_the_strict_verdict_alone_is_used_too(folder):
    episode = folder.load()[0]
    failed = replace(episode, outcome="failure", verdict=replace(episode.verdict, success=False))
    assert failed.strict.success is None
    settled = settle(failed, StubJudge(True))
    assert (settled.outcome, settled.strict.success) == ("failure", True)
