"""Several episodes per task: pass@k, that one of k succeeds, and pass^k, that all k do (MAG 6, App. G)."""

from collections.abc import Callable, Sequence
from math import comb

from mag.errors import BadInput
from mag.stats.bootstrap import mean
from mag.stats.intervals import Interval

Counts = Sequence[tuple[int, int]]  # one task each: decided episodes n, successes c


def pass_at_k(n: int, c: int, k: int) -> float:
    """1 - C(n - c, k) / C(n, k): chance that k of the n episodes, drawn without replacement, hold a success (unbiased, Chen et al. 2021).

    Raises BadInput when k > n (the value is undefined, not 1), k < 1 or c is none of 0..n.
    """
    _check(n, c, k)
    return 1 - comb(n - c, k) / comb(n, k)


def pass_hat_k(n: int, c: int, k: int) -> float:
    """pass^k = C(c, k) / C(n, k): chance that k episodes drawn without replacement all succeed. Raises as `pass_at_k`."""
    _check(n, c, k)
    return comb(c, k) / comb(n, k)


def per_task(counts: Counts, k: int, estimator: Callable[[int, int, int], float] = pass_at_k) -> list[float]:
    """The estimate of every task in order, for `bootstrap.paired` between systems. Raises BadInput when one has fewer than k episodes."""
    short = sum(n < k for n, _ in counts)
    if short:
        raise BadInput(f"{short} tasks have fewer than {k} decided episodes; finish the sweep or choose a smaller k")
    return [estimator(n, c, k) for n, c in counts]


def pass_rate(counts: Counts, k: int, estimator: Callable[[int, int, int], float] = pass_at_k) -> Interval | None:
    """Mean of the estimate over tasks with its task bootstrap; None without tasks."""
    return mean(per_task(counts, k, estimator))


def _check(n: int, c: int, k: int) -> None:
    if not (1 <= k <= n and 0 <= c <= n):
        raise BadInput(f"k = {k} with {c} successes in {n} episodes is undefined; choose k between 1 and the number of episodes")
