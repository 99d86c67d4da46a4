"""The gateway over a real client and a provider on loopback: what is sent again, who waits for whom, and when everything ends."""

import asyncio
import contextlib

import pytest

from mag.errors import BadInput
from mag.models.base import Ask, Message
from mag.models.gateway import DEAF, LONGEST_ANSWER_S, Gateway
from mag.models.pace import DROUGHT_S, LONGEST_PAUSE_S, WAVES
from mag.models.trouble import ProviderDown, Unavailable
from mag.policies.build import make_client
from tests.judge.conftest import Virtual
from tests.models.fakes import failing, html, limited, refused_key, slow, start_fake, truncated


def ask(number=0):
    return Ask((Message("user", (f"question {number}",)),), call=f"{number}/0/0/1")


@pytest.fixture(autouse=True)
def new_lines(monkeypatch):
    """Tests share a loop, and so would share the pace."""
    monkeypatch.setattr(Gateway, "lines", type(Gateway.lines)())


@pytest.fixture
def gateway_to(conf_of):
    @contextlib.asynccontextmanager
    async def make(fake, clock=None, **changes):
        conf = conf_of(fake, **changes)
        async with Gateway(make_client(conf), conf, clock or Virtual()) as gateway:
            yield gateway

    return make


@pytest.fixture
def openai():
    with start_fake("openai") as fake:
        yield fake


@pytest.mark.parametrize("act", [failing(500), failing(503), html()], ids=["500", "503", "html"])
async def test_passing_trouble_is_tried_again_and_all_of_it_is_counted(openai, gateway_to, act):
    openai.script.extend([act] * 3)
    async with gateway_to(openai, attempts=4) as gateway:
        usage = (await gateway.complete(ask())).usage
        waited = gateway._clock.time
    assert usage.requests == len(openai.log) == 4 and usage.input_tokens == 2400
    assert 0.25 + 0.5 + 1.0 <= waited <= 0.75 + 1.5 + 3.0  # 0.5, 1, 2 seconds, each times 0.5 to 1.5
    assert usage.ms == pytest.approx(1000 * waited)


async def test_waits_are_counted_not_drawn(openai, gateway_to):
    waits = []
    async with gateway_to(openai, attempts=4) as gateway:
        for number in (0, 0, 1):
            openai.script.extend([failing()] * 3)
            waits.append((await gateway.complete(ask(number))).usage.ms)
    assert waits[0] == pytest.approx(waits[1]) and waits[0] != pytest.approx(waits[2])


async def test_trouble_that_outlasts_the_attempts_is_of_this_request_only(openai, gateway_to):
    async with gateway_to(openai, attempts=2) as gateway:
        for _ in range(DEAF + 1):  # each followed by an answer: the provider is not down
            openai.script.extend([failing()] * 2)
            with pytest.raises(Unavailable, match="answered 503") as caught:
                await gateway.complete(ask())
            assert caught.value.__context__ is None or "openai" not in repr(caught.value.__context__)
            assert (await gateway.complete(ask())).end == "stop"


async def test_a_provider_that_is_down_ends_everything(openai, gateway_to):
    openai.always = failing()
    async with gateway_to(openai, attempts=2) as gateway:
        ends = [await asyncio.gather(gateway.complete(ask(number)), return_exceptions=True) for number in range(DEAF)]
    kinds = [type(end[0]) for end in ends]
    assert kinds == [Unavailable] * (DEAF - 1) + [ProviderDown] and len(openai.log) == 2 * DEAF
    assert "give the same command again" in str(ends[-1][0]) and "answered 503" in str(ends[-1][0])


async def test_what_trying_again_cannot_mend_is_sent_once(openai, gateway_to):
    openai.always = refused_key()
    async with gateway_to(openai) as gateway:
        with pytest.raises(BadInput, match="MODEL_TEST_KEY"):
            await gateway.complete(ask())
    assert len(openai.log) == 1


async def test_a_short_answer_is_not_asked_for_again(openai, gateway_to):
    openai.script.append(truncated())
    async with gateway_to(openai) as gateway:
        assert (await gateway.complete(ask())).end == "length" and len(openai.log) == 1


async def test_a_limit_is_not_held_against_a_request(openai, gateway_to):
    openai.script.extend([limited("1")] * (WAVES - 1))
    async with gateway_to(openai, attempts=1) as gateway:
        got = await gateway.complete(ask())
    assert got.usage.requests == WAVES and got.usage.ms >= 1000 * (WAVES - 1)


async def test_retry_after_holds_everybody(openai, gateway_to, monkeypatch):
    openai.script.append(limited("7"))
    async with gateway_to(openai) as gateway:
        clock, over = gateway._clock, asyncio.Event()
        sleep, asleep = clock.sleep, []

        async def held(seconds):
            asleep.append(seconds)
            await over.wait()
            await sleep(seconds)

        monkeypatch.setattr(clock, "sleep", held)
        first = asyncio.ensure_future(gateway.complete(ask()))
        while not asleep:
            await asyncio.sleep(0.001)
        others = [asyncio.ensure_future(gateway.complete(ask(number))) for number in range(1, 6)]
        while len(asleep) < 6:
            await asyncio.sleep(0.001)
        assert len(openai.log) == 1 and clock.time < 7
        over.set()
        await asyncio.gather(first, *others)
        assert clock.time >= 7 and len(openai.log) == 7


async def test_limits_without_end_or_an_absurd_wait_end_everything(openai, gateway_to, monkeypatch):
    openai.always = limited()
    async with gateway_to(openai) as gateway:
        with pytest.raises(ProviderDown, match="429 only"):
            await gateway.complete(ask())
        assert len(openai.log) == WAVES + 1 and gateway._clock.time > 3 * LONGEST_PAUSE_S / 2
    monkeypatch.setattr(Gateway, "lines", type(Gateway.lines)())
    openai.always = limited("86400")
    async with gateway_to(openai) as gateway:
        with pytest.raises(ProviderDown, match="wait 86400 s"):
            await gateway.complete(ask())


@pytest.mark.parametrize("after", ["0", "0.2", "Wed, 21 Oct 2015 07:28:00 GMT"])
async def test_a_provider_that_names_too_short_a_wait_is_given_as_long_as_one_that_names_none(openai, gateway_to, after):
    openai.always = limited(after)
    async with gateway_to(openai) as gateway:
        with pytest.raises(ProviderDown, match="429 only"):
            await gateway.complete(ask())
        assert len(openai.log) <= WAVES + 8 and gateway._clock.time > DROUGHT_S
    openai.always = None


async def test_waiting_is_bounded(openai, gateway_to):
    openai.always = limited("800")
    async with gateway_to(openai) as gateway:
        with pytest.raises(Unavailable, match=f"within {LONGEST_ANSWER_S:.0f} s"):
            await gateway.complete(ask())
        assert len(openai.log) == 3 and gateway._clock.time < LONGEST_ANSWER_S + 800


async def test_models_of_one_provider_and_key_share_a_pace_others_do_not(openai, gateway_to, conf_of, monkeypatch):
    monkeypatch.setenv("MODEL_OTHER_KEY", "sk-other")
    openai.always = slow(0.15)
    async with (
        gateway_to(openai, in_flight=3) as one,
        gateway_to(openai, model="another", in_flight=8) as two,
        gateway_to(openai, key_variable="MODEL_OTHER_KEY", in_flight=8) as other,
    ):
        assert one.line is two.line and one.line is not other.line
        await asyncio.gather(*(gateway.complete(ask(number)) for gateway in (one, two) for number in range(6)))
        assert openai.peak == one.line.pace.peak == 3
        await asyncio.gather(*(other.complete(ask(number)) for number in range(6)))
        assert openai.peak > 3


async def test_a_request_that_is_broken_off_leaves_its_place(openai, gateway_to):
    openai.script.append(slow(2.0))
    async with gateway_to(openai, in_flight=1) as gateway:
        first = asyncio.ensure_future(gateway.complete(ask()))
        while not openai.log:
            await asyncio.sleep(0.01)
        first.cancel()
        with pytest.raises(asyncio.CancelledError):
            await first
        assert (await asyncio.wait_for(gateway.complete(ask(1)), 5)).end == "stop"


def test_a_gateway_works_in_one_loop_after_another(openai, conf_of):
    conf = conf_of(openai, in_flight=1)
    gateway = Gateway(make_client(conf), conf)

    async def work():
        async with gateway:
            return await asyncio.gather(*(gateway.complete(ask(number)) for number in range(3)))

    for _ in range(2):
        assert len(asyncio.run(work())) == 3
