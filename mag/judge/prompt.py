"""The fixed prompt of the judge and the reading of its replies (MAG App. D: question, reference and answer, never more).

Quoted material cannot pose as instructions: each question has marker lines with a code derived from its content, which nobody can know
before the content is fixed, and the code is taken out of the material. A reply that leaves room for doubt is no verdict.
"""

import json
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Template
from typing import Any, cast

from mag.contract.scan import scan
from mag.contract.text import clean
from mag.judge.ruling import Word
from mag.records import Question, digest

ANSWER_CHARS = 8_000  # a final answer is at most 1,024 tokens; anything longer is cut, and says so
REASON_CHARS = 300
MAX_DEPTH = 8
VERDICTS = ("correct", "incorrect", "partly")
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"verdict": {"type": "string", "enum": list(VERDICTS)}, "reason": {"type": "string"}},
    "required": ["verdict", "reason"],
    "additionalProperties": False,
}

_SECTION = re.compile(r"^@(\w+)\n", re.MULTILINE)
_THINK_END = re.compile(r"</think(?:ing)?>", re.IGNORECASE)
_VERDICT_KEY = re.compile(r'"verdict"\s*:')


@dataclass(frozen=True, slots=True)
class Messages:
    """The two messages of one question."""

    system: str
    user: str


@dataclass(frozen=True, slots=True)
class Reading:
    """A reply as read: `undecided` when it is no clear verdict, `reason` then says why."""

    verdict: Word
    reason: str


@cache
def sections() -> dict[str, str]:
    """The texts of judge.txt by name: system, answer, unachievable."""
    parts = _SECTION.split((Path(__file__).parent / "judge.txt").read_text())
    return {name: text.strip() for name, text in zip(parts[1::2], parts[2::2], strict=True)}


def prompt_digest(**settings: Any) -> str:
    """Six hex characters over the text, the schema and what else of the request can move a verdict."""
    return digest([sections(), SCHEMA, ANSWER_CHARS, settings])[:6]


def messages(question: Question) -> Messages:
    """The messages for a question; equal questions give equal bytes."""
    nonce = digest(["nonce", question.key])[:12]
    fields = {name: _quoted(text, nonce) for name, text in (("intent", question.intent), ("reference", question.reference))}
    fields["answer"] = _quoted(_cut(question.answer), nonce)
    return Messages(sections()["system"], Template(sections()[question.kind]).substitute(fields, nonce=nonce))


def read(text: str, truncated: bool = False, refused: bool = False) -> Reading:
    """The verdict in a reply. Never raises.

    Reasoning up to a closing think tag is skipped, and so is prose around the object. Undecided: no object with a verdict, an unknown
    word, two different verdicts, also as a key given twice, and any reply that was cut short or refused.
    """
    if refused or truncated:
        return Reading("undecided", "the reply was refused" if refused else "the reply was cut short")
    if not text.strip():
        return Reading("undecided", "the reply was empty")
    end = max((tag.end() for tag in _THINK_END.finditer(text)), default=0)
    found, problem = _objects(text[end:])
    words = {str(item["verdict"]).strip().lower() for item in found}
    if len(words) > 1:
        return Reading("undecided", "the reply holds two different verdicts")
    if problem or not words:
        return Reading("undecided", problem or "the reply holds no JSON object with a verdict")
    word = words.pop()
    if word not in VERDICTS:
        return Reading("undecided", f"the reply's verdict is {clean(word)[:40]!r}")
    return Reading(cast(Word, word), clean(str(found[-1].get("reason", "")))[:REASON_CHARS])


def _objects(text: str) -> tuple[list[dict[str, Any]], str]:
    """Every whole object with a verdict, in order, and what is wrong with one of them."""
    found: list[dict[str, Any]] = []
    start = 0
    while (item := scan(text, start)[0]) is not None:
        span, start = text[item.start : item.end], item.end
        if item.depth > MAX_DEPTH:
            return found, "the reply is nested too deep"
        fields: dict[str, Any] = json.loads(span, parse_int=str, parse_float=str)
        if "verdict" not in fields:
            continue
        if len(_VERDICT_KEY.findall(span)) > 1:
            return found, "the reply gives its verdict twice"
        found.append(fields)
    return found, ""


def _quoted(text: str, nonce: str) -> str:
    """The text line by line without what cannot be seen, without the code of the markers, and without anything that looks like a marker."""
    lines = "\n".join(clean(line) for line in text.splitlines())
    return re.sub(re.escape(nonce), "*", lines, flags=re.IGNORECASE).replace("[[", "[ [")


def _cut(answer: str) -> str:
    left = len(answer) - ANSWER_CHARS
    return answer if left <= 0 else f"{answer[:ANSWER_CHARS]}\n({left} more characters left out)"
