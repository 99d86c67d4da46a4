"""The deterministic protocol: completions and a corpus in, one score vector a run out (WebMRE 3.3).

No environment, no judge, no clock: equal lines give equal bytes, in whatever order and however many files they come.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from mag.contract.protocol import protocol_digest
from mag.errors import BadInput
from mag.offline.completions import Run, Runs
from mag.offline.corpus import Corpus, in_view
from mag.offline.means import Mean, MeanInterval, Row, mean_intervals, means
from mag.offline.measures import MEASURES, Scored, score
from mag.shown import GoldStep, StepCompletion

Key = tuple[int, int]

SLICES: dict[str, Callable[[GoldStep], str]] = {
    "verb": lambda step: step.verb,
    "site": lambda step: step.site,
    "staleness": lambda step: "stale" if step.obs_stale else "fresh",
    "step": lambda step: f"{step.index:02d}",
}

MARKS = {
    "INCOMPLETE": "some steps have no completion; they are in no mean",
    "PROTOCOL UNKNOWN": "the completions do not say under which protocol they were made",
    "OTHER PROTOCOL": "corpus or completions were made under another protocol than this code's; do not compare with its rows",
}


@dataclass(frozen=True)
class View:
    """How the steps of a run's view came to be scored, in steps."""

    total: int  # of the corpus, or of the part that is scored
    unmappable: int  # left out: the view cannot name their target
    missing: tuple[Key, ...]  # no completion: in no mean, and the run is incomplete
    disputed: int  # scored, but in no mean that looks at the action
    unused: int  # completions of steps that are left out


@dataclass(frozen=True)
class RunScores:
    """One run: its steps by task and step, and what was made of them. `marks` says what a reader of the row must know."""

    run: Run
    protocol: str  # that the completions name, "" for none
    scored: tuple[Scored, ...]
    view: View
    marks: tuple[str, ...]
    means: Mapping[str, MeanInterval]
    slices: Mapping[str, Mapping[str, Mapping[str, Mean]]]  # kind -> slice -> measure


def score_runs(corpus: Corpus, runs: Runs, part: str = "") -> list[RunScores]:
    """Every run over the corpus, or one part of its split, in the order of the runs' names.

    Raises BadInput for completions of steps that the corpus does not have, made on another corpus, or under several protocols: such rows
    do not share a table.
    """
    if not runs:
        raise BadInput("there are no completions in these files; make some with `mag complete`")
    _check(corpus, runs)
    steps = corpus.select(part)
    return [_score_run(corpus, steps, run, runs[run]) for run in sorted(runs)]


def _check(corpus: Corpus, runs: Runs) -> None:
    keys = {step.key for step in corpus.steps}
    for run, completions in sorted(runs.items()):
        if unknown := sorted(completions.keys() - keys):
            raise BadInput(
                f"{run} answers task {unknown[0][0]}, step {unknown[0][1]}, which the corpus does not have ({len(unknown)} such)"
            )
        if any(done.corpus not in ("", corpus.digest) for done in completions.values()):
            raise BadInput(f"{run} was made on another corpus; score it with the one it was made on")
    protocols = {done.protocol for completions in runs.values() for done in completions.values()} - {""}
    if len(protocols) > 1:
        raise BadInput(f"the completions were made under the protocols {', '.join(sorted(protocols))}; score each on its own")


def _score_run(corpus: Corpus, steps: Sequence[GoldStep], run: Run, completions: Mapping[Key, StepCompletion]) -> RunScores:
    inside = [step for step in steps if in_view(step, run.grounding)]
    scored = tuple(score(step, completions[step.key]) for step in inside if step.key in completions)
    missing = tuple(step.key for step in inside if step.key not in completions)
    unused = len(completions) - len(scored)
    view = View(len(steps), len(steps) - len(inside), missing, sum(item.step.disputed for item in scored), unused)
    protocols = sorted({done.protocol for done in completions.values()})
    return RunScores(
        run=run,
        protocol=protocols[-1],
        scored=scored,
        view=view,
        marks=_marks(corpus, protocols, bool(missing)),
        means=dict(zip(MEASURES, mean_intervals(_rows(scored), len(MEASURES)), strict=True)),
        slices={kind: _slices(scored, name) for kind, name in SLICES.items()},
    )


def _marks(corpus: Corpus, protocols: Sequence[str], incomplete: bool) -> tuple[str, ...]:
    other = {*protocols, corpus.protocol} - {"", protocol_digest()}
    return tuple(mark for mark, holds in zip(MARKS, (incomplete, "" in protocols, bool(other)), strict=True) if holds)


def _slices(scored: Sequence[Scored], name: Callable[[GoldStep], str]) -> dict[str, dict[str, Mean]]:
    groups: dict[str, list[Scored]] = {}
    for item in scored:
        groups.setdefault(name(item.step), []).append(item)
    return {key: dict(zip(MEASURES, means(_rows(groups[key]), len(MEASURES)), strict=True)) for key in sorted(groups)}


def _rows(scored: Sequence[Scored]) -> list[Row]:
    return [(item.step.task_id, item.values) for item in scored]
