"""What the harness asks of an environment set: sites at known addresses that can be reset and logged into."""

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from mag.sites.accounts import Login


class EnvironmentSet(Protocol):
    """One replica of the sites. Host names and URLs are the same in every set; `hosts` leads the set's own browser to its ports.

    Every method raises Transient (SiteDown, LoginLost) when the set is not what it should be.
    """

    number: int
    hosts: dict[str, int | str]  # host name -> loopback port or "address:port"
    urls: dict[str, str]  # site -> base URL as pages, tasks and checkers see it, without a trailing slash
    snapshot: str  # digest or name of the data a reset returns to
    resets_per_episode: bool  # cheap enough to start every episode from the snapshot
    logins: dict[str, Login]  # site -> how it logs in, for the sites that have accounts

    async def reset(self) -> float:
        """Back to the snapshot, verified; seconds the set took for it. Ends every login."""

    async def login(self, sites: Iterable[str]) -> dict[str, Any]:
        """Log in to those of the sites that have accounts, verify each, and return a browser storage state."""

    async def verify(self, sites: Iterable[str], cookies: Sequence[dict[str, Any]]) -> None:
        """Raise LoginLost unless these cookies are still the accounts' sessions on those of the sites that have accounts."""

    async def health(self) -> None:
        """Raise SiteDown unless every site serves a page and a known row of its database."""

    async def fingerprint(self) -> dict[str, str]:
        """site -> digest of the data it holds now (or of what of it can be seen from outside)."""

    async def close(self) -> None:
        """Let go of the set; stops what was started for it."""
