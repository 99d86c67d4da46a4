"""What happens behind the page during an episode: answers that are the site's fault, and sessions that end.

A page that the site could not serve says nothing about the model, so the episode is repeated (SiteDown); so does a session that was
taken away (LoginLost). A session that the agent ended itself, by signing out, is renewed at once and the agent is told: its episode goes
on, and no other episode ever shared that session.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from urllib.parse import urlsplit

from playwright.async_api import BrowserContext, Error, Request, Response

from mag.errors import SiteDown
from mag.sites.base import EnvironmentSet
from mag.web.tab import Tab

PATIENCE_S = 25.0  # a page that a site does not answer within this after the step is a hang, not a slow page


class Guard:
    """Watches one browser context for the sites of one task. Create it before the context's first page."""

    def __init__(self, context: BrowserContext, environment: EnvironmentSet, sites: Sequence[str]) -> None:
        self.context, self.environment = context, environment
        self.sites = [site for site in sites if site in environment.logins]
        self._hosts = {urlsplit(url).hostname for url in environment.urls.values()}
        self._ended: set[str] = set()
        self._faults: list[str] = []
        self._waiting: set[Request] = set()  # documents asked for and not answered
        self._answered_all = asyncio.Event()
        context.on("request", self._asked)
        context.on("response", self._answered)
        context.on("requestfailed", self._failed)

    async def after_step(self, tab: Tab) -> None:
        """To be called when the page has come to rest. Raises SiteDown or LoginLost; signs in again what the agent signed out."""
        if self._waiting:
            await self._wait(tab)
        self.raise_faults()
        if self._ended:
            await self._sign_in_again(tab)
        elif self._on_login_page(tab.page.url):
            await self.vouch()

    def raise_faults(self) -> None:
        """Raise SiteDown when a site failed to serve a page or to take a write since the last call."""
        faults, self._faults = self._faults, []
        if faults:
            raise SiteDown(f"{faults[0]}; the episode is repeated")

    async def _wait(self, tab: Tab) -> None:
        """A slow page is waited for beyond the step's cap, so that the next observation shows it."""
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE_S):
                while self._waiting:  # an answer that redirects asks anew at once
                    await self._answered_all.wait()
        self._faults += [f"{request.url} did not answer within {PATIENCE_S:.0f} s" for request in self._waiting]
        self._waiting.clear()
        if not self._faults:
            await tab.settle()

    async def vouch(self) -> None:
        """Raise LoginLost unless every account is still logged in, by the site's own word."""
        await self.environment.verify(self.sites, [dict(cookie) for cookie in await self.context.cookies()])

    async def _sign_in_again(self, tab: Tab) -> None:
        ended, self._ended = sorted(self._ended), set()
        state = await self.environment.login(ended)
        await self.context.add_cookies(state["cookies"])
        left = next((site for site in ended if self.environment.logins[site].signs_out(tab.page.url)), None)
        await tab.goto(self.environment.urls[left] if left else tab.page.url)  # never to the address that signs out
        tab.notices.append(f"You signed out of {', '.join(ended)} and have been signed in again.")

    def _on_login_page(self, url: str) -> bool:
        site = self._site(url)
        return site in self.sites and urlsplit(url).path.rstrip("/") == self._login_path(site)

    def _site(self, url: str) -> str:
        """The site an address belongs to, "" for none; sites may share host and port and differ by path."""
        parts = urlsplit(url)
        bases = {site: urlsplit(base) for site, base in self.environment.urls.items()}
        found = [site for site, base in bases.items() if base.netloc == parts.netloc and parts.path.startswith(base.path)]
        return max(found, key=lambda site: len(bases[site].path), default="")

    def _login_path(self, site: str) -> str:
        return urlsplit(self.environment.urls[site] + self.environment.logins[site].page).path.rstrip("/")

    # --- events --------------------------------------------------------------------------------------------------------
    def _asked(self, request: Request) -> None:
        site = self._site(request.url) if self.sites else ""
        if site in self.sites and self.environment.logins[site].signs_out(request.url):
            self._ended.add(site)
        if self._is_page(request):
            self._waiting.add(request)
            self._answered_all.clear()

    def _answered(self, response: Response) -> None:
        self._over(response.request)
        if (response.status >= 500 or response.status == 429) and self._matters(response.request):
            self._faults.append(f"{response.url} answered {response.status}")

    def _failed(self, request: Request) -> None:
        self._over(request)
        reason = request.failure or ""
        if self._matters(request) and "ERR_ABORTED" not in reason and "ERR_BLOCKED" not in reason:
            self._faults.append(f"{request.url} failed ({reason})")

    def _over(self, request: Request) -> None:
        self._waiting.discard(request)
        if not self._waiting:
            self._answered_all.set()

    def _matters(self, request: Request) -> bool:
        """A document for a tab, or a write, of the set's own sites; anything else may fail as it likes."""
        ours = urlsplit(request.url).hostname in self._hosts
        return ours and (request.method not in ("GET", "HEAD") or self._is_page(request))

    def _is_page(self, request: Request) -> bool:
        if urlsplit(request.url).hostname not in self._hosts:
            return False
        try:
            return request.is_navigation_request() and request.frame.parent_frame is None
        except Error:  # a request of no frame, such as a worker's
            return False
