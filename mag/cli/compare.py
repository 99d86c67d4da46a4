"""`mag compare`."""

from collections import Counter
from pathlib import Path
from typing import Annotated

import typer


def register(app: typer.Typer) -> None:
    """Add the command to the top level."""
    app.command()(compare)


def compare(
    evaluation: Annotated[list[str], typer.Argument(help="Runs or evaluations: their folders, or names such as RUN and RUN/EVALUATION.")],
    task: Annotated[int | None, typer.Option(help="Only this task.")] = None,
    out: Annotated[
        Path | None, typer.Option(help="Folder to write to; outside the folder of runs it gets copies of the screenshots.")
    ] = None,
) -> None:
    """Lay runs of the same tasks side by side, step by step, and print the path of the pages. One evaluation: its samples."""
    from mag.report.comparison import AGREEMENTS, default_folder, write_comparison
    from mag.settings import load_settings

    runs = Path(load_settings().runs.folder)
    folders = [folder for name in evaluation for folder in find_evaluations(name, runs)]
    index, rows = write_comparison(folders, out or default_folder(folders, task), task)
    counts = Counter(row.agreement for row in rows)
    print(f"{len(rows)} task{'s' * (len(rows) != 1)}: " + ", ".join(f"{counts[name]} {name}" for name in AGREEMENTS if counts[name]))
    if task is not None:
        print(f"first divergence: {rows[0].parting}")
    print(f"pages: {index if task is None else index.with_name(f'{task}.html')}")


def find_evaluations(name: str, runs: Path) -> list[Path]:
    """Folders of the evaluation of this name, or of all evaluations of the run of this name. Raises BadInput when there is none."""
    from mag.errors import BadInput

    run, _, evaluation = name.partition("/")
    for folder in (Path(name), runs / name, runs / run / "evals" / evaluation):
        found = [folder] if (folder / "plan.json").exists() else sorted(path.parent for path in folder.glob("evals/*/plan.json"))
        if found:
            return found
    raise BadInput(f"there is no run or evaluation {name!r}; `ls {runs}` shows the runs, `ls {runs}/RUN/evals` a run's evaluations")
