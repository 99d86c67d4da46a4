"""The checks of a task with the known false positives and negatives of WebArena's rules repaired. What differs from them:

answers
- ` |OR| ` means alternatives, in `exact_match` and in every item of `must_include`;
- `exact_match` does not mind white space, surrounding quotes or a final period; equal numbers are equal ("$1,234.00" is "1234");
- an item of `must_include` is found as whole words, not inside of others, and a number as a number: "0" is in "$0.00", "3" is not in
  "13", "10" not in "100". A reference written with leading zeros is a name and compared as text;
- an empty answer never means the same as a reference: no judge is asked;
- where a task cannot be achieved, the answer must be "N/A" and nothing else, or give the reason as a judge sees it; the checks beside
  it count as well.
URLs
- the host is equal, not a part of another; the path is equal, a final slash, the way it is percent-encoded and the session's key that
  Magento appends (`/key/<hash>/`) aside. Where page contents are checked as well, the reference names the area: a page below it will do;
- one alternative is satisfied as a whole: the values of different ones are not mixed, white space around values does not matter;
- an empty reference is an error, not a match with everything.
pages
- ` |OR| ` works in `exact_match` too; texts compare as answers do, but words are found inside of others ("relation" in "relationship");
- a locator that failed is a failed check with its problem, not the empty text;
- read from other sources (`mag.checkers.gather`): the latest order is the one of the highest entity_id, under that id; the newest
  review is the one created last, not the one listed last; a post's address comes from a page of a submission only.
"""

import html
import re
from collections.abc import Callable, Sequence
from urllib.parse import parse_qs, unquote, urlsplit

from mag.checkers.judge import Judge
from mag.checkers.numbers import number, numbers
from mag.checkers.string import clean_answer
from mag.checkers.task import (
    UNACHIEVABLE,
    Check,
    Row,
    answer_question,
    asked,
    page_row,
    page_targets,
    reason_question,
    reference_url,
    references,
    required,
    row,
)
from mag.errors import BadInput
from mag.records import Evidence, WebTask

OR = re.compile(r"\s*\|OR\|\s*")
ADDRESS_KEY = re.compile(r"/key(/[0-9a-f]*)?/?$")
QUOTES = {'"': '"', "'": "'", "“": "”", "‘": "’", "«": "»", "`": "`"}


# --- texts ----------------------------------------------------------------------------------------------------------------
def bare(text: str) -> str:
    """Without case, runs of white space, surrounding quotes and a final period."""
    text = " ".join(text.split()).casefold()
    for _ in range(4):  # quotes in quotes, a period inside or after them
        text = (text[1:-1] if len(text) > 1 and QUOTES.get(text[0]) == text[-1] else text.removesuffix(".")).strip()
    return text


def equal(reference: str, text: str) -> bool:
    """The same text, or the same number."""
    wanted, found = bare(reference), bare(text)
    value = number(wanted)
    return wanted == found or (value is not None and value == number(found))


def holds(reference: str, text: str, within_words: bool = False) -> bool:
    """Whether the text has the reference: a number by value, other texts as whole words (or anywhere, but never inside of a number)."""
    wanted, found = bare(reference), " ".join(text.split()).casefold()
    value = number(wanted)
    if value is not None:
        return value in numbers(found)
    before = r"(?<!\d)(?<!\d[.,])" if wanted[:1].isdecimal() else ""
    after = r"(?!\d|[.,]\d)" if wanted[-1:].isdecimal() else ""
    if not within_words:
        before += r"(?<!\w)" if re.match(r"\w", wanted) else ""
        after += r"(?!\w)" if re.search(r"\w\Z", wanted) else ""
    return re.search(before + re.escape(wanted) + after, found) is not None


def _any(compare: Callable[[str, str], bool], reference: str, text: str) -> bool:
    return any(compare(alternative, text) for alternative in OR.split(reference))


def _holds_anywhere(reference: str, text: str) -> bool:
    return holds(reference, text, within_words=True)


# --- addresses ------------------------------------------------------------------------------------------------------------
def same_page(reference: str, url: str, below: bool = False) -> bool:
    """Whether the URL is the reference's page (with `below`, or one below it) and its query has all that the reference's has."""
    wanted, found = urlsplit(reference), urlsplit(url)
    if wanted.netloc.lower() != found.netloc.lower():
        return False
    path, here = _path(wanted.path), _path(found.path)
    if not (path == here or (below and path and here.startswith(path + "/"))):
        return False
    values = _query(found.query)
    return all(needed <= values.get(key, set()) for key, needed in _query(wanted.query).items())


def _path(path: str) -> str:
    return ADDRESS_KEY.sub("", unquote(path)).rstrip("/")


def _query(query: str) -> dict[str, set[str]]:
    return {key: {value.strip() for value in values} for key, values in parse_qs(query).items()}


# --- the three kinds of checks --------------------------------------------------------------------------------------------
def strings(web_task: WebTask, evidence: Evidence, judge: Judge) -> Sequence[Row]:
    """string_match: the answer against every reference, in the order of the task."""
    rows: list[Row] = []
    answer = clean_answer(evidence.answer)  # what a judge sees is the same in both modes: it is asked once
    for approach, value in references(web_task, evidence.urls):
        if approach == "exact_match":
            rows.append(row(approach, value, evidence.answer, _any(equal, value, evidence.answer)))
        elif approach == "must_include":
            rows += [row(approach, item, evidence.answer, _any(holds, item, evidence.answer)) for item in value]
        elif not answer:
            rows.append(row(approach, value, evidence.answer, False))
        elif value != UNACHIEVABLE:
            rows += [asked(answer_question(web_task, evidence, item, answer), judge, item) for item in value]
        elif equal(value, answer):
            rows.append(row("unachievable", value, evidence.answer, True))
        else:
            question = reason_question(web_task, evidence, answer)
            rows.append(asked(question, judge, question.reference))
    return rows


def address(web_task: WebTask, evidence: Evidence, judge: Judge) -> Sequence[Row]:
    """url_match: the last URL is the page of one of the references."""
    reference = reference_url(web_task, evidence.urls)
    if not reference.strip():
        raise BadInput(f"task {web_task.task_id} asks for url_match and its reference_url is empty")
    below = "program_html" in web_task.eval["eval_types"]
    passed = any(same_page(alternative, evidence.url, below) for alternative in OR.split(reference))
    return [row("url_match", reference, evidence.url, passed)]


def pages(web_task: WebTask, evidence: Evidence, judge: Judge) -> Sequence[Row]:
    """program_html: the text of every entry against its required contents."""
    rows = []
    for target, page in page_targets(web_task, evidence.strict_pages or evidence.pages):
        kind, items = required(web_task, target, evidence.urls)
        text = html.unescape(page.text)
        compare = equal if kind == "exact_match" else _holds_anywhere
        rows.append(page_row(target, page, not page.problem and all(_any(compare, item, text) for item in items)))
    return rows


CHECKS: dict[str, Check] = {"string_match": strings, "url_match": address, "program_html": pages}
