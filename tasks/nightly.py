"""The nightly evaluation's edges: its place on the machine, the sweep as a process of its own, the row, the alert."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from datetime import date, datetime
from pathlib import Path

from prefect import get_run_logger, task
from prefect.artifacts import create_markdown_artifact, create_table_artifact
from prefect.cache_policies import NO_CACHE
from prefect.events import emit_event

from mag import programs
from mag.errors import BadInput
from mag.locks import hold
from mag.nightly import PREFIX, Night, champion_command, device_of, note_night, read_nights
from mag.settings import Settings
from mag.supervise import supervise
from tasks.environment import Taken, slot
from tasks.retrying import live
from tasks.units import MAG, deadline_s

WAIT_S = 5.0  # for a place that is just being let go of
SHOWN = 14  # nights


@contextmanager
def place(settings: Settings) -> Iterator[None]:
    """Sites and device for this flow alone. Raises Taken at once where they are somebody's."""
    home, device = Path(settings.sites.home), device_of(settings)
    if reason := programs.busy(home, device):
        raise Taken(reason)
    with slot(home, WAIT_S), ExitStack() as stack:
        if device and not stack.enter_context(hold(programs.device_lock(home, device))):
            raise Taken(programs.busy(home, device) or f"device {device} taken")
        yield


def name_of(night: str) -> str:
    """Name of the evaluation of a date (YYYY-MM-DD), by default today's."""
    try:
        return f"{PREFIX}{datetime.strptime(night, '%Y-%m-%d').date() if night else date.today()}"
    except ValueError:
        raise BadInput(f"{night!r} is no date; give one as 2026-11-29, or none for today") from None


@live(retries=3, delays=[60, 300, 600])
def roll(settings: Settings, name: str) -> Path:
    """The champion's episodes that are missing, scored; the evaluation's folder."""
    champion = settings.champion
    command = [*MAG, *champion_command(settings, name)]
    supervise(command, get_run_logger().info, deadline_s(settings.compute, "nightly"))
    return Path(settings.runs.folder) / champion.run / "evals" / name


@task(cache_policy=NO_CACHE)
def note(folder: Path) -> Night:
    """The night's row, in the table."""
    return note_night(folder.parent.parent, folder.name)


def track(folder: Path, settings: Settings) -> None:
    """Into MLflow, beside the other nights; a failure there is logged and spoils nothing."""
    from tasks import tracking  # MLflow takes long to import; a night that is skipped does without

    tracking.log_sweep(folder, replace(settings.tracking, experiment="mag/nightly"), return_state=True)


@task(cache_policy=NO_CACHE)
def tell(folder: Path, row: Night) -> str:
    """The nights as a table on the server's page, and an alert where the interval excludes no change; the row in a sentence."""
    run = folder.parent.parent
    rows = [vars(one) for one in read_nights(run)[-SHOWN:]]
    create_table_artifact(rows, key="nightly", description=f"The last nights of {run.name}")
    if row.changed != "yes":
        get_run_logger().info(row.line)
        return row.line
    get_run_logger().error("%s", row.line)
    create_markdown_artifact(f"**{row.line}**", key="nightly-alert", description="The interval of the difference excludes no change")
    resource = {"prefect.resource.id": f"mag.nightly.{run.name}", "prefect.resource.name": row.night}
    emit_event("mag.nightly.changed", resource, payload=vars(row))
    return row.line
