"""Several episodes a task."""

import pytest

from mag.analysis.samples import pass_pair_table, pass_series, pass_table
from mag.constants import BOOTSTRAP_SEED


def sampled(made, name, successes, samples=6, **plan):
    """`successes[t]` of each task's samples succeed."""
    rows = [made.row(task, k < count, sample=k) for task, count in enumerate(successes) for k in range(samples)]
    return made.evaluation(name, rows, samples=samples, **plan)


@pytest.mark.parametrize(("never", "rate"), [(149, "14.4"), (137, "21.3")])
def test_pass_at_6_of_the_paper(made, texts, never, rate):
    table = pass_table([sampled(made, "e", [1] * (174 - never) + [0] * never)], BOOTSTRAP_SEED)
    assert texts(table, "k", "pass_at", "never")[-1] == ("6", rate, str(never))


def test_both_estimators_by_hand(made, texts):
    """2 of 3 succeed: any of two 1, both 1 of 3; 0 of 3: nothing."""
    table = pass_table([sampled(made, "e", [2, 0], 3)], BOOTSTRAP_SEED)
    assert texts(table, "k", "pass_at", "pass_hat") == [("1", "33.3", "33.3"), ("2", "50.0", "16.7"), ("3", "50.0", "0.0")]


def test_the_paired_gap_of_the_paper(made, texts):
    """21 tasks only the one, 9 only the other ever solves: +6.9 [+1.2, +13.2]."""
    cells = [(1, 1)] * 16 + [(1, 0)] * 21 + [(0, 1)] * 9 + [(0, 0)] * 128
    pair = [sampled(made, name, [cell[i] for cell in cells]) for i, name in enumerate(("grpo", "sft"))]
    table = pass_pair_table(pair, BOOTSTRAP_SEED)
    assert texts(table, "k", "n", "delta", "a", "b", "p") == [("6", "174", "+6.9", "21", "9", ".043")]
    limits = table.column("ci")[0]
    assert (limits.low, limits.high) == (pytest.approx(1.2, abs=0.6), pytest.approx(13.2, abs=0.6))


def test_curves_with_the_greedy_line(made):
    several = sampled(made, "t1", [3, 1, 0], 3)
    greedy, stranger = made.outcomes("greedy", [True, False, False]), made.outcomes("stranger", [True] * 3, policy="q")
    series = pass_series([several, greedy, stranger], BOOTSTRAP_SEED)
    curve, level = series.lines
    assert (curve.name, curve.x) == ("t1", (1.0, 2.0, 3.0))
    assert curve.y == pytest.approx((4 / 9, 5 / 9, 2 / 3))
    assert all(low <= y <= high for low, y, high in zip(curve.low, curve.y, curve.high, strict=True))
    assert (level.name, level.level, level.y) == ("greedy (single)", True, (1 / 3,))


def test_tasks_with_undecided_episodes_are_left_out(made):
    rows = [made.row(0, True), made.row(0, None, sample=1), made.row(1, True), made.row(1, False, sample=1)]
    table = pass_table([made.evaluation("e", rows, samples=2)], BOOTSTRAP_SEED)
    assert table.column("n") == (1, 1)
    assert table.column("pass_at") == (0.5, 1.0)


def test_single_episodes_have_none(made):
    single = [made.outcomes("a", [True]), made.outcomes("b", [True])]
    assert pass_table(single, BOOTSTRAP_SEED) is pass_pair_table(single, BOOTSTRAP_SEED) is pass_series(single, BOOTSTRAP_SEED) is None
    assert pass_pair_table([sampled(made, "a", [1], 2), sampled(made, "b", [1], 3)], BOOTSTRAP_SEED) is None
