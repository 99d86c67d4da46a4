"""Every reply of a model, written down the moment it is there, so that none is ever paid twice.

<evaluation>/calls.jsonl, one JSON object a line:
    {"sent": ID, "usd": ...}                   a request goes out that may cost this much (priced models only)
    {"reply": ID, "call": ..., "at": ..., "completion": {...}}
    {"over": ID, "usd": ...}                   a request ended without a reply; this much of it may have been charged

An episode that is rolled again, after a kill or after trouble with a site, asks the same in the same place: what it was answered then, it
is answered now, with tokens, time and cost as they were measured, so that its record is the one an undisturbed sweep would have stored.
Where the page is not the same to the byte, what is asked differs, and the model is asked.
"""

import asyncio
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from mag.errors import Corrupt
from mag.journal import Journal
from mag.models.base import Ask, Model
from mag.models.prices import Bill
from mag.records import Completion, Usage, digest

FILE = "calls.jsonl"
COMPLETIONS: TypeAdapter[Completion] = TypeAdapter(Completion)
SLICE_S = 0.2  # how soon the end of a sweep notices that a request is over


class Ledger:
    """The file of one evaluation and model. A second process must not write it; the lock of the folder sees to that."""

    def __init__(self, path: Path, identity: Callable[[], str] = str) -> None:
        """`identity`: who answers, at the time of asking (weights may be exchanged); replies of another one are not found."""
        self._journal = Journal(path)
        self._identity = identity
        self._replies: dict[str, int] = {}  # id -> offset of its line
        self._usages: dict[str, Usage] = {}
        self._unanswered = 0.0
        self.pending: dict[str, float] = {}  # id -> what the request that is under way may cost
        for offset, row in self._journal.entries():
            self._take(offset, row)
        self._unanswered += sum(self.pending.values())  # under way when an earlier start was killed
        self.pending.clear()

    def _take(self, offset: int, row: Mapping[str, Any]) -> None:
        if "sent" in row:
            self._unanswered += self.pending.get(row["sent"], 0.0)
            self.pending[row["sent"]] = float(row["usd"])
        elif "over" in row:
            self.pending.pop(row["over"], None)
            self._unanswered += float(row["usd"])
        elif "reply" in row:
            self.pending.pop(row["reply"], None)
            self._replies[row["reply"]] = offset
            self._usages[row["reply"]] = self._completion(row).usage

    def _completion(self, row: Mapping[str, Any]) -> Completion:
        try:
            return COMPLETIONS.validate_python(row["completion"])
        except (KeyError, ValidationError):
            raise Corrupt(f"{self._journal.path} holds a line of another version; move it away (its calls are then paid again)") from None

    def id_of(self, ask: Ask) -> str:
        """Who is asked what, where."""
        return digest([self._identity(), ask.call, ask.key])[:32]

    @property
    def bill(self) -> Bill:
        """All that was answered, and what may have been charged without an answer; requests under way are not in it."""
        return replace(Bill.of(self._usages.values()), unanswered_usd=self._unanswered)

    def reply(self, known: str) -> Completion | None:
        """The reply to this call, None when it has none."""
        offset = self._replies.get(known)
        return None if offset is None else self._completion(self._journal.at(offset))

    def sent(self, known: str, usd: float) -> None:
        """A request goes out. On disk when this returns, unless it costs nothing."""
        if usd:
            self._journal.append([{"sent": known, "usd": usd}])
        self.pending[known] = usd

    def over(self, known: str, usd: float) -> None:
        """A request ended without a reply, and may have cost this much."""
        if self.pending.pop(known, 0.0):
            self._journal.append([{"over": known, "usd": usd}])
            self._unanswered += usd

    def answered(self, known: str, call: str, completion: Completion) -> None:
        """The reply to a call; on disk when this returns."""
        row = {"reply": known, "call": call, "at": round(time.time(), 3), "completion": asdict(completion)}
        self._replies[known] = self._journal.append([row])
        self._usages[known] = completion.usage
        self.pending.pop(known, None)


def read_bill(path: Path) -> Bill:
    """What a ledger comes to. Raises Corrupt for one of another version."""
    return Ledger(path).bill


class Ledgered:
    """A model behind a ledger.

    `Ask.call` names the place a reply belongs to. What follows an `@` in it says which attempt at an episode asks, and is no part of the
    place: within one attempt, equal requests from one place are told apart by counting them; the next attempt counts from the start again.
    Without an `@`, equal requests from one place are one request.

    A request is not taken back when its asker gives up (a step's deadline, the end of a sweep): it is paid for, so its reply is waited for
    and written down, at the end of the sweep for at most `patience_s`, and the next attempt finds it.
    """

    def __init__(self, inner: Model, ledger: Ledger, patience_s: float) -> None:
        self.inner = inner
        self.ledger = ledger
        self._patience_s = patience_s
        self._asking: dict[str, asyncio.Task[Completion]] = {}
        self._asked: dict[tuple[str, str], int] = {}  # (call with its attempt, content) -> how often

    @property
    def name(self) -> str:
        """The inner model's."""
        return self.inner.name

    @property
    def identity(self) -> str:
        """The inner model's."""
        return self.inner.identity

    async def complete(self, ask: Ask) -> Completion:
        """The reply of the ledger, else the model's. Raises what the model raises."""
        ask = self._placed(ask)
        known = self.ledger.id_of(ask)
        task = self._asking.get(known)
        if task is None:
            if (reply := self.ledger.reply(known)) is not None:
                return reply
            task = self._asking[known] = asyncio.create_task(self._ask(known, ask))
            task.add_done_callback(lambda done: self._forget(known, done))
        return await asyncio.shield(task)

    def _placed(self, ask: Ask) -> Ask:
        place, at, _ = ask.call.partition("@")
        if not at:
            return ask
        counted = (ask.call, ask.key)
        number = self._asked[counted] = self._asked.get(counted, 0) + 1
        return replace(ask, call=place if number == 1 else f"{place}#{number}")

    async def _ask(self, known: str, ask: Ask) -> Completion:
        completion = await self.inner.complete(ask)
        await asyncio.to_thread(self.ledger.answered, known, ask.call, completion)
        return completion

    def _forget(self, known: str, task: asyncio.Task[Completion]) -> None:
        del self._asking[known]
        if not task.cancelled():
            task.exception()  # seen: its asker may be gone

    async def __aenter__(self) -> "Ledgered":
        await self.inner.__aenter__()
        return self

    async def __aexit__(self, *exc: object) -> None:
        try:
            await self._settle()
        finally:
            await self.inner.__aexit__(*exc)

    async def _settle(self) -> None:
        """Wait for what is under way; what waits for its turn, or to be sent again, is not sent any more."""
        end = time.monotonic() + self._patience_s
        while tasks := dict(self._asking):
            late = time.monotonic() > end
            for known, task in tasks.items():
                if late or known not in self.ledger.pending:
                    task.cancel()
            await asyncio.wait(tasks.values(), timeout=SLICE_S)
