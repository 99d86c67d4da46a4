"""Is a site what it should be: it serves a page, its login works, a row it must hold is there, and nothing leads to another host."""

import asyncio
import hashlib
import os
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from html import unescape
from urllib.parse import urljoin, urlsplit

import httpx

from mag.errors import BadInput, SiteDown, Transient
from mag.sites.accounts import Account, Cookie, Login, cookies_into, log_in
from mag.sites.http import fetch, site_client

Hosts = Mapping[str, int | str]
FOLLOWED = 5  # redirects


@dataclass(frozen=True, slots=True)
class Row:
    """A page that shows something the site's data must hold."""

    path: str  # below the site's base URL
    text: str  # as people read it


@dataclass(frozen=True, slots=True)
class Site:
    """What is known of one site of a stack of applications, wherever it runs."""

    key: str
    row: Row
    login: Login | None = None
    account: Account | None = None
    path: str = ""  # of the base URL, below the host name
    start_timeout_s: float = 120.0


def with_account(site: Site, variable: str = "") -> Site:
    """The site with the account of an environment variable (`MAG_ACCOUNT_<SITE>=user:password` unless named), else its published one."""
    name = variable or f"MAG_ACCOUNT_{site.key.upper()}"
    value = os.environ.get(name)
    if site.account is None or (value is None and not variable):
        return site
    username, colon, password = (value or "").partition(":")
    if not colon or not username or not password:
        raise BadInput(f"{name} is not an account; set it to user:password")
    email = username if "@" in username else ""
    return replace(site, account=replace(site.account, username=username, password=password, email=email))


async def look(hosts: Hosts, base: str) -> None:
    """The site serves a page under its own name. Raises SiteDown, naming the host that a redirect leaves for."""
    async with site_client(hosts) as client:
        await follow(client, hosts, base)


async def check(hosts: Hosts, base: str, site: Site) -> list[Cookie]:
    """All of it: page, login and row. Returns the login's cookies; raises SiteDown or LoginLost."""
    await look(hosts, base)
    cookies = await log_in(hosts, base, site.account, site.login) if site.login and site.account else []
    text = await read_row(hosts, base, site, cookies)
    if site.row.text not in text:
        raise SiteDown(f"{base}{site.row.path} does not show {site.row.text!r}; the site's data is not what it should be, reset the set")
    return cookies


async def read_row(hosts: Hosts, base: str, site: Site, cookies: Sequence[Cookie] = ()) -> str:
    """Text of the page with the known row, spaces as one."""
    async with site_client(hosts) as client:
        cookies_into(client, base, cookies)
        return visible((await follow(client, hosts, base + site.row.path)).text)


async def digest_of_row(hosts: Hosts, base: str, site: Site) -> str:
    """sha256 of that text: what a guest can see of data that offers no fingerprint of its own."""
    return hashlib.sha256((await read_row(hosts, base, site)).encode()).hexdigest()


async def follow(client: httpx.AsyncClient, hosts: Hosts, url: str) -> httpx.Response:
    """GET with redirects, all of them inside the set. Raises SiteDown for 4xx at the end and for a redirect to a foreign host."""
    for _ in range(FOLLOWED + 1):
        response = await fetch(client, "GET", url)
        if not response.has_redirect_location:
            break
        target = urljoin(url, response.headers["location"])
        host = urlsplit(target).hostname or ""
        if host not in hosts:
            raise SiteDown(
                f"{url} redirects to the foreign host {host}; the site's own base URL is not {urlsplit(url).hostname}'s: "
                "set it (containers: `mag sites reset` patches it again)"
            )
        url = target
    else:
        raise SiteDown(f"{url} still redirects after {FOLLOWED} times; its base URL and its address do not agree")
    if response.status_code >= 400:
        raise SiteDown(f"{url} answered {response.status_code}; reset the set with `mag sites reset`")
    return response


def visible(html: str) -> str:
    """Roughly what a person reads of a page: no scripts, styles or tags."""
    text = re.sub(r"(?is)<(script|style|template)\b.*?</\1\s*>|<!--.*?-->", " ", html)
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", text)).split())


async def wait_until(well: Callable[[], Awaitable[object]], seconds: float, pause: float = 1.0) -> None:
    """Try until it raises no Transient; the last one is raised when the time is up."""
    loop = asyncio.get_running_loop()
    deadline = loop.time() + seconds
    while True:
        try:
            await well()
            return
        except Transient:
            if loop.time() + pause > deadline:
                raise
        await asyncio.sleep(pause)


async def together(waits: Iterable[Awaitable[object]]) -> None:
    """Wait for all of them to their end, then raise the first error there was."""
    for outcome in await asyncio.gather(*waits, return_exceptions=True):
        if isinstance(outcome, BaseException):
            raise outcome


async def report(hosts: Hosts, urls: Mapping[str, str], sites: Mapping[str, Site], deep: bool) -> dict[str, str]:
    """site -> "" when it is well, else what is wrong; all sites at once. `deep` logs in and looks for the known row."""

    async def one(key: str) -> str:
        try:
            await (check(hosts, urls[key], sites[key]) if deep else look(hosts, urls[key]))
        except Transient as error:
            return str(error)
        return ""

    return dict(zip(urls, await asyncio.gather(*(one(key) for key in urls)), strict=True))
