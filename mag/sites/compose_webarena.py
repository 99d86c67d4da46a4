"""WebArena's own applications in containers, under the host names every set shares."""

import os
from functools import partial

from mag.errors import SiteDown
from mag.miniarena import hostname
from mag.records import digest
from mag.settings import SitesConf
from mag.sites import webarena
from mag.sites.checks import check, look, together, wait_until
from mag.sites.compose import ComposeSet
from mag.sites.engine import Engine
from mag.sites.webarena import IMAGES, REPAIR_AFTER_S, REPAIRS, SHARED, STEPS, Step

MAP_BACKEND = "map-backend.mag.test"  # tiles, search and routes of the map, where MAG_MAP_BACKEND has an address for it
STEP_PAUSE_S = 5.0


class WebArenaContainers(ComposeSet):
    """Minutes to start, so a reset is for a sweep or a round, not for an episode. Map and encyclopedia are shared by all sets."""

    stack = "webarena"

    def __init__(self, number: int, conf: SitesConf, engine: Engine) -> None:
        super().__init__(number, conf, engine, webarena.SITES)
        self.shared = self.project_of(conf, engine, "mag-shared", "webarena-shared")
        self.pause_s = STEP_PAUSE_S
        if address := os.environ.get("MAG_MAP_BACKEND"):
            self.hosts[MAP_BACKEND] = address

    def layout(self, base_port: int, number: int) -> dict[str, int]:
        """See ComposeSet: the shared sites first, then four sites a set."""
        shared = {key: base_port + offset for offset, key in enumerate(SHARED)}
        own = [key for key in webarena.SITES if key not in SHARED]
        first = base_port + len(SHARED) + len(own) * (number - 1)
        return shared | {key: first + offset for offset, key in enumerate(own)}

    def variables(self) -> dict[str, str]:
        """See ComposeSet; images as named by the environment, so that a name is read in one place."""
        return super().variables() | {variable: os.environ.get(variable, name) for variable, name in IMAGES.values()}

    def own(self) -> list[str]:
        """See ComposeSet."""
        return [key for key in self.sites if key not in SHARED]

    async def identify(self) -> str:
        """See ComposeSet: the images' ids and what is set in them."""
        variables = self.variables()
        ids = await self.project.image_ids([variables[variable] for variable, _ in IMAGES.values()])
        return f"webarena-{digest([ids, repr(STEPS)])[:16]}"

    async def prepare(self) -> None:
        """See ComposeSet."""
        await self.shared.up([f"webarena-{key}" for key in SHARED])
        await together(wait_until(partial(look, self.hosts, self.urls[key]), self.sites[key].start_timeout_s) for key in SHARED)

    async def release(self) -> None:
        """See ComposeSet."""
        await self.shared.down()

    async def ready(self, key: str) -> None:
        """See ComposeSet: set what has to be set, then wait for page, login and row; GitLab's database is repaired where it stays away."""
        site = self.sites[key]
        for step in STEPS.get(key, ()):
            await wait_until(partial(self._apply, key, step), site.start_timeout_s, self.pause_s)
        well = partial(check, self.hosts, self.urls[key], site)
        repair = REPAIRS.get(key)
        try:
            await wait_until(well, REPAIR_AFTER_S if repair else site.start_timeout_s, self.pause_s)
        except SiteDown as error:
            if repair is None or "502" not in str(error):
                raise
            await self._apply(key, repair)
            await wait_until(well, site.start_timeout_s, self.pause_s)

    async def _apply(self, key: str, step: Step) -> None:
        """Run the step unless it is done already; SiteDown with its last line when it fails."""
        service = f"{self.stack}-{key}"
        if step.unless and (await self.project.execute(service, step.unless, step.timeout_s))[0] == 0:
            return
        status, output = await self.project.execute(service, step.script, step.timeout_s)
        if status:
            raise SiteDown(f"{hostname(key)}: {step.name} failed: {' '.join(output.split())[-200:]}; see {self.project.log}")
