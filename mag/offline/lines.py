"""Files of one JSON record a line, from here or from elsewhere: further keys are ignored, a missing or wrong one is named with its line."""

from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

from pydantic import TypeAdapter, ValidationError

from mag.errors import BadInput

T = TypeVar("T")


def read_lines(path: Path, kind: TypeAdapter[T]) -> Iterator[tuple[str, T]]:
    """Each record with the place it stands at ("steps.jsonl:12"); blank lines are skipped. Raises BadInput."""
    for place, line in raw_lines(path):
        try:
            yield place, kind.validate_json(line)
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(str(part) for part in first["loc"]) or "line"
            raise BadInput(f"{place}: {where}: {first['msg']}; mend the line or leave it out") from None


def raw_lines(path: Path) -> Iterator[tuple[str, bytes]]:
    """Each line that is not blank, without its end, with the place it stands at. Raises BadInput when there is no such file."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BadInput(f"{path} cannot be read ({error.strerror}); give the path of a file with one JSON record a line") from None
    for number, line in enumerate(data.split(b"\n"), 1):
        if line.strip():
            yield f"{path}:{number}", line.strip()
