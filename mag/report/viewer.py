"""The static viewer: pages for people, written beside an evaluation's records. They open from disk, without a server or network."""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from mag.constants import VIEWPORT_HEIGHT, VIEWPORT_WIDTH
from mag.errors import BadInput
from mag.records import Episode
from mag.report.console import COLUMNS
from mag.report.pages import write_assets, write_page
from mag.report.rows import OUTCOMES, EpisodeRow, episode_row, identity, progress, site_rows, summary
from mag.report.steps import STATES, overlay, step_views
from mag.runs import EvalFolder, load_episode, read_json
from mag.scoring import judge_of, settle

EPISODE_COLUMNS = (
    ("task", "number"),
    ("site", "text"),
    ("intent", "text"),
    ("outcome", "text"),
    ("steps", "number"),
    ("course", "text"),
    ("OFCR", "number"),
    ("G", "number"),
    ("judge", "text"),
    ("s", "number"),
)


@dataclass(frozen=True, slots=True)
class Cell:
    """A number of the summary with what it is a mean of."""

    title: str
    value: float | None
    n: str


def write_view(folder: Path, references: Mapping[int, str] | None = None) -> Path:
    """Write `folder/view`: a page for the evaluation and one for every stored episode, finished sweep or not. Returns the index.

    `references` maps a task id to its reference guide, shown and scored beside the predicted one. Raises Corrupt when an episode is not
    what was stored, BadInput when the folder is no evaluation's.
    """
    evaluation = EvalFolder(folder)
    units = evaluation.units()
    if not units and not (folder / "plan.json").exists():
        raise BadInput(f"{folder} holds neither a plan nor episodes; give the folder of an evaluation, runs/<run>/evals/<name>")
    names = ["", *(unit.name for unit in units), ""]
    rows, judge = [], judge_of(evaluation)
    for number, unit in enumerate(units):
        episode, beside = settle(load_episode(unit), judge), (names[number], names[number + 2])
        rows.append(_write_episode(folder, unit.name, episode, beside, (references or {}).get(episode.web_task.task_id)))
    write_assets(folder / "view")
    return _write_index(folder, rows)


def _write_episode(folder: Path, unit: str, episode: Episode, beside: tuple[str, str], reference: str | None) -> EpisodeRow:
    views = step_views(episode)
    row = episode_row(unit, episode, views, reference)
    write_page(
        folder / "view" / f"{unit}.html",
        "episode.html",
        run=folder.parent.parent.name,
        name=folder.name,
        unit=unit,
        episode=episode,
        views=views,
        overlays=overlay(views),
        checks=_checks(episode),
        facts=_facts(episode),
        score=row.score,
        reference=reference,
        before=beside[0],
        after=beside[1],
        width=VIEWPORT_WIDTH,
        height=VIEWPORT_HEIGHT,
    )
    return row


def _checks(episode: Episode) -> list[dict[str, Any]]:
    """The verdict's checks, every value as text, what only some kinds have under `details`."""
    common = ("kind", "expected", "found", "passed")
    return [
        {
            "kind": check["kind"],
            "passed": check["passed"],
            "expected": _text(check["expected"]),
            "found": _text(check["found"]),
            "details": [(name, _text(value)) for name, value in check.items() if name not in common and value not in ("", None)],
        }
        for check in (episode.verdict.checks if episode.verdict else ())
    ]


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=1)


def _facts(episode: Episode) -> list[tuple[str, str]]:
    """Where the episode comes from."""
    task = episode.web_task
    started = datetime.fromtimestamp(episode.started, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
    return [
        ("template", f"{task.intent_template_id}: {task.intent_template}"),
        ("start", task.start_url),
        ("key", episode.key),
        ("policy", episode.policy),
        ("grounding", episode.grounding),
        ("contract", episode.contract),
        ("protocol", episode.protocol),
        ("snapshot", episode.snapshot),
        ("code", episode.code),
        ("seed", str(episode.seed)),
        ("attempt", str(episode.attempt)),
        ("environment set", str(episode.environment_set)),
        ("started", started),
    ]


def _write_index(folder: Path, rows: list[EpisodeRow]) -> Path:
    here = progress(folder, ((row.task_id, row.sample) for row in rows))
    counts = Counter(row.outcome for row in rows)
    numbers = summary(folder, rows, here.planned)
    runs_index = folder.parents[2] / "index.html"
    return write_page(
        folder / "view" / "index.html",
        "index.html",
        run=folder.parent.parent.name,
        name=folder.name,
        runs_index="../../../../index.html" if runs_index.exists() else "",
        identity=identity(rows, here.plan),
        judges=sorted({row.judge for row in rows if row.judge}),
        progress=here,
        counts={name: counts[name] for name in OUTCOMES},
        cells=_cells(numbers),
        incomplete=numbers.get("incomplete"),
        sealed=(folder / "summary.json").exists(),
        rows=rows,
        units={(row.task_id, row.sample): row.unit for row in rows},
        sites=site_rows(rows),
        site_names=sorted({row.site for row in rows}),
        outcomes=OUTCOMES,
        legend=STATES,
        columns=EPISODE_COLUMNS,
        samples=any(row.sample for row in rows),
    )


def _cells(numbers: Mapping[str, Any]) -> list[Cell]:
    """The columns of the main table, each with the number of tasks behind it."""
    solved = f"{numbers['successes']} of {numbers['n']} solved" if "successes" in numbers and "n" in numbers else ""
    guides = f"n = {numbers['n_guides']}" if "n_guides" in numbers else ""
    notes = {"sr": solved, "ofcr": "all steps"}
    return [Cell(title, numbers.get(field), notes.get(field, guides)) for title, field in COLUMNS]


@dataclass(frozen=True, slots=True)
class EvaluationRow:
    """One evaluation in the index of all runs."""

    run: str
    name: str
    policy: str
    grounding: str
    contract: str
    protocol: str
    rolled: int
    planned: int | None
    viewed: bool
    cells: list[Cell]


def write_runs_index(runs: Path) -> Path:
    """Write `runs/index.html`: every evaluation of every run with its summary and a link to its view. Returns its path."""
    if not runs.is_dir():
        raise BadInput(f"{runs} is not there; give the folder that holds the runs")
    folders = sorted(path for path in runs.glob("*/evals/*") if (path / "plan.json").exists() or EvalFolder(path).units())
    write_assets(runs)
    return write_page(
        runs / "index.html",
        "runs.html",
        folder=str(runs),
        rows=[_evaluation_row(path) for path in folders],
        titles=["episodes", *(title for title, _ in COLUMNS)],
    )


def _evaluation_row(folder: Path) -> EvaluationRow:
    units = EvalFolder(folder).units()
    here = progress(folder, ())
    first = load_episode(units[0]) if units else None
    values = {name: getattr(first, name) if first else str(here.plan[name]) for name in ("policy", "grounding", "contract", "protocol")}
    values["grounding"] = str(here.plan.get("grounding", values["grounding"]))  # the episodes of a routed one differ in theirs
    numbers = read_json(folder / "summary.json") if (folder / "summary.json").exists() else {}
    return EvaluationRow(
        folder.parent.parent.name,
        folder.name,
        **values,
        rolled=len(units),
        planned=here.planned,
        viewed=(folder / "view" / "index.html").exists(),
        cells=_cells(numbers),
    )
