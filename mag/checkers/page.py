"""Contents of pages after the task (WebArena's program_html): read once, the agent's page without touching it, others on a page of
the checker's own."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any

from playwright.async_api import Error, Page, Request

from mag.contract.text import without_surrogates
from mag.errors import BadInput, BrowserCrash, SiteDown
from mag.records import PageEvidence

REST_S = 3.0  # how long a page of the checker's own may take to rest after loading: what WebArena always waits
LOOKS = 6
QUIET = """(limit) => new Promise(done => {
  const end = performance.now() + limit
  let last = performance.now()
  const watch = new MutationObserver(() => { last = performance.now() })
  watch.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
  const look = () => {
    const now = performance.now()
    if (now - last < 100 && now < end) return setTimeout(look, 20)
    watch.disconnect()
    done()
  }
  look()
})"""


async def open_at(page: Page, url: str) -> None:
    """Open the address on a page of the checker's own and let it come to rest. No answer and 5xx are SiteDown."""
    pending: set[Request] = set()
    changed = asyncio.Event()

    def ended(request: Request) -> None:
        pending.discard(request)
        changed.set()

    page.on("request", lambda request: pending.add(request))
    page.on("requestfinished", ended)
    page.on("requestfailed", ended)
    try:
        response = await page.goto(url, wait_until="load")
    except Error as error:
        raise SiteDown(f"the checker could not open {url}: {error.message.splitlines()[0]}") from None
    if response is not None and (response.status >= 500 or response.status == 429):
        raise SiteDown(f"the checker got {response.status} from {url}")
    deadline = time.monotonic() + REST_S
    with suppress(TimeoutError):
        async with asyncio.timeout(REST_S):
            while pending:
                changed.clear()
                await changed.wait()
    await evaluate(page, QUIET, 1000 * max(0.0, deadline - time.monotonic()))


async def read(page: Page, locator: str) -> PageEvidence:
    """The text the locator yields on this page, as it is; for an empty locator the whole page. A failing locator is a `problem`."""
    if not locator.strip():
        return PageEvidence(page.url, without_surrogates(await _steady(page, page.content)))
    if not locator.startswith(("document.", "[...document.")):
        raise BadInput(f"the check's locator {locator!r} is not an expression on document")
    try:
        value = await evaluate(page, f"() => {locator}")
    except Error as error:
        return PageEvidence(page.url, "", f"the locator failed: {error.message.splitlines()[0]}")
    return PageEvidence(page.url, without_surrogates(str(value)), "the locator gave nothing" if value is None else "")


async def prepare(page: Page, actions: Sequence[str]) -> None:
    """Run a check's prep_actions, as far as they go: the first that fails ends them, and the locator will tell."""
    for action in actions:
        try:
            await evaluate(page, f"() => {action}")
        except Error:
            return


async def evaluate(page: Page, script: str, argument: Any = None) -> Any:
    """A script's value. An Error is the script's own; a page that went away is BrowserCrash."""
    return await _steady(page, lambda: page.evaluate(script, argument))


async def _steady(page: Page, look: Callable[[], Awaitable[Any]]) -> Any:
    """What the look gives; a page that moves on under it is waited for, a few times."""
    for attempt in range(LOOKS):
        try:
            return await look()
        except Error as error:
            message = error.message.splitlines()[0]
            if page.is_closed() or "crashed" in message or "has been closed" in message:
                raise BrowserCrash(f"the page went away while it was checked: {message}") from None
            if "context was destroyed" not in message and "is navigating" not in message:
                raise
        await asyncio.sleep(0.05 * attempt)  # the old page's load state may still be the one that is told
        with suppress(Error):
            await page.wait_for_load_state("load")
    raise BrowserCrash(f"{page.url} kept moving on while it was checked")
