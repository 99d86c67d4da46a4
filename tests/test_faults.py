"""Infrastructure trouble in the middle of sweeps, made for real: nothing is scored for it, nothing is lost, what is missing is said."""

import asyncio
import os
import re
import signal
import sqlite3
import subprocess
from pathlib import Path

import httpx
import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import Route

from mag.errors import NoSpace
from mag.rollout import roll
from mag.runs import EvalFolder
from mag.scoring import score_sweep
from mag.sites.miniarena import start
from mag.sweep import open_lanes, roll_sweep, start_folder, units_of
from tests.scripted import on, opens_a_page, reply

pytestmark = pytest.mark.usefixtures("no_waiting")


@pytest.fixture(scope="module")
async def own_set(tmp_path_factory):
    """A set these tests may break; a reset mends it."""
    started = await asyncio.to_thread(start, 7, tmp_path_factory.mktemp("faults"), sites=["gitlab", "wikipedia", "reddit", "shopping"])
    yield started
    await started.close()


class FaultyProxy:
    """Between browser and set: `fault(request)` answers in the site's place, or returns None."""

    def __init__(self, environment):
        self.ports = {name: port for name, port in environment.hosts.items()}
        self.fault = lambda request: None
        self.faults = 0

    async def answer(self, request):
        fault = self.fault(request)
        if fault is not None:
            self.faults += 1
            return await fault if asyncio.iscoroutine(fault) else fault
        headers = {name: value for name, value in request.headers.items() if name not in ("accept-encoding", "connection")}
        address = f"http://127.0.0.1:{self.ports[request.url.hostname]}{request.url.path}"
        async with httpx.AsyncClient(trust_env=False, timeout=30) as client:
            got = await client.request(request.method, address, params=request.url.query, headers=headers, content=await request.body())
        answer = Response(got.content, got.status_code)
        skipped = ("content-length", "transfer-encoding", "connection", "date", "server")
        answer.raw_headers = [(k.lower(), v) for k, v in got.headers.raw if k.lower().decode() not in skipped]
        answer.raw_headers.append((b"content-length", str(len(got.content)).encode()))
        return answer


@pytest.fixture
async def proxy(own_set):
    found = FaultyProxy(own_set)
    app = Starlette(routes=[Route("/{path:path}", found.answer, methods=["GET", "POST", "HEAD"])])
    server = uvicorn.Server(uvicorn.Config(app, log_level="error", lifespan="off", port=0, host="127.0.0.1"))
    running = asyncio.ensure_future(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    hosts = dict(own_set.hosts)
    own_set.hosts = dict.fromkeys(hosts, server.servers[0].sockets[0].getsockname()[1])
    yield found
    own_set.hosts = hosts
    server.should_exit = server.force_exit = True
    await running


@pytest.fixture
def site_tasks(benchmark):
    def choose(site, count):
        return [web_task for web_task in benchmark.select([site]) if web_task.require_login or site == "wikipedia"][:count]

    return choose


async def rolled_on(environment, spec, tasks, reports):
    stored = []
    async with open_lanes([environment]) as lanes:
        lost = await roll(lanes, spec, units_of(tasks, 1), lambda rolled: stored.append(rolled.episode), reports)
    return stored, lost


def once(function):
    """A fault of the first request it applies to."""
    done = []

    def fault(request):
        answer = None if done else function(request)
        if answer is not None:
            done.append(True)
        return answer

    return fault


async def test_a_site_killed_in_mid_episode_is_started_again_and_the_episode_repeated(own_set, spec_of, site_tasks, reports):
    killed = []

    def say(turn):
        if not killed:
            killed.append(own_set.process.pid)
            os.kill(own_set.process.pid, signal.SIGKILL)
        return opens_a_page(turn)

    episodes, lost = await rolled_on(own_set, spec_of(say), site_tasks("gitlab", 2), reports)
    assert lost == []
    assert reports.outcomes == {"infra": 1, "failure": 2}
    assert own_set.process.pid not in killed
    assert sorted(episode.attempt for episode in episodes) == [1, 2]


async def test_a_site_that_hangs_for_good_is_replaced(own_set, spec_of, site_tasks, reports, monkeypatch):
    monkeypatch.setattr("mag.sites.http.TIMEOUT_S", 2.0)
    monkeypatch.setattr("mag.web.tab.SETTLE_CAP_MS", 1500)
    monkeypatch.setattr("mag.web.execute.STATE_DEADLINE_S", 2.0)
    monkeypatch.setattr("mag.web.guard.PATIENCE_S", 1.0)
    stopped = []

    def say(turn):
        if not stopped:
            stopped.append(own_set.process.pid)
            os.kill(own_set.process.pid, signal.SIGSTOP)
        return opens_a_page(turn)

    episodes, lost = await rolled_on(own_set, spec_of(say), site_tasks("wikipedia", 1), reports)
    assert (lost, reports.outcomes) == ([], {"infra": 1, "failure": 1})
    assert episodes[0].attempt == 2


@pytest.mark.parametrize("status", [500, 502, 429])
async def test_a_page_the_site_cannot_serve_is_no_step_of_the_model(own_set, proxy, spec_of, site_tasks, reports, status):
    def say(turn):
        proxy.fault = once(lambda request: Response("trouble", status) if "text/html" in request.headers.get("accept", "") else None)
        return opens_a_page(turn)

    def only_at_first(turn):
        return opens_a_page(turn) if proxy.faults else say(turn)

    episodes, lost = await rolled_on(own_set, spec_of(only_at_first), site_tasks("wikipedia", 1), reports)
    assert (lost, reports.outcomes) == ([], {"infra": 1, "failure": 1})
    assert f"answered {status}" in reports.reasons[0]
    assert all("trouble" not in step.title for step in episodes[0].steps)


async def test_one_request_that_hangs_costs_an_attempt(own_set, proxy, spec_of, site_tasks, reports, monkeypatch):
    monkeypatch.setattr("mag.web.tab.SETTLE_CAP_MS", 1500)
    monkeypatch.setattr("mag.web.guard.PATIENCE_S", 1.0)
    monkeypatch.setattr("mag.web.execute.STATE_DEADLINE_S", 2.0)

    async def hang():
        await asyncio.sleep(4)
        return Response("too late")

    def say(turn):
        if not proxy.faults:
            proxy.fault = once(lambda request: hang() if "text/html" in request.headers.get("accept", "") else None)
        return opens_a_page(turn)

    _, lost = await rolled_on(own_set, spec_of(say), site_tasks("wikipedia", 1), reports)
    assert (lost, reports.outcomes) == ([], {"infra": 1, "failure": 1})
    assert "did not answer" in reports.reasons[0]


async def test_a_slow_page_is_waited_for_and_seen(own_set, proxy, spec_of, site_tasks, reports, monkeypatch):
    monkeypatch.setattr("mag.web.tab.SETTLE_CAP_MS", 300)
    titles = []

    async def slowly(request):
        await asyncio.sleep(1.5)
        proxy.fault = lambda request: None
        return await proxy.answer(request)

    def say(turn):
        titles.append(turn.observation.title)
        if turn.index == 1:
            proxy.fault = lambda request: slowly(request) if "text/html" in request.headers.get("accept", "") else None
        return on(turn, "click", "link", "Categories") if turn.index == 1 else reply("finish", None, "x")

    _, lost = await rolled_on(own_set, spec_of(say), site_tasks("wikipedia", 1), reports)
    assert (lost, reports.outcomes) == ([], {"failure": 1})
    assert titles[0] != titles[1]


async def test_a_site_that_only_answers_500_ends_the_sweep_incomplete_and_says_so(
    own_set, proxy, spec_of, benchmark, site_tasks, reports, tmp_path
):
    folder, spec, tasks = EvalFolder(tmp_path), spec_of(opens_a_page), site_tasks("wikipedia", 2)
    start_folder(folder, spec, tasks, 1, [own_set])
    proxy.fault = lambda request: Response("broken", 500)
    assert await roll_sweep(spec, folder, units_of(tasks, 1), [own_set], reports) == 2
    summary = score_sweep(folder, benchmark.references())
    assert (summary.incomplete, summary.infra, summary.n, folder.units()) == (True, 2, 0, [])
    assert "failure" not in reports.outcomes
    proxy.fault = lambda request: None
    assert await roll_sweep(spec, folder, units_of(tasks, 1), [own_set], reports) == 0
    assert not score_sweep(folder, benchmark.references()).incomplete


def delete_sessions(environment, site):
    """As an operator's cleaning job would: every session row goes, under a running site."""
    state = re.search(r"--state\0([^\0]+)", Path(f"/proc/{environment.process.pid}/cmdline").read_text())[1]
    with sqlite3.connect(f"{state}/{site}.db", timeout=10) as db:
        db.execute("DELETE FROM sessions")


async def test_sessions_deleted_in_mid_sweep_are_noticed_before_anything_is_scored(own_set, spec_of, site_tasks, reports):
    deleted = []

    def say(turn):
        if turn.index == 1 and len(deleted) < 1:
            deleted.append(turn.index)
            delete_sessions(own_set, "gitlab")
        return opens_a_page(turn)

    episodes, lost = await rolled_on(own_set, spec_of(say), site_tasks("gitlab", 3), reports)
    assert (lost, reports.outcomes) == ([], {"infra": 1, "failure": 3})
    assert "session of" in reports.reasons[0]
    assert sorted(episode.attempt for episode in episodes) == [1, 1, 2]


async def test_an_agent_that_signs_out_is_signed_in_again_and_told(own_set, spec_of, site_tasks, reports):
    notices, urls = [], []

    def say(turn):
        notices.append(turn.observation.notices)
        urls.append(turn.observation.url)
        signed_in = [mark for mark in turn.observation.marks if mark.name == "quillfern"]
        assert signed_in, "the agent must never see a page for guests"
        if turn.index == 1:
            return on(turn, "click", "button", "quillfern")
        return on(turn, "click", "button", "sign out") if turn.index == 2 else reply("finish", None, "x")

    episodes, lost = await rolled_on(own_set, spec_of(say), site_tasks("reddit", 2), reports)
    assert (lost, reports.outcomes) == ([], {"failure": 2})
    assert [episode.attempt for episode in episodes] == [1, 1]
    assert notices == [(), (), ("You signed out of reddit and have been signed in again.",)] * 2


async def test_a_full_disk_loses_nothing_that_was_finished(own_set, spec_of, site_tasks, reports, tmp_path, benchmark):
    small = tmp_path / "small"
    small.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=900k", "tmpfs", str(small)], capture_output=True).returncode:
        pytest.skip("needs the right to mount a small file system")
    try:
        folder, spec, tasks = EvalFolder(small / "eval"), spec_of(opens_a_page), site_tasks("wikipedia", 8)
        start_folder(folder, spec, tasks, 1, [own_set])
        with pytest.raises(NoSpace, match="no space left") as full:
            await roll_sweep(spec, folder, units_of(tasks, 1), [own_set], reports)
        assert "start the same command again" in str(full.value)
        stored = len(folder.units())
        assert 0 < stored < len(tasks)
        assert len(folder.load()) == stored  # every one whole
        assert not list(folder.episodes_path.glob(".*"))  # no half of one left to fill the disk
        subprocess.run(["mount", "-o", "remount,size=20m", str(small)], check=True)
        assert await roll_sweep(spec, folder, units_of(tasks, 1), [own_set], reports) == 0
        assert reports.outcomes["failure"] == len(tasks)
        assert not score_sweep(folder, benchmark.references()).incomplete
    finally:
        subprocess.run(["umount", str(small)], check=True)


async def test_an_episode_that_brings_down_every_set_is_given_up_at_last(own_set, spec_of, site_tasks, reports, monkeypatch):
    monkeypatch.setattr("mag.rollout.TRIES", 3)
    poison, harmless = site_tasks("wikipedia", 2)

    def say(turn):
        if poison.intent in turn.prompt.user:
            os.kill(own_set.process.pid, signal.SIGKILL)
        return opens_a_page(turn)

    episodes, lost = await rolled_on(own_set, spec_of(say), [poison, harmless], reports)
    assert [unit.web_task for unit, _ in lost] == [poison]
    assert [episode.web_task for episode in episodes] == [harmless]
    assert reports.outcomes == {"infra": 3, "failure": 1}
