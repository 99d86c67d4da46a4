"""A server's processes: waited for, stopped whole, never orphaned. A small web server with a child stands for vLLM's tree of processes."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

from mag.errors import BadInput, MagError
from mag.serve.server import reason, start
from mag.serve.settings import ServeConf

TREE = """
import os, signal, subprocess, sys
from http.server import BaseHTTPRequestHandler, HTTPServer
child = subprocess.Popen([sys.executable, "-c", "import signal, time\\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\\ntime.sleep(600)"])
print("processes", os.getpid(), child.pid, flush=True)
if "stubborn" in sys.argv:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200); self.end_headers()
    def log_message(self, *_): pass
if "dies" in sys.argv:
    print("ValueError: no such architecture\\nTraceback ends", flush=True); os._exit(3)
HTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
"""


@pytest.fixture
def port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


@contextmanager
def started(port, folder, *how, **settings):
    conf = ServeConf(port=port, **({"start_s": 30.0, "stop_s": 5.0} | settings))
    server = start(conf, [sys.executable, "-c", TREE, str(port), *how], dict(os.environ), folder / "logs" / "s.log")
    try:
        yield server
    finally:
        server.stop()


def pids(log):
    for _ in range(200):
        if found := re.search(r"processes (\d+) (\d+)", log.read_text() if log.exists() else ""):
            return [int(pid) for pid in found.groups()]
        time.sleep(0.05)
    raise AssertionError("nothing started")


def alive(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def gone(found, seconds):
    end = time.monotonic() + seconds
    while any(map(alive, found)) and time.monotonic() < end:
        time.sleep(0.05)
    return not any(map(alive, found))


def test_it_is_waited_for_and_stopped_with_its_children(port, tmp_path):
    with started(port, tmp_path) as server:
        seen = []
        assert server.wait(lambda seconds, line: seen.append(line)) < 30
        assert server.url == f"http://127.0.0.1:{port}/v1"
        found = pids(server.log)
        assert all(map(alive, found))
    assert gone(found, 0.5)  # the child, which takes no SIGTERM, too


def test_one_that_takes_no_sigterm_is_killed(port, tmp_path):
    with started(port, tmp_path, "stubborn", stop_s=1.0) as server:
        server.wait()
        found, stopping = pids(server.log), time.monotonic()
    assert gone(found, 0.5) and 1.0 <= time.monotonic() - stopping < 4.0


def test_one_that_dies_says_why(port, tmp_path):
    with started(port, tmp_path, "dies") as server:
        with pytest.raises(BadInput, match="ended at its start: ValueError: no such architecture") as caught:
            server.wait()
        assert str(server.log) in str(caught.value) and gone(pids(server.log), 2)  # its child with it


def test_one_that_dies_later_says_so(port, tmp_path):
    with started(port, tmp_path) as server:
        server.wait()
        os.kill(pids(server.log)[0], signal.SIGKILL)
        with pytest.raises(MagError, match="the server ended: processes"):
            server.run()


def test_one_that_never_answers_is_given_up(port, tmp_path):
    conf = ServeConf(port=port, start_s=1.0, stop_s=1.0)
    server = start(conf, [sys.executable, "-c", "import time; time.sleep(600)"], dict(os.environ), tmp_path / "s.log")
    with pytest.raises(MagError, match="did not answer within 1 s"):
        server.wait()
    assert server.process.poll() is not None


def test_a_taken_port_is_named(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(BadInput, match=r"cannot be listened on .*another --port"), started(taken.getsockname()[1], tmp_path):
            pass


def test_nothing_is_left_when_the_parent_is_killed(port, tmp_path):
    log = tmp_path / "s.log"
    parent = f"""
import os, sys
from pathlib import Path
from mag.serve.server import start
from mag.serve.settings import ServeConf
start(ServeConf(port={port}, stop_s=2), [sys.executable, "-c", {TREE!r}, "{port}"], dict(os.environ), Path({str(log)!r})).run()
"""
    process = subprocess.Popen([sys.executable, "-c", parent], env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)})
    found = pids(log)
    process.kill()
    process.wait()
    assert gone(found, 10)


def test_the_reason_is_the_last_error_of_a_log(tmp_path):
    log = tmp_path / "l"
    log.write_text("INFO up\nRuntimeError: Engine core initialization failed. See root cause above. x\n")
    assert reason(log).startswith("RuntimeError")
    log.write_text("ValueError: real one\x1b[0m\nRuntimeError: Engine failed. See root cause above.\n  File x\n\n")
    assert reason(log) == "ValueError: real one[0m"
    log.write_text("")
    assert reason(log) == "it said nothing"
