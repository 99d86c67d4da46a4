"""Figures as files. The same figure gives the same bytes: no dates, no random identifiers, fonts that come with matplotlib."""

import io
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mag.runs import write_atomic

if TYPE_CHECKING:
    from matplotlib.figure import Figure

# What each format would otherwise say of the moment and the program.
METADATA: dict[str, dict[str, Any]] = {
    "svg": {"Date": None, "Creator": None},
    "png": {"Software": None},
    "pdf": {"CreationDate": None, "Creator": None, "Producer": None},
}


def encoded(figure: "Figure", form: str) -> bytes:
    """The figure as svg, png (200 dots an inch) or pdf, white behind."""
    out = io.BytesIO()
    figure.savefig(out, format=form, metadata=METADATA[form])
    return out.getvalue()


def save(figure: "Figure", folder: Path, name: str) -> dict[str, bytes]:
    """Write the figure in every format as folder/name.*; the bytes by format."""
    figure.draw_without_rendering()
    figure.set_layout_engine("none")  # laid out once, the same in every format
    files = {form: encoded(figure, form) for form in METADATA}
    for form, data in files.items():
        write_atomic(folder / f"{name}.{form}", data)
    return files
