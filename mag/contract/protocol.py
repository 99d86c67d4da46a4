"""The protocol's identity: rows with different digests do not share a table."""

from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True)
class Limits:
    """When an episode ends that no finish ends. Others than the papers' make another protocol."""

    steps: int = constants.STEP_BUDGET
    idle: int = 0  # steps in a row that left the text the policy reads as it was; 0: never, as in the papers

    @property
    def protocol(self) -> str:
        """The protocol's digest, with what is not as in the papers behind it."""
        as_published = self.steps == constants.STEP_BUDGET and not self.idle
        return protocol_digest() if as_published else f"{protocol_digest()}-{self.steps}-text{self.idle}"


AS_PUBLISHED = Limits()


def protocol() -> dict[str, object]:
    """What the digest is taken over, for showing in what two protocols differ."""
    return {
        "constants": {name: value for name, value in vars(constants).items() if name.isupper()},
        "budget": {"IMAGE_TOKENS": IMAGE_TOKENS, "FRAME_TOKENS": FRAME_TOKENS},
        "templates": {name: template(name) for name in TEMPLATES},
        "groundings": {name: [slot.key, slot.observation, slot.value] for name, slot in GROUNDINGS.items()},
        "contracts": {name: contract.keys for name, contract in CONTRACTS.items()},
    }
