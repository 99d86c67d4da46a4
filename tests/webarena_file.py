"""WebArena's task file for the tests that need it: MAG_WEBARENA_TASKS, else the import in .mag/webarena, fetched where it is missing."""

import os
from functools import cache
from pathlib import Path

import pytest

from mag.benchmark.load import TASKS, import_tasks
from mag.benchmark.webarena import NAME, webarena_bytes
from mag.errors import BadInput

HOME = Path(__file__).parent.parent / ".mag"


def webarena_file() -> Path:
    """Path of WebArena's test.raw.json, its digest checked. Skips the test, saying why, where it cannot be had."""
    path, reason = _find()
    if path is None:
        pytest.skip(f"WebArena's task file is not here (set MAG_WEBARENA_TASKS to its path): {reason}")
    return path


@cache
def _find() -> tuple[Path | None, str]:
    if given := os.environ.get("MAG_WEBARENA_TASKS"):
        webarena_bytes(Path(given))  # a path that is given and wrong is an error, not a reason to skip
        return Path(given), ""
    path = HOME / NAME / TASKS
    try:
        if not path.exists():
            import_tasks(NAME, None, HOME)
    except BadInput as error:
        return None, str(error)
    webarena_bytes(path)
    return path, ""
