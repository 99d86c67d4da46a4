"""`mag serve` as a person runs it, down to the processes. A small server with a child stands in vLLM's place in the environment."""

import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from mag.errors import BadInput
from mag.serve.environment import READY
from mag.serve.launch import Served, entry_at, recipe, serving
from mag.serve.server import Server
from mag.serve.settings import ServeConf
from mag.settings import ModelConf
from tests.serve.test_checkpoint_and_command import weights
from tests.serve.test_server import gone

ROOT = Path(__file__).parents[2]
STANDIN = """
import os, subprocess, sys
from http.server import ThreadingHTTPServer
sys.path.insert(0, {root!r})
from tests.serve.fake_vllm import Fake, Handler
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
print("processes", os.getpid(), child.pid, os.getcwd(), sorted(name for name in os.environ if "KEY" in name), flush=True)
Handler.fake = Fake()
ThreadingHTTPServer(("127.0.0.1", int(sys.argv[sys.argv.index("--port") + 1])), Handler).serve_forever()
"""
COMMAND = "import typer; from mag.cli import serve; app = typer.Typer(); serve.register(app); app()"


@pytest.fixture
def port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


@pytest.fixture
def home(tmp_path):
    """MAG_HOME with an environment in it, and a checkpoint."""
    python = tmp_path / "vllm" / "bin" / "python"
    python.parent.mkdir(parents=True)
    (tmp_path / "standin.py").write_text(STANDIN.format(root=str(ROOT)))
    python.write_text(f'#!/bin/sh\nexec {sys.executable} {tmp_path}/standin.py "$@"\n')
    python.chmod(0o755)
    (tmp_path / "vllm" / READY).write_text("cpu 123\n")
    (tmp_path / "small").mkdir()
    (tmp_path / "small" / "config.json").write_text("{}")
    (tmp_path / "small" / "tokenizer.json").write_text("{}")
    weights(tmp_path / "small" / "model.safetensors")
    return tmp_path


@pytest.fixture
def run(home, port):
    """`mag serve small` until it says how to use it; the process, its lines and the processes behind it."""
    inherited = os.environ | {"MAG_HOME": str(home), "PYTHONPATH": str(ROOT), "OPENAI_API_KEY": "sk-canary"}
    started = subprocess.Popen(
        [sys.executable, "-c", COMMAND, str(home / "small"), "--port", str(port)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=inherited,
        cwd=ROOT,
    )
    lines = [started.stdout.readline() for _ in range(3)]
    log = (home / "serve" / f"small-{port}.log").read_text()
    found = re.search(r"processes (\d+) (\d+) (\S+) (.*)", log)
    yield started, lines, [int(found[1]), int(found[2])], found
    if started.poll() is None:
        started.kill()
        started.wait()


def test_it_says_what_to_do_and_a_signal_ends_all_of_it(run, home, port):
    started, lines, processes, found = run
    assert "its log" in lines[0] and re.match(rf"small, weights [0-9a-f]{{12}}, after \d+ s on http://127.0.0.1:{port}/v1", lines[1])
    assert f"base_url: http://127.0.0.1:{port}/v1" in lines[2] and "--policy small" in lines[2]
    assert found[3] == str(home / "serve") and found[4] == "[]"  # runs in its own folder, and gets no keys
    started.send_signal(signal.SIGTERM)  # which ends as Ctrl-C does
    assert started.wait(20) == 130 and gone(processes, 1)
    assert started.stderr.read() == "mag: the server is stopped\n"


def test_kill_9_leaves_nothing_behind(run):
    started, _, processes, _ = run
    started.kill()
    started.wait()
    assert gone(processes, 20)


def test_a_name_is_checked(home):
    for name in ("a b", "a@b", "../x", "/x"):
        with pytest.raises(BadInput, match="cannot name a model"), serving(ServeConf(environment=str(home / "vllm")), home / "small", name):
            pass


def test_the_line_to_use_is_the_entry_that_asks_there():
    models = {
        "far": ModelConf(client="served", model="big", base_url="http://gpu.example:8000/v1"),
        "paid": ModelConf(client="openai", model="gpt", base_url="http://127.0.0.1:8000/v1"),
        "vllm": ModelConf(client="served", model="tiny", base_url="http://localhost:8000/v1"),
        "other": ModelConf(client="served", model="tiny", base_url="http://127.0.0.1:x/v1"),
    }
    assert (entry_at(ServeConf(), models), entry_at(ServeConf(port=1), models)) == ("vllm", "")
    server = Server(ServeConf(), None, Path("l"))
    assert recipe(Served("tiny", "v", server), models) == "mag sweep --policy vllm"
    line = recipe(Served("large", "v", server), models)
    assert "base_url: http://127.0.0.1:8000/v1" in line and "--policy large" in line
