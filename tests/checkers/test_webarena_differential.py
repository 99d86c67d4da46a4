"""All of WebArena's tasks, many ways to end each: `decide` against verdicts derived independently of it, and its two modes against
one another."""

import json
import operator
from collections import defaultdict
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import pytest

from mag.checkers.check import decide
from mag.records import WEB_TASKS, CheckMode, Evidence, PageEvidence, Question, WebTask
from tests.checkers.candidates import URLS, Candidate, candidates, contents, hashed_ruling, references
from tests.checkers.oracle import OR, RULES, Oracle, expected
from tests.checkers.oracle_repairs import KINDS, Repairs, allowed, reasons
from tests.webarena_file import webarena_file

AT_LEAST = 20
BASE = {"sites": ["shopping"], "start_url": "__SHOPPING__", "intent_template": "", "intent_template_id": 0, "instantiation_dict": {}}
PLAIN = {"string_match": "reference_answers", "url_match": "reference_url", "program_html": "program_html"}


def made(task_id: int, **parts: Any) -> dict[str, Any]:
    """A record of our own, for what the schema allows and none of the 812 has; the order of `parts` is that of eval_types."""
    check = {"reference_answers": None, "reference_url": "", "program_html": [], "string_note": "It is not sold here."}
    check |= {PLAIN[kind]: wanted for kind, wanted in parts.items()} | {"eval_types": list(parts)}
    return BASE | {"task_id": task_id, "intent": f"Task {task_id} of our own.", "eval": check}


def entry(**wanted: Any) -> dict[str, Any]:
    return {"url": "last", "locator": "document.body.outerText", "required_contents": wanted}


MADE = [
    made(1001, url_match=f"__SHOPPING__/a?x=1&y=1{OR}__SHOPPING__/a?x=2&y=2"),
    made(1002, string_match={"must_include": ["alpha"], "fuzzy_match": "N/A"}),
    made(1003, string_match={"fuzzy_match": "N/A", "must_include": ["alpha", "beta"]}),
    made(1004, string_match={"fuzzy_match": ["one", "two"]}, url_match="__MAP__/"),
    made(1005, program_html=[entry(exact_match=""), entry(must_include=['"quoted"', "'Single'"])]),
    made(
        1006, string_match={"exact_match": " 'Two Words' "}, url_match="__REDDIT__/f/a", program_html=[entry(must_include=[f"x{OR}y", "z"])]
    ),
    made(1007, string_match={"must_include": ["7", "8"]}),
    made(1008, string_match={"must_include": ["'3'"]}, program_html=[entry(exact_match="1")]),
]


class Case(NamedTuple):
    """One candidate with the verdict WebArena's evaluators give it."""

    record: dict[str, Any]
    candidate: Candidate
    expected: bool | None


class HashJudge:
    """Rules by checksum of the question, so that every ruling occurs and an altered question shows."""

    name = "checksum"
    stub = True

    def rule(self, question: Question) -> bool | None:
        return hashed_ruling(question.kind, question.intent, question.reference, question.answer)


@cache
def raw() -> dict[int, dict[str, Any]]:
    return {record["task_id"]: record for record in json.loads(webarena_file().read_text())}


@cache
def web_tasks() -> dict[int, WebTask]:
    return {web_task.task_id: web_task for web_task in WEB_TASKS.validate_python([*raw().values(), *MADE])}


@cache
def cases() -> dict[int, list[Case]]:
    checks = [record["eval"] for record in raw().values()]
    words = [text for check in checks for text in [*references(check), *(c for page in check["program_html"] for c in contents(page))]]
    others = "; ".join(words)[:10_000]
    return {
        record["task_id"]: [
            Case(record, candidate, expected(record, *candidate[1:], hashed_ruling, URLS)) for candidate in candidates(record, others)
        ]
        for record in [*raw().values(), *MADE]
    }


def evidence(candidate: Candidate) -> Evidence:
    pages = tuple(PageEvidence(candidate.url, text, "" if text else "the locator found nothing") for text in candidate.pages)
    return Evidence(url=candidate.url, answer=candidate.answer, urls=URLS, pages=pages)


def judged(case: Case, mode: CheckMode) -> bool | None:
    return decide(web_tasks()[case.record["task_id"]], evidence(case.candidate), HashJudge(), mode).success


def test_decides_as_webarenas_evaluators_do(record_property):
    different, number = [], 0
    for task_id, of_task in cases().items():
        for case in of_task:
            number += 1
            verdict = judged(case, "webarena")
            if verdict is not case.expected:
                different.append((task_id, case.candidate.kind, verdict, case.expected, case.candidate[1:]))
    record_property("comparisons", number)
    assert not different, f"{len(different)} of {number} differ; (task, kind, decided, expected, candidate): {different[:8]}"
    assert number >= AT_LEAST * 812


def test_every_task_has_candidates_of_every_outcome():
    for task_id, of_task in cases().items():
        outcomes = {case.expected for case in of_task}
        judged = "fuzzy_match" in (of_task[0].record["eval"]["reference_answers"] or {})
        assert len({case.candidate[1:] for case in of_task}) >= AT_LEAST, task_id
        assert {True, False} <= outcomes and (None in outcomes) is judged, (task_id, outcomes)


def test_every_part_of_every_task_fails_alone_somewhere():
    """Save what cannot: a text that lies within another one wanted, a query that is not there, and one of several references of a judge."""
    for of_task in cases().values():
        oracle = Oracle(of_task[0].record, URLS, hashed_ruling)
        alone, parts = set(), set()
        for case in of_task:
            atoms = oracle.atoms(*case.candidate[1:])
            failed = [name for name, verdict in atoms if verdict is False]
            parts |= {name for name, _ in atoms}
            alone |= set(failed) if len(failed) == 1 else set()
        assert parts - alone <= _inseparable(of_task[0].record), (of_task[0].record["task_id"], parts - alone)


def _inseparable(record: dict[str, Any]) -> set[str]:
    check = record["eval"]
    found = {"further keys", "fragment", "bare"} | ({"query"} if "?" not in (check["reference_url"] or "") else set())
    answers = check["reference_answers"] or {}
    if isinstance(answers.get("fuzzy_match"), list):
        found |= {f"reference {i}" for i in range(len(answers["fuzzy_match"]) if len(answers["fuzzy_match"]) > 1 else 0)}
    groups = {"item": answers.get("must_include", []), **{f"page {i} item": contents(page) for i, page in enumerate(check["program_html"])}}
    for label, items in groups.items():
        found |= {f"{label} {i}" for i, item in enumerate(items) if any(item.lower() in o.lower() for o in [*items[:i], *items[i + 1 :]])}
    return found


def each_alternative(queries: list[list[tuple[str, str]]]) -> list[dict[str, set[str]]]:
    return [{key: {value for name, value in query if name == key} for key, _ in query} for query in queries]


FLIPPED: dict[str, Callable[..., Any]] = {
    "quotes": lambda text: text.strip("'\""),
    "case": str,
    "strip": str,
    "again": lambda clean, cleaned: cleaned,
    "same": operator.contains,
    "part": operator.eq,
    "tokenised": lambda item, items: len(items) == 1 and " " not in item,
    "word": lambda item, text: item in text,
    "answer alternatives": lambda item: item.split(OR),
    "items": any,
    "references": any,
    "judged answer": lambda raw_answer, cleaned: raw_answer,
    "judged reference": str.lower,
    "bare": lambda cleaned: False,
    "reason": lambda check: check.get("reference_url") or check["string_note"],
    "earlier": lambda before, reason: [*before, reason],
    "slash": str,
    "url alternatives": lambda text: [text],
    "within": lambda wanted, found: found.startswith(wanted),
    "allowed": each_alternative,
    "keys": any,
    "repeated": lambda fitting: all([*fitting] or [False]),
    "further keys": lambda wanted, found: found <= wanted,
    "fragment": operator.eq,
    "unescaped": str,
    "page alternatives": lambda item: [item],
    "page same": operator.contains,
    "page part": operator.eq,
    "page items": any,
    "entries": any,
    "filled": lambda text, urls: text,
    "parts": lambda verdicts: None if None in verdicts else False not in verdicts,
}


@pytest.mark.parametrize("rule", FLIPPED)
def test_a_flipped_rule_would_be_noticed(rule: str):
    """The candidates tell WebArena's rules from those beside them: with one rule flipped, verdicts differ."""
    rules = RULES | {rule: FLIPPED[rule]}
    of_task = (Oracle(all_of[0].record, URLS, hashed_ruling, rules) for all_of in cases().values())
    assert any(
        oracle.verdict(*case.candidate[1:]) is not case.expected
        for oracle, all_of in zip(of_task, cases().values(), strict=True)
        for case in all_of
    )


def test_every_rule_is_flipped():
    assert set(FLIPPED) == set(RULES)


@cache
def differences() -> dict[tuple[str, str], dict[int, int]]:
    """(kind of repair, what became of the verdict) -> task -> candidates, where the modes differ."""
    found: dict[tuple[str, str], dict[int, int]] = defaultdict(lambda: defaultdict(int))
    for task_id, of_task in cases().items():
        repairs = Repairs(of_task[0].record, URLS, hashed_ruling)
        for case in of_task:
            strict = judged(case, "strict")
            parts = repairs.may(*case.candidate[1:])
            assert strict in allowed(parts), (task_id, case.candidate, case.expected, strict, parts)
            if strict is not case.expected:
                for kind in reasons(parts, strict) or {"unexplained"}:
                    found[kind, f"{case.expected} -> {strict}"][task_id] += 1
    return found


def test_strict_differs_in_the_documented_ways_only():
    assert {kind for kind, _ in differences()} == set(KINDS)
    for (kind, change), tasks in sorted(differences().items()):
        print(f"{kind:36} {change:15} {sum(tasks.values()):6} candidates of {len(tasks):4} tasks")
