"""Wilson, McNemar, Holm, pass@k and pass^k: by hand, against scipy, by enumeration, at the edges."""

from itertools import combinations
from math import comb

import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st

from mag.errors import BadInput
from mag.stats.holm import holm
from mag.stats.intervals import wilson
from mag.stats.mcnemar import Contingency, contingency, mcnemar
from mag.stats.passk import pass_at_k, pass_hat_k, pass_rate, per_task


# --- Wilson -----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("successes", "n"), [(0, 1), (1, 1), (0, 174), (174, 174), (41, 50), (23, 174), (1, 1_000_000)])
def test_wilson_equals_scipy(successes, n):
    found, peer = wilson(successes, n), scipy.stats.binomtest(successes, n).proportion_ci(method="wilson")
    assert [found.low, found.high] == pytest.approx([peer.low, peer.high], abs=1e-12)


def test_wilson_at_the_ends():
    assert wilson(0, 0) is None
    assert wilson(0, 10).low == 0
    assert wilson(0, 10).high == pytest.approx(3.8415 / 13.8415, abs=1e-4)  # z^2 / (n + z^2)
    assert wilson(10, 10).high == 1


@pytest.mark.parametrize(("successes", "n"), [(3, 2), (-1, 5), (1, 0)])
def test_wilson_wants_counts(successes, n):
    with pytest.raises(BadInput, match="no rate"):
        wilson(successes, n)


@given(st.integers(1, 500).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_wilson_bounds_and_symmetry(counts):
    successes, n = counts
    found, mirrored = wilson(successes, n), wilson(n - successes, n)
    assert 0 <= found.low <= found.estimate <= found.high <= 1
    assert found.low < found.high
    assert (mirrored.low, mirrored.high) == pytest.approx((1 - found.high, 1 - found.low))


@pytest.mark.parametrize(("n", "rate"), [(174, 0.356), (174, 0.08), (50, 0.82)])
def test_wilson_covers_the_truth(n, rate):
    """Exact: the probability of all counts whose interval holds the true rate."""
    weights = scipy.stats.binom.pmf(range(n + 1), n, rate)
    covered = sum(weights[c] for c in range(n + 1) if wilson(c, n).low <= rate <= wilson(c, n).high)
    assert 0.93 <= covered <= 0.97


# --- McNemar ----------------------------------------------------------------------------------------------------------
def test_mcnemar_worked_by_hand():
    # 4 discordant, split 3 to 1: 2 (C(4,0) + C(4,1)) / 16
    assert mcnemar(3, 1) == mcnemar(1, 3) == 0.625
    assert mcnemar(5, 0) == 2 / 32
    assert mcnemar(0, 0) == mcnemar(4, 4) == 1


@given(st.integers(0, 200), st.integers(0, 200))
def test_mcnemar_equals_the_binomial_test(a, b):
    assert 0 < mcnemar(a, b) <= 1
    if a + b:
        assert mcnemar(a, b) == pytest.approx(scipy.stats.binomtest(a, a + b).pvalue, rel=1e-9)


def test_mcnemar_of_many_tasks_and_of_none():
    assert mcnemar(60_00, 40_00) < 1e-80
    with pytest.raises(BadInput):
        mcnemar(-1, 2)


def test_the_headline_gain_and_the_modality_gap():
    """MAG Table A5: 17/6 and 34/10 are significant at 5 %, 13/6 and 14/11 are not."""
    assert mcnemar(17, 6) == pytest.approx(0.0347, abs=1e-4)
    assert mcnemar(34, 10) < 0.001
    assert mcnemar(13, 6) > 0.05 < mcnemar(14, 11)


def test_contingency_leaves_out_what_has_no_verdict():
    counts = contingency([True, True, False, False, None, True], [True, False, True, False, True, None])
    assert counts == Contingency(1, 1, 1, 1, left_out=2)
    assert (counts.union, counts.p_value) == (3, 1)
    assert contingency([], []) == Contingency(0, 0, 0, 0)
    with pytest.raises(BadInput, match="same tasks"):
        contingency([True], [])


# --- Holm -------------------------------------------------------------------------------------------------------------
def test_holm_worked_by_hand():
    # sorted .01 .02 .03 .04: times 4 3 2 1 -> .04 .06 .06 .04, made monotone -> .04 .06 .06 .06
    assert holm([0.03, 0.01, 0.04, 0.02]) == pytest.approx([0.06, 0.04, 0.06, 0.06])
    assert holm([0.5, 0.9]) == [1, 1]
    assert holm([]) == []
    assert holm([0.2]) == [0.2]
    with pytest.raises(BadInput):
        holm([1.2])


@given(st.lists(st.floats(0, 1), min_size=1, max_size=20), st.floats(0.001, 0.2))
def test_holm_rejects_what_stepping_down_rejects(p_values, alpha):
    adjusted = holm(p_values)
    rejected = set()
    for rank, index in enumerate(sorted(range(len(p_values)), key=lambda i: p_values[i])):
        if (len(p_values) - rank) * p_values[index] > alpha:
            break
        rejected.add(index)
    assert {i for i, p in enumerate(adjusted) if p <= alpha} == rejected
    assert all(p <= q <= min(1, len(p_values) * p) + 1e-12 for p, q in zip(p_values, adjusted, strict=True))


# --- pass@k -----------------------------------------------------------------------------------------------------------
COUNTS = st.integers(1, 8).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n), st.integers(1, n)))


@given(COUNTS)
def test_pass_at_k_equals_enumeration(counts):
    n, c, k = counts
    draws = [[i < c for i in draw] for draw in combinations(range(n), k)]
    assert pass_at_k(n, c, k) == pytest.approx(sum(map(any, draws)) / comb(n, k))
    assert pass_hat_k(n, c, k) == pytest.approx(sum(map(all, draws)) / comb(n, k))
    assert pass_at_k(n, c, 1) == pytest.approx(c / n) == pass_hat_k(n, c, 1)
    assert pass_at_k(n, c, k) == pytest.approx(1 - pass_hat_k(n, n - c, k))


@pytest.mark.parametrize(("n", "c", "k"), [(5, 2, 6), (0, 0, 1), (6, 7, 1), (6, 1, 0), (6, -1, 2)])
def test_undefined_pass_at_k_is_refused(n, c, k):
    for estimator in (pass_at_k, pass_hat_k):
        with pytest.raises(BadInput, match="undefined"):
            estimator(n, c, k)


def test_pass_rate_over_tasks():
    counts = [(6, 0), (6, 3), (6, 6), (4, 1)]
    assert per_task(counts, 2) == pytest.approx([0, 1 - 3 / 15, 1, 1 - 3 / 6])
    assert pass_rate(counts, 2).estimate == pytest.approx((0 + 0.8 + 1 + 0.5) / 4)
    assert pass_rate(counts, 2, pass_hat_k).estimate == pytest.approx((0 + 3 / 15 + 1 + 0) / 4)
    assert pass_rate([], 3) is None
    with pytest.raises(BadInput, match="1 tasks have fewer than 5"):
        pass_rate(counts, 5)
