"""automations.yaml: what Prefect itself makes of it; on a real server, a flow that fails and one killed -9 become notices."""

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
import yaml

from mag.errors import BadInput
from tasks.automations import FILE, _resolved, apply
from tests.sites.applications import free_ports

BLOCK = "00000000-0000-0000-0000-000000000001"
FLOWS = """
import sys, time
from prefect import flow
from prefect.events import emit_event
@flow(name="mag", flow_run_name=sys.argv[1])
def one():
    print("running", flush=True)
    if sys.argv[1] == "fails":
        raise ValueError("on purpose")
    time.sleep(600)
if sys.argv[1] == "nightly":
    row = {"sr": ".5", "delta": "-.2", "delta_low": "-.3", "delta_high": "-.1", "before": "nightly-1"}
    emit_event("mag.nightly.changed", {"prefect.resource.id": "mag.nightly.x", "prefect.resource.name": "nightly-2"}, payload=row)
else:
    one()
"""


def test_prefect_takes_the_file_with_and_without_an_address_for_notices():
    from prefect.events.schemas.automations import AutomationCore

    rows = yaml.safe_load(FILE.read_text())["automations"]
    for block, expected in ((BLOCK, "send-notification"), (None, "do-nothing")):
        parsed = [AutomationCore.model_validate(_resolved(row, block)) for row in rows]
        kinds = [action.type for one in parsed for action in one.actions]
        assert kinds == ["change-flow-run-state", expected, expected]
    assert len({row["name"] for row in rows}) == len(rows), "they are told apart by name"


def test_a_run_is_given_up_after_three_heartbeats():
    within = yaml.safe_load(FILE.read_text())["automations"][0]["trigger"]["within"]
    worker = yaml.safe_load(Path("docker-compose.yml").read_text())["services"]["worker"]
    beats = re.search(r"PREFECT_FLOWS_HEARTBEAT_FREQUENCY \?= (\d+)", Path("Makefile").read_text())
    assert beats, "the Makefile sets how often a flow gives a sign of life"
    assert within == 3 * int(beats.group(1)) == 3 * int(worker["environment"]["PREFECT_FLOWS_HEARTBEAT_FREQUENCY"])


@pytest.mark.parametrize("text", ["automations: [{name: x}]", "other: 1", "a: ["])
def test_a_file_with_a_mistake(tmp_path, text):
    (tmp_path / "automations.yaml").write_text(text)
    with pytest.raises(BadInput, match="cannot be used"):
        apply(tmp_path / "automations.yaml")


@pytest.fixture
def notices():
    """A webhook on loopback: its address and what it was sent."""
    sent = []

    class Hook(BaseHTTPRequestHandler):
        def do_POST(self):
            sent.append(json.loads(self.rfile.read(int(self.headers["content-length"])))["text"])
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_):
            pass

    listening = ThreadingHTTPServer(("127.0.0.1", 0), Hook)
    threading.Thread(target=listening.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{listening.server_address[1]}/hook", sent
    listening.shutdown()
    listening.server_close()


@pytest.fixture
def environment(tmp_path, notices):
    """A Prefect server of the test's own, as the environment that leads to it."""
    port = free_ports(1)
    environment = os.environ | {
        "DO_NOT_TRACK": "1",
        "PREFECT_SERVER_ANALYTICS_ENABLED": "false",
        "PREFECT_HOME": str(tmp_path / "prefect"),
        "PREFECT_API_URL": f"http://127.0.0.1:{port}/api",
        "PREFECT_FLOWS_HEARTBEAT_FREQUENCY": "30",
        "MAG_NOTICE_URL": notices[0],
    }
    command = [sys.executable, "-m", "prefect", "server", "start", "--host", "127.0.0.1", "--port", str(port)]
    with (tmp_path / "server.log").open("wb") as log:
        server = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
    try:
        until(lambda: urllib.request.urlopen(f"http://127.0.0.1:{port}/api/health", timeout=2).status == 200, 900)
        yield environment
    finally:
        server.terminate()
        server.wait(30)


def until(holds, seconds):
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        try:
            if holds():
                return
        except OSError:
            pass
        time.sleep(0.5)
    raise AssertionError("it did not come about in time")


def told(sent, *words):
    return any(all(word in text for word in words) for text in sent)


@pytest.mark.slow
def test_failures_and_dead_runs_are_told(environment, notices, tmp_path):
    _, sent = notices
    for word in ("made", "brought up to date"):
        done = subprocess.run([sys.executable, "-m", "tasks.automations"], env=environment, capture_output=True, text=True, check=True)
        assert [line.endswith(word) for line in done.stdout.splitlines()] == [True] * 3
    listed = subprocess.run([sys.executable, "-m", "prefect", "automation", "ls"], env=environment, capture_output=True, text=True)
    assert listed.stdout.count("mag ") == 3

    subprocess.run([sys.executable, "-c", FLOWS, "fails"], env=environment, capture_output=True)
    until(lambda: told(sent, "mag: fails is Failed", "on purpose"), 300)
    subprocess.run([sys.executable, "-c", FLOWS, "nightly"], env=environment, capture_output=True, check=True)
    until(lambda: told(sent, "nightly-2 differs", "-.2 [-.3, -.1] against nightly-1"), 300)

    process = subprocess.Popen([sys.executable, "-c", FLOWS, "dies"], env=environment, stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "running\n"
    time.sleep(20)  # its first heartbeat goes out
    process.send_signal(signal.SIGKILL)
    process.wait()
    until(lambda: told(sent, "mag: dies is Crashed", "No heartbeat"), 600)
