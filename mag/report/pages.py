"""From values to HTML files. Whatever a model or a web page wrote is hostile here: it is escaped, and it never becomes an address."""

import re
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from mag.runs import write_atomic

HERE = Path(__file__).parent
ASSETS = ("viewer.css", "viewer.js")
# `file:` beside 'self': a page opened from disk has no origin that 'self' is bound to match.
POLICY = (
    "default-src 'none'; img-src 'self' file: data:; script-src 'self' file:; style-src 'self' file:; base-uri 'none'; form-action 'none'"
)
# What UTF-8 cannot carry, what HTML drops, and what reorders the text around it.
UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def printable(value: Any) -> Any:
    """Text with its invisible and reordering characters spelled out (⟨U+202E⟩); anything else as it is."""
    return UNPRINTABLE.sub(lambda found: f"⟨U+{ord(found[0]):04X}⟩", value) if type(value) is str else value


def segment(name: str) -> str:
    """A file or folder name as one segment of a relative address, whatever characters it holds."""
    return quote(name, safe="")


def number(value: float | None, digits: int = 3) -> str:
    """A number of a table, a dash where there is none."""
    return "–" if value is None else str(value) if isinstance(value, int) else f"{value:.{digits}f}"


@cache
def environment() -> Environment:
    """The templates, escaping everything and refusing names that are not there."""
    made = Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=printable,
    )
    made.filters |= {"segment": segment, "number": number}
    made.globals["policy"] = POLICY
    return made


def write_page(path: Path, template: str, **values: Any) -> Path:
    """Render a template into a file, whole or not at all."""
    write_atomic(path, environment().get_template(template).render(values).encode())
    return path


def write_assets(folder: Path) -> None:
    """Put the style and the script beside the pages."""
    for name in ASSETS:
        write_atomic(folder / name.replace("viewer", "view"), (HERE / name).read_bytes())
