"""The checks of a task by WebArena's rules, bug for bug (MAG 3.1 inherits its checkers): the default, what published rows rest on.

Kept although it looks wrong: the answer is cleaned twice, so it may stand in two pairs of quotes; ` |OR| ` means nothing in answers
and in `exact_match`; the ruling on the reason of an unachievable task replaces the checks before it; the values of all alternative
URLs are merged; a locator that fails gives the empty text; a check of no items passes.
"""

import html
from collections.abc import Sequence

from mag.checkers.judge import Judge
from mag.checkers.string import clean_answer, exact_match, must_include
from mag.checkers.task import (
    UNACHIEVABLE,
    Check,
    Row,
    answer_question,
    asked,
    conjunction,
    page_row,
    page_targets,
    reason_question,
    reference_url,
    references,
    required,
    row,
)
from mag.checkers.url import OR, url_match
from mag.records import Evidence, WebTask


def strings(web_task: WebTask, evidence: Evidence, judge: Judge) -> Sequence[Row]:
    """string_match: the answer against every reference, in the order of the task."""
    rows: list[Row] = []
    answer = clean_answer(evidence.answer)
    for approach, value in references(web_task, evidence.urls):
        if approach == "exact_match":
            rows.append(row(approach, value, evidence.answer, exact_match(value, answer)))
        elif approach == "must_include":
            rows += [row(approach, item, evidence.answer, must_include(item, answer, len(value) == 1)) for item in value]
        elif value != UNACHIEVABLE:
            rows += [asked(answer_question(web_task, evidence, item, answer), judge, item) for item in value]
        else:
            rows.append(row("unachievable", value, evidence.answer, exact_match(value, answer)))
            if conjunction(rows) is not True:
                question = reason_question(web_task, evidence, answer)
                rows = [asked(question, judge, question.reference)]
    return rows


def address(web_task: WebTask, evidence: Evidence, judge: Judge) -> Sequence[Row]:
    """url_match: the last URL against the reference."""
    reference = reference_url(web_task, evidence.urls)
    return [row("url_match", reference, evidence.url, url_match(reference, evidence.url))]


def pages(web_task: WebTask, evidence: Evidence, judge: Judge) -> Sequence[Row]:
    """program_html: the text of every entry against its required contents."""
    rows = []
    for target, page in page_targets(web_task, evidence.pages):
        kind, items = required(web_task, target, evidence.urls)
        text = html.unescape(page.text)
        if kind == "exact_match":
            passed = exact_match(items[0], text)
        else:
            passed = all(any(must_include(part, text) for part in item.split(OR)) for item in items)
        rows.append(page_row(target, page, passed))
    return rows


CHECKS: dict[str, Check] = {"string_match": strings, "url_match": address, "program_html": pages}
