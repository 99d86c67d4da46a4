"""Semantic comparison of answers: what a judge is, and a deterministic one for offline use, named so that rows show the judge that
touched them. Judges that ask a model live in `mag.judge`."""

import re
from typing import Protocol

from mag.records import Question

WORD = re.compile(r"\w+")
NEGATIONS = frozenset({"no", "not", "never", "none", "cannot", "isn", "doesn", "don", "won", "can", "without"})


class Judge(Protocol):
    """Decides questions of meaning. It sees question, reference and answer only; never the trajectory or who answered."""

    name: str  # model and prompt digest; part of the row's identity
    stub: bool  # a stand-in whose verdicts must not be taken for a model's

    def rule(self, question: Question) -> bool | None:
        """True or False; None when not decided (yet)."""


class PhraseJudge:
    """Deterministic stand-in for a semantic judge: the answer holds all words of one of the accepted phrasings.

    An answer that denies (a negation the phrasing does not have) or that is a catch-all of more than 60 words is refused.
    """

    name = "local-phrases-1"
    stub = False  # miniarena's own judge: its tasks come with the phrasings it needs

    def rule(self, question: Question) -> bool | None:
        """See Judge.rule; never undecided."""
        words = [word.lower() for word in WORD.findall(question.answer)]
        if len(words) > 60:
            return False
        phrasings = ({word.lower() for word in WORD.findall(text)} for text in (question.reference, *question.accepted))
        return any(self._holds(set(words), phrasing) for phrasing in phrasings)

    @staticmethod
    def _holds(words: set[str], phrasing: set[str]) -> bool:
        return bool(phrasing) and phrasing <= words and not ((words & NEGATIONS) - phrasing)
