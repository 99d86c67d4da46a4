"""What every client of a paid API does alike: settings checked, key from the environment, one request within its time, typed trouble."""

import asyncio
import math
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from importlib.util import find_spec
from typing import Any, ClassVar

from mag.contract.text import without_surrogates
from mag.errors import BadInput, MagError
from mag.models.base import Ask
from mag.models.trouble import Endpoint, is_address, key_from
from mag.records import Completion, End, digest
from mag.settings import ModelConf

LIMITS = {"in_flight": (1, 1_024), "attempts": (1, 100), "max_output_tokens": (1, 1_000_000), "timeout_s": (0.01, 3_600)}


class Client:
    """A Model (mag.models.base) on an official SDK, whose own retries are off: the gateway does that.

    A client of one provider says where it is, which options of conf it knows, and how its SDK is opened, asked, read and blamed.
    """

    url: ClassVar[str]  # the provider's own address
    package: ClassVar[str]
    options: ClassVar[Mapping[str, tuple[str, ...]]] = {}  # option -> the values it may have

    def __init__(self, conf: ModelConf) -> None:
        check(conf, self.options)
        if not installed(self.package):
            raise BadInput(f"client {conf.client} needs the package {self.package}; install mag-bench[apis]")
        self.conf = conf
        self.name = conf.model
        url = conf.base_url or self.url
        self.endpoint = Endpoint(url, conf.model, conf.key_variable, key_from(conf.key_variable, url, "key_variable"))
        self._sdk: Any = None

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.identity})"

    @property
    def identity(self) -> str:
        """The provider's model id, and six characters over the options of conf if there are any; an Ask brings its own decoding."""
        return "/".join([self.conf.client, self.conf.model, *([digest(dict(self.conf.options))[:6]] if self.conf.options else [])])

    async def __aenter__(self) -> "Client":
        self._sdk = self._open(self.endpoint.key.get_secret_value() or "none")
        return self

    async def __aexit__(self, *_: object) -> None:
        sdk, self._sdk = self._sdk, None
        if sdk is not None:
            await self._close(sdk)

    async def complete(self, ask: Ask) -> Completion:
        """See Model.complete: one request, bounded as a whole by `timeout_s`, also one that trickles."""
        assert self._sdk is not None, "use it as an async context manager"
        try:
            async with asyncio.timeout(self.conf.timeout_s):
                answer = await self._send(ask)
        except TimeoutError:
            trouble: MagError | Completion = self.endpoint.late(self.conf.timeout_s)
        except Exception as error:
            blamed = self._blame(error)
            if blamed is None:
                raise
            trouble = blamed
        else:
            return self.taken(answer)
        if isinstance(trouble, Completion):
            return trouble
        raise trouble  # outside the handler: no SDK error with its request, and so its headers, in the context

    def taken(self, answer: Any) -> Completion:
        """The completion in an answer of the SDK, as files can hold it. Raises Unavailable for an answer that is none, however odd."""
        with suppress(AttributeError, TypeError, ValueError, LookupError):
            return storable(self.read(answer))
        raise self.endpoint.junk("a reply of the kind it should be")

    def _open(self, key: str) -> Any:
        """The SDK's client; it follows no redirect, which would carry the key to another host."""
        raise NotImplementedError

    async def _close(self, sdk: Any) -> None:
        await sdk.close()

    async def _send(self, ask: Ask) -> Any:
        """The SDK's answer."""
        raise NotImplementedError

    def _blame(self, error: Exception) -> MagError | Completion | None:
        """What an exception of the SDK means: a trouble, or a completion where the prompt or its reply was filtered; None: a bug."""
        raise NotImplementedError

    def read(self, answer: Any) -> Completion:
        """The completion in an answer of the SDK. Raises Unavailable for an answer that is none; see `taken` for the odder ones."""
        raise NotImplementedError


def ending(text: str, end: End) -> End:
    """A completion that stopped by itself and says nothing is empty."""
    return "empty" if end == "stop" and not text.strip() else end


def storable(completion: Completion) -> Completion:
    """The completion with a model's name that a file can hold. Raises ValueError for counts or log-probabilities that are no numbers."""
    usage = completion.usage
    counts = (usage.input_tokens, usage.output_tokens, usage.cached_tokens, usage.image_tokens, usage.reasoning_tokens)
    if not all(isinstance(count, int) for count in counts) or not all(map(math.isfinite, completion.logprobs)):
        raise ValueError("counts or log-probabilities that are no numbers")
    return replace(completion, model=without_surrogates(completion.model))


def installed(package: str) -> bool:
    """Whether a package can be imported, without importing it."""
    try:
        return find_spec(package) is not None
    except ModuleNotFoundError:
        return False


def check(conf: ModelConf, options: Mapping[str, tuple[str, ...]]) -> None:
    """Raises BadInput for a setting that cannot work, or would let a secret into files."""
    for name, (low, high) in LIMITS.items():
        if not low <= getattr(conf, name) <= high:
            raise BadInput(f"{name} of {conf.model} is {getattr(conf, name):g}; give a number from {low:g} to {high:g} in conf/models.yaml")
    if not conf.model.strip():
        raise BadInput("model is empty; give the provider's model id in conf/models.yaml")
    if conf.base_url and not is_address(conf.base_url):
        raise BadInput(
            f"base_url of {conf.model} must be http(s)://host[:port]/... without user, password or query; keys belong into an environment "
            "variable"
        )
    if conf.key_variable and not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", conf.key_variable):
        raise BadInput(f"key_variable of {conf.model} is not the name of an environment variable; put the key there, and its name here")
    for name, value in conf.options.items():
        if value not in options.get(name, ()):
            known = "; ".join(f"{key}: {', '.join(values)}" for key, values in options.items()) or "none"
            raise BadInput(f"client {conf.client} does not know the option {name}: {value}; it knows {known}")
