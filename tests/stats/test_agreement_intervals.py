"""Intervals of agreement: the estimate is the coefficient's, the limits those of resampling items one by one."""

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mag.constants import BOOTSTRAP_SEED
from mag.stats import agreement
from mag.stats.agreement_intervals import alpha_interval, cohen_interval, fleiss_interval, percent_interval


def panel(items=30, raters=3, seed=5):
    """Judges that mostly follow a hidden label."""
    rng = random.Random(seed)
    truths = rng.choices(("useful", "ambiguous", "useless"), (6, 1, 2), k=items)
    return [[truth if rng.random() < 0.8 else rng.choice(("useful", "useless")) for _ in range(raters)] for truth in truths]


def gapped():
    return [[None if (i + j) % 7 == 0 else label for j, label in enumerate(row)] for i, row in enumerate(panel())] + [
        ["useful", None, None]
    ]


PAIRS = (
    (percent_interval, agreement.percent_agreement, panel()),
    (fleiss_interval, agreement.fleiss_kappa, panel()),
    (alpha_interval, agreement.krippendorff_alpha, gapped()),
    (lambda rows: cohen_interval(*zip(*rows, strict=True)), lambda rows: agreement.cohen_kappa(*zip(*rows, strict=True)), panel(raters=2)),
)


@pytest.mark.parametrize(("with_interval", "coefficient", "ratings"), PAIRS)
def test_limits_are_those_of_resampled_items(with_interval, coefficient, ratings):
    found = with_interval(ratings)
    assert found.estimate == pytest.approx(coefficient(ratings))
    usable = [row for row in ratings if sum(label is not None for label in row) > 1]
    draws = np.random.default_rng(BOOTSTRAP_SEED).integers(0, len(usable), size=(400, len(usable)))
    slow = np.quantile([coefficient([usable[i] for i in draw]) for draw in draws], [0.025, 0.975])
    assert [found.low, found.high] == pytest.approx(slow, abs=0.05)
    assert found.low < found.estimate < found.high


def test_undefined_stays_undefined():
    same = [["a", "a"]] * 5
    assert fleiss_interval(same) is alpha_interval(same) is cohen_interval("aaa", "aaa") is None
    assert percent_interval(same).estimate == 1
    assert percent_interval([["a"]]) is percent_interval([]) is alpha_interval([["a", None]]) is None


def test_resamples_with_one_label_are_left_out():
    found = fleiss_interval([["a", "a"]] * 4 + [["b", "b"]])
    assert found.undefined / 10_000 == pytest.approx(0.8**5 + 0.2**5, abs=0.02)
    assert (found.low, found.high) == (1, 1)


@settings(max_examples=20, deadline=None)
@given(st.lists(st.lists(st.sampled_from("xyz"), min_size=3, max_size=3), min_size=2, max_size=12))
def test_estimates_are_the_coefficients(ratings):
    for with_interval, coefficient in ((fleiss_interval, agreement.fleiss_kappa), (alpha_interval, agreement.krippendorff_alpha)):
        found, value = with_interval(ratings), coefficient(ratings)
        assert (found is None) == (value is None)
        assert found is None or found.estimate == pytest.approx(value)
