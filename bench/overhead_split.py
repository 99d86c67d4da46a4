"""Where an episode's time goes: every instant of a lane belongs to one part, and every part is the model's, the page's or the harness's.

The functions of mag that begin and end a part are wrapped from outside; of nested parts the innermost has the time. Two clock readings a
part, some thirty parts a step: microseconds.
"""

import asyncio
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import wraps
from typing import Any

from playwright.async_api import ElementHandle, Keyboard, Mouse, Page

from mag import harness, rollout, runs
from mag.checkers import gather as gathering
from mag.sites.base import EnvironmentSet
from mag.web import browser, observe
from mag.web.guard import Guard
from mag.web.tab import Tab

MODEL = ("model",)
# Chromium loads, lays out, paints, encodes, delivers input, runs the page's own scripts; the site answers; the protocol waits for quiet.
PAGE = ("navigation", "settle", "input", "screenshot", "check: its pages")
# Everything else is the harness's, what it asks Chromium and the sites for on its own behalf included.
IN_STEP = ("marks", "draw and verify", "prompt, parse, record", "execute", "guard", "loop late")
BETWEEN = ("reset", "login", "context", "login proof", "check", "first page", "store, next")


@dataclass
class Timeline:
    """One episode of one lane, in milliseconds: a table of parts for every step, and one for what lies around the steps."""

    started: float = field(default_factory=time.perf_counter)
    around: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    steps: list[dict[str, float]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._table, self._open, self._mark = self.around, ["store, next"], self.started

    @property
    def seconds(self) -> float:
        """From the episode's start to the next one's on the lane, or to the end of its storing."""
        return sum(sum(table.values()) for table in (self.around, *self.steps)) / 1000

    def enter(self, part: str) -> None:
        """A part begins; the one it is in stops."""
        self._book()
        self._open.append(part)

    def leave(self) -> None:
        """The innermost part ends."""
        self._book()
        self._open.pop()

    def step(self) -> None:
        """A step begins, and ends the one before."""
        self._book()
        self.steps.append(defaultdict(float))
        self._table, self._open[0] = self.steps[-1], "prompt, parse, record"

    def after_steps(self) -> None:
        """The last step is over."""
        self._book()
        self._table, self._open[0] = self.around, "store, next"

    def move(self, part: str, milliseconds: float) -> None:
        """So much of the part that is open belongs to another."""
        self._book()
        self._table[part] += milliseconds
        self._table[self._open[-1]] -= milliseconds

    def finish(self) -> None:
        """Stored: what follows is the next episode's, or nobody's."""
        self._book()

    def _book(self) -> None:
        now = time.perf_counter()
        self._table[self._open[-1]] += 1000 * (now - self._mark)
        self._mark = now


CURRENT: ContextVar[Timeline] = ContextVar("timeline")


def timed(part: str, work: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    """The coroutine function with its time booked as the part's; outside an episode it is as it was."""

    @wraps(work)
    async def wrapper(*given: Any, **named: Any) -> Any:
        line = CURRENT.get(None)
        if line is None:
            return await work(*given, **named)
        line.enter(part)
        try:
            return await work(*given, **named)
        finally:
            line.leave()

    return wrapper


def timed_context(work: Callable[..., AbstractAsyncContextManager[Any]]) -> Callable[..., AbstractAsyncContextManager[Any]]:
    """A browser context: opening and closing it are parts, what happens in it is not."""

    @asynccontextmanager
    async def wrapper(*given: Any, **named: Any) -> Any:
        opened = work(*given, **named)
        value = await timed("context", opened.__aenter__)()
        try:
            yield value
        except BaseException as error:
            if not await opened.__aexit__(type(error), error, error.__traceback__):
                raise
        else:
            await timed("context", opened.__aexit__)(None, None, None)

    return wrapper


def sleeping(policy: Any, seconds: float) -> Any:
    """The policy behind a model that takes so long: the time is slept, not computed. What the loop wakes it too late is the harness's."""

    class Agent:
        def __init__(self, spec: Any) -> None:
            self.agent = policy.agent(spec)

        async def act(self, turn: Any) -> Any:
            line, asked = CURRENT.get(None), time.perf_counter()
            if line is None:  # an episode that is not counted
                return await self.agent.act(turn)
            line.enter("model")
            await asyncio.sleep(seconds)
            late = 1000 * (time.perf_counter() - asked - seconds)
            line.move("loop late", late)
            line.leave()
            return await self.agent.act(turn)

    class Sleeping:
        name, identity = f"{policy.name}-after-{seconds:g}s", policy.identity

        def agent(self, spec: Any) -> Any:
            return Agent(spec)

    return Sleeping()


@contextmanager
def instrumented(found: list[Timeline], sets: list[EnvironmentSet]) -> Iterator[None]:
    """While the block lasts, every episode leaves its timeline in `found`."""
    kept: list[tuple[Any, str, Any]] = []

    def put(owner: Any, name: str, value: Any) -> None:
        kept.append((owner, name, getattr(owner, name)))
        setattr(owner, name, value)

    def begin_step(work: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        async def wrapper(tab: Tab) -> Any:
            CURRENT.get().step()
            return await timed("draw and verify", work)(tab)

        return wrapper

    def end_steps(work: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        async def wrapper(guard: Guard) -> Any:
            CURRENT.get().after_steps()
            return await timed("login proof", work)(guard)

        return wrapper

    async def episode(*given: Any, **named: Any) -> Any:
        if line := CURRENT.get(None):
            line.finish()
        line = Timeline()
        CURRENT.set(line)
        rolled = await run(*given, **named)
        found.append(line)
        return rolled

    def store(*given: Any, **named: Any) -> Any:
        try:
            return keep(*given, **named)
        finally:
            CURRENT.get().finish()

    run, keep = rollout.run_episode, runs.EvalFolder.store
    put(rollout, "run_episode", episode)
    put(runs.EvalFolder, "store", store)
    put(harness, "observe", begin_step(harness.observe))
    put(Guard, "vouch", end_steps(Guard.vouch))
    put(browser, "context", timed_context(browser.context))
    parts = (
        (observe, "_hold", "marks"),
        (harness, "execute", "execute"),
        (harness, "gather", "check"),
        (gathering, "open_at", "check: its pages"),
        (Guard, "after_step", "guard"),
        (Tab, "screenshot", "screenshot"),
        (Tab, "settle", "settle"),
        (Tab, "open", "first page"),
        *((item, name, part) for item in {type(one) for one in sets} for name, part in (("reset", "reset"), ("login", "login"))),
        *((Page, name, "navigation") for name in ("goto", "go_back")),
        *((Mouse, name, "input") for name in ("click",)),
        *((Keyboard, name, "input") for name in ("press", "insert_text")),
        *((ElementHandle, name, "input") for name in ("select_option", "fill", "click", "focus")),
    )
    for owner, name, part in parts:
        put(owner, name, timed(part, getattr(owner, name)))
    try:
        yield
    finally:
        for owner, name, value in reversed(kept):
            setattr(owner, name, value)
