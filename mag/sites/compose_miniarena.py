"""miniarena in containers: a site a container, the same rows and pages as the embedded sets."""

import asyncio
from typing import Any

from mag.errors import BadInput, SiteDown
from mag.miniarena import SITE_KEYS
from mag.miniarena.core import load_site
from mag.miniarena.snapshot import source_digest
from mag.settings import SitesConf
from mag.sites.checks import Row, Site, wait_until
from mag.sites.compose import ComposeSet
from mag.sites.engine import Engine
from mag.sites.http import fetch, site_client
from mag.sites.miniarena import LOGIN, account_of

PORTS_PER_SET = 2 * len(SITE_KEYS)
START_S = 60.0
ROWS = {
    "gitlab": Row("/explore", "Wickbuild"),
    "map": Row("/", "Phone numbers from shop windows"),
    "reddit": Row("/forums", "Bookbinding"),
    "shopping": Row("/c/kitchen-dining/cookware", "Ashcombe Cast Iron Skillet"),
    "shopping_admin": Row("/catalog/products", "Fjord Running Skirt"),
    "wikipedia": Row("/", "Arrowel lily"),
}


def sites() -> dict[str, Site]:
    """What is known of miniarena's six sites."""
    accounts = {key: account_of(key) if load_site(key).account else None for key in SITE_KEYS}
    return {key: Site(key, ROWS[key], LOGIN if account else None, account) for key, account in accounts.items()}


class MiniarenaContainers(ComposeSet):
    """A container holds nothing but its site, so a reset makes those anew that were written to, be it only by a visitor's session."""

    stack = "miniarena"
    resets_per_episode = True

    def __init__(self, number: int, conf: SitesConf, engine: Engine) -> None:
        super().__init__(number, conf, engine, sites())
        self.expected = f"snapshot-{source_digest()}"

    def layout(self, base_port: int, number: int) -> dict[str, int]:
        """See ComposeSet: six sites, then their six control ports."""
        first = base_port + PORTS_PER_SET * (number - 1)
        return {name: first + offset for offset, name in enumerate((*SITE_KEYS, *(f"{key} control" for key in SITE_KEYS)))}

    def variables(self) -> dict[str, str]:
        """See ComposeSet."""
        return super().variables() | {f"MAG_CONTROL_{key.upper()}": str(self.ports[f"{key} control"]) for key in self.sites}

    async def identify(self) -> str:
        """See ComposeSet: the embedded sets' name for the same data, so that rows compare."""
        return self.expected

    async def ready(self, key: str) -> None:
        """See ComposeSet: it is this version's, its data is the snapshot's, and its page is served."""

        async def well() -> None:
            answer = await self._status(key)
            if answer["snapshot"] != f"{self.expected}-{key}":
                raise BadInput(f"the image of {key} holds {answer['snapshot']}, this version is {self.expected}; run `make images`")
            if not answer["pristine"]:
                raise SiteDown(f"set {self.number}: {key} does not hold the snapshot's data; reset the set with `mag sites reset`")
            async with site_client(self.hosts) as client:
                await fetch(client, "GET", f"{self.urls[key]}/healthz")

        await wait_until(well, START_S, pause=0.1)

    async def changed(self) -> list[str]:
        """See ComposeSet; a site that does not answer counts as changed."""

        async def touched(key: str) -> bool:
            try:
                return not (await self._status(key))["untouched"]
            except SiteDown:
                return True

        return [key for key, found in zip(self.sites, await asyncio.gather(*map(touched, self.sites)), strict=True) if found]

    async def fingerprint(self) -> dict[str, str]:
        """See EnvironmentSet.fingerprint: over every row, as the embedded sets give it."""
        answers = await asyncio.gather(*map(self._status, self.sites))
        return {key: answer["fingerprints"][key] for key, answer in zip(self.sites, answers, strict=True)}

    async def _status(self, key: str) -> dict[str, Any]:
        async with site_client({}) as client:
            answer: dict[str, Any] = (await fetch(client, "GET", f"http://127.0.0.1:{self.ports[f'{key} control']}/status")).json()
            return answer
