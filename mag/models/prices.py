"""What completions cost, by the dated price list of conf/prices.yaml (USD per million tokens)."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime

from mag.constants import VIEWPORT_HEIGHT, VIEWPORT_WIDTH
from mag.contract.budget import FRAME_TOKENS, IMAGE_TOKENS, estimate_tokens
from mag.errors import BadInput
from mag.models.base import Ask
from mag.records import Completion, Usage
from mag.settings import ModelConf, PriceConf

FILE = "conf/prices.yaml"
MILLION = 1_000_000


class Prices:
    """The entries of one model. Raises BadInput for an entry that cannot be meant."""

    def __init__(self, model: str, entries: Sequence[PriceConf]) -> None:
        self.model = model
        self._entries = sorted(((_day(model, entry), entry) for entry in entries), key=lambda pair: pair[0])

    @classmethod
    def of(cls, conf: ModelConf, table: Mapping[str, Sequence[PriceConf]]) -> "Prices":
        """Those of a model of conf/models.yaml: under the name it gives, else under the provider's id."""
        name = conf.price or conf.model
        return cls(name, table.get(name, ()))

    def on(self, day: date) -> PriceConf | None:
        """The price that holds on this day; None where there is none."""
        return next((entry for since, entry in reversed(self._entries) if since <= day), None)

    def now(self) -> PriceConf | None:
        """The price that holds today (UTC)."""
        return self.on(datetime.now(UTC).date())


def cost_usd(usage: Usage, price: PriceConf, batch: bool = False) -> float:
    """What this usage costs. Image tokens are input and reasoning is output, as every provider counts them; what was reused is free."""
    if usage.reused:
        return 0.0
    cached = min(usage.cached_tokens, usage.input_tokens)
    fresh = usage.input_tokens - cached
    cached_price = price.input if price.cached is None else price.cached
    return (fresh * price.input + cached * cached_price + usage.output_tokens * price.output) * (price.batch if batch else 1.0) / MILLION


def priced(completion: Completion, price: PriceConf | None, batch: bool = False) -> Completion:
    """The completion with its cost; None where there is no price."""
    cost = None if price is None else cost_usd(completion.usage, price, batch)
    return replace(completion, usage=replace(completion.usage, cost_usd=cost))


def worst_usd(ask: Ask, price: PriceConf) -> float:
    """An upper estimate of what one request costs before it is sent: nothing cached, every output token used.

    Its error is that of the token estimate (`mag.contract.budget`), which is meant to be too high for every tokenizer in use.
    """
    parts = [part for message in ask.messages for part in message.parts]
    tokens = sum(_picture(part) if isinstance(part, bytes) else _text(part) for part in parts)
    dearest = max(price.input, price.cached or 0.0)
    return ((tokens + FRAME_TOKENS) * dearest + ask.decoding.max_output_tokens * price.output) / MILLION


def _text(text: str) -> int:
    """By lines, since most of a prompt's come again at the next step, and each estimate is remembered."""
    return sum(estimate_tokens(line) + 1 for line in text.split("\n"))


def _picture(png: bytes) -> int:
    """As many tokens as a screenshot of the viewport has for its pixels. What is no PNG counts as one."""
    if png[:8] != b"\x89PNG\r\n\x1a\n" or len(png) < 24:
        return IMAGE_TOKENS
    width, height = int.from_bytes(png[16:20]), int.from_bytes(png[20:24])
    return math.ceil(IMAGE_TOKENS * width * height / (VIEWPORT_WIDTH * VIEWPORT_HEIGHT))


def _day(model: str, entry: PriceConf) -> date:
    numbers = (entry.input, entry.output, entry.cached or 0.0, entry.batch)
    if not all(math.isfinite(number) and number >= 0 for number in numbers) or entry.batch > 1:
        raise BadInput(f"{FILE}: a price of {model} is negative, not a number, or its batch share above 1; correct it")
    try:
        return date.fromisoformat(entry.since)
    except ValueError:
        raise BadInput(f"{FILE}: `since` of {model} is {entry.since!r}; give a day such as 2026-04-23") from None


@dataclass(frozen=True, slots=True)
class Bill:
    """Usages summed up. Tokens, requests and time of what came back; money of what has a price."""

    replies: int = 0
    reused: int = 0  # of the replies: out of the response cache
    unpriced: int = 0  # of the replies: no price is known for them
    requests: int = 0
    input_tokens: int = 0
    cached_tokens: int = 0
    image_tokens: int = 0
    output_tokens: int = 0
    reasoning_tokens: int = 0
    usd: float | None = None  # of the priced replies; None where there is none
    unanswered_usd: float = 0.0  # at most, for requests that may have been charged although their reply never came

    @classmethod
    def of(cls, usages: Iterable[Usage]) -> "Bill":
        """The bill of these usages."""
        rows = list(usages)
        costs = [row.cost_usd for row in rows if row.cost_usd is not None]
        return cls(
            replies=len(rows),
            reused=sum(row.reused for row in rows),
            unpriced=len(rows) - len(costs),
            requests=sum(row.requests for row in rows),
            input_tokens=sum(row.input_tokens for row in rows),
            cached_tokens=sum(row.cached_tokens for row in rows),
            image_tokens=sum(row.image_tokens for row in rows),
            output_tokens=sum(row.output_tokens for row in rows),
            reasoning_tokens=sum(row.reasoning_tokens for row in rows),
            usd=math.fsum(costs) if costs else None,
        )

    @property
    def at_most_usd(self) -> float:
        """What was spent if everything was charged that may have been."""
        return (self.usd or 0.0) + self.unanswered_usd
