"""What requests cost, and a budget that is never overspent: the worst that the requests under way can cost is set aside before they go."""

import asyncio
import math
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

from mag.errors import BadInput, MagError
from mag.models.base import Ask, Model
from mag.models.ledger import Ledger
from mag.models.prices import Prices, priced, worst_usd
from mag.models.trouble import Unavailable
from mag.records import Completion


class BudgetSpent(MagError):
    """The next request might cost more than is left. What is finished is kept, and a larger budget goes on from there."""


class Budget:
    """`limit_usd` for a ledger, earlier starts included; None for no limit.

    A request that might go over the limit waits while others are under way, which may turn out cheaper than feared. Once one is refused,
    all are.
    """

    def __init__(self, limit_usd: float | None, ledger: Ledger) -> None:
        if limit_usd is not None and not (math.isfinite(limit_usd) and limit_usd > 0):
            raise BadInput(f"a budget of {limit_usd:g} USD buys nothing; give a number above 0")
        self.limit_usd = limit_usd
        self._spent = ledger.bill.at_most_usd
        self._set_aside: dict[object, float] = {}
        self._refusal = ""
        self._settled = asyncio.Event()

    def open(self) -> None:
        """To be called in the loop that uses it."""
        self._set_aside.clear()
        self._settled = asyncio.Event()

    async def set_aside(self, usd: float) -> object:
        """Room for a request that may cost this much; a token to give back with `settle`. Raises BudgetSpent."""
        while not self._refusal and not self._fits(usd):
            if self._set_aside:
                await self._settled.wait()
            else:
                self._refuse(usd)
        if self._refusal:
            raise BudgetSpent(self._refusal)
        token = object()
        self._set_aside[token] = usd
        return token

    def settle(self, token: object, usd: float) -> None:
        """The request is over and cost this much, or may have."""
        self._set_aside.pop(token, None)
        self._spent += usd
        self._wake()

    def _wake(self) -> None:
        self._settled.set()
        self._settled = asyncio.Event()

    def _fits(self, usd: float) -> bool:
        return self.limit_usd is None or self._spent + math.fsum(self._set_aside.values()) + usd <= self.limit_usd

    def _refuse(self, usd: float) -> None:
        self._refusal = (
            f"the budget of {self.limit_usd:g} USD ends here: {self._spent:.4f} spent, and the next request might cost {usd:.4f}; "
            "give the same command a larger --budget to go on, what is finished is kept"
        )
        self._wake()


class Metered:
    """A client behind a budget, one request at a time: it stands below whatever sends requests again, so that each one counts.

    Where its model has a price, the ledger knows of every request before it is sent. A request that timed out, was broken off or got
    something that is no reply may have been charged all the same, and counts as the worst; one that the provider refused, or could not
    serve, or that never reached it, as nothing.
    """

    def __init__(self, inner: Model, prices: Prices, ledger: Ledger, budget: Budget) -> None:
        self.inner = inner
        self._prices = prices
        self._ledger = ledger
        self._budget = budget

    @property
    def name(self) -> str:
        """The inner model's."""
        return self.inner.name

    @property
    def identity(self) -> str:
        """The inner model's."""
        return self.inner.identity

    async def complete(self, ask: Ask) -> Completion:
        """The client's reply with its cost. Raises BudgetSpent, and what the client raises."""
        price, known = self._prices.now(), self._ledger.id_of(ask)
        worst = worst_usd(ask, price) if price else 0.0
        token = await self._budget.set_aside(worst)
        spent = 0.0
        sent = False
        try:
            await _whole(asyncio.to_thread(self._ledger.sent, known, worst))
            sent = True
            completion = priced(await self.inner.complete(ask), price)
            spent = completion.usage.cost_usd or 0.0
            return completion
        except BaseException as error:
            spent = worst if sent and _maybe_charged(error) else 0.0
            self._ledger.over(known, spent)
            raise
        finally:
            self._budget.settle(token, spent)

    async def __aenter__(self) -> "Metered":
        self._budget.open()
        await self.inner.__aenter__()
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self.inner.__aexit__(*exc)


def _maybe_charged(error: BaseException) -> bool:
    """Whether a request that ended with this may have been paid for: all but what is known to have been refused."""
    return error.maybe_charged if isinstance(error, Unavailable) else not isinstance(error, MagError)


async def _whole(work: Coroutine[Any, Any, None]) -> None:
    """See it through, also when cancelled meanwhile: half of it done would be neither."""
    task = asyncio.ensure_future(work)
    try:
        await asyncio.shield(task)
    except asyncio.CancelledError:
        while not task.done():
            with suppress(asyncio.CancelledError):
                await asyncio.wait([task])
        raise
