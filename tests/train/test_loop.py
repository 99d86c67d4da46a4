"""kill -9 in rollouts, in the update and in the push: started again, the run ends as if nothing had been."""

import os
import signal
import time

import pytest

from tests.train.looped import easy_tasks, expert_cache, main, table
from tests.train.training import forked, join

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("one_thread")]
MOMENTS = {
    "first episode": "rounds/01/episodes/*-s0-*",
    "update begins": "rounds/01/logprobs.parquet",
    "weights half written": "rounds/01/.weights.partial",
    "pushed": "rounds/01/probe/asked.json",
    "second round": "rounds/02/episodes/*-s0-*",
}


@pytest.fixture(scope="module")
async def cache(tmp_path_factory, benchmark, environment):
    return await expert_cache(tmp_path_factory.mktemp("expert"), benchmark, easy_tasks(benchmark)[:2], environment)


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory, base, cache):
    folder = tmp_path_factory.mktemp("undisturbed")
    assert join(forked(lambda: main(folder, base, cache))) == 0
    return table(folder / "runs/r")


@pytest.mark.parametrize("moment", MOMENTS)
def test_killed_anywhere_it_ends_in_the_same_table(moment, undisturbed, base, cache, tmp_path):
    folder, run = tmp_path / "killed", tmp_path / "killed/runs/r"
    child = forked(lambda: main(folder, base, cache))
    deadline = time.monotonic() + 240
    while not list(run.glob(MOMENTS[moment])) and time.monotonic() < deadline:
        time.sleep(0.002)
    os.kill(child, signal.SIGKILL)
    assert join(child) == -signal.SIGKILL
    finished = {path: path.stat().st_mtime_ns for path in run.glob("rounds/*/episodes/[0-9]*/episode.json")}
    assert join(forked(lambda: main(folder, base, cache))) == 0
    assert {path: path.stat().st_mtime_ns for path in finished} == finished  # what was rolled was not rolled again
    found = table(run)
    assert found.keys() == undisturbed.keys()
    assert [name for name in found if found[name] != undisturbed[name]] == []
