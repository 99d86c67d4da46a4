"""The protocol's identity: rows with different digests do not share a table."""

from functools import cache

from mag import constants
from mag.contract.budget import FRAME_TOKENS, IMAGE_TOKENS
from mag.contract.contracts import CONTRACTS
from mag.contract.grounding import GROUNDINGS
from mag.contract.prompt import TEMPLATES, template
from mag.records import digest

DIGEST_CHARS = 16


@cache
def protocol_digest() -> str:
    """Digest of every constant, the prompt text with the groundings' passages, and the contracts' key sets; 16 hex characters."""
    return digest(protocol())[:DIGEST_CHARS]


def protocol_of(budget: int) -> str:
    """The protocol of episodes that end after so many steps: another one wherever that is not STEP_BUDGET."""
    return protocol_digest() if budget == constants.STEP_BUDGET else f"{protocol_digest()}-{budget}"


def protocol() -> dict[str, object]:
    """What the digest is taken over, for showing in what two protocols differ."""
    return {
        "constants": {name: value for name, value in vars(constants).items() if name.isupper()},
        "budget": {"IMAGE_TOKENS": IMAGE_TOKENS, "FRAME_TOKENS": FRAME_TOKENS},
        "templates": {name: template(name) for name in TEMPLATES},
        "groundings": {name: [slot.key, slot.observation, slot.value] for name, slot in GROUNDINGS.items()},
        "contracts": {name: contract.keys for name, contract in CONTRACTS.items()},
    }
