"""Browsers and sets that are gone: their episodes go to others, and what nobody could roll is said."""

import asyncio
import json
import os
import signal
import subprocess

import pytest

from mag.errors import SiteDown
from mag.rollout import roll
from mag.runs import EvalFolder
from mag.sites.miniarena import start
from mag.sweep import open_lanes, reset_sets, roll_sweep, units_of, verify_logins
from tests.scripted import opens_a_page, reply

pytestmark = pytest.mark.usefixtures("no_waiting")


async def test_a_dead_browser_is_infra_and_the_episode_is_rolled_again(environment, spec_of, answer_task):
    reports, rolled, killed = [], [], []

    async def say(turn):
        if not killed:
            killed.append(True)
            for pid in browser_processes():
                os.kill(pid, signal.SIGKILL)
        return reply("finish", None, "x")

    def browser_processes():
        listing = subprocess.run(["ps", "-eww", "-o", "pid,ppid,args"], capture_output=True, text=True, check=True).stdout.splitlines()
        parents = {int(line.split()[0]): int(line.split()[1]) for line in listing[1:]}

        def descends(pid):
            while pid in parents and pid != os.getpid():
                pid = parents[pid]
            return pid == os.getpid()

        port = environment.ports["gitlab"]
        return [
            int(line.split()[0])
            for line in listing[1:]
            if f":{port}," in line and "--type=" not in line and "host-resolver" in line and descends(int(line.split()[0]))
        ]

    async with open_lanes([environment]) as lanes:
        lost = await roll(
            lanes, spec_of(say), units_of([answer_task], 1), rolled.append, lambda unit, outcome, reason: reports.append(outcome)
        )
    assert (reports, lost) == (["infra", "failure"], [])
    assert rolled[0].episode.attempt == 2


def drivers():
    """Playwright's processes under this one."""
    listing = subprocess.run(["ps", "-eww", "-o", "pid,ppid,args"], capture_output=True, text=True, check=True).stdout.splitlines()
    return {int(line.split()[0]) for line in listing[1:] if "run-driver" in line and int(line.split()[1]) == os.getpid()}


async def test_a_dead_driver_costs_the_episodes_in_hand_and_no_more(environment, spec_of, answer_task):
    others, reports, rolled, killed = drivers(), [], [], []

    async def say(turn):
        if not killed:
            killed.extend(drivers() - others)
            for pid in killed:
                os.kill(pid, signal.SIGKILL)
        return reply("finish", None, "x")

    async with open_lanes([environment]) as lanes:
        lost = await roll(
            lanes, spec_of(say), units_of([answer_task], 3), rolled.append, lambda unit, outcome, reason: reports.append(outcome)
        )
    assert len(killed) == 1 and drivers() == others
    assert (reports, lost) == (["infra", "failure", "failure", "failure"], [])
    assert sorted(one.episode.attempt for one in rolled) == [1, 1, 2]


async def test_a_driver_that_ends_at_its_start_is_infra(environment, spec_of, answer_task, monkeypatch):
    monkeypatch.setenv("PLAYWRIGHT_NODEJS_PATH", "/bin/false")
    reasons = []
    async with open_lanes([environment]) as lanes:
        lost = await roll(
            lanes, spec_of(opens_a_page), units_of([answer_task], 1), [].append, lambda unit, outcome, reason: reasons.append(reason)
        )
    assert (len(lost), len(reasons)) == (1, 3) and "driver did not start" in reasons[0]


async def test_a_set_that_cannot_be_mended_is_infra_and_nothing_is_scored(tmp_path, spec_of, benchmark, reports):
    environment = await asyncio.to_thread(start, 2, tmp_path, sites=["wikipedia"])
    await environment.close()  # a set that was let go of is not started again
    folder = EvalFolder(tmp_path / "eval")
    folder.path.mkdir()
    tasks = benchmark.select(["wikipedia"])[:2]
    assert await roll_sweep(spec_of(opens_a_page), folder, units_of(tasks, 1), [environment], reports) == 2
    assert reports.outcomes == {"infra": 1}  # the second was never tried on a set known to be down
    assert folder.units() == []
    assert len((folder.path / "infra.jsonl").read_text().splitlines()) == 1
    with pytest.raises(SiteDown):
        await environment.health()


async def test_a_sick_set_leaves_its_episodes_to_the_others(environment, tmp_path, spec_of, benchmark, reports):
    broken = await asyncio.to_thread(start, 2, tmp_path, sites=["wikipedia"])
    await broken.close()
    stored, tasks = [], benchmark.select(["wikipedia"])[:6]
    async with open_lanes([broken, environment]) as lanes:
        lost = await roll(lanes, spec_of(opens_a_page), units_of(tasks, 1), stored.append, reports)
    assert lost == []
    assert reports.outcomes == {"infra": 1, "failure": 6}
    assert {item.episode.environment_set for item in stored} == {1}


async def test_a_set_that_is_sick_at_the_start_stays_out_of_the_sweep(environment, tmp_path):
    broken = await asyncio.to_thread(start, 2, tmp_path, sites=["wikipedia"])
    await broken.close()
    folder = EvalFolder(tmp_path / "eval")
    assert await reset_sets(folder, [environment, broken]) == [environment]
    assert await verify_logins(folder, [environment, broken], ["wikipedia"]) == [environment, broken]  # it has no accounts
    assert "did not answer" in json.loads((folder.path / "env" / "set2.json").read_text())["error"]
    with pytest.raises(SiteDown):
        await reset_sets(folder, [broken])
