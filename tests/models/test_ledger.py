"""No reply that arrived is paid twice: not after kill -9, not after an attempt that was spoiled, not after a deadline."""

import asyncio
import json
import random
import re
import signal
import threading
import time
from dataclasses import replace
from itertools import count

import pytest

from mag.errors import BadInput, Corrupt
from mag.models.base import Ask, Decoding, Message
from mag.models.dress import Terms, dress
from mag.models.ledger import Ledger, Ledgered, read_bill
from mag.models.spending import BudgetSpent
from mag.policies.build import make_client
from mag.records import Completion, Usage
from mag.settings import ModelConf
from tests.models import paid_worker
from tests.models.fakes import Act, Tokens, slow, start_fake
from tests.models.paid_worker import CONF, SETTINGS, paid

TOKENS = Tokens(input=3_000, cached=1_000, image=1_300, output=200, reasoning=50)
USD = (2_000 * 1.0 + 1_000 * 0.1 + 200 * 10.0) / 1e6  # of one such reply


def ask(call="1/0/0/1", text="hello", **decoding):
    return Ask((Message("user", (text,)),), Decoding(**decoding), call)


@pytest.fixture
def provider():
    """No two of its replies are the same, so that an answer from the ledger cannot be mistaken for another."""
    serial, lock = count(1), threading.Lock()

    def say(asked):
        with lock:
            return f"reply {next(serial)}"

    with start_fake("openai", say=say) as fake:
        fake.tokens = TOKENS
        yield fake


def answers(fake, delay=0.0):
    fake.always = Act(delay_s=delay, tokens=TOKENS)


def rows(folder):
    return [json.loads(line) for line in (folder / "calls.jsonl").read_text().splitlines()]


async def test_the_next_start_finds_the_reply_as_it_was_measured(provider, tmp_path):
    answers(provider)
    async with paid(provider.url, tmp_path) as model:
        first = await model.complete(ask())
    async with paid(provider.url, tmp_path) as model:
        assert await model.complete(ask()) == first
        other = await model.complete(ask(text="hullo"))
    assert first.usage.cost_usd == pytest.approx(USD)
    assert (first.usage.requests, first.usage.reused) == (1, False)
    assert other.text != first.text
    assert len(provider.log) == 2
    bill = read_bill(tmp_path / "calls.jsonl")
    assert (bill.replies, bill.requests, bill.image_tokens) == (2, 2, 2 * first.usage.image_tokens)
    assert bill.usd == pytest.approx(2 * USD)
    assert bill.unanswered_usd == 0


@pytest.mark.parametrize(
    "other", [{"call": "1/1/0/1"}, {"call": "1/0/0/2"}, {"text": "the page has changed"}, {"seed": 3}, {"max_output_tokens": 7}]
)
async def test_another_place_or_other_content_is_asked_anew(provider, tmp_path, other):
    answers(provider)
    async with paid(provider.url, tmp_path) as model:
        assert (await model.complete(ask())).text != (await model.complete(ask(**other))).text


async def test_replies_of_another_model_are_not_taken_for_its_own(provider, tmp_path):
    answers(provider)
    conf = ModelConf(**CONF | {"base_url": provider.url, "model": "fake-2"})
    async with paid(provider.url, tmp_path) as model:
        await model.complete(ask())
    async with dress(make_client(conf), conf, SETTINGS, Terms(tmp_path)) as other:
        await other.complete(ask())
    assert [asked.model for asked in provider.log] == ["fake-1", "fake-2"]


async def test_equal_requests_of_one_attempt_are_counted_and_the_next_attempt_counts_anew(provider, tmp_path):
    answers(provider)
    async with paid(provider.url, tmp_path) as model:
        first = [(await model.complete(ask("1/0/0/1@a"))).text for _ in range(3)]
        second = [(await model.complete(ask("1/0/0/1@b"))).text for _ in range(4)]
    assert len({*first}) == 3
    assert second[:3] == first
    assert second[3] not in first
    assert len(provider.log) == 4


async def test_a_reply_whose_asker_gave_up_is_waited_for_and_kept(provider, tmp_path):
    """A step's deadline strikes; the episode is rolled again at once, while the request is still under way: one request."""
    answers(provider, delay=0.5)
    async with paid(provider.url, tmp_path) as model:
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.2):
                await model.complete(ask("1/0/0/1@a"))
        assert (await model.complete(ask("1/0/0/1@b"))).text == "reply 1"
    assert len(provider.log) == 1


async def test_the_end_of_a_sweep_waits_for_what_is_under_way_and_sends_nothing_new(provider, tmp_path):
    answers(provider, delay=0.4)
    async with paid(provider.url, tmp_path) as model:
        running = [asyncio.ensure_future(model.complete(ask(f"{n}/0/0/1"))) for n in range(9)]
        while len(provider.log) < 4:  # in_flight
            await asyncio.sleep(0.01)
        for one in running:
            one.cancel()
    await asyncio.gather(*running, return_exceptions=True)
    assert len(provider.log) == 4
    assert read_bill(tmp_path / "calls.jsonl").replies == 4
    assert read_bill(tmp_path / "calls.jsonl").unanswered_usd == 0


async def test_the_end_of_a_sweep_does_not_wait_for_ever(tmp_path):
    class Silent:
        name = identity = "silent"
        asked = 0

        async def complete(self, ask):
            ledger.sent(ledger.id_of(ask), 2.5)
            await asyncio.Event().wait()

        async def __aenter__(self):
            return self

        async def __aexit__(self, *_):
            pass

    ledger = Ledger(tmp_path / "calls.jsonl")
    started = time.monotonic()
    async with Ledgered(Silent(), ledger, patience_s=0.3) as model:
        running = asyncio.ensure_future(model.complete(ask()))
        await asyncio.sleep(0.05)
    assert 0.2 < time.monotonic() - started < 5
    with pytest.raises(asyncio.CancelledError):
        await running
    assert read_bill(tmp_path / "calls.jsonl").unanswered_usd == 2.5


async def test_what_no_file_can_hold_does_not_stop_the_ledger(tmp_path):
    class Hostile:
        name = identity = "hostile"

        async def complete(self, ask):
            return Completion('a\ud800b\u2028\x00 {"sent": 1}\n', Usage(1, 1), token_ids=(5,), logprobs=(float("-inf"),))

        async def __aenter__(self):
            return self

        async def __aexit__(self, *_):
            pass

    ledger = Ledger(tmp_path / "calls.jsonl")
    async with Ledgered(Hostile(), ledger, 1.0) as model:
        first = await model.complete(ask())
    assert Ledger(tmp_path / "calls.jsonl").reply(ledger.id_of(ask())) == first


async def test_a_torn_last_line_costs_only_its_own_reply(provider, tmp_path):
    answers(provider)
    async with paid(provider.url, tmp_path) as model:
        kept = await model.complete(ask("1/0/0/1"))
        await model.complete(ask("2/0/0/1"))
    path = tmp_path / "calls.jsonl"
    path.write_bytes(path.read_bytes()[:-40])
    async with paid(provider.url, tmp_path) as model:
        assert await model.complete(ask("1/0/0/1")) == kept
        assert (await model.complete(ask("2/0/0/1"))).text == "reply 3"
    assert read_bill(path).usd == pytest.approx(2 * USD)
    assert read_bill(path).unanswered_usd > 0  # the torn one may have been charged


def test_a_line_of_another_version_is_named(tmp_path):
    (tmp_path / "calls.jsonl").write_text('{"reply": "x", "completion": {"words": 1}}\n')
    with pytest.raises(Corrupt, match="another version"):
        Ledger(tmp_path / "calls.jsonl")


async def test_no_key_in_the_ledger(provider, tmp_path, monkeypatch):
    monkeypatch.setenv("CANARY_KEY", "sk-canary-4242")
    conf = ModelConf(**CONF | {"base_url": provider.url, "key_variable": "CANARY_KEY"})
    answers(provider)
    async with dress(make_client(conf), conf, SETTINGS, Terms(tmp_path)) as model:
        await model.complete(ask())
    assert "canary" in provider.log[0].headers.get("authorization", "").lower()
    assert "canary" not in (tmp_path / "calls.jsonl").read_text().lower()


def killed_after(requests, provider, folder, *size):
    """A worker killed by SIGKILL once so many requests have arrived; how many were under way then by the ledger."""
    worker = paid_worker.start(provider.url, folder, *size)
    goal, deadline = len(provider.log) + requests, time.monotonic() + 60
    while len(provider.log) < goal and worker.is_alive() and time.monotonic() < deadline:
        time.sleep(0.005)
    worker.kill()
    worker.join()
    assert worker.exitcode == -signal.SIGKILL
    found = rows(folder)
    return sum("sent" in row for row in found) - sum("reply" in row for row in found)


def to_the_end(provider, folder, *size):
    worker = paid_worker.start(provider.url, folder, *size)
    worker.join(120)
    assert worker.exitcode == 0
    return paid_worker.said(folder)


def test_killed_at_any_point_only_requests_under_way_are_repeated(provider, tmp_path):
    """kill -9 of a real process, twice: every reply that was written down is used, and used as it was measured."""
    answers(provider, delay=0.05)
    drawn = random.Random(5)
    under_way = [killed_after(drawn.randint(2, 9), provider, tmp_path, 6, 5) for _ in range(2)]
    written = {row["completion"]["text"] for row in rows(tmp_path) if "reply" in row}
    said = to_the_end(provider, tmp_path, 6, 5)
    asked = len(provider.log)
    assert to_the_end(provider, tmp_path, 6, 5) == said
    assert len(provider.log) == asked  # the last start asked nothing
    texts = {text for episode in said for text, _, _ in episode}
    assert len(texts) == 30
    assert written <= texts
    assert asked - 30 <= under_way[-1] <= 2 * 4  # kills times in_flight
    bill = read_bill(tmp_path / "calls.jsonl")
    assert bill.usd == pytest.approx(30 * USD)
    assert bill.at_most_usd >= asked * USD - 1e-9  # nothing that may have been charged is forgotten


def test_a_budget_holds_over_kills_and_a_larger_one_goes_on(provider, tmp_path):
    answers(provider, delay=0.02)
    budget = 24 * USD
    killed_after(3, provider, tmp_path, 4, 6, budget)
    assert re.match("the budget of .* ends here", to_the_end(provider, tmp_path, 4, 6, budget))
    assert 3 < len(provider.log) <= budget / USD
    said = to_the_end(provider, tmp_path, 4, 6, 10.0)
    assert [len(episode) for episode in said] == [6] * 4
    assert len(provider.log) <= 24 + 4


async def test_a_budget_without_a_price_is_refused(provider, tmp_path):
    conf = ModelConf(**CONF | {"base_url": provider.url, "model": "unknown-9"})
    with pytest.raises(BadInput, match=r"unknown-9 has no price today.*conf/prices.yaml"):
        dress(make_client(conf), conf, SETTINGS, Terms(tmp_path, 5.0))


async def test_in_the_cache_a_hit_is_written_down_as_one(provider, tmp_path):
    answers(provider)
    conf = ModelConf(**CONF | {"base_url": provider.url})
    settings = replace(SETTINGS)
    settings.sites = replace(settings.sites, home=str(tmp_path / "home"))
    for folder in ("a", "b", "b"):
        async with dress(make_client(conf), conf, settings, Terms(tmp_path / folder, cache=True)) as model:
            completion = await model.complete(ask(temperature=0.0))
            assert model.identity.endswith("+cache")
    assert (completion.text, completion.usage.reused, completion.usage.cost_usd) == ("reply 1", True, 0.0)
    assert len(provider.log) == 1
    assert (read_bill(tmp_path / "b" / "calls.jsonl").reused, read_bill(tmp_path / "a" / "calls.jsonl").reused) == (1, 0)


async def test_a_request_that_timed_out_may_have_been_charged(provider, tmp_path):
    provider.script.append(slow(3.0))
    conf = ModelConf(**CONF | {"base_url": provider.url, "timeout_s": 0.5})
    async with dress(make_client(conf), conf, SETTINGS, Terms(tmp_path)) as model:
        completion = await model.complete(ask())
    assert completion.usage.requests == 2
    assert completion.usage.ms > 500
    assert read_bill(tmp_path / "calls.jsonl").unanswered_usd > 0


async def test_a_refused_budget_ends_every_call(provider, tmp_path):
    answers(provider, delay=0.05)
    async with paid(provider.url, tmp_path, 3 * USD + 0.011) as model:
        ends = await asyncio.gather(*(model.complete(ask(f"{n}/0/0/1")) for n in range(12)), return_exceptions=True)
    assert {type(end) for end in ends} == {Completion, BudgetSpent}
    assert len(provider.log) == sum(isinstance(end, Completion) for end in ends)
