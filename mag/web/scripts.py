"""The scripts that run inside a page: one function a file, with the helpers it names in scope; nothing is left behind."""

from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent / "js"
# Helpers that come before a script, in this order; every script has shared.js.
HELPERS = {
    "marks": ("reach", "shield", "names"),
    "target": ("reach",),
    "place": ("reach",),
    "hold": ("reach",),
    "uncovered": ("reach",),
}


@cache
def script(name: str) -> str:
    """js/<name>.js as an expression that is a function."""
    *helpers, own = ((FOLDER / f"{part}.js").read_text() for part in ("shared", *HELPERS.get(name, ()), name))
    return f"(...given) => {{ {''.join(helpers)}\n return (\n{own}\n)(...given); }}"
