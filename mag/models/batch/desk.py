"""Requests on their way through batches. What is sent is written down before and after, so that no batch is ever sent twice.

<folder>/<label>.json     a batch: its keys, when it was sent, its id at the provider ("" until that is known)
<folder>/<label>.jsonl    its items, written when it has ended
"""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import ExitStack
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from mag.errors import BadInput, Corrupt, MagError
from mag.locks import held
from mag.models.batch.base import EXPIRED, Batcher, Item, Standing
from mag.models.pace import Clock, WallClock
from mag.models.trouble import Limited, Unavailable
from mag.records import canonical_json, digest
from mag.runs import read_json, write_atomic, write_json

T = TypeVar("T")
GATHER_S = 1.0  # nothing more is asked for so long: what has been gathered is sent
GRACE_S = 120.0  # a batch may be so late in the provider's own list, counted from the trouble: the upload itself may take long
ROOM_S, QUEUE_S = 900.0, 86_400.0  # a provider's queue is full: between tries; in all, since within a day it has worked off what waits
FIRST_PAUSE_S, LONGEST_PAUSE_S = 5.0, 300.0  # between looks at a batch, and after trouble
ATTEMPTS = 12  # calls in a row that get no answer

TOO_MANY = 429  # the status of a batch that failed as a whole for want of room in the provider's queue

Body = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Sent:
    """One batch, as written down."""

    label: str
    keys: tuple[str, ...]
    at: float  # UNIX seconds
    batch: str = ""  # the provider's id
    foreign: tuple[str, ...] = ()  # ids taken for it that turned out to be others'


class Desk:
    """Gathers what is asked at a time into batches and hands each asker its item. An async context manager; one process a folder."""

    def __init__(
        self, batcher: Batcher, folder: Path, clock: Clock | None = None, report: Callable[[str], None] = lambda line: None
    ) -> None:
        self.batcher = batcher
        self.folder = folder
        self._clock = clock or WallClock()
        self._report = report
        self._replies: dict[str, Item] = {}
        self._given: dict[str, int] = {}  # content -> replies handed out
        self._open: dict[str, Sent] = {}  # label -> batch that has not ended
        self._ids: set[str] = set()  # of every batch of this folder
        self._asked: dict[str, asyncio.Future[Item | None]] = {}
        self._tray: dict[str, Body] = {}
        self._weight = 0
        self._timer: asyncio.TimerHandle | None = None
        self._followers: dict[str, asyncio.Task[None]] = {}
        self._full_since: float | None = None  # UNIX seconds; None: the provider's queue had room for the last batch
        self._sending = asyncio.Lock()  # one at a time, so that a kill leaves one batch at most whose id is not known
        self._closing = ExitStack()

    async def __aenter__(self) -> "Desk":
        with ExitStack() as opening:
            opening.enter_context(held(self.folder / ".lock", f"{self.folder} is in use"))
            for path in sorted(self.folder.glob("*.json")):
                row = read_json(path)
                sent = Sent(row["label"], tuple(row["keys"]), row["at"], row["batch"], tuple(row["foreign"]))
                self._ids.add(sent.batch)
                if self._results(sent).exists():
                    self._replies |= {item.key: item for item in self._read(sent) if item.reply is not None}
                else:
                    self._open[sent.label] = sent
            self._closing = opening.pop_all()
        return self

    def _read(self, sent: Sent) -> list[Item]:
        path = self._results(sent)
        try:
            return [Item(**json.loads(line)) for line in path.read_bytes().splitlines()]
        except (ValueError, TypeError):
            raise Corrupt(f"{path} is damaged; remove it, and what the provider still has of that batch is fetched again") from None

    async def __aexit__(self, *_: object) -> None:
        if self._timer is not None:
            self._timer.cancel()
        for task in self._followers.values():
            task.cancel()
        await asyncio.gather(*self._followers.values(), return_exceptions=True)
        self._closing.close()

    async def ask(self, content: str, body: Callable[[], Body]) -> Item:
        """What became of this request. `content` tells it from others; once a reply was handed out for it, the same content is a new one.

        Those who ask the same at the same time share an item.
        Raises what concerns the whole batch: nothing is lost then, the same command goes on with what was sent.
        """
        number = self._given.get(content, 0) + 1
        key = digest([content, number])[:40]
        item = self._replies.get(key) or await self._answer(key, body)
        if item.reply is not None:
            self._given[content] = number
        return item

    async def _answer(self, key: str, body: Callable[[], Body]) -> Item:
        while True:
            if key not in self._asked:
                sent = next((sent for sent in self._open.values() if key in sent.keys), None)
                if sent is not None:
                    self._follow(sent, None)
                else:
                    self._asked[key] = asyncio.get_running_loop().create_future()
                    self._put(key, body())
            item = await asyncio.shield(self._asked[key])
            if item is not None:  # None: its batch never came to be
                return item

    def _put(self, key: str, body: Body) -> None:
        """Into the tray, which is sent when it is full, or nothing more comes."""
        weight = size_of(body)
        if self._tray and (self._weight + weight > self.batcher.max_bytes or len(self._tray) >= self.batcher.max_items):
            self._seal()
        self._tray[key] = body
        self._weight += weight
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(GATHER_S, self._seal)

    def _seal(self) -> None:
        bodies, self._tray, self._weight = self._tray, {}, 0
        if bodies:
            at = time.time()
            sent = Sent(f"mag-{digest([list(bodies), at])[:32]}", tuple(bodies), at)
            self._open[sent.label] = sent
            self._follow(sent, bodies)

    def _follow(self, sent: Sent, bodies: Mapping[str, Body] | None) -> None:
        for key in sent.keys:
            self._asked.setdefault(key, asyncio.get_running_loop().create_future())
        self._followers[sent.label] = asyncio.create_task(self._see_through(sent, bodies))

    async def _see_through(self, sent: Sent, bodies: Mapping[str, Body] | None) -> None:
        """From here to the last item; whatever goes wrong reaches those who asked."""
        try:
            known = await self._send(sent, bodies) if bodies else sent if sent.batch else await self._find(sent)
            bodies = None
            while known is not None:
                standing = await self._ended(known)
                if await self._had_no_room(standing):
                    break
                items = await self._items(known, standing)
                if items is not None:
                    return self._close(known, items)
                known = await self._find(self._keep(replace(known, batch="", foreign=(*known.foreign, known.batch))))
            self._drop(sent)
            self._settle(sent, dict.fromkeys(sent.keys))
        except Exception as error:
            for key in sent.keys:
                if (asked := self._asked.pop(key, None)) is not None and not asked.done():
                    asked.set_exception(error)
                    asked.exception()  # seen, also where nobody asks for it now

    async def _send(self, sent: Sent, bodies: Mapping[str, Body]) -> Sent | None:
        """Submitted once. A call that failed halfway may have made the batch all the same: it is looked for before it is made again."""
        async with self._sending:
            for attempt in range(ATTEMPTS):
                self._keep(sent := replace(sent, at=time.time()))
                try:
                    batch = await self.batcher.submit(sent.label, bodies)
                except Limited as trouble:
                    await self._clock.sleep(min(trouble.wait_s or _pause(attempt), LONGEST_PAUSE_S))
                except Unavailable as trouble:
                    self._report(f"sending a batch: {trouble}")
                    await self._clock.sleep(_pause(attempt))
                    if (found := await self._find(sent)) is not None:
                        return found
                except MagError:
                    self._drop(sent)
                    raise
                else:
                    self._report(f"{len(bodies)} requests sent as batch {batch}")
                    return self._keep(replace(sent, batch=batch))
        self._drop(sent)
        raise Unavailable(f"no batch could be sent in {ATTEMPTS} tries; give the same command again later, nothing is lost")

    async def _had_no_room(self, standing: Standing) -> bool:
        """Whether the provider's queue was full and the batch is to be sent again, now that there was a pause; not for ever."""
        if standing.failed is None or standing.failed.status != TOO_MANY:
            self._full_since = None
            return False
        now = time.time()
        self._full_since = self._full_since or now
        if now - self._full_since >= QUEUE_S:
            return False
        self._report(f"the provider's queue is full; the batch is sent again in {ROOM_S / 60:.0f} minutes")
        await self._clock.sleep(ROOM_S)
        return True

    async def _find(self, sent: Sent) -> Sent | None:
        """The batch at the provider whose id was never written down; None when there is none."""
        until = time.time() + GRACE_S
        while True:
            found = await self._patient(lambda: self.batcher.find(sent.label, sent.keys, sent.at))
            ours = [batch for batch in found if batch not in self._ids and batch not in sent.foreign]
            if ours:
                return self._keep(replace(sent, batch=ours[0]))
            left = until - time.time()
            if left <= 0:
                return None
            await self._clock.sleep(min(left, FIRST_PAUSE_S))

    async def _ended(self, sent: Sent) -> Standing:
        looks = 0
        while not (standing := await self._patient(lambda: self._poll(sent))).ended:
            await self._clock.sleep(_pause(looks))
            looks += 1
        return standing

    async def _poll(self, sent: Sent) -> Standing:
        try:
            return await self.batcher.poll(sent.batch)
        except BadInput as trouble:
            where = self.folder / f"{sent.label}.json"
            raise BadInput(f"batch {sent.batch}: {trouble} (if it is gone there, remove {where}: its requests are sent anew)") from None

    async def _items(self, sent: Sent, standing: Standing) -> list[Item] | None:
        """One item a key; None when the batch turns out to be somebody else's."""
        if standing.failed is not None:
            return [replace(standing.failed, key=key) for key in sent.keys]
        items = await self._patient(lambda: self.batcher.collect(sent.batch))
        found = {item.key: item for item in reversed(items)}
        if items and not found.keys() & set(sent.keys):
            return None
        return [found.get(key) or Item(key, status=EXPIRED, error={"message": "the batch has no result for it"}) for key in sent.keys]

    async def _patient(self, call: Callable[[], Awaitable[T]]) -> T:
        """Call until there is an answer; a batch that is being worked on is not given up for a bad minute."""
        for attempt in range(ATTEMPTS):
            try:
                return await call()
            except (Limited, Unavailable) as trouble:
                problem = str(trouble)
                await self._clock.sleep(_pause(attempt))
        raise Unavailable(f"{problem}, {ATTEMPTS} times in a row; what was sent is kept there: give the same command again later")

    def _results(self, sent: Sent) -> Path:
        return self.folder / f"{sent.label}.jsonl"

    def _keep(self, sent: Sent) -> Sent:
        write_json(self.folder / f"{sent.label}.json", asdict(sent))
        self._open[sent.label] = sent
        if sent.batch:
            self._ids.add(sent.batch)
        return sent

    def _drop(self, sent: Sent) -> None:
        """Forget a batch that never came to be."""
        del self._open[sent.label]
        (self.folder / f"{sent.label}.json").unlink(missing_ok=True)

    def _close(self, sent: Sent, items: list[Item]) -> None:
        write_atomic(self._results(sent), "".join(canonical_json(asdict(item)) + "\n" for item in items).encode())
        del self._open[sent.label]
        self._replies |= {item.key: item for item in items if item.reply is not None}
        self._report(f"batch {sent.batch}: {sum(item.reply is not None for item in items)} of {len(items)} requests answered")
        self._settle(sent, {item.key: item for item in items})

    def _settle(self, sent: Sent, items: Mapping[str, Item | None]) -> None:
        for key in sent.keys:
            if (asked := self._asked.pop(key, None)) is not None and not asked.done():
                asked.set_result(items[key])


def _pause(number: int) -> float:
    return min(LONGEST_PAUSE_S, FIRST_PAUSE_S * 1.5 ** min(number, 20))


def size_of(body: Any) -> int:
    """About as many bytes as it has as JSON; bytes are sent in base64."""
    if isinstance(body, str):
        return len(body) + 2
    if isinstance(body, bytes):
        return 4 * len(body) // 3
    if isinstance(body, Mapping):
        return sum(len(str(key)) + 4 + size_of(value) for key, value in body.items())
    return sum(map(size_of, body)) + 2 if isinstance(body, list | tuple) else 8
