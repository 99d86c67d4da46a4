"""WebArena's rules, bug for bug, on plain evidence."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mag.checkers.judge import PhraseJudge
from mag.checkers.string import exact_match, must_include
from mag.checkers.task import PAGE_SHOWN
from mag.checkers.tokens import is_word
from mag.checkers.url import url_match
from mag.checkers.verdict import decide, questions
from mag.errors import BadInput, Corrupt
from mag.judge.book import BookJudge, StubJudge
from mag.records import Evidence, PageEvidence, Question
from tests.checkers.records import check_task as task

URLS = {"shopping": "http://shopping.test", "shopping_admin": "http://admin.test/admin"}


def page(contents, text, problem=""):
    return {"url": "last", "locator": "document.title", "required_contents": contents}, PageEvidence("http://shopping.test/", text, problem)


def passes(web_task, answer="", url="http://shopping.test/", judge=None, pages=(), mode="webarena"):
    evidence = Evidence(url, answer, URLS, tuple(pages))
    return decide(web_task, evidence, judge or StubJudge(None), mode).success


# --- answers --------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("reference", "answer", "same"),
    [
        ("Blue Mug", "blue mug", True),
        ("Blue Mug", " 'Blue Mug' ", True),
        ("Blue Mug", '"blue mug"', True),
        ("Blue Mug", "''blue mug''", False),
        ("Blue Mug", "blue mug.", False),
        ("", "", True),
        ("", "'", True),
        ("x", "", False),
    ],
)
def test_exact_match_drops_case_and_one_pair_of_quotes(reference, answer, same):
    assert exact_match(reference, answer) is same


def test_an_answer_may_stand_in_two_pairs_of_quotes_because_it_is_cleaned_twice():
    assert passes(task({"exact_match": "Blue Mug"}), "\"'Blue Mug'\"") is True
    assert passes(task({"exact_match": "Blue Mug"}), "\"''Blue Mug''\"") is False


@pytest.mark.parametrize(
    ("references", "answer", "found"),
    [
        (["0"], "10", False),
        (["0"], "$0.00", False),
        (["0"], "there are 0", True),
        (["0", "1"], "10", True),
        (["10"], "100", True),
        (["Ann"], "announce", True),
        (["65 |OR| 3"], "65", False),
        (["65 |OR| 3"], "it is 65 |OR| 3", True),
    ],
)
def test_must_include_is_a_substring_test_but_for_a_lone_character(references, answer, found):
    assert passes(task({"must_include": references}), answer) is found


# Every expectation here is what NLTK's word_tokenize (Punkt and Treebank) says.
@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("3", True),
        ("it is 3.", True),
        ("it is 3. there are more", False),  # taken for an ordinal
        ("it is 3. 4 more", True),
        ("$3. there are more", True),
        ("...3. there are more", False),
        ("$3", True),
        ("#3", True),
        ("(3)", True),
        ("(3.)", True),
        ('"3."', True),
        ("3%", True),
        ("3?", True),
        ("3, 4", True),
        ("3,4", False),
        ("yes,3", False),
        ("a:3", False),
        ("3:", True),
        ("3's", True),
        ("'3'", True),
        ("3--4", True),
        ("3...", True),
        ("3-4", False),
        ("3/4", False),
        ("3.5", False),
        ("3rd", False),
        ("x3", False),
        ("13", False),
        ("~3", False),
        ("3.the", False),
        ("3.(see", True),
        ("", False),
    ],
)
def test_a_lone_character_is_a_word_where_nltk_cuts_it_off(text, word):
    assert is_word("3", text) is word
    assert must_include("3", text, tokenize=True) is word


@pytest.mark.parametrize(("char", "text", "word"), [("$", "costs $5", True), ('"', '"', False), ("a", "a. b", False), ("a", "a", True)])
def test_other_characters_as_words(char, text, word):
    assert is_word(char, text) is word


def test_every_fuzzy_reference_must_be_ruled_correct_on_the_cleaned_answer():
    web_task = task({"fuzzy_match": ["tiny", "__SHOPPING__/x"]})
    evidence = Evidence("", "'Too Small'", URLS)
    asked = questions(web_task, evidence)
    assert [(question.kind, question.reference, question.answer) for question in asked] == [
        ("answer", "tiny", "too small"),
        ("answer", "http://shopping.test/x", "too small"),
    ]
    keys = [question.key for question in asked]
    for rulings, success in (((True, True), True), ((True, False), False), ((True, None), None), ((None, False), False)):
        verdict = decide(web_task, evidence, BookJudge("book", dict(zip(keys, rulings, strict=True))))
        assert verdict.success is success
        assert verdict.judge == "book"
        assert [(check["question"], check["passed"]) for check in verdict.checks] == list(zip(keys, rulings, strict=True))


@pytest.mark.parametrize(
    ("answers", "answer", "ruling", "success"),
    [
        ({"fuzzy_match": "N/A"}, "N/A", None, True),
        ({"fuzzy_match": "N/A"}, "'n/a'", None, True),
        ({"fuzzy_match": "N/A"}, "N/A.", True, True),
        ({"fuzzy_match": "N/A"}, "there is no such shop", True, True),
        ({"fuzzy_match": "N/A"}, "there is no such shop", False, False),
        ({"fuzzy_match": "N/A"}, "there is no such shop", None, None),
        ({"must_include": ["x"], "fuzzy_match": "N/A"}, "no shop", True, True),  # the ruling replaces the failed part
        ({"must_include": ["x"], "fuzzy_match": "N/A"}, "N/A", False, False),  # and is asked for when a part before failed
        ({"fuzzy_match": "N/A", "must_include": ["x"]}, "no shop", True, False),  # parts after it count
    ],
)
def test_unachievable_tasks(answers, answer, ruling, success):
    assert passes(task(answers, string_note="the shop closed"), answer, judge=StubJudge(ruling)) is success


def test_the_reason_is_what_a_judge_is_asked_about():
    (question,) = questions(task({"fuzzy_match": "N/A"}, string_note="the shop closed"), Evidence("", "No Shop", URLS))
    assert question == Question("unachievable", "What is it?", "the shop closed", "no shop")
    with pytest.raises(BadInput, match=r"task 7 .* no string_note"):
        passes(task({"fuzzy_match": "N/A"}), "no shop")


@pytest.mark.parametrize(
    "answers", [{"must_include": "a text"}, {"exact_match": ["a"]}, {"fuzzy_match": "a text"}, {"sounds_like": ["a"]}, {}, None]
)
def test_reference_answers_of_no_known_form_are_named(answers):
    with pytest.raises(BadInput, match="task 7"):
        passes(task(answers, eval_types=["string_match"]))


# --- URLs -----------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("reference", "url", "matches"),
    [
        ("http://a.test/x", "http://a.test/x/", True),
        ("http://a.test/x", "http://a.test/xylophone", True),
        ("http://a.test/x", "http://not-a.test/x", True),
        ("http://a.test/x", "http://a.test/y", False),
        ("http://a.test/x", "http://b.test/x", False),
        ("http://a.test/x?p=1", "http://a.test/x?q=2&p=1", True),
        ("http://a.test/x?p=1", "http://a.test/x?p=2&p=1", True),
        ("http://a.test/x?p=1", "http://a.test/x", False),
        ("http://a.test/x?p=1", "http://a.test/x?p=12", False),
        ("http://a.test/x/?p=1", "http://a.test/x?p=1", False),
        ("http://a.test/x |OR| http://a.test/y?k=v", "http://a.test/y?k=v", True),
        ("http://a.test/x?k=1 |OR| http://a.test/y?k=2", "http://a.test/x?k=2", True),  # values of all alternatives in one heap
        ("http://a.test/x |OR| http://a.test/y?k=2", "http://a.test/x", False),
        ("http://a.test/x#part", "http://a.test/x", True),
        ("", "http://a.test/x", True),
    ],
)
def test_url_match(reference, url, matches):
    assert url_match(reference, url) is matches


def test_sites_are_filled_into_references_and_a_reference_without_address_or_rule_is_an_error():
    assert passes(task(url="__SHOPPING_ADMIN__/orders"), url="http://admin.test/admin/orders/?page=1") is True
    with pytest.raises(BadInput, match=r"task 7 .* no reference_url"):
        passes(task(eval_types=["url_match"]))
    with pytest.raises(BadInput, match="EXACT"):
        passes(task(url="__SHOPPING__", url_note="EXACT"))


# --- pages ----------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("contents", "text", "passed"),
    [
        ({"must_include": ["a |OR| b", "c"]}, "x B c", True),
        ({"must_include": ["a |OR| b", "c"]}, "a b", False),
        ({"must_include": ["0"]}, "10", True),
        ({"exact_match": "Yes"}, " 'yes' ", True),
        ({"exact_match": "yes |OR| no"}, "no", False),
        ({"must_include": ["Tom & Jerry"]}, "tom &amp; jerry", True),
        ({"must_include": ["__SHOPPING__/x"]}, "see http://shopping.test/x", True),
        ({"exact_match": ""}, "", True),
    ],
)
def test_page_contents(contents, text, passed):
    target, found = page(contents, text)
    assert passes(task(pages=[target]), pages=[found]) is passed


def test_rows_say_where_they_looked_and_show_no_more_than_people_read():
    target, found = page({"must_include": ["x"]}, "x" * 10 * PAGE_SHOWN, "a remark")
    (check,) = decide(task(pages=[target]), Evidence("", "", URLS, (found,)), StubJudge(None)).checks
    assert (check["passed"], check["address"], check["locator"]) == (True, "http://shopping.test/", "document.title")
    assert check["problem"] == "a remark"  # counts in strict mode only
    assert PAGE_SHOWN < len(check["found"]) < 2 * PAGE_SHOWN


def test_evidence_of_another_task_and_contents_of_no_known_form_are_errors():
    target, found = page({"must_include": ["x"]}, "x")
    with pytest.raises(Corrupt, match="2 pages where task 7 asks for 1"):
        passes(task(pages=[target]), pages=[found, found])
    with pytest.raises(BadInput, match="neither exact_match nor must_include"):
        passes(task(pages=[target | {"required_contents": {"like": "x"}}]), pages=[found])


# --- the whole ------------------------------------------------------------------------------------------------------------
def test_all_kinds_must_pass_and_the_judge_is_named_where_it_was_asked():
    both = task({"fuzzy_match": ["too small"], "accepted_phrasings": {"too small": ["tiny"]}}, "__SHOPPING__/cart")
    right = decide(both, Evidence("http://shopping.test/cart", "Tiny!", URLS), PhraseJudge())
    assert (right.success, right.judge, len(right.checks)) == (True, "local-phrases-1", 2)
    assert [check.get("judge") for check in right.checks] == ["local-phrases-1", None]
    assert decide(both, Evidence("http://shopping.test/", "Tiny!", URLS), PhraseJudge()).success is False


def test_undecided_is_neither_success_nor_failure_unless_something_failed():
    assert passes(task({"fuzzy_match": ["x"]}), "y") is None
    assert passes(task({"fuzzy_match": ["x"]}, "__SHOPPING__/cart"), "y") is False


@pytest.mark.parametrize("mode", ["webarena", "strict"])
def test_a_task_that_checks_nothing_or_the_unknown_is_an_error(mode):
    with pytest.raises(BadInput, match="task 7 checks nothing"):
        passes(task(), mode=mode)
    with pytest.raises(BadInput, match="'taste'"):
        passes(task(eval_types=["taste"]), mode=mode)


def test_no_question_is_asked_that_cannot_change_a_verdict():
    both = task({"must_include": ["5"], "fuzzy_match": ["x"]})
    assert len(questions(both, Evidence("", "5 y", URLS))) == 1
    assert questions(both, Evidence("", "4 y", URLS)) == []
    assert questions(task({"exact_match": "5"}), Evidence("", "5", URLS)) == []
    elsewhere = task({"fuzzy_match": ["x"]}, "__SHOPPING__/cart")
    assert questions(elsewhere, Evidence("http://shopping.test/cartoon", "y", URLS))  # decides WebArena's mode only
    assert questions(elsewhere, Evidence("http://shopping.test/", "y", URLS)) == []


PLAIN = task(
    {"exact_match": "3", "must_include": ["3", "Blue Mug |OR| 4.50"], "fuzzy_match": "N/A"},
    "__SHOPPING__/a?b=c",
    [{"url": "last", "locator": "", "required_contents": {"must_include": ["3", "x |OR| y"]}}],
    string_note="sold out",
)
LONE = task({"must_include": ["3"]})


@settings(max_examples=50)
@given(st.text() | st.text("3.,:'\"() $%-/n/a\n"), st.sampled_from(["webarena", "strict"]), st.sampled_from([True, False, None]))
def test_no_answer_and_no_page_text_makes_a_check_fail_loud(text, mode, ruling):
    evidence = Evidence("http://shopping.test/a?b=c", text, URLS, (PageEvidence("", text),))
    for web_task in (PLAIN, LONE):
        assert decide(web_task, evidence, StubJudge(ruling), mode).success in (True, False, None)
