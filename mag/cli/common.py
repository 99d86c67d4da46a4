"""What the commands share: options that mean the same everywhere, and the way an error ends."""

import sys
from typing import Annotated, NoReturn

import typer

Sites = Annotated[list[str] | None, typer.Option("--site", help="Only this site; may be repeated.")]
Part = Annotated[str, typer.Option(help="all (train and test), train, test or pool.")]


def fail(message: str, status: int = 2) -> NoReturn:
    """One line on standard error, then the end."""
    print(f"mag: {message}", file=sys.stderr)
    sys.exit(status)
