"""The task bootstrap: MAG's Table A5, scipy on the same resamples, coverage on synthetic tasks, degenerate input."""

import numpy as np
import pytest
import scipy.stats
from hypothesis import given, settings
from hypothesis import strategies as st

from mag.constants import BOOTSTRAP_RESAMPLES, BOOTSTRAP_SEED
from mag.errors import BadInput
from mag.stats import bootstrap
from mag.stats.bootstrap import (
    clustered,
    difference_of_differences,
    difference_of_groups,
    mean,
    paired,
    ratio,
)
from mag.stats.intervals import Interval

TASKS = 174
ONE_TASK = 0.6  # points: one task is 0.575, and the paper prints one decimal

TABLE_A5 = (  # solved only by the first, only by the second; difference and limits in points
    (17, 6, 6.3, 1.1, 11.5),
    (13, 6, 4.0, -1.1, 9.2),
    (8, 4, 2.3, -1.7, 6.3),
    (10, 7, 1.7, -2.9, 6.3),
    (7, 6, 0.6, -3.4, 4.6),
    (34, 10, 13.8, 6.9, 21.3),
    (14, 11, 1.7, -4.0, 7.5),
    (13, 12, 0.6, -5.2, 6.3),
    (47, 5, 24.1, 17.2, 31.6),
    (21, 9, 6.9, 1.2, 13.2),  # pass@6, App. G
)


def outcomes(only_first, only_second, both=0):
    """Two systems' outcomes on the test tasks."""
    rest = TASKS - only_first - only_second - both
    return [1] * (only_first + both) + [0] * (only_second + rest), [0] * only_first + [1] * (both + only_second) + [0] * rest


@pytest.mark.parametrize(("a", "b", "delta", "low", "high"), TABLE_A5)
def test_table_a5(a, b, delta, low, high):
    found = paired(*outcomes(a, b, both=5))
    assert 100 * found.estimate == pytest.approx(delta, abs=0.05)
    assert 100 * found.low == pytest.approx(low, abs=ONE_TASK)
    assert 100 * found.high == pytest.approx(high, abs=ONE_TASK)
    assert found.n == TASKS


@pytest.mark.parametrize(("a", "b", "low", "high"), [(a, b, low, high) for a, b, _, low, high in TABLE_A5])
def test_the_seed_moves_a_limit_by_one_task_at_most(a, b, low, high):
    """Against infinitely many resamples: the exact distribution of the resampled difference, by convolution."""
    step, pmf = np.array([b, TASKS - a - b, a]) / TASKS, np.ones(1)
    for _ in range(TASKS):
        pmf = np.convolve(pmf, step)
    exact = 100 * (np.searchsorted(pmf.cumsum(), [0.025, 0.975]) - TASKS) / TASKS
    differences = np.subtract(*outcomes(a, b))[:, None].astype(float)
    for seed in (BOOTSTRAP_SEED, *range(5)):
        limits = 100 * np.quantile(bootstrap.resampled_means(differences, seed=seed), [0.025, 0.975])
        assert limits == pytest.approx(exact, abs=100 / TASKS + 0.01)
    assert exact == pytest.approx([low, high], abs=ONE_TASK)


def test_the_order_of_tasks_moves_nothing_but_chance():
    """What both solve or neither solves, and where tasks stand, does not matter beyond the resampling's own error."""
    first, second = outcomes(17, 6, both=30)
    found = paired(first[::-1], second[::-1])
    assert [found.low, found.high] == pytest.approx([paired(*outcomes(17, 6)).low, paired(*outcomes(17, 6)).high], abs=0.006)


def test_gain_under_som_less_gain_under_coordinates():
    """MAG 6: +17/-6 under SoM and +7/-6 under coordinates give +5.7 [-0.6, +12.1], with two tasks gained under both (ours: they print no overlap)."""
    som, before = outcomes(17, 6)
    coord = [1] * 2 + [0] * 30 + [1] * 5 + [0] * (TASKS - 37)
    coord_before = [0] * (TASKS - 6) + [1] * 6
    found = difference_of_differences((som, before), (coord, coord_before))
    assert 100 * found.estimate == pytest.approx(5.7, abs=0.05)
    assert [100 * found.low, 100 * found.high] == pytest.approx([-0.6, 12.1], abs=ONE_TASK)


def test_equals_scipy_on_the_same_resamples():
    generator = np.random.default_rng(7)
    for n in (5, 40, 171):
        first, second = generator.random(n), generator.random(n)
        ours = mean(first.tolist()), paired(first.tolist(), second.tolist())
        for found, sample in zip(ours, (first, first - second), strict=True):
            theirs = scipy.stats.bootstrap(
                (sample,), np.mean, method="percentile", n_resamples=BOOTSTRAP_RESAMPLES, rng=np.random.default_rng(BOOTSTRAP_SEED)
            ).confidence_interval
            assert [found.low, found.high] == pytest.approx([theirs.low, theirs.high], abs=1e-12)


def test_ratio_equals_scipy_on_the_same_resamples():
    """OFCR: steps that pass over steps, tasks resampled."""
    generator = np.random.default_rng(8)
    steps = generator.integers(1, 26, 60)
    passed = generator.binomial(steps, 0.9)
    found = ratio(passed.tolist(), steps.tolist())
    theirs = scipy.stats.bootstrap(
        (passed, steps), lambda p, s, axis: p.sum(axis) / s.sum(axis), paired=True, vectorized=True, method="percentile",
        n_resamples=BOOTSTRAP_RESAMPLES, rng=np.random.default_rng(BOOTSTRAP_SEED),
    ).confidence_interval  # fmt: skip
    assert found.estimate == pytest.approx(passed.sum() / steps.sum())
    assert [found.low, found.high] == pytest.approx([theirs.low, theirs.high], abs=1e-12)


@pytest.mark.parametrize("kind", ["rate", "difference", "gated score"])
def test_intervals_cover_the_truth(kind):
    """Of 2,000 synthetic test sets, between 93 and 97 % have the true value inside their interval."""
    generator = np.random.default_rng(20260731)
    shape = TASKS, 2_000
    if kind == "rate":
        sets, truth = generator.random(shape) < 0.36, 0.36
    elif kind == "difference":
        sets, truth = generator.choice([1, -1, 0], size=shape, p=[0.10, 0.04, 0.86]), 0.06
    else:
        sets, truth = (generator.random(shape) < 0.36) * (0.4 + 0.6 * generator.beta(2, 4, shape)), 0.36 * 0.6
    low, high = np.quantile(bootstrap.resampled_means(sets.astype(float), resamples=2_000), [0.025, 0.975], axis=0)
    assert 0.93 <= np.mean((low <= truth) & (truth <= high)) <= 0.97


# --- degenerate input -------------------------------------------------------------------------------------------------
def test_no_task_is_no_interval():
    assert mean([]) is None
    assert paired([], []) is None
    assert ratio([0, 0], [0, 0]) is None
    assert clustered([], []) is None


def test_equal_values_give_no_width():
    for found in (mean([1.0] * 30), mean([0.25]), paired([1, 0, 1], [1, 0, 1])):
        assert (found.low, found.high, found.degenerate) == (found.estimate, found.estimate, True)
    assert not mean([0, 1]).degenerate


@pytest.mark.parametrize("values", [[1.0, float("nan")], [1.0, float("inf")]])
def test_what_is_no_number_is_refused(values):
    with pytest.raises(BadInput, match="finite"):
        mean(values)


def test_unequal_tasks_are_refused():
    for call in (lambda: paired([1, 0], [1]), lambda: clustered([1, 0], "a"), lambda: difference_of_groups([1, 0], [True])):
        with pytest.raises(BadInput):
            call()


# --- clusters and groups ----------------------------------------------------------------------------------------------
def test_clusters_are_resampled_whole():
    """Four equal episodes a task are no more evidence than one."""
    values = [1, 1, 0, 1, 0, 0, 1, 0, 1, 0]
    episodes = [value for value in values for _ in range(4)]
    tasks = [task for task in range(10) for _ in range(4)]
    assert clustered(episodes, tasks) == mean(values)
    assert mean(episodes).high - mean(episodes).low < 0.6 * (mean(values).high - mean(values).low)


def test_clusters_of_unequal_size_keep_the_mean_over_values():
    assert clustered([1, 1, 1, 0], "aaab").estimate == 0.75


def test_difference_of_groups_worked_by_hand():
    """G of solved tasks .6 and .4, of failed ones .3, .2 and .1: .5 - .2."""
    found = difference_of_groups([0.6, 0.3, 0.4, 0.2, 0.1], [True, False, True, False, False])
    assert found.estimate == pytest.approx(0.3)
    assert found.low < 0.3 < found.high
    # a resample without a solved task: (3/5)^5, without a failed one: (2/5)^5
    assert found.undefined / BOOTSTRAP_RESAMPLES == pytest.approx(0.6**5 + 0.4**5, abs=0.01)
    assert difference_of_groups([0.6, 0.3], [True, True]) is None


# --- properties -------------------------------------------------------------------------------------------------------
VALUES = st.lists(st.floats(0, 1), min_size=1, max_size=30)


@settings(max_examples=25, deadline=None)
@given(VALUES)
def test_limits_hold_the_estimate_and_keep_to_the_range(values):
    found = mean(values)
    assert min(values) - 1e-9 <= found.low <= found.high <= max(values) + 1e-9
    assert found.low - 1e-9 <= found.estimate <= found.high + 1e-9 or len(values) < 4
    assert found == mean(values)


@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 1), st.integers(0, 1)), min_size=1, max_size=30))
def test_swapping_the_systems_turns_the_interval_round(tasks):
    first, second = map(list, zip(*tasks, strict=True))
    there, back = paired(first, second), paired(second, first)
    assert (back.estimate, back.low, back.high) == pytest.approx((-there.estimate, -there.high, -there.low))


@settings(max_examples=25, deadline=None)
@given(VALUES, st.floats(0.1, 10), st.floats(-5, 5))
def test_scale_and_shift_carry_over(values, scale, shift):
    found, moved = mean(values), mean([scale * value + shift for value in values])
    assert (moved.estimate, moved.low, moved.high) == pytest.approx(
        tuple(scale * limit + shift for limit in (found.estimate, found.low, found.high)), abs=1e-9
    )


def test_large_tables_are_drawn_in_pieces_with_the_same_result():
    values = np.random.default_rng(3).random((3_000, 1))
    whole = values[np.random.default_rng(5).integers(0, 3_000, size=(90, 3_000)), 0].mean(axis=1)
    assert bootstrap.resampled_means(values, resamples=90, seed=5)[:, 0] == pytest.approx(whole, abs=1e-12)


def test_interval_reads_as_a_record():
    assert mean([0, 1, 1, 1]) == Interval(0.75, 0.25, 1.0, 4)
