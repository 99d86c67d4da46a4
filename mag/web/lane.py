"""A browser with the environment set it belongs to, renewed before it grows old."""

import asyncio
from contextlib import suppress

from playwright.async_api import Browser, Error

from mag.sites.base import EnvironmentSet
from mag.web.browser import Driver

EPISODES_PER_BROWSER = 40  # Chromium's memory grows slowly with contexts opened and closed


class Lane:
    """One asyncio worker's share of the machine."""

    def __init__(self, driver: Driver, environment: EnvironmentSet) -> None:
        self.environment = environment
        self._driver = driver
        self._browser: Browser | None = None
        self._hosts: dict[str, int | str] = {}
        self._used = 0
        self.dirty = False  # a broken-off episode may have left traces in the set

    async def browser(self) -> Browser:
        """The lane's browser, started when needed; call once per context."""
        if self._browser is not None and (not self._browser.is_connected() or self._hosts != self.environment.hosts):
            await self.renew()  # it is gone, or its set has moved to other ports
        if self._browser is None:
            self._hosts = dict(self.environment.hosts)
            self._browser = await self._driver.launch(self._hosts)
            self._used = 0
        self._used += 1
        return self._browser

    async def rest(self) -> None:
        """Between episodes: let go of a browser that has served long enough."""
        if self._used >= EPISODES_PER_BROWSER:
            await self.renew()

    async def renew(self) -> None:
        """Close the browser; the next episode gets a new one."""
        browser, self._browser = self._browser, None
        if browser is not None:
            with suppress(Error, TimeoutError):  # it crashed or hangs: it ends with the driver at the latest
                await asyncio.wait_for(browser.close(), 15)
