"""Google's models through generate_content of the Gemini API."""

import re
import time
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from mag.errors import MagError
from mag.models.base import Ask, Message
from mag.models.client import Client, ending
from mag.models.conversation import system_of
from mag.models.trouble import wait_seconds
from mag.records import Completion, End, Usage
from mag.settings import ModelConf

LENGTH = ("MAX_TOKENS", "CONTINUATION")
BLOCKED = ("SAFETY", "RECITATION", "LANGUAGE", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "MODEL_ARMOR", "ESCALATION")


class GeminiModel(Client):
    """A Model. Options: `media_resolution` of the screenshot."""

    url = "https://generativelanguage.googleapis.com"
    package = "google.genai"
    options: ClassVar = {"media_resolution": ("low", "medium", "high")}

    def _open(self, key: str) -> Any:
        import httpx2
        from google import genai
        from google.genai import types

        limits = httpx2.Limits(max_connections=self.conf.in_flight)
        http = httpx2.AsyncClient(timeout=self.conf.timeout_s, limits=limits)  # else it is aiohttp wherever that is installed
        options = types.HttpOptions(
            base_url=self.endpoint.url,
            timeout=int(1000 * self.conf.timeout_s),
            retry_options=types.HttpRetryOptions(attempts=1),
            httpx_async_client=http,
        )
        self._http = http
        return genai.Client(api_key=key, vertexai=False, http_options=options)

    async def _close(self, sdk: Any) -> None:
        await self._http.aclose()
        sdk.close()

    async def _send(self, ask: Ask) -> Any:
        return await self._sdk.aio.models.generate_content(**body(ask, self.conf))

    def _blame(self, error: Exception) -> MagError | Completion | None:
        import httpx2
        from google.genai import errors

        if isinstance(error, httpx2.TimeoutException):
            return self.endpoint.late(self.conf.timeout_s)
        if isinstance(error, errors.APIError):
            details = list(_details(error.details))
            status = 401 if any(detail.get("reason") == "API_KEY_INVALID" for detail in details) else error.code
            wait_s = wait_seconds(getattr(error.response, "headers", {}), time.time())
            return self.endpoint.status(status, str(error.message), _retry_delay(details) if wait_s is None else wait_s, _daily(details))
        if isinstance(error, httpx2.TransportError):
            return self.endpoint.unreachable(error)
        return self.endpoint.junk("JSON") if isinstance(error, httpx2.HTTPError | ValueError) else None

    def read(self, answer: Any) -> Completion:
        """See Client.read. Thoughts are counted but not part of the text."""
        model, usage = str(getattr(answer, "model_version", "") or ""), usage_of(getattr(answer, "usage_metadata", None))
        feedback = getattr(answer, "prompt_feedback", None)
        if getattr(feedback, "block_reason", None):
            return Completion("", usage, "blocked", model)
        candidates = getattr(answer, "candidates", None)
        if not candidates:
            raise self.endpoint.junk("candidates")
        parts = getattr(candidates[0].content, "parts", None) or []
        text = "".join(part.text for part in parts if part.text and not part.thought)
        why = str(getattr(candidates[0].finish_reason, "name", ""))
        if why == "PUP_LIMITED_DISABLED":  # of the account, not of this prompt
            raise self.endpoint.status(403, why)
        end: End = "length" if why in LENGTH else "blocked" if why in BLOCKED else "stop"
        return Completion(text, usage, ending(text, end), model)


def _details(body: Any) -> Iterator[Mapping[str, Any]]:
    """The typed details of an error's body."""
    inner = body.get("error", body) if isinstance(body, dict) else {}
    found = inner.get("details") if isinstance(inner, dict) else None
    return (detail for detail in found if isinstance(detail, dict)) if isinstance(found, list) else iter(())


def _retry_delay(details: list[Mapping[str, Any]]) -> float | None:
    """How long a 429 wants everybody to wait: this API says it in the body, as `34.5s`."""
    said = [re.fullmatch(r"(\d+(?:\.\d+)?)s", str(detail.get("retryDelay", ""))) for detail in details]
    return next((float(match[1]) for match in said if match), None)


def _daily(details: list[Mapping[str, Any]]) -> bool:
    """Whether the quota of the day is used up, whatever delay the same answer names."""
    violations = [violation for detail in details for violation in detail.get("violations") or () if isinstance(violation, dict)]
    return any("PerDay" in str(violation.get("quotaId", "")) for violation in violations)


def body(ask: Ask, conf: ModelConf) -> dict[str, Any]:
    """The arguments of one request: what the decoding leaves open is not sent."""
    chosen = ask.decoding
    config: dict[str, Any] = {"max_output_tokens": chosen.max_output_tokens, "automatic_function_calling": {"disable": True}}
    if system := system_of(ask.messages):
        config["system_instruction"] = system
    if chosen.effort:
        config["thinking_config"] = {"thinking_level": chosen.effort}
    config |= {name: value for name in ("temperature", "top_p", "seed") if (value := getattr(chosen, name)) is not None}
    if chosen.schema is not None:
        config |= {"response_mime_type": "application/json", "response_json_schema": dict(chosen.schema)}
    if "media_resolution" in conf.options:
        config["media_resolution"] = f"MEDIA_RESOLUTION_{conf.options['media_resolution'].upper()}"
    turns = [_turn(message) for message in ask.messages if message.role != "system"]
    return {"model": conf.model, "contents": turns, "config": config}


def _turn(message: Message) -> dict[str, Any]:
    parts = [{"text": p} if isinstance(p, str) else {"inline_data": {"mime_type": "image/png", "data": p}} for p in message.parts]
    return {"role": "model" if message.role == "assistant" else "user", "parts": parts}


def usage_of(usage: Any) -> Usage:
    """Tokens; thoughts are counted apart from the candidate by the provider, and are output all the same."""
    thoughts = getattr(usage, "thoughts_token_count", None) or 0
    modalities = getattr(usage, "prompt_tokens_details", None) or []
    return Usage(
        input_tokens=getattr(usage, "prompt_token_count", None) or 0,
        output_tokens=(getattr(usage, "candidates_token_count", None) or 0) + thoughts,
        cached_tokens=getattr(usage, "cached_content_token_count", None) or 0,
        image_tokens=sum(count.token_count or 0 for count in modalities if getattr(count.modality, "name", "") == "IMAGE"),
        reasoning_tokens=thoughts,
        requests=1,
    )
