"""Children that cannot outlive us: real processes, real kills. And what they leave all the same is found by its mark."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from mag import processes, reap
from mag.errors import BadInput, MagError, Transient
from mag.supervise import VARIABLE, supervise

PYTHON = (sys.executable, "-c")


def until(true, seconds=30.0):
    limit = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < limit, "did not come about"
        time.sleep(0.05)


def written(path):
    """The mark of the process whose number is in the file, once it is there."""
    until(lambda: path.exists() and path.read_text().strip())
    return processes.mark(int(path.read_text()))


def test_lines_come_as_they_are_said():
    said = []
    supervise([*PYTHON, "import sys; print('one'); print('two', file=sys.stderr); print('a' * 20000)"], said.append, 60)
    assert said[0] == "one" and "two" in said and "".join(said).count("a") == 20000


@pytest.mark.parametrize(
    ("code", "error", "message"),
    [
        ("import sys; print('mag: no such unit', file=sys.stderr); sys.exit(2)", BadInput, "^no such unit$"),
        ("import sys; print('mag: sites are down', file=sys.stderr); sys.exit(3)", Transient, "^sites are down$"),
        ("import sys; sys.exit(130)", MagError, "stopped by somebody else"),
        ("import os; os.kill(os.getpid(), 9)", Transient, "signal 9"),
        ("1/0", MagError, "status 1: ZeroDivisionError"),
    ],
)
def test_its_end_becomes_an_error(code, error, message):
    with pytest.raises(MagError, match=message) as caught:
        supervise([*PYTHON, code], lambda line: None, 60)
    assert type(caught.value) is error


def test_past_its_deadline_it_is_ended_with_all_it_started(tmp_path):
    deaf = "import signal, subprocess, sys, time; signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
    deaf += f"open({str(tmp_path / 'pid')!r}, 'w').write(str(subprocess.Popen(['sleep', '600']).pid)); time.sleep(600)"
    with pytest.raises(Transient, match="took longer"):
        supervise([*PYTHON, deaf], lambda line: None, 3, stop_s=0.2)
    assert processes.mark(int((tmp_path / "pid").read_text())) == ""


FLOW = """
import sys
from mag.supervise import supervise
supervise([sys.executable, "-c", sys.argv[1]], print, 600, stop_s=0.5)
"""


@pytest.fixture
def supervisor(tmp_path):
    """A process in a session of its own, as Prefect starts flows, that supervises the code given."""
    started = []

    def start(code):
        process = subprocess.Popen([sys.executable, "-c", FLOW, code], start_new_session=True, env=os.environ | {"PYTHONPATH": os.getcwd()})
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        process.wait()


@pytest.mark.parametrize("how", ["group killed", "process killed", "terminated"])
def test_with_the_supervisor_the_child_ends(supervisor, tmp_path, how):
    child = tmp_path / "child"
    code = (
        f"import os, subprocess, time; p = subprocess.Popen(['sleep', '600']); open({str(child)!r}, 'w').write(str(p.pid)); time.sleep(600)"
    )
    process = supervisor(code)
    mark = written(child)
    assert mark
    if how == "group killed":
        os.killpg(process.pid, signal.SIGKILL)
    else:
        process.send_signal(signal.SIGKILL if how == "process killed" else signal.SIGTERM)
    process.wait(30)
    until(lambda: processes.gone(mark))


def test_with_the_keeper_the_child_ends_as_well(tmp_path):
    child = tmp_path / "child"
    code = f"import os, time; open({str(child)!r}, 'w').write(str(os.getpid())); time.sleep(600)"

    def kill_keeper():
        written(child)
        parent = int(Path(f"/proc/{child.read_text()}/stat").read_text().rpartition(")")[2].split()[1])
        assert b"keeper.py" in Path(f"/proc/{parent}/cmdline").read_bytes()
        os.kill(parent, signal.SIGKILL)

    killing = threading.Thread(target=kill_keeper)
    killing.start()
    with pytest.raises(Transient, match=r"keeper of .* signal 9"):
        supervise([*PYTHON, code], lambda line: None, 60)
    killing.join()
    until(lambda: not processes.mark(int(child.read_text())))


def test_what_got_away_is_found_by_its_supervisors_mark_and_ended(supervisor, tmp_path):
    child = tmp_path / "child"
    code = "import subprocess, time; p = subprocess.Popen(['sleep', '601'], start_new_session=True)\n"
    code += f"open({str(child)!r}, 'w').write(str(p.pid)); time.sleep(600)"
    process = supervisor(code)
    mark = written(child)
    pid = processes.pid_of(mark)
    assert pid not in {one.pid for one in reap.orphans()}, "its supervisor lives"
    process.kill()
    process.wait()
    until(lambda: {one.pid for one in reap.orphans() if one.owner.split(".")[1] == str(process.pid)} == {pid})
    mine = [one for one in reap.orphans() if one.pid == pid]
    assert "sleep 601" in mine[0].command
    assert reap.end(mine, patience_s=10) == 1
    assert processes.gone(mark)


def test_a_process_without_our_mark_is_nobodys_orphan():
    stranger = subprocess.Popen(
        ["sleep", "602"], start_new_session=True, env={key: os.environ[key] for key in os.environ if key != VARIABLE}
    )
    try:
        assert stranger.pid not in {one.pid for one in reap.orphans()}
    finally:
        stranger.kill()
        stranger.wait()


def test_only_what_no_writer_will_complete_is_left_over(tmp_path):
    unit, kept = tmp_path / "evals/a/episodes/.7-s0-0123456789ab-999", tmp_path / "evals/a/episodes/7-s0-0123456789ab"
    for folder in (unit, kept, tmp_path / "rounds/01/.weights.partial"):
        folder.mkdir(parents=True)
        (folder / "file").write_text("x")
    names = (".summary.json.4242", "summary.json", ".lock", ".training.lock", ".notes-2024", ".summary.json")
    for name in names:
        (tmp_path / name).write_text("x")
    assert reap.leftovers(tmp_path) == [], "all of it is young"
    old = time.time() - 2 * reap.DAY_S
    for path in (*tmp_path.rglob("*"), tmp_path):
        os.utime(path, (old, old))
    found = reap.leftovers(tmp_path)
    assert {path.name for path in found} == {unit.name, ".weights.partial", ".summary.json.4242"}
    (unit / "file").write_text("still being written")
    assert unit not in reap.leftovers(tmp_path)
    reap.remove(found)
    assert {path.name for path in tmp_path.iterdir()} == {"evals", "rounds", *names[1:]} and kept.exists() and not unit.exists()


def test_folders_of_a_set_and_of_a_browser_count_while_a_process_names_them(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    profiles = ("playwright_chromiumdev_profile-abcdef", "playwright_chromiumdev_profile-ghijkl")
    for name in ("mag-set1-abcdefgh", "mag-set2-abcdefgh", "mag-settings", *profiles):
        (tmp_path / name).mkdir()
        os.utime(tmp_path / name, (0, 0))
    named = [str(tmp_path / "mag-set2-abcdefgh"), f"--user-data-dir={tmp_path / profiles[1]}"]
    user = subprocess.Popen([*PYTHON, "import time; time.sleep(600)", *named])
    try:
        until(lambda: any(named[0] in command for command in processes.commands()))  # right after its start a process has no command line
        assert [path.name for path in reap.dead_sets()] == ["mag-set1-abcdefgh", profiles[0]]
    finally:
        user.kill()
        user.wait()


def test_a_mark_tells_two_processes_of_one_number_apart():
    own = processes.mark()
    assert own and not processes.gone(own) and processes.pid_of(own) == os.getpid()
    namespace, pid, started = own.split(".")
    assert processes.gone(f"{namespace}.{pid}.{int(started) - 1}"), "started at another time: another process"
    assert not processes.gone(f"1{namespace}.{pid}.1"), "of another namespace nothing is known"
    assert not processes.gone("") and not processes.gone("garbage")
    assert Path(f"/proc/{os.getpid()}").exists()
