"""Whole sweeps through the command line: success, resume after any kind of end, the same results on one set and several."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from mag.benchmark.load import load_miniarena

MAG = [sys.executable, "-m", "mag.cli"]


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    return tmp_path_factory.mktemp("home")


@pytest.fixture
def place(tmp_path, home):
    """A working folder with the environment that keeps a command to it."""
    return tmp_path, os.environ | {
        "MAG_HOME": str(home),
        "MAG_RUNS": str(tmp_path / "runs"),
        "MAG_CONF": str(tmp_path / "conf"),
        "COLUMNS": "200",
    }


def mag(place, *arguments, timeout=420):
    folder, environment = place
    return subprocess.run([*MAG, *map(str, arguments)], cwd=folder, env=environment, capture_output=True, text=True, timeout=timeout)


def one_per_template(count, sites=()):
    """A demonstration of every kind, short ones first."""
    benchmark = load_miniarena()
    chosen = {}
    for web_task in sorted(benchmark.select(sites), key=lambda item: len(benchmark.demonstrations[item.task_id].steps)):
        chosen.setdefault(web_task.intent_template_id, web_task.task_id)
    return [argument for task_id in list(chosen.values())[:count] for argument in ("--task", task_id)]


def descendants():
    """Processes below this one that a sweep starts: browsers, drivers, site servers."""
    listing = subprocess.run(["ps", "-eww", "-o", "pid,ppid,args"], capture_output=True, text=True, check=True).stdout
    return [line for line in listing.splitlines() if re.search(r"chrom|playwright/driver|mag\.miniarena\.server", line)]


def wait_until_only(before, seconds=20):
    deadline = time.monotonic() + seconds
    known = {line.split()[0] for line in before}
    while time.monotonic() < deadline:
        extra = [line for line in descendants() if line.split()[0] not in known]
        if not extra:
            return []
        time.sleep(0.2)
    return extra


def tables(folder):
    return {name: (folder / name).read_bytes() for name in ("scores.csv", "summary.json", "COMMITTED.json")}


@pytest.mark.parametrize("grounding", ["som", "coord"])
def test_demonstrations_of_every_site_succeed(place, grounding):
    done = mag(place, "sweep", "--run", "t", "--policy", "demo", "--grounding", grounding, "--sets", 2, *one_per_template(30))
    assert done.returncode == 0, done.stdout + done.stderr
    folder = place[0] / "runs" / "t" / "evals" / f"demo-{grounding}"
    summary = json.loads((folder / "summary.json").read_text())
    assert (summary["sr"], summary["n"], summary["incomplete"]) == (1.0, 30, False)
    assert summary["ofcr"] == 1.0
    assert summary["g"] > (0.999 if grounding == "som" else 0.85)
    assert len(summary["sites"]) >= 5
    row = next(line for line in done.stdout.splitlines() if line.startswith(f"demo-{grounding}"))
    assert row.split()[1:5] == ["30", "30", "30", "1.000"]
    assert (folder / "view" / "index.html").exists()
    before = sorted(path.stat().st_mtime_ns for path in folder.glob("episodes/*/episode.json"))
    started = time.monotonic()
    again = mag(place, "sweep", "--run", "t", "--policy", "demo", "--grounding", grounding, "--sets", 2, *one_per_template(30))
    assert again.returncode == 0, again.stderr
    assert sorted(path.stat().st_mtime_ns for path in folder.glob("episodes/*/episode.json")) == before
    assert time.monotonic() - started < 120


def test_sets_in_parallel_give_what_one_gives(place):
    tasks = one_per_template(6)
    for sets in (1, 3):
        done = mag(place, "sweep", "--run", f"sets{sets}", "--policy", "random", "--seed", 5, "--sets", sets, *tasks)
        assert done.returncode == 0, done.stderr
    runs = [place[0] / "runs" / f"sets{sets}" / "evals" / "random-som" for sets in (1, 3)]
    assert (runs[0] / "scores.csv").read_bytes() == (runs[1] / "scores.csv").read_bytes()

    def traces(folder):
        found = {}
        for path in folder.glob("episodes/*/episode.json"):
            episode = json.loads(path.read_text())
            found[episode["web_task"]["task_id"]] = [
                (step["url"], step["completion"], step["effect"]["changed"]) for step in episode["steps"]
            ]
        return found

    assert traces(runs[0]) == traces(runs[1])
    assert {json.loads(path.read_text())["environment_set"] for path in runs[1].glob("episodes/*/episode.json")} == {1, 2, 3}


STOPPED = ["sweep", "--run", "stop", "--policy", "random", "--seed", 2, "--sets", 2, *one_per_template(7)]


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory, home):
    """The tables of the sweep below when nothing stops it."""
    folder = tmp_path_factory.mktemp("undisturbed")
    done = mag((folder, os.environ | {"MAG_HOME": str(home), "MAG_RUNS": str(folder), "MAG_CONF": str(folder / "conf")}), *STOPPED)
    assert done.returncode == 0, done.stderr
    return tables(folder / "stop" / "evals" / "random-som")


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_a_sweep_that_is_stopped_goes_on_and_leaves_nothing_behind(place, undisturbed, ending):
    before, arguments = descendants(), STOPPED
    folder = place[0] / "runs" / "stop" / "evals" / "random-som"
    process = subprocess.Popen(
        [*MAG, *map(str, arguments)],
        cwd=place[0],
        env=place[1],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    deadline = time.monotonic() + 180
    while len(list(folder.glob("episodes/[0-9]*"))) < 3:
        assert process.poll() is None and time.monotonic() < deadline, process.communicate()
        time.sleep(0.05)
    process.send_signal(ending)
    process.wait(60)
    assert process.returncode != 0
    assert wait_until_only(before) == []
    kept = {path.name: path.stat().st_mtime_ns for path in folder.glob("episodes/[0-9]*")}
    assert not (folder / "summary.json").exists()
    done = mag(place, *arguments)
    assert done.returncode == 0, done.stderr
    assert {name: (folder / "episodes" / name).stat().st_mtime_ns for name in kept} == kept
    assert tables(folder) == undisturbed
    assert not list(folder.glob("episodes/.*"))
    assert wait_until_only(before) == []


def test_replay_plays_the_same_completions(place):
    tasks = one_per_template(6)
    assert mag(place, "sweep", "--run", "r", "--policy", "random", "--seed", 9, "--sets", 2, *tasks).returncode == 0
    recorded = place[0] / "runs" / "r" / "evals" / "random-som"
    done = mag(place, "sweep", "--run", "r", "--name", "again", "--policy", f"replay:{recorded}", "--sets", 2, *tasks)
    assert done.returncode == 0, done.stderr
    assert (recorded.parent / "again" / "scores.csv").read_bytes() == (recorded / "scores.csv").read_bytes()


def one_line(done, *parts):
    lines = done.stderr.strip().splitlines()
    assert len(lines) == 1, done.stderr
    assert lines[0].startswith("mag: ")
    for part in parts:
        assert part in lines[0], lines[0]
    assert done.returncode == 2


def test_bad_input_gets_one_line(place):
    folder, environment = place
    one_line(mag(place, "sweep", "--task", 999999), "there is no task 999999", "mag tasks list")
    one_line(mag(place, "sweep", "--policy", "oracle", "--task", 1020), "there is no policy 'oracle'")
    one_line(mag(place, "sweep", "--grounding", "dom", "--task", 1020), "som, coord")
    one_line(mag(place, "sweep", "--run", "../x", "--task", 1020), "cannot name a folder")
    one_line(mag(place, "sweep", "--policy", "replay:/nowhere", "--task", 1020), "holds no episodes")
    one_line(mag(place, "tasks", "show", 5), "there is no task 5")
    one_line(mag(place, "view", "nothing"), "holds no evaluation")
    one_line(mag(place, "sites", "status"), "mag sites up")
    one_line(mag((folder, environment | {"MAG_CHROMIUM": "/no/browser"}), "sweep", "--task", 1020), "MAG_CHROMIUM", "/no/browser")
    Path(environment["MAG_CONF"]).mkdir()
    for text, part in (
        ("sets: many", "sets"),
        ("sots: 3", "sots"),
        ("sets: [", "sites.yaml"),
        ("sets: 0", "1 to 64"),
        ("kind: floppy", "floppy"),
    ):
        (Path(environment["MAG_CONF"]) / "sites.yaml").write_text(text)
        one_line(mag(place, "sweep", "--task", 1020), part)


def test_damage_and_other_plans_stop_a_sweep_with_nothing_lost(place):
    arguments = ["sweep", "--run", "d", "--sets", 1, *one_per_template(2, ["map"])]
    assert mag(place, *arguments).returncode == 0
    folder = place[0] / "runs" / "d" / "evals" / "demo-som"
    unit = sorted(folder.glob("episodes/*"))[0]
    whole = (unit / "episode.json").read_bytes()
    (unit / "episode.json").write_bytes(whole[:1000])
    one_line(mag(place, *arguments), "not what was written", str(unit.name), "move")
    one_line(mag(place, "view", folder), str(unit.name))
    (unit / "episode.json").write_bytes(whole)
    one_line(mag(place, *arguments, "--seed", 8), "another seed", "choose another --name or --run")
    assert mag(place, *arguments).returncode == 0
    (folder / "plan.json").write_text("{")
    one_line(mag(place, *arguments), "plan.json is not JSON")


def test_tasks_can_be_read(place):
    listed = mag(place, "tasks", "list", "--site", "map", "--part", "test").stdout.splitlines()
    assert listed and all(" map " in line and " test " in line for line in listed)
    shown = mag(place, "tasks", "show", listed[0].split()[0]).stdout
    assert '"eval_types"' in shown and " 1. " in shown


def test_help_starts_without_the_heavy_packages():
    script = "import sys; from mag.cli import app; print([name for name in ('playwright', 'pydantic', 'PIL', 'starlette', 'httpx', 'prefect', 'mlflow') if name in sys.modules])"
    assert subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.strip() == "[]"
