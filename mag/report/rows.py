"""What the index of an evaluation shows: one row an episode, one a site, and how far the sweep has come."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from mag.errors import Corrupt
from mag.journal import opened
from mag.metrics.summary import Summary, score, summarise
from mag.records import Episode, Score
from mag.report.steps import StepView
from mag.route import ROUTED
from mag.runs import read_json

OUTCOMES = ("success", "failure", "undecided", "infra")
IDENTITY = ("policy", "grounding", "contract", "protocol", "snapshot", "code")


@dataclass(frozen=True, slots=True)
class EpisodeRow:
    """The little of an episode that tables need; the episode itself is let go."""

    unit: str
    task_id: int
    sample: int
    site: str
    intent: str
    outcome: str
    finished: bool
    states: tuple[tuple[str, str, str], ...]  # per step: state, letter, why
    judge: str
    seconds: float
    identity: dict[str, str]
    score: Score


def episode_row(unit: str, episode: Episode, views: Sequence[StepView], reference: str | None) -> EpisodeRow:
    """The row of an episode; its guide is scored when there is a reference."""
    task = episode.web_task
    return EpisodeRow(
        unit=unit,
        task_id=task.task_id,
        sample=episode.sample,
        site=task.site,
        intent=task.intent,
        outcome=episode.outcome,
        finished=episode.finished,
        states=tuple((view.state, view.letter, view.why) for view in views),
        judge=episode.verdict.judge if episode.verdict else "",
        seconds=episode.seconds,
        identity={name: getattr(episode, name) for name in IDENTITY},
        score=score(episode, reference),
    )


@dataclass(frozen=True, slots=True)
class SiteRow:
    """The episodes of one site, or of all; the means are those of the summary."""

    site: str
    outcomes: dict[str, int]
    rolled: int
    steps: float  # mean
    means: Summary


def site_rows(rows: Sequence[EpisodeRow]) -> list[SiteRow]:
    """One row a site, by name; the last one is of all sites where there are several."""
    sites = sorted({row.site for row in rows})
    found = [_site_row(site, [row for row in rows if row.site == site]) for site in sites]
    return [*found, _site_row("all sites", rows)] if len(sites) > 1 else found


def _site_row(site: str, rows: Sequence[EpisodeRow]) -> SiteRow:
    outcomes = Counter(row.outcome for row in rows)
    return SiteRow(
        site,
        {name: outcomes[name] for name in OUTCOMES},
        len(rows),
        sum(row.score.n_steps for row in rows) / len(rows),
        means=_means(rows, len(rows)),
    )


def _means(rows: Sequence[EpisodeRow], planned: int) -> Summary:
    undecided = sum(row.outcome == "undecided" for row in rows)
    return summarise([row.score for row in rows], infra=planned - len(rows), undecided=undecided, planned=planned)


@dataclass(frozen=True, slots=True)
class Progress:
    """How far an evaluation has come."""

    plan: dict[str, Any]
    rolled: int
    missing: tuple[tuple[int, int], ...]  # planned task and sample without an episode, in plan order
    infra: tuple[dict[str, Any], ...]  # attempts that the infrastructure spoiled

    @property
    def planned(self) -> int | None:
        """Episodes planned, None without a plan."""
        return len(self.plan["tasks"]) * self.plan["samples"] if self.plan else None


def progress(folder: Path, stored: Iterable[tuple[int, int]]) -> Progress:
    """Plan and spoiled attempts of an evaluation beside the (task, sample) pairs it has stored."""
    plan = read_json(folder / "plan.json") if (folder / "plan.json").exists() else {}
    have = set(stored)
    units = [(task, sample) for sample in range(plan["samples"]) for task, _ in plan["tasks"]] if plan else []
    return Progress(plan, len(have), tuple(unit for unit in units if unit not in have), tuple(_infra(folder / "infra.jsonl")))


def _infra(path: Path) -> list[dict[str, Any]]:
    """The lines of infra.jsonl; a last line without an end is still being written."""
    lines = [opened(line) for line in path.read_bytes().split(b"\n")[:-1]] if path.exists() else []
    if None in lines:
        raise Corrupt(f"{path} holds a line that is not a JSON object as it was written; remove that line, it is diagnosis only")
    return [{"task": "", "sample": "", "attempt": "", "error": "", **line} for line in lines if line]


def summary(folder: Path, rows: Sequence[EpisodeRow], planned: int | None) -> dict[str, Any]:
    """summary.json, or the same computed so far where the sweep has not ended."""
    if (folder / "summary.json").exists():
        found: dict[str, Any] = read_json(folder / "summary.json")
        return found
    return asdict(_means(rows, len(rows) if planned is None else planned))


def identity(rows: Sequence[EpisodeRow], plan: dict[str, Any]) -> dict[str, list[str]]:
    """Every value that the episodes carry, by field: more than one is a warning. Without episodes, what the plan says."""
    if rows:
        found = {name: sorted({row.identity[name] for row in rows}) for name in IDENTITY}
        routed = {"grounding": [f"{ROUTED}: {', '.join(found['grounding'])}"]} if plan.get("grounding") == ROUTED else {}
        return found | routed
    return {name: [str(plan[name])] for name in IDENTITY if name in plan}
