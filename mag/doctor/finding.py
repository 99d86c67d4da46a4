"""What a check found, and what to do about it."""

from dataclasses import dataclass
from typing import Literal

Level = Literal["ok", "absent", "warning", "broken"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One line. ok; absent: not there, and nothing in conf asks for it; warning: works, worse; broken: what conf asks for cannot work."""

    check: str
    level: Level
    text: str
    fix: str = ""  # what to do, as a command where there is one


def lacking(check: str, needed: bool, text: str, fix: str) -> Finding:
    """Something that is not there: broken where conf asks for it, else absent."""
    return Finding(check, "broken" if needed else "absent", text, fix)
