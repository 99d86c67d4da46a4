"""Contents of pages after the task: read once, read-only, other pages on a page of their own (WebArena's program_html)."""

import html
from collections.abc import Mapping
from typing import Any

from playwright.async_api import Error, Page

from mag.checkers.string import exact_match, must_include
from mag.contract.text import without_surrogates
from mag.errors import BadInput, SiteDown

LAST = "last"


def resolve(url: str, urls: Mapping[str, str], last_url: str) -> str:
    """The address of a check: placeholders replaced by the set's URLs, helpers by their result."""
    if url.startswith("func:"):
        name = url.removeprefix("func:").split("(")[0]
        if name != "reddit_get_post_url":
            raise BadInput(f"the check's address {url} needs a helper that is not known; supported: reddit_get_post_url")
        return post_url(last_url)
    for site, base in urls.items():
        url = url.replace(f"__{site.upper()}__", base)
    return url


def post_url(url: str) -> str:
    """The submission's own page for an address below it: scheme://host/f/<forum>/<id>/; any other address as it is."""
    parts = url.split("/")
    if len(parts) >= 6 and parts[3] == "f" and parts[5].isdigit():
        return "/".join(parts[:6]) + "/"
    return url


async def read_target(page: Page, target: Mapping[str, Any]) -> str:
    """The text a check looks at: the page, or what its locator yields; a locator that fails yields nothing."""
    for action in target.get("prep_actions", ()):
        try:
            await page.evaluate(f"() => {action}")
        except Error:  # the page lacks what was to be prepared: the locator will say so
            continue
    locator = target["locator"]
    if not locator.strip():
        return without_surrogates(html.unescape(await page.content()))
    if not locator.startswith(("document.", "[...document.")):
        raise BadInput(f"the check's locator {locator!r} is not an expression on document")
    try:
        return without_surrogates(html.unescape(str(await page.evaluate(f"() => {locator}"))))
    except Error:
        return ""


async def read_other(page: Page, url: str, target: Mapping[str, Any]) -> str:
    """As `read_target`, on another page."""
    try:
        response = await page.goto(url, wait_until="load")
    except Error as error:
        raise SiteDown(f"the checker could not open {url}: {error.message.splitlines()[0]}") from None
    if response is not None and response.status >= 500:
        raise SiteDown(f"the checker got {response.status} from {url}")
    return await read_target(page, target)


def contents_match(required: Mapping[str, Any], found: str) -> bool:
    """Whether the text is as required: `exact_match`, or every part of `must_include` (alternatives joined by ` |OR| `)."""
    if "exact_match" in required:
        return exact_match(required["exact_match"], found)
    return all(any(must_include(part, found) for part in item.split(" |OR| ")) for item in required["must_include"])
