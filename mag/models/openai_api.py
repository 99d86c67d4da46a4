"""OpenAI's models through the Responses API."""

import base64
from typing import Any, ClassVar

from mag.errors import MagError
from mag.models.base import Ask, Message
from mag.models.client import Client, ending
from mag.models.conversation import system_of
from mag.models.openai_sdk import blame, open_sdk
from mag.models.trouble import Limited, Unavailable
from mag.records import Completion, End, Usage
from mag.settings import ModelConf

NO_MONEY = ("insufficient_quota", "billing_hard_limit_reached", "billing_not_active")  # no waiting mends these
FILTERED = ("content_filter", "content_policy_violation", "invalid_prompt", "bio_policy", "image_content_policy_violation")


class OpenAIModel(Client):
    """A Model. Options: `detail` of the screenshot."""

    url = "https://api.openai.com/v1"
    package = "openai"
    options: ClassVar = {"detail": ("low", "high", "auto", "original")}

    def _open(self, key: str) -> Any:
        return open_sdk(self.endpoint, key, self.conf.timeout_s)

    async def _send(self, ask: Ask) -> Any:
        return await self._sdk.responses.create(**body(ask, self.conf))

    def _blame(self, error: Exception) -> MagError | Completion | None:
        import openai

        if isinstance(error, openai.APIStatusError) and error.status_code == 400 and error.code in FILTERED:
            return Completion("", Usage(requests=1), "blocked")
        return blame(self.endpoint, error, self.conf.timeout_s, NO_MONEY)

    def read(self, answer: Any) -> Completion:
        """See Client.read. Reasoning is counted but not part of the text."""
        output = getattr(answer, "output", None)
        if not isinstance(output, list):
            raise self.endpoint.junk("a response")
        status = getattr(answer, "status", None)
        if status == "failed":
            return self._failed(answer)
        parts = [part for item in output if getattr(item, "type", "") == "message" for part in (getattr(item, "content", None) or [])]
        text = "".join(str(getattr(part, "text", None) or getattr(part, "refusal", None) or "") for part in parts)
        end: End = "refused" if any(getattr(part, "type", "") == "refusal" for part in parts) else "stop"
        if status == "incomplete":
            end = "blocked" if getattr(answer.incomplete_details, "reason", "") == "content_filter" else "length"
        return Completion(text, usage_of(getattr(answer, "usage", None)), ending(text, end), str(getattr(answer, "model", "") or ""))

    def _failed(self, answer: Any) -> Completion:
        """A response that says of itself that it failed."""
        code = str(getattr(answer.error, "code", "") or "")
        if code in FILTERED or "policy" in code:
            return Completion("", usage_of(answer.usage), "blocked", str(answer.model or ""))
        if code == "rate_limit_exceeded":
            raise Limited(f"{self.endpoint.url} asks for fewer requests", None)
        if "image" in code:
            raise self.endpoint.status(400, str(getattr(answer.error, "message", "")))
        raise Unavailable(f"{self.endpoint.url} failed: {self.endpoint.own(code)}")


def body(ask: Ask, conf: ModelConf) -> dict[str, Any]:
    """The body of one request: what the decoding leaves open is not sent, nothing is stored at the provider."""
    chosen = ask.decoding
    sent: dict[str, Any] = {
        "model": conf.model,
        "instructions": system_of(ask.messages),
        "input": [_turn(message, conf) for message in ask.messages if message.role != "system"],
        "max_output_tokens": chosen.max_output_tokens,
        "store": False,
    }
    if chosen.effort:
        sent["reasoning"] = {"effort": chosen.effort}
    sent |= {name: value for name in ("temperature", "top_p") if (value := getattr(chosen, name)) is not None}
    if chosen.schema is not None:
        sent["text"] = {"format": {"type": "json_schema", "name": "step", "strict": True, "schema": dict(chosen.schema)}}
    return sent


def _turn(message: Message, conf: ModelConf) -> dict[str, Any]:
    kind = "output_text" if message.role == "assistant" else "input_text"
    return {"role": message.role, "content": [_part(part, kind, conf) for part in message.parts]}


def _part(part: str | bytes, kind: str, conf: ModelConf) -> dict[str, Any]:
    if isinstance(part, str):
        return {"type": kind, "text": part}
    url = f"data:image/png;base64,{base64.b64encode(part).decode()}"
    return {"type": "input_image", "image_url": url, "detail": conf.options.get("detail", "auto")}


def usage_of(usage: Any) -> Usage:
    """Tokens as the provider counts them: input with what came from its cache, output with reasoning. Image tokens are not told."""
    told, written = getattr(usage, "input_tokens_details", None), getattr(usage, "output_tokens_details", None)
    return Usage(
        input_tokens=getattr(usage, "input_tokens", None) or 0,
        output_tokens=getattr(usage, "output_tokens", None) or 0,
        cached_tokens=getattr(told, "cached_tokens", None) or 0,
        reasoning_tokens=getattr(written, "reasoning_tokens", None) or 0,
        requests=1,
    )
