"""`mag doctor`: each check against the real thing: a browser, sockets, small servers, folders."""

import json
import os
import socket
import subprocess
import sys
import threading
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from packaging.requirements import Requirement

from mag.doctor import benchmark as checks
from mag.doctor import machine, services, software
from mag.doctor.asked import Asked, read_asked
from mag.doctor.examine import examine
from mag.doctor.finding import Finding
from mag.settings import ModelConf, Params, PriceConf, Settings
from tests.sites.applications import free_ports

KERNELS = """\
  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:1068 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 1
   1: 00000000:1388 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 2
   2: 0100007F:1F40 0100007F:9C40 01 00000000:00000000 00:00000000 00000000     0        0 3
   3: 0500000A:1F41 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 4
   4: 00000000000000000000000001000000:1F42 00000000000000000000000000000000:0000 0A 00000000:00000000 00:00000000 00000000 0 0 5
   5: 00000000000000000000000000000000:1F43 00000000000000000000000000000000:0000 0A 00000000:00000000 00:00000000 00000000 0 0 6
   6: 0000000000000000FFFF00000100007F:1F44 00000000000000000000000000000000:0000 0A 00000000:00000000 00:00000000 00000000 0 0 7
"""


@pytest.fixture
def conf(tmp_path, monkeypatch):
    """A conf folder of the test's own, as the place everything is kept in."""
    monkeypatch.setenv("MAG_CONF", str(tmp_path / "conf"))
    monkeypatch.setenv("MAG_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("MAG_RUNS", str(tmp_path / "runs"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "conf").mkdir()
    return tmp_path / "conf"


@pytest.fixture
def server():
    """A server on loopback that answers everything with the status asked of it."""

    class Answer(BaseHTTPRequestHandler):
        status = 200

        def do_GET(self):
            self.send_response(self.status)
            self.end_headers()

        def log_message(self, *_):
            pass

    listening = ThreadingHTTPServer(("127.0.0.1", 0), Answer)
    threading.Thread(target=listening.serve_forever, daemon=True).start()
    yield listening.server_address[1], Answer
    listening.shutdown()
    listening.server_close()


def asked_with(policy="demo", **models):
    return Asked(settings=Settings(models=models), params=Params(policy=policy))


def test_a_machine_that_is_well(conf):
    (conf / "sites.yaml").write_text(f"sets: 2\nbase_port: {free_ports(14)}\n")
    (conf / "models.yaml").write_text("one: {client: openai, model: m, key_variable: MAG_TEST_KEY}\n")
    program = "import sys, mag.cli.doctor as d\ntry: d.doctor(as_json=True)\nfinally: print('torch' in sys.modules, file=sys.stderr)"
    environment = {name: value for name, value in os.environ.items() if name != "PREFECT_API_URL"} | {"MAG_TEST_KEY": "canary-7261"}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120, env=environment)
    found = {one["check"]: one for one in json.loads(done.stdout)}
    late = {name for name, one in found.items() if "no answer within" in one["text"]}
    assert not [one for one in found.values() if one["level"] == "broken"]
    assert done.returncode == 0
    assert done.stderr.strip() == "False", "torch is slow to import and was never asked for"
    assert {"conf", "python", "packages", "disk", "benchmark", "ports", "model one"} <= set(found) | late
    assert "canary-7261" not in done.stdout
    assert "browser" in found or "chromium" in late


def test_a_conf_file_with_a_mistake_is_named_and_the_other_checks_go_on(conf):
    (conf / "sites.yaml").write_text("sets: many\n")
    found = examine((software.python,))
    assert [(one.check, one.level) for one in found] == [("conf", "broken"), ("python", "ok")]
    assert "sites.yaml" in found[0].text


def test_a_check_that_fails_or_hangs_says_so_beside_the_others(conf):
    def fails(asked):
        yield Finding("first", "ok", "well")
        raise ZeroDivisionError("by zero")

    def hangs(asked):
        threading.Event().wait(60)
        return []

    found = examine((fails, hangs), patience_s=0.2)[1:]
    assert [(one.check, one.level) for one in found] == [("first", "ok"), ("fails", "broken"), ("hangs", "warning")]
    assert "ZeroDivisionError: by zero" in found[1].text


def test_packages_missing_or_of_another_version():
    def extra(*lines, needed=False):
        return software._extra("x", [Requirement(line) for line in lines], "things", "make it", needed)

    assert extra("numpy>=2").level == "ok"
    assert (extra("mag-no-such-package").level, extra("mag-no-such-package", needed=True).level) == ("absent", "broken")
    wrong = extra("numpy<1")
    assert (wrong.level, wrong.fix) == ("warning", "make it")
    assert "numpy" in wrong.text
    names = {one.check for one in software.packages(Asked())}
    assert {"packages", "packages pipeline", "packages train"} <= names


def test_a_browser_that_is_not_there(monkeypatch):
    monkeypatch.setenv("MAG_CHROMIUM", "/nowhere/chromium")
    (found,) = software.chromium(Asked())
    assert (found.level, "/nowhere/chromium" in found.text) == ("broken", True)


def test_a_full_disk(conf, monkeypatch):
    assert {one.level for one in machine.disk(Asked())} == {"ok"}
    monkeypatch.setattr(machine, "LEAST_MB", 1e12)
    found = machine.disk(Asked())
    assert {one.level for one in found} == {"broken"}
    assert "conf/runs.yaml" in found[0].fix


def test_memory_for_more_sets_than_it_holds():
    settings = Settings()
    settings.sites.sets = 64
    (found,) = machine.memory(Asked(settings=settings))
    free = machine._available_mb()
    assert found.level == ("ok" if free > 64 * machine.SET_MB else "warning")


def test_ports_taken_by_others(conf):
    first = free_ports(7)
    (conf / "sites.yaml").write_text(f"sets: 1\nbase_port: {first}\n")
    asked, _ = read_asked()
    assert {one.check: one.level for one in checks.sites(asked)} == {"sites": "ok", "ports": "ok"}
    with socket.socket() as other:
        other.bind(("127.0.0.1", first + 3))
        other.listen()
        ports = next(one for one in checks.sites(asked) if one.check == "ports")
    assert (ports.level, str(first + 3) in ports.text) == ("warning", True)


def test_services_that_answer_or_do_not(server, monkeypatch):
    port, answer = server
    monkeypatch.setenv("PREFECT_API_URL", f"http://127.0.0.1:{port}/api")
    settings = Settings()
    settings.tracking.uri = f"http://127.0.0.1:{free_ports(1)}"
    asked = Asked(settings=settings)
    found = {one.check: one for one in services.answering(asked)}
    assert (found["prefect"].level, found["mlflow"].level) == ("ok", "broken")
    assert found["mlflow"].fix == "make mlflow"
    answer.status = 401
    assert "asks for a key" in next(one for one in services.answering(asked) if one.check == "prefect").text
    answer.status = 404
    assert next(one for one in services.answering(asked) if one.check == "prefect").level == "broken"
    monkeypatch.delenv("PREFECT_API_URL")
    assert next(one for one in services.answering(asked) if one.check == "prefect").level in ("absent", "ok"), "a sweep needs no server"


def test_a_service_that_strangers_could_use(server, monkeypatch):
    assert services.beyond_loopback(KERNELS) == {0x1388, 0x1F41, 0x1F43}
    port, _ = server
    assert port not in services.listening_beyond_loopback()
    monkeypatch.setenv("PREFECT_API_URL", f"http://127.0.0.1:{port}/api")
    monkeypatch.setattr(services, "listening_beyond_loopback", lambda: {port})
    found = next(one for one in services.answering(Asked()) if one.check == "prefect")
    assert (found.level, "anybody" in found.text) == ("broken", True)


def test_models_by_what_params_ask_for(tmp_path, monkeypatch):
    monkeypatch.delenv("MAG_TEST_KEY", raising=False)
    one = ModelConf(client="openai", model="m", key_variable="MAG_TEST_KEY")
    here = ModelConf(client="local", model=str(tmp_path))
    asked = asked_with("one", one=one, here=here)
    found = {item.check: item for item in checks.models(asked)}
    assert (found["model one"].level, found["model here"].level) == ("broken", "absent")
    assert "MAG_TEST_KEY" in found["model one"].text
    assert {item.check: item.level for item in checks.models(replace(asked, params=Params()))}["model one"] == "absent"
    monkeypatch.setenv("MAG_TEST_KEY", "canary-7261")
    (tmp_path / "config.json").touch()
    found = {item.check: item for item in checks.models(asked)}
    assert (found["model one"].level, found["model here"].level) == ("warning", "ok"), "no price is known"
    asked.settings.prices["m"] = [PriceConf("2020-01-01", 1.0, 1.0)]
    found = {item.check: item for item in checks.models(asked)}
    assert found["model one"].level == "ok"
    assert not any("canary" in item.text + item.fix for item in found.values())
    assert next(iter(checks.models(asked_with("two", one=one)))).level == "broken"


def test_the_judge_is_needed_where_tasks_bring_no_phrasings(monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    settings = Settings()
    assert checks.judge(Asked(settings=settings))[0].level == "absent"
    settings.benchmark.name = "webarena"
    assert checks.judge(Asked(settings=settings))[0].level == "warning"
    monkeypatch.setenv("OPENAI_API_KEY", "canary-7261")
    assert checks.judge(Asked(settings=settings)) == [Finding("judge", "ok", "gpt-5.5; OPENAI_API_KEY is set")]
