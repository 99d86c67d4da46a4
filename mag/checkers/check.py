"""The functional checker of a task: gather evidence once, then decide from the evidence alone (Eq. 3)."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Any

from playwright.async_api import Page

from mag.checkers.judge import Judge
from mag.checkers.page import LAST, contents_match, read_other, read_target, resolve
from mag.checkers.string import exact_match, must_include
from mag.checkers.url import url_match
from mag.errors import BadInput
from mag.records import Question, Verdict, WebTask

OpenPage = Callable[[], AbstractAsyncContextManager[Page]]


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the checks look at. A verdict can be recomputed from it without the sites."""

    url: str
    answer: str
    texts: tuple[str, ...]  # one per entry of program_html, in order
    addresses: tuple[str, ...]
    urls: Mapping[str, str]


async def gather(web_task: WebTask, page: Page, answer: str, urls: Mapping[str, str], open_page: OpenPage) -> Evidence:
    """Read the agent's last page without touching it, and other pages on a page of the checker's own."""
    url = page.url
    texts, addresses = [], []
    for target in web_task.eval["program_html"] if "program_html" in web_task.eval["eval_types"] else ():
        address = target["url"] if target["url"] == LAST else resolve(target["url"], urls, url)
        if address == LAST:
            texts.append(await read_target(page, target))
        else:
            async with open_page() as own:
                texts.append(await read_other(own, address, target))
        addresses.append(address)
    return Evidence(url, answer, tuple(texts), tuple(addresses), dict(urls))


def decide(web_task: WebTask, evidence: Evidence, judge: Judge) -> Verdict:
    """All checks of the task on the evidence; success is their conjunction. Undecided when a judge did not decide and nothing failed."""
    checks: list[dict[str, Any]] = []
    judges = set()
    for kind in web_task.eval["eval_types"]:
        if kind not in CHECKS:
            raise BadInput(f"task {web_task.task_id} asks for the evaluation {kind!r}; known are {', '.join(CHECKS)}")
        for check in CHECKS[kind](web_task, evidence, judge):
            if check.get("judge"):
                judges.add(check["judge"])
            checks.append(check)
    results = [check["passed"] for check in checks]
    success = False if False in results or not results else None if None in results else True
    return Verdict(success=success, judge=", ".join(sorted(judges)), checks=tuple(checks))


def _strings(web_task: WebTask, evidence: Evidence, judge: Judge) -> Sequence[dict[str, Any]]:
    checks = []
    answers = web_task.eval["reference_answers"]
    for approach, value in answers.items():
        if approach == "exact_match":
            checks.append(_row("exact_match", value, evidence.answer, exact_match(value, evidence.answer)))
        elif approach == "must_include":
            checks += [_row("must_include", item, evidence.answer, must_include(item, evidence.answer, len(value) == 1)) for item in value]
        elif approach == "fuzzy_match":
            for item in value:
                accepted = answers.get("accepted_phrasings", {}).get(item, ())
                passed = judge.rule(Question("answer", web_task.intent, item, evidence.answer, tuple(accepted)))
                checks.append(_row("fuzzy_match", item, evidence.answer, passed) | {"judge": judge.name})
    return checks


def _url(web_task: WebTask, evidence: Evidence, judge: Judge) -> Sequence[dict[str, Any]]:
    reference = resolve(web_task.eval["reference_url"], evidence.urls, evidence.url)
    return [_row("url_match", reference, evidence.url, url_match(reference, evidence.url))]


def _pages(web_task: WebTask, evidence: Evidence, judge: Judge) -> Sequence[dict[str, Any]]:
    return [
        _row("program_html", target["required_contents"], text, contents_match(target["required_contents"], text))
        | {"address": address, "locator": target["locator"]}
        for target, text, address in zip(web_task.eval["program_html"], evidence.texts, evidence.addresses, strict=True)
    ]


def _row(kind: str, expected: Any, found: str, passed: bool | None) -> dict[str, Any]:
    return {"kind": kind, "expected": expected, "found": found, "passed": passed}


Check = Callable[[WebTask, Evidence, Judge], Sequence[dict[str, Any]]]
CHECKS: dict[str, Check] = {"string_match": _strings, "url_match": _url, "program_html": _pages}
