"""Put a queue's pending questions to a judge, each paid for once, whatever stops it (MAG 4.1: deferred verdicts)."""

import asyncio
import re
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from mag.judge.gateway import Gateway
from mag.judge.queue import JudgeQueue, RulingFile
from mag.judge.ruling import Ruling
from mag.locks import held
from mag.models.pace import Stopped
from mag.models.trouble import Unavailable
from mag.records import Question

Progress = Callable[["DrainReport"], None]
Ruled = Callable[[Ruling], Awaitable[None]]


@dataclass(slots=True)
class DrainReport:
    """What a drain did. Every question it found pending is in exactly one of decided, undecided, cached, unanswered."""

    pending: int = 0
    cached: int = 0  # ruled on before, in this or another run
    decided: int = 0
    undecided: int = 0  # no clear verdict in any of its replies; recorded
    unanswered: int = 0  # no reply; still pending
    requests: int = 0
    replies: int = 0
    limited: int = 0
    unavailable: int = 0
    timeouts: int = 0
    unclear: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    peak: int = 0  # requests at once
    seconds: float = 0.0
    problem: str = ""  # the last reason why there was no reply
    stopped: str = ""  # why it ended early

    @property
    def asked(self) -> int:
        """Questions the judge ruled on now."""
        return self.decided + self.undecided


def cache_of(store: Path, judge: str) -> RulingFile:
    """The rulings of this judge that all runs share."""
    return RulingFile(store / f"{re.sub(r'[^A-Za-z0-9.-]+', '_', judge)}.jsonl")


async def drain(queue: JudgeQueue, gateway: Gateway, store: Path, again: bool = False, progress: Progress | None = None) -> DrainReport:
    """Rule on what is pending, from the cache where it can be; `again` also asks what the judge was undecided on.

    Each ruling is on disk, in the cache and in the queue, as soon as it is there. Ends early when the provider cannot be used (raises
    BadInput or Transient) or `gateway.stop()` was called (`stopped` says so). Two drains of one judge exclude each other (BadInput), so
    that no question is paid for twice.
    """
    judge, started = gateway.judge.name, time.monotonic()
    cache = cache_of(store, judge)
    with held(cache.path.with_suffix(".lock"), f"a drain for {judge} is under way"):
        pending = queue.pending(judge, again)
        known = {key: ruling for key, ruling in cache.of(judge).items() if not (again and ruling.value is None)}
        here = [known[question.key] for question in pending if question.key in known]
        queue.verdicts.add(here)
        report = DrainReport(pending=len(pending), cached=len(here), unanswered=len(pending) - len(here))

        keep = _Keeper([cache, queue.verdicts]).keep

        async def ruled(ruling: Ruling) -> None:
            await keep(ruling)
            report.unanswered -= 1
            report.undecided += ruling.value is None
            report.decided += ruling.value is not None
            _bring_up_to_date(report, gateway, started)
            if progress:
                progress(report)

        try:
            await ask_all([question for question in pending if question.key not in known], gateway, ruled)
        except Stopped as stop:
            report.stopped = str(stop)
        _bring_up_to_date(report, gateway, started)
        return report


class _Keeper:
    """Stores rulings in files, one after the other, off the event loop; those that come while the disk is busy are written together."""

    def __init__(self, files: list[RulingFile]) -> None:
        self._files = files
        self._new: list[Ruling] = []
        self._writing = asyncio.Lock()

    async def keep(self, ruling: Ruling) -> None:
        """On disk when this returns."""
        self._new.append(ruling)
        async with self._writing:
            if self._new:  # else whoever held the lock before wrote this one too
                batch, self._new = self._new, []
                try:
                    await asyncio.to_thread(self._write, batch)
                except BaseException:
                    self._new = batch + self._new  # the others waiting must not take it for written; twice is harmless
                    raise

    def _write(self, batch: list[Ruling]) -> None:
        for file in self._files:
            file.add(batch)


async def ask_all(questions: list[Question], gateway: Gateway, ruled: Ruled) -> None:
    """Put questions to the gateway, as many at once as it allows; `ruled` is awaited with each ruling as it comes.

    A question without any reply is passed over. The first error that concerns all stops the rest, once the requests under way have ended,
    and is raised.
    """
    todo = iter(questions)
    workers = (_work(todo, gateway, ruled) for _ in range(min(gateway.conf.in_flight, len(questions))))
    errors = [end for end in await asyncio.gather(*workers, return_exceptions=True) if end is not None]
    if errors:
        raise min(errors, key=lambda error: isinstance(error, Stopped))  # what stopped the rest, not one of those it stopped


async def _work(todo: Iterator[Question], gateway: Gateway, ruled: Ruled) -> None:
    for question in todo:
        try:
            await ruled(await gateway.rule(question))
        except Unavailable:
            continue
        except BaseException:
            gateway.stop()
            raise


def _bring_up_to_date(report: DrainReport, gateway: Gateway, started: float) -> None:
    for name, value in asdict(gateway.tally).items():
        setattr(report, name, value)
    report.peak = gateway.pace.peak
    report.seconds = round(time.monotonic() - started, 3)
