"""What the commands share: options that mean the same everywhere, and the way an error ends."""

import sys
from pathlib import Path
from typing import Annotated, NoReturn

import typer

Run = Annotated[Path, typer.Argument(help="Folder of a run or of one of its evaluations, or a run's name.")]
Sites = Annotated[list[str] | None, typer.Option("--site", help="Only this site; may be repeated.")]
Part = Annotated[str, typer.Option(help="all (the split without its pool), or a part of the split: train, validation, test, ...")]
Named = Annotated[
    str,
    typer.Option("--benchmark", help="miniarena, miniarena-wide, miniarena-deep, webarena, an import; default: of conf/benchmark.yaml."),
]
SplitFile = Annotated[
    Path | None, typer.Option("--split", help="Split file instead of the benchmark's own; `wide`, `deep`: miniarena's large ones.")
]


def fail(message: str, status: int = 2) -> NoReturn:
    """One line on standard error, then the end."""
    print(f"mag: {message}", file=sys.stderr)
    sys.exit(status)


def evaluations(run: Path) -> list[Path]:
    """Folders of the evaluations meant: one itself, all of a run's folder, all of a run's name."""
    from mag.errors import BadInput
    from mag.settings import load_settings

    folder = run if run.exists() else Path(load_settings().runs.folder) / run
    found = [folder] if (folder / "plan.json").exists() else sorted(path.parent for path in folder.glob("evals/*/plan.json"))
    if not found:
        raise BadInput(f"{folder} holds no evaluation; `ls {folder.parent}` shows what is there")
    return found
