"""What can go wrong between here and a model, in the same words for every provider. Nothing here knows an SDK.

A client turns each exception of its SDK into one of these and raises that outside the handler: an SDK's exception holds the request, and
with it the key, and would otherwise survive as the context of ours.
"""

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime

from pydantic import SecretStr

from mag.contract.text import clean
from mag.errors import BadInput, MagError, Transient

PASSING = (408, 409, 425)  # 4xx that mean "later"
MESSAGE_CHARS = 200
NEVER_MADE = "ConnectError"  # of httpx and of its successor alike: refused, or no such host; nothing was sent


class Limited(Transient):
    """Asked too fast (429). `wait_s`: how long the provider wants everybody to wait, None when it does not say."""

    def __init__(self, message: str, wait_s: float | None) -> None:
        super().__init__(message)
        self.wait_s = wait_s


class Unavailable(Transient):
    """No usable answer: 5xx, no connection, something that is no reply.

    `maybe_charged`: whether the provider may have answered and been paid all the same; not where it said no or was never reached.
    """

    def __init__(self, message: str, maybe_charged: bool = True) -> None:
        super().__init__(message)
        self.maybe_charged = maybe_charged


class TimedOut(Unavailable):
    """No answer within the time allowed; it may have come, and been paid for, later."""


class ProviderDown(Transient):
    """Nobody is answered, or not for a long time: it is not this one request, and whatever asks should stop."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Who is asked, as far as messages to people need it."""

    url: str
    model: str
    key_variable: str = ""
    key: SecretStr = field(default_factory=lambda: SecretStr(""))
    conf: str = "conf/models.yaml"  # where a person corrects it

    def late(self, seconds: float) -> TimedOut:
        """No answer in time."""
        return TimedOut(f"no answer from {self.url} within {seconds:g} s")

    def junk(self, what: str) -> Unavailable:
        """An answer, but none of the kind that was asked for: a web page, half a body, an error dressed up as success."""
        return Unavailable(f"{self.url} answered 200 but not with {what}; is base_url of {self.conf} right?")

    def unreachable(self, error: BaseException) -> Unavailable:
        """No connection, or one that broke: with the operating system's word for it where there is one."""
        reasons = [cause for cause in _causes(error) if isinstance(cause, OSError)]
        said = self.own(str(reasons[-1].strerror or reasons[-1])) if reasons else self.own(str(error))
        never = any(type(cause).__name__ == NEVER_MADE for cause in _causes(error))
        return Unavailable(f"{self.url} cannot be reached: {type(error).__name__}, {said}", maybe_charged=not never)

    def status(self, status: int, said: str, wait_s: float | None = None, quota: bool = False) -> MagError:
        """A status other than 2xx. `said` is the provider's own message; `quota`: a 429 or 403 that no waiting mends."""
        where = f"{self.url} answered {status}"
        if quota or status == 402:
            return BadInput(f"{where}: the account of {self.key_variable} has no quota left; add credit, what is finished is kept")
        if status == 429:
            return Limited(f"{self.url} asks for fewer requests", wait_s)
        if status >= 500 or status in PASSING:
            return Unavailable(where, maybe_charged=False)
        if status in (401, 403):
            variable = self.key_variable or "nothing (key_variable is empty)"
            return BadInput(f"{where}: it does not take the key from {variable} for {self.model}; put a valid key there")
        if status == 404:
            return BadInput(f"{where}: no model {self.model} there, or a wrong base_url; correct {self.conf}")
        return BadInput(f"{where} and does not take such requests ({self.own(said)}); correct {self.conf}")

    def own(self, text: str) -> str:
        """A provider's text on one short line, without the key, should it repeat it."""
        key = self.key.get_secret_value()
        return clean(text.replace(key, "***") if key else text)[:MESSAGE_CHARS]


def key_from(variable: str, url: str, setting: str) -> SecretStr:
    """The key of an endpoint from the environment; empty where `variable` is: it needs none. Raises BadInput when it is no key."""
    key = os.environ.get(variable, "").strip() if variable else ""
    if variable and not key:
        raise BadInput(f"{variable} is not set; put the key of {url} there, or set {setting} to ''")
    if not re.fullmatch(r"[\x21-\x7e]*", key):  # a header cannot hold it, and the complaint about that would show it
        raise BadInput(f"{variable} holds blanks, line ends or other signs that no key has; put the key of {url} alone there")
    return SecretStr(key)


def is_address(url: str) -> bool:
    """Whether this can be the base of a server's addresses: http(s), a host, a port there is; no user, password or query."""
    import httpx

    if not re.match(r"https?://[^/@?]+(/[^?]*)?$", url):
        return False
    try:
        parsed = httpx.URL(url)
    except httpx.InvalidURL:
        return False
    return bool(parsed.host) and (parsed.port is None or 0 < parsed.port <= 65_535)


def wait_seconds(headers: Mapping[str, str], now: float) -> float | None:
    """Retry-After in seconds: a number, or a date, counted from the provider's own Date if it gives one; None when it makes no sense."""
    text = headers.get("retry-after", "").strip()
    if re.fullmatch(r"\d+(\.\d+)?", text):
        return float(text)
    try:
        since = parsedate_to_datetime(headers["date"]).timestamp() if "date" in headers else now
        return max(0.0, parsedate_to_datetime(text).timestamp() - since)
    except (TypeError, ValueError):
        return None


def _causes(error: BaseException) -> Iterator[BaseException]:
    """The error and what led to it, the outermost first."""
    seen: set[int] = set()
    cause: BaseException | None = error
    while cause is not None and id(cause) not in seen:
        seen.add(id(cause))
        yield cause
        cause = cause.__cause__ or cause.__context__
