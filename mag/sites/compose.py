"""Environment sets in containers: a compose project a set, ports of its own on loopback, reset by making its containers anew.

What the containers run is a stack: compose_miniarena.py and compose_webarena.py say what the two stacks have of their own.
"""

import time
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from mag.errors import BadInput
from mag.miniarena import hostname
from mag.runs import read_json, write_json
from mag.settings import SitesConf
from mag.sites.checked import CheckedSet
from mag.sites.checks import Site, report, together, with_account
from mag.sites.engine import Engine, Project


class ComposeSet(CheckedSet, ABC):
    """One set of containers (an EnvironmentSet). Its stack's class says which services there are and when one is ready."""

    stack: ClassVar[str]
    resets_per_episode = False

    def __init__(self, number: int, conf: SitesConf, engine: Engine, sites: Mapping[str, Site]) -> None:
        known = {key: with_account(site) for key, site in sites.items()}
        self.ports = self.layout(conf.base_port, number)
        hosts = {hostname(key): self.ports[key] for key in known}
        super().__init__(number, hosts, {key: f"http://{hostname(key)}{site.path}" for key, site in known.items()}, known)
        self.record = record_of(conf, number)
        noted = read_json(self.record) if self.record.exists() else None
        if noted and noted["stack"] != self.stack:
            raise BadInput(f"set {number} is up with {noted['stack']}; run `mag sites down --kind compose --stack {noted['stack']}` first")
        self.snapshot: str = noted["snapshot"] if noted else ""
        self.is_up: bool = bool(noted and noted["ready"])
        self.project = self.project_of(conf, engine, f"mag-set{number}", self.stack)

    def project_of(self, conf: SitesConf, engine: Engine, name: str, profile: str) -> Project:
        """A compose project with this set's ports."""
        file = Path(conf.compose_file)
        if not file.is_file():
            raise BadInput(f"{file} is not there; run this in the checkout, or name the file as compose_file in conf/sites.yaml")
        return Project(engine, file, name, profile, self.variables(), self.record.with_suffix(".log"))

    @abstractmethod
    def layout(self, base_port: int, number: int) -> dict[str, int]:
        """Loopback port of every site and of what else the stack publishes; no two sets share one that is not shared."""

    def variables(self) -> dict[str, str]:
        """Variables of the compose file."""
        return {f"MAG_PORT_{key.upper()}": str(self.ports[key]) for key in self.sites}

    @abstractmethod
    async def identify(self) -> str:
        """Name of the data a reset returns to."""

    @abstractmethod
    async def ready(self, key: str) -> None:
        """Bring a container that runs to the point where it serves the snapshot; SiteDown when it does not get there."""

    async def prepare(self) -> None:
        """Start what all sets of the stack share."""

    async def release(self) -> None:
        """Stop what all sets of the stack share."""

    def own(self) -> list[str]:
        """The sites whose containers are this set's alone."""
        return list(self.sites)

    async def changed(self) -> list[str]:
        """Those of them that a reset makes anew."""
        return self.own()

    async def start(self) -> float:
        """Make what does not answer, which is all of a new set or of one whose start broke off, and wait until it is ready; seconds."""
        keys = self.own()
        if self.is_up:
            found = await report(self.hosts, {key: self.urls[key] for key in keys}, self.sites, deep=False)
            keys = [key for key in keys if found[key]]
        return await self._make(keys)

    async def reset(self) -> float:
        """See EnvironmentSet.reset: containers removed and made anew from their images; seconds by this side's clock."""
        return await self._make(await self.changed())

    async def close(self) -> None:
        """See EnvironmentSet.close."""
        await self.project.down()
        self.record.unlink(missing_ok=True)

    async def _make(self, keys: Sequence[str]) -> float:
        started = time.monotonic()
        self._note(ready=False)
        if keys:
            await self.project.renew([f"{self.stack}-{key}" for key in keys])
            await together(self.ready(key) for key in keys)
        self.snapshot = await self.identify()
        self._note(ready=True)
        return time.monotonic() - started

    def _note(self, ready: bool) -> None:
        self.is_up = ready
        write_json(self.record, {"number": self.number, "stack": self.stack, "snapshot": self.snapshot, "ready": ready})


def record_of(conf: SitesConf, number: int) -> Path:
    """Where it is written down that a set of containers is up."""
    return Path(conf.home) / "sets" / f"compose-set{number}.json"
