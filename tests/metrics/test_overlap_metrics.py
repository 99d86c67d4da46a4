"""BLEU and ROUGE by hand, by definition, and against sacrebleu and rouge-score."""

import math
import random
import sys
from dataclasses import astuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mag.errors import BadInput
from mag.metrics import reference as peers
from mag.metrics.guide import guide_score
from mag.metrics.overlap import bleu, lcs_length, rouge1, rouge_l, token_f1, tokenize

WORDS = tokenize(
    "click the reports menu item in left sidebar to open sales reporting options type a name into search field and press enter select foot as travel "
    "mode scroll down more comments compare each comment s upvote counts 2022 01 22 then"
)


def pairs(count):
    """English pairs from unrelated to equal, from one word to two hundred."""
    rng = random.Random(20260731)
    for number in range(count):
        reference = rng.choices(WORDS, k=rng.randrange(1, 200 if number % 50 == 0 else rng.choice((4, 15, 40))))
        prediction = [word for word in reference if rng.random() > 0.2] if number % 3 else rng.choices(WORDS, k=rng.randrange(1, 40))
        for _ in range(rng.randrange(6)):
            prediction.insert(rng.randrange(len(prediction) + 1), rng.choice(WORDS))
        yield tuple(
            " ".join(w.capitalize() if rng.random() < 0.2 else w for w in side) + rng.choice(("", ".", " !"))
            for side in (prediction or ["a"], reference)
        )


def test_equals_sacrebleu_and_rouge_score():
    """All four metrics on 1,000 English pairs."""
    values = []
    for prediction, reference in pairs(1_000):
        ours, theirs = astuple(guide_score(prediction, reference)), astuple(peers.guide_score(prediction, reference))
        assert ours == pytest.approx(theirs, abs=1e-9), (prediction, reference)
        values.append(ours)
    assert all(min(column) < 0.01 and max(column) > 0.6 for column in zip(*values, strict=True))


def test_where_the_peers_differ():
    """rouge-score knows neither letters beyond a-z nor words with an underscore."""
    assert guide_score("点击 按钮", "点击 按钮").rouge1 == 1
    assert peers.guide_score("点击 按钮", "点击 按钮").rouge1 == 0
    assert peers.guide_score("Öffne es", "Öffne es").bleu1 == pytest.approx(1)
    assert guide_score("max_size", "max size").rouge1 == 0 < peers.guide_score("max_size", "max size").rouge1


def test_missing_peers_are_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "sacrebleu.metrics", None)
    peers._peers.cache_clear()
    with pytest.raises(BadInput, match="install sacrebleu and rouge-score"):
        peers.guide_score("a", "a")
    peers._peers.cache_clear()


def test_tokens():
    assert tokenize("Don't open 'Größe_2', OK?") == ["don", "t", "open", "größe_2", "ok"]
    assert tokenize("日本語 is ٣ words…") == ["日本語", "is", "٣", "words"]
    assert tokenize(" .,!") == []


def test_values_worked_by_hand():
    prediction, reference = tokenize("click the red button now"), tokenize("now click the big red button")
    assert bleu(prediction, reference, 1) == pytest.approx(math.exp(1 - 6 / 5))  # 5 of 5, five words for six
    assert bleu(prediction, reference, 2) == pytest.approx(math.exp(1 - 6 / 5) * math.sqrt(1 * 2 / 4))  # "click the", "red button"
    assert rouge1(prediction, reference) == pytest.approx(2 * 1 * (5 / 6) / (1 + 5 / 6))
    assert lcs_length(prediction, reference) == 4  # click the red button
    assert rouge_l(prediction, reference) == pytest.approx(8 / 11)


def test_counts_are_clipped():
    assert bleu(["the"] * 7, tokenize("the cat is on the mat"), 1) == pytest.approx(2 / 7)
    assert rouge1(["the"] * 7, tokenize("the cat is on the mat")) == pytest.approx(4 / 13)


def test_no_smoothing_and_no_brevity_bonus():
    assert bleu(["a", "b"], ["b", "a"], 1) == 1
    assert bleu(["a", "b"], ["b", "a"], 2) == 0
    assert bleu(["a"], ["a"], 2) == 0  # too short to hold a bigram
    assert bleu(["a"] * 4, ["a"], 1) == 0.25
    assert bleu(["a"], ["a", "b"], 1) == pytest.approx(math.exp(-1))


@pytest.mark.parametrize("metric", [lambda p, r: bleu(p, r, 1), lambda p, r: bleu(p, r, 2), rouge1, rouge_l])
def test_extremes(metric):
    assert metric([], ["a"]) == metric([], []) == metric(["a"], []) == metric(["a"], ["b"]) == 0
    assert metric(["a", "b"], ["a", "b"]) == 1


TOKENS = st.lists(st.sampled_from("abcd"), max_size=40)


@given(TOKENS, TOKENS)
def test_lcs_equals_dynamic_programming(first, second):
    row = [0] * (len(second) + 1)
    for token in first:
        diagonal = 0
        for column, other in enumerate(second, 1):
            diagonal, row[column] = row[column], diagonal + 1 if token == other else max(row[column], row[column - 1])
    assert lcs_length(first, second) == row[-1]


@given(TOKENS, TOKENS)
def test_bounds(prediction, reference):
    for value in (
        bleu(prediction, reference, 1),
        bleu(prediction, reference, 2),
        rouge1(prediction, reference),
        rouge_l(prediction, reference),
    ):
        assert 0 <= value <= 1 + 1e-12
    assert rouge_l(prediction, reference) <= rouge1(prediction, reference)
    assert rouge1(prediction, reference) == rouge1(reference, prediction)


def test_token_f1_of_texts():
    assert token_f1("Add to Cart!", "add to cart") == 1
    assert token_f1("the reports menu", "Reports") == pytest.approx(2 / 4)
    assert token_f1("...", "...") == token_f1("", "a") == 0
