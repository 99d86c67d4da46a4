"""Starting and stopping Chromium: one browser per environment set, one context per episode."""

import asyncio
import os
import shutil
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, BrowserContext, Error, Playwright, async_playwright

from mag.constants import ACTION_TIMEOUT_MS, DEVICE_SCALE_FACTOR, NAVIGATION_TIMEOUT_MS, VIEWPORT_HEIGHT, VIEWPORT_WIDTH
from mag.errors import BadInput, BrowserCrash

# Chromium takes the last list of disabled features only, so this one holds what Playwright disables for stability as well. Ours are the
# last two: a spare renderer beside every page (with the separate GPU process an eighth of a sweep's processor time) and translation offers.
DISABLED_FEATURES = (
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable",
    "MediaRouter",
    "PaintHolding",
    "ThirdPartyStoragePartitioning",
    "OptimizationHints",
    "NetworkTimeServiceQuerying",
    "PreconnectToSearch",
    "SpareRendererForSitePerProcess",
    "Translate",
)
# Quiet, reproducible, small: no updates, no background traffic, drawing in the browser's own process, no scroll bars in screenshots.
ARGUMENTS = (
    "--disable-gpu",
    "--in-process-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--force-color-profile=srgb",
    "--font-render-hinting=none",
    f"--disable-features={','.join(DISABLED_FEATURES)}",
)


def find_chromium(bundled: str) -> str | None:
    """Path of the browser to start: MAG_CHROMIUM, else Playwright's own download (None), else one found on the machine."""
    named = os.environ.get("MAG_CHROMIUM")
    if named:
        if not Path(named).is_file():
            raise BadInput(f"MAG_CHROMIUM names {named}, which is not there; point it at a Chromium or unset it")
        return named
    if Path(bundled).exists():
        return None
    for name in ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"):
        path = shutil.which(name)
        if path:
            return path
    raise BadInput("no browser found; run `playwright install chromium`, install your system's chromium package, or set MAG_CHROMIUM")


@asynccontextmanager
async def driver() -> AsyncIterator[Playwright]:
    """Playwright's driver process; every browser of the program hangs on it and ends with it. Raises BrowserCrash where it ends at once."""
    manager = async_playwright()
    try:
        playwright = await manager.__aenter__()
    except Exception as error:  # Playwright has no class for this
        raise BrowserCrash(f"Playwright's driver did not start: {error}; try again, else install playwright anew") from None
    try:
        yield playwright
    finally:
        await manager.__aexit__()


async def launch(playwright: Playwright, hosts: Mapping[str, int | str]) -> Browser:
    """Start a headless browser that reaches the given host names only.

    `hosts` maps a host name to a loopback port or to "address:port". Every other name, and every address, fails to resolve: nothing
    leaves the environment set, whatever a page asks for.
    """
    rules = [f"MAP {name} {f'127.0.0.1:{target}' if isinstance(target, int) else target}" for name, target in hosts.items()]
    rules.append("MAP * ~NOTFOUND")
    try:
        return await playwright.chromium.launch(
            headless=True,
            executable_path=find_chromium(playwright.chromium.executable_path),
            args=[*ARGUMENTS, f"--host-resolver-rules={', '.join(rules)}"],
        )
    except Error as error:
        raise BrowserCrash(f"the browser did not start: {error.message.splitlines()[0]}; check MAG_CHROMIUM and its libraries") from None


class Driver:
    """Playwright's driver process for several browsers: started when the first one is, and anew when it has died."""

    def __init__(self) -> None:
        self._up = AsyncExitStack()
        self._playwright: Playwright | None = None
        self._changing = asyncio.Lock()

    async def launch(self, hosts: Mapping[str, int | str]) -> Browser:
        """See the function of this name."""
        playwright = await self._started(None)
        try:
            return await launch(playwright, hosts)
        except BrowserCrash:
            if await _answers(playwright):
                raise
        return await launch(await self._started(playwright), hosts)

    async def _started(self, dead: Playwright | None) -> Playwright:
        """One that is not `dead`; when several ask at once, one of them starts it."""
        async with self._changing:
            if self._playwright is None or self._playwright is dead:
                await self.close()
                self._playwright = await self._up.enter_async_context(driver())
            return self._playwright

    async def close(self) -> None:
        """Its browsers end with it."""
        self._playwright, up, self._up = None, self._up, AsyncExitStack()
        with suppress(Error):  # one that has died has nobody to say good-bye to
            await up.aclose()


async def _answers(playwright: Playwright) -> bool:
    """Whether the driver process is alive."""
    try:
        await (await playwright.request.new_context()).dispose()
    except Error:
        return False
    return True


@asynccontextmanager
async def context(browser: Browser, storage_state: Any = None) -> AsyncIterator[BrowserContext]:
    """A fresh browser context with the protocol's viewport, logged in by the storage state; closed at the end."""
    try:
        opened = await browser.new_context(
            viewport={"width": VIEWPORT_WIDTH, "height": VIEWPORT_HEIGHT},
            device_scale_factor=DEVICE_SCALE_FACTOR,
            locale="en-US",
            timezone_id="UTC",
            storage_state=storage_state,
            accept_downloads=True,
            service_workers="block",
            reduced_motion="reduce",
        )
    except Error as error:
        raise BrowserCrash(f"the browser gave no context: {error.message.splitlines()[0]}") from None
    opened.set_default_timeout(ACTION_TIMEOUT_MS)
    opened.set_default_navigation_timeout(NAVIGATION_TIMEOUT_MS)
    try:
        yield opened
    except Error as error:
        if browser.is_connected() and "closed" not in error.message:
            raise  # not the browser's end: a mistake of ours, which must not pass for the site's
        raise BrowserCrash(f"the browser or its page went away: {error.message.splitlines()[0]}; the episode is repeated") from None
    finally:
        with suppress(Error, TimeoutError):  # the browser may be gone already
            await asyncio.wait_for(opened.close(), 15)
