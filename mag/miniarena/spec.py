"""How a site writes its tasks: intent templates, their instances, what is checked, and the way a person goes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from mag.shown import DemoStep

NOT_ACHIEVABLE = "N/A"


@dataclass(frozen=True)
class Instance:
    """One task of a template: the values of its slots, WebArena's evaluation block, and the demonstration."""

    values: dict[str, str]
    evaluation: dict[str, Any]
    demo: Sequence[DemoStep]
    start: str = "/"  # a path of the site; on another site with its placeholder before it, "__MAP__/"
    login: bool = True  # start logged in (where the site has accounts)


@dataclass(frozen=True)
class Template:
    """An intent with `{{slots}}` and its instances. `id` is unique within the site.

    `unseen`: all instances go to test. `core`: always in the benchmark, with an instance in test, because few others are checked this
    way. `others`: the further sites a task goes to.
    """

    id: int
    intent: str
    instances: Sequence[Instance] = field(default_factory=tuple)
    unseen: bool = False
    core: bool = False
    others: tuple[str, ...] = ()


# --- evaluation blocks in WebArena's form ---------------------------------------------------------------------------
def evaluation(
    answers: dict[str, Any] | None = None, url: str | None = None, pages: Sequence[dict[str, Any]] = (), note: str = ""
) -> dict[str, Any]:
    """Combine what is checked: an answer, the final URL (alternatives joined by ` |OR| `), contents of pages. `note` is for the judge."""
    kinds = [name for name, part in (("string_match", answers), ("url_match", url), ("program_html", pages)) if part]
    return {
        "eval_types": kinds,
        "reference_answers": answers,
        "reference_url": url,
        "program_html": list(pages),
        "url_note": "GOLD in PRED" if url else "",
        "string_note": note,
        "reference_answer_raw_annotation": "",
    }


def exact(answer: str) -> dict[str, Any]:
    """The answer equals this, up to case and surrounding quotes."""
    return {"exact_match": answer}


def must_include(*parts: str) -> dict[str, Any]:
    """Every part occurs in the answer."""
    return {"must_include": list(parts)}


def fuzzy(answer: str, *accepted: str) -> dict[str, Any]:
    """The answer means this. Decided by the deterministic local judge from the accepted phrasings: each is a set of words that
    the answer must hold (in any order, between any others)."""
    return fuzzy_each({answer: accepted})


def fuzzy_each(answers: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """The answer means all of these: accepted phrasings by reference."""
    return {"fuzzy_match": list(answers), "accepted_phrasings": {answer: [answer, *more] for answer, more in answers.items()}}


def unachievable(reason: str, *accepted: str) -> dict[str, Any]:
    """The whole evaluation of a task that cannot be done: the answer is "N/A", or a refusal that gives the reason in one of the
    accepted phrasings. An answer with a negation that the phrasing lacks is refused, so phrasings carry theirs."""
    return evaluation({"fuzzy_match": NOT_ACHIEVABLE, "accepted_phrasings": {NOT_ACHIEVABLE: [reason, *accepted]}}, note=reason)


def page_content(url: str, *parts: str, locator: str = "", equals: str | None = None, prepare: Sequence[str] = ()) -> dict[str, Any]:
    """Content of a page after the task: `url` is "last", "__SITE__/path" or a helper ("func:..."); `locator` a JavaScript expression on
    document, a helper, or empty for the whole page; `prepare` runs before it; each part may give alternatives joined by ` |OR| `;
    `equals` asks for equality instead."""
    contents: dict[str, Any] = {"must_include": list(parts)} if equals is None else {"exact_match": equals}
    return {"url": url, "locator": locator, "required_contents": contents, **({"prep_actions": list(prepare)} if prepare else {})}


# --- demonstration steps ------------------------------------------------------------------------------------------------
def click(role: str, name: str, guide: str, think: str = "", *, row: str = "", nth: int = 0) -> DemoStep:
    """Click the element of this role and accessible name."""
    return DemoStep("click", role, name, row, nth, None, guide, think)


def type_(name: str, content: str, guide: str, think: str = "", *, role: str = "textbox", row: str = "", nth: int = 0) -> DemoStep:
    """Replace a field's text."""
    return DemoStep("type", role, name, row, nth, content, guide, think)


def select(name: str, option: str, guide: str, think: str = "", *, role: str = "combobox", row: str = "", nth: int = 0) -> DemoStep:
    """Choose an option by its visible label."""
    return DemoStep("select", role, name, row, nth, option, guide, think)


def scroll(direction: str, guide: str, think: str = "") -> DemoStep:
    """Scroll the page."""
    return DemoStep("scroll", content=direction, guide=guide, think=think)


def press_enter(guide: str, think: str = "") -> DemoStep:
    """Submit the field typed into."""
    return DemoStep("press_enter", guide=guide, think=think)


def go_back(guide: str, think: str = "") -> DemoStep:
    """Back to the page before."""
    return DemoStep("go_back", guide=guide, think=think)


def finish(guide: str, answer: str | None = None, think: str = "") -> DemoStep:
    """End the task, with the answer where it asks for one."""
    return DemoStep("finish", content=answer, guide=guide, think=think)
