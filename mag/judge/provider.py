"""What the gateway needs of an endpoint, free of any SDK: one question out, one reply or a trouble of mag.models.trouble back."""

from dataclasses import dataclass
from typing import Protocol

from mag.records import Question


@dataclass(frozen=True, slots=True)
class JudgeReply:
    """What came back and was (probably) paid for."""

    text: str
    truncated: bool = False
    refused: bool = False
    model: str = ""
    input_tokens: int = 0
    output_tokens: int = 0


class Asker(Protocol):
    """Puts one question to a model, once."""

    name: str  # of the judge: model and prompt digest

    async def ask(self, question: Question, timeout_s: float) -> JudgeReply:
        """The reply. Raises Limited, Unavailable, TimedOut; BadInput for what trying again cannot mend."""
