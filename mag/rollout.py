"""Many episodes on several lanes: infrastructure trouble costs time, never a result.

An episode that the infrastructure spoils is rolled again. A set that turns out to be sick is quarantined: its lane resets it, several
times if need be, while the other lanes take its episodes; what went wrong on a sick set does not use up an episode's attempts.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

from mag.errors import Transient
from mag.harness import Rolled, SweepSpec, run_episode
from mag.models.trouble import ProviderDown
from mag.records import Outcome, WebTask
from mag.web.lane import Lane

ATTEMPTS = 3  # on healthy sets
TRIES = 8  # all in all: an episode that brings down every set it touches is given up at last
RECOVERY_WAITS_S = (0.0, 2.0, 10.0, 30.0)  # before each reset of a sick set; then it stays out of the sweep


@dataclass(frozen=True, slots=True)
class Unit:
    """One episode to be rolled."""

    web_task: WebTask
    sample: int = 0
    attempt: int = 1  # the next one
    spoiled: int = 0  # attempts that failed on a healthy set


Report = Callable[[Unit, Outcome, str], None]
Store = Callable[[Rolled], None]


@dataclass
class Board:
    """Units waiting and in hand. A lane that finds nothing waits as long as another might give a unit back."""

    waiting: deque[Unit]
    in_hand: int = 0
    lost: list[tuple[Unit, str]] = field(default_factory=list)
    changed: asyncio.Condition = field(default_factory=asyncio.Condition)

    async def take(self) -> Unit | None:
        """The next unit; None when all is done."""
        async with self.changed:
            await self.changed.wait_for(lambda: self.waiting or not self.in_hand)
            if not self.waiting:
                return None
            self.in_hand += 1
            return self.waiting.popleft()

    async def done(self) -> None:
        """A unit is stored."""
        async with self.changed:
            self.in_hand -= 1
            self.changed.notify_all()

    async def give_back(self, unit: Unit, reason: str, healthy: bool) -> None:
        """A unit the infrastructure spoiled: to be tried again, or given up."""
        again = replace(unit, attempt=unit.attempt + 1, spoiled=unit.spoiled + healthy)
        async with self.changed:
            self.in_hand -= 1
            if again.spoiled < ATTEMPTS and unit.attempt < TRIES:
                self.waiting.append(again)
            else:
                self.lost.append((unit, reason))
            self.changed.notify_all()


async def roll(lanes: Sequence[Lane], spec: SweepSpec, units: Sequence[Unit], store: Store, report: Report) -> list[tuple[Unit, str]]:
    """Roll the units on the lanes, each lane taking the next one when it is free. Returns the units that stayed infra, with the reason.

    `store` is called once for every episode that was rolled to its end, in the order they end. `report` hears of every attempt.
    """
    board = Board(deque(units))
    async with asyncio.TaskGroup() as group:
        for lane in lanes:
            group.create_task(_work(lane, spec, board, store, report))
    return board.lost + [(unit, "no environment set was left to roll it on") for unit in board.waiting]


async def _work(lane: Lane, spec: SweepSpec, board: Board, store: Store, report: Report) -> None:
    while (unit := await board.take()) is not None:
        try:
            rolled = await run_episode(lane, spec, unit.web_task, unit.sample, unit.attempt)
        except ProviderDown:
            raise  # no other episode would fare better: the sweep ends, and goes on where it was when it is started again
        except Transient as error:
            await lane.renew()
            healthy = await _healthy(lane)
            report(unit, "infra", str(error))
            await board.give_back(unit, str(error), healthy)
            if not healthy and not await _recover(lane):
                return
            continue
        await asyncio.to_thread(store, rolled)
        await board.done()
        await lane.rest()
        report(unit, rolled.episode.outcome, "")


async def _healthy(lane: Lane) -> bool:
    """Whether the set can be used as it is: all sites answer, and no broken-off episode has left its traces."""
    try:
        await lane.environment.health()
    except Transient:
        return False
    return not lane.dirty or await _reset(lane)


async def _recover(lane: Lane) -> bool:
    """Reset a sick set until it is well; False when it will not be."""
    for wait in RECOVERY_WAITS_S:
        await asyncio.sleep(wait)
        if await _reset(lane):
            return True
    return False


async def _reset(lane: Lane) -> bool:
    with suppress(Transient):
        await lane.environment.reset()
        await lane.environment.health()
        lane.dirty = False
        return True
    return False
