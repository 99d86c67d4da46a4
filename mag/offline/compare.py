"""What a contract or a model gains over another on the same steps, seeds averaged (WebMRE Tables 2, 3, A5)."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import fmean
from typing import NamedTuple

from mag.offline.means import MeanInterval, Row, mean_intervals, means
from mag.offline.measures import MEASURES
from mag.offline.protocol import MARKS, RunScores
from mag.stats.seeds import SeedSummary, over_seeds

REFERENCES = ("A", "G", "J", "JG", "full")  # a pair of contracts is compared as the later less the earlier

Values = tuple[float | None, ...]


class System(NamedTuple):
    """Runs that differ in their seed alone."""

    model: str
    grounding: str
    contract: str

    def __str__(self) -> str:
        return f"{self.model} {self.contract} {self.grounding}"


@dataclass(frozen=True)
class Comparison:
    """`second` less `first`, measure by measure, over the steps that every run of both has scored; values -1..1.

    A step's value is its mean over seeds. `by_seed` has the micro difference for each seed that two contracts of one model have.
    """

    first: System
    second: System
    steps: int
    tasks: int
    means: Mapping[str, MeanInterval]
    by_seed: Mapping[int, Mapping[str, float | None]]
    marks: tuple[str, ...]  # of any of the runs


def systems(scores: Sequence[RunScores]) -> dict[System, dict[int, RunScores]]:
    """The runs of each system by seed."""
    found: dict[System, dict[int, RunScores]] = {}
    for item in sorted(scores, key=lambda item: item.run):
        run = item.run
        found.setdefault(System(run.model, run.grounding, run.contract), {})[run.seed] = item
    return found


def marks_of(runs: Collection[RunScores]) -> tuple[str, ...]:
    """What a reader must know of any of the runs."""
    return tuple(mark for mark in MARKS if any(mark in item.marks for item in runs))


def over_runs(runs: Mapping[int, RunScores]) -> dict[str, SeedSummary | None]:
    """Mean and spread over seeds of each measure's micro mean."""
    found = {}
    for name in MEASURES:
        estimates = [item.means[name].micro for item in runs.values()]
        found[name] = over_seeds([estimate.estimate for estimate in estimates if estimate])
    return found


def comparisons(scores: Sequence[RunScores]) -> list[Comparison]:
    """Every pair of systems that differ in their contract alone or in their model alone."""
    found = systems(scores)
    ordered = sorted(found, key=lambda system: (system.grounding, REFERENCES.index(system.contract), system.model))
    return [
        _compare((first, found[first]), (second, found[second]))
        for first, second in combinations(ordered, 2)
        if first.grounding == second.grounding and (first.contract == second.contract) != (first.model == second.model)
    ]


def _compare(first: tuple[System, Mapping[int, RunScores]], second: tuple[System, Mapping[int, RunScores]]) -> Comparison:
    (one, ones), (two, twos) = first, second
    both = [(system, seed, run) for system, runs in (first, second) for seed, run in runs.items()]
    tables = {(system, seed): {item.step.key: item.values for item in run.scored} for system, seed, run in both}
    shared = sorted(set.intersection(*(set(table) for table in tables.values())))

    def rows(seeds_one: Sequence[int], seeds_two: Sequence[int]) -> list[Row]:
        """Task and difference a measure, for each shared step."""
        return [
            (key[0], _difference([tables[one, seed][key] for seed in seeds_one], [tables[two, seed][key] for seed in seeds_two]))
            for key in shared
        ]

    width = len(MEASURES)
    return Comparison(
        first=one,
        second=two,
        steps=len(shared),
        tasks=len({task for task, _ in shared}),
        means=dict(zip(MEASURES, mean_intervals(rows(list(ones), list(twos)), width), strict=True)),
        by_seed={
            seed: {name: mean.micro for name, mean in zip(MEASURES, means(rows([seed], [seed]), width), strict=True)}
            for seed in (sorted(ones.keys() & twos.keys()) if one.model == two.model else ())
        },
        marks=marks_of([*ones.values(), *twos.values()]),
    )


def _difference(first: Sequence[Values], second: Sequence[Values]) -> Values:
    """Mean over seeds of the second less that of the first; None where a seed has no value."""
    means_of = [[None if None in column else fmean(column) for column in zip(*side, strict=True)] for side in (first, second)]
    return tuple(None if low is None or high is None else high - low for low, high in zip(*means_of, strict=True))
