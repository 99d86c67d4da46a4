"""The logins of WebArena's applications, against small servers that have their forms, tokens and redirects."""

import logging

import pytest
from starlette.responses import HTMLResponse

from mag.errors import BadInput, LoginLost, SiteDown
from mag.miniarena import hostname
from mag.sites.accounts import log_in, verify
from mag.sites.checks import check, with_account
from mag.sites.webarena import SITES
from tests.sites.applications import by_host, serving

WITH_ACCOUNTS = [key for key, site in SITES.items() if site.account]


@pytest.fixture
async def hosts(applications):
    async with serving(by_host({hostname(key): app.app for key, app in applications.items()})) as port:
        yield dict.fromkeys(map(hostname, applications), port)


def base_of(key):
    return f"http://{hostname(key)}{SITES[key].path}"


@pytest.mark.parametrize("key", WITH_ACCOUNTS)
async def test_the_published_account_logs_in_and_is_proved(hosts, applications, key):
    site = SITES[key]
    cookies = await check(hosts, base_of(key), site)
    await verify(hosts, base_of(key), site.account, site.login, cookies)
    assert len(applications[key].posts) == 1
    session = next(cookie for cookie in cookies if cookie["name"] == applications[key].cookie)
    assert (session["domain"], session["httpOnly"], session["path"]) == (hostname(key), True, applications[key].cookie_path)


@pytest.mark.parametrize("key", WITH_ACCOUNTS)
async def test_a_wrong_password_is_a_lost_login_that_never_shows_it(hosts, key, monkeypatch, caplog):
    monkeypatch.setenv(f"MAG_ACCOUNT_{key.upper()}", f"{SITES[key].account.username}:not-the-password")
    site = with_account(SITES[key])
    with caplog.at_level(logging.DEBUG), pytest.raises(LoginLost, match="is not logged in") as caught:
        await log_in(hosts, base_of(key), site.account, site.login)
    assert "not-the-password" not in f"{caught.value} {site!r} {caplog.text}"


@pytest.mark.parametrize("key", WITH_ACCOUNTS)
async def test_a_session_the_site_forgot_is_noticed(hosts, applications, key):
    site = SITES[key]
    cookies = await log_in(hosts, base_of(key), site.account, site.login)
    applications[key].sessions.clear()
    with pytest.raises(LoginLost, match="session"):
        await verify(hosts, base_of(key), site.account, site.login, cookies)


async def test_cookies_that_pages_scripts_read_stay_readable(hosts):
    site = SITES["shopping"]
    cookies = {cookie["name"]: cookie for cookie in await log_in(hosts, base_of("shopping"), site.account, site.login)}
    assert not cookies["form_key"]["httpOnly"]
    assert not cookies["private_content_version"]["httpOnly"]
    assert cookies["PHPSESSID"]["httpOnly"]


async def test_a_login_form_that_posts_elsewhere_sends_no_password_there(hosts):
    reached = []

    async def elsewhere(scope, receive, send):
        reached.append(scope["path"])

    async def form(scope, receive, send):
        page = f'<form action="http://127.0.0.1:{port}/" method="post"><input name="user"><input type="password" name="word"></form>'
        await HTMLResponse(page)(scope, receive, send)

    site = SITES["gitlab"]
    async with serving(elsewhere) as port, serving(form) as front:
        with pytest.raises(SiteDown, match=r"127\.0\.0\.1 is a foreign host"):
            await log_in({hostname("gitlab"): front}, base_of("gitlab"), site.account, site.login)
    assert reached == []


@pytest.mark.parametrize(
    ("key", "path"),
    [
        ("gitlab", "/users/sign_out"),
        ("reddit", "/logout?token=1"),
        ("shopping", "/customer/account/logout/"),
        ("shopping_admin", "/admin/admin/auth/logout/"),
    ],
)
def test_the_ways_out_are_known(key, path):
    login = SITES[key].login
    assert login.signs_out(f"http://{hostname(key)}{path}")
    assert not login.signs_out(base_of(key) + login.probe)
    assert not login.signs_out(base_of(key) + login.page)


@pytest.mark.parametrize("value", ["", "user", "user:", ":password"])
def test_an_account_variable_that_is_none_is_refused_without_showing_it(monkeypatch, value):
    monkeypatch.setenv("MAG_ACCOUNT_GITLAB", value)
    with pytest.raises(BadInput, match=r"user:password$"):
        with_account(SITES["gitlab"])


def test_an_account_variable_overrides_the_published_account(monkeypatch):
    monkeypatch.setenv("MAG_ACCOUNT_SHOPPING", "ada@example.test:with:colon")
    account = with_account(SITES["shopping"]).account
    assert (account.username, account.password, account.email) == ("ada@example.test", "with:colon", "ada@example.test")
    assert "colon" not in repr(account)
