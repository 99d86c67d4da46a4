"""What both modes read from a task's evaluation block and from the evidence, with errors that name the task."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from mag.checkers.judge import Judge
from mag.errors import BadInput, Corrupt
from mag.records import Evidence, PageEvidence, Question, WebTask

Row = dict[str, Any]  # kind, expected, found, passed; judge and question where a judge was asked; address and locator for pages
Check = Callable[[WebTask, Evidence, Judge], Sequence[Row]]  # one of eval_types in one mode: what it makes of the evidence
UNACHIEVABLE = "N/A"
PAGE_SHOWN = 2000  # characters of a page in a row; the evidence has all of it


def fill(text: str, urls: Mapping[str, str]) -> str:
    """The text with the set's base URLs for `__SITE__`: WebArena replaces them everywhere in a task, references included."""
    for site, base in urls.items():
        text = text.replace(f"__{site.upper()}__", base)
    return text


def row(kind: str, expected: Any, found: str, passed: bool | None) -> Row:
    """One check as a verdict lists it."""
    return {"kind": kind, "expected": expected, "found": found, "passed": passed}


def conjunction(rows: Sequence[Row]) -> bool | None:
    """All passed; None when a judge has not decided and nothing failed."""
    results = [check["passed"] for check in rows]
    return False if False in results else None if None in results else True


def references(web_task: WebTask, urls: Mapping[str, str]) -> list[tuple[str, Any]]:
    """The reference answers as (approach, reference): exact_match with a text, must_include and fuzzy_match with texts, or "N/A"."""
    answers = web_task.eval["reference_answers"] or {}
    if not answers:
        raise BadInput(f"task {web_task.task_id} asks for string_match and has no reference answer")
    found: list[tuple[str, Any]] = []
    for approach, value in answers.items():
        if approach == "accepted_phrasings":  # not a check: more phrasings for the local judge
            continue
        if isinstance(value, list) and approach in ("must_include", "fuzzy_match"):
            found.append((approach, [fill(item, urls) for item in value]))
        elif isinstance(value, str) and (approach == "exact_match" or (approach, value) == ("fuzzy_match", UNACHIEVABLE)):
            found.append((approach, fill(value, urls)))
        else:
            raise BadInput(f"task {web_task.task_id}: the reference answer {approach!r}: {value!r} is of no known form")
    return found


def reference_url(web_task: WebTask, urls: Mapping[str, str]) -> str:
    """The address wanted, `__SITE__` filled in."""
    reference, note = web_task.eval["reference_url"], web_task.eval.get("url_note", "GOLD in PRED")
    if reference is None:
        raise BadInput(f"task {web_task.task_id} asks for url_match and has no reference_url")
    if note != "GOLD in PRED":
        raise BadInput(f"task {web_task.task_id} has the url_note {note!r}; the only rule known is 'GOLD in PRED'")
    return fill(reference, urls)


def page_targets(web_task: WebTask, pages: Sequence[PageEvidence]) -> list[tuple[Mapping[str, Any], PageEvidence]]:
    """The entries of program_html, each with what was found for it."""
    targets = web_task.eval["program_html"]
    if len(targets) != len(pages):
        raise Corrupt(f"the evidence has {len(pages)} pages where task {web_task.task_id} asks for {len(targets)}; roll the episode anew")
    return list(zip(targets, pages, strict=True))


def required(web_task: WebTask, target: Mapping[str, Any], urls: Mapping[str, str]) -> tuple[str, list[str]]:
    """What a page must hold: ("exact_match", [text]) or ("must_include", texts)."""
    contents = target["required_contents"]
    for kind in ("exact_match", "must_include"):
        if kind in contents:
            value = contents[kind]
            return kind, [fill(item, urls) for item in ([value] if isinstance(value, str) else value)]
    raise BadInput(f"task {web_task.task_id}: required_contents {contents!r} has neither exact_match nor must_include")


def page_row(target: Mapping[str, Any], page: PageEvidence, passed: bool) -> Row:
    """The row of one entry of program_html."""
    shown = page.text if len(page.text) <= PAGE_SHOWN else f"{page.text[:PAGE_SHOWN]}… ({len(page.text)} characters)"
    extra = {"problem": page.problem} if page.problem else {}
    return row("program_html", target["required_contents"], shown, passed) | {"address": page.address, "locator": target["locator"]} | extra


def asked(question: Question, judge: Judge, expected: str) -> Row:
    """The row of a question that a judge rules on: `passed` is the ruling and nothing else."""
    kind = "fuzzy_match" if question.kind == "answer" else "unachievable"
    return row(kind, expected, question.answer, judge.rule(question)) | {"judge": judge.name, "question": question.key}


def answer_question(web_task: WebTask, evidence: Evidence, reference: str, answer: str) -> Question:
    """Whether the answer means the same as the reference."""
    phrasings = (web_task.eval["reference_answers"] or {}).get("accepted_phrasings", {})
    accepted = next((texts for item, texts in phrasings.items() if fill(item, evidence.urls) == reference), ())
    return Question("answer", fill(web_task.intent, evidence.urls), reference, answer, tuple(accepted))


def reason_question(web_task: WebTask, evidence: Evidence, answer: str) -> Question:
    """Whether the answer gives the reason why the task cannot be done."""
    reason = web_task.eval.get("string_note")
    if reason is None:
        raise BadInput(f"task {web_task.task_id} cannot be achieved and has no string_note that says why")
    accepted = (web_task.eval["reference_answers"] or {}).get("accepted_phrasings", {}).get(UNACHIEVABLE, ())
    return Question("unachievable", fill(web_task.intent, evidence.urls), fill(reason, evidence.urls), answer, tuple(accepted))
