"""Looking, the half of a check that needs the sites: what every entry of program_html finds, once, as evidence (Eq. 3).

The agent's page is read and never acted upon. Whatever needs another address, or an action first, is read on a page of the checker's
own. Texts are kept as they were found; comparing is `mag.checkers.verdict`'s.
"""

from collections.abc import Callable, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Any

from playwright.async_api import Error, Page

from mag.checkers import helpers
from mag.checkers.helpers import LAST_URL, PAGE, SHOP_ADMIN, Api, Call, Found, Shop
from mag.checkers.page import evaluate, open_at, prepare, read
from mag.checkers.task import fill
from mag.errors import BadInput
from mag.records import Evidence, PageEvidence, WebTask
from mag.sites.accounts import Account

OpenPage = Callable[[], AbstractAsyncContextManager[Page]]
Target = Mapping[str, Any]
LAST = "last"


@dataclass
class Reader:
    """What looking takes besides the task: the set's base URLs, a way to open a page of one's own, and the sites' APIs."""

    urls: Mapping[str, str]
    open_page: OpenPage
    api: Api
    shop_admin: Account = SHOP_ADMIN

    async def gather(self, web_task: WebTask, page: Page, answer: str) -> Evidence:
        """The evidence of this task, with the agent's last page and answer."""
        shop = Shop(web_task.task_id, self.urls.get("shopping", ""), self.api, self.shop_admin)
        targets = web_task.eval["program_html"] if "program_html" in web_task.eval["eval_types"] else ()
        found = [await _Entry(self, web_task.task_id, page, shop).read(target) for target in targets]
        usual, repaired = tuple(pair[0] for pair in found), tuple(pair[1] for pair in found)
        return Evidence(
            url=page.url,
            answer=answer,
            urls=dict(self.urls),
            pages=usual,
            strict_pages=() if repaired == usual else repaired,
            lookups=tuple(shop.lookups),
        )


async def gather(web_task: WebTask, page: Page, answer: str, urls: Mapping[str, str], open_page: OpenPage, api: Api) -> Evidence:
    """See Reader.gather. Raises BadInput for a check that cannot be read, SiteDown when a site does not answer."""
    return await Reader(urls, open_page, api).gather(web_task, page, answer)


@dataclass
class _Entry:
    """Reads one entry of program_html, by WebArena's rules and by the strict ones."""

    reader: Reader
    task_id: int
    page: Page
    shop: Shop

    async def read(self, target: Target) -> tuple[PageEvidence, PageEvidence]:
        call = self._call(target["locator"])
        if call is not None and call.name in helpers.TEXTS:
            found = await helpers.TEXTS[call.name](self.shop, call)
            address = self.shop.reviews_address(call)
            return PageEvidence(address, found.webarena, found.webarena_problem), PageEvidence(address, found.strict, found.problem)
        place = await self._place(target["url"])
        usual = await self._at(place.webarena, place.webarena_problem, target, call)
        if (place.strict, place.problem) == (place.webarena, place.webarena_problem):
            return usual, usual
        return usual, await self._at(place.strict, place.problem, target, call)

    def _call(self, text: str) -> Call | None:
        return helpers.parse(text.strip(), self.task_id) if text.strip().startswith("func:") else None

    async def _place(self, url: str) -> Found:
        """The address to read, `last` for the agent's page."""
        call = self._call(url)
        if call is None:
            address = url if url == LAST else fill(url, self.reader.urls)
            return Found(address, address)
        if call.name == helpers.POST_URL:
            return helpers.post_url(call.arguments[0].replace(LAST_URL, self.page.url))
        if call.name in helpers.ADDRESSES:
            return await helpers.ADDRESSES[call.name](self.shop, call)
        raise BadInput(f"task {self.task_id}: {call.name} gives a text, not an address to open")

    async def _at(self, address: str, problem: str, target: Target, call: Call | None) -> PageEvidence:
        """What the locator finds at this address."""
        if problem:
            return PageEvidence(address, "", problem)
        actions = target.get("prep_actions", ())
        if address == LAST:
            found = await self._look(self.page, target["locator"], call)
            if not actions or (found.text and not found.problem):  # what is to be prepared is open already, with all that is unsaved
                return found
            address = self.page.url
        if not address.startswith(("http://", "https://")):
            return PageEvidence(address, "", "the agent's last page has no address that could be opened")
        async with self.reader.open_page() as own:
            await open_at(own, address)
            if call is None and target["locator"].strip():
                await prepare(own, actions)
            return await self._look(own, target["locator"], call)

    async def _look(self, page: Page, locator: str, call: Call | None) -> PageEvidence:
        if call is None:
            return await read(page, locator)
        if call.name not in helpers.ROLES or call.arguments[0] != PAGE:
            raise BadInput(f"task {self.task_id}: {call.text} cannot be read on a page")
        try:
            return PageEvidence(page.url, str(await evaluate(page, helpers.ROLE, call.arguments[1])))
        except Error:
            return PageEvidence(page.url, "", f"@{call.arguments[1]} has no role on this page")
