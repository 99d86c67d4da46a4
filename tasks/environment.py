"""Environment sets as Prefect sees them: one slot to queue for, resets and logins that may be tried again."""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from prefect.client.orchestration import get_client
from prefect.concurrency.sync import concurrency

from mag.runs import EvalFolder
from mag.settings import SitesConf
from mag.sites.base import EnvironmentSet
from mag.sites.pool import environment_sets
from mag.sweep import reset_sets, verify_logins
from tasks.retrying import live

SLOT = "sites"


@contextmanager
def sites(conf: SitesConf) -> Iterator[list[EnvironmentSet]]:
    """The environment sets, under the global limit that makes flows which reset sites wait for one another.

    The limit is for queueing and for the eye; what excludes is the file lock that each set is held by.
    """
    with get_client(sync_client=True) as client:
        client.upsert_global_concurrency_limit_by_name(SLOT, 1)
    with concurrency(SLOT, occupy=1), environment_sets(conf) as sets:
        yield sets


@live(retries=2, delays=[2, 10])
def reset(folder: EvalFolder, sets: Sequence[EnvironmentSet]) -> list[EnvironmentSet]:
    """Every set back to its snapshot, verified (Algorithm 1, line 1); the sets that are well."""
    return asyncio.run(reset_sets(folder, sets))


@live(retries=2, delays=[2, 10])
def login(folder: EvalFolder, sets: Sequence[EnvironmentSet], names: Sequence[str]) -> list[EnvironmentSet]:
    """Every account logged in and verified (line 2); the sets that are well."""
    return asyncio.run(verify_logins(folder, sets, names))
