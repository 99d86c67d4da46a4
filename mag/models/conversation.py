"""The conversation of one step: the same for every provider, for weights on this machine and for training (MAG 4.1)."""

from mag.contract.prompt import Prompt
from mag.models.base import Message


def conversation(prompt: Prompt, screenshot: bytes) -> tuple[Message, ...]:
    """The system text, then one user turn: the picture (PNG), and after it the text that speaks of it."""
    return Message("system", (prompt.system,)), Message("user", (screenshot, prompt.user))


def system_of(messages: tuple[Message, ...]) -> str:
    """The system text alone, for providers that take it apart from the turns."""
    return "\n\n".join(part for message in messages if message.role == "system" for part in message.parts if isinstance(part, str))
