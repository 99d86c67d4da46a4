"""`mag analyze` as a task, and its tables on the server's page. Quick, and equal for equal records: done anew each time."""

from collections.abc import Sequence
from pathlib import Path

from prefect import get_run_logger, task
from prefect.artifacts import create_markdown_artifact
from prefect.cache_policies import NO_CACHE

from mag.settings import Settings
from mag.supervise import supervise
from tasks.retrying import live
from tasks.units import MAG, deadline_s


@live(retries=1, delays=[10])
def compare(evaluations: Sequence[str], out: str, settings: Settings) -> Path:
    """Tables and report of these evaluations; their folder."""
    folder = Path(out or Path(settings.runs.folder) / evaluations[0].split("/")[0] / "analysis")
    supervise([*MAG, "analyze", *evaluations, "--out", str(folder)], get_run_logger().info, deadline_s(settings.compute, "analyze"))
    return folder


@task(cache_policy=NO_CACHE)
def show(folder: Path) -> list[str]:
    """Every table of an analysis as an artifact; the names of the tables."""
    tables = sorted((folder / "tables").glob("*.md"))
    for path in tables:
        key = f"analysis-{path.stem}".lower().replace("_", "-")
        create_markdown_artifact(path.read_text(encoding="utf-8"), key=key, description=str(path))
    return [path.stem for path in tables]
