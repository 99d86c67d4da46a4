"""`mag rescore`."""

import sys
from typing import TYPE_CHECKING

import typer

from mag.cli.common import Run, evaluations

if TYPE_CHECKING:
    from mag.runs import EvalFolder

WORDS = {True: "success", False: "failure", None: "undecided"}


def register(app: typer.Typer) -> None:
    """Add the command to the top level."""
    app.command()(rescore)


def rescore(run: Run) -> None:
    """Compute every verdict again from the stored evidence and say what differs; exit status 1 when a decided one does."""
    from mag.runs import EvalFolder

    if any([_print(EvalFolder(path)) for path in evaluations(run)]):  # a list: every evaluation is printed
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
