"""From the fields of a reply to an action: the verb's own rules (MAG 3.1, App. D)."""

import math
from collections.abc import Sequence
from typing import Any

from mag.constants import ELEMENT_VERBS, SCROLL_DIRECTIONS, VERBS
from mag.contract.contracts import ACTION_KEYS, GROUNDING, Contract
from mag.contract.grounding import Grounding
from mag.contract.parser import Number
from mag.records import Action, Mark, Reply


def to_action(reply: Reply, marks: Sequence[Mark], grounding: Grounding, contract: Contract) -> tuple[Action | None, str]:
    """The action, or None and the reason; None without a reason when the contract asks for no action.

    All action keys must be present (null is not implied); missing reasoning or guide does not invalidate an action. The target
    key is read for element verbs only, content only where the verb carries one.
    """
    if not contract.wants_action:
        return None, ""
    if reply.fields is None:
        return None, "no JSON object"
    for key in (grounding.key if key == GROUNDING else key for key in ACTION_KEYS):
        if key not in reply.fields:
            return None, f"missing key: {key}"
    verb = reply.fields["action_type"]
    if verb not in VERBS:
        return None, "action_type is none of the verbs"
    content, error = _content(verb, reply.fields["content"])
    if error or verb not in ELEMENT_VERBS:
        return (None, error) if error else (Action(verb, content=content), "")
    mark, point, error = grounding.read(reply.fields, marks)
    return (None, error) if error else (Action(verb, mark, point, content), "")


def _content(verb: str, content: Any) -> tuple[str | None, str]:
    """The payload as text, or the reason why it is none. Whitespace alone can be typed but is no option label."""
    if verb == "type" and not (isinstance(content, str) and content):
        return None, "type needs a text that is not empty"
    if verb == "select" and not (isinstance(content, str) and content.strip()):
        return None, "select needs an option label"
    if verb == "scroll" and content not in SCROLL_DIRECTIONS:
        return None, "scroll needs up or down"
    if verb == "finish":
        return _answer(content)
    return (content if verb in ("type", "select", "scroll") else None), ""


def _answer(content: Any) -> tuple[str | None, str]:
    """The final answer: text as it is, a number as it was written, null as no answer."""
    if content is None or isinstance(content, str):
        return content, ""
    if isinstance(content, bool) or not isinstance(content, int | float):
        return None, "finish takes a text, a number or null"
    if isinstance(content, float):
        literal = content.literal if isinstance(content, Number) else repr(content)
        return (literal, "") if math.isfinite(content) else (None, "finish takes a finite number")
    return (str(content), "") if abs(content) < 10**300 else (None, "finish takes a number that can be written out")
