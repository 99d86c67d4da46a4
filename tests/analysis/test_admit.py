"""What may stand in one table, and what all tables say of what may not."""

import pytest

from mag.analysis.admit import admit
from mag.analysis.analyse import Ask, analyse
from mag.errors import BadInput


@pytest.fixture
def good(made):
    return [made.outcomes(name, [True, False, True]) for name in ("a", "b")]


def odd(made):
    return {
        "protocol": (made.outcomes("x", [True, False, True], protocol="q" * 64), "has another protocol digest"),
        "tasks": (made.outcomes("x", [True, False]), "has other tasks"),
        "texts": (made.outcomes("x", [True, False, True], tasks=[[i, "changed"] for i in range(3)]), "has other tasks"),
        "benchmark": (made.outcomes("x", [True, False, True], benchmark="other"), "is of another benchmark"),
        "missing": (made.outcomes("x", [True, None, True]), "is incomplete (1 of 3 episodes have no verdict)"),
        "plan's stub": (made.outcomes("x", [True, False, True], judge="stub-true"), "was judged by a stand-in (stub-true)"),
        "rows' stub": (
            made.evaluation("x", [made.row(i, True, judge="stub-false, other") for i in range(3)]),
            "was judged by a stand-in (stub-false)",
        ),
    }


@pytest.mark.parametrize("what", ["protocol", "tasks", "texts", "benchmark", "missing", "plan's stub", "rows' stub"])
def test_what_does_not_compare_is_refused_or_marked(made, good, what):
    item, reason = odd(made)[what]
    with pytest.raises(BadInput) as refusal:
        admit([item, *good])
    assert f"x {reason}" in str(refusal.value)
    assert "--mark" in str(refusal.value)
    marked = admit([item, *good], mark=True)
    assert [own.label for own in marked] == ["x†", "a", "b"]
    analysis = analyse(marked)
    assert f"x† {reason}." in analysis.notes
    shown = [
        table
        for table in analysis.tables.values()
        if any("x†" in str(cell) for row in table.rows for cell in row) or table.key == "solved_sets"
    ]
    assert {"main", "pairs", "sites", "sources"} <= {table.key for table in shown}
    assert all(f"x† {reason}." in table.notes for table in shown)


def test_all_refusals_are_named_at_once(made, good):
    items = [item for item, _ in odd(made).values()][:2]
    with pytest.raises(BadInput, match=r"x has another protocol digest; x has other tasks"):
        admit([*good, *items])


def test_what_compares_is_left_alone(good):
    assert admit(good) == good
    assert [item.marks for item in admit(good, mark=True)] == [(), ()]
    assert admit([]) == []


def test_a_table_without_the_marked_one_has_no_note(made, good):
    item, _ = odd(made)["missing"]
    analysis = analyse(admit([*good, item], mark=True), Ask(pairs=("a:b",)))
    assert not [note for note in analysis.tables["pairs"].notes if "x†" in note]


def test_what_has_no_data_is_named(good):
    analysis = analyse(good)
    for key in ("passk", "contrasts", "judges", "groups", "stale", "routing", "templates", "lengths"):
        assert key not in analysis.tables
    for words in ("No table of pass@k: every task has one episode.", "No table of groups: no round of training is among the evaluations."):
        assert words in analysis.notes


def test_nothing_at_all():
    analysis = analyse([])
    assert (analysis.tables, analysis.series) == ({}, {})


def test_other_seeds_and_judges_are_told(made, good):
    other = made.outcomes("c", [True, False, True], judge="gpt-5.5/abc")
    notes = analyse([*good, other], Ask(seed=7)).notes
    assert "Resamples drawn with seed 7, not the usual 42." in notes
    assert any(note.startswith("The judges differ: a local-phrases-1, b local-phrases-1, c gpt-5.5/abc") for note in notes)


def test_the_seed_moves_intervals_and_nothing_else(made):
    item = made.evaluation("e", [made.row(i, i % 3 == 0, (i % 7) / 10) for i in range(50)])
    one, other = (analyse([item], Ask(seed=seed)).tables["main"] for seed in (42, 43))
    assert one.column("ggs") == other.column("ggs")
    assert one.column("ggs_ci") != other.column("ggs_ci")
