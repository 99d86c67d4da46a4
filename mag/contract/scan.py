"""The first well-formed JSON object in a text, in linear time on any text.

Definition: the leftmost `{` from which an object can be read under the JSON grammar (RFC 8259: no NaN, no raw control character in a
string, no trailing comma). Whether a quote opens or closes a string depends on where reading starts, so every start reads the text in one
of two ways, told apart by the number of unescaped quotes before it: even starts all agree on what is inside a string, and so do odd ones.
An attempt that fails at position p has visited every later start of its own way up to p and so has settled them: those still open
fail as well, those closed are whole objects. No attempt of the same way need therefore look at anything before p again, and the work is
at most two readings of the text, however many starts it has.
"""

import re
from dataclasses import dataclass

_WS = r"[ \t\n\r]*+"
_STRING = r'"[^"\\\x00-\x1f]*+(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*+)*+"'
_NUMBER = r"-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][+-]?[0-9]++)?"
_SCALAR = rf"{_STRING}|{_NUMBER}|true|false|null"

_FIRST_KEY = re.compile(rf"{_WS}(?:\}}|{_STRING}{_WS}:)")
_KEY = re.compile(rf"{_WS}{_STRING}{_WS}:")
_FIRST_ITEM = re.compile(rf"{_WS}(?:\]|[{{\[]|{_SCALAR})")
_VALUE = re.compile(rf"{_WS}(?:[{{\[]|{_SCALAR})")
_AFTER = re.compile(rf"{_WS}[,}}\]]")

# An escaped backslash or quote (which opens nothing), a quote, and a brace that can start an object.
_LANDMARK = re.compile(r'\\[\\"]|"|\{(?=[ \t\n\r]*+["}])')


@dataclass(frozen=True, slots=True)
class Found:
    """A well-formed object: text[start:end], nested `depth` deep (1: flat)."""

    start: int
    end: int
    depth: int


@dataclass(slots=True)
class _Attempt:
    """Reading one object: `end` when it is whole; else 0, `stop`, where reading failed, and the leftmost inner object that is whole."""

    end: int
    stop: int
    depth: int
    steps: int
    inner: int = -1


def scan(text: str, start: int = 0) -> tuple[Found | None, int]:
    """The first well-formed object at or after `start`, and the number of steps taken (for tests: at most linear in the text)."""
    way = 0
    settled = [start, start]
    whole = [-1, -1]
    steps = 0
    for landmark in _LANDMARK.finditer(text, start):
        steps += 1
        at = landmark.start()
        if text[at] == '"':
            way ^= 1
        elif text[at] == "{" and (at >= settled[way] or at == whole[way]):
            attempt = _read_object(text, at)
            steps += attempt.steps
            if attempt.end:
                return Found(at, attempt.end, attempt.depth), steps
            settled[way], whole[way] = attempt.stop, attempt.inner
    return None, steps


def _read_object(text: str, at: int) -> _Attempt:
    """Read one object from its brace. The stack holds the position of each open object, -1 for an open array."""
    opened = [at]
    depth, inner = 1, -1
    expected, position, steps = _FIRST_KEY, at + 1, 0
    while True:
        token = expected.match(text, position)
        steps += 1
        if token is None:
            return _Attempt(0, position, 0, steps, inner)
        position = token.end()
        last = text[position - 1]
        if last in "}]":
            if (opened[-1] >= 0) != (last == "}"):
                return _Attempt(0, position - 1, 0, steps, inner)
            begin = opened.pop()
            if not opened:
                return _Attempt(position, position, depth, steps)
            if begin >= 0 and (inner < 0 or begin < inner):
                inner = begin
            expected = _AFTER
        elif last in "{[":
            opened.append(position - 1 if last == "{" else -1)
            depth = max(depth, len(opened))
            expected = _FIRST_KEY if last == "{" else _FIRST_ITEM
        elif last == ",":
            expected = _KEY if opened[-1] >= 0 else _VALUE
        else:
            expected = _VALUE if last == ":" else _AFTER
