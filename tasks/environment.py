"""Environment sets as Prefect sees them: one slot to queue for, resets and logins that may be tried again."""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from prefect import get_run_logger, task
from prefect.artifacts import create_table_artifact
from prefect.cache_policies import NO_CACHE
from prefect.client.orchestration import get_client
from prefect.concurrency.sync import concurrency

from mag import programs
from mag.errors import MagError, SiteDown
from mag.locks import hold
from mag.runs import EvalFolder, read_json
from mag.settings import SitesConf
from mag.sites.base import EnvironmentSet
from mag.sites.pool import environment_sets
from mag.sweep import reset_sets, verify_logins
from tasks.retrying import live, within

SLOT = "sites"
LEASE_S = 60  # a killed flow's place in the queue is free again after it and a little
RESET_S, LOGIN_S = 900.0, 180.0


class Taken(MagError):
    """The sites or the device are somebody else's, and waiting was not wanted."""


@contextmanager
def slot(home: Path, wait_s: float | None = None) -> Iterator[None]:
    """The place of the flow that works on sites: a global limit of Prefect's for queueing and for the eye, a file lock that excludes.

    Waits `wait_s` seconds for its turn, None as long as it takes; raises Taken after.
    """
    with get_client(sync_client=True) as client:
        client.upsert_global_concurrency_limit_by_name(SLOT, 1)
    try:
        with concurrency(SLOT, 1, wait_s, lease_duration=LEASE_S, raise_on_lease_renewal_failure=False), _alone(home, wait_s):
            yield
    except TimeoutError:
        raise Taken(f"sites taken by another flow (the slot {SLOT!r}, see Concurrency on the server's page)") from None


@contextmanager
def _alone(home: Path, wait_s: float | None) -> Iterator[None]:
    until, told = time.monotonic() + (wait_s or 0.0), False
    while True:
        with hold(home / programs.SITES) as had:
            if had:
                yield
                return
        who = programs.busy(home) or "sites taken"
        if wait_s is not None and time.monotonic() > until:
            raise Taken(who)
        if not told:
            get_run_logger().info("waiting: %s", who)
            told = True
        time.sleep(1)


@contextmanager
def sites(conf: SitesConf) -> Iterator[list[EnvironmentSet]]:
    """The environment sets, when it is this flow's turn."""
    with slot(Path(conf.home)), environment_sets(conf) as sets:
        yield sets


@live(retries=3, delays=[2, 30, 120], retry_jitter_factor=0.3)
def reset(folder: EvalFolder, sets: Sequence[EnvironmentSet]) -> list[EnvironmentSet]:
    """Every set back to its snapshot, verified (Algorithm 1, line 1); the sets that are well."""
    return list(within(RESET_S, reset_sets(folder, sets), "the reset of the sites"))


@live(retries=2, delays=[2, 10])
def login(folder: EvalFolder, sets: Sequence[EnvironmentSet], names: Sequence[str]) -> list[EnvironmentSet]:
    """Every account logged in and verified (line 2); the sets that are well."""
    return list(within(LOGIN_S, verify_logins(folder, sets, names), "logging in"))


@task(cache_policy=NO_CACHE)
def show(folder: EvalFolder, sets: Sequence[EnvironmentSet], well: Sequence[EnvironmentSet]) -> list[dict[str, object]]:
    """How each set's reset went, as a table. Raises SiteDown where a set is not well."""
    rows = [read_json(folder.path / "env" / f"set{one.number}.json") for one in sets]
    create_table_artifact(rows, key="env-reset", description="The last reset of each environment set")
    if sick := [row for row in rows if row["set"] not in {one.number for one in well}]:
        raise SiteDown("; ".join(f"set {row['set']}: {row.get('error', 'not well')}" for row in sick))
    return rows
