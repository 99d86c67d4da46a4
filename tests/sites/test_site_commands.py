"""`mag sites ...` on embedded and remote sets: the conf's kind or the one named, a line a site, one line for what is wrong."""

import asyncio
import socket

import pytest
from typer.testing import CliRunner

from mag.cli.sites import app
from mag.errors import BadInput
from mag.locks import hold
from mag.miniarena import SITE_KEYS
from tests.sites.applications import free_ports


def mag(*words):
    return CliRunner().invoke(app, list(words), catch_exceptions=False)


@pytest.fixture
def conf(tmp_path, monkeypatch):
    """A conf folder of the test's own, and the home folder it names."""
    monkeypatch.setenv("MAG_CONF", str(tmp_path / "conf"))
    monkeypatch.setenv("MAG_HOME", str(tmp_path / "home"))
    (tmp_path / "conf").mkdir()
    return tmp_path / "conf" / "sites.yaml"


def test_embedded_sets_start_together_show_themselves_and_stop(conf, tmp_path):
    conf.write_text(f"base_port: {free_ports(14)}\n")
    try:
        lines = mag("up", "--sets", "2").output.splitlines()
        assert sum("http://127.0.0.1:" in line for line in lines) == 2 * len(SITE_KEYS)
        assert [line.split()[:2] for line in lines if "up in" in line] == [["set", "1"], ["set", "2"]]
        with hold(tmp_path / "home/sets/set2.lock"):
            shown = mag("status").output
            assert ("set 1  snapshot-" in shown, shown.count("free"), shown.count("in use by")) == (True, 1, 1)
            assert shown.count("serves") == 2 * len(SITE_KEYS)
            with pytest.raises(BadInput, match=r"set 2 is in use by \d+"):
                mag("down")
        assert mag("check").output.count("page, login and row") == 2 * len(SITE_KEYS)
        assert mag("reset").output.count("reset and verified") == 2
    finally:
        assert mag("down").output == "stopped 2 sets\n"


def test_a_remote_set_is_shown_and_a_sick_site_ends_in_status_1(conf, environment):
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        urls = {key: environment.ports[key] for key in SITE_KEYS} | {"wikipedia": nobody.getsockname()[1]}
        conf.write_text(
            "kind: remote\nremote:\n- reset: none\n  urls:\n" + "".join(f"    {k}: http://127.0.0.1:{p}/\n" for k, p in urls.items())
        )
        result = mag("check")
    assert result.output.count("page, login and row") == len(SITE_KEYS) - 1
    assert "did not answer" in result.output
    assert result.exit_code == 1
    with pytest.raises(BadInput, match="started where they run"):
        mag("up")
    asyncio.run(environment.reset())


def test_without_a_set_the_way_to_one_is_shown(conf):
    with pytest.raises(BadInput, match="start one with `mag sites up`"):
        mag("status")
    with pytest.raises(BadInput, match="the kinds are miniarena, compose, remote"):
        mag("status", "--kind", "cloud")
