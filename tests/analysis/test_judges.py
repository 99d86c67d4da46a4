"""Several judges on the same answers."""

from mag.analysis.judges import agreement_table, panel_table, shift_table

RULINGS = {
    "a": {"q1": True, "q2": True, "q3": False, "q4": False},
    "b": {"q1": True, "q2": False, "q3": False, "q4": None},
    "c": {"q1": True, "q2": True, "q3": True},
}


def test_agreement_of_two_judges(made, texts):
    table = agreement_table([made.evaluation("e", [made.row(1, True)], rulings=RULINGS)])
    assert texts(table, "first", "second", "n", "agreement", "kappa", "only_first", "only_second") == [
        ("a", "b", "3", "66.7", "0.400", "1", "0"),  # p_o 2/3, p_e (2*1 + 1*2) / 9
        ("a", "c", "3", "66.7", "0.000", "0", "1"),
        ("b", "c", "3", "33.3", "0.000", "0", "2"),
    ]


def test_rulings_of_all_evaluations_are_put_together(made):
    halves = [
        {name: {key: value for key, value in own.items() if key in keys} for name, own in RULINGS.items()}
        for keys in (("q1", "q2"), ("q3", "q4"))
    ]
    split = agreement_table([made.evaluation(str(i), [made.row(1, True)], rulings=own) for i, own in enumerate(halves)])
    assert split.rows == agreement_table([made.evaluation("e", [made.row(1, True)], rulings=RULINGS)]).rows


def test_each_judge_and_the_rest(made, texts):
    table = panel_table([made.evaluation("e", [made.row(1, True)], rulings=RULINGS)])
    assert texts(table, "judge", "n", "correct", "with_rest", "without")[0] == ("a", "3", "2", "100.0", "1")
    for few in ({"a": RULINGS["a"]}, {"a": RULINGS["a"], "b": {}}, {}):
        assert panel_table([made.evaluation("e", [made.row(1, True)], rulings=few)]) is None
        assert agreement_table([made.evaluation("e", [made.row(1, True)], rulings=few)]) is None


def test_success_under_other_judges(made, texts):
    """Four tasks, two of them judged; the pinned judge is a."""
    rows = [
        made.row(1, True),
        made.row(2, False),
        made.row(3, True, judge="a", by_judge={"a": True, "b": False, "c": False}),
        made.row(4, False, judge="a", by_judge={"a": False, "b": True, "c": None}),
    ]
    table = shift_table([made.evaluation("e", rows)])
    assert texts(table, "judge", "n", "sr", "tasks", "points") == [
        ("a", "2", "50.0", "0", "0.0"),
        ("b", "2", "50.0", "0", "0.0"),
        ("c", "1", "25.0", "-1", "-25.0"),
        ("all but a", "1", "25.0", "-1", "-25.0"),  # on task 4 the others have no majority
        ("all but b", "0", "50.0", "0", "0.0"),
        ("all but c", "0", "50.0", "0", "0.0"),
    ]
    assert shift_table([made.outcomes("e", [True])]) is None
