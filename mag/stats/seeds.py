"""Several training seeds: mean and spread over seeds, tasks resampled with seeds pooled, sources of variance (WebMRE 4, App. E)."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, pi, sin, sqrt, tan
from statistics import fmean, stdev

from mag.constants import CONFIDENCE
from mag.errors import BadInput
from mag.stats import bootstrap
from mag.stats.intervals import Interval

Outcomes = Sequence[Sequence[float]]  # outcomes[s][t]: seed s on task t, every seed on the same tasks in the same order


@dataclass(frozen=True, slots=True)
class SeedSummary:
    """One figure over seeds. sd has n - 1 below it; sd and interval (Student's t over seeds) are None for a single seed."""

    mean: float
    sd: float | None
    interval: Interval | None
    n: int


@dataclass(frozen=True, slots=True)
class VarianceComponents:
    """Variance of one outcome by source, squared units of the outcome, and the standard error of the mean over all seeds and tasks."""

    seed: float
    task: float
    residual: float  # seed by task, and the sampling of a single episode
    standard_error: float


def over_seeds(values: Sequence[float]) -> SeedSummary | None:
    """Mean, sd and interval of one figure per seed (or of one difference per seed, for seeds paired between two systems); None for none."""
    n = len(values)
    if n == 0:
        return None
    centre = fmean(values)
    if n == 1:
        return SeedSummary(centre, None, None, 1)
    sd = stdev(values)
    half = t_quantile(n - 1) * sd / sqrt(n)
    return SeedSummary(centre, sd, Interval(centre, centre - half, centre + half, n), n)


def pooled(outcomes: Outcomes) -> Interval | None:
    """Task bootstrap of the mean over seeds: each task keeps its mean over seeds, so seeds do not count as further tasks."""
    _check(outcomes)
    return bootstrap.mean([fmean(task) for task in zip(*outcomes, strict=True)])


def variance_components(outcomes: Outcomes) -> VarianceComponents | None:
    """Two-way random effects without replication, from the mean squares of the analysis of variance; None below two seeds or two tasks.

    seed = (MS_seed - MS_residual) / tasks, task = (MS_task - MS_residual) / seeds, residual = MS_residual; a negative one counts as 0.
    """
    _check(outcomes)
    seeds, tasks = len(outcomes), len(outcomes[0]) if outcomes else 0
    if seeds < 2 or tasks < 2:
        return None
    grand = fmean(fmean(row) for row in outcomes)
    by_seed = [fmean(row) - grand for row in outcomes]
    by_task = [fmean(column) - grand for column in zip(*outcomes, strict=True)]
    rest = sum(
        (value - grand - s - t) ** 2 for row, s in zip(outcomes, by_seed, strict=True) for value, t in zip(row, by_task, strict=True)
    )
    residual = rest / ((seeds - 1) * (tasks - 1))
    seed = max(0.0, sum(s * s for s in by_seed) / (seeds - 1) - residual / tasks)
    task = max(0.0, sum(t * t for t in by_task) / (tasks - 1) - residual / seeds)
    return VarianceComponents(seed, task, residual, sqrt(seed / seeds + task / tasks + residual / (seeds * tasks)))


def t_quantile(freedom: int) -> float:
    """The t with P(|T| <= t) = 95 % for Student's T with this many degrees of freedom, by bisection on atan(t / sqrt(freedom))."""
    low, high = 0.0, pi / 2
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _within(middle, freedom) < CONFIDENCE else (low, middle)
    return tan(low) * sqrt(freedom)


def _within(angle: float, freedom: int) -> float:
    """P(|T| <= tan(angle) sqrt(freedom)), the finite series for whole degrees of freedom (Abramowitz and Stegun 26.7.3, 26.7.4)."""
    odd = freedom % 2
    term, total = (cos(angle), 0.0) if odd else (1.0, 0.0)
    for step in range(1 + odd, freedom, 2):
        total += term
        term *= step / (step + 1) * cos(angle) ** 2
    return (angle + sin(angle) * total) * 2 / pi if odd else sin(angle) * total


def _check(outcomes: Outcomes) -> None:
    if len({len(row) for row in outcomes}) > 1:
        raise BadInput("seeds with different numbers of tasks; compare them on the tasks that every seed has finished")
