"""Batches of every provider on loopback: the same requests as live, sent once whatever happens, asked again where that helps."""

import asyncio
import json
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from io import BytesIO

import anthropic.types.messages
import openai.types
import openai.types.responses
import pytest
from PIL import Image

from mag.errors import BadInput, Corrupt
from mag.locks import holder
from mag.models.base import Ask, Decoding, Message
from mag.models.batch import desk as desks
from mag.models.batch.base import Item, Standing
from mag.models.batch.model import make_batch_model
from mag.models.prices import Prices
from mag.models.trouble import Limited, TimedOut, Unavailable
from mag.policies.build import make_client
from mag.settings import ModelConf, PriceConf
from tests.models.batch_fakes import EXPIRED, VIEWS, Batch, start_batches
from tests.models.fakes import Act, blocked, failing, filtered, refused_key, start_fake, truncated

KINDS = ("openai", "anthropic", "gemini")
KEY = "sk-canary-batch-71f0"


class Hurried:
    """A clock whose sleeps are over at once; each yields to the server's threads."""

    def __init__(self):
        self.slept = []

    def now(self):
        return 0.0

    async def sleep(self, seconds):
        self.slept.append(seconds)
        await asyncio.sleep(0.001)


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    monkeypatch.setattr(desks, "GATHER_S", 0.02)
    monkeypatch.setattr(desks, "GRACE_S", 0.3)
    monkeypatch.setenv("CANARY", KEY)


def png(shade):
    data = BytesIO()
    Image.new("RGB", (3, 2), (shade, 0, 0)).save(data, "PNG")
    return data.getvalue()


def ask(number, **decoding):
    turns = Message("system", ("Be brief.",)), Message("user", (png(number), f"Question {number}?"))
    return Ask(turns, Decoding(max_output_tokens=64, effort="low", **decoding), f"{number}/0/0/1")


def conf(fake, **more):
    return ModelConf(client=fake.kind, model="m-1", base_url=fake.url, key_variable="CANARY", timeout_s=20, **more)


@asynccontextmanager
async def batch_model(fake, folder, price=None):
    model = make_batch_model(conf(fake), Prices("m-1", [price] if price else []), folder)
    model.desk._clock = Hurried()
    async with model:
        yield model


async def answers(fake, folder, asks):
    async with batch_model(fake, folder) as model:
        return await asyncio.gather(*(model.complete(one) for one in asks), return_exceptions=True)


async def interrupted(fake, folder, asks):
    """A start that is stopped while its batch is being worked on."""
    fake.polls = 10**9
    start = asyncio.create_task(answers(fake, folder, asks))
    while not any(batch.polls > 2 for batch in fake.batches.values()):
        await asyncio.sleep(0.01)
    start.cancel()
    await asyncio.gather(start, return_exceptions=True)
    fake.polls = 0


@pytest.mark.parametrize("kind", KINDS)
async def test_what_a_batch_sends_is_what_the_live_client_sends_and_what_it_reads_is_what_that_reads(kind, tmp_path):
    asks = [ask(0), ask(1, temperature=0.5, top_p=0.9), ask(2, schema={"type": "object", "properties": {}, "additionalProperties": False})]
    with start_fake(kind, say=lambda asked: f"said of {asked.texts[0]}") as live:
        async with make_client(conf(live)) as client:
            told = [await client.complete(one) for one in asks]
        sent = [asked.body for asked in live.log]
    with start_batches(kind) as fake:
        got = await answers(fake, tmp_path, asks)
        bodies = list(next(iter(fake.batches.values())).items.values())
    if kind == "gemini":  # there the address names the model
        assert [body.pop("model") for body in bodies] == ["models/m-1"] * 3
    assert [json.dumps(body, sort_keys=True) for body in bodies] == [json.dumps(body, sort_keys=True) for body in sent]
    assert got == told
    assert fake.submitted == 1


@pytest.mark.parametrize("kind", ["anthropic"])
async def test_a_batch_costs_its_share_of_the_price(kind, tmp_path):
    price = PriceConf(since=datetime.now(UTC).date().isoformat(), input=2.0, output=10.0, cached=1.0, batch=0.5)
    with start_batches(kind) as fake:
        async with batch_model(fake, tmp_path, price) as model:
            usage = (await model.complete(ask(1))).usage
    assert usage.cost_usd == pytest.approx((2000 * 2.0 + 400 * 1.0 + 90 * 10.0) * 0.5 / 1e6)
    assert (usage.input_tokens, usage.cached_tokens, usage.output_tokens, usage.ms) == (2400, 400, 90, 0.0)


@pytest.mark.parametrize("kind", KINDS)
async def test_what_expired_or_failed_is_asked_again_and_the_rest_is_not(kind, tmp_path):
    def acts(asked, times):
        if asked.texts[0] == "Question 1?":
            return EXPIRED if times == 1 else Act()
        return failing(503) if asked.texts[0] == "Question 2?" and times < 3 else Act()

    with start_batches(kind) as fake:
        fake.acts = acts
        got = await answers(fake, tmp_path, [ask(number) for number in range(4)])
    assert [one.text for one in got] == [f"said of Question {number}?" for number in range(4)]
    assert fake.submitted == 3
    assert set(fake.paid.values()) == {1}
    assert dict(fake.asked) == {"Question 0?": 1, "Question 1?": 2, "Question 2?": 3, "Question 3?": 1}


@pytest.mark.parametrize("kind", KINDS)
async def test_what_never_comes_is_reported_and_spoils_nothing_else(kind, tmp_path):
    acts = {"Question 1?": EXPIRED, "Question 2?": refused_key(401), "Question 3?": truncated(), "Question 4?": blocked()}
    with start_batches(kind) as fake:
        fake.acts = lambda asked, times: acts.get(asked.texts[0], Act())
        got = await answers(fake, tmp_path, [ask(number) for number in range(5)])
        assert fake.asked["Question 1?"] == 3
    assert got[0].text == "said of Question 0?"
    assert isinstance(got[1], Unavailable)
    assert isinstance(got[2], BadInput) and "CANARY" in str(got[2]) and KEY not in str(got[2])
    assert got[3].end == "length" and got[4].end in ("blocked", "refused")
    assert KEY not in "".join(path.read_text() for path in tmp_path.glob("*.json*"))
    with start_batches(kind) as fake:  # a later start asks only for what had no reply
        again = await answers(fake, tmp_path, [ask(number) for number in range(5)])
        assert set(fake.asked) == {"Question 1?", "Question 2?"}
    assert [again[number] for number in (0, 3, 4)] == [got[number] for number in (0, 3, 4)]


async def test_a_filtered_prompt_is_a_completion_as_it_is_live(tmp_path):
    with start_batches("openai") as fake:
        fake.acts = lambda asked, times: filtered()
        assert (await answers(fake, tmp_path, [ask(1)]))[0].end == "blocked"


@pytest.mark.parametrize(
    ("kind", "trouble"),
    [*((kind, "lost") for kind in KINDS), ("openai", "late"), ("openai", "down"), ("openai", "limited"), ("anthropic", "limited")],
)
async def test_a_submission_that_breaks_off_is_never_made_twice(kind, trouble, tmp_path):
    with start_batches(kind) as fake:
        fake.trouble.append(trouble)
        got = await answers(fake, tmp_path, [ask(1), ask(2)])
    assert [one.text for one in got] == ["said of Question 1?", "said of Question 2?"]
    assert fake.submitted == 1
    assert set(fake.paid.values()) == {1}


@pytest.mark.parametrize("kind", ["openai", "anthropic"])
async def test_a_start_that_ends_before_its_batch_goes_on_with_it(kind, tmp_path):
    asks = [ask(number) for number in range(3)]
    with start_batches(kind) as fake:
        await interrupted(fake, tmp_path, asks)
        assert fake.submitted == 1
        got = await answers(fake, tmp_path, [*asks[:2], ask(7)])  # one that was sent is not asked for now, another one is new
        assert [one.text for one in got] == [f"said of Question {number}?" for number in (0, 1, 7)]
        assert (await answers(fake, tmp_path, asks))[2].text == "said of Question 2?"
        assert fake.submitted == 2
        assert set(fake.paid.values()) == {1}


@pytest.mark.parametrize("kind", KINDS)
async def test_a_batch_whose_id_was_never_written_down_is_found_again(kind, tmp_path):
    """As after a kill between the provider's making the batch and our noting its id."""
    with start_batches(kind) as fake:
        await answers(fake, tmp_path, [ask(1), ask(2)])
        state = next(tmp_path.glob("*.json"))
        kept = json.loads(state.read_bytes())
        state.write_text(json.dumps(kept | {"batch": ""}))
        for results in tmp_path.glob("*.jsonl"):
            results.unlink()
        fake.batches = {"older": Batch("older", "foreign", {"x": {}}, 0.0)} | fake.batches
        got = await answers(fake, tmp_path, [ask(1), ask(2)])
        assert json.loads(state.read_bytes())["batch"] == kept["batch"]
    assert [one.text for one in got] == ["said of Question 1?", "said of Question 2?"]
    assert fake.submitted == 1


async def test_anthropics_nameless_batches_are_told_apart_by_their_keys(tmp_path):
    with start_batches("anthropic") as fake:

        def neighbour(batch):  # somebody else of the account sends as many requests at the same time
            body = next(iter(batch.items.values()))
            items = {f"theirs-{number}": body for number in range(len(batch.items))}
            fake.batches["theirs"] = Batch("theirs", "foreign", items, batch.at + 1)

        fake.foreign = neighbour
        fake.trouble.append("lost")
        got = await answers(fake, tmp_path, [ask(1), ask(2)])
    assert [one.text for one in got] == ["said of Question 1?", "said of Question 2?"]
    assert fake.submitted == 1
    assert json.loads(next(tmp_path.glob("*.json")).read_bytes())["foreign"] == ["theirs"]


@pytest.mark.parametrize(("trouble", "error"), [("failed", BadInput), ("full", Limited)])
async def test_a_batch_that_fails_as_a_whole_says_why(trouble, error, tmp_path, monkeypatch):
    monkeypatch.setattr(desks, "QUEUE_S", 0.0)  # a queue that has been full for a day
    with start_batches("openai") as fake:
        fake.trouble.extend([trouble] * 3)
        got = await answers(fake, tmp_path, [ask(1)])
        assert isinstance(got[0], error), got
        assert fake.submitted == (1 if trouble == "failed" else 3)
        fake.trouble.clear()
        assert (await answers(fake, tmp_path, [ask(1)]))[0].text == "said of Question 1?"  # the next start sends it anew


async def test_a_full_queue_is_waited_for(tmp_path):
    """Five times over, which is more often than a request is put into batches; the waiting outlives a start."""
    with start_batches("openai") as fake:
        fake.trouble.extend(["full"] * 5)
        async with batch_model(fake, tmp_path) as model:
            got = await asyncio.gather(*(model.complete(ask(number)) for number in (1, 2)))
            assert [one.text for one in got] == ["said of Question 1?", "said of Question 2?"]
            assert model.desk._clock.slept.count(desks.ROOM_S) == 5
        assert fake.submitted == 6
        assert set(fake.paid.values()) == {1}
        assert len(list(tmp_path.glob("*.json"))) == 1


async def test_a_batch_that_shows_long_after_its_upload_began_is_not_made_again(tmp_path, monkeypatch):
    """An upload may take as long as it likes: the list is given its time from when the answer was lost."""
    now = [1_000_000.0]
    monkeypatch.setattr(desks.time, "time", lambda: now[0])

    class Moved(Hurried):
        async def sleep(self, seconds):
            now[0] += seconds
            await super().sleep(seconds)

    class Slow:
        max_items, max_bytes = 100, 10**6

        def __init__(self):
            self.made = {}  # id -> label, keys, when it shows in the list

        async def submit(self, label, bodies):
            self.made[f"b{len(self.made)}"] = label, tuple(bodies), now[0] + 900.1
            now[0] += 900
            raise TimedOut("no answer within 900 s")

        async def find(self, label, keys, since):
            return [batch for batch, (own, _, shown) in self.made.items() if own == label and shown <= now[0]]

        async def poll(self, batch):
            return Standing(True)

        async def collect(self, batch):
            return [Item(key, reply={}) for key in self.made[batch][1]]

    slow = Slow()
    async with desks.Desk(slow, tmp_path, Moved()) as desk:
        assert (await desk.ask("q", lambda: {"q": 1})).reply == {}
    assert list(slow.made) == ["b0"]
    state, results = next(tmp_path.glob("*.json")), next(tmp_path.glob("*.jsonl"))
    state.write_text(json.dumps(json.loads(state.read_bytes()) | {"batch": ""}))  # as after a kill, and a long night
    results.unlink()
    now[0] += 30_000
    slow.made["b0"] = (*slow.made["b0"][:2], now[0] + 0.2)
    async with desks.Desk(slow, tmp_path, Moved()) as desk:
        assert (await desk.ask("q", lambda: {"q": 1})).reply == {}
    assert list(slow.made) == ["b0"]


async def test_a_folder_that_cannot_be_opened_leaves_nothing_held(tmp_path):
    with start_batches("openai") as fake:
        await answers(fake, tmp_path, [ask(1)])
        next(tmp_path.glob("*.jsonl")).write_text("{")
        model = make_batch_model(conf(fake), Prices("m-1", []), tmp_path)
        with pytest.raises(Corrupt) as held:  # keeps the traceback, and with it every frame, alive
            await model.__aenter__()
        assert (model.batcher._sdk, holder(tmp_path / ".lock"), held.type) == (None, "", Corrupt)


@pytest.mark.parametrize("kind", ["openai", "gemini"])
async def test_a_batch_that_is_gone_at_the_provider_is_named_with_what_to_do(kind, tmp_path):
    with start_batches(kind) as fake:
        await interrupted(fake, tmp_path, [ask(1)])
        fake.batches.clear()
        got = await answers(fake, tmp_path, [ask(1)])
        state = next(tmp_path.glob("*.json"))
        assert isinstance(got[0], BadInput) and str(state) in str(got[0])
        state.unlink()
        assert (await answers(fake, tmp_path, [ask(1)]))[0].text == "said of Question 1?"


async def test_a_provider_that_is_down_ends_it_resumable(tmp_path, monkeypatch):
    monkeypatch.setattr(desks, "ATTEMPTS", 3)
    monkeypatch.setattr(desks, "GRACE_S", 0.0)
    with start_batches("openai") as fake:
        fake.trouble.extend(["down"] * 3)
        got = await answers(fake, tmp_path, [ask(1)])
        assert isinstance(got[0], Unavailable) and "nothing is lost" in str(got[0])
        assert not list(tmp_path.glob("*.json"))
        assert (await answers(fake, tmp_path, [ask(1)]))[0].text == "said of Question 1?"
        assert fake.submitted == 1


async def test_bad_minutes_while_a_batch_is_worked_on_do_not_add_up(tmp_path, monkeypatch):
    """Only so many calls in a row without an answer end it; results that were damaged later are fetched again."""
    monkeypatch.setattr(desks, "ATTEMPTS", 3)
    with start_batches("openai") as fake:
        fake.polls = 6
        async with batch_model(fake, tmp_path) as model:
            poll, looks = model.batcher.poll, []

            async def shaky(batch):
                looks.append(batch)
                if len(looks) % 3:
                    raise Unavailable("a bad minute")
                return await poll(batch)

            model.batcher.poll = shaky
            assert (await model.complete(ask(1))).text == "said of Question 1?"
            assert len(looks) >= 15
        results = next(tmp_path.glob("*.jsonl"))
        results.write_text("{")
        with pytest.raises(Corrupt, match="remove it"):
            await answers(fake, tmp_path, [ask(1)])
        results.unlink()
        assert (await answers(fake, tmp_path, [ask(1)]))[0].text == "said of Question 1?"
        assert fake.submitted == 1


async def test_many_requests_go_in_as_many_batches_as_the_provider_takes(tmp_path, monkeypatch):
    with start_batches("openai") as fake:
        async with batch_model(fake, tmp_path) as model:
            monkeypatch.setattr(model.batcher, "max_items", 4)
            got = await asyncio.gather(*(model.complete(ask(number)) for number in range(10)))
            assert [one.text for one in got] == [f"said of Question {number}?" for number in range(10)]
            assert sorted(len(batch.items) for batch in fake.batches.values()) == [2, 4, 4]
            one = desks.size_of(model.body(ask(0), model.conf))
            monkeypatch.setattr(model.batcher, "max_bytes", 2.5 * one)
            await asyncio.gather(*(model.complete(ask(number)) for number in range(10, 15)))
            assert sorted(len(batch.items) for batch in fake.batches.values())[:3] == [1, 2, 2]


async def test_the_same_content_from_two_places_is_two_requests_and_from_one_place_twice_two_as_well(tmp_path):
    with start_batches("openai") as fake:
        async with batch_model(fake, tmp_path) as model:
            one, other = ask(1), Ask(ask(1).messages, ask(1).decoding, "elsewhere")
            await asyncio.gather(model.complete(one), model.complete(other))
            await model.complete(one)
            assert fake.asked["Question 1?"] == 3
        async with batch_model(fake, tmp_path) as model:  # and none of them is asked again
            await model.complete(one)
            await model.complete(one)
            await model.complete(other)
        assert fake.asked["Question 1?"] == 3


async def test_two_processes_do_not_share_a_folder(tmp_path):
    with start_batches("openai") as fake:
        async with batch_model(fake, tmp_path):
            with pytest.raises(BadInput, match="in use by process"):
                async with batch_model(fake, tmp_path):
                    pass


@pytest.mark.parametrize("client", ["served", "local"])
def test_clients_without_batches_say_so(client, tmp_path):
    with pytest.raises(BadInput, match="has no batches"):
        make_batch_model(ModelConf(client=client, model="m"), Prices("m", []), tmp_path)


def test_the_fakes_speak_the_sdks_own_types():
    with start_batches("openai") as fake:
        batch = Batch("batch_1", "l", {"k": {"model": "m", "input": [{"role": "user", "content": "x"}]}}, 1.0, polls=9)
        openai.types.Batch.model_validate(VIEWS["openai"](fake, batch), strict=True)
    with start_batches("anthropic") as fake:
        batch.items, batch.results = {"k": {"model": "m", "messages": [{"role": "user", "content": "x"}]}}, None
        anthropic.types.messages.MessageBatch.model_validate(VIEWS["anthropic"](fake, batch))
        for act in (Act(), failing(), EXPIRED):
            fake.acts, batch.results = lambda asked, times, act=act: act, None
            anthropic.types.messages.MessageBatchIndividualResponse.model_validate(fake.results(batch)[0])
