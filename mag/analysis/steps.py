"""What systems do at their steps: actions (MAG App. F), verbs, stale observations (WebMRE Table 5), reasons of failed gates."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial

from mag.analysis.evaluation import INVALID, UNPARSABLE, EpisodeRow, Evaluation, StepRow, task_sums
from mag.analysis.main_table import cell
from mag.analysis.table import Cell, Column, Table
from mag.constants import VERBS
from mag.stats import bootstrap
from mag.stats.intervals import Interval

_BETWEEN = re.compile("; (?=(?:parse|action|leak): )")
KINDS = (*VERBS, INVALID, UNPARSABLE)


def action_table(evaluations: Sequence[Evaluation]) -> Table | None:
    """Shares of all model outputs by what was executed, those that executed nothing included."""
    rows: list[tuple[Cell, ...]] = []
    for item in evaluations:
        counts = Counter(step.verb for step in _steps(item))
        if counts:
            rows.append((item.label, counts.total(), *(counts[kind] / counts.total() for kind in KINDS)))
    columns = (Column("system", "system"), Column("steps", "steps", "int"), *(Column(kind, kind, "percent") for kind in KINDS))
    note = (
        f"% of the steps. {UNPARSABLE}: no action could be read; {INVALID}: an action without a valid target or payload; neither executes."
    )
    return Table("actions", "Action distribution", "MAG App. F", columns, tuple(rows), (note,)) if rows else None


def verb_table(evaluations: Sequence[Evaluation], seed: int) -> Table | None:
    """By verb: how often, how often the executor failed or nothing changed, and the success of the episodes it occurs in."""
    rows: list[tuple[Cell, ...]] = []
    for item in evaluations:
        everything = _steps(item)
        for kind in KINDS:
            own = [step for step in everything if step.verb == kind]
            if own:
                errors, still = (sum(flags) / len(own) for flags in zip(*((bool(s.error), s.changed == "none") for s in own), strict=True))
                sr = _success(item, partial(_has_verb, kind), seed)
                episodes = sum(_has_verb(kind, row) for row in item.decided)
                share = len(own) / len(everything)
                rows.append((item.label, kind, len(own), share, errors, still, episodes, sr.estimate if sr else None, cell(sr)))
    columns = (
        Column("system", "system"),
        Column("verb", "verb"),
        Column("steps", "steps", "int"),
        Column("share", "% of steps", "percent"),
        Column("errors", "% errors", "percent"),
        Column("unchanged", "% no change", "percent"),
        Column("episodes", "episodes with it", "int"),
        Column("sr", "SR of these (%)", "percent"),
        Column("ci", "95 % CI", "percent"),
    )
    note = "Errors and no change over the verb's steps; SR over the episodes in which it occurs, tasks resampled."
    return Table("verbs", "Steps by verb", "MAG Table A2, App. F", columns, tuple(rows), (note,)) if rows else None


def stale_table(evaluations: Sequence[Evaluation], seed: int) -> Table | None:
    """Steps whose picture and menu may not describe the same instant, and the others."""
    rows: list[tuple[Cell, ...]] = []
    if not any(step.obs_stale for item in evaluations for step in _steps(item)):
        return None
    for item in evaluations:
        everything = _steps(item)
        for name, flag in (("flagged", True), ("unflagged", False)):
            own = [step for step in everything if step.obs_stale is flag]
            if own:
                passed = sum(step.passed for step in own) / len(own)
                errors = sum(step.error is not None for step in own) / len(own)
                sr = _success(item, partial(_is_stale, flag), seed)
                episodes = sum(_is_stale(flag, row) for row in item.decided)
                share = len(own) / len(everything)
                rows.append((item.label, name, len(own), share, passed, errors, episodes, sr.estimate if sr else None, cell(sr)))
    columns = (
        Column("system", "system"),
        Column("slice", "obs_stale"),
        Column("steps", "steps", "int"),
        Column("share", "% of steps", "percent"),
        Column("ofcr", "OFCR", "rate"),
        Column("errors", "% errors", "percent"),
        Column("episodes", "episodes", "int"),
        Column("sr", "SR of these (%)", "percent"),
        Column("ci", "95 % CI", "percent"),
    )
    note = "Episodes: flagged with at least one flagged step, unflagged without any."
    return Table("stale", "Stale observations", "WebMRE Table 5 (there of steps)", columns, tuple(rows), (note,))


def reason_table(evaluations: Sequence[Evaluation]) -> Table | None:
    """Why outputs fail the format gate, by class of reason, the most frequent first; an output with two reasons counts for both."""
    rows: list[tuple[Cell, ...]] = []
    for item in evaluations:
        everything = _steps(item)
        failed = [step for step in everything if not step.passed]
        counts = Counter(name for step in failed for name in reason_classes(step.reason))
        for name, count in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])):
            rows.append((item.label, name, count, count / len(failed), count / len(everything)))
    columns = (
        Column("system", "system"),
        Column("reason", "reason"),
        Column("steps", "steps", "int"),
        Column("of_failed", "% of failed", "percent"),
        Column("of_all", "% of all", "percent"),
    )
    note = "The class of a reason leaves out what is the output's own: ids, positions, the words leaked."
    return Table("reasons", "Why outputs fail the format gate", "MAG App. D", columns, tuple(rows), (note,)) if rows else None


def reason_classes(reason: str) -> list[str]:
    """The classes of a gate's reasons: numbers made alike, of a leak only its kind."""
    return list(dict.fromkeys(_class(part) for part in _BETWEEN.split(reason) if part)) or ["not recorded"]


def _class(part: str) -> str:
    if part.startswith("leak: "):
        return ": ".join(part.split(": ")[:2])
    return re.sub(r"-?\d+(?:, -?\d+)?", "#", part)


def _has_verb(kind: str, row: EpisodeRow) -> bool:
    return any(step.verb == kind for step in row.steps)


def _is_stale(flag: bool, row: EpisodeRow) -> bool:
    return any(step.obs_stale for step in row.steps) is flag


def _steps(item: Evaluation) -> list[StepRow]:
    """The steps of all decided episodes."""
    return [step for row in item.decided for step in row.steps]


def _success(item: Evaluation, wanted: Callable[[EpisodeRow], bool], seed: int) -> Interval | None:
    """SR of the wanted episodes. All tasks are resampled, also those without one, so that every row rests on the same resamples."""
    counts = task_sums(item, lambda row: float(wanted(row)))
    successes = task_sums(item, lambda row: float(wanted(row) and row.success is True))
    return bootstrap.ratio([total for total, _ in successes.values()], [total for total, _ in counts.values()], seed) if counts else None
