"""Thousands of verdicts from a provider that mostly misbehaves; and a drain that is killed, moved, shared."""

import os
import signal
import subprocess
import sys
import time

import pytest

from mag.errors import BadInput
from mag.judge.drain import cache_of, drain
from mag.judge.gateway import Gateway
from mag.judge.model import ModelJudge, judge_name
from mag.judge.prompt import messages
from mag.judge.queue import JudgeQueue, RulingFile
from mag.locks import held
from tests.judge.conftest import Impatient, Virtual
from tests.judge.provider import Plan, Provider, name_of, share, verdict_of

STORM = {"limited": 0.3, "failing": 0.1, "held": 0.05, "unclear": 0.01, "hopeless": 0.005, "latency_s": 0.002}
N = 1_000


def name(question):
    return name_of(messages(question).user)


async def drained(queue, settings, store, again=False):
    async with ModelJudge(settings) as judge:
        return await drain(queue, Gateway(judge, settings, Virtual()), store, again)


async def test_a_storm_loses_no_verdict_and_pays_for_none_twice(tmp_path, conf, questions):
    asked = questions(N)
    queue = JudgeQueue(tmp_path / "q")
    queue.put(asked)
    async with Provider(Plan(**STORM)) as provider:
        settings = conf(provider.url, in_flight=32, timeout_s=120.0, attempts=12)
        async with Impatient(settings, provider) as judge:
            report = await drain(queue, Gateway(judge, settings, Virtual()), tmp_path / "store")
        served = provider.counts
        again = await drained(queue, settings, tmp_path / "store")
        assert again.pending == 0 and report.requests == served.requests
    hopeless = {question.key for question in asked if share(name(question), "hopeless") < STORM["hopeless"]}
    wanted = {question.key: None if question.key in hopeless else verdict_of(name(question)) == "correct" for question in asked}
    assert queue.rulings(judge_name(settings)) == wanted and 0 < len(hopeless) < N / 50
    assert (report.decided, report.undecided, report.unanswered) == (N - len(hopeless), len(hopeless), 0)
    assert len((tmp_path / "q" / "verdicts.jsonl").read_text().splitlines()) == N
    # every kind of trouble came, in its share, and was seen for what it was
    for kind in ("limited", "failing", "held"):
        assert getattr(served, kind) == pytest.approx(STORM[kind] * served.requests, rel=0.35)
    assert (report.limited, report.unavailable, report.timeouts) == (served.limited, served.failing, served.held)
    assert report.unclear == served.unclear >= 3 * len(hopeless) and report.replies == served.clear + served.unclear
    # one clear reply was paid for each question that has one, and there were never more requests at once than allowed
    assert served.paid == {name(question): 1 for question in asked if question.key not in hopeless}
    assert 8 < served.peak <= 32 and 8 < report.peak <= 32 and served.in_flight == 0


def run_drain(folder, settings, tmp_path):
    """`mag judge drain` in a process of its own."""
    fields = ("model", "base_url", "key_variable", "in_flight", "timeout_s", "attempts", "store")
    (tmp_path / "conf").mkdir(exist_ok=True)
    (tmp_path / "conf" / "judge.yaml").write_text("".join(f"{field}: {getattr(settings, field)}\n" for field in fields))
    code = "from mag.cli.judge import app; app()"
    command = [sys.executable, "-c", code, "drain", str(folder)]
    return subprocess.Popen(
        command, env=os.environ | {"MAG_CONF": str(tmp_path / "conf")}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
async def test_a_drain_that_is_stopped_goes_on_where_it_was(tmp_path, conf, questions, provider_process, number):
    asked, width = questions(120), 4
    queue = JudgeQueue(tmp_path / "q")
    queue.put(asked)
    with provider_process(latency_s=0.02) as (url, counts):
        settings = conf(url, in_flight=width)
        process = run_drain(tmp_path / "q", settings, tmp_path)
        while counts()["clear"] < 20 and process.poll() is None:
            time.sleep(0.02)
        process.send_signal(number)
        output = process.communicate()[0]
        assert process.returncode == (-signal.SIGKILL if number == signal.SIGKILL else 130), output
        before = counts()
        judge = judge_name(settings)
        kept = {*queue.rulings(judge), *cache_of(tmp_path / "store", judge).of(judge)}
        cached = len(kept) - len(queue.rulings(judge))  # it died between the two files
        known = {question.key: question for question in asked}
        assert 0 < len(kept) < 120 and before["clear"] - width <= len(kept) <= before["clear"]
        if number == signal.SIGTERM:
            assert len(kept) == before["clear"] and "goes on from there" in output
        report = await drained(queue, settings, tmp_path / "store")
        assert (report.cached, report.asked, report.unanswered) == (cached, 120 - len(kept), 0)
        after = counts()
    for key in kept:
        assert after["asked"][name(known[key])] == before["asked"][name(known[key])] == 1
    assert sum(after["paid"].values()) - 120 == before["clear"] - len(kept)  # replies that came while it died
    assert queue.rulings(judge_name(settings)) == {question.key: verdict_of(name(question)) == "correct" for question in asked}


async def test_a_queue_drained_elsewhere_equals_one_drained_here(tmp_path, conf, questions):
    here, there, direct = JudgeQueue(tmp_path / "a"), tmp_path / "b", JudgeQueue(tmp_path / "c")
    here.put(questions(40)), direct.put(questions(40))
    async with Provider(Plan(hopeless=0.1)) as provider:
        settings = conf(provider.url)
        there.mkdir()
        (there / "requests.jsonl").write_bytes((tmp_path / "a" / "requests.jsonl").read_bytes())
        await drained(JudgeQueue(there), settings, tmp_path / "store-b")
        await drained(direct, settings, tmp_path / "store-c")
    assert here.merge(there / "verdicts.jsonl").added == 40
    assert (
        here.rulings(judge_name(settings)) == direct.rulings(judge_name(settings)) and None in here.rulings(judge_name(settings)).values()
    )
    assert here.pending(judge_name(settings)) == []


async def test_no_question_is_paid_for_in_two_runs(tmp_path, conf, questions):
    one, two = JudgeQueue(tmp_path / "a"), JudgeQueue(tmp_path / "b")
    one.put(questions(20)), two.put(questions(30, start=10))
    async with Provider(Plan(hopeless=0.2)) as provider:
        settings = conf(provider.url)
        await drained(one, settings, tmp_path / "store")
        report = await drained(two, settings, tmp_path / "store")
        assert (report.pending, report.cached, report.asked) == (30, 10, 20)
        requests = provider.counts.requests
        other = JudgeQueue(tmp_path / "c")
        other.put(questions(40))
        assert (await drained(other, settings, tmp_path / "store")).cached == 40 and provider.counts.requests == requests
        undecided = [question for question in questions(40) if one.rulings(judge_name(settings)).get(question.key, True) is None]
        provider.plan = Plan()
        assert (await drained(one, settings, tmp_path / "store", again=True)).decided == len(undecided) > 0
        assert None not in one.rulings(judge_name(settings)).values()
        assert (
            None
            not in {
                key: ruling.value
                for key, ruling in cache_of(tmp_path / "store", judge_name(settings)).of(judge_name(settings)).items()
                if key in one.questions()
            }.values()
        )


async def test_a_ruling_that_reached_the_cache_only_is_not_paid_for_again(tmp_path, conf, questions):
    queue = JudgeQueue(tmp_path / "q")
    queue.put(questions(10))
    async with Provider(Plan()) as provider:
        settings = conf(provider.url)
        await drained(queue, settings, tmp_path / "store")
        path = tmp_path / "q" / "verdicts.jsonl"
        path.write_text("".join(line + "\n" for line in path.read_text().splitlines()[:6]))  # stopped between the two files
        report = await drained(queue, settings, tmp_path / "store")
        assert (report.pending, report.cached, provider.counts.requests) == (4, 4, 10)


async def test_two_drains_of_one_judge_exclude_each_other(tmp_path, conf, questions):
    one, other = JudgeQueue(tmp_path / "a"), JudgeQueue(tmp_path / "b")
    one.put(questions(5)), other.put(questions(5))
    async with Provider(Plan()) as provider:
        settings = conf(provider.url)
        lock = cache_of(tmp_path / "store", judge_name(settings)).path.with_suffix(".lock")
        with held(lock, "x"), pytest.raises(BadInput, match=f"a drain for {judge_name(settings)} is under way by process"):
            await drained(one, settings, tmp_path / "store")
        assert provider.counts.requests == 0
        assert (await drained(other, settings, tmp_path / "store")).decided == 5
    assert RulingFile(tmp_path / "b" / "verdicts.jsonl").judges() == [judge_name(settings)]
