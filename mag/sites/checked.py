"""What compose and remote sets have in common: logins, health and fingerprint, all seen from outside through the sites' own pages."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from mag.errors import SiteDown
from mag.sites.accounts import Account, Cookie, Login, log_in, verify
from mag.sites.checks import Site, digest_of_row, report


class CheckedSet:
    """Part of an EnvironmentSet (see there): everything but start, reset and end."""

    def __init__(self, number: int, hosts: Mapping[str, int | str], urls: Mapping[str, str], sites: Mapping[str, Site]) -> None:
        self.number, self.hosts, self.urls, self.sites = number, dict(hosts), dict(urls), dict(sites)
        self.logins = {key: site.login for key, site in self.sites.items() if site.login}

    async def login(self, sites: Iterable[str]) -> dict[str, Any]:
        """See EnvironmentSet.login."""
        cookies: list[Cookie] = []
        for key, account, login in self.with_accounts(sites):
            cookies += await log_in(self.hosts, self.urls[key], account, login)
        return {"cookies": cookies, "origins": []}

    async def verify(self, sites: Iterable[str], cookies: Sequence[dict[str, Any]]) -> None:
        """See EnvironmentSet.verify."""
        for key, account, login in self.with_accounts(sites):
            await verify(self.hosts, self.urls[key], account, login, cookies)

    async def health(self) -> None:
        """See EnvironmentSet.health: page, login and a known row of every site."""
        sick = {key: text for key, text in (await report(self.hosts, self.urls, self.sites, deep=True)).items() if text}
        if sick:
            raise SiteDown(f"set {self.number}: {'; '.join(sick.values())}")

    async def fingerprint(self) -> dict[str, str]:
        """See EnvironmentSet.fingerprint: the page with each site's known row, as a guest reads it."""
        return {key: await digest_of_row(self.hosts, self.urls[key], site) for key, site in self.sites.items()}

    def with_accounts(self, keys: Iterable[str]) -> Iterator[tuple[str, Account, Login]]:
        """Those of the sites that are logged in to."""
        for key in keys:
            site = self.sites.get(key)
            if site and site.account and site.login:
                yield key, site.account, site.login
