"""The strict rules: each known false verdict of WebArena's, and what it is now."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mag.checkers.numbers import number, numbers
from mag.checkers.strict import bare, equal, holds, same_page
from mag.checkers.verdict import decide, questions
from mag.errors import BadInput
from mag.judge.book import StubJudge
from mag.records import Evidence, PageEvidence
from tests.checkers.records import check_task as task

URLS = {"reddit": "http://reddit.test"}


def both(web_task, evidence, ruling=None):
    """(by WebArena's rules, by the strict ones)."""
    return tuple(decide(web_task, evidence, StubJudge(ruling), mode).success for mode in ("webarena", "strict"))


def answered(answers, answer, ruling=None, **more):
    return both(task(answers, **more), Evidence("http://reddit.test/", answer, URLS), ruling)


# --- answers --------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("answers", "answer", "verdicts"),
    [
        ({"must_include": ["65 |OR| 3"]}, "it is 65", (False, True)),
        ({"exact_match": "yes |OR| sure"}, "sure", (False, True)),
        ({"must_include": ["0"]}, "$0.00", (False, True)),
        ({"must_include": ["10"]}, "100 reviews", (True, False)),
        ({"must_include": ["3", "4"]}, "13 and 14", (True, False)),
        ({"must_include": ["3"]}, "it is 3. there are no more", (False, True)),
        ({"must_include": ["170"]}, "order 000000170", (True, True)),
        ({"must_include": ["06516"]}, "6516", (False, False)),
        ({"exact_match": "06516"}, "6516", (False, False)),
        ({"must_include": ["745.00"]}, "745 dollars", (False, True)),
        ({"must_include": ["Lo"]}, "Chloe", (True, False)),
        ({"must_include": ["Lo"]}, "Chu, Lo and Chen", (True, True)),
        ({"must_include": ["Blue  Mug"]}, "a blue mug", (False, True)),
        ({"exact_match": "Blue Mug"}, "Blue Mug.", (False, True)),
        ({"exact_match": "Blue Mug"}, "“Blue mug.”", (False, True)),
        ({"exact_match": "1234"}, "$1,234.00", (False, True)),
        ({"exact_match": "3"}, "13", (False, False)),
        ({"exact_match": "Blue Mug"}, "a blue mug", (False, False)),
        ({"must_include": ["-79.939", "40.442"]}, "40.442,-79.939", (True, True)),
    ],
)
def test_answers(answers, answer, verdicts):
    assert answered(answers, answer) == verdicts


@pytest.mark.parametrize(
    ("answers", "answer", "ruling", "verdicts"),
    [
        ({"fuzzy_match": "N/A"}, "N/A", None, (True, True)),
        ({"fuzzy_match": "N/A"}, "N/A.", None, (None, True)),
        ({"fuzzy_match": "N/A"}, "N/A, the shop closed", None, (None, None)),
        ({"must_include": ["x"], "fuzzy_match": "N/A"}, "the shop closed", True, (True, False)),
        ({"fuzzy_match": "N/A"}, "the shop closed", False, (False, False)),
        ({"fuzzy_match": ["x"]}, "", True, (True, False)),
        ({"fuzzy_match": "N/A"}, " ", True, (True, False)),
        ({"fuzzy_match": ["x"]}, "y", None, (None, None)),
    ],
)
def test_what_a_judge_rules_on(answers, answer, ruling, verdicts):
    assert answered(answers, answer, ruling, string_note="the shop closed") == verdicts


def test_both_modes_ask_the_same_question_once():
    assert len(questions(task({"fuzzy_match": ["x"]}), Evidence("", " 'Y' ", URLS))) == 1


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("$1,234.00 and 5", {"1234", "5"}),
        ("(3), #4: 5%", {"3", "4", "5"}),
        ("1,2,3", {"1", "2", "3"}),
        ("1, 000", {"1", "0"}),
        ("-5 or −6 or +7 or .5", {"-5", "-6", "7", "0.5"}),
        ("3rd v4 5km x_6", set()),
        ("1.2.3 12:30 1/29/23 3-4 412-578-5000", set()),
        ("it is 3. Four", {"3"}),
    ],
)
def test_numbers_in_texts(text, values):
    assert numbers(text) == {Decimal(value) for value in values}


@pytest.mark.parametrize(("text", "value"), [("€ 3.50", "3.5"), ("0", "0"), ("0.50", "0.5"), ("007", None), ("3 km", None), ("", None)])
def test_a_text_that_is_a_number(text, value):
    assert number(text) == (None if value is None else Decimal(value))


@given(
    st.decimals(allow_nan=False, allow_infinity=False, min_value=0, max_value=10**9, places=2),
    st.sampled_from(["{}", "${:,}", '"{}."', " {} "]),
)
def test_a_number_equals_itself_however_written(value, form):
    assert equal(str(value), form.format(value))
    assert holds(str(value), f"that is {form.format(value)} altogether")
    assert not holds(str(value), f"that is 9{value}1 altogether")


@given(st.text(st.characters(categories=["L", "Nd", "Zs"])))
def test_a_text_equals_and_holds_itself(text):
    assert equal(text, f'"{text}."')
    assert holds(bare(text), f"so {bare(text)} it is")


# --- URLs -----------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("reference", "url", "same"),
    [
        ("http://a.test/x", "http://a.test/x/", True),
        ("http://a.test/x", "http://A.test/x?more=1#part", True),
        ("http://a.test/x", "http://a.test/xylophone", False),
        ("http://a.test/x", "http://a.test/y/x", False),
        ("http://a.test/x", "http://not-a.test/x", False),
        ("http://a.test/x", "http://a.test/x/1", False),
        ("http://a.test/x y", "http://a.test/x%20y", True),
        ("http://a.test", "http://a.test/", True),
        ("http://a.test/x/?p=1", "http://a.test/x?p=1", True),
        ("http://a.test/x?p=1&p=2", "http://a.test/x?p=2", False),
        ("http://a.test/x?q=%20a+b", "http://a.test/x?q=a%20b", True),
        ("http://a.test/x?q=a+b", "http://a.test/x?q=a", False),
        ("http://a.test/admin/edit/id/1", "http://a.test/admin/edit/id/1/key/0f3ac/", True),
        ("http://a.test/admin/edit/id/1/key/", "http://a.test/admin/edit/id/1/key/0f3ac/", True),
        ("http://a.test/admin/edit/id/1", "http://a.test/admin/edit/id/1/keys/2/", False),
    ],
)
def test_same_page(reference, url, same):
    assert same_page(reference, url) is same


def test_a_page_below_will_do_where_page_contents_are_checked_as_well():
    evidence = Evidence("http://reddit.test/f/books/4/a-review", "", URLS, (PageEvidence("", "a review"),))
    contents = [{"url": "last", "locator": "", "required_contents": {"must_include": ["review"]}}]
    assert both(task(url="__REDDIT__/f/books", pages=contents), evidence) == (True, True)
    assert both(task(url="__REDDIT__/f/books"), evidence) == (True, False)
    assert both(task(url="__REDDIT__/f/book", pages=contents), evidence) == (True, False)
    assert both(task(url="__REDDIT__/", pages=contents), evidence) == (True, False)  # a site is no area


def test_alternatives_are_satisfied_one_at_a_time():
    alternatives = "__REDDIT__/x?k=1 |OR| __REDDIT__/y?k=2"
    assert both(task(url=alternatives), Evidence("http://reddit.test/x?k=2", "", URLS)) == (True, False)
    assert both(task(url=alternatives), Evidence("http://reddit.test/y?k=2", "", URLS)) == (True, True)


def test_an_empty_reference_is_an_error_not_a_match_with_everything():
    with pytest.raises(BadInput, match=r"task 7 .* empty"):
        both(task(url=""), Evidence("http://reddit.test/", "", URLS))


# --- pages ----------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("contents", "text", "problem", "verdicts"),
    [
        ({"must_include": ["relation"]}, "long-distance relationships", "", (True, True)),
        ({"must_include": ["10"]}, "100 in stock", "", (True, False)),
        ({"must_include": ["5 star"]}, "15 stars", "", (True, False)),
        ({"exact_match": "20"}, "20.0000", "", (False, True)),
        ({"exact_match": "yes |OR| no"}, "No", "", (False, True)),
        ({"must_include": ["Tom & Jerry"]}, "tom &amp;\n jerry", "", (False, True)),
        ({"exact_match": ""}, "", "the locator failed: no such element", (True, False)),
        ({"must_include": ["a |OR| b", "c"]}, "x b c", "", (True, True)),
    ],
)
def test_page_contents(contents, text, problem, verdicts):
    web_task = task(pages=[{"url": "last", "locator": "document.title", "required_contents": contents}])
    assert both(web_task, Evidence("", "", URLS, (PageEvidence("", text, problem),))) == verdicts


def test_pages_read_the_repaired_way_count_where_they_differ():
    web_task = task(pages=[{"url": "last", "locator": "", "required_contents": {"exact_match": "x"}}])
    assert both(web_task, Evidence("", "", URLS, (PageEvidence("", "x"),), (PageEvidence("", "y"),))) == (True, False)
    assert both(web_task, Evidence("", "", URLS, (PageEvidence("", "x"),))) == (True, True)
