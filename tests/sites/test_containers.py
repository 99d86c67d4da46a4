"""Two compose sets of miniarena, for real: the rows and pages of the embedded sets, reset by making containers anew.

Runs where a container engine answers and the base image is there (`podman pull docker.io/library/python:3.11-slim-bookworm`).
"""

import asyncio
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from mag.benchmark.load import load_benchmark
from mag.choice import Choice
from mag.errors import BadInput, LoginLost, SiteDown
from mag.miniarena import SITE_KEYS
from mag.miniarena.snapshot import source_digest
from mag.settings import Settings, SitesConf
from mag.sites.accounts import Account, log_in
from mag.sites.compose_miniarena import PORTS_PER_SET, MiniarenaContainers
from mag.sites.engine import find_engine
from mag.sites.miniarena import LOGIN
from mag.sweep import run_sweep
from tests.sites.applications import free_ports

pytestmark = pytest.mark.containers
BASE = "docker.io/library/python:3.11-slim-bookworm"
ROOT = Path(__file__).parents[2]
NEWCOMER = Account("newcomer", "long enough", "newcomer@example.test", "New Comer")
NUMBERS = (61, 62)  # project names nobody else uses


def engine_output(engine, *arguments):
    return subprocess.run([engine.binary, *arguments], capture_output=True, text=True, check=True).stdout


@pytest.fixture(scope="module")
def engine():
    try:
        found = find_engine()
    except BadInput as error:
        pytest.skip(str(error))
    if subprocess.run([found.binary, "image", "inspect", BASE], capture_output=True).returncode:
        pytest.skip(f"there is no {BASE}; pull it to run this")
    return found


@pytest.fixture(scope="module")
def image(engine):
    name = f"localhost/mag-miniarena:{source_digest()}"
    if subprocess.run([engine.binary, "image", "inspect", name], capture_output=True).returncode:
        subprocess.run(["sh", str(ROOT / "containers/build.sh"), engine.binary, name, sys.executable], check=True, capture_output=True)
    return name


@pytest.fixture(scope="module")
def conf(image, tmp_path_factory):
    home = str(tmp_path_factory.mktemp("containers-home"))
    first = free_ports(2 * PORTS_PER_SET) - PORTS_PER_SET * (NUMBERS[0] - 1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MAG_IMAGE_MINIARENA", image)
        yield SitesConf("compose", "miniarena", 2, first, home, str(ROOT / "docker-compose.yml"))


@pytest.fixture(scope="module")
async def sets(engine, conf):
    found = [MiniarenaContainers(number, conf, engine) for number in NUMBERS]
    try:
        await asyncio.gather(*(item.start() for item in found))
        yield found
    finally:
        await asyncio.gather(*(item.close() for item in found))


def container_ids(engine, item):
    lines = engine_output(engine, "ps", "--no-trunc", "--format", "{{.Names}} {{.ID}}").splitlines()
    return {name: number for name, number in map(str.split, lines) if name.startswith(f"mag-set{item.number}")}


async def test_containers_hold_what_embedded_sets_hold(sets, environment):
    await environment.reset()
    expected = await environment.fingerprint()
    for item in sets:
        assert await item.fingerprint() == expected
        assert (item.urls, item.snapshot, item.resets_per_episode) == (environment.urls, environment.snapshot, True)
        assert set(item.hosts) == set(environment.hosts)


async def test_every_port_is_published_on_loopback_only(sets, engine):
    for name in container_ids(engine, sets[0]):
        published = engine_output(engine, "port", name).splitlines()
        assert len(published) == 2
        assert all(line.split(" -> ")[1].startswith("127.0.0.1:") for line in published)


async def test_a_reset_makes_anew_what_was_written_to_and_only_that(sets, engine):
    first, second = sets
    pristine, before, beside = await first.fingerprint(), container_ids(engine, first), container_ids(engine, second)
    state = await first.login(["shopping"])
    await first.verify(["shopping"], state["cookies"])
    await log_in(first.hosts, first.urls["reddit"], NEWCOMER, LOGIN)
    assert (await first.fingerprint())["reddit"] != pristine["reddit"]
    assert await second.fingerprint() == pristine
    assert await first.reset() > 0
    after = container_ids(engine, first)
    changed = {name.split("miniarena-")[1].removesuffix("_1").removesuffix("-1") for name in before if before[name] != after[name]}
    assert changed == {"shopping", "reddit"}
    assert await first.fingerprint() == pristine
    assert container_ids(engine, second) == beside
    with pytest.raises(LoginLost):
        await first.verify(["shopping"], state["cookies"])


async def test_health_is_page_login_and_row_of_every_site(sets, engine):
    item = sets[1]
    await item.health()
    name = next(name for name in container_ids(engine, item) if "wikipedia" in name)
    engine_output(engine, "stop", "-t", "1", name)
    with pytest.raises(SiteDown, match=r"wikipedia.mag.test"):
        await item.health()
    await item.start()
    await item.health()


def test_a_sweep_gives_the_bytes_of_an_embedded_sweep(conf, tmp_path, sets):
    benchmark = load_benchmark("miniarena")
    tasks = benchmark.select(part="test", limit=3)
    tables = []
    for sites in (replace(conf, sets=1), SitesConf(sets=1, home=conf.home)):
        settings = Settings(sites=sites)
        folder = tmp_path / sites.kind
        summary = run_sweep(Choice("same"), benchmark, tasks, settings, folder, lambda *_: None)
        assert (summary.incomplete, summary.n) == (False, len(tasks))
        tables.append((folder / "scores.csv").read_bytes())
    assert tables[0] == tables[1]


def test_all_six_sites_have_a_container(sets, engine):
    assert len(container_ids(engine, sets[0])) == len(SITE_KEYS)
