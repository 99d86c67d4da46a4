"""The three kinds of environment sets behind one face: which are up, start more, stop them."""

import asyncio
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path

from mag.errors import BadInput
from mag.locks import hold, holder
from mag.miniarena.snapshot import build
from mag.settings import SitesConf
from mag.sites import compose_miniarena, webarena
from mag.sites.base import EnvironmentSet
from mag.sites.checked import CheckedSet
from mag.sites.checks import Site, together
from mag.sites.compose import ComposeSet, record_of
from mag.sites.compose_miniarena import MiniarenaContainers
from mag.sites.compose_webarena import WebArenaContainers
from mag.sites.engine import Engine, find_engine
from mag.sites.miniarena import PORTS_PER_SET, MiniarenaSet, running, start, stop_detached
from mag.sites.remote import RemoteSet

TABLES: dict[str, Callable[[], dict[str, Site]]] = {"miniarena": compose_miniarena.sites, "webarena": lambda: dict(webarena.SITES)}
STACKS: dict[str, Callable[[int, SitesConf, Engine], ComposeSet]] = {"miniarena": MiniarenaContainers, "webarena": WebArenaContainers}
MOST_SETS = 64


class Kind(ABC):
    """One kind of set, for one conf."""

    prefix = ""  # of its lock files in home/sets

    def __init__(self, conf: SitesConf) -> None:
        self.conf, self.home = conf, Path(conf.home)
        if conf.stack not in TABLES:
            raise BadInput(f"sites.stack is {conf.stack!r}; the stacks are {', '.join(TABLES)}")

    def sites(self, item: EnvironmentSet) -> dict[str, Site]:
        """What is known of the sites of one of its sets."""
        return item.sites if isinstance(item, CheckedSet) else TABLES["miniarena"]()

    def lock(self, number: int) -> Path:
        """The file whose lock is the lease of a set."""
        return self.home / "sets" / f"{self.prefix}set{number}.lock"

    @abstractmethod
    def found(self) -> Sequence[EnvironmentSet]:
        """The sets that are up, by number."""

    @abstractmethod
    def up(self, count: int) -> list[tuple[EnvironmentSet, float]]:
        """See that sets 1 to count are up and stay up, the missing ones started in parallel; each with its seconds."""

    @abstractmethod
    def down(self) -> int:
        """Stop all that are up; how many there were. BadInput when a program works on one of them."""

    @abstractmethod
    @contextmanager
    def taken(self, count: int) -> Iterator[list[EnvironmentSet]]:
        """As many sets as asked for, nobody else's while the block lasts: those that are up first, then others, which end with it."""

    def _in_use(self) -> None:
        for item in self.found():
            if who := holder(self.lock(item.number)):
                raise BadInput(f"set {item.number} is in use by {who}; wait for it or stop it, then run this again")


class Embedded(Kind):
    """miniarena as a process a set."""

    def found(self) -> list[MiniarenaSet]:
        """See Kind."""
        return running(self.home)

    def up(self, count: int) -> list[tuple[EnvironmentSet, float]]:
        """See Kind."""
        here = {item.number: item for item in running(self.home)}
        build(self.home / "snapshots")

        def one(number: int) -> tuple[EnvironmentSet, float]:
            started = time.monotonic()
            first = self.conf.base_port + PORTS_PER_SET * (number - 1)
            return here.get(number) or start(number, self.home, first, detached=True), time.monotonic() - started

        with ThreadPoolExecutor(count) as pool:
            return list(pool.map(one, range(1, count + 1)))

    def down(self) -> int:
        """See Kind."""
        self._in_use()
        return stop_detached(self.home)

    @contextmanager
    def taken(self, count: int) -> Iterator[list[EnvironmentSet]]:
        """See Kind."""
        snapshot = build(self.home / "snapshots").name
        with ExitStack() as stack:
            sets: list[EnvironmentSet] = []
            for item in running(self.home):
                if len(sets) < count and stack.enter_context(hold(self.lock(item.number))):
                    if item.snapshot != snapshot:
                        raise BadInput(
                            f"set {item.number} is up with other data than this version's; run `mag sites down`, then `mag sites up`"
                        )
                    sets.append(item)
            used = {item.number for item in sets}
            for number in (free for free in range(1, 2 * count + 1) if free not in used):
                if len(sets) == count:
                    break
                private = start(number, self.home)
                sets.append(private)
                stack.callback(_end, private)
            yield sorted(sets, key=lambda item: item.number)


class Compose(Kind):
    """A stack in containers."""

    prefix = "compose-"

    def found(self) -> list[ComposeSet]:
        """See Kind."""
        numbers = [number for number in range(1, MOST_SETS + 1) if record_of(self.conf, number).exists()]
        return self._sets(numbers) if numbers else []

    def up(self, count: int) -> list[tuple[EnvironmentSet, float]]:
        """See Kind."""
        sets = self._sets(range(1, count + 1))
        return list(zip(sets, asyncio.run(_boot(sets)), strict=True))

    def down(self) -> int:
        """See Kind."""
        self._in_use()
        sets = self.found()
        asyncio.run(_close(sets))
        return len(sets)

    @contextmanager
    def taken(self, count: int) -> Iterator[list[EnvironmentSet]]:
        """See Kind."""
        with ExitStack() as stack:
            held: list[int] = []
            up_first = sorted(range(1, MOST_SETS + 1), key=lambda number: not record_of(self.conf, number).exists())
            for number in up_first:
                if len(held) < count and stack.enter_context(hold(self.lock(number))):
                    held.append(number)
            sets = self._sets(sorted(held))
            mine = [item for item in sets if not item.record.exists()]
            stack.callback(lambda: asyncio.run(_close(mine)))
            asyncio.run(_boot(sets))
            yield list(sets)

    def _sets(self, numbers: Sequence[int]) -> list[ComposeSet]:
        engine = find_engine()
        return [STACKS[self.conf.stack](number, self.conf, engine) for number in numbers]


class Remote(Kind):
    """Sets that somebody else runs; conf/sites.yaml says where."""

    prefix = "remote-"

    def found(self) -> list[RemoteSet]:
        """See Kind."""
        if not self.conf.remote:
            raise BadInput("sites.kind is remote, and conf/sites.yaml lists no remote sets; give each one's urls and reset under `remote:`")
        return [RemoteSet(number, conf, TABLES[self.conf.stack]()) for number, conf in enumerate(self.conf.remote, 1)]

    def up(self, count: int) -> list[tuple[EnvironmentSet, float]]:
        """See Kind."""
        raise BadInput("remote sets are started where they run; `mag sites check` says whether they are well")

    def down(self) -> int:
        """See Kind."""
        raise BadInput("remote sets are stopped where they run")

    @contextmanager
    def taken(self, count: int) -> Iterator[list[EnvironmentSet]]:
        """See Kind."""
        with ExitStack() as stack:
            sets: list[EnvironmentSet] = [item for item in self.found()[:count] if stack.enter_context(hold(self.lock(item.number)))]
            if not sets:
                raise BadInput(f"every remote set is in use; set 1 by {holder(self.lock(1))}")
            yield sets


def _end(item: EnvironmentSet) -> None:
    asyncio.run(item.close())


async def _boot(sets: Sequence[ComposeSet]) -> list[float]:
    """Start them in parallel. One that fails does not leave the others half started."""
    if sets:
        await sets[0].prepare()
    seconds = await asyncio.gather(*(item.start() for item in sets), return_exceptions=True)
    for outcome in seconds:
        if isinstance(outcome, BaseException):
            raise outcome
    return [outcome for outcome in seconds if isinstance(outcome, float)]


async def _close(sets: Sequence[ComposeSet]) -> None:
    await together(item.close() for item in sets)
    if sets and not any(sets[0].record.parent.glob("compose-set*.json")):
        await sets[0].release()


KINDS: dict[str, type[Kind]] = {"miniarena": Embedded, "compose": Compose, "remote": Remote}


def kind_of(conf: SitesConf) -> Kind:
    """The kind the conf names."""
    if conf.kind not in KINDS:
        raise BadInput(f"sites.kind is {conf.kind!r}; the kinds are {', '.join(KINDS)}")
    return KINDS[conf.kind](conf)
