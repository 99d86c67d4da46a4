"""Intervals for agreement: the coefficients of `mag.stats.agreement` with items resampled.

Every coefficient is a function of sums over items, so a table with one row an item serves the bootstrap of tasks as it is. Resamples in
which the coefficient is undefined (one label throughout) are left out and counted. None, BadInput and the meaning of ratings are as there.
"""

from collections import Counter
from collections.abc import Sequence

from mag.stats import agreement
from mag.stats.agreement import Label, Ratings
from mag.stats.bootstrap import Floats, interval, over, ratio
from mag.stats.intervals import Interval


def percent_interval(ratings: Ratings) -> Interval | None:
    """`percent_agreement` with its interval; `n` counts all items."""
    shares = [agreement.percent_agreement([labels]) for labels in ratings]
    return ratio([share or 0.0 for share in shares], [float(share is not None) for share in shares])


def cohen_interval(a: Sequence[Label], b: Sequence[Label]) -> Interval | None:
    """`cohen_kappa` with its interval."""
    if agreement.cohen_kappa(a, b) is None:
        return None
    labels = list(dict.fromkeys((*a, *b)))

    def kappa(means: Floats) -> Floats:
        chance = (means[:, 1 : 1 + len(labels)] * means[:, 1 + len(labels) :]).sum(axis=1)
        return over(means[:, 0] - chance, 1 - chance)

    equal = [float(x == y) for x, y in zip(a, b, strict=True)]
    return interval([equal, *_indicators([(x,) for x in a], labels), *_indicators([(y,) for y in b], labels)], kappa)


def fleiss_interval(ratings: Ratings) -> Interval | None:
    """`fleiss_kappa` with its interval."""
    if agreement.fleiss_kappa(ratings) is None:
        return None

    def kappa(means: Floats) -> Floats:
        counts = means[:, 1:]
        chance = (counts**2).sum(axis=1) / counts.sum(axis=1) ** 2
        return over(means[:, 0] - chance, 1 - chance)

    shares = [agreement.percent_agreement([labels]) or 0.0 for labels in ratings]
    return interval([shares, *_indicators(ratings, _labels(ratings))], kappa)


def alpha_interval(ratings: Ratings) -> Interval | None:
    """`krippendorff_alpha` with its interval; `n` counts the items that have two labels at least."""
    items = [labels for labels in ratings if sum(label is not None for label in labels) > 1]
    if agreement.krippendorff_alpha(items) is None:
        return None

    def alpha(means: Floats) -> Floats:
        counts = means[:, 1:] * len(items)
        total = counts.sum(axis=1)
        return 1 - over(means[:, 0] * len(items) * (total - 1), total**2 - (counts**2).sum(axis=1))

    return interval([[_disagreement(labels) for labels in items], *_indicators(items, _labels(items))], alpha)


def _disagreement(labels: Sequence[Label]) -> float:
    """Ordered pairs of different labels over the labels less one: the item's summand of alpha's observed disagreement."""
    counts = Counter(label for label in labels if label is not None)
    total = counts.total()
    return (total**2 - sum(count**2 for count in counts.values())) / (total - 1)


def _labels(ratings: Ratings) -> list[Label]:
    return list(dict.fromkeys(label for labels in ratings for label in labels if label is not None))


def _indicators(ratings: Ratings, labels: Sequence[Label]) -> list[list[float]]:
    """One column a label: how often each item was given it."""
    return [[float(sum(given == label for given in item)) for item in ratings] for label in labels]
