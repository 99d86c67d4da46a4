"""Environment sets: start, reset, health, side by side, gone with their owner."""

import asyncio
import json
import os
import socket
import subprocess
import sys
import textwrap
import time

import httpx
import pytest

from mag.errors import BadInput, SiteDown
from mag.miniarena import SITE_KEYS
from mag.miniarena.core import load_site
from mag.sites.accounts import Account, log_in, verify
from mag.sites.miniarena import LOGIN, running, start, stop_detached
from tests.sites.applications import free_ports

NEWCOMER = Account("newcomer", "long enough", "newcomer@example.test", "New Comer")


def address(environment, site):
    return f"http://127.0.0.1:{environment.ports[site]}"


async def test_reset_brings_back_the_snapshot_and_ends_every_login(environment):
    await environment.reset()
    before = (await environment.status())["fingerprints"]
    [cookie] = await log_in(environment.hosts, environment.urls["reddit"], NEWCOMER, LOGIN)
    changed = await environment.status()
    assert changed["fingerprints"]["reddit"] != before["reddit"]
    assert not changed["pristine"]
    assert await environment.reset() < 10
    after = await environment.status()
    assert (after["pristine"], after["fingerprints"]) == (True, before)
    jar = {cookie["name"]: cookie["value"]}
    assert httpx.get(address(environment, "reddit") + "/whoami", cookies=jar).status_code == 401


async def test_sets_side_by_side_do_not_share_state(environment, tmp_path_factory):
    await environment.reset()
    second = await asyncio.to_thread(start, 2, tmp_path_factory.mktemp("second"))
    try:
        assert second.urls == environment.urls
        assert second.snapshot == environment.snapshot
        assert (await second.status())["fingerprints"] == (await environment.status())["fingerprints"]
        await log_in(second.hosts, second.urls["gitlab"], NEWCOMER, LOGIN)
        assert (await environment.status())["pristine"]
        assert not (await second.status())["pristine"]
    finally:
        await second.close()


async def test_every_site_with_accounts_verifies_its_login(environment):
    state = await environment.login(SITE_KEYS)
    with_accounts = [key for key in SITE_KEYS if load_site(key).account]
    assert [cookie["name"] for cookie in state["cookies"]] == [f"{key}_session" for key in with_accounts]
    assert len(with_accounts) == 5
    await environment.health()


async def test_a_set_that_stopped_is_down_not_silent(tmp_path):
    stopped = await asyncio.to_thread(start, 3, tmp_path)
    await stopped.close()
    with pytest.raises(SiteDown, match="did not answer"):
        await stopped.health()
    with pytest.raises(SiteDown, match="mag sites"):
        await stopped.reset()


def test_a_port_in_use_is_named(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(BadInput, match=f"port {port} is in use"):
            start(1, tmp_path, base_port=port)


def test_a_detached_set_stays_up_and_can_be_found_and_stopped(tmp_path):
    base = free_ports(7)
    started = start(1, tmp_path, base_port=base, detached=True)
    found = running(tmp_path)
    assert [item.ports for item in found] == [started.ports]
    assert started.ports["gitlab"] == base
    assert asyncio.run(found[0].status())["pristine"]
    assert stop_detached(tmp_path) == 1
    deadline = time.monotonic() + 20
    while running(tmp_path) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert running(tmp_path) == []


@pytest.mark.parametrize("ending", ["exit", "exception", "kill -9"])
def test_a_set_ends_with_the_program_that_started_it(tmp_path, ending):
    script = textwrap.dedent(f"""
        import json, os, signal, sys
        from pathlib import Path
        from mag.sites.miniarena import start
        item = start(1, Path({str(tmp_path)!r}))
        print(json.dumps({{"pid": item.process.pid, "port": item.ports["map"]}}), flush=True)
        {{"exit": lambda: sys.exit(0), "exception": lambda: 1 / 0, "kill -9": lambda: os.kill(os.getpid(), signal.SIGKILL)}}[{ending!r}]()
    """)
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=120)
    record = json.loads(done.stdout.splitlines()[0])
    deadline = time.monotonic() + 20
    while os.path.exists(f"/proc/{record['pid']}") and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not os.path.exists(f"/proc/{record['pid']}")
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"http://127.0.0.1:{record['port']}/healthz")


async def test_a_host_name_without_a_dot_keeps_its_session(environment):
    hosts = {"forum": environment.ports["reddit"]}
    cookies = await log_in(hosts, "http://forum", NEWCOMER, LOGIN)
    await verify(hosts, "http://forum", NEWCOMER, LOGIN, cookies)
