"""One tolerant parser for data construction, training and evaluation: the first well-formed JSON object of a completion (MAG 4.1, App. D).

- "First" is leftmost: `use {x} then {"a": 1}` gives `{"a": 1}`, since no object can be read from `{x}`; `use {} then {"a": 1}` gives
  `{}`, which is one. Braces inside an object's strings are text; an object inside an array, or whole inside a broken one, counts.
- Reasoning is skipped: everything in a `<think>` block, and everything before a `</think>` whose opening tag stood in the prompt. Such
  a lone closing tag behind the first object counts only if another object follows it; otherwise nothing after the object matters.
  A block that is never closed hides nothing.
- Well-formed is strict: NaN, trailing commas, single quotes and raw line breaks in strings are not JSON, and nothing is mended.
"""

import json
import re
from collections import Counter
from typing import Any

from mag.contract.scan import Found, scan
from mag.contract.text import clean, without_surrogates
from mag.records import Reply

MAX_DEPTH = 50  # a reply needs 2; json recurses, and a text must not be able to exhaust the stack
MAX_THINK_BLOCKS = 16  # each may cost one scan
MAX_INT_DIGITS = 300  # above, an integer is kept as a Number: Python refuses to write it out

_TAG = re.compile(r"<(/?)think(?:ing)?>", re.IGNORECASE)
_FENCE = re.compile(r"```[ \t]*\w*")
_MAYBE_LONE = re.compile(r"[\ud800-\udfff]|\\u[dD][89a-fA-F]")


class Number(float):
    """A JSON number that remembers how it was written: an answer of `1.50` must not become `1.5`."""

    literal: str

    def __new__(cls, literal: str) -> "Number":
        """From the text of a JSON number; infinite where no float is large enough."""
        number = super().__new__(cls, literal)
        number.literal = literal
        return number

    def __reduce__(self) -> "tuple[type[Number], tuple[str]]":
        """For copy and pickle."""
        return Number, (self.literal,)


def parse(text: str) -> Reply:
    """The object the completion starts with, and what was skipped to find it. Linear time on any text; never raises."""
    notes: list[str] = []
    start = 0
    if text.startswith("\ufeff"):
        notes.append("byte order mark")
        start = 1
    start, found = _answer(text, start, notes)
    if found is None:
        return Reply(None, (*notes, "no JSON object"))
    if found.depth > MAX_DEPTH:
        return Reply(None, (*notes, f"nested deeper than {MAX_DEPTH}"))
    notes += _around(text[start : found.start], text[found.end :])
    return Reply(_load(text[found.start : found.end], notes), tuple(notes))


def _answer(text: str, start: int, notes: list[str]) -> tuple[int, Found | None]:
    """The first object outside reasoning, and where the text after that reasoning begins."""
    found, _ = scan(text, start)
    skipped = False
    for _ in range(MAX_THINK_BLOCKS):
        tag = _TAG.search(text, start)
        if found is None or tag is None or tag.start() > found.start:
            break
        closing = tag if tag[1] else _closing(text, tag.end())
        if closing is None:
            notes.append("think block not closed")
            return tag.end(), found
        skipped, start = True, closing.end()
        if found.start < start:
            found, _ = scan(text, start)
    if found is not None and not skipped:
        tag = _TAG.search(text, found.end)
        later = scan(text, tag.end())[0] if tag and tag[1] else None
        if tag and later:
            skipped, start, found = True, tag.end(), later
    if skipped:
        notes.append("think block")
    return start, found


def _closing(text: str, start: int) -> re.Match[str] | None:
    """The next closing tag."""
    return next((tag for tag in _TAG.finditer(text, start) if tag[1]), None)


def _around(before: str, after: str) -> list[str]:
    """What stood around the object."""
    notes = []
    if "```" in before:
        notes.append("code fence")
    if _FENCE.sub("", before).strip():
        notes.append("prose before")
    if _FENCE.sub("", after).strip():
        notes.append("prose after")
    return notes


def _load(span: str, notes: list[str]) -> dict[str, Any]:
    """The object's fields; of a key given twice the last one wins."""
    repeated: dict[str, None] = {}

    def collect(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        fields = dict(pairs)
        if len(fields) < len(pairs):
            counts = Counter(key for key, _ in pairs)
            repeated.update((key, None) for key, count in counts.items() if count > 1)
        return fields

    fields: dict[str, Any] = json.loads(span, object_pairs_hook=collect, parse_int=_integer, parse_float=Number)
    if _MAYBE_LONE.search(span):
        mended = _mend(fields)
        if mended != fields:
            notes.append("lone surrogate")
            fields = mended
    notes.extend(f"duplicate key: {clean(key[:40])}" for key in list(repeated)[:5])
    return fields


def _integer(literal: str) -> int | Number:
    """An int, as far as Python can write it out again."""
    return int(literal) if len(literal) <= MAX_INT_DIGITS else Number(literal)


def _mend(value: Any) -> Any:
    """The value with lone surrogates replaced; recursion is bounded by MAX_DEPTH."""
    if isinstance(value, str):
        return without_surrogates(value)
    if isinstance(value, dict):
        return {without_surrogates(key): _mend(part) for key, part in value.items()}
    return [_mend(part) for part in value] if isinstance(value, list) else value
