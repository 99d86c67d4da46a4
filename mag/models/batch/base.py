"""A provider's batches, free of any SDK: bodies in, one item each out. What is in a body is the live client's business."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from mag.errors import MagError
from mag.models.trouble import PASSING, Endpoint
from mag.records import Completion

T = TypeVar("T")
UPLOAD_S = 900.0  # for one call; a batch holds up to a hundred megabytes
EXPIRED = 408  # the status of an item that the provider did not get to


@dataclass(frozen=True, slots=True)
class Item:
    """What became of one request of a batch."""

    key: str
    reply: Any = None  # the body the live endpoint would have answered with, as JSON; None: there is none
    status: int = 200  # else the HTTP status that stands for what went wrong
    error: Any = None  # the provider's own words for it, as JSON

    @property
    def passing(self) -> bool:
        """Asking again may help: expired, too fast, or trouble at the provider's."""
        return self.reply is None and (self.status in (429, *PASSING) or self.status >= 500)


@dataclass(frozen=True, slots=True)
class Standing:
    """How far a batch is."""

    ended: bool
    failed: Item | None = None  # ended as a whole without results: what each of its items is then (its key is empty)


class Batcher(Protocol):
    """One model's batches. Opened like a Model; every call raises the errors of `mag.models.trouble`, or BadInput."""

    max_items: int
    max_bytes: int  # of the bodies as JSON

    async def submit(self, label: str, bodies: Mapping[str, Mapping[str, Any]]) -> str:
        """Send the bodies by key, once; the provider's id of the batch."""

    async def find(self, label: str, keys: Sequence[str], since: float) -> list[str]:
        """Ids of the batches, the newest first, that are, or may be, the one sent under this label with these keys after `since` (UNIX)."""

    async def poll(self, batch: str) -> Standing:
        """How far it is."""

    async def collect(self, batch: str) -> list[Item]:
        """The items of a batch that has ended, in any order."""

    def completion(self, item: Item) -> Completion:
        """The completion in an item, a blocked one included. Raises as Model.complete where there is none."""

    async def __aenter__(self) -> Any: ...

    async def __aexit__(self, *_: object) -> None: ...


Blame = Callable[[Exception], MagError | Completion | None]  # see mag.models.client.Client


async def guarded(sending: Awaitable[T], endpoint: Endpoint, blame: Blame) -> T:
    """What the SDK answers. Its exceptions become ours and are raised outside the handler, since they hold the request with the key."""
    try:
        async with asyncio.timeout(UPLOAD_S):
            return await sending
    except TimeoutError:
        trouble: MagError | Completion | None = endpoint.late(UPLOAD_S)
    except Exception as error:
        trouble = blame(error)
        if trouble is None:
            raise
    raise trouble if isinstance(trouble, MagError) else endpoint.status(400, "filtered")


def completed(item: Item, read: Callable[[Any], Completion], error: Callable[[Item], Exception], blame: Blame) -> Completion:
    """The completion in an item: its reply read, or its error blamed, as the live client does it."""
    if item.reply is not None:
        return read(item.reply)
    trouble = blame(error(item))
    if isinstance(trouble, Completion):
        return trouble
    assert trouble is not None, "every status is some trouble"
    raise trouble
