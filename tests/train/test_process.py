"""A step of training in a process of its own: its end is ours to know, and ours is its end."""

import asyncio
import os
import signal
import subprocess
import sys
import time

import pytest

from mag.errors import MagError
from mag.train.process import run_process

MODULE = "long_step"
LASTING = """
import os, subprocess, sys, time
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
open(sys.argv[1] + ".partial", "w").write(f"{os.getpid()} {child.pid}")
os.rename(sys.argv[1] + ".partial", sys.argv[1])
time.sleep(60)
"""


@pytest.fixture
def module(tmp_path, monkeypatch):
    """`module(source)`: make the module that the process runs."""
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))

    def make(source):
        (tmp_path / f"{MODULE}.py").write_text(source)

    return make


def gone(pid):
    try:
        return open(f"/proc/{pid}/stat").read().rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True


def until(condition, seconds=20.0):
    deadline = time.monotonic() + seconds
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.01)
    return condition()


async def test_what_it_says_goes_to_the_log_and_a_failure_is_one_line(module, tmp_path):
    module("import sys; print('hello', sys.argv[1])")
    await run_process([MODULE, "there"], tmp_path / "log")
    assert (tmp_path / "log").read_text() == "hello there\n"
    module("import sys; print('error: the disk is away; mend it\\n', file=sys.stderr); print('bye'); sys.exit(2)")
    with pytest.raises(MagError, match=r"status 2: the disk is away; mend it; .*log has all") as caught:
        await run_process([MODULE], tmp_path / "log")
    assert "\n" not in str(caught.value) and "hello there" in (tmp_path / "log").read_text()
    module("import os; os.kill(os.getpid(), 9)")
    with pytest.raises(MagError, match="status 137"):
        await run_process([MODULE], tmp_path / "log2")


async def test_cancelled_it_ends_with_its_children(module, tmp_path):
    module(LASTING)
    running = asyncio.ensure_future(run_process([MODULE, str(tmp_path / "pids")], tmp_path / "log"))
    assert await asyncio.to_thread(until, (tmp_path / "pids").exists)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert all(gone(pid) for pid in (tmp_path / "pids").read_text().split())


def test_killed_the_caller_takes_it_along(module, tmp_path):
    module(LASTING)
    code = f"import asyncio, pathlib; from mag.train.process import run_process as r; p = pathlib.Path({str(tmp_path)!r}); "
    code += f"asyncio.run(r([{MODULE!r}, str(p / 'pids')], p / 'log'))"
    caller = subprocess.Popen([sys.executable, "-c", code])
    assert until((tmp_path / "pids").exists)
    os.kill(caller.pid, signal.SIGKILL)
    caller.wait()
    pids = (tmp_path / "pids").read_text().split()
    assert until(lambda: all(gone(pid) for pid in pids))
