"""The deterministic judge of the tasks that come with the phrasings they accept."""

import pytest

from mag.checkers.judge import PhraseJudge
from mag.records import Question


@pytest.mark.parametrize(
    ("answer", "passes"),
    [
        ("The strap broke after a week", True),
        ("After a week the strap BROKE.", True),
        ("it did not break: the strap broke after no week", False),
        ("the strap", False),
        ("", False),
        ("the strap broke after a week " * 20, False),
        ("it tore within days", True),
    ],
)
def test_the_phrase_judge_wants_all_words_of_a_phrasing(answer, passes):
    question = Question("answer", "Why?", "strap broke after a week", answer, ("tore within days",))
    assert PhraseJudge().rule(question) is passes
