"""MAG Table 1."""

import pytest

from mag.analysis.main_table import figures, interval_table, main_table
from mag.constants import BOOTSTRAP_SEED


def main(*evaluations):
    return main_table(evaluations, [figures(item, BOOTSTRAP_SEED) for item in evaluations])


def test_a_row_worked_by_hand(made, texts):
    rows = [made.row(1, True, 0.5), made.row(2, False, 0.3), made.row(3, True, None), made.row(4, None, 0.9)]
    steps = (made.step(passed=False), made.step(), made.step("finish"))
    rows[1] = made.row(2, False, 0.3, steps=steps, strict=True)
    table = main(made.evaluation("e", rows))
    keys = ("n", "n_guides", "episodes", "successes", "sr", "sr_strict", "sr_referenced", "ofcr", "ggs", "tax", "g")
    # SR 2 of 3; strict 3 of 3; referenced 1 of 2; OFCR 6 of 7; GGS (0.7 + 0) / 2; TAX 2/3 - .35
    assert texts(table, *keys) == [("3", "2", "3", "2", ".667", "1.000", ".500", ".857", ".350", ".317", ".400")]
    assert [column.header for column in table.columns if column.key in ("sr", "ggs")] == ["SR (n=3)", "GGS (n=2)"]
    assert table.source == "MAG Table 1"


@pytest.mark.parametrize(("solved", "sr"), [(62, ".356"), (65, ".374"), (23, ".132"), (14, ".080"), (3, ".017")])
def test_success_rates_of_the_paper(made, texts, solved, sr):
    rows = [made.row(i, i < solved, None if i % 58 == 57 else 0.4) for i in range(174)]
    table = main(made.evaluation("e", rows))
    assert texts(table, "n", "n_guides", "successes", "sr") == [("174", "171", str(solved), sr)]


def test_wilson_of_the_paper(made, texts):
    """41 of 50: [.692, .902]."""
    assert texts(main(made.outcomes("e", [True] * 41 + [False] * 9)), "sr_wilson") == [("[.692, .902]",)]


def test_several_episodes_a_task_have_no_wilson_and_resample_tasks(made):
    rows = [made.row(task, task == 1, sample=k) for task in (1, 2) for k in range(50)]
    table = main(made.evaluation("e", rows, samples=50))
    assert table.column("n") == (2,)
    assert table.column("episodes") == (100,)
    assert table.column("sr") == (0.5,)
    assert table.column("sr_wilson") == (None,)
    interval = table.column("sr_ci")[0]
    assert (interval.low, interval.high) == (0, 1)  # of two tasks, not of a hundred episodes


def test_intervals_hold_the_estimates(made):
    item = made.evaluation("e", [made.row(i, i % 3 == 0, 0.1 + i / 100) for i in range(40)])
    found = figures(item, BOOTSTRAP_SEED)
    table = interval_table([item], [found])
    for key in ("sr", "sr_strict", "ofcr", "ggs", "tax", "g", "rouge_l"):
        limits = table.column(key)[0]
        assert limits.low <= found.means[key].estimate <= limits.high, key
    assert found.means["tax"].estimate == pytest.approx(found.means["sr"].estimate - found.means["ggs"].estimate)


def test_what_was_not_measured_is_not_zero(made, texts):
    item = made.evaluation("e", [made.row(1, True, None, strict=None), made.row(2, False, None)])
    assert texts(main(item), "sr", "sr_strict", "ggs", "tax", "g") == [(".500", "–", "–", "–", "–")]
    nothing = made.evaluation("e", [made.row(1, None)])
    assert texts(main(nothing), "n", "sr", "ofcr", "tax") == [("0", "–", "–", "–")]
    assert main() is None


def test_header_has_no_n_where_rows_differ(made):
    table = main(made.outcomes("a", [True] * 3), made.outcomes("b", [True] * 4))
    assert next(column.header for column in table.columns if column.key == "sr") == "SR"
