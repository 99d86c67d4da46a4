"""What every flow of ours is: `mag/<deployment>`, with its process noted, so that `mag/reap` can tell a dead run from a quiet one."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from prefect import flow

from mag import programs
from mag.settings import load_settings


def note_process(own: Any, run: Any, state: Any) -> None:
    """Write down that this process is the flow run."""
    programs.note(Path(load_settings().sites.home), str(run.id), str(run.name))


def deployed(name: str) -> Callable[..., Any]:
    """A flow of ours; `name` of its runs, with its parameters in braces."""
    return flow(name="mag", flow_run_name=name, log_prints=True, on_running=[note_process])
