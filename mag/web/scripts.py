"""The scripts that run inside a page: one function a file, with the helpers of shared.js in scope; nothing is left behind."""

from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent / "js"


@cache
def script(name: str) -> str:
    """js/<name>.js as an expression that is a function."""
    shared, own = ((FOLDER / f"{part}.js").read_text() for part in ("shared", name))
    return f"(...given) => {{ {shared}\n return (\n{own}\n)(...given); }}"
