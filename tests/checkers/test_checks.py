"""Checkers: WebArena's rules and quirks on plain texts, and pages read in a real browser."""

from contextlib import asynccontextmanager

import pytest

from mag.checkers.check import Evidence, decide, gather
from mag.checkers.judge import PhraseJudge
from mag.checkers.page import contents_match, post_url, read_target, resolve
from mag.checkers.string import exact_match, must_include
from mag.checkers.url import url_match
from mag.errors import BadInput
from mag.records import WebTask

URLS = {"shopping": "http://shopping.mag.test", "shopping_admin": "http://shopping-admin.mag.test"}


@pytest.mark.parametrize(
    ("reference", "answer", "passes"),
    [
        ("Blue Mug", "blue mug", True),
        ("Blue Mug", " 'Blue Mug' ", True),
        ("Blue Mug", '"blue mug"', True),
        ("Blue Mug", "blue mug.", False),
        ("Blue Mug", "''blue mug''", False),
        ("", "", True),
        ("x", "", False),
    ],
)
def test_exact_match(reference, answer, passes):
    assert exact_match(reference, answer) is passes


@pytest.mark.parametrize(
    ("reference", "answer", "tokenize", "passes"),
    [
        ("0", "$0.00", True, True),
        ("0", "10", True, False),
        ("0", "10", False, True),
        ("3", "there are 3 of them", True, True),
        ("12", "it is 12.5", True, True),
        ("Ann", "announce", True, True),
    ],
)
def test_must_include_is_a_substring_test_but_for_one_character(reference, answer, tokenize, passes):
    assert must_include(reference, answer, tokenize) is passes


@pytest.mark.parametrize(
    ("reference", "url", "passes"),
    [
        ("http://a.test/x", "http://a.test/x/", True),
        ("http://a.test/x", "http://a.test/xylophone", True),
        ("http://a.test/x", "http://a.test/y", False),
        ("http://a.test/x", "http://b.test/x", False),
        ("http://a.test/x?p=1", "http://a.test/x?q=2&p=1", True),
        ("http://a.test/x?p=1", "http://a.test/x", False),
        ("http://a.test/x?p=1", "http://a.test/x?p=12", False),
        ("http://a.test/x |OR| http://a.test/y?k=v", "http://a.test/y?k=v", True),
        ("http://a.test/x#part", "http://a.test/x", True),
    ],
)
def test_url_match(reference, url, passes):
    assert url_match(reference, url) is passes


@pytest.mark.parametrize(
    ("answer", "passes"),
    [
        ("The strap broke after a week", True),
        ("After a week the strap BROKE.", True),
        ("it did not break: the strap broke after no week", False),
        ("the strap", False),
        ("", False),
        ("the strap broke after a week " * 20, False),
        ("it tore within days", True),
    ],
)
def test_the_phrase_judge_wants_all_words_of_a_phrasing(answer, passes):
    assert PhraseJudge().decide("Why?", "strap broke after a week", ["tore within days"], answer) is passes


def test_addresses_are_resolved_and_unknown_helpers_refused():
    assert resolve("__SHOPPING_ADMIN__/orders", URLS, "") == "http://shopping-admin.mag.test/orders"
    assert resolve("__SHOPPING__/cart", URLS, "") == "http://shopping.mag.test/cart"
    assert resolve("func:reddit_get_post_url('__last_url__')", URLS, "http://r.test/f/books/12/a-title/edit") == "http://r.test/f/books/12/"
    assert post_url("http://r.test/f/books") == "http://r.test/f/books"
    with pytest.raises(BadInput, match="open_sesame"):
        resolve("func:open_sesame()", URLS, "")


def test_contents_with_alternatives():
    assert contents_match({"must_include": ["a |OR| b", "c"]}, "x B c")
    assert not contents_match({"must_include": ["a |OR| b", "c"]}, "a b")
    assert contents_match({"exact_match": "Yes"}, " yes ")


def task(**block):
    return WebTask(1, ("shopping",), "", "Why?", "", 1, {}, {"program_html": [], "reference_url": None, "reference_answers": None} | block)


def test_all_kinds_must_pass_and_the_judge_is_named_where_it_was_asked():
    both = task(
        eval_types=["string_match", "url_match"],
        reference_url="__SHOPPING__/cart",
        reference_answers={"fuzzy_match": ["too small"], "accepted_phrasings": {"too small": ["tiny"]}},
    )
    right = decide(both, Evidence("http://shopping.mag.test/cart", "Tiny!", (), (), URLS), PhraseJudge())
    assert (right.success, right.judge, len(right.checks)) == (True, "local-phrases-1", 2)
    assert [check.get("judge") for check in right.checks] == ["local-phrases-1", None]
    elsewhere = decide(both, Evidence("http://shopping.mag.test/", "Tiny!", (), (), URLS), PhraseJudge())
    assert elsewhere.success is False


def test_undecided_is_neither_success_nor_failure_unless_something_failed():
    class Absent:
        name = "absent"

        def decide(self, *_):
            return None

    fuzzy = task(eval_types=["string_match"], reference_answers={"fuzzy_match": ["x"]})
    assert decide(fuzzy, Evidence("", "y", (), (), URLS), Absent()).success is None
    both = task(eval_types=["string_match", "url_match"], reference_url="__SHOPPING__/cart", reference_answers={"fuzzy_match": ["x"]})
    assert decide(both, Evidence("http://shopping.mag.test/", "y", (), (), URLS), Absent()).success is False


def test_a_task_without_checks_never_succeeds():
    assert decide(task(eval_types=[]), Evidence("", "", (), (), URLS), PhraseJudge()).success is False


async def test_locators_read_without_touching_and_fail_to_nothing(tab, pages):
    pages["/check"] = (
        "<p class=total>Total &amp; tax: <b>$45.30</b></p><input name=from value=start><details><summary>m</summary></details>"
    )
    await tab.open("http://a.mag.test/check")
    await tab.page.fill("input", "typed by the agent")

    async def read(locator, **more):
        return await read_target(tab.page, {"locator": locator, **more})

    assert await read("document.querySelector('.total').innerText") == "Total & tax: $45.30"
    assert await read("document.querySelector('[name=from]').value") == "typed by the agent"
    assert await read("document.querySelector('.absent').innerText") == ""
    assert "Total & tax" in await read("")
    assert (
        await read("document.querySelector('details').open", prep_actions=["document.querySelector('details').open = true", "nonsense("])
        == "True"
    )
    with pytest.raises(BadInput, match="not an expression on document"):
        await read("fetch('/steal')")


async def test_evidence_comes_from_the_agents_page_and_from_pages_of_the_checkers_own(tab, chromium, pages):
    pages["/last"] = "<h1>Here</h1>"
    pages["/other"] = "<h1>There</h1>"
    await tab.open("http://a.mag.test/last")
    opened = []

    @asynccontextmanager
    async def own():
        page = await chromium.new_page()
        opened.append(page)
        yield page
        await page.close()

    target = {"locator": "document.querySelector('h1').innerText", "required_contents": {"exact_match": "x"}}
    web_task = task(eval_types=["program_html"], program_html=[{"url": "last", **target}, {"url": "__SITE__/other", **target}])
    evidence = await gather(web_task, tab.page, "answer", {"site": "http://a.mag.test"}, own)
    assert evidence.texts == ("Here", "There")
    assert (evidence.url, len(opened)) == ("http://a.mag.test/last", 1)
    assert tab.page.url == "http://a.mag.test/last"
