"""Do raters agree? Percent agreement, Cohen's and Fleiss' kappa, Krippendorff's alpha for nominal labels.

`ratings[i]` holds the labels that item i was given, one per rater; a label is any hashable value, None is a missing one. Coefficients are
1 for full agreement, about 0 for what chance would give, below 0 for less. A coefficient is None (undefined, never 0 or 1 by decree) where
the data cannot say: no item with two labels, or one single label used throughout, so that chance alone already agrees fully.
"""

from collections import Counter
from collections.abc import Hashable, Sequence

from mag.errors import BadInput

Label = Hashable | None
Ratings = Sequence[Sequence[Label]]


def percent_agreement(ratings: Ratings) -> float | None:
    """Share (0..1) of agreeing pairs of raters, averaged over items; items with fewer than two labels say nothing and are left out."""
    items = [counts for counts in map(_counts, ratings) if counts.total() > 1]
    return sum(map(_agreeing, items)) / len(items) if items else None


def cohen_kappa(a: Sequence[Label], b: Sequence[Label]) -> float | None:
    """Kappa of two raters (Cohen 1960), (p_o - p_e) / (1 - p_e); a[i] and b[i] are the labels of item i.

    p_o is the share of equal labels, p_e the one that each rater's own label shares would give by chance. Raises BadInput when the raters
    did not label the same items.
    """
    if len(a) != len(b) or any(label is None for label in (*a, *b)):
        raise BadInput("Cohen's kappa needs a label from both raters for every item; use krippendorff_alpha where labels are missing")
    if not a:
        return None
    n, shares_a, shares_b = len(a), Counter(a), Counter(b)
    observed = sum(x == y for x, y in zip(a, b, strict=True))
    chance = sum(shares_a[label] * shares_b[label] for label in shares_a)  # times n squared
    return (n * observed - chance) / (n * n - chance) if chance < n * n else None


def fleiss_kappa(ratings: Ratings) -> float | None:
    """Kappa of a fixed number of raters per item, not always the same people (Fleiss 1971).

    (P - P_e) / (1 - P_e), P the mean share of agreeing pairs, P_e the sum of the squared label shares. None for a single rater.
    Raises BadInput when items have different numbers of labels or a label is missing.
    """
    if len({len(labels) for labels in ratings}) > 1 or any(label is None for labels in ratings for label in labels):
        raise BadInput("Fleiss' kappa needs equally many labels for every item; use krippendorff_alpha where labels are missing")
    observed = percent_agreement(ratings)
    if observed is None:
        return None
    shares = sum(map(_counts, ratings), Counter[Label]())
    if len(shares) == 1:
        return None
    chance = sum(count**2 for count in shares.values()) / shares.total() ** 2
    return (observed - chance) / (1 - chance)


def krippendorff_alpha(ratings: Ratings) -> float | None:
    """Alpha for nominal labels, any number of raters, labels missing where None (Krippendorff 2011): 1 - D_o / D_e.

    D_o counts the ordered pairs of different labels within items, each item's divided by its labels less one; D_e does so over all labels
    pooled. Items with fewer than two labels cannot be paired and are left out.
    """
    items = [counts for counts in map(_counts, ratings) if counts.total() > 1]
    pooled = sum(items, Counter[Label]())
    if len(pooled) < 2:
        return None
    observed = sum(_disagreeing_pairs(counts) / (counts.total() - 1) for counts in items)
    return 1 - observed * (pooled.total() - 1) / _disagreeing_pairs(pooled)


def _counts(labels: Sequence[Label]) -> Counter[Label]:
    return Counter(label for label in labels if label is not None)


def _disagreeing_pairs(counts: Counter[Label]) -> int:
    """Ordered pairs of different labels."""
    return counts.total() ** 2 - sum(count**2 for count in counts.values())


def _agreeing(counts: Counter[Label]) -> float:
    return 1 - _disagreeing_pairs(counts) / (counts.total() * (counts.total() - 1))
