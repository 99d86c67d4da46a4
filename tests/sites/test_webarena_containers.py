"""WebArena's containers: the commands of the tables, run in earnest on files and a database like the containers'; `docker` is a recorder."""

import sqlite3
import sys
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from mag.errors import BadInput, SiteDown
from mag.miniarena import hostname
from mag.runs import write_json
from mag.settings import SitesConf
from mag.sites import compose_webarena
from mag.sites.compose_webarena import WebArenaContainers
from mag.sites.engine import Engine, find_engine
from tests.sites.applications import by_host, free_ports, read_only, serving

PYTHON = f"#!{sys.executable} -IS"
OWN = ["gitlab", "reddit", "shopping", "shopping_admin"]
RATE_LIMITED = """<?php
 * @RateLimit(period="5 minutes", max=10,
 *     entityClass=Comment::class)
 */
class Data {}
"""


def program(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)


def magento(home):
    """`magento`, `php` and `mysql` over an SQLite file: the three ways the tables reach Magento's settings."""
    (home / "var/www/magento2/var").mkdir(parents=True)
    database = home / "magento.db"
    with sqlite3.connect(database) as db:
        db.execute("CREATE TABLE core_config_data (path TEXT PRIMARY KEY, value TEXT)")
        rows = [("web/unsecure/base_url", "http://metis.example:7770/"), ("web/secure/base_url", "http://metis.example:7770/")]
        db.executemany("INSERT INTO core_config_data VALUES (?, ?)", [*rows, ("admin/security/password_is_forced", "1")])
    tool = f"""#!{sys.executable}
import sqlite3, sys
from pathlib import Path
db = sqlite3.connect({str(database)!r}, isolation_level=None)
log = open({str(home / "magento.log")!r}, "a")
put = lambda path, value: db.execute("INSERT OR REPLACE INTO core_config_data VALUES (?, ?)", (path, value))
name, *words = sys.argv[1:]
print(name, *words, file=log)
if name == "setup:store-config:set":
    put("web/unsecure/base_url", words[0].removeprefix("--base-url=") + "/")
elif name == "config:set":
    put(*words)
else:
    assert name == "cache:flush", name
    broken = Path({str(home / "broken")!r})
    sys.exit(broken.exists() and not broken.unlink())
"""
    program(home / "var/www/magento2/bin/magento", tool)
    program(home / "bin/php", '#!/bin/sh\nexec "$@"\n')
    program(
        home / "bin/mysql",
        f"{PYTHON}\nimport sqlite3, sys\nassert sys.argv[1:4] == ['-u', 'magentouser', '-pMyPassword'], sys.argv\n"
        f"db = sqlite3.connect({str(database)!r}, isolation_level=None)\n"
        "for row in db.execute(sys.argv[sys.argv.index('-e') + 1]): print(*row, sep='\\t')\n",
    )
    return database


@pytest.fixture
def containers(tmp_path, monkeypatch):
    """A folder with what the four containers' commands touch, and a recording `docker` on PATH."""
    root = tmp_path / "containers"
    gitlab, reddit = root / "webarena-gitlab", root / "webarena-reddit"
    program(root / "bin/docker", (Path(__file__).parent / "fake_docker.sh").read_text())
    monkeypatch.setenv("FAKE_ROOT", str(root))
    (gitlab / "etc/gitlab").mkdir(parents=True)
    (gitlab / "etc/gitlab/gitlab.rb").write_text("external_url 'http://metis.example:8023'\n# nginx['listen_port'] = nil\n")
    program(gitlab / "bin/gitlab-ctl", f'#!/bin/sh\necho "$@" >> {gitlab}/ctl.log\n! rm {gitlab}/broken 2>/dev/null\n')
    program(gitlab / "opt/gitlab/embedded/bin/chpst", f'#!/bin/sh\necho "chpst $@" >> {gitlab}/ctl.log\n')
    for name in ("CommentData", "SubmissionData", "UserData"):
        program(reddit / f"var/www/html/src/DataObject/{name}.php", RATE_LIMITED)
    program(reddit / "var/www/html/bin/console", f'#!/bin/sh\necho "$@" >> {reddit}/console.log\n! rm {reddit}/broken 2>/dev/null\n')
    magento(root / "webarena-shopping")
    magento(root / "webarena-shopping_admin")
    monkeypatch.setenv("PATH", f"{root / 'bin'}:/usr/bin:/bin")
    monkeypatch.delenv("MAG_COMPOSE", raising=False)
    return root


@pytest.fixture
def one_set(containers, tmp_path):
    (tmp_path / "docker-compose.yml").touch()
    conf = SitesConf("compose", "webarena", 1, free_ports(10), str(tmp_path / "home"), str(tmp_path / "docker-compose.yml"))
    found = WebArenaContainers(2, conf, find_engine())
    found.pause_s = 0.05
    return found


@asynccontextmanager
async def sites_up(one_set, applications):
    """What the containers would serve, on the ports the set publishes."""
    apps = {key: app.app for key, app in applications.items()} | {"map": read_only("OpenStreetMap"), "wikipedia": read_only("Wikipedia")}
    front = by_host({hostname(key): app for key, app in apps.items()})
    async with serving(front) as port:
        one_set.hosts.update(dict.fromkeys(map(hostname, apps), port))
        yield


def calls(root, word):
    found = [line.split("\x1f")[:-1] for line in (root / "calls").read_text().split("\n")]
    return [call for call in found if word in call]


async def test_a_fresh_set_is_made_set_up_and_proved(containers, one_set, applications):
    async with sites_up(one_set, applications):
        await one_set.prepare()
        await one_set.start()
        await one_set.health()
    config = (containers / "webarena-gitlab/etc/gitlab/gitlab.rb").read_text()
    assert "external_url 'http://gitlab.mag.test'\n" in config
    assert config.count("nginx['listen_port'] = 8023\n") == config.count("puma['worker_processes'] = 4\n") == 1
    for name in ("CommentData", "SubmissionData", "UserData"):
        text = (containers / f"webarena-reddit/var/www/html/src/DataObject/{name}.php").read_text()
        assert ("RateLimit" in text, "entityClass" in text, "class Data {}" in text) == (False, False, True)
    for key in ("shopping", "shopping_admin"):
        with sqlite3.connect(containers / f"webarena-{key}/magento.db") as db:
            found = dict(db.execute("SELECT path, value FROM core_config_data"))
        assert found["web/unsecure/base_url"] == found["web/secure/base_url"] == f"http://{hostname(key)}/"
        assert (containers / f"webarena-{key}/magento.log").read_text().splitlines()[-1] == "cache:flush"
        expected = {"shopping": ("1", None), "shopping_admin": ("0", "0")}[key]
        assert (found["admin/security/password_is_forced"], found.get("admin/security/password_lifetime")) == expected
    assert one_set.snapshot.startswith("webarena-")


async def test_a_reset_makes_containers_anew_and_sets_nothing_twice(containers, one_set, applications):
    async with sites_up(one_set, applications):
        await one_set.prepare()
        await one_set.start()
        await one_set.reset()
    shared, first, again = calls(containers, "up")
    assert shared[shared.index("-p") + 1 :] == [
        "mag-shared", "--profile", "webarena-shared", "up", "-d", "--no-deps", "webarena-map", "webarena-wikipedia",
    ]  # fmt: skip
    assert first == again
    assert one_set.is_up
    assert first[first.index("-p") + 1 : first.index("-p") + 4] == ["mag-set2", "--profile", "webarena"]
    assert first[-8:] == ["--no-deps", "--force-recreate", "-t", "0", *(f"webarena-{key}" for key in OWN)]
    # the recorder's containers keep what was set, as images do that were committed after their set-up
    assert (containers / "webarena-gitlab/ctl.log").read_text().splitlines() == ["reconfigure"]
    assert (containers / "webarena-reddit/console.log").read_text().splitlines() == ["cache:clear --env=prod"]
    assert (containers / "webarena-shopping/magento.log").read_text().count("cache:flush") == 1


@pytest.mark.parametrize(
    ("key", "log", "last"),
    [("gitlab", "ctl.log", "reconfigure"), ("reddit", "console.log", "cache:clear --env=prod"), ("shopping", "magento.log", "cache:flush")],
)
async def test_a_step_whose_last_command_broke_off_is_done_again(containers, one_set, applications, key, log, last):
    home = containers / f"webarena-{key}"
    (home / "broken").touch()  # the last command fails once
    async with sites_up(one_set, applications):
        await one_set.ready(key)
        await one_set.ready(key)
    assert (home / log).read_text().splitlines().count(last) == 2
    if key == "gitlab":
        assert (home / "etc/gitlab/gitlab.rb").read_text().count("puma['worker_processes'] = 4") == 1


async def test_gitlab_that_stays_at_502_gets_its_database_back(containers, one_set, applications, monkeypatch):
    monkeypatch.setattr(compose_webarena, "REPAIR_AFTER_S", 0.3)
    ctl = containers / "webarena-gitlab/ctl.log"
    whole = applications["gitlab"].app

    async def gateway(scope, receive, send):
        if "restart" in (ctl.read_text() if ctl.exists() else ""):
            return await whole(scope, receive, send)
        await send({"type": "http.response.start", "status": 502, "headers": []})
        await send({"type": "http.response.body", "body": b"GitLab is not responding"})

    applications["gitlab"].app = gateway
    async with sites_up(one_set, applications):
        await one_set.ready("gitlab")
    assert [line.split()[0] for line in ctl.read_text().splitlines()] == ["reconfigure", "stop", "chpst", "restart"]


async def test_a_command_that_fails_is_named_and_logged(containers, one_set, applications, monkeypatch):
    program(containers / "webarena-reddit/var/www/html/bin/console", "#!/bin/sh\necho no kernel >&2; exit 3\n")
    monkeypatch.setitem(one_set.sites, "reddit", replace(one_set.sites["reddit"], start_timeout_s=0.2))
    async with sites_up(one_set, applications):
        with pytest.raises(SiteDown, match=r"reddit.mag.test: no rate limits failed: no kernel; see .*compose-set2.log"):
            await one_set.reset()
    log = one_set.project.log.read_text()
    assert "no kernel" in log
    assert one_set.record.exists() and not one_set.is_up  # so that `mag sites down` removes it, and a start makes it anew
    assert not any(app.password in log for app in applications.values())


async def test_a_base_url_that_is_not_patched_is_named(one_set, applications):
    async def astray(scope, receive, send):
        await send({"type": "http.response.start", "status": 302, "headers": [(b"location", b"http://metis.example:7770/")]})
        await send({"type": "http.response.body", "body": b""})

    applications["shopping"].app = astray
    async with sites_up(one_set, applications):
        with pytest.raises(SiteDown, match=r"shopping.mag.test redirects to the foreign host metis.example"):
            await one_set.health()


async def test_images_that_are_not_here_are_named(containers, one_set, applications):
    program(containers / "bin/docker", "#!/bin/sh\nexit 1\n")
    with pytest.raises(BadInput, match="there is no image gitlab-populated-final-port8023"):
        await one_set.identify()


def test_the_map_backend_is_within_reach_where_there_is_one(containers, one_set, monkeypatch, tmp_path):
    assert "map-backend.mag.test" not in one_set.hosts
    monkeypatch.setenv("MAG_MAP_BACKEND", "192.0.2.7")
    assert WebArenaContainers(1, one_set_conf(tmp_path), find_engine()).hosts["map-backend.mag.test"] == "192.0.2.7"


def one_set_conf(tmp_path):
    return SitesConf("compose", "webarena", 1, 7700, str(tmp_path / "home"), str(tmp_path / "docker-compose.yml"))


def test_sets_share_no_port_but_those_of_the_shared_sites(containers, one_set, tmp_path):
    sets = [WebArenaContainers(number, one_set_conf(tmp_path), find_engine()) for number in (1, 2, 3)]
    own = [item.ports[key] for item in sets for key in OWN]
    assert sorted(own) == list(range(7702, 7714))
    assert {(item.ports["map"], item.ports["wikipedia"]) for item in sets} == {(7700, 7701)}
    assert sets[0].urls == sets[2].urls


def test_a_set_that_is_up_with_another_stack_is_left_alone(containers, one_set, tmp_path):
    write_json(tmp_path / "home/sets/compose-set1.json", {"number": 1, "stack": "miniarena", "snapshot": "s", "ready": True})
    with pytest.raises(BadInput, match="set 1 is up with miniarena; run `mag sites down --kind compose --stack miniarena`"):
        WebArenaContainers(1, one_set_conf(tmp_path), find_engine())


def test_a_docker_client_without_its_daemon_is_no_engine(containers):
    assert find_engine() == Engine(("docker", "compose"), "docker")
    program(containers / "bin/docker", '#!/bin/sh\ntest "$1" != info\n')
    program(containers / "bin/podman", "#!/bin/sh\n")
    program(containers / "bin/podman-compose", "#!/bin/sh\n")
    assert find_engine() == Engine(("podman-compose",), "podman")


def test_no_engine_at_all_says_what_to_do(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    monkeypatch.delenv("MAG_COMPOSE", raising=False)
    with pytest.raises(BadInput, match="no container engine answers; install Docker"):
        find_engine()


def test_the_engine_can_be_named(monkeypatch):
    monkeypatch.setenv("MAG_COMPOSE", "/somewhere/podman-compose --in-pod false")
    assert find_engine() == Engine(("/somewhere/podman-compose", "--in-pod", "false"), "podman")
