"""Remote sets: an embedded set addressed from outside, a reset server in front of it, and all that can be wrong with both."""

from contextlib import asynccontextmanager

import pytest
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse, RedirectResponse
from starlette.routing import Route

from mag.errors import BadInput, LoginLost, SiteDown
from mag.locks import hold, holder
from mag.miniarena import SITE_KEYS
from mag.settings import RemoteConf, SitesConf
from mag.sites.accounts import Account
from mag.sites.compose_miniarena import sites
from mag.sites.kinds import kind_of
from mag.sites.pool import environment_sets
from mag.sites.remote import RemoteSet, canonical, one_session_a_host
from mag.web import browser
from tests.sites.applications import serving


def urls_of(environment):
    return {key: f"http://127.0.0.1:{environment.ports[key]}/" for key in SITE_KEYS}


def remote_set(environment, **conf):
    found = RemoteSet(1, RemoteConf(urls_of(environment), **conf), sites())
    found.pause_s = 0.02
    return found


@asynccontextmanager
async def reset_server(environment, busy=0, failure=""):
    """GET /reset and /status as WebArena's reset servers have them; `busy` answers say that it goes on."""
    asked = []

    async def start(_):
        asked.append("reset")
        if asked.count("reset") > 1:
            return PlainTextResponse("Reset already running", 418)
        await environment.reset()
        return PlainTextResponse("Reset initiated, check status later.")

    async def status(_):
        asked.append("status")
        if failure:
            return PlainTextResponse(failure, 500)
        return PlainTextResponse("Reset ongoing" if asked.count("status") <= busy else "Ready for duty!")

    async with serving(Starlette(routes=[Route("/reset", start), Route("/status", status)])) as port:
        yield f"http://127.0.0.1:{port}/", asked


async def test_a_remote_set_logs_in_resets_and_is_waited_for(environment):
    async with reset_server(environment, busy=3) as (address, asked):
        remote = remote_set(environment, reset=address, snapshot="nightly")
        state = await remote.login(SITE_KEYS)
        await remote.verify(SITE_KEYS, state["cookies"])
        assert await remote.reset() > 0
        assert asked == ["reset", "status", "status", "status", "status"]
        with pytest.raises(LoginLost):
            await remote.verify(["gitlab"], state["cookies"])
        await remote.reset()  # one that is under way already is waited for
    assert (remote.snapshot, remote.resets_per_episode) == ("nightly", False)


async def test_urls_are_what_pages_show(environment):
    remote = remote_set(environment, reset="none")
    assert remote.urls["reddit"] == f"http://127.0.0.1:{environment.ports['reddit']}"
    assert await remote.fingerprint() == await remote.fingerprint()
    assert await remote.reset() == 0.0


async def test_the_browser_reaches_a_remote_set_and_nothing_else(environment):
    remote = remote_set(environment, reset="none")
    async with browser.driver() as playwright:
        opened = await browser.launch(playwright, remote.hosts)
        async with browser.context(opened, await remote.login(["shopping_admin"])) as context:
            page = await context.new_page()
            await page.goto(f"{remote.urls['shopping_admin']}/catalog/products")
            assert "Fjord Running Skirt" in await page.inner_text("body")
            with pytest.raises(browser.Error, match="ERR_NAME_NOT_RESOLVED"):
                await page.goto("http://metis.example/")
        await opened.close()


async def test_a_reset_that_failed_says_why(environment):
    async with reset_server(environment, failure="no space left for shopping") as (address, _):
        with pytest.raises(SiteDown, match=r"no space left for shopping.*reset server"):
            await remote_set(environment, reset=address).reset()


async def test_a_reset_server_that_is_not_there_is_named(environment):
    with pytest.raises(SiteDown, match=r"reset server http://127.0.0.1:9 did not answer"):
        await remote_set(environment, reset="http://127.0.0.1:9").reset()


def test_a_set_without_a_word_on_its_reset_is_refused():
    with pytest.raises(BadInput, match="`reset: none`"):
        RemoteSet(1, RemoteConf({"gitlab": "http://g.example"}), sites())


def test_an_unknown_site_is_named():
    with pytest.raises(BadInput, match="has a URL for homepage; the sites are gitlab"):
        RemoteSet(1, RemoteConf({"homepage": "http://g.example"}, "none"), sites())


async def test_a_redirect_to_the_host_the_data_came_from_is_named():
    async def astray(request):
        return RedirectResponse("http://metis.lti.example:7770/")

    async with serving(Starlette(routes=[Route("/", astray)])) as port:
        remote = RemoteSet(3, RemoteConf({"shopping": f"http://127.0.0.1:{port}"}, "none"), sites())
        with pytest.raises(SiteDown, match=r"^set 3: .*redirects to the foreign host metis.lti.example"):
            await remote.health()


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("http://Shop.example:7770/", "http://shop.example:7770"),
        ("http://shop.example:80", "http://shop.example"),
        ("https://shop.example:443/admin/", "https://shop.example/admin"),
        (" http://10.0.0.5:8888/a/B:c/Landing#top ", "http://10.0.0.5:8888/a/B:c/Landing"),
    ],
)
def test_addresses_are_made_canonical(given, expected):
    assert canonical(given) == canonical(canonical(given)) == expected


@pytest.mark.parametrize("given", ["shop.example", "ftp://shop.example", "http://user:word@shop.example", "http://", ""])
def test_what_is_no_address_is_refused(given):
    with pytest.raises(BadInput, match="is not the address of a site"):
        canonical(given)


def test_forum_and_shop_on_one_host_cannot_both_be_logged_in_to():
    one = dict.fromkeys(("shopping", "shopping_admin", "reddit", "gitlab"), "http://h.example:1")
    assert one_session_a_host(["shopping", "reddit"], one) == ["reddit"]
    assert one_session_a_host(["shopping", "shopping_admin", "gitlab"], one) == ["shopping", "shopping_admin", "gitlab"]
    assert one_session_a_host(["shopping", "reddit"], one | {"reddit": "http://r.example:1"}) == ["shopping", "reddit"]


def test_accounts_come_from_the_variables_the_conf_names(monkeypatch):
    monkeypatch.setenv("SECOND_GITLAB", "ada:enough of it")
    remote = RemoteSet(1, RemoteConf({"gitlab": "http://g.example"}, "none", accounts={"gitlab": "SECOND_GITLAB"}), sites())
    account = remote.sites["gitlab"].account
    assert isinstance(account, Account)
    assert (account.username, account.password) == ("ada", "enough of it")
    monkeypatch.delenv("SECOND_GITLAB")
    with pytest.raises(BadInput, match="SECOND_GITLAB is not an account"):
        RemoteSet(1, RemoteConf({"gitlab": "http://g.example"}, "none", accounts={"gitlab": "SECOND_GITLAB"}), sites())


def test_two_programs_never_share_a_remote_set(tmp_path):
    remotes = [RemoteConf({"gitlab": f"http://g{number}.example"}, "none") for number in (1, 2)]
    conf = SitesConf("remote", sets=1, home=str(tmp_path), remote=remotes)
    with environment_sets(conf) as mine:
        assert [item.number for item in mine] == [1]
        with pytest.raises(BadInput, match=r"in use; set 1 by \d+ "), environment_sets(conf):
            pass
        conf.sets = 2
        with environment_sets(conf) as others:
            assert [item.number for item in others] == [2]


def test_a_lease_is_seen_from_outside_and_ends_with_its_block(tmp_path):
    path = tmp_path / "sets" / "set1.lock"
    assert holder(path) == ""
    with hold(path) as first, hold(path) as second:
        assert (first, second) == (True, False)
        assert holder(path).split()[0].isdigit()
    assert holder(path) == ""


@pytest.mark.parametrize(("kind", "stack", "message"), [("cloud", "miniarena", "the kinds are"), ("compose", "wiki", "the stacks are")])
def test_an_unknown_kind_or_stack_is_named(kind, stack, message):
    with pytest.raises(BadInput, match=message):
        kind_of(SitesConf(kind, stack))


def test_a_remote_kind_without_sets_says_what_to_give():
    with pytest.raises(BadInput, match="lists no remote sets"):
        kind_of(SitesConf("remote")).found()
