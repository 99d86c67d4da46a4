"""A well-formed completion: what demonstrations, scripted policies and training rows put where a model's output goes."""

import json
from typing import Any

from mag.contract.contracts import Contract
from mag.contract.grounding import Grounding
from mag.records import Mark, Verb


def write(contract: Contract, grounding: Grounding, verb: Verb, mark: Mark | None = None, **texts: str | None) -> str:
    """One JSON object with the contract's keys in order. `texts`: content, think, guide."""
    values: dict[str, Any] = {
        "think": texts.get("think") or "",
        "action_type": verb,
        grounding.key: None if mark is None else grounding.write(mark),
        "content": texts.get("content"),
        "guide_text": texts.get("guide") or "",
    }
    return json.dumps({key: values[key] for key in contract.keys_for(grounding)}, ensure_ascii=False)
