"""The fake providers speak the real formats: what they say is what the official clients' own types expect."""

import json
import urllib.error
import urllib.request

import pytest

from tests.models.fakes import Act, blocked, empty, failing, filtered, limited, refusal, reply, start_fake, truncated

ACTS = {"plain": Act(text='{"a": 1}'), "empty": empty(), "truncated": truncated(), "refusal": refusal(), "blocked": blocked()}


def parse(kind, body):
    if kind == "openai":
        from openai.types.responses import Response

        return Response.model_validate(body)
    if kind == "chat":
        from openai.types.chat import ChatCompletion

        return ChatCompletion.model_validate(body)
    if kind == "anthropic":
        from anthropic.types import Message

        return Message.model_validate(body)
    from google.genai.types import GenerateContentResponse

    return GenerateContentResponse.model_validate(body)


@pytest.mark.parametrize("kind", ["openai", "chat", "anthropic", "gemini"])
@pytest.mark.parametrize("act", ACTS)
def test_replies_are_valid_by_the_official_types(kind, act):
    body = reply(kind, "m", ACTS[act])
    parsed = parse(kind, json.loads(json.dumps(body)))
    dumped = parsed.model_dump(mode="json", exclude_unset=True, by_alias=True)
    assert not getattr(parsed, "model_extra", None)
    assert json.dumps(dumped, sort_keys=True).count(":") >= json.dumps(body, sort_keys=True).count(":")  # nothing we say is unknown to them


def test_a_prompt_that_gemini_blocks_is_valid_too():
    assert parse("gemini", reply("gemini", "m", filtered())).prompt_feedback.block_reason.name == "PROHIBITED_CONTENT"


def ask(url, body):
    request = urllib.request.Request(url, json.dumps(body).encode(), {"content-type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=5) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


def test_the_script_is_played_in_order_and_everything_is_remembered():
    body = {"model": "m", "messages": [{"role": "system", "content": "S"}, {"role": "user", "content": "U"}]}
    with start_fake("chat", say=lambda asked: asked.texts[0] * 2, script=[limited(3), failing(500)]) as fake:
        url = f"{fake.url}/chat/completions"
        assert [ask(url, body)[0] for _ in range(3)] == [429, 500, 200]
        assert ask(url, body)[1]["choices"][0]["message"]["content"] == "UU"
        with urllib.request.urlopen(fake.url.removesuffix("/v1") + "/stats") as stats:
            assert json.load(stats)["requests"] == 4
    assert [(asked.system, asked.texts, asked.images) for asked in fake.log] == [("S", ("U",), ())] * 4
