"""A model behind any OpenAI-compatible server: vLLM, SGLang, llama.cpp, ... From vLLM also the exact tokens and the version of the weights.

Decoding is greedy unless conf or the request says otherwise, and free: a grammar holds only where a schema was asked for.
"""

import asyncio
import base64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import httpx

from mag.errors import BadInput, MagError
from mag.models.base import Ask, Message, prompt_digest
from mag.models.client import Client, ending
from mag.models.conversation import inert
from mag.models.openai_sdk import blame, open_sdk
from mag.models.trouble import Endpoint
from mag.records import Completion, End, Usage, digest
from mag.settings import ModelConf

LOOK_S = 60.0  # for a look at what is served: an engine at work answers between two of its steps
IDLE_S = 2.0  # then a connection is not used again: servers close theirs after five
ENDS: Mapping[str, End] = {"stop": "stop", "length": "length", "content_filter": "blocked"}


@dataclass(frozen=True, slots=True)
class Offer:
    """What a server says of itself."""

    vllm: bool = False
    version: str = ""  # of the weights; "": it does not tell


class ServedModel(Client):
    """A Model. Options: `thinking` on or off, for chat templates that know `enable_thinking`."""

    url = "http://127.0.0.1:8000/v1"
    package = "openai"
    options: ClassVar = {"thinking": ("on", "off")}

    def __init__(self, conf: ModelConf) -> None:
        super().__init__(conf)
        self._offer: Offer | None = None

    @property
    def offer(self) -> Offer:
        """As the server was at the first look, which this is if there was none. Raises Unavailable, BadInput."""
        if self._offer is None:
            with looker(self.endpoint) as eyes:
                self._offer = look(self.endpoint, eyes)
        return self._offer

    @property
    def identity(self) -> str:
        """Model name, the version of its weights where the server tells, and six characters over the options of conf if there are any."""
        model = "@".join(filter(None, [self.conf.model, self.offer.version]))
        return "/".join(["served", model, *([digest(dict(self.conf.options))[:6]] if self.conf.options else [])])

    def __repr__(self) -> str:
        return f"ServedModel({self.conf.model})"  # looks at nothing

    async def __aenter__(self) -> "ServedModel":
        await super().__aenter__()
        try:
            await self._require_same()
        except BaseException:
            await super().__aexit__()
            raise
        return self

    async def _require_same(self) -> None:
        """Raises BadInput when the weights were replaced since the first look: completions would bear a wrong identity."""
        now = await asyncio.to_thread(look, self.endpoint, self._eyes)
        self._offer = self._offer or now
        if now.version != self._offer.version:
            raise BadInput(
                f"{self.endpoint.url} serves other weights ({now.version or '?'}) than at the start ({self._offer.version or '?'}): "
                "one evaluation is of one set of weights; give this one another name"
            )

    def _open(self, key: str) -> Any:
        self._eyes = looker(self.endpoint)
        return open_sdk(self.endpoint, key, self.conf.timeout_s)

    async def _close(self, sdk: Any) -> None:
        self._eyes.close()
        await sdk.close()

    async def _send(self, ask: Ask) -> Any:
        """The reply of the weights that `identity` names: it does not say itself whose it is, so the server is looked at on both sides."""
        sent = body(ask, self.conf, self.offer.vllm)
        if not self.offer.vllm:
            return await self._sdk.chat.completions.create(**sent)
        await self._require_same()
        answer = await self._sdk.chat.completions.create(**sent)
        await self._require_same()
        return answer

    def _blame(self, error: Exception) -> MagError | Completion | None:
        return blame(self.endpoint, error, self.conf.timeout_s)

    def read(self, answer: Any) -> Completion:
        """See Client.read. Token ids, log-probabilities and the prompt's digest where the server gives them."""
        choices = getattr(answer, "choices", None)
        if not isinstance(choices, list) or not choices or getattr(choices[0], "message", None) is None:
            raise self.endpoint.junk("a chat completion")
        choice, version = choices[0], self.offer.version
        refusal = getattr(choice.message, "refusal", None)
        text = str(choice.message.content or refusal or "")
        end = "refused" if refusal else ENDS.get(choice.finish_reason or "")
        if end is None:  # vLLM's "abort": the request was broken off, and what there is of it is not what the model says
            raise self.endpoint.junk("a whole completion")
        ids, logprobs = _tokens(choice)
        if logprobs and len(logprobs) != len(ids):
            raise self.endpoint.junk("a log-probability for every token")
        prompt = getattr(answer, "prompt_token_ids", None)
        model = "@".join(filter(None, [str(answer.model or ""), version]))
        return Completion(text, usage_of(answer.usage), ending(text, end), model, prompt_digest(prompt) if prompt else "", ids, logprobs)


def looker(endpoint: Endpoint) -> httpx.Client:
    """What `look` looks through; any number of threads may share it."""
    key = endpoint.key.get_secret_value()
    headers = {"authorization": f"Bearer {key}"} if key else {}
    return httpx.Client(headers=headers, timeout=LOOK_S, trust_env=False, limits=httpx.Limits(keepalive_expiry=IDLE_S))


def look(endpoint: Endpoint, eyes: httpx.Client) -> Offer:
    """Ask the server what it serves. Raises Unavailable when nothing answers, BadInput for a key or model it does not take.

    The weights' version is what vLLM was told at the last update, else the one in the second name that `mag serve` gives a model.
    """
    trouble: MagError
    try:
        models = eyes.get(f"{endpoint.url.rstrip('/')}/models")
        listed = _listed(models)
        root = endpoint.url.rstrip("/").removesuffix("/v1")
        told = _told(eyes.get(f"{root}/weight_info")) if _is_vllm(listed) else ""
    except httpx.HTTPError as error:
        trouble = endpoint.unreachable(error)
    else:
        if models.status_code < 400 or models.status_code == 404:  # a server need not have such a list
            return _offer(endpoint, listed, told)
        trouble = endpoint.status(models.status_code, models.text)
    raise trouble  # outside the handler: no request with its headers in the context


def body(ask: Ask, conf: ModelConf, vllm: bool) -> dict[str, Any]:
    """One request. `max_tokens` is the name that servers of other makes know too."""
    chosen = ask.decoding
    sent: dict[str, Any] = {
        "model": conf.model,
        "messages": [{"role": message.role, "content": _content(message)} for message in ask.messages],
        "max_tokens": chosen.max_output_tokens,
        "temperature": 0.0 if chosen.temperature is None else chosen.temperature,
    }
    sent |= {name: value for name in ("top_p", "seed") if (value := getattr(chosen, name)) is not None}
    if chosen.effort:
        sent["reasoning_effort"] = chosen.effort
    if chosen.schema is not None:
        wanted = {"name": "step", "strict": True, "schema": dict(chosen.schema)}
        sent["response_format"] = {"type": "json_schema", "json_schema": wanted}
    more: dict[str, Any] = {}
    if vllm:
        sent["logprobs"] = True
        more |= {"return_token_ids": True, "skip_special_tokens": False}  # the text is all that the ids say
    if thinking := conf.options.get("thinking"):
        more["chat_template_kwargs"] = {"enable_thinking": thinking == "on"}
    return sent | {"extra_body": more}


def usage_of(usage: Any) -> Usage:
    """Tokens as the server counts them; nothing where it does not."""
    told, written = getattr(usage, "prompt_tokens_details", None), getattr(usage, "completion_tokens_details", None)
    modalities = getattr(told, "multimodal_tokens", None)  # vLLM only
    return Usage(
        input_tokens=getattr(usage, "prompt_tokens", None) or 0,
        output_tokens=getattr(usage, "completion_tokens", None) or 0,
        cached_tokens=getattr(told, "cached_tokens", None) or 0,
        image_tokens=modalities.get("image", 0) if isinstance(modalities, dict) else 0,
        reasoning_tokens=getattr(written, "reasoning_tokens", None) or 0,
        requests=1,
    )


def _content(message: Message) -> str | list[dict[str, Any]]:
    if len(message.parts) == 1 and isinstance(message.parts[0], str):
        return inert(message.parts[0])
    return [_part(part) for part in message.parts]


def _part(part: str | bytes) -> dict[str, Any]:
    if isinstance(part, str):
        return {"type": "text", "text": inert(part)}
    return {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{base64.b64encode(part).decode()}"}}


def _tokens(choice: Any) -> tuple[tuple[int, ...], tuple[float, ...]]:
    ids = tuple(int(token) for token in getattr(choice, "token_ids", None) or ())
    entries = getattr(getattr(choice, "logprobs", None), "content", None) or ()
    return ids, tuple(float(entry.logprob) for entry in entries) if ids else ()


def _listed(answer: httpx.Response) -> list[dict[str, Any]]:
    try:
        data = answer.json()["data"]
    except (ValueError, KeyError, TypeError):
        return []
    return [entry for entry in data if isinstance(entry, dict)] if isinstance(data, list) else []


def _told(answer: httpx.Response) -> str:
    """The version of the last update; "" from a server that has had none, or that takes none."""
    try:
        version = str(answer.json()["weight_version"])
    except (ValueError, KeyError, TypeError):
        return ""
    return "" if version == "default" else version


def _offer(endpoint: Endpoint, listed: Sequence[Mapping[str, Any]], told: str) -> Offer:
    names = [str(entry.get("id", "")) for entry in listed]
    if names and endpoint.model not in names:
        raise BadInput(f"{endpoint.url} has no model {endpoint.model}, it has {', '.join(names)[:120]}; correct {endpoint.conf}")
    vllm = _is_vllm(listed)
    named = next((name.partition("@")[2] for name in names if vllm and name.startswith(f"{endpoint.model}@")), "")
    return Offer(vllm, told or named)


def _is_vllm(listed: Sequence[Mapping[str, Any]]) -> bool:
    return any(entry.get("owned_by") == "vllm" for entry in listed)
