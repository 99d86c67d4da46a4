"""The page the agent is on: follows new tabs, answers dialogs, knows when the page has come to rest."""

import asyncio
import base64
import time
from collections.abc import Callable
from contextlib import suppress
from urllib.parse import urlsplit

from playwright.async_api import BrowserContext, CDPSession, Dialog, Download, Error, Page, Request
from playwright.async_api import TimeoutError as PlaywrightTimeout

from mag.constants import NAVIGATION_TIMEOUT_MS, SETTLE_BUSY_MS, SETTLE_CAP_MS, SETTLE_QUIET_MS
from mag.contract.text import without_surrogates
from mag.errors import BrowserCrash
from mag.web.scripts import script

LAZY = ("image", "font", "texttrack", "manifest", "ping", "other")  # a page can be looked at without them


class Tab:
    """The current page of a browser context. Create one per context, before its first page is opened with `open`."""

    def __init__(self, context: BrowserContext) -> None:
        self.context = context
        self.page: Page
        self.notices: list[str] = []
        self.pending: set[Request] = set()
        self._idle = asyncio.Event()
        self._opened = asyncio.Event()  # unset while a tab that was asked for has not come
        self._opened.set()
        self._opener: dict[Page, Page | None] = {}
        self._crashed: set[Page] = set()
        self._sessions: dict[Page, CDPSession] = {}
        self._unloaded: set[Page] = set()  # whose document did not finish loading in the time that is waited for it
        self._endless: set[str] = set()  # addresses whose answer did not come until the cap: long polls
        context.on("page", self._adopt)

    async def open(self, *urls: str) -> None:
        """Open the first pages, one a tab; the first of them is shown."""
        for url in reversed(urls):
            page = await self.context.new_page()
            self._adopt(page)
            self._opener[page] = None  # none was opened by another: going back closes none of them
            await self.goto(url)
        self.notices.clear()

    async def goto(self, url: str) -> None:
        """Navigate the current page and let it come to rest."""
        try:
            response = await self.page.goto(url, wait_until="domcontentloaded", timeout=NAVIGATION_TIMEOUT_MS)
        except Error as error:
            raise BrowserCrash(f"{url} could not be opened: {error.message.splitlines()[0]}") from None
        if response is not None and response.status >= 500:
            raise BrowserCrash(f"{url} answered {response.status}; is the site up?")
        await self.settle()

    def take_notices(self) -> tuple[str, ...]:
        """What happened outside the document since the last observation; forgets it."""
        notices, self.notices = tuple(without_surrogates(notice) for notice in self.notices), []
        return notices

    async def screenshot(self) -> bytes:
        """PNG of the viewport, as it is now: no waiting for fonts, no scrolling, no full page."""
        answer = await (await self.session()).send("Page.captureScreenshot", {"format": "png", "optimizeForSpeed": True})
        return base64.b64decode(answer["data"])

    async def session(self) -> CDPSession:
        """The DevTools session of the current page."""
        if self.page not in self._sessions:
            session = self._sessions[self.page] = await self.context.new_cdp_session(self.page)
            session.on("Page.windowOpen", self._opening)
            await session.send("Page.enable")
        return self._sessions[self.page]

    # --- events ----------------------------------------------------------------------------------------------------
    def _opening(self, _: object) -> None:
        """A click asked for a tab; the page itself is told by another way, which may take longer than the document's rest."""
        self._opened.clear()

    def _adopt(self, page: Page) -> None:
        self._opened.set()
        if page in self._opener:
            return
        self._opener[page] = getattr(self, "page", None)
        if self._opener[page] is not None:
            self.notices.append("A new tab opened and is shown now; going back closes it.")
        self.page = page
        page.on("dialog", lambda dialog: asyncio.ensure_future(self._answer(dialog)))
        page.on("request", self._started)
        page.on("requestfinished", self._ended)
        page.on("requestfailed", self._ended)
        page.on("close", self._closed)
        page.on("crash", lambda crashed: self._crashed.add(crashed))
        page.on("download", lambda download: asyncio.ensure_future(self._refuse(download)))
        page.on("domcontentloaded", lambda loaded: self._unloaded.discard(loaded))

    async def _answer(self, dialog: Dialog) -> None:
        if dialog.type != "beforeunload":
            self.notices.append(f"The page asked ({dialog.type}): {dialog.message} It was answered with OK.")
        try:
            await dialog.accept(dialog.default_value if dialog.type == "prompt" else None)
        except Error:  # the page closed under its dialog
            return

    async def _refuse(self, download: Download) -> None:
        self.notices.append(f"The page offered the file {download.suggested_filename} for download; it was not kept.")
        try:
            await download.cancel()
        except Error:  # the page closed under it
            return

    def _started(self, request: Request) -> None:
        same_host = urlsplit(request.url).hostname == urlsplit(self.page.url).hostname
        if (request.is_navigation_request() or same_host) and request.resource_type not in ("eventsource", "websocket", "media"):
            if _address(request) in self._endless and not request.is_navigation_request():
                return
            self.pending.add(request)
            self._idle.clear()

    def _ended(self, request: Request) -> None:
        self.pending.discard(request)
        if not self.pending:
            self._idle.set()

    def _closed(self, page: Page) -> None:
        opener = self._opener.get(page)
        if page is self.page and opener is not None and not opener.is_closed():
            self.page = opener
            self.pending.clear()
            self._idle.set()
            self.notices.append("The tab closed; the page it was opened from is shown again.")

    async def close_tab(self) -> bool:
        """Close a followed tab and return to the page it came from; False when there is none."""
        if self._opener.get(self.page) is None:
            return False
        await self.page.close()
        return True

    # --- rest ------------------------------------------------------------------------------------------------------
    async def settle(self) -> str:
        """Wait until no navigation or request of the page's own host is under way and the document is quiet. Says why it ended:
        quiet, busy when the document kept changing or loading pictures and fonts for SETTLE_BUSY_MS, or cap when SETTLE_CAP_MS ran
        out; what was asked then is not waited for again. Never sleeps a fixed time."""
        deadline = time.monotonic() + SETTLE_CAP_MS / 1000
        while time.monotonic() < deadline:
            page = self.page
            try:
                async with asyncio.timeout_at(asyncio.get_running_loop().time() + deadline - time.monotonic()):
                    loaded, rested = True, await self._quiet(page, page in self._unloaded)
                    if rested is None:
                        loaded, rested = await self._load(page), await self._quiet(page, True)
            except TimeoutError:
                break
            except Error as error:  # navigated while waiting: wait for the page it became
                if page in self._crashed or (page.is_closed() and page is self.page):
                    raise BrowserCrash(f"the page went away: {error.message.splitlines()[0]}") from None
                continue
            if not self._opened.is_set():
                await self._wait_for_tab(deadline)
            if page is self.page and not self.pending:
                return "quiet" if loaded and rested else "busy"
            await self._wait_for_answers(deadline)
        self._endless |= {_address(request) for request in self.pending if not request.is_navigation_request()}
        self._forget(lambda request: not request.is_navigation_request())
        return "cap"

    async def _quiet(self, page: Page, anyway: bool) -> bool | None:
        """See quiet.js. None, at once, when the document has not loaded and is not to be looked at anyway."""
        rested: bool | None = await page.evaluate(script("quiet"), [SETTLE_QUIET_MS, SETTLE_BUSY_MS, anyway])
        return rested

    async def _load(self, page: Page) -> bool:
        """Wait until the document has loaded; False when only pictures and fonts were missing for SETTLE_BUSY_MS, which is said once."""
        await page.wait_for_load_state("domcontentloaded", timeout=SETTLE_CAP_MS)
        while page not in self._unloaded:
            try:
                await page.wait_for_load_state("load", timeout=SETTLE_BUSY_MS)
            except PlaywrightTimeout:
                if all(_is_lazy(request) for request in self.pending):
                    self._unloaded.add(page)
                    self._forget(_is_lazy)
                    return False
            else:
                return True
        return True

    async def _wait_for_tab(self, deadline: float) -> None:
        with suppress(TimeoutError):  # a blocked pop-up never comes
            await asyncio.wait_for(self._opened.wait(), max(0.0, min(deadline - time.monotonic(), SETTLE_BUSY_MS / 1000)))
        self._opened.set()

    async def _wait_for_answers(self, deadline: float) -> None:
        lazy = all(_is_lazy(request) for request in self.pending)
        seconds = deadline - time.monotonic()
        try:
            await asyncio.wait_for(self._idle.wait(), max(0.0, min(seconds, SETTLE_BUSY_MS / 1000) if lazy else seconds))
        except TimeoutError:
            self._forget(_is_lazy)

    def _forget(self, which: Callable[[Request], bool]) -> None:
        self.pending = {request for request in self.pending if not which(request)}
        if not self.pending:
            self._idle.set()


def _address(request: Request) -> str:
    return request.url.partition("#")[0].partition("?")[0]


def _is_lazy(request: Request) -> bool:
    return request.resource_type in LAZY
