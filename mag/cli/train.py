"""`mag train ...`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from mag.train.tiny_base import Progress

app = typer.Typer(no_args_is_help=True, help="Models: the tiny base, and training.")


@app.callback()
def models() -> None:
    """Keeps the sub-command's name while it is the only one."""


@app.command("tiny-base")
def tiny_base(
    out: Annotated[Path, typer.Option(help="Folder of the checkpoint.")] = Path(".mag/tiny"),
    minutes: Annotated[float, typer.Option(min=0.0, help="Stop after so long; the same command goes on.")] = 60.0,
    updates: Annotated[int, typer.Option(min=0, help="Length of the whole training; 0: as the recipe says.")] = 0,
    seed: int = 0,
    threads: Annotated[int, typer.Option(min=1, help="Of the CPU; the weights depend on it.")] = 2,
) -> None:
    """Train a tiny Qwen3.5-architecture model to read and copy: the base that everything else is trained from on small machines."""
    from dataclasses import replace

    from mag.cli.common import fail
    from mag.train.tiny_base import Recipe, train_base

    recipe = Recipe(seed=seed, threads=threads)
    recipe = replace(recipe, updates=updates or recipe.updates)
    try:
        finished = train_base(out, recipe, minutes, _show)
    except KeyboardInterrupt:
        fail(f"stopped; {out} keeps the last check, and the same command goes on from there", 130)
    if not finished:
        fail(f"{minutes:g} minutes are over; the same command goes on from there", 3)
    print(f"{out}: put it on the benchmark with an entry of conf/models.yaml (client: local, model: {out})")


def _show(progress: "Progress") -> None:
    print(
        f"update {progress.update} of {progress.updates}  loss {progress.loss:.3f}  held-out: copied {progress.copied:.3f}, "
        f"ids {progress.ids:.3f}  {progress.seconds / 60:.1f} min spent, {progress.seconds_left / 60:.1f} min left",
        flush=True,
    )
