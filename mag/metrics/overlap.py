"""BLEU and ROUGE over one tokenizer, dependency-free and deterministic (MAG App. D: guide quality). All values lie on 0..1."""

import math
import re
from collections import Counter
from collections.abc import Sequence

_WORD = re.compile(r"\w+")


def tokenize(text: str) -> list[str]:
    """Unicode words, lower-cased: the one tokenizer of every text metric."""
    return _WORD.findall(text.lower())


def bleu(prediction: Sequence[str], reference: Sequence[str], order: int) -> float:
    """BLEU-n of two token lists: geometric mean of the clipped precisions 1..order times the brevity penalty; no smoothing.

    An order without a match gives 0, and so does a prediction shorter than the order.
    """
    logs = 0.0
    for n in range(1, order + 1):
        predicted, expected = _ngrams(prediction, n), _ngrams(reference, n)
        matches = (predicted & expected).total()
        if not matches:
            return 0.0
        logs += math.log(matches / predicted.total())
    brevity = min(0.0, 1 - len(reference) / len(prediction))
    return math.exp(brevity + logs / order)


def rouge1(prediction: Sequence[str], reference: Sequence[str]) -> float:
    """Token F1: unigrams with clipped counts. Two empty lists have nothing in common: 0."""
    return _f1((Counter(prediction) & Counter(reference)).total(), len(prediction), len(reference))


def token_f1(first: str, second: str) -> float:
    """Token F1 of two texts, the one that matchers of payloads and labels use (MAG App. D, WebMRE Eq. 3). Texts without a word score 0."""
    return rouge1(tokenize(first), tokenize(second))


def rouge_l(prediction: Sequence[str], reference: Sequence[str]) -> float:
    """F1 of the longest common subsequence over the whole token lists."""
    return _f1(lcs_length(prediction, reference), len(prediction), len(reference))


def lcs_length(first: Sequence[str], second: Sequence[str]) -> int:
    """Length of the longest common subsequence, one big-integer step per token (Hyyrö 2004): bit i is 0 where row i grows the match."""
    positions: dict[str, int] = {}
    for index, token in enumerate(first):
        positions[token] = positions.get(token, 0) | 1 << index
    mask = (1 << len(first)) - 1
    row = mask
    for token in second:
        hits = row & positions.get(token, 0)
        row = ((row + hits) | (row - hits)) & mask
    return len(first) - row.bit_count()


def _ngrams(tokens: Sequence[str], n: int) -> Counter[tuple[str, ...]]:
    return Counter(zip(*(tokens[start:] for start in range(n)), strict=False))


def _f1(common: int, predicted: int, expected: int) -> float:
    return 2 * common / (predicted + expected) if common else 0.0
