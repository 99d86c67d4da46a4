"""Deciding whether an answer means the reference. Every row names the judge that touched it."""

import re
from collections.abc import Sequence
from typing import Protocol

WORD = re.compile(r"\w+")
NEGATIONS = frozenset({"no", "not", "never", "none", "cannot", "isn", "doesn", "don", "won", "can", "without"})


class Judge(Protocol):
    """Sees question, reference and answer only; never the trajectory or who answered."""

    name: str

    def decide(self, question: str, reference: str, accepted: Sequence[str], answer: str) -> bool | None:
        """True or False, None when undecided."""


class PhraseJudge:
    """Deterministic stand-in for a semantic judge: the answer holds all words of one of the accepted phrasings.

    An answer that denies (a negation the phrasing does not have) or that is a catch-all of more than 60 words is refused.
    """

    name = "local-phrases-1"

    def decide(self, question: str, reference: str, accepted: Sequence[str], answer: str) -> bool | None:
        """See Judge.decide; never undecided."""
        words = [word.lower() for word in WORD.findall(answer)]
        if len(words) > 60:
            return False
        return any(self._holds(set(words), {word.lower() for word in WORD.findall(phrasing)}) for phrasing in (reference, *accepted))

    @staticmethod
    def _holds(words: set[str], phrasing: set[str]) -> bool:
        return bool(phrasing) and phrasing <= words and not ((words & NEGATIONS) - phrasing)
