"""Every client against a provider on loopback: what is sent, what is read, and what every kind of trouble becomes."""

import asyncio
import io
import socket
import traceback
from dataclasses import replace
from email.utils import formatdate

import pytest
from PIL import Image

from mag.contract.contracts import CONTRACTS
from mag.contract.grounding import GROUNDINGS
from mag.contract.prompt import render
from mag.errors import BadInput
from mag.models.base import Ask, Decoding, Message
from mag.models.conversation import conversation
from mag.models.trouble import Limited, TimedOut, Unavailable
from mag.policies.build import make_client
from mag.policies.schema import schema_of
from mag.records import Mark, Observation
from mag.settings import ModelConf
from tests.models.conftest import CLIENTS, KEY
from tests.models.fakes import (
    Act,
    blocked,
    cut,
    empty,
    failing,
    filtered,
    html,
    junk,
    limited,
    no_model,
    no_quota,
    refusal,
    refused_key,
    slow,
    start_fake,
    truncated,
)


def png(color=(200, 30, 30)):
    target = io.BytesIO()
    Image.new("RGB", (1440, 900), color).save(target, "PNG")
    return target.getvalue()


def step(text="Find the “größte” café ☕ \u2028 and\ttabs\n$x {y} %s \\ \"q\" 'q' </s>"):
    """A real step prompt with marks, a history and a notice."""
    marks = tuple(
        Mark(number, "BUTTON", f"Name {number} é", f"Text {number} 🙂", "button", (1, 2, 3, 4), True, (2, 3)) for number in range(1, 40)
    )
    seen = Observation("http://x", "T", png(), marks, (0, 0), notices=("A dialog said: ok?",))
    return render(text, seen, ["Click 'A'.", "Type 'ü' into 'B'."], GROUNDINGS["som"], CONTRACTS["full"]), seen.screenshot


@pytest.fixture(scope="module")
def prompt():
    return step()


@pytest.fixture(scope="module")
def ask(prompt):
    return Ask(conversation(*prompt), Decoding(effort="low"), "7/0/1/1")


@pytest.fixture(params=CLIENTS)
def kind(request):
    return request.param


@pytest.fixture(scope="module", params=CLIENTS)
async def open_one(request):
    """A fake of each kind with a client that is open already: the dear part of one request."""
    with pytest.MonkeyPatch.context() as patch, start_fake(request.param) as fake:
        patch.setenv("MODEL_TEST_KEY", KEY)
        conf = ModelConf(client=fake.kind, model="some-model", base_url=fake.url, key_variable="MODEL_TEST_KEY", timeout_s=10.0)
        async with make_client(conf) as client:
            yield fake, client


@pytest.fixture
def asked(open_one, ask):
    """The client's completion, or its error, for one request that is answered by an act."""

    async def make(act, error=None):
        fake, client = open_one
        fake.log.clear()
        fake.script.append(act)
        try:
            return await (failed(client, ask, error) if error else client.complete(ask))
        finally:
            assert len(fake.log) == 1 and not fake.script  # the SDK does not try again by itself

    return make


async def completed(client, ask):
    if client._sdk is not None:
        return await client.complete(ask)
    async with client as opened:
        return await opened.complete(ask)


async def failed(client, ask, error):
    """The error of this very kind, in one line, without the key and without an exception of the SDK behind it."""
    with pytest.raises(error) as caught:
        await completed(client, ask)
    assert type(caught.value) is error
    assert "\n" not in str(caught.value) and KEY not in repr(caught.value)
    assert caught.value.__cause__ is None and caught.value.__context__ is None
    assert KEY not in "".join(traceback.format_exception(caught.value))
    return str(caught.value)


async def test_the_same_conversation_reaches_every_provider_byte_for_byte(client_of, ask, prompt):
    received = []
    for kind in CLIENTS:
        with start_fake(kind) as fake:
            await completed(client_of(fake), ask)
            received.append((fake.log[0].system.encode(), [text.encode() for text in fake.log[0].texts], list(fake.log[0].images)))
    text, picture = prompt
    assert received == [(text.system.encode(), [text.user.encode()], [picture])] * len(CLIENTS)


async def test_the_picture_comes_before_the_text_and_turns_keep_their_order(kind, client_of, prompt):
    talk = (
        Message("system", ("S",)),
        Message("user", (png(), "one")),
        Message("assistant", ("two",)),
        Message("user", ("three", png((0, 0, 9)))),
    )
    with start_fake(kind) as fake:
        await completed(client_of(fake), Ask(talk))
    asked = fake.log[0]
    assert (asked.system, asked.texts, asked.images) == ("S", ("one", "two", "three"), (png(), png((0, 0, 9))))
    turns = asked.body.get("input") or asked.body.get("messages") or asked.body["contents"]
    assert [turn["role"] for turn in turns] == ["user", "model" if kind == "gemini" else "assistant", "user"]
    first = turns[0].get("content") or turns[0]["parts"]
    assert "text" not in first[0] and first[1]["text"] == "one"


async def test_what_the_paper_fixes_is_sent_and_nothing_else(kind, client_of, ask):
    with start_fake(kind) as fake:
        await completed(client_of(fake), ask)
    body = fake.log[0].body
    if kind == "openai":
        assert (body["reasoning"], body["max_output_tokens"], body["store"]) == ({"effort": "low"}, 1024, False)
        assert body.keys() == {"model", "instructions", "input", "max_output_tokens", "store", "reasoning"}
    elif kind == "anthropic":
        assert (body["output_config"], body["max_tokens"]) == ({"effort": "low"}, 1024)
        assert body.keys() == {"model", "system", "messages", "max_tokens", "output_config"}
    else:
        config = body["generationConfig"]
        assert (config["maxOutputTokens"], config["thinkingConfig"]["thinking_level"].lower()) == (1024, "low")
        assert body.keys() == {"contents", "systemInstruction", "generationConfig"} and config.keys() == {
            "maxOutputTokens",
            "thinkingConfig",
        }


async def test_temperature_seed_schema_and_options_go_where_they_belong(kind, client_of, ask):
    schema = schema_of(CONTRACTS["full"], GROUNDINGS["coord"])
    chosen = Decoding(max_output_tokens=64, temperature=0.7, top_p=0.9, seed=11, schema=schema)
    options = {"openai": {"detail": "high"}, "anthropic": {"thinking": "disabled"}, "gemini": {"media_resolution": "high"}}[kind]
    with start_fake(kind) as fake:
        await completed(client_of(fake, options=options), replace(ask, decoding=chosen))
    body = fake.log[0].body
    if kind == "gemini":
        config = body["generationConfig"]
        assert (config["temperature"], config["topP"], config["seed"], config["maxOutputTokens"]) == (0.7, 0.9, 11, 64)
        assert config["responseJsonSchema"] == schema and config["mediaResolution"] == "MEDIA_RESOLUTION_HIGH"
        return
    assert (body["temperature"], body["top_p"]) == (0.7, 0.9) and "seed" not in body
    if kind == "openai":
        assert body["text"]["format"]["schema"] == schema and body["text"]["format"]["strict"] is True and "reasoning" not in body
        assert [part["detail"] for turn in body["input"] for part in turn["content"] if part["type"] == "input_image"] == ["high"]
    else:
        assert body["output_config"] == {"format": {"type": "json_schema", "schema": schema}} and body["thinking"] == {"type": "disabled"}


async def test_usage_is_complete(kind, client_of, ask):
    with start_fake(kind) as fake:
        got = await completed(client_of(fake), ask)
    usage = got.usage
    assert (usage.input_tokens, usage.cached_tokens, usage.output_tokens, usage.reasoning_tokens) == (2400, 400, 90, 30)
    assert usage.image_tokens == (1300 if kind == "gemini" else 0) and usage.requests == 1
    assert (got.text, got.end, got.model) == ('{"think": "so"}', "stop", "some-model-2026-11-01")


@pytest.mark.parametrize(
    ("act", "text", "end"),
    [
        (truncated(), '{"think": "so I wi', "length"),
        (truncated(""), "", "length"),
        (refusal("I won't."), "I won't.", "refused"),
        (blocked(), "", "blocked"),
        (filtered(), "", "blocked"),
        (empty(), "", "empty"),
        (Act(text="  \n"), "  \n", "empty"),
    ],
)
async def test_whatever_a_reply_is_it_is_data(open_one, asked, act, text, end):
    kind = open_one[0].kind
    if act == filtered() and kind == "anthropic":
        act = Act(status=400, message="Output blocked by content filtering policy")
    got = await asked(act)
    # Anthropic stops for both with `refusal`; Gemini has no refusals, only blocks
    seen = {("anthropic", "blocked", 200): "refused", ("gemini", "refused", 200): "blocked"}.get((kind, end, act.status), end)
    assert (got.text, got.end, got.usage.requests) == (text, seen, 1)


async def test_a_response_that_says_it_failed(client_of, ask):
    from tests.models.fakes import response

    def failure(code):
        return junk(
            __import__("json").dumps(response("m", Act(text="")) | {"status": "failed", "error": {"code": code, "message": "x"}}).encode()
        )

    with start_fake("openai") as fake:
        for code, error in (("server_error", Unavailable), ("rate_limit_exceeded", Limited), ("invalid_image", BadInput)):
            fake.script.append(failure(code))
            await failed(client_of(fake), ask, error)
        fake.script.append(failure("misalignment_policy_violation"))
        assert (await completed(client_of(fake), ask)).end == "blocked"


ODD = {  # of the right kind, with something in it that no reply has
    "openai": b'{"output": [{"type": "message", "content": 5}]}',
    "anthropic": b'{"type": "message", "content": [], "usage": {"input_tokens": "many"}}',
    "gemini": b'{"candidates": [{"content": {"parts": [{"text": 5}]}}]}',
}


@pytest.mark.parametrize(
    "act", [html(), junk(), junk(b"{"), junk(b""), junk(b"[]"), junk(b"null"), junk(b'"text"'), cut(), None], ids=range(9)
)
async def test_a_200_that_is_no_reply_is_unavailable_and_may_have_been_charged(asked, open_one, act):
    with pytest.raises(Unavailable) as caught:
        await asked(act or junk(ODD[open_one[0].kind]))
    assert caught.value.maybe_charged and caught.value.__context__ is None


@pytest.mark.parametrize("status", [500, 502, 503, 504, 529, 408, 409])
async def test_passing_statuses(asked, status):
    with pytest.raises(Unavailable, match=f"answered {status}") as caught:
        await asked(failing(status))
    assert not caught.value.maybe_charged and caught.value.__context__ is None


def dated(seconds):
    """429 until a date, by the provider's own clock."""
    return replace(
        limited(), headers={"retry-after": formatdate(2_000_000_000 + seconds, usegmt=True), "date": formatdate(2_000_000_000, usegmt=True)}
    )


@pytest.mark.parametrize(("after", "wait_s"), [(None, None), ("7", 7.0), ("0.5", 0.5), ("date", 30.0), ("soon", None)])
async def test_a_limit_says_how_long(asked, after, wait_s):
    with pytest.raises(Limited) as caught:
        await asked(dated(30) if after == "date" else limited(after))
    assert caught.value.wait_s == wait_s and caught.value.__context__ is None


async def test_geminis_delay_is_in_the_body_and_a_quota_of_the_day_is_not_waited_for(client_of, ask):
    def exhausted(*details):
        import json

        body = {"error": {"code": 429, "status": "RESOURCE_EXHAUSTED", "message": "slow", "details": list(details)}}
        return Act(status=429, raw=json.dumps(body).encode())

    delay = {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "34.5s"}
    quota = {"@type": "type.googleapis.com/google.rpc.QuotaFailure", "violations": [{"quotaId": "GenerateRequestsPerDayPerProject"}]}
    with start_fake("gemini", script=[exhausted(delay), exhausted(quota, delay)]) as fake:
        with pytest.raises(Limited) as caught:
            await completed(client_of(fake), ask)
        assert caught.value.wait_s == 34.5
        assert "no quota left" in await failed(client_of(fake), ask, BadInput)


@pytest.mark.parametrize(
    ("act", "words"),
    [
        (refused_key(401), "MODEL_TEST_KEY"),
        (refused_key(403), "MODEL_TEST_KEY"),
        (refused_key(401, f"key {KEY} is expired"), "MODEL_TEST_KEY"),
        (no_model(), "some-model"),
        (Act(status=400, message=f"bad {KEY}\nrequest"), "bad *** request"),
        (Act(status=413), "conf/models.yaml"),
        (Act(status=422), "conf/models.yaml"),
        (Act(status=402), "MODEL_TEST_KEY has no quota left"),
    ],
)
async def test_what_trying_again_cannot_mend_says_what_to_do(open_one, asked, act, words):
    line = await asked(act, BadInput)
    assert words in line and open_one[0].url in line


async def test_no_quota_is_not_waited_for(client_of, ask):
    acts = {"openai": no_quota(), "anthropic": Act(status=400, message="Your credit balance is too low to access the API.")}
    for kind, act in acts.items():
        with start_fake(kind, script=[act]) as fake:
            assert "no quota left" in await failed(client_of(fake), ask, BadInput)


async def test_slow_answers_time_out_also_when_they_trickle(kind, client_of, ask):
    with start_fake(kind, script=[slow(1.0)]) as fake:
        assert "within 0.3 s" in await failed(client_of(fake, timeout_s=0.3), ask, TimedOut)


async def test_no_connection_and_no_such_host_say_so(kind, client_of, ask):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
    for url in (f"http://127.0.0.1:{port}", "http://no-such-host.invalid"):
        with pytest.raises(Unavailable, match=f"{url} cannot be reached") as caught:
            await completed(client_of(url, client=kind), ask)
        assert not caught.value.maybe_charged and caught.value.__context__ is None


async def test_a_redirect_does_not_carry_the_key_to_another_host(kind, client_of, ask):
    with start_fake(kind) as other, start_fake(kind) as fake:
        fake.always = Act(status=307, headers={"location": other.url + "/v1/responses"}, raw=b"")
        await failed(client_of(fake), ask, BadInput)
        assert other.log == []


async def test_cancelled_is_cancelled(kind, client_of, ask):
    with start_fake(kind, script=[slow(2.0)]) as fake:
        async with client_of(fake) as client:
            asking = asyncio.ensure_future(client.complete(ask))
            while not fake.log:
                await asyncio.sleep(0.01)
            asking.cancel()
            with pytest.raises(asyncio.CancelledError):
                await asking


async def test_a_client_can_be_opened_again(kind, client_of, ask):
    with start_fake(kind) as fake:
        client = client_of(fake)
        for _ in range(2):
            assert (await completed(client, ask)).end == "stop"


async def test_the_environment_cannot_redirect_a_client(kind, client_of, ask, monkeypatch):
    for name in ("OPENAI_BASE_URL", "ANTHROPIC_BASE_URL", "GOOGLE_GEMINI_BASE_URL"):
        monkeypatch.setenv(name, "http://127.0.0.1:9/elsewhere")
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "GOOGLE_API_KEY", "GEMINI_API_KEY"):
        monkeypatch.setenv(name, "sk-another")
    monkeypatch.setenv("GOOGLE_GENAI_USE_VERTEXAI", "true")
    with start_fake(kind) as fake:
        await completed(client_of(fake), ask)
        assert "sk-another" not in str(fake.log[0].headers) and KEY in str(fake.log[0].headers)
    assert "elsewhere" not in client_of("", client=kind).endpoint.url


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"model": " "}, "model is empty"),
        ({"in_flight": 0}, "in_flight"),
        ({"attempts": 0}, "attempts"),
        ({"timeout_s": 0.0}, "timeout_s"),
        ({"max_output_tokens": 0}, "max_output_tokens"),
        ({"base_url": f"https://user:{KEY}@host/v1"}, "without user, password"),
        ({"base_url": f"https://host/v1?key={KEY}"}, "query"),
        ({"base_url": "ftp://host"}, "http"),
        ({"base_url": "http://127.0.0.1:80a/v1"}, "base_url of some-model"),
        ({"base_url": "http://[::1/v1"}, "base_url of some-model"),
        ({"base_url": "http://127.0.0.1:99999999/v1"}, "base_url of some-model"),
        ({"base_url": "http://:80/v1"}, "base_url of some-model"),
        ({"key_variable": KEY}, "name of an environment variable"),
        ({"key_variable": "MODEL_TEST_UNSET"}, "MODEL_TEST_UNSET is not set"),
        ({"options": {"colour": "red"}}, "does not know the option colour"),
        ({"client": "telepathy"}, "there is no client"),
    ],
)
def test_settings_that_cannot_work_are_named(conf_of, kind, changes, words):
    conf = replace(conf_of("http://127.0.0.1:9", client=kind), **changes)
    with pytest.raises(BadInput, match=words) as caught:
        make_client(conf)
    assert KEY not in str(caught.value) and "\n" not in str(caught.value)


@pytest.mark.parametrize("key", [f"{KEY}\n{KEY}", f"{KEY} # mine", f"ключ-{KEY}", f"{KEY}\x07x"])
def test_a_key_that_no_header_can_hold_is_not_sent(conf_of, kind, key, monkeypatch):
    conf = conf_of("http://127.0.0.1:9", client=kind)
    monkeypatch.setenv("MODEL_TEST_KEY", key)
    with pytest.raises(BadInput, match="MODEL_TEST_KEY holds blanks") as caught:
        make_client(conf)
    assert KEY not in str(caught.value)


def test_identity_is_client_model_and_options(conf_of, client_of):
    one = client_of("http://127.0.0.1:9", client="openai")
    assert one.identity == "openai/some-model" and one.identity != client_of("", client="openai", options={"detail": "low"}).identity
    assert KEY not in repr(one) + repr(vars(one)) + repr(one.endpoint)
