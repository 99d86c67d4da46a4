"""Pages that lay several runs of the same tasks side by side: an index of the tasks, and per task a row for every aligned step."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from mag.constants import VIEWPORT_HEIGHT, VIEWPORT_WIDTH
from mag.errors import BadInput
from mag.records import Episode, digest
from mag.report.align import Divergence, align, first_divergence, row_differences
from mag.report.columns import IDENTITY, Column, columns, warnings
from mag.report.pages import write_assets, write_page
from mag.report.place import Place
from mag.report.rows import OUTCOMES
from mag.report.steps import StepView, step_views
from mag.report.turns import Turn, base_urls, turns
from mag.runs import EvalFolder, load_episode
from mag.scoring import judge_of, settle

AGREEMENTS = ("differs", "all solved", "none solved", "not all decided")
NAME_CHARS = 100  # of a folder named after what is compared in it


@dataclass(frozen=True, slots=True)
class Result:
    """What became of a task in one column."""

    outcome: str  # the episode's; without one infra or missing
    steps: int = 0
    finished: bool = False
    answer: str = ""
    note: str = ""  # what failed, or why there is no episode
    address: str = ""  # of the episode's own page, "" where there is none


@dataclass(frozen=True, slots=True)
class Cell:
    """One step of one column."""

    view: StepView
    page: str
    picture: str  # address
    address: str  # of the step on the episode's own page, else the picture's


@dataclass(frozen=True, slots=True)
class RowView:
    """One aligned step."""

    kinds: tuple[str, ...]  # in what its steps differ, and "gap" where a run has none; () when all agree
    cells: tuple[Cell | None, ...]  # one a column


@dataclass(frozen=True, slots=True)
class TaskRow:
    """One task of the index."""

    task_id: int
    site: str
    intent: str
    results: tuple[Result, ...]  # one a column
    compared: frozenset[int]  # columns whose episodes have steps
    divergence: Divergence | None

    @property
    def agreement(self) -> str:
        """Whether the outcomes agree: one of AGREEMENTS. Only success and failure count as decided."""
        outcomes = {result.outcome for result in self.results}
        if {"success", "failure"} <= outcomes:
            return "differs"
        return "all solved" if outcomes == {"success"} else "none solved" if outcomes == {"failure"} else "not all decided"

    @property
    def parting(self) -> str:
        """Where the ways part, in words."""
        if len(self.compared) < 2:
            return "nothing to compare"
        return f"step {self.divergence.step}: {words(self.divergence.kinds)}" if self.divergence else "all steps the same"


def words(kinds: Sequence[str]) -> str:
    """Kinds of difference as people read them."""
    return ", ".join({"end": "a run has ended", "gap": "only in some runs"}.get(kind, f"{kind} differs") for kind in kinds)


def default_folder(folders: Sequence[Path], task: int | None) -> Path:
    """Where a comparison is written when nobody says where: beside the first one's run, under the names of what is compared."""
    names = [f"{folder.parents[1].name}.{folder.name}" for folder in dict.fromkeys(folder.resolve() for folder in folders)]
    name = "+".join(names)
    if len(name) > NAME_CHARS:
        name = f"{names[0][:NAME_CHARS]}+{len(names) - 1}-{digest(names)[:8]}"
    return folders[0].resolve().parents[2] / "compare" / (name if task is None else f"{name}.task-{task}")


def write_comparison(folders: Sequence[Path], out: Path, task: int | None = None) -> tuple[Path, list[TaskRow]]:
    """Write the comparison of the evaluations in `folders`, of one task or of all, into `out`; the index's path, and its rows.

    Raises BadInput when there is nothing to compare, Corrupt when an episode is not what was stored.
    """
    found, place = columns(folders), Place(out.resolve())
    tasks = sorted({number for column in found for number in column.units if task in (None, number)})
    if not tasks:
        known = task is None or any(task in column.planned for column in found)
        what = "the evaluations hold no episode" if task is None else f"the evaluations hold no episode of task {task}"
        raise BadInput(f"{what}; {'start their sweeps again' if known else 'it is in none of their plans'}")
    rows = []
    for at, number in enumerate(tasks):
        beside = (tasks[at - 1] if at else None, tasks[at + 1] if at + 1 < len(tasks) else None)
        rows.append(_write_task(found, place, number, beside))
    write_assets(place.out)
    return _write_index(found, place, rows), rows


def _episode(unit: Path) -> Episode:
    return settle(load_episode(unit), judge_of(EvalFolder(unit.parent.parent)))


def _write_task(found: Sequence[Column], place: Place, task: int, beside: tuple[int | None, int | None]) -> TaskRow:
    episodes = {column.number: _episode(column.units[task]) for column in found if task in column.units}
    sites = base_urls(episodes.values())
    runs = {number: turns(episode, sites) for number, episode in episodes.items() if episode.steps}
    first, *others = [episode.web_task for episode in episodes.values()]
    row = TaskRow(
        task,
        first.site,
        first.intent,
        tuple(_result(column, episodes.get(column.number), place, task) for column in found),
        frozenset(runs),
        first_divergence(list(runs.values())),
    )
    cells = {number: _cells(found[number], place, episodes[number], runs[number]) for number in runs}
    reworded = ["the evaluations word the task differently"] if any(other.intent != first.intent for other in others) else []
    write_page(
        place.out / f"{task}.html",
        "comparison.html",
        row=row,
        rows=_rows(runs, cells, len(found)),
        columns=found,
        warnings=warnings(found) + reworded,
        words=words,
        before=beside[0],
        after=beside[1],
        width=VIEWPORT_WIDTH,
        height=VIEWPORT_HEIGHT,
    )
    return row


def _result(column: Column, episode: Episode | None, place: Place, task: int) -> Result:
    if episode is not None:
        return Result(
            episode.outcome, len(episode.steps), episode.finished, episode.answer, episode.error or "", place.episode(column, task)
        )
    if task in column.spoiled:
        return Result("infra", note=column.spoiled[task])
    return Result("missing", note="not rolled yet" if task in column.planned else "not in the plan")


def _cells(column: Column, place: Place, episode: Episode, run: Sequence[Turn]) -> list[Cell]:
    """Every step of the episode, its picture at hand for the pages."""
    task = episode.web_task.task_id
    own = place.episode(column, task)
    found = []
    for view, turn in zip(step_views(episode), run, strict=True):
        picture = place.picture(column, task, view.step.image)
        found.append(Cell(view, f"{turn.site}{turn.path}", picture, f"{own}#step-{view.step.index}" if own else picture))
    return found


def _rows(runs: dict[int, list[Turn]], cells: dict[int, list[Cell]], width: int) -> list[RowView]:
    """The alignment with a cell for each of `width` columns, also for those without a run."""
    found = []
    for places in align(list(runs.values())):
        steps = {number: at for number, at in zip(runs, places, strict=True) if at is not None}
        kinds: list[str] = [*row_differences([runs[number][at] for number, at in steps.items()])]
        kinds += ["gap"] if len(steps) < len(runs) else []
        found.append(RowView(tuple(kinds), tuple(cells[number][steps[number]] if number in steps else None for number in range(width))))
    return found


def _write_index(found: Sequence[Column], place: Place, rows: Sequence[TaskRow]) -> Path:
    counts = Counter(row.agreement for row in rows)
    return write_page(
        place.out / "index.html",
        "comparisons.html",
        columns=found,
        identity=IDENTITY,
        outcomes=(*OUTCOMES, "missing"),
        totals=[Counter(row.results[column.number].outcome for row in rows) for column in found],
        warnings=warnings(found),
        rows=rows,
        site_names=sorted({row.site for row in rows}),
        counts={name: counts[name] for name in AGREEMENTS},
    )
