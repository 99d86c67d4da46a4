"""What a model is to everything else: a conversation with pictures in, one raw completion with its usage out."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from mag.constants import MAX_OUTPUT_TOKENS
from mag.records import Completion, digest

Role = Literal["system", "user", "assistant"]


@dataclass(frozen=True, slots=True)
class Message:
    """One turn. A part is text, or the bytes of a PNG."""

    role: Role
    parts: tuple[str | bytes, ...]


@dataclass(frozen=True, slots=True)
class Decoding:
    """How a completion is drawn. None and "": left to the model, nothing is sent."""

    max_output_tokens: int = MAX_OUTPUT_TOKENS
    temperature: float | None = None  # 0: greedy
    top_p: float | None = None
    effort: str = ""  # of reasoning: low, medium, high, as far as a provider knows it
    seed: int | None = None
    schema: Mapping[str, Any] | None = None  # grammar-constrained decoding: only where it was asked for


@dataclass(frozen=True, slots=True)
class Ask:
    """One request."""

    messages: tuple[Message, ...]
    decoding: Decoding = field(default_factory=Decoding)
    call: str = ""  # where it is asked (task, sample, seed, step; what follows an `@`: the attempt): for ledgers, not part of what is asked

    @property
    def key(self) -> str:
        """Content key: equal requests have equal keys, pictures by their bytes."""
        parts = [
            [message.role, *(part if isinstance(part, str) else [hashlib.sha256(part).hexdigest()] for part in message.parts)]
            for message in self.messages
        ]
        chosen = self.decoding
        how = [chosen.max_output_tokens, chosen.temperature, chosen.top_p, chosen.effort, chosen.seed, chosen.schema]
        return digest([parts, how])


def prompt_digest(ids: Sequence[int]) -> str:
    """sha256 of a prompt's token ids in decimal, joined by commas: equal digests were the same input, whichever engine read it."""
    return hashlib.sha256(",".join(map(str, ids)).encode()).hexdigest()


class Model(Protocol):
    """Answers requests. An async context manager: opened in the loop that uses it, closed at its end."""

    @property
    def name(self) -> str:
        """For tables."""

    @property
    def identity(self) -> str:
        """What tells its completions from another's, the Ask apart: provider, its model id and options, or the digest of the weights."""

    async def complete(self, ask: Ask) -> Completion:
        """The completion, whatever it says. Raises Transient for trouble that may pass, BadInput for what trying again cannot mend."""

    async def __aenter__(self) -> "Model": ...

    async def __aexit__(self, *_: object) -> None: ...
