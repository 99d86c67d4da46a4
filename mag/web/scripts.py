"""The scripts that run inside a page: one function a file, nothing left behind."""

from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent / "js"


@cache
def script(name: str) -> str:
    """Text of js/<name>.js, an expression that is a function."""
    return (FOLDER / f"{name}.js").read_text()
