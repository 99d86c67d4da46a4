"""All of WebArena's tasks, many ways to end each: `decide` against verdicts derived independently of it, and its two modes against
one another."""

import json
import operator
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple

import pytest

from mag.benchmark.load import read_tasks
from mag.checkers.verdict import decide
from mag.records import WEB_TASKS, CheckMode, Evidence, PageEvidence, Question, WebTask
from tests.checkers.candidates import URLS, Candidate, candidates, contents, hashed_ruling, references
from tests.checkers.oracle import OR, RULES, Atoms, Oracle, conjunction, expected
from tests.checkers.oracle_records import MADE
from tests.checkers.oracle_repairs import KINDS, Repairs, reasons
from tests.webarena_file import webarena_file

AT_LEAST = 20
UNEXPLAINED = "unexplained"
ONE_CHARACTER = {
    *range(11, 16),
    *range(27, 32),
    77,
    79,
    128,
    *range(132, 137),
    144,
    205,
    206,
    207,
    292,
    303,
    305,
    306,
    319,
    329,
    346,
    348,
    787,
}


class Case(NamedTuple):
    """One candidate with the verdict WebArena's evaluators give it."""

    record: dict[str, Any]
    candidate: Candidate
    atoms: Atoms  # the smallest checks of the task, each with its verdict
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
    return {web_task.task_id: web_task for web_task in [*read_tasks(webarena_file()), *WEB_TASKS.validate_python(MADE)]}


@cache
def cases() -> dict[int, list[Case]]:
    checks = [record["eval"] for record in raw().values()]
    words = [text for check in checks for text in [*references(check), *(c for page in check["program_html"] for c in contents(page))]]
    others = "; ".join(words)[:10_000]
    return {record["task_id"]: list(_of(record, others)) for record in [*raw().values(), *MADE]}


def _of(record: dict[str, Any], others: str) -> Iterator[Case]:
    oracle = Oracle(record, URLS, hashed_ruling)
    for candidate in candidates(record, others):
        atoms = oracle.atoms(*candidate[1:])
        yield Case(record, candidate, atoms, conjunction([verdict for _, verdict in atoms]))


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
    print(f"{number} comparisons of {len(cases())} tasks")
    assert not different, f"{len(different)} of {number} differ; (task, kind, decided, expected, candidate): {different[:8]}"
    assert number >= AT_LEAST * 812


def test_every_task_has_candidates_of_every_outcome():
    for task_id, of_task in cases().items():
        outcomes = {case.expected for case in of_task}
        needs_judge = "fuzzy_match" in (of_task[0].record["eval"]["reference_answers"] or {})
        assert len({case.candidate[1:] for case in of_task}) >= AT_LEAST, task_id
        assert {True, False} <= outcomes and (None in outcomes) is needs_judge, (task_id, outcomes)


def test_every_part_of_every_task_fails_alone_somewhere():
    """Save what cannot: a text that lies within another one wanted, a query that is not there, and one of several references of a judge."""
    for of_task in cases().values():
        alone, parts = set(), set()
        for case in of_task:
            failed = [name for name, verdict in case.atoms if verdict is False]
            parts |= {name for name, _ in case.atoms}
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
    noticed = (
        oracle.verdict(*case.candidate[1:]) is not case.expected
        for of_task in reversed(cases().values())  # our own records first
        for oracle in [Oracle(of_task[0].record, URLS, hashed_ruling, rules)]
        for case in of_task
    )
    assert any(noticed)


def test_every_rule_is_flipped():
    assert set(FLIPPED) == set(RULES)


@cache
def differences() -> dict[tuple[str, str], dict[int, list[str]]]:
    """(kind of repair, what became of the verdict) -> task -> kinds of candidates, where the modes differ."""
    found: dict[tuple[str, str], dict[int, list[str]]] = defaultdict(lambda: defaultdict(list))
    for task_id, of_task in cases().items():
        repairs = Repairs(of_task[0].record, URLS, hashed_ruling)
        for case in of_task:
            strict = judged(case, "strict")
            if strict is not case.expected:
                for kind in reasons(repairs.may(*case.candidate[1:]), strict) or {UNEXPLAINED}:
                    found[kind, f"{case.expected} -> {strict}"][task_id].append(case.candidate.kind)
    return found


def test_strict_differs_in_the_documented_ways_only():
    for (kind, change), tasks in sorted(differences().items()):
        print(f"{kind:36} {change:15} {sum(map(len, tasks.values())):6} candidates of {len(tasks):4} tasks")
    unexplained = {change: tasks for (kind, change), tasks in differences().items() if kind == UNEXPLAINED}
    assert not unexplained
    assert {kind for kind, _ in differences()} == set(KINDS)


def both(task_id: int, **part: Any) -> tuple[bool | None, bool | None]:
    """The verdicts of both modes on the right end of a task with one part of it changed."""
    case = cases()[task_id][0]
    changed = case._replace(candidate=case.candidate._replace(**part))
    assert expected(case.record, *changed.candidate[1:], hashed_ruling, URLS) is judged(changed, "webarena")
    return judged(changed, "webarena"), judged(changed, "strict")


KNOWN = [
    # task, what is changed, by WebArena's rules, by the repaired ones
    (386, {"answer": "65"}, False, True),
    (386, {"answer": "3"}, False, True),
    (386, {"answer": f"65{OR}3"}, True, True),
    (386, {"answer": "4"}, False, False),
    (178, {"answer": " 'YES' "}, True, True),
    (178, {"answer": "Yes."}, False, True),
    (178, {"answer": "Yes, it is"}, False, False),
    (178, {"answer": "Yes", "url": "http://127.0.0.1:8023/a11yproject/a11yproject.com/-/issues/5661"}, True, False),
    (97, {"answer": "It is 1914kms away."}, True, False),
    (44, {"url": "http://127.0.0.1:8023/dashboard/todosasdf"}, True, False),
    (44, {"url": "http://evil.example/127.0.0.1:8023/dashboard/todos"}, True, False),
    (44, {"url": "http://localhost:8023/dashboard/todos"}, False, False),
    (44, {"url": "http://127.0.0.1:8023/dashboard/todos/?sort=x#top"}, True, True),
    (269, {"url": "http://127.0.0.1:7770/clothing-shoes-jewelry/women/shoes.html?price=0-250"}, False, False),
    (45, {"url": "http://127.0.0.1:8023/a11yproject/a11yproject.com/-/issues?state=opened&sort=created_asc"}, False, True),
    (595, {"url": "http://127.0.0.1:9999/f/space/1/a-post"}, True, True),
    (595, {"url": "http://127.0.0.1:9999/f/spaceporn"}, True, False),
    (604, {"url": "http://127.0.0.1:9999/f/singularity/1/a-post"}, True, True),
    (1001, {"url": "http://127.0.0.1:7770/a?y=2&x=1"}, True, False),
    (1001, {"url": "http://127.0.0.1:7770/a?y=2&x=2&z=3"}, True, True),
    (356, {"pages": ("1.0", "Gates and Hillman Centers, Pittsburgh", "Independence Hall, Philadelphia")}, False, True),
    (356, {"pages": ("1", "Gates and Hillman Centers, Pittsburgh", "")}, False, False),
    (431, {"pages": ("<b>10 Inch Tall Candles, Scent-Free Premium Wax Candle Sticks</b>",)}, True, True),
    (1005, {"pages": ("", "\"quoted\" 'Single'")}, True, False),
]


@pytest.mark.parametrize(("task_id", "part", "webarena", "strict"), KNOWN)
def test_known_verdicts(task_id: int, part: dict[str, Any], webarena: bool, strict: bool):
    assert both(task_id, **part) == (webarena, strict)


def test_one_character_is_a_word_for_webarena_and_a_number_for_strict():
    items = {task_id: (record["eval"]["reference_answers"] or {}).get("must_include", []) for task_id, record in raw().items()}
    lone = {task_id: wanted[0] for task_id, wanted in items.items() if len(wanted) == 1 and len(wanted[0]) == 1}
    assert set(lone) == ONE_CHARACTER
    for task_id, digit in lone.items():
        assert both(task_id, answer=f"${digit}.00") == (False, True)
        assert both(task_id, answer=f"It is {digit}. there are no more") == (False, True)
        assert both(task_id, answer=f"({digit})") == both(task_id, answer=f"{digit}, as of today") == (True, True)
        assert both(task_id, answer=f"1{digit}") == both(task_id, answer=f"{digit}5") == (False, False)


def test_a_bare_refusal_passes_and_replaces_all_checks_before_it():
    bare = [task_id for task_id, record in raw().items() if (record["eval"]["reference_answers"] or {}).get("fuzzy_match") == "N/A"]
    assert len(bare) == 36
    for task_id in bare:
        assert both(task_id, answer="n/a") == both(task_id, answer="'N/A'") == (True, True)
        assert both(task_id, answer="N/A.")[1] is True
        ruling = hashed_ruling("unachievable", raw()[task_id]["intent"], raw()[task_id]["eval"]["string_note"], "n/a: no such thing")
        assert both(task_id, answer="N/A: no such thing") == (ruling, ruling)
    reason = hashed_ruling("unachievable", MADE[1]["intent"], MADE[1]["eval"]["string_note"], "no such thing")
    assert both(1002, answer="no such thing") == (reason, False) == (True, False)
