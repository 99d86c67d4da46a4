"""The gateway against a real endpoint on loopback: what is tried again, what ends at once, and who waits for whom."""

import asyncio
import contextlib
from email.utils import formatdate

import pytest

from mag.errors import BadInput, Transient
from mag.judge.drain import drain
from mag.judge.gateway import DEAF, USELESS, Gateway
from mag.judge.model import ModelJudge
from mag.judge.queue import JudgeQueue
from mag.models.pace import LONGEST_PAUSE_S, WAVES, Pace, Stopped
from mag.models.trouble import Unavailable, wait_seconds
from tests.judge.conftest import Virtual
from tests.judge.provider import Plan, Provider, name_of, verdict_of
from tests.models.fakes import junk, start_fake


@contextlib.asynccontextmanager
async def gateway_to(conf, **plan):
    """A gateway with a virtual clock, and the endpoint it asks."""
    changes = {key: plan.pop(key) for key in ("in_flight", "timeout_s", "attempts") if key in plan}
    async with Provider(Plan(**plan)) as provider:
        settings = conf(provider.url, **changes)
        async with ModelJudge(settings) as judge:
            yield Gateway(judge, settings, Virtual()), provider


async def test_a_question_gets_its_verdict_with_what_it_took(conf, questions):
    async with gateway_to(conf) as (gateway, provider):
        ruling = await gateway.rule(questions(1)[0])
    name = name_of(provider.bodies[0]["messages"][-1]["content"])
    assert (ruling.verdict, ruling.reason) == (verdict_of(name), f"because {name}")
    assert (ruling.key, ruling.judge) == (questions(1)[0].key, gateway.judge.name)
    assert (ruling.model, ruling.input_tokens, ruling.output_tokens, ruling.requests) == ("judge-model-2026", 100, 20, 1)
    assert "temperature" not in provider.bodies[0]


@pytest.mark.parametrize(
    ("status", "code", "message"),
    [
        (401, "invalid_api_key", "JUDGE_TEST_KEY"),
        (403, "", "JUDGE_TEST_KEY"),
        (404, "model_not_found", "judge-model"),
        (400, "", "conf/judge.yaml"),
        (422, "", "conf/judge.yaml"),
        (429, "insufficient_quota", "no quota left"),
    ],
)
async def test_what_trying_again_cannot_mend_ends_at_once_in_one_line(conf, questions, tmp_path, status, code, message):
    queue = JudgeQueue(tmp_path / "q")
    queue.put(questions(30))
    async with gateway_to(conf, always=status, body={"error": {"message": "no\nsuch thing", "code": code}}) as (gateway, provider):
        with pytest.raises(BadInput, match=message) as caught:
            await drain(queue, gateway, tmp_path / "store")
    assert "\n" not in str(caught.value) and provider.counts.requests <= gateway.conf.in_flight
    assert len(queue.pending(gateway.judge.name)) == 30


async def test_a_bad_key_in_the_middle_keeps_what_was_paid_for(conf, questions, tmp_path):
    queue = JudgeQueue(tmp_path / "q")
    queue.put(questions(40))
    async with gateway_to(conf, latency_s=0.002) as (gateway, provider):

        def revoke(report):
            if report.asked == 10:
                provider.plan = Plan(always=401)

        with pytest.raises(BadInput):
            await drain(queue, gateway, tmp_path / "store", progress=revoke)
        assert len(queue.rulings(gateway.judge.name)) == provider.counts.clear == sum(provider.counts.paid.values())


@pytest.mark.parametrize("status", [500, 502, 503, 408, 409])
async def test_passing_failures_are_tried_again(conf, questions, status):
    async with gateway_to(conf, always=status, first=3, attempts=4) as (gateway, provider):
        ruling = await gateway.rule(questions(1)[0])
        assert ruling.value is not None and ruling.requests == provider.counts.requests == 4
        assert gateway.tally.unavailable == 3
        clock = gateway.pace._clock
        assert 0.25 + 0.5 + 1.0 <= clock.time <= 0.75 + 1.5 + 3.0  # 0.5, 1, 2 seconds, each times 0.5 to 1.5


async def test_a_question_without_a_reply_stays_pending_and_the_others_go_on(conf, questions, tmp_path):
    queue = JudgeQueue(tmp_path / "q")
    queue.put(questions(3))
    async with gateway_to(conf, always=500, first=2, attempts=2, in_flight=1) as (gateway, _):
        report = await drain(queue, gateway, tmp_path / "store")
        assert (report.unanswered, report.decided, report.asked) == (1, 2, 2)
        assert [question.key for question in queue.pending(gateway.judge.name)] == [questions(1)[0].key]


async def test_a_provider_that_is_down_ends_the_drain(conf, questions, tmp_path):
    queue = JudgeQueue(tmp_path / "q")
    queue.put(questions(200))
    async with gateway_to(conf, always=503, attempts=2, in_flight=1) as (gateway, provider):
        with pytest.raises(Transient, match="answered 503"):
            await drain(queue, gateway, tmp_path / "store")
        assert provider.counts.requests == 2 * DEAF


async def test_no_connection_and_a_web_page_are_no_replies(conf, questions):
    async with Provider(Plan()) as gone:
        pass
    settings = conf(gone.url, attempts=2)
    async with ModelJudge(settings) as judge:
        with pytest.raises(Unavailable, match="APIConnectionError"):
            await Gateway(judge, settings, Virtual()).rule(questions(1)[0])
    async with gateway_to(conf, always=200, body={"hello": "world"}, attempts=2) as (gateway, _):
        with pytest.raises(Unavailable, match="not with a chat completion"):
            await gateway.rule(questions(1)[0])


async def test_a_request_that_times_out_is_given_more_time_the_next_time(conf, questions):
    allowed = []
    async with gateway_to(conf, held=1.0, first=2, timeout_s=0.05) as (gateway, provider):
        ask = gateway.judge.ask

        async def watched(question, timeout_s):
            allowed.append(timeout_s)
            return await ask(question, 5.0 if len(allowed) > 2 else timeout_s)

        gateway.judge.ask = watched
        ruling = await gateway.rule(questions(1)[0])
    assert allowed == [0.05, 0.1, 0.2] and ruling.value is not None
    assert (gateway.tally.requests, gateway.tally.replies, gateway.tally.timeouts, provider.counts.clear) == (3, 1, 2, 1)


async def test_an_unclear_reply_is_asked_again_twice_then_recorded(conf, questions):
    async with gateway_to(conf, hopeless=1.0) as (gateway, provider):
        ruling = await gateway.rule(questions(1)[0])
        assert ruling.verdict == "undecided" and ruling.value is None and "reply" in ruling.reason
        assert provider.counts.requests == ruling.requests == 3 and ruling.output_tokens == 60
    async with gateway_to(conf, unclear=1.0, first=2) as (gateway, provider):
        ruling = await gateway.rule(questions(1)[0])
        assert ruling.value is not None and ruling.requests == 3 and gateway.tally.unclear == 2


async def test_a_question_the_provider_filters_is_undecided_and_not_the_end(conf, questions):
    async with gateway_to(conf, always=400, body={"error": {"message": "x", "code": "content_filter"}}, first=3) as (gateway, _):
        one, two = questions(2)
        assert (await gateway.rule(one)).reason == "the reply was refused"
        assert (await gateway.rule(two)).value is not None


async def test_a_model_that_never_gives_a_verdict_is_not_paid_for_long(conf, questions, tmp_path):
    queue = JudgeQueue(tmp_path / "q")
    queue.put(questions(100))
    async with gateway_to(conf, hopeless=1.0, in_flight=1) as (gateway, provider):
        with pytest.raises(BadInput, match="without a clear verdict"):
            await drain(queue, gateway, tmp_path / "store")
        assert provider.counts.requests == 3 * USELESS
        assert len(queue.pending(gateway.judge.name)) == 100 - USELESS


async def test_retry_after_holds_everybody(conf, questions):
    asked = []
    async with gateway_to(conf, always=429, headers={"retry-after": "7"}, first=1, in_flight=4) as (gateway, _):
        clock, ask = gateway.pace._clock, gateway.judge.ask

        async def watched(question, timeout_s):
            asked.append(clock.time)
            return await ask(question, timeout_s)

        gateway.judge.ask = watched
        first = asyncio.ensure_future(gateway.rule(questions(1)[0]))
        while gateway.tally.limited == 0:
            await asyncio.sleep(0)
        rulings = await asyncio.gather(first, *(gateway.rule(question) for question in questions(5, start=1)))
        assert asked[0] == 0.0 and min(asked[1:]) >= 7.0 and all(ruling.value is not None for ruling in rulings)
        assert gateway.tally.requests == 7 and rulings[0].requests == 2


async def test_429_without_end_or_with_an_absurd_wait_ends_with_everything_kept(conf, questions):
    async with gateway_to(conf, always=429) as (gateway, provider):
        with pytest.raises(Transient, match="429 only"):
            await gateway.rule(questions(1)[0])
        assert provider.counts.requests == WAVES + 1
        assert max(gateway.pace._clock.slept) <= 1.0 and gateway.pace._clock.time > 3 * LONGEST_PAUSE_S / 2
    async with gateway_to(conf, always=429, headers={"retry-after": "86400"}) as (gateway, _):
        with pytest.raises(Transient, match="wait 86400 s"):
            await gateway.rule(questions(1)[0])


@pytest.mark.parametrize(("body", "words"), [(b"{", "not with JSON"), (b'{"hello": 1}', "not with a chat completion")])
async def test_an_answer_that_is_none_is_not_called_out_of_reach(conf, questions, body, words):
    with start_fake("chat", script=[junk(body)]) as fake:
        async with ModelJudge(conf(fake.url)) as judge:
            with pytest.raises(Unavailable, match=f"answered 200 but {words}; is base_url of conf/judge.yaml right"):
                await judge.ask(questions(1)[0], 5.0)


async def test_the_limit_falls_once_a_wave_and_comes_back():
    pace = Pace(8, Virtual())
    waves = [await pace.enter() for _ in range(8)]
    for wave in waves:  # eight 429 to requests that were under way together
        pace.limited(wave, None, 0.5)
        pace.leave()
    assert pace.limit == 6.0
    wave = await pace.enter()
    pace.limited(wave, 0.0, 0.5)
    pace.leave()
    assert pace.limit == 4.5
    for _ in range(10):
        pace.replied()
    assert pace.limit == 8.0 and pace.peak == 8


async def test_stopping_lets_what_is_under_way_finish(conf, questions, tmp_path):
    queue = JudgeQueue(tmp_path / "q")
    queue.put(questions(50))
    async with gateway_to(conf, latency_s=0.002) as (gateway, provider):

        def stop(report):
            if report.asked == 5:
                gateway.stop()

        report = await drain(queue, gateway, tmp_path / "store", progress=stop)
        assert "goes on from there" in report.stopped and 5 <= report.decided < 5 + gateway.conf.in_flight
        assert report.requests == report.replies == provider.counts.clear == len(queue.rulings(gateway.judge.name))
        with pytest.raises(Stopped):
            await gateway.rule(questions(1, start=99)[0])


async def test_a_failure_of_ours_stops_the_spending_too(conf, questions, tmp_path):
    queue = JudgeQueue(tmp_path / "q")
    queue.put(questions(80))
    async with gateway_to(conf, latency_s=0.002) as (gateway, provider):

        def break_down(report):
            if report.asked == 3:
                raise OSError("no space left on device")

        with pytest.raises(OSError, match="no space left"):
            await drain(queue, gateway, tmp_path / "store", progress=break_down)
        assert provider.counts.clear == len(queue.rulings(gateway.judge.name)) < 3 + 2 * gateway.conf.in_flight


def test_retry_after_as_number_and_as_date():
    date = formatdate(1_000_000_030, usegmt=True)
    assert wait_seconds({"retry-after": "3"}, 0.0) == 3.0 and wait_seconds({"retry-after": "0.5"}, 0.0) == 0.5
    assert wait_seconds({"retry-after": date}, 1_000_000_000.0) == 30.0
    assert (
        wait_seconds({"retry-after": date, "date": formatdate(1_000_000_020, usegmt=True)}, 5.0) == 10.0
    )  # the provider's clock, not ours
    assert wait_seconds({"retry-after": date}, 2_000_000_000.0) == 0.0
    assert all(wait_seconds({"retry-after": text}, 0.0) is None for text in ("", "soon", "-3", "1e9"))
    assert wait_seconds({}, 0.0) is None


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"model": " "}, "judge.model"),
        ({"model": "stub-true"}, "stand-ins"),
        ({"in_flight": 0}, "judge.in_flight"),
        ({"timeout_s": 0.0}, "judge.timeout_s"),
        ({"attempts": 0}, "judge.attempts"),
        ({"reply_tokens": 1}, "judge.reply_tokens"),
        ({"base_url": "https://user:word@host/v1"}, "without user and password"),
        ({"base_url": "ftp://host"}, "judge.base_url"),
        ({"base_url": "http://127.0.0.1:80a/v1"}, "judge.base_url"),
        ({"key_variable": "JUDGE_TEST_NO_KEY"}, "JUDGE_TEST_NO_KEY is not set"),
    ],
)
def test_settings_that_cannot_work_are_named(conf, changes, message):
    settings = conf("http://127.0.0.1:1/v1")
    for name, value in changes.items():
        setattr(settings, name, value)
    with pytest.raises(BadInput, match=message) as caught:
        ModelJudge(settings)
    assert "word" not in str(caught.value).replace("password", "")
