"""Seeds: by hand, against scipy's t, components recovered from synthetic outcomes."""

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st

from mag.errors import BadInput
from mag.stats import bootstrap
from mag.stats.seeds import SeedSummary, over_seeds, pooled, t_quantile, variance_components


def test_over_seeds_worked_by_hand():
    # .40 .42 .44: mean .42, sd .02, t(2) = 4.303, half width 4.303 * .02 / sqrt(3)
    found = over_seeds([0.40, 0.42, 0.44])
    assert (found.mean, found.sd, found.n) == (pytest.approx(0.42), pytest.approx(0.02), 3)
    assert found.interval.high - 0.42 == pytest.approx(4.303 * 0.02 / 3**0.5, abs=1e-5)


def test_one_seed_and_none():
    assert over_seeds([]) is None
    assert over_seeds([0.4]) == SeedSummary(0.4, None, None, 1)
    assert over_seeds([0.4, 0.4]).interval.degenerate


@pytest.mark.parametrize("freedom", [*range(1, 12), 29, 30, 199])
def test_t_equals_scipy(freedom):
    assert t_quantile(freedom) == pytest.approx(scipy.stats.t.ppf(0.975, freedom), rel=1e-9)


def test_interval_over_seeds_covers_the_truth():
    generator = np.random.default_rng(4)
    found = [over_seeds(row).interval for row in generator.normal(0.4, 0.02, (2_000, 3)).tolist()]
    assert 0.93 <= np.mean([row.low <= 0.4 <= row.high for row in found]) <= 0.97


def test_pooled_counts_tasks_not_episodes():
    seeds = [[1, 0, 1, 0, 1], [1, 0, 1, 0, 0], [1, 0, 1, 1, 0]]
    found = pooled(seeds)
    assert found == bootstrap.mean([1, 0, 1, 1 / 3, 1 / 3])
    assert found.n == 5
    assert pooled([]) is None


def test_variance_components_worked_by_hand():
    # two seeds, two tasks: rows (1, 0), (3, 4); grand 2, seed means .5 3.5, task means 2 2
    # SS_seed = 2 (1.5^2 + 1.5^2) = 9 on 1, SS_task = 0, residuals (.5, -.5, -.5, .5): MS = 1
    # seed (9 - 1) / 2, task (0 - 1) / 2 -> 0, residual 1
    found = variance_components([[1, 0], [3, 4]])
    assert (found.seed, found.task, found.residual) == pytest.approx((4, 0, 1))
    assert found.standard_error == pytest.approx((4 / 2 + 0 + 1 / 4) ** 0.5)


def test_variance_components_are_recovered():
    generator = np.random.default_rng(6)
    runs = []
    for _ in range(200):
        outcomes = 0.5 + generator.normal(0, 0.1, (5, 1)) + generator.normal(0, 0.3, (1, 60)) + generator.normal(0, 0.2, (5, 60))
        runs.append(variance_components(outcomes.tolist()))
    assert np.mean([run.seed for run in runs]) == pytest.approx(0.01, rel=0.15)
    assert np.mean([run.task for run in runs]) == pytest.approx(0.09, rel=0.05)
    assert np.mean([run.residual for run in runs]) == pytest.approx(0.04, rel=0.05)


@pytest.mark.parametrize("outcomes", [[], [[1, 0, 1]], [[1], [0]]])
def test_components_need_two_of_each(outcomes):
    assert variance_components(outcomes) is None


def test_seeds_must_share_their_tasks():
    for function in (pooled, variance_components):
        with pytest.raises(BadInput, match="every seed"):
            function([[1, 0], [1]])


@given(st.lists(st.lists(st.floats(-1, 1), min_size=3, max_size=3), min_size=2, max_size=5), st.floats(-5, 5))
def test_components_do_not_move_with_the_level(outcomes, shift):
    found, moved = variance_components(outcomes), variance_components([[value + shift for value in row] for row in outcomes])
    assert min(found.seed, found.task, found.residual) >= 0
    assert (moved.seed, moved.task, moved.residual) == pytest.approx((found.seed, found.task, found.residual), abs=1e-9)
