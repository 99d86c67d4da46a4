"""Replies kept beyond one evaluation: an equal request to the same model is answered without asking. For development and repeated drafts.

Off unless asked for, since a cached reply says nothing about the provider of today; never in training, where equal samples would pass for
independent ones. Each reply out of it is marked (`Usage.reused`), and a model behind it has another identity, so that plans, keys and
tables show it.

<home>/responses/<first two digits>/<key>.json, written whole or not at all: any number of processes may share it.
"""

import json
import os
import time
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from itertools import count
from pathlib import Path
from typing import Literal

from pydantic import ValidationError

from mag.errors import BadInput
from mag.journal import encoded
from mag.models.base import Ask, Model
from mag.models.ledger import COMPLETIONS
from mag.records import Completion, digest
from mag.settings import Settings

Phase = Literal["evaluation", "training"]
MARK = "+cache"  # at the end of the identity


class Responses:
    """The store."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._serial = count()

    @classmethod
    def of(cls, settings: Settings) -> "Responses":
        """The one of this machine's conf."""
        return cls(Path(settings.sites.home) / "responses")

    def get(self, key: str) -> Completion | None:
        """The reply under this key; None when there is none, or its file is damaged."""
        path = self._path(key)
        try:
            completion = COMPLETIONS.validate_python(json.loads(path.read_bytes()))
            os.utime(path)  # prune goes by the last use
        except (OSError, ValueError, ValidationError):
            return None
        return completion

    def put(self, key: str, completion: Completion) -> None:
        """Keep a reply. Trouble with the disk only means that it is not kept."""
        path = self._path(key)
        partial = path.with_name(f".{key}.{os.getpid()}.{next(self._serial)}")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            partial.write_bytes(encoded(asdict(completion)))
            partial.replace(path)
        except OSError:
            with suppress(OSError):
                partial.unlink()

    def _path(self, key: str) -> Path:
        return self.folder / key[:2] / f"{key}.json"

    def size(self) -> "Size":
        """What it holds."""
        sizes = [size for _, size, _ in self._files()]
        return Size(len(sizes), sum(sizes))

    def prune(self, keep_bytes: int) -> "Size":
        """Remove what was not used for longest, until at most so many bytes are left; what was removed."""
        files = sorted(self._files())
        over, removed = sum(size for _, size, _ in files) - keep_bytes, []
        for _, size, path in files:
            if over <= 0:
                break
            path.unlink(missing_ok=True)
            removed.append(size)
            over -= size
        return Size(len(removed), sum(removed))

    def _files(self) -> list[tuple[float, int, Path]]:
        """Last use, bytes, path. A file that another process removes meanwhile is passed over; one left half written counts as old."""
        found = []
        for path in self.folder.glob("*/*"):
            try:
                stat = path.stat()
            except FileNotFoundError:
                continue
            left = path.name.startswith(".") and time.time() - stat.st_mtime > 60
            if left or not path.name.startswith("."):
                found.append((0.0 if left else stat.st_mtime, stat.st_size, path))
        return found


@dataclass(frozen=True, slots=True)
class Size:
    """How many replies, and their bytes."""

    replies: int
    bytes: int


class Cached:
    """A model behind the store. `where`: the server that is asked, "" for the provider's own. Raises BadInput in training."""

    def __init__(self, inner: Model, store: Responses, phase: Phase, where: str = "") -> None:
        if phase == "training":
            raise BadInput("the response cache is never used in training: a sample out of it is no new sample; leave cache off")
        self.inner = inner
        self._store = store
        self._where = where

    @property
    def name(self) -> str:
        """The inner model's."""
        return self.inner.name

    @property
    def identity(self) -> str:
        """The inner model's, marked."""
        return self.inner.identity + MARK

    async def complete(self, ask: Ask) -> Completion:
        """The kept reply, marked as reused and without cost, else the model's."""
        key = self._key(ask)
        asked = time.perf_counter()
        known = self._store.get(key)
        if known is None:
            completion = await self.inner.complete(ask)
            self._store.put(key, completion)
            return completion
        ms = 1000 * (time.perf_counter() - asked)
        return replace(known, usage=replace(known.usage, ms=ms, requests=0, cost_usd=0.0, reused=True))

    def _key(self, ask: Ask) -> str:
        """Samples that nothing fixes are kept apart by the place they are asked from (task, sample, seed, step)."""
        fixed = ask.decoding.temperature == 0 or ask.decoding.seed is not None
        return digest([self.inner.identity, self._where, ask.key, "" if fixed else ask.call])

    async def __aenter__(self) -> "Cached":
        await self.inner.__aenter__()
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self.inner.__aexit__(*exc)
