"""`mag rescore`."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from mag.runs import EvalFolder

WORDS = {True: "success", False: "failure", None: "undecided"}


def register(app: typer.Typer) -> None:
    """Add the command to the top level."""
    app.command()(rescore)


def rescore(run: Annotated[Path, typer.Argument(help="Folder of a run or of one of its evaluations, or a run's name.")]) -> None:
    """Compute every verdict again from the stored evidence and say what differs; exit status 1 when a decided one does."""
    from mag.errors import BadInput
    from mag.runs import EvalFolder
    from mag.settings import load_settings

    folder = run if run.exists() else Path(load_settings().runs.folder) / run
    found = [folder] if (folder / "plan.json").exists() else sorted(path.parent for path in folder.glob("evals/*/plan.json"))
    if not found:
        raise BadInput(f"{folder} holds no evaluation; `ls {folder.parent}` shows what is there")
    if any([_print(EvalFolder(path)) for path in found]):  # a list: every evaluation is printed
        sys.exit(1)


def _print(folder: "EvalFolder") -> bool:
    """Print one evaluation's differences; whether a decided verdict is among them."""
    from mag.rescore import differences, without_evidence
    from mag.scoring import judge_of

    episodes = folder.load()
    old = without_evidence(episodes)
    found = differences(episodes, judge_of(folder))
    for item in found:
        print(f"task {item.task_id} sample {item.sample} {item.mode}: {WORDS[item.old]} -> {WORDS[item.new]}")
    for episode in old:
        print(f"task {episode.web_task.task_id} sample {episode.sample}: stored without evidence, not computed again")
    print(f"{folder.path}: {len(episodes) - len(old)} episodes computed again, {len(old)} without evidence, {len(found)} verdicts differ")
    return any(item.overturned for item in found)
