"""Guide quality against the reference guide, and the gated headline (MAG 3.3: Eq. 4, 5)."""

from collections.abc import Callable
from dataclasses import dataclass

from mag.constants import GGS_GAMMA
from mag.metrics.overlap import bleu, rouge1, rouge_l, tokenize


@dataclass(frozen=True, slots=True)
class GuideScore:
    """The four reference metrics of one task, each on 0..1, and their mean G (Eq. 4)."""

    bleu1: float
    bleu2: float
    rouge1: float
    rouge_l: float
    g: float


Scorer = Callable[[str, str], GuideScore]  # predicted, reference: `guide_score`, or the peers' in mag.metrics.reference


def guide_score(predicted: str, reference: str) -> GuideScore:
    """Both texts are a whole episode's guides, joined by one space in step order. An empty prediction scores 0."""
    ours, theirs = tokenize(predicted), tokenize(reference)
    metrics = bleu(ours, theirs, 1), bleu(ours, theirs, 2), rouge1(ours, theirs), rouge_l(ours, theirs)
    return GuideScore(*metrics, g=sum(metrics) / 4)


def gated(success: bool, g: float) -> float:
    """GGS of one task: S (gamma + (1 - gamma) G), Eq. 5. A failed task scores 0, a solved one between gamma and 1."""
    return GGS_GAMMA + (1 - GGS_GAMMA) * g if success else 0.0


def guide_tax(sr: float | None, ggs: float | None) -> float | None:
    """SR - GGS, what a system loses to imperfect guides (MAG 3.3); None while one of the two is undefined."""
    return None if sr is None or ggs is None else sr - ggs
