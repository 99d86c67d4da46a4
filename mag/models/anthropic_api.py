"""Anthropic's models through the Messages API."""

import base64
import time
from typing import Any, ClassVar

from mag.errors import MagError
from mag.models.base import Ask
from mag.models.client import Client, ending
from mag.models.conversation import system_of
from mag.models.trouble import wait_seconds
from mag.records import Completion, End, Usage
from mag.settings import ModelConf

ENDS: dict[str, End] = {"refusal": "refused", "max_tokens": "length", "model_context_window_exceeded": "length"}
FILTERED = "content filtering policy"  # in the message of a 400: the provider has no code for it
NO_MONEY = "credit balance"  # likewise


class AnthropicModel(Client):
    """A Model. Options: `thinking`; left out, the model decides."""

    url = "https://api.anthropic.com"
    package = "anthropic"
    options: ClassVar = {"thinking": ("adaptive", "disabled")}

    def _open(self, key: str) -> Any:
        from anthropic import AsyncAnthropic, DefaultAsyncHttpxClient

        http = DefaultAsyncHttpxClient(follow_redirects=False, timeout=self.conf.timeout_s)
        return AsyncAnthropic(api_key=key, base_url=self.endpoint.url, max_retries=0, timeout=self.conf.timeout_s, http_client=http)

    async def _send(self, ask: Ask) -> Any:
        sent = body(ask, self.conf)
        unnamed = {name: sent.pop(name) for name in ("temperature", "top_p") if name in sent}  # the SDK has no arguments for these
        return await self._sdk.messages.create(**sent, extra_body=unnamed or None)

    def _blame(self, error: Exception) -> MagError | Completion | None:
        import anthropic

        if isinstance(error, anthropic.APITimeoutError):
            return self.endpoint.late(self.conf.timeout_s)
        if isinstance(error, anthropic.APIStatusError):
            said = _message(error)
            if error.status_code == 400 and FILTERED in said:
                return Completion("", Usage(requests=1), "blocked")
            quota = NO_MONEY in said.lower() or getattr(error, "type", None) == "billing_error"
            return self.endpoint.status(error.status_code, said, wait_seconds(error.response.headers, time.time()), quota)
        if isinstance(error, anthropic.APIConnectionError):
            return self.endpoint.unreachable(error)
        return self.endpoint.junk("JSON") if isinstance(error, anthropic.APIError | ValueError) else None

    def read(self, answer: Any) -> Completion:
        """See Client.read. Thinking is counted but not part of the text."""
        content = getattr(answer, "content", None)
        if not isinstance(content, list):
            raise self.endpoint.junk("a message")
        text = "".join(str(block.text) for block in content if getattr(block, "type", "") == "text")
        end = ENDS.get(str(getattr(answer, "stop_reason", "")), "stop")
        return Completion(text, usage_of(getattr(answer, "usage", None)), ending(text, end), str(getattr(answer, "model", "") or ""))


def _message(error: Any) -> str:
    """The provider's sentence out of the SDK's, which holds the whole body."""
    inner = error.body.get("error") if isinstance(error.body, dict) else None
    return str(inner.get("message") or error.message) if isinstance(inner, dict) else str(error.message)


def body(ask: Ask, conf: ModelConf) -> dict[str, Any]:
    """The body of one request: what the decoding leaves open is not sent."""
    chosen = ask.decoding
    sent: dict[str, Any] = {
        "model": conf.model,
        "max_tokens": chosen.max_output_tokens,
        "messages": [
            {"role": message.role, "content": [_part(part) for part in message.parts]}
            for message in ask.messages
            if message.role != "system"
        ],
    }
    if system := system_of(ask.messages):
        sent["system"] = system
    output: dict[str, Any] = {"effort": chosen.effort} if chosen.effort else {}
    if chosen.schema is not None:
        output["format"] = {"type": "json_schema", "schema": dict(chosen.schema)}
    if output:
        sent["output_config"] = output
    if "thinking" in conf.options:
        sent["thinking"] = {"type": conf.options["thinking"]}
    return sent | {name: value for name in ("temperature", "top_p") if (value := getattr(chosen, name)) is not None}


def _part(part: str | bytes) -> dict[str, Any]:
    if isinstance(part, str):
        return {"type": "text", "text": part}
    return {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": base64.b64encode(part).decode()}}


def usage_of(usage: Any) -> Usage:
    """Tokens; what was read from the cache or put into it is counted apart by the provider, and is input all the same."""
    read, written = (getattr(usage, f"cache_{name}_input_tokens", None) or 0 for name in ("read", "creation"))
    return Usage(
        input_tokens=(getattr(usage, "input_tokens", None) or 0) + read + written,
        output_tokens=getattr(usage, "output_tokens", None) or 0,
        cached_tokens=read,
        reasoning_tokens=getattr(getattr(usage, "output_tokens_details", None), "thinking_tokens", None) or 0,
        requests=1,
    )
