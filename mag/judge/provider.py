"""What the gateway needs of an endpoint, free of any SDK: one question out, one reply or one kind of trouble back."""

from dataclasses import dataclass
from typing import Protocol

from mag.errors import Transient
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


class Limited(Transient):
    """Asked too fast (429). `wait_s`: how long the provider wants everybody to wait, None when it does not say."""

    def __init__(self, message: str, wait_s: float | None) -> None:
        super().__init__(message)
        self.wait_s = wait_s


class Unavailable(Transient):
    """No usable answer: 5xx, no connection, something that is no reply."""


class TimedOut(Unavailable):
    """No answer within the time allowed; it may have come, and been paid for, later."""


class Asker(Protocol):
    """Puts one question to a model, once."""

    name: str  # of the judge: model and prompt digest

    async def ask(self, question: Question, timeout_s: float) -> JudgeReply:
        """The reply. Raises Limited, Unavailable, TimedOut; BadInput for what trying again cannot mend."""
