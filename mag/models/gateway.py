"""One request until it is answered: pauses, retries, and one pace for all that ask the same provider with the same key.

A 429 costs nothing and is not held against the request; 5xx, time-outs and lost connections are tried again up to `attempts` of conf. What
outlasts them is trouble of this one request (its episode is repeated); when nobody is answered any more, everything ends, resumable.
"""

import asyncio
from dataclasses import dataclass, replace
from typing import ClassVar
from weakref import WeakKeyDictionary

from mag.errors import Transient
from mag.models.base import Ask, Model
from mag.models.pace import Clock, Pace, WallClock
from mag.models.trouble import Limited, ProviderDown, Unavailable
from mag.records import Completion, digest
from mag.settings import ModelConf

FIRST_BACKOFF_S = 0.5
LONGEST_BACKOFF_S = 30.0
LONGEST_ANSWER_S = 1_800.0  # for one completion, all waiting included
DEAF = 8  # requests in a row, each with all its attempts, that got no answer: the provider is down


@dataclass
class Line:
    """The way to one provider with one key, shared by all models of this process that go it."""

    pace: Pace
    deaf: int = 0


@dataclass
class _Course:
    """What one request has been through."""

    ask: Ask
    key: str
    started: float
    requests: int = 0
    failures: int = 0

    def jitter(self) -> float:
        """0..1, counted rather than drawn: from the request and how often it was sent."""
        return int(digest([self.key, self.ask.call, self.requests])[:8], 16) / 2**32


class Gateway:
    """A Model that wraps a client. Its completions carry the requests sent for them and the whole time they took."""

    lines: ClassVar["WeakKeyDictionary[asyncio.AbstractEventLoop, dict[str, Line]]"] = WeakKeyDictionary()

    def __init__(self, model: Model, conf: ModelConf, clock: Clock | None = None) -> None:
        self.model = model
        self.conf = conf
        self.name = model.name
        self._clock = clock or WallClock()

    @property
    def identity(self) -> str:
        """The client's: which way an answer came does not change it."""
        return self.model.identity

    @property
    def line(self) -> Line:
        """Of the running loop, by provider, address and key variable; the smallest `in_flight` of those who share it counts."""
        lines = self.lines.setdefault(asyncio.get_running_loop(), {})
        name = "\n".join([self.conf.client, self.conf.base_url, self.conf.key_variable])
        line = lines.setdefault(name, Line(Pace(self.conf.in_flight, self._clock)))
        line.pace.narrow(self.conf.in_flight)
        return line

    async def __aenter__(self) -> "Gateway":
        await self.model.__aenter__()
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.model.__aexit__(*error)

    async def complete(self, ask: Ask) -> Completion:
        """See Model.complete. Raises Transient for trouble of this request, ProviderDown when it is everybody's, BadInput at once."""
        line = self.line
        course = _Course(ask, ask.key, self._clock.now())
        while (completion := await self._once(line, course)) is None:
            pass
        ms = 1000 * (self._clock.now() - course.started)
        return replace(completion, usage=replace(completion.usage, requests=course.requests, ms=ms))

    async def _once(self, line: Line, course: _Course) -> Completion | None:
        """One request; None when it has to be sent again."""
        wave = await line.pace.enter()
        if self._clock.now() - course.started > LONGEST_ANSWER_S:
            line.pace.leave()
            raise Unavailable(f"{self.name} gave no answer within {LONGEST_ANSWER_S:.0f} s")
        try:
            course.requests += 1
            completion = await self.model.complete(course.ask)
        except Limited as trouble:
            line.pace.limited(wave, trouble.wait_s, course.jitter())
            return None
        except Transient as trouble:
            failure = trouble
        else:
            line.deaf = 0
            line.pace.replied()
            return completion
        finally:
            line.pace.leave()
        await line.pace.rest(self._backoff(line, course, failure))
        return None

    def _backoff(self, line: Line, course: _Course, trouble: Transient) -> float:
        """Seconds until the next try; raises when there is none."""
        course.failures += 1
        if course.failures < self.conf.attempts:
            return min(LONGEST_BACKOFF_S, FIRST_BACKOFF_S * 2.0 ** (course.failures - 1)) * (0.5 + course.jitter())
        line.deaf += 1
        if line.deaf >= DEAF:
            raise ProviderDown(f"{trouble}, {DEAF} requests in a row; give the same command again when it is back, nothing is lost")
        raise trouble
