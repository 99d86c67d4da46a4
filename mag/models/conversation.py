"""The conversation of one step: the same for every provider, for weights on this machine and for training (MAG 4.1)."""

import re
from collections.abc import Sequence

from mag.contract.prompt import Prompt
from mag.contract.text import without_surrogates
from mag.models.base import Message

CONTROL = r"<\|[^|<>\s]{1,64}\|>"


def conversation(prompt: Prompt, screenshot: bytes) -> tuple[Message, ...]:
    """The system text, then one user turn: the picture (PNG), and after it the text that speaks of it."""
    return Message("system", (prompt.system,)), Message("user", (screenshot, prompt.user))


def system_of(messages: tuple[Message, ...]) -> str:
    """The system text alone, for providers that take it apart from the turns."""
    return "\n\n".join(part for message in messages if message.role == "system" for part in message.parts if isinstance(part, str))


def inert(text: str, special: Sequence[str] = ()) -> str:
    """The text with a blank inside whatever reads like a control token, and inside the tokenizer's own `special` ones where it is known.

    Engines take those in a page's text for their own: it could end the turn, or ask for the place of a picture that is not there.
    """
    marks = "|".join([CONTROL, *map(re.escape, sorted(special, key=len, reverse=True))])
    return without_surrogates(re.sub(marks, lambda found: f"{found[0][0]} {found[0][1:]}", text))
