"""The task bootstrap: percentile 95 % intervals over 10,000 resamples of tasks with a fixed seed (MAG 6, App. F).

A table has one row a task and one column a quantity; a resample draws rows with replacement, and every statistic is a function of the
column means of the resample. Because the drawn rows depend on the number of rows alone, all intervals of one test set rest on the same
resamples, whatever they compare. Tasks are what is resampled, never steps or episodes: those of one task are not independent.

Degenerate input: no task gives None; one task, or equal values throughout, give an interval without width (`Interval.degenerate`).
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from mag.constants import BOOTSTRAP_RESAMPLES, BOOTSTRAP_SEED, CONFIDENCE
from mag.errors import BadInput
from mag.stats.intervals import Interval

_ROUNDING = 1e-12  # a denominator this small is a 0 that was summed in floating point
_CELLS = 1 << 17  # drawn rows held at a time: the counts of a chunk stay in the processor's cache
_KEPT = 1 << 23  # draws of at most so many cells are kept for the next interval over as many rows; two bytes a cell

Floats = npt.NDArray[np.float64]
Statistic = Callable[[Floats], Floats]  # column means (resamples, columns) -> (resamples,); nan where undefined


def resampled_means(table: Floats, resamples: int = BOOTSTRAP_RESAMPLES, seed: int = BOOTSTRAP_SEED) -> Floats:
    """Column means of each resample, shape (resamples, columns), of a table (tasks, columns) with at least one row.

    Counts how often each row was drawn and multiplies: sums of whole numbers come out exact, and many columns cost little more than one.
    """
    n = len(table)
    sums = np.empty((resamples, table.shape[1]))
    chunks = _kept_draws(n, resamples, seed) if n * resamples <= _KEPT else _draws(n, resamples, seed)
    start = 0
    for counts in chunks:
        sums[start : start + len(counts)] = counts.astype(np.float64) @ table
        start += len(counts)
    return sums / n


def _draws(n: int, resamples: int, seed: int) -> Iterator[npt.NDArray[np.uint16]]:
    """How often each of n rows is drawn in each resample, some resamples at a time."""
    generator = np.random.default_rng(seed)
    chunk = max(1, min(resamples, _CELLS // n))
    for start in range(0, resamples, chunk):
        drawn = generator.integers(0, n, size=(min(chunk, resamples - start), n))
        drawn += np.arange(len(drawn))[:, None] * n
        yield np.bincount(drawn.ravel(), minlength=drawn.size).reshape(drawn.shape).astype(np.uint16)


@lru_cache(maxsize=4)
def _kept_draws(n: int, resamples: int, seed: int) -> tuple[npt.NDArray[np.uint16], ...]:
    return tuple(_draws(n, resamples, seed))


def interval(columns: Sequence[Sequence[float]], statistic: Statistic, seed: int = BOOTSTRAP_SEED) -> Interval | None:
    """The statistic of the column means over all tasks, with its interval. `columns`: one sequence a quantity, all in the same task order.

    None without tasks, or where the statistic is undefined on all of them. Raises BadInput for columns of unequal length or values that
    are no finite numbers.
    """
    table = _table(columns)
    if not len(table):
        return None
    estimate = float(statistic(table.mean(axis=0, keepdims=True))[0])
    if np.isnan(estimate):
        return None
    values = statistic(resampled_means(table, seed=seed))
    known = values[~np.isnan(values)]
    low, high = np.quantile(known, [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2])
    return Interval(estimate, float(low), float(high), len(table), len(values) - len(known))


def mean(values: Sequence[float], seed: int = BOOTSTRAP_SEED) -> Interval | None:
    """Mean over tasks: SR from 0 and 1, GGS, or each task's own mean over its episodes."""
    return interval([values], lambda means: means[:, 0], seed)


def paired(first: Sequence[float], second: Sequence[float], seed: int = BOOTSTRAP_SEED) -> Interval | None:
    """Mean difference first - second over the same tasks in the same order (MAG Table A5)."""
    return interval([first, second], lambda means: means[:, 0] - means[:, 1], seed)


def difference_of_differences(
    first: tuple[Sequence[float], Sequence[float]], second: tuple[Sequence[float], Sequence[float]], seed: int = BOOTSTRAP_SEED
) -> Interval | None:
    """(first[0] - first[1]) - (second[0] - second[1]) over the same tasks, resampled as one contrast.

    MAG 6: what training gains under SoM less what it gains under coordinates.
    """
    return interval([*first, *second], lambda means: means[:, 0] - means[:, 1] - means[:, 2] + means[:, 3], seed)


def ratio(numerators: Sequence[float], denominators: Sequence[float], seed: int = BOOTSTRAP_SEED) -> Interval | None:
    """Sum over sum, one numerator and one denominator a task: a rate over steps (OFCR, SAA) with tasks resampled.

    None when the denominators add up to 0.
    """
    return interval([numerators, denominators], lambda means: over(means[:, 0], means[:, 1]), seed)


def clustered(values: Sequence[float], clusters: Sequence[Hashable]) -> Interval | None:
    """Mean of the values with whole clusters resampled (episodes of a task, tasks of a template or site); `n` counts the clusters."""
    if len(values) != len(clusters):
        raise BadInput(f"{len(values)} values and {len(clusters)} cluster names; each value needs the name of its cluster")
    sums: dict[Hashable, float] = {}
    sizes: dict[Hashable, float] = {}
    for value, name in zip(values, clusters, strict=True):
        sums[name] = sums.get(name, 0.0) + value
        sizes[name] = sizes.get(name, 0.0) + 1
    return ratio(list(sums.values()), list(sizes.values()))


def difference_of_groups(values: Sequence[float], in_first: Sequence[bool]) -> Interval | None:
    """Mean of the first group's values less that of the others, all tasks resampled together (MAG 6: G on solved less G on failed).

    None while one group is empty; resamples that empty one are left out and counted in `undefined`.
    """
    members = [float(flag) for flag in in_first]
    inside = [value * flag for value, flag in zip(values, members, strict=False)]  # lengths: `interval` looks at them
    return interval(
        [inside, members, values],
        lambda means: over(means[:, 0], means[:, 1]) - over(means[:, 2] - means[:, 0], 1 - means[:, 1]),
    )


def over(numerator: Floats, denominator: Floats) -> Floats:
    """Quotients, nan where the denominator is 0 or, by rounding, next to it: what a statistic gives where it is undefined."""
    return np.divide(numerator, denominator, out=np.full_like(numerator, np.nan), where=denominator > _ROUNDING)


def _table(columns: Sequence[Sequence[float]]) -> Floats:
    if len({len(column) for column in columns}) != 1:
        raise BadInput(f"columns of {', '.join(str(len(column)) for column in columns)} values; give one value for each of the same tasks")
    table = np.array(columns, dtype=np.float64).T
    if not np.isfinite(table).all():
        raise BadInput("a value is not a finite number; leave tasks without a value out of every column")
    return table
