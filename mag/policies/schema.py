"""The contract as a JSON schema, for grammar-constrained decoding where conf asks for it (`structured`)."""

from typing import Any

from mag.constants import VERBS
from mag.contract.contracts import CONTRACTS, GROUNDING, Contract
from mag.contract.grounding import GROUNDINGS, Grounding
from mag.records import digest

VALUES: dict[str, dict[str, Any]] = {
    "think": {"type": "string"},
    "action_type": {"type": "string", "enum": list(VERBS)},
    "content": {"type": ["string", "null"]},
    "guide_text": {"type": "string"},
}
TARGETS: dict[str, dict[str, Any]] = {
    "som": {"type": ["string", "null"]},
    "coord": {"type": ["array", "null"], "items": {"type": "number"}},
}


def schema_of(contract: Contract, grounding: Grounding) -> dict[str, Any]:
    """Exactly the contract's keys in its order. Which ids the menu has is not in it: that stays the model's to get right."""
    named = {GROUNDING: (grounding.key, TARGETS[grounding.name])}
    values = dict(named.get(key, (key, VALUES.get(key, {}))) for key in contract.keys)
    return {"type": "object", "properties": values, "required": list(values), "additionalProperties": False}


def schemas_digest() -> str:
    """Six hex characters over all of them: part of the identity of what was decoded under one."""
    return digest([schema_of(contract, grounding) for contract in CONTRACTS.values() for grounding in GROUNDINGS.values()])[:6]
