"""Environment sets that run elsewhere: addresses and accounts from conf/sites.yaml, reset by a reset server where there is one.

A reset server answers GET /reset with 200 (started) or 418 (one is under way), and GET /status with 200 and a sentence, "Ready for
duty!" when it is done, or 500 and what went wrong; this is the protocol of the WebArena set-ups that have one.
"""

import time
from collections.abc import Iterable, Iterator, Mapping
from urllib.parse import urlsplit, urlunsplit

import httpx

from mag.errors import BadInput, SiteDown
from mag.settings import RemoteConf
from mag.sites.accounts import Account, Login
from mag.sites.checked import CheckedSet
from mag.sites.checks import Site, wait_until, with_account

NO_RESET = "none"
READY = "ready"  # of "Ready for duty!"
UNDER_WAY = 418
RESET_S = 900.0
POLL_S = 2.0


class RemoteSet(CheckedSet):
    """A set somebody else runs. Its sites keep the host names they have; everything but these names stays out of reach."""

    resets_per_episode = False

    def __init__(self, number: int, conf: RemoteConf, sites: Mapping[str, Site]) -> None:
        if not conf.reset:
            raise BadInput(
                f"remote set {number} says nothing of its reset; give its reset server's address as `reset` in conf/sites.yaml, "
                "or `reset: none` to work on the data as it is"
            )
        if unknown := set(conf.urls) - set(sites):
            raise BadInput(f"remote set {number} has a URL for {', '.join(sorted(unknown))}; the sites are {', '.join(sites)}")
        urls = {key: canonical(url) for key, url in conf.urls.items()}
        hosts = {host: host for host in (urlsplit(url).hostname or "" for url in urls.values())}  # themselves, whatever the port
        known = {key: with_account(sites[key], conf.accounts.get(key, "")) for key in urls}
        super().__init__(number, hosts, urls, known)
        self._failure = ""  # what the reset server says when a reset went wrong
        self.snapshot, self.pause_s = conf.snapshot, POLL_S
        self._reset = "" if conf.reset == NO_RESET else canonical(conf.reset)

    async def reset(self) -> float:
        """See EnvironmentSet.reset. Without a reset server it only makes sure that the sites are well, and takes no time."""
        if not self._reset:
            await self.health()
            return 0.0
        started = time.monotonic()
        answer = await self._ask("/reset")
        if answer.status_code not in (200, UNDER_WAY):
            raise SiteDown(f"{self._reset}/reset answered {answer.status_code}: {answer.text[:120]!r}; look after the reset server")
        await wait_until(self._done, RESET_S, self.pause_s)
        if self._failure:
            raise SiteDown(f"the reset of set {self.number} failed: {self._failure!r}; look after its reset server, {self._reset}")
        await wait_until(self.health, RESET_S, self.pause_s)
        return time.monotonic() - started

    async def close(self) -> None:
        """See EnvironmentSet.close: nothing was started."""

    def with_accounts(self, keys: Iterable[str]) -> Iterator[tuple[str, Account, Login]]:
        """See CheckedSet; where sites share a host name, those left out whose session another one's login would overwrite."""
        yield from super().with_accounts(one_session_a_host(list(keys), self.urls))

    async def _done(self) -> None:
        answer = await self._ask("/status")
        self._failure = answer.text[:200] if answer.status_code >= 500 else ""
        if not self._failure and READY not in answer.text.lower():
            raise SiteDown(f"set {self.number} is still being reset: {answer.text[:120]!r}")

    async def _ask(self, path: str) -> httpx.Response:
        try:
            async with httpx.AsyncClient(timeout=30, trust_env=False) as client:
                return await client.get(self._reset + path)
        except httpx.HTTPError as error:
            raise SiteDown(f"the reset server {self._reset} did not answer ({type(error).__name__}); is it running?") from None


def canonical(url: str) -> str:
    """An address as pages show it and checkers compare it: lower-case host, no default port, no trailing slash, no fragment."""
    parts = urlsplit(url.strip())
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.username or parts.query:
        raise BadInput(f"{url!r} is not the address of a site; write it like http://shop.example:7770")
    default = {"http": 80, "https": 443}[parts.scheme]
    port = "" if parts.port in (None, default) else f":{parts.port}"
    return urlunsplit((parts.scheme, parts.hostname + port, parts.path.rstrip("/"), "", ""))


def one_session_a_host(keys: list[str], urls: Mapping[str, str]) -> list[str]:
    """The sites without the shops that share a host name with the forum: all three name their session cookie PHPSESSID.

    Cookies know no ports. WebArena's own tasks log in to the forum alone then. Shop and administration use different paths.
    """
    if "reddit" not in keys or "reddit" not in urls:
        return keys
    host = urlsplit(urls["reddit"]).hostname
    return [key for key in keys if key not in ("shopping", "shopping_admin") or urlsplit(urls.get(key, "")).hostname != host]
