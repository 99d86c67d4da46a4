"""A judge behind any OpenAI-compatible endpoint (the provider itself, vLLM, ...). Nothing outside this file knows the SDK.

The key comes from the environment variable that conf/judge.yaml names and goes nowhere but into the request: not into names, records,
messages.
"""

import asyncio
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from mag.errors import BadInput, MagError
from mag.judge.prompt import SCHEMA, messages, prompt_digest
from mag.judge.provider import JudgeReply
from mag.models.openai_sdk import blame
from mag.models.trouble import Endpoint, is_address, key_from
from mag.records import Question
from mag.settings import JudgeConf

if TYPE_CHECKING:
    from openai import AsyncOpenAI

FILTERED = ("content_filter", "content_policy_violation", "invalid_prompt")  # codes of a 400 that concerns this one question
NO_MONEY = "insufficient_quota"  # a 429 that no waiting mends


class ModelJudge:
    """An `Asker`; use it as an async context manager. `deadline(seconds)` bounds a request (tests let it strike without waiting)."""

    stub = False

    def __init__(self, conf: JudgeConf, deadline: Callable[[float], asyncio.Timeout] = asyncio.timeout) -> None:
        _check(conf)
        self.conf = conf
        self.name = judge_name(conf)
        key = key_from(conf.key_variable, conf.base_url, "judge.key_variable")
        self._endpoint = Endpoint(conf.base_url, conf.model, conf.key_variable, key, "conf/judge.yaml")
        self._client: AsyncOpenAI | None = None
        self._deadline = deadline

    def __repr__(self) -> str:
        return f"ModelJudge({self.name})"

    async def __aenter__(self) -> "ModelJudge":
        from openai import AsyncOpenAI

        key = self._endpoint.key.get_secret_value() or "none"
        self._client = AsyncOpenAI(api_key=key, base_url=self.conf.base_url, max_retries=0, timeout=self.conf.timeout_s)
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._client is not None:
            await self._client.close()

    async def ask(self, question: Question, timeout_s: float) -> JudgeReply:
        """See Asker.ask; `timeout_s` bounds the whole request, also one that trickles."""
        return await self.send(request(question, self.conf), timeout_s)

    async def send(self, body: Mapping[str, Any], timeout_s: float) -> JudgeReply:
        """Put one request; what goes wrong is one of the errors of `mag.models.trouble`, or BadInput."""
        import openai

        assert self._client is not None, "use it as an async context manager"
        try:
            async with self._deadline(timeout_s):
                answer = await self._client.chat.completions.create(**body, timeout=timeout_s)
        except TimeoutError:
            trouble: MagError = self._endpoint.late(timeout_s)
        except Exception as error:
            if isinstance(error, openai.APIStatusError) and error.status_code == 400 and error.code in FILTERED:
                return JudgeReply("", refused=True)
            blamed = blame(self._endpoint, error, timeout_s, (NO_MONEY,))
            if blamed is None:
                raise
            trouble = blamed
        else:
            return self._reply(answer)
        raise trouble  # outside the handler: no SDK error with its request, and so its headers, in the context

    def _reply(self, answer: Any) -> JudgeReply:
        choices = getattr(answer, "choices", None)
        if not choices:  # a web page, an error dressed up as success
            raise self._endpoint.junk("a chat completion")
        message, why, usage = choices[0].message, choices[0].finish_reason, answer.usage
        return JudgeReply(
            text=getattr(message, "content", None) or "",
            truncated=why == "length",
            refused=why == "content_filter" or bool(getattr(message, "refusal", None)),
            model=str(answer.model or ""),
            input_tokens=(usage.prompt_tokens or 0) if usage else 0,
            output_tokens=(usage.completion_tokens or 0) if usage else 0,
        )


def judge_name(conf: JudgeConf) -> str:
    """Model, and six characters over the prompt and whatever else of the request moves verdicts: `gpt-5.5/3fa2c1`."""
    return f"{conf.model}/{prompt_digest(effort=conf.effort, reply_tokens=conf.reply_tokens, structured=conf.structured)}"


def request(question: Question, conf: JudgeConf) -> dict[str, Any]:
    """The body of one request. No temperature: reasoning models do not take one."""
    prompt = messages(question)
    body: dict[str, Any] = {
        "model": conf.model,
        "messages": [{"role": "system", "content": prompt.system}, {"role": "user", "content": prompt.user}],
        "max_completion_tokens": conf.reply_tokens,
    }
    if conf.effort:
        body["reasoning_effort"] = conf.effort
    if conf.structured:
        body["response_format"] = {"type": "json_schema", "json_schema": {"name": "verdict", "strict": True, "schema": SCHEMA}}
    return body


def _check(conf: JudgeConf) -> None:
    """Raises BadInput for a setting that cannot work, or would let a secret or a stand-in pass."""
    limits = {"in_flight": (1, 1_024), "attempts": (1, 100), "reply_tokens": (16, 100_000), "timeout_s": (0.01, 3_600)}
    for name, (low, high) in limits.items():
        value = getattr(conf, name)
        if not low <= value <= high:
            raise BadInput(f"judge.{name} is {value:g}; give a number from {low:g} to {high:g}")
    if not conf.model.strip() or conf.model.startswith("stub-"):
        raise BadInput(f"judge.model is {conf.model!r}; give a model's name (names starting with stub- are for stand-ins)")
    if not is_address(conf.base_url):
        raise BadInput(
            "judge.base_url must be http(s)://host[:port]/... without user and password or query; keys belong into the environment"
        )
