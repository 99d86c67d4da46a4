"""A hundred thousand completions, none of which may raise."""

import json
import random
import time

from mag.contract.contracts import CONTRACTS
from mag.contract.gate import read
from mag.contract.grounding import GROUNDINGS
from mag.contract.parser import parse
from mag.records import Action, Gate, Mark

MARKS = tuple(Mark(i, "A", f"Link {i}", f"Link {i}", "link", (10, 20 * i, 50, 15), True, (35, 20 * i + 7)) for i in range(1, 6))
KEYS = ("think", "action_type", "selected_candidate_id", "coordinate", "content", "guide_text", "extra")
VALUES = (
    None, True, False, 0, 1, 3, -1, 10**30, 17.0, 1.5, "3", " 4 ", "[3]", "", "x", "up", "down", "click", "type", "select", "scroll", "finish", "press_enter", "go_back",
    "Click element 17.", "Click the button.", "Click (312, 174).", [1, 2], ["10", "20"], [1440, 0], [1, None], [], {}, {"a": [1]}, "\ud800", "\x00", "１７", "³",
)  # fmt: skip
PIECES = (
    "{",
    "}",
    "[",
    "]",
    '"',
    ":",
    ",",
    "\\",
    "null",
    "NaN",
    "1e999",
    "-",
    "<think>",
    "</think>",
    "```json",
    "\ud800",
    "\ufeff",
    "\x00",
    "é",
    "\u2028",
    "[17]",
    " ",
    "\n",
)


def completion(rng):
    """Random bytes, token soup, nesting, or a reply that is right, wrong, cut, or damaged."""
    kind = rng.randrange(6)
    if kind == 0:
        return rng.randbytes(rng.randrange(80)).decode("utf-8", rng.choice(("surrogateescape", "replace", "ignore")))
    if kind == 1:
        return "".join(rng.choices(PIECES, k=rng.randrange(60)))
    if kind == 2:
        return rng.choice(("[", "{", '{"a":', '{"a":[', '"', "\\")) * rng.randrange(1, 300)
    keys = rng.sample(KEYS, rng.randrange(3, 8))
    text = json.dumps({key: rng.choice(VALUES) for key in keys}, ensure_ascii=rng.random() < 0.5)
    if kind == 4:
        text = text[: rng.randrange(len(text))]
    if kind == 5:
        at = rng.randrange(len(text))
        text = text[:at] + rng.choice(PIECES) + text[at + rng.randrange(3) :]
    return rng.choice(("", "Here: ", "<think>{}</think>", "{x} ")) + text + rng.choice(("", "\n```", "}", " {}"))


def test_nothing_raises_and_the_bits_agree():
    rng = random.Random(20260731)
    pairs = [(grounding, contract) for grounding in GROUNDINGS.values() for contract in CONTRACTS.values()]
    started = time.process_time()
    parsed = acted = passed = leaked = 0
    for number in range(100_000):
        text = completion(rng)
        grounding, contract = pairs[number % len(pairs)]
        reply, action, gate, guide = read(text, MARKS, "A title", grounding, contract)
        assert reply == parse(text)
        assert isinstance(gate, Gate)
        assert isinstance(action, Action | None)
        assert (action is not None) == (gate.valid and contract.wants_action), text
        assert gate.passed == (not gate.reason), text
        assert (reply.fields is not None) >= (gate.parsed or gate.valid or gate.strict or bool(guide)), text
        assert guide == "" or contract.wants_guide
        assert gate.clean or guide
        "".join((guide, gate.reason, *reply.notes, (action and action.content) or "")).encode()
        if action and action.verb in ("click", "type", "select"):
            assert (action.mark in range(1, 6)) if grounding.name == "som" else (0 <= action.point[0] < 1440 and 0 <= action.point[1] < 900)
        parsed, acted, passed, leaked = parsed + gate.parsed, acted + (action is not None), passed + gate.passed, leaked + (not gate.clean)
    assert min(parsed, acted, passed, leaked) > 100  # the inputs reach every branch
    assert time.process_time() - started < 40
