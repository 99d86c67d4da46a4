"""The format gate, OFCR: one step's three bits, WebMRE's exact-keys bit, and the one way to read a completion (MAG 3.3, App. D)."""

from collections.abc import Sequence
from typing import Any

from mag.constants import VERBS
from mag.contract.action import to_action
from mag.contract.contracts import Contract
from mag.contract.grounding import Grounding
from mag.contract.leak import leak
from mag.contract.parser import parse
from mag.records import Action, Gate, Mark, Reply


def read(
    text: str, observation_marks: Sequence[Mark], title: str, grounding: Grounding, contract: Contract
) -> tuple[Reply, Action | None, Gate, str]:
    """Everything one completion says: the parsed reply, the action to execute (None: nothing), the gate, and the guide ("": none).

    The guide joins the history whether or not the gate passes; an action is executed even when its guide leaks or is missing. Never raises.
    """
    reply = parse(text)
    action, invalid = to_action(reply, observation_marks, grounding, contract)
    guide = guide_of(reply, contract)
    page = [part for mark in observation_marks for part in (mark.text, mark.name)]
    return reply, action, gate(reply, invalid, leak(guide, page, title), grounding, contract), guide


def guide_of(reply: Reply, contract: Contract) -> str:
    """The guide sentence as written; "" when the contract has none, or it is blank or not a text."""
    value = (reply.fields or {}).get("guide_text") if contract.wants_guide else None
    return value if isinstance(value, str) and value.strip() else ""


def gate(reply: Reply, invalid: str, leaked: str, grounding: Grounding, contract: Contract) -> Gate:
    """The bits of one step from the parsed reply and the reasons (empty: none) why its action is invalid and its guide leaks.

    `parsed` needs every key of the contract, reasoning and guide that are not blank, and a recognised verb. `strict` needs exactly the
    contract's keys; their order is not looked at, JSON objects have none.
    """
    if reply.fields is None:
        return Gate(parsed=False, valid=False, clean=True, strict=False, reason=f"parse: {reply.notes[-1] if reply.notes else 'no object'}")
    names = contract.keys_for(grounding)
    unparsed = _unparsed(reply.fields, names)
    reasons = [f"{bit}: {why}" for bit, why in (("parse", unparsed), ("action", invalid), ("leak", leaked)) if why]
    return Gate(not unparsed, not invalid, not leaked, set(reply.fields) == set(names), "; ".join(reasons))


def _unparsed(fields: dict[str, Any], names: Sequence[str]) -> str:
    """Why the object is not the contract's, or ""."""
    for name in names:
        if name not in fields:
            return f"missing key: {name}"
    for name in ("think", "guide_text"):
        if name in names and not (isinstance(fields[name], str) and fields[name].strip()):
            return f"{name} is blank or not a text"
    if "action_type" in names and fields["action_type"] not in VERBS:
        return "action_type is none of the verbs"
    return ""
