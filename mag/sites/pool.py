"""The environment sets a program works on: those that are up and free, and private ones for the rest."""

import asyncio
import fcntl
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from mag.errors import BadInput
from mag.miniarena.snapshot import build
from mag.settings import SitesConf
from mag.sites.base import EnvironmentSet
from mag.sites.miniarena import running, start


@contextmanager
def environment_sets(conf: SitesConf) -> Iterator[list[EnvironmentSet]]:
    """As many sets as the conf says: detached ones nobody else holds first, then private ones, which end with the block."""
    if conf.kind != "miniarena":
        raise BadInput(f"sites.kind is {conf.kind!r}; this version knows miniarena")
    home, number = Path(conf.home), conf.sets
    snapshot = build(home / "snapshots").name
    with ExitStack() as stack:
        sets: list[EnvironmentSet] = []
        for found in running(home):
            if len(sets) < number and stack.enter_context(_hold(home / "sets" / f"set{found.number}.lock")):
                if found.snapshot != snapshot:
                    raise BadInput(
                        f"set {found.number} is up with other data than this version's; run `mag sites down`, then `mag sites up`"
                    )
                sets.append(found)
        taken = {item.number for item in sets}
        for free in (candidate for candidate in range(1, 2 * number + 1) if candidate not in taken):
            if len(sets) == number:
                break
            private = start(free, home)
            sets.append(private)
            stack.callback(_close, private)
        yield sorted(sets, key=lambda item: item.number)


def _close(site_set: EnvironmentSet) -> None:
    asyncio.run(site_set.close())


@contextmanager
def _hold(path: Path) -> Iterator[bool]:
    """Whether the lock could be had; held until the end of the block, let go by the kernel however the process ends."""
    with path.open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            yield False
            return
        yield True
