"""The functional checker of a task (Eq. 3): gather evidence once, then decide from the evidence alone, in either mode."""

from mag.checkers.gather import OpenPage, gather
from mag.checkers.verdict import decide, questions

__all__ = ["OpenPage", "decide", "gather", "questions"]
