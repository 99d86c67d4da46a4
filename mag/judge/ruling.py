"""What a judge said about one question, as it is stored."""

from dataclasses import dataclass
from typing import Literal

from pydantic import TypeAdapter

Word = Literal["correct", "incorrect", "partly", "undecided"]


@dataclass(frozen=True, slots=True)
class Ruling:
    """One line of verdicts.jsonl."""

    key: str  # Question.key
    judge: str  # name of the judge: model and prompt digest
    verdict: Word
    reason: str = ""  # the judge's own words; for `undecided`, what was wrong with its last reply
    model: str = ""  # as the provider reported it
    input_tokens: int = 0  # over all replies to this question
    output_tokens: int = 0
    requests: int = 0  # sent for this question, unanswered ones included
    at: float = 0.0  # UNIX seconds

    @property
    def value(self) -> bool | None:
        """True only for `correct`: a partly correct answer does not count (WebArena's rule). None: undecided."""
        return None if self.verdict == "undecided" else self.verdict == "correct"


RULINGS: TypeAdapter[Ruling] = TypeAdapter(Ruling)
