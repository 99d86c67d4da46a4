"""What systems do at their steps."""

import pytest

from mag.analysis.steps import action_table, reason_classes, reason_table, stale_table, verb_table
from mag.constants import BOOTSTRAP_SEED


def test_actions_count_what_executes_nothing(made, texts):
    verbs = ["click"] * 5 + ["scroll"] * 2 + ["unparsable"] * 2 + ["invalid"]
    rows = [made.row(1, False, steps=tuple(made.step(verb) for verb in verbs)), made.row(2, None, steps=(made.step("type"),))]
    table = action_table([made.evaluation("e", rows)])
    assert texts(table, "steps", "click", "scroll", "type", "invalid", "unparsable") == [("10", "50.0", "20.0", "0.0", "10.0", "20.0")]
    assert action_table([made.evaluation("e", [made.row(1, True, steps=())])]) is None


def test_verbs(made, texts):
    rows = [
        made.row(1, True, steps=(made.step(), made.step("scroll", changed="none"), made.step("finish", changed="none"))),
        made.row(2, False, steps=(made.step(error="covered", changed="none"), made.step("scroll", changed="scroll"))),
        made.row(3, False, steps=(made.step("scroll", changed="scroll"),)),
    ]
    table = verb_table([made.evaluation("e", rows)], BOOTSTRAP_SEED)
    assert texts(table, "verb", "steps", "share", "errors", "unchanged", "episodes", "sr") == [
        ("click", "2", "33.3", "50.0", "50.0", "2", "50.0"),
        ("scroll", "3", "50.0", "0.0", "33.3", "3", "33.3"),
        ("finish", "1", "16.7", "0.0", "100.0", "1", "100.0"),
    ]


def test_stale_steps(made, texts):
    rows = [
        made.row(1, True, steps=(made.step(stale=True, passed=False), made.step())),
        made.row(2, False, steps=(made.step(), made.step())),
        made.row(3, False, steps=(made.step(stale=True),)),
    ]
    table = stale_table([made.evaluation("e", rows)], BOOTSTRAP_SEED)
    assert texts(table, "slice", "steps", "share", "ofcr", "episodes", "sr") == [
        ("flagged", "2", "40.0", ".500", "2", "50.0"),
        ("unflagged", "3", "60.0", "1.000", "1", "0.0"),
    ]
    assert stale_table([made.outcomes("e", [True])], BOOTSTRAP_SEED) is None


@pytest.mark.parametrize(
    ("reason", "classes"),
    [
        ("parse: missing key: think", ["parse: missing key: think"]),
        ("action: selected_candidate_id 212 is not in the menu", ["action: selected_candidate_id # is not in the menu"]),
        ("action: coordinate 1500, -20 is outside the viewport", ["action: coordinate # is outside the viewport"]),
        ("leak: pair: (312; 174)", ["leak: pair"]),
        ("parse: think is blank or not a text; leak: element: element 17; 18", ["parse: think is blank or not a text", "leak: element"]),
        ("", ["not recorded"]),
    ],
)
def test_reasons_are_classed(reason, classes):
    assert reason_classes(reason) == classes


def test_reasons_are_counted(made, texts):
    bad = [
        made.step(passed=False, reason=reason) for reason in ("leak: element: element 1", "leak: element: element 2", "parse: no object")
    ]
    table = reason_table([made.evaluation("e", [made.row(1, False, steps=(*bad, made.step()))])])
    assert texts(table, "reason", "steps", "of_failed", "of_all") == [
        ("leak: element", "2", "66.7", "50.0"),
        ("parse: no object", "1", "33.3", "25.0"),
    ]
    assert reason_table([made.outcomes("e", [True])]) is None
