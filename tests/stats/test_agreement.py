"""Agreement of raters: worked by hand, published examples, properties."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mag.errors import BadInput
from mag.stats.agreement import cohen_kappa, fleiss_kappa, krippendorff_alpha, percent_agreement

# Fleiss's example in its usual textbook form: 10 items, 14 raters, 5 categories; counts per item.
FLEISS = (
    (0, 0, 0, 0, 14), (0, 2, 6, 4, 2), (0, 0, 3, 5, 6), (0, 3, 9, 2, 0), (2, 2, 8, 1, 1),
    (7, 7, 0, 0, 0), (3, 2, 6, 3, 0), (2, 5, 3, 2, 2), (6, 5, 2, 1, 0), (0, 2, 2, 3, 7),
)  # fmt: skip
# Krippendorff (2011), C: four observers, twelve units, a dot where one did not look; nominal alpha 0.743.
OBSERVERS = ("123321412...", "12332241 25.3".replace(" ", ""), ".33323422 51.".replace(" ", ""), "12332441 251.".replace(" ", ""))

LABELS = st.sampled_from("xyz")
COMPLETE = st.integers(2, 4).flatmap(lambda raters: st.lists(st.lists(LABELS, min_size=raters, max_size=raters), min_size=1, max_size=12))
GAPPED = st.lists(st.lists(LABELS | st.none(), max_size=5), max_size=12)


def test_percent_agreement_worked_by_hand():
    # three raters: all three pairs agree, one of three does, none does
    assert percent_agreement(["aaa", "aab", "abc"]) == pytest.approx((1 + 1 / 3 + 0) / 3)
    # a missing label leaves one pair of three; an item with one label says nothing
    assert percent_agreement([["a", None, "a"], ["b", None, None], ["a", "b", None]]) == 0.5


def test_cohen_worked_by_hand():
    # yes/yes 20, yes/no 5, no/yes 10, no/no 15: p_o = 35/50; p_e = .5 * .6 + .5 * .4 = .5
    a = "y" * 25 + "n" * 25
    b = "y" * 20 + "n" * 5 + "y" * 10 + "n" * 15
    assert cohen_kappa(a, b) == pytest.approx((0.7 - 0.5) / (1 - 0.5))
    assert cohen_kappa("yyn", "yyn") == 1
    assert cohen_kappa("yn", "ny") == -1


def test_fleiss_published_example():
    ratings = [[label for label, count in enumerate(row) for _ in range(count)] for row in FLEISS]
    assert percent_agreement(ratings) == pytest.approx(0.378, abs=5e-4)
    assert fleiss_kappa(ratings) == pytest.approx(0.210, abs=5e-4)


def test_krippendorff_published_example():
    ratings = [[None if label == "." else label for label in unit] for unit in zip(*OBSERVERS, strict=True)]
    assert krippendorff_alpha(ratings) == pytest.approx(0.743, abs=5e-4)


def test_a_judge_agrees_with_another_on_413_of_435_verdicts():
    """MAG App. F: 94.9 %."""
    assert percent_agreement([(1, 1)] * 200 + [(0, 0)] * 213 + [(1, 0)] * 22) == pytest.approx(0.949, abs=5e-4)


@pytest.mark.parametrize("ratings", [[], [[]], [["a"], ["b"]], [["a", None]], [["a", "a"], ["a", "a"]]])
def test_undefined_is_none(ratings):
    assert krippendorff_alpha(ratings) is None
    if all(None not in labels for labels in ratings):
        assert fleiss_kappa(ratings) is None
    assert percent_agreement(ratings) == (1 if ["a", "a"] in ratings else None)


def test_undefined_kappa_of_two():
    assert cohen_kappa([], []) is None
    assert cohen_kappa("aaa", "aaa") is None
    assert cohen_kappa("aaa", "aab") == 0  # one rater who never varies cannot beat chance


@pytest.mark.parametrize("ratings", [["aa", "aab"], [["a", None], ["a", "b"]]])
def test_fleiss_wants_complete_ratings(ratings):
    with pytest.raises(BadInput, match="krippendorff_alpha"):
        fleiss_kappa(ratings)


@pytest.mark.parametrize(("a", "b"), [("ab", "a"), ([None, "a"], "ab")])
def test_cohen_wants_pairs(a, b):
    with pytest.raises(BadInput, match="both raters"):
        cohen_kappa(a, b)


@given(COMPLETE, st.randoms(use_true_random=False))
def test_order_of_items_raters_and_names_of_labels_do_not_matter(ratings, rng):
    shuffled = [rng.sample(labels, len(labels)) for labels in rng.sample(ratings, len(ratings))]
    renamed = [[{"x": 3, "y": ("p",), "z": "x"}[label] for label in labels] for labels in shuffled]
    for coefficient in (percent_agreement, fleiss_kappa, krippendorff_alpha):
        assert coefficient(renamed) == pytest.approx(coefficient(ratings))


@given(GAPPED)
def test_bounds(ratings):
    agreement, alpha = percent_agreement(ratings), krippendorff_alpha(ratings)
    assert agreement is None or 0 <= agreement <= 1
    assert alpha is None or alpha <= 1
    assert agreement != 1 or alpha in (None, 1)


@given(st.lists(st.tuples(LABELS, LABELS), min_size=1))
def test_cohen_is_symmetric_and_bounded(pairs):
    a, b = zip(*pairs, strict=True)
    kappa = cohen_kappa(a, b)
    assert kappa == cohen_kappa(b, a)
    assert kappa is None or -1 <= kappa <= 1


@given(COMPLETE)
def test_alpha_lies_just_above_fleiss_kappa(ratings):
    """With complete ratings both compare the same pairs; alpha's chance leaves a label out of its own comparison: 1 - alpha = (1 - kappa)(N - 1)/N."""
    kappa, alpha = fleiss_kappa(ratings), krippendorff_alpha(ratings)
    if kappa is not None:
        labels = sum(map(len, ratings))
        assert 1 - alpha == pytest.approx((1 - kappa) * (labels - 1) / labels)
