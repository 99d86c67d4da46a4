"""Tidying up: flow runs whose process has ended, processes whose supervisor has, files that no writer will complete."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from prefect import get_run_logger, task
from prefect.artifacts import create_markdown_artifact
from prefect.cache_policies import NO_CACHE
from prefect.client.orchestration import SyncPrefectClient, get_client
from prefect.exceptions import ObjectNotFound
from prefect.states import Crashed

from mag import programs
from mag import reap as library


@task(cache_policy=NO_CACHE)
def dead_runs(home: Path, dry: bool) -> list[str]:
    """Runs that the server believes alive and whose process on this machine has ended become Crashed; their names."""
    found = []
    with get_client(sync_client=True) as client:
        for program in programs.noted(home):
            if not program.gone:
                continue
            if name := _believed_alive(client, program):
                found.append(name)
                if not dry:
                    state = Crashed(message=f"its process ({program.mark}) has ended without a word; found by mag/reap")
                    client.set_flow_run_state(program.id, state, force=True)
            if not dry:
                program.path.unlink(missing_ok=True)
    return found


def _believed_alive(client: SyncPrefectClient, program: programs.Program) -> str:
    try:
        run = client.read_flow_run(program.id)  # type: ignore[arg-type]
    except ObjectNotFound:  # of another server, or deleted
        return ""
    return "" if run.state is None or run.state.is_final() else str(run.name)


@task(cache_policy=NO_CACHE)
def orphans(dry: bool) -> list[str]:
    """Processes that outlived their supervisor, ended; their command lines."""
    found = library.orphans()
    if found and not dry:
        library.end(found)
    return [f"{one.pid} {one.command[:200]}" for one in found]


@task(cache_policy=NO_CACHE)
def files(folders: Sequence[Path], older_s: float, dry: bool) -> list[str]:
    """Temporary files and folders that nothing will complete, removed; their paths."""
    found = [path for folder in folders for path in library.leftovers(folder, older_s)] + library.dead_sets(older_s)
    if not dry:
        library.remove(found)
    return [str(path) for path in found]


@task(cache_policy=NO_CACHE)
def tell(found: Mapping[str, Sequence[str]], dry: bool) -> None:
    """What was found, in the log and on the server's page."""
    did = "found" if dry else "tidied up"
    get_run_logger().info("%s: %s", did, ", ".join(f"{len(items)} {kind}" for kind, items in found.items()))
    lines = [f"- {kind}: `{item}`" for kind, items in found.items() for item in items]
    if lines:
        create_markdown_artifact("\n".join(lines), key="reap", description=f"What mag/reap {did}")
