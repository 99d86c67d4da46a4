"""Evidence read in a real browser: the agent's page untouched, other pages on pages of the checker's own."""

from contextlib import asynccontextmanager

import pytest
from starlette.responses import HTMLResponse

from mag.checkers.gather import gather
from mag.checkers.verdict import decide
from mag.errors import BadInput, BrowserCrash, SiteDown
from mag.judge.book import StubJudge
from mag.records import WebTask
from mag.web import browser as browsers

URLS = {"site": "http://a.mag.test"}
TITLE = {"locator": "document.querySelector('h1').innerText", "required_contents": {"exact_match": "There"}}


def task(*targets):
    return WebTask(7, ("site",), "", "", "", 1, {}, {"eval_types": ["program_html"], "program_html": list(targets)})


async def no_api(*_):
    raise AssertionError("no API is needed")


@pytest.fixture
def look(tab, chromium):
    """Gather the targets' evidence with the tab as the agent's page; counts the checker's own pages in `look.opened`."""

    @asynccontextmanager
    async def own():
        look.opened += 1
        async with browsers.context(chromium) as context:
            yield await context.new_page()

    async def look(*targets):
        return await gather(task(*targets), tab.page, "the answer", URLS, own, no_api)

    look.opened = 0
    return look


def target(locator, url="last", contents="x", **more):
    return {"url": url, "locator": locator, "required_contents": {"must_include": [contents]}, **more}


async def test_locators_read_what_the_agent_left_and_fail_with_a_problem(tab, pages, look):
    pages["/check"] = "<p class=total>Total &amp; <b>$45.30</b></p><input name=from value=start><i hidden></i>"
    await tab.open("http://a.mag.test/check")
    await tab.page.fill("input", "typed by the agent")
    before = await tab.page.content()
    evidence = await look(
        target("document.querySelector('.total').innerText"),
        target("document.querySelector('[name=\"from\"').value"),  # the bracket is missing in WebArena's own, and browsers do not mind
        target("[...document.querySelectorAll('b')].map(item => item.innerText)"),
        target("document.querySelector('i').hidden"),
        target("document.querySelector('.absent').innerText"),
        target("document.querySelector('.absent')"),
        target(""),
    )
    assert [page.text for page in evidence.pages[:6]] == ["Total & $45.30", "typed by the agent", "['$45.30']", "True", "", "None"]
    assert [bool(page.problem) for page in evidence.pages] == [False] * 4 + [True, True, False]
    assert "Total &amp; <b>" in evidence.pages[6].text  # as it is: comparing unescapes
    assert (evidence.url, evidence.answer, evidence.urls) == ("http://a.mag.test/check", "the answer", URLS)
    assert (evidence.strict_pages, evidence.lookups, look.opened) == ((), (), 0)
    assert (await tab.page.content(), await tab.page.input_value("input")) == (before, "typed by the agent")


@pytest.mark.parametrize(
    "script",
    ["fetch('/late').then(() => { document.querySelector('h1').innerText = 'There' })", "setTimeout(() => location.replace('/late'), 30)"],
)
async def test_other_addresses_are_read_on_a_page_of_the_checkers_own_once_it_rests(tab, pages, look, script):
    pages["/last"] = "<h1>Here</h1>"
    pages["/late"] = "<h1>There</h1>"
    pages["/other"] = f"<h1>Not yet</h1><script>{script}</script>"
    await tab.open("http://a.mag.test/last")
    evidence = await look({"url": "last", **TITLE}, {"url": "__SITE__/other", **TITLE})
    assert [page.text for page in evidence.pages] == ["Here", "There"]
    assert evidence.pages[0].address == "http://a.mag.test/last"
    assert (look.opened, tab.page.url) == (1, "http://a.mag.test/last")


async def test_what_must_be_prepared_is_done_on_a_page_of_the_checkers_own(tab, pages, look):
    pages["/form"] = (
        "<button onclick=\"document.body.insertAdjacentHTML('beforeend', '<input value=saved>')\">More</button>"
        "<script>window.clicks = 0; onclick = () => { window.clicks++ }</script>"
    )
    value = target(
        "document.querySelector('input').value", prep_actions=["document.querySelector('button').click()", "nonsense(", "absent.click()"]
    )
    await tab.open("http://a.mag.test/form")
    evidence = await look(value)
    assert (evidence.pages[0].text, look.opened) == ("saved", 1)
    assert await tab.page.evaluate("window.clicks") == 0
    await tab.page.click("button")
    await tab.page.fill("input", "not saved yet")
    evidence = await look(value)
    assert (evidence.pages[0].text, look.opened) == ("not saved yet", 1)  # open already: read where the agent left it
    assert await tab.page.evaluate("window.clicks") == 1


async def test_a_posts_page_is_found_from_the_last_address_in_both_ways(tab, pages, look):
    post = {"url": "func:reddit_get_post_url('__last_url__')", **TITLE}
    pages["/f/books/12/a-title"] = "<h1>Comments</h1>"
    pages["/f/books/12/"] = pages["/f/books/new/"] = "<h1>There</h1>"
    pages["/f/books/new"] = "<h1>Newest</h1>"
    await tab.open("http://a.mag.test/f/books/12/a-title")
    evidence = await look(post)
    assert (evidence.pages[0].address, evidence.strict_pages) == ("http://a.mag.test/f/books/12/", ())
    await tab.open("http://a.mag.test/f/books/new")
    evidence = await look(post)
    assert (evidence.pages[0].text, evidence.strict_pages[0].text) == ("There", "")
    assert "no page of a submission" in evidence.strict_pages[0].problem
    assert [decide(task(post), evidence, StubJudge(None), mode).success for mode in ("webarena", "strict")] == [True, False]


async def test_a_members_role_is_read_from_the_table_of_members(tab, pages, look):
    row = (
        "<tr><td data-label=Account><span class=gl-avatar-labeled-sublabel>@{}</span></td><td class=col-max-role><span>{}</span></td></tr>"
    )
    pages["/members"] = f"<table>{row.format('first', 'Owner')}{row.format('second', 'Guest')}</table>"
    await tab.open("about:blank")
    evidence = await look(
        *(
            target(f"func:gitlab_get_project_{call}", "__SITE__/members")
            for call in ("memeber_role(__page__, 'second')", "member_role(__page__, 'nobody')")
        )
    )
    assert [(page.text, bool(page.problem)) for page in evidence.pages] == [("Guest", False), ("", True)]


async def test_a_page_without_an_address_is_a_problem_and_a_broken_site_an_error(tab, pages, look):
    pages["/broken"] = lambda request: HTMLResponse("<h1>There</h1>", 500)
    await tab.open("about:blank")
    evidence = await look({"url": "func:reddit_get_post_url('__last_url__')", **TITLE})
    assert (evidence.pages[0].text, "no address" in evidence.pages[0].problem, look.opened) == ("", True, 0)
    with pytest.raises(SiteDown, match="got 500"):
        await look({"url": "__SITE__/broken", **TITLE})
    with pytest.raises(SiteDown, match="could not open"):
        await look({"url": "http://elsewhere.test/", **TITLE})


async def test_a_page_that_went_away_is_not_a_failed_locator(tab, look):
    await tab.open("about:blank")
    await tab.page.close()
    for locator in ("document.title", ""):
        with pytest.raises(BrowserCrash, match="went away"):
            await look(target(locator))


@pytest.mark.parametrize(
    ("locator", "url", "message"),
    [
        ("fetch('/steal')", "last", "not an expression on document"),
        ("func:open_sesame(__page__)", "last", "task 7 needs the helper 'open_sesame'"),
        ("func:shopping_get_latest_order_url()", "last", "task 7: .* cannot be read on a page"),
        ("document.title", "func:shopping_get_sku_latest_review_author('B1')", "task 7: .* gives a text"),
    ],
)
async def test_checks_that_cannot_be_read_are_named(tab, pages, look, locator, url, message):
    await tab.open("about:blank")
    with pytest.raises(BadInput, match=message):
        await look(target(locator, url))
