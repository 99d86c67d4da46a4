"""How fast a provider is asked: so many requests at once, fewer after a 429, more after a reply, and pauses that hold everybody."""

import asyncio
import time
from typing import Protocol

from mag.errors import MagError
from mag.models.trouble import ProviderDown

FALL = 0.75  # of the limit that is left after a 429, once for all the requests that were under way together
RISE = 1.0  # added per reply: back within a round; the limit settles low only where 429 outnumbers replies by far
FIRST_PAUSE_S = 1.0
LONGEST_PAUSE_S = 60.0
LONGEST_WAIT_S = 900.0  # a provider that wants more is left alone: what is finished is kept
WAVES, DROUGHT_S = 12, 300.0  # so many pauses in a row, and so long, without one reply before giving up
SLICE_S = 1.0  # how soon a rest notices that it is over


class Stopped(MagError):
    """Told to stop before this request had its answer."""


class Clock(Protocol):
    """Time, so that tests need not wait."""

    def now(self) -> float:
        """Seconds, growing."""

    async def sleep(self, seconds: float) -> None:
        """Come back that much later."""


class WallClock:
    """The real one."""

    def now(self) -> float:
        """See Clock.now."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        """See Clock.sleep."""
        await asyncio.sleep(seconds)


class Pace:
    """At most `ceiling` requests at once. `enter` and `leave` enclose a request; `replied` or `limited` says how it went."""

    def __init__(self, ceiling: int, clock: Clock) -> None:
        self.ceiling = ceiling
        self.limit = float(ceiling)
        self.in_flight = 0
        self.peak = 0
        self._clock = clock
        self._wave = 0  # counts the falls of the limit: a 429 to a request from before the last fall is old news
        self._in_a_row = 0
        self._dry_since = 0.0  # the first 429 of this row
        self._until = 0.0
        self._room = asyncio.Event()
        self._closed = False

    async def enter(self) -> int:
        """Wait for the pause to end and for room; the wave this request belongs to. Raises Stopped after `close`."""
        while True:
            await self.rest(self._until - self._clock.now())
            if self._until > self._clock.now():
                continue
            if self.in_flight < int(self.limit):
                self.in_flight += 1
                self.peak = max(self.peak, self.in_flight)
                return self._wave
            self._room.clear()
            await self._room.wait()

    async def rest(self, seconds: float) -> None:
        """Wait, but not for longer than the gateway is open. Raises Stopped."""
        end = self._clock.now() + seconds
        while not self._closed and (left := end - self._clock.now()) > 0:
            await self._clock.sleep(min(left, SLICE_S))
        if self._closed:
            raise Stopped("stopped; what is finished is kept, and the same command goes on from there")

    def narrow(self, ceiling: int) -> None:
        """Never more than this at once."""
        self.ceiling = min(self.ceiling, ceiling)
        self.limit = min(self.limit, float(self.ceiling))

    def close(self) -> None:
        """Let nobody in any more."""
        self._closed = True
        self._room.set()

    def leave(self) -> None:
        """The request is over, however it went."""
        self.in_flight -= 1
        self._room.set()

    def replied(self) -> None:
        """A reply came: a little more."""
        self.limit = min(float(self.ceiling), self.limit + RISE)
        self._in_a_row = 0
        self._room.set()

    def limited(self, wave: int, wait_s: float | None, jitter: float) -> None:
        """A 429: fewer, and a pause for everybody: what the provider says, else one that doubles, times 0.5 to 1.5 (`jitter` 0..1).

        Where it says too little, so that 429 follows 429, the doubling pause holds too. Raises ProviderDown when the provider wants too
        long a pause, or nothing but 429 comes however long the pauses are.
        """
        if wait_s is not None and wait_s > LONGEST_WAIT_S:
            raise ProviderDown(f"the provider asks to wait {wait_s:.0f} s; give the same command again after that, nothing is lost")
        if wave == self._wave:
            self._wave += 1
            self._in_a_row += 1
            self._dry_since = self._clock.now() if self._in_a_row == 1 else self._dry_since
            self.limit = max(1.0, self.limit * FALL)
            if self._in_a_row > WAVES and self._clock.now() - self._dry_since > DROUGHT_S:
                raise ProviderDown("the provider takes no requests (429 only); give the same command again later, nothing is lost")
            if wait_s is None or self._in_a_row > 1:
                doubled = FIRST_PAUSE_S * 2.0 ** min(self._in_a_row - 1, 10)
                wait_s = max(wait_s or 0.0, min(LONGEST_PAUSE_S, doubled) * (0.5 + jitter))
        self._until = max(self._until, self._clock.now() + (wait_s or 0.0))
