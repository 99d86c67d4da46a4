"""One model, one thread, every request of the process: prompts join the running batch and leave it at any token.

Prompts waiting are read before the next token of the running rows, up to READ_TOKENS of them a step; so a batch fills quickly and
long prompts hold nobody up for long. Whoever waits for a completion always gets an answer: it, or why there is none.
"""

import queue
import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mag.errors import MagError
from mag.local.batch import Batch, Row

if TYPE_CHECKING:
    from torch import Tensor

READ_TOKENS = 8_192  # of prompts before the running rows get their next token


class EngineStopped(MagError):
    """The engine's thread is gone: closed, or brought down by an error."""


@dataclass(frozen=True, slots=True, eq=False)
class Request:
    """A row on its way, and who waits for it. Equal to itself only: two samples of one prompt are two requests."""

    row: Row
    future: "Future[Row]"


@dataclass(frozen=True, slots=True)
class Swap:
    """Other weights, and who waits until they are in."""

    source: "Path | Mapping[str, Tensor]"
    future: "Future[str]"


class Engine:
    """Runs `batch` in a thread of its own from the start. `weights` names those in it; `replace` puts others into the model."""

    def __init__(self, batch: Batch, weights: str, replace: "Callable[[Any, Path | Mapping[str, Tensor]], str]", threads: int) -> None:
        self.weights = weights
        self._batch, self._replace, self._threads = batch, replace, threads
        self._inbox: queue.SimpleQueue[Request | Swap | None] = queue.SimpleQueue()
        self._waiting: deque[Request | Swap] = deque()
        self._running: list[Request] = []
        self._end: MagError | None = None  # why nothing is taken any more
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._work, name="mag-local-engine", daemon=True)
        self._thread.start()

    def submit(self, row: Row) -> "Future[Row]":
        """The row, done, in time. Cancelling the future frees the row's slot. Raises EngineStopped when nothing runs any more."""
        future: Future[Row] = Future()
        self._put(Request(row, future))
        return future

    def load_weights(self, source: "Path | Mapping[str, Tensor]") -> "Future[str]":
        """Other weights for all requests submitted from now on; those before it are finished first. The digest of what is in, in time.

        The future holds BadInput where they do not fit; the old ones stay then.
        """
        future: Future[str] = Future()
        self._put(Swap(source, future))
        return future

    def close(self) -> None:
        """Stop, and wait for the thread. Whoever still waits gets EngineStopped."""
        with self._lock:
            self._end = self._end or EngineStopped("the local engine is closed; open its model again")
            self._inbox.put(None)
        self._thread.join()

    def _put(self, item: "Request | Swap") -> None:
        with self._lock:
            if self._end is not None:
                raise self._end
            self._inbox.put(item)

    def _work(self) -> None:
        try:
            import torch

            torch.set_num_threads(self._threads)  # of this thread; sums depend on it
            with torch.inference_mode():
                while self._take():
                    self._drop_cancelled()
                    self._admit()
                    if self._batch.rows:
                        self._deliver(self._batch.step())
        except BaseException as error:
            self._fall(error)
        else:
            self._fall(None)

    def _take(self) -> bool:
        """Everything that has come, waiting for it where there is nothing else to do; False: stop."""
        idle = not self._waiting and not self._batch.rows
        with suppress(queue.Empty):
            while True:
                item = self._inbox.get(block=idle)
                if item is None:
                    return False
                self._waiting.append(item)
                idle = False
        return True

    def _drop_cancelled(self) -> None:
        for request in [one for one in self._running if one.future.cancelled()]:
            self._batch.leave(request.row)
            self._running.remove(request)

    def _admit(self) -> None:
        """Read waiting prompts while there are slots; swap weights once the batch is empty, and admit nothing past a swap before."""
        read = 0
        while self._waiting and read < READ_TOKENS:
            first = self._waiting[0]
            if first.future.cancelled():
                self._waiting.popleft()
            elif isinstance(first, Swap):
                if self._batch.rows:
                    return
                self._waiting.popleft()
                self._swap(first)
            elif self._batch.free:
                self._waiting.popleft()
                self._running.append(first)
                self._batch.join(first.row)
                read += len(first.row.prompt.ids)
                if first.row.done:
                    self._deliver([first.row])
            else:
                return

    def _swap(self, swap: Swap) -> None:
        try:
            self.weights = self._replace(self._batch.model, swap.source)
        except MagError as error:
            _settle(swap.future, error)
            return
        self._batch.forget()
        _settle(swap.future, self.weights)

    def _deliver(self, rows: Sequence[Row]) -> None:
        for row in rows:
            request = next(one for one in self._running if one.row is row)
            self._running.remove(request)
            _settle(request.future, row)

    def _fall(self, error: BaseException | None) -> None:
        """Tell everyone who waits, and everyone who comes, why there is nothing."""
        with self._lock:
            if error is not None:
                said = " ".join(str(error).split())[:200]
                self._end = EngineStopped(f"the local engine stopped: {type(error).__name__}: {said}; correct the cause and start again")
                self._end.__cause__ = error
            assert self._end is not None, "it ends by an error or by close()"
            left: list[Any] = [*self._running, *self._waiting]
            with suppress(queue.Empty):
                while True:
                    left.append(self._inbox.get_nowait())
        for item in left:
            if item is not None:
                _settle(item.future, self._end)


def _settle(future: "Future[Any]", outcome: Any) -> None:
    with suppress(InvalidStateError):  # cancelled a moment ago
        if isinstance(outcome, BaseException):
            future.set_exception(outcome)
        else:
            future.set_result(outcome)
