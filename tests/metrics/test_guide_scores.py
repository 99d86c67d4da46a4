"""G (Eq. 4), GGS (Eq. 5), and their place in MAG's Table 1."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mag.constants import GGS_GAMMA
from mag.metrics.guide import GuideScore, gated, guide_score, guide_tax


def test_g_is_the_mean_of_four():
    score = guide_score("Click the red button NOW!", "now click the big red button")
    brevity = math.exp(-1 / 5)
    expected = (brevity, brevity * math.sqrt(1 / 2), 10 / 11, 8 / 11)
    assert (score.bleu1, score.bleu2, score.rouge1, score.rouge_l) == pytest.approx(expected)
    assert score.g == pytest.approx(sum(expected) / 4)


def test_empty_and_equal():
    assert guide_score("", "Open it.") == GuideScore(0, 0, 0, 0, 0)
    assert guide_score("...", "Open it.") == GuideScore(0, 0, 0, 0, 0)
    assert guide_score("Open it now.", "open IT, now") == GuideScore(1, 1, 1, 1, 1)


@pytest.mark.parametrize(
    ("success", "g", "value"),
    [(False, 1.0, 0.0), (False, 0.0, 0.0), (True, 0.0, 0.4), (True, 1.0, 1.0), (True, 0.5, 0.7), (True, 0.25, 0.55)],
)
def test_gate(success, g, value):
    assert gated(success, g) == pytest.approx(value)


def test_guide_tax():
    assert guide_tax(0.356, 0.206) == pytest.approx(0.15)
    assert guide_tax(None, 0.2) is guide_tax(0.3, None) is None


@given(st.lists(st.tuples(st.booleans(), st.floats(0, 1)), min_size=1))
def test_ggs_lies_between_gamma_sr_and_sr(tasks):
    sr = sum(success for success, _ in tasks) / len(tasks)
    ggs = sum(gated(success, g) for success, g in tasks) / len(tasks)
    assert GGS_GAMMA * sr - 1e-12 <= ggs <= sr + 1e-12


@given(st.text(max_size=60), st.text(max_size=60))
def test_any_texts_score_on_the_unit_interval(predicted, reference):
    score = guide_score(predicted, reference)
    assert all(0 <= value <= 1 + 1e-12 for value in (score.bleu1, score.bleu2, score.rouge1, score.rouge_l, score.g))
