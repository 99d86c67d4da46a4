"""Logging in through a site's own forms, and proving that it worked (MAG 4.1: stale logins silently depress success)."""

import re
from collections.abc import Mapping
from typing import Any

import httpx

from mag.errors import LoginLost, SiteDown
from mag.miniarena import hostname
from mag.miniarena.core import Account

CSRF = re.compile(r'name="csrf" value="([0-9a-f]+)"')


def loopback_client(base: str = "") -> httpx.AsyncClient:
    """An HTTP client for one visit to a site on this machine, with a cookie jar of its own (no TLS, so no certificates to load)."""
    return httpx.AsyncClient(base_url=base, timeout=10, follow_redirects=False, verify=False, trust_env=False)


async def log_in(site: str, base: str, account: Account) -> dict[str, Any]:
    """Log in, registering the account where the site does not know it; returns the session cookie for a browser.

    `base` is the address of the site's port. The proof is the site naming the user, not the absence of an error.
    """
    async with loopback_client(base) as client:
        if not await _submit(client, "/login", {"username": account.username, "password": account.password}):
            await _submit(
                client,
                "/register",
                {"username": account.username, "email": account.email, "name": account.name, "password": account.password},
            )
        answer = await request(client, "GET", "/whoami")
        cookie = f"{site}_session"
        if answer.status_code != 200 or answer.text != account.username or cookie not in client.cookies:
            raise LoginLost(
                f"{site}: {account.username} is not logged in after login and registration (answer {answer.status_code}); "
                "reset the set with `mag sites reset`"
            )
        return {
            "name": cookie,
            "value": client.cookies[cookie],
            "domain": hostname(site),
            "path": "/",
            "expires": -1,
            "httpOnly": True,
            "secure": False,
            "sameSite": "Lax",
        }


async def _submit(client: httpx.AsyncClient, path: str, fields: Mapping[str, str]) -> bool:
    page = await request(client, "GET", path)
    token = CSRF.search(page.text)
    if page.status_code != 200 or token is None:
        return False
    return (await request(client, "POST", path, {**fields, "csrf": token[1]})).status_code == 303


async def request(client: httpx.AsyncClient, method: str, path: str, data: Mapping[str, str] | None = None) -> httpx.Response:
    """One request; no answer and 5xx are SiteDown."""
    address = f"{client.base_url}{path.lstrip('/')}"
    try:
        response = await client.request(method, path, data=data)
    except httpx.HTTPError as error:
        raise SiteDown(f"{address} did not answer ({type(error).__name__}); is the environment set up? see `mag sites status`") from None
    if response.status_code >= 500:
        raise SiteDown(f"{address} answered {response.status_code}: {response.text[:200]}; reset the set with `mag sites reset`")
    return response
