"""Judges that a checker can ask: recorded rulings by lookup, and a stand-in for trials."""

from collections.abc import Mapping

from mag.records import Question


class BookJudge:
    """Rulings looked up by the question's key; a question that is not there is undecided."""

    def __init__(self, name: str, rulings: Mapping[str, bool | None], stub: bool = False) -> None:
        self.name = name
        self.stub = stub
        self._rulings = rulings

    def rule(self, question: Question) -> bool | None:
        """See mag.checkers.judge.Judge.rule."""
        return self._rulings.get(question.key)


class StubJudge:
    """Says the same to everything. Its name starts with `stub-`, so that every row it touched shows it."""

    stub = True

    def __init__(self, answer: bool | None) -> None:
        self.name = f"stub-{ {True: 'true', False: 'false', None: 'undecided'}[answer] }"
        self._answer = answer

    def rule(self, question: Question) -> bool | None:
        """See mag.checkers.judge.Judge.rule."""
        return self._answer
