"""Logging in through a site's own forms, and proving that it worked (MAG 4.1: stale logins silently depress success).

Plain HTTP with the site's real login form: hidden fields (CSRF tokens) are taken along, whatever they are called. The proof is
positive: a page that only a logged-in user gets, naming the user or showing what only an account has.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from http.cookiejar import Cookie as HttpCookie
from typing import Any
from urllib.parse import urljoin, urlsplit

import httpx

from mag.errors import LoginLost
from mag.sites.http import fetch, site_client

Hosts = Mapping[str, int | str]
Cookie = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Account:
    """Who the tasks of a site are done as. The password never shows in a repr, a log line or a record."""

    username: str
    password: str = field(repr=False)
    email: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class Login:
    """How one kind of application logs in."""

    page: str  # path of the login form, below the site's base URL
    probe: str  # path that only a logged-in user gets with status 200; `{username}` is filled in
    marker: str  # text the probe's page then holds; `{username}` is filled in
    sign_out: str  # regular expression on the path of requests that end a session
    register: str = ""  # path of the registration form, where an account the site forgot can be made again
    echoed: tuple[str, ...] = ()  # hidden fields sent as cookies too: a cached form carries a stranger's token, and this is the way around

    def signs_out(self, url: str) -> bool:
        """Whether a request to this address ends the session."""
        return re.search(self.sign_out, urlsplit(url).path) is not None


async def log_in(hosts: Hosts, base: str, account: Account, login: Login) -> list[Cookie]:
    """Log in (registering the account where the site does not know it), verify, and return the cookies for a browser context.

    `base` is the site's base URL under its canonical host name. Raises LoginLost or SiteDown.
    """
    async with site_client(hosts) as client:
        values = {"username": account.username, "email": account.email or account.username, "name": account.name}
        await _submit(client, base + login.page, values, account.password, login.echoed)
        if login.register and not await _is_logged_in(client, base, account, login):
            await _submit(client, base + login.register, values, account.password, login.echoed)
        if not await _is_logged_in(client, base, account, login):
            raise LoginLost(
                f"{base}: {account.username} is not logged in after login{' and registration' if login.register else ''}; "
                "check the account in conf/sites.yaml and reset the set with `mag sites reset`"
            )
        return [_browser_cookie(cookie, urlsplit(base).hostname or "", login.echoed) for cookie in client.cookies.jar]


async def verify(hosts: Hosts, base: str, account: Account, login: Login, cookies: Sequence[Cookie]) -> None:
    """Raise LoginLost unless these cookies (as `log_in` or a browser context gives them) are still the account's session."""
    async with site_client(hosts) as client:
        cookies_into(client, base, cookies)
        if not await _is_logged_in(client, base, account, login):
            raise LoginLost(f"{base}: the session of {account.username} is gone; the episode is repeated with a new login")


def cookies_into(client: httpx.AsyncClient, base: str, cookies: Sequence[Cookie]) -> None:
    """Give the client those of the cookies (as `log_in` or a browser context gives them) that belong to the site's host."""
    host = urlsplit(base).hostname or ""
    jar = host if "." in host else f"{host}.local"  # what the standard cookie jar takes a name without a dot for
    for cookie in cookies:
        if host == cookie["domain"].lstrip(".") or host.endswith("." + cookie["domain"].lstrip(".")):
            client.cookies.set(cookie["name"], cookie["value"], domain=jar, path=cookie.get("path", "/"))


async def _is_logged_in(client: httpx.AsyncClient, base: str, account: Account, login: Login) -> bool:
    answer = await fetch(client, "GET", base + login.probe.format(username=account.username))
    return answer.status_code == 200 and login.marker.format(username=account.username) in answer.text


async def _submit(client: httpx.AsyncClient, url: str, values: Mapping[str, str], password: str, echoed: Sequence[str]) -> None:
    """Fill and send the form of this page that asks for a password; following the redirects after it. No such form: nothing to do."""
    page = await _follow(client, await fetch(client, "GET", url))
    form = PasswordForm.of(page.text)
    if page.status_code != 200 or form is None:
        return
    data = form.filled(values, password)
    for name in set(echoed) & set(data):
        client.cookies.set(name, data[name], domain=page.url.host, path="/")
    await _follow(client, await fetch(client, "POST", urljoin(str(page.url), form.action), data=data))


async def _follow(client: httpx.AsyncClient, response: httpx.Response) -> httpx.Response:
    for _ in range(5):
        location = response.headers.get("location")
        if not response.has_redirect_location or location is None:
            break
        response = await fetch(client, "GET", urljoin(str(response.url), location))
    return response


def _browser_cookie(cookie: HttpCookie, host: str, echoed: Sequence[str]) -> Cookie:
    """As a browser context's storage state wants it. What the site did not mark HttpOnly stays readable for its pages' scripts."""
    hidden = any(cookie.has_nonstandard_attr(name) for name in ("HttpOnly", "httponly")) and cookie.name not in echoed
    return {
        "name": cookie.name,
        "value": cookie.value or "",
        "domain": cookie.domain if cookie.domain_specified else host,
        "path": cookie.path or "/",
        "expires": -1,
        "httpOnly": hidden,
        "secure": False,
        "sameSite": "Lax",
    }


class PasswordForm(HTMLParser):
    """The first form of a page that has a password field: its action, hidden values and text fields."""

    def __init__(self) -> None:
        super().__init__()
        self._inside = self._done = False
        self._begin("")

    def _begin(self, action: str) -> None:
        self.action = action
        self.hidden: dict[str, str] = {}
        self.texts: list[tuple[str, str]] = []  # name and type
        self.passwords: list[str] = []

    @classmethod
    def of(cls, html: str) -> "PasswordForm | None":
        """The form, None when the page has none."""
        parser = cls()
        parser.feed(html)
        return parser if parser.passwords else None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """See HTMLParser."""
        if self._done:
            return
        found = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._begin(found.get("action", ""))
            self._inside = True
        elif tag == "input" and self._inside and found.get("name"):
            kind = found.get("type", "text").lower()
            if kind == "hidden":
                self.hidden[found["name"]] = found.get("value", "")
            elif kind == "password":
                self.passwords.append(found["name"])
            elif kind in ("text", "email"):
                self.texts.append((found["name"], kind))

    def handle_endtag(self, tag: str) -> None:
        """See HTMLParser."""
        if tag == "form" and self._inside:
            self._inside = False
            self._done = bool(self.passwords)

    def filled(self, values: Mapping[str, str], password: str) -> dict[str, str]:
        """What is sent: hidden values as they are, text fields by what their names ask for, every password field the password."""
        data = dict(self.hidden) | dict.fromkeys(self.passwords, password)
        for name, kind in self.texts:
            data[name] = values["email"] if kind == "email" else values["name"] if re.search(r"(^|\W)name$", name) else values["username"]
        return data
