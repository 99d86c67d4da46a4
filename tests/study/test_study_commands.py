"""`mag study`: what it prints, how it ends, and that a finished study opens nothing."""

import json
import os
import subprocess
import sys

import pytest
from typer.testing import CliRunner

from mag.cli import app
from mag.errors import MagError
from mag.journal import Journal
from mag.study import load_study, units
from mag.study.diary import noted, spent, time_left, worker
from mag.study.status import rows
from mag.study.units import find
from tests.study.small import all_done, finish


def mag(*arguments: str) -> str:
    ended = CliRunner().invoke(app, ["study", *arguments])
    assert ended.exit_code == 0, ended.output
    return ended.output


def test_units_are_listed_one_a_line(conf):
    conf()
    assert mag("units", "own").split()[:3] == ["base", "corpus", "som/sft"]


def test_a_finished_study_runs_no_unit_and_loads_neither_torch_nor_a_browser(conf):
    conf()
    study = all_done()
    heavy = ("torch", "transformers", "playwright", "mag.study.work", "mag.benchmark.load")
    code = f"""
import sys
sys.argv = ["mag", "study", "run", "own"]
from mag.cli import app
try:
    app()
except SystemExit as end:
    assert not end.code, end.code
print([name for name in {heavy!r} if name in sys.modules])
"""
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=os.environ)
    assert ended.stdout.splitlines() == [f"{study.folder}: 13 of 13 units done", "[]"]
    assert not (study.folder / "study.jsonl").exists()


@pytest.fixture
def begun(conf):
    """Base done in 100 s, the corpus stopped once, round 1 of one arm done in 60 s."""
    conf(rounds=3, evaluated=[3])
    study = load_study("own")
    known = units(study)
    diary = Journal(study.folder / "study.jsonl")
    for name, seconds, done in (("base", 100.0, True), ("corpus", 7.0, False), ("som/mag-0/round-01", 60.0, True)):
        unit = find(known, name)
        diary.append([{"unit": name, "kind": unit.kind, "event": "start", "at": 0.0, "pid": 1}])
        diary.append([{"unit": name, "kind": unit.kind, "event": "end", "at": 0.0, "pid": 1, "seconds": seconds, "done": done}])
        if done:
            finish(unit)
    return study


def test_status_tells_done_stopped_running_and_left_with_times(begun):
    holding = """
import sys
from mag.study import load_study, units
from mag.study.diary import noted
study = load_study("own")
with noted(study, next(unit for unit in units(study) if unit.name == "som/expert")):
    print("held", flush=True)
    sys.stdin.read()
"""
    process = subprocess.Popen([sys.executable, "-c", holding], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout.readline() == "held\n"
        said = mag("status", "own").splitlines()
        states = {line.split()[0]: line.split()[1] for line in said[1:-1]}
        assert (states["base"], states["corpus"], states["som/expert"], states["som/sft"]) == ("done", "stopped", "running", "left")
        assert f"process {process.pid}" in next(line for line in said if line.startswith("som/expert "))
        assert next(line.split()[2] for line in said if line.startswith("base ")) == "1:40"
        with (
            pytest.raises(MagError, match=f"som/expert of own is being worked on by process {process.pid}"),
            noted(begun, find(units(begun), "som/expert")),
        ):
            pass
    finally:
        process.kill()
        process.wait()
    assert worker(begun, find(units(begun), "som/expert")) == ""  # the kernel lets go of it
    assert {row.name: row.state for row in rows(begun)}["som/expert"] == "left"
    assert said[-1].startswith("2 of ") and "2:47 spent" in said[-1]


def test_time_left_is_that_of_measured_kinds_and_names_the_others(begun):
    left = time_left(units(begun), spent(begun))
    assert left.seconds == 5 * 60.0  # rounds: two of one arm, three of the other
    assert left.unmeasured == ("corpus", "sft", "expert", "evaluation", "pass", "analysis")
    assert str(left).startswith("at least 5:00 (not yet measured: corpus")
    assert {row.name: row.expected for row in rows(begun)}["som/plain-0/round-02"] == 60.0


def test_a_unit_writes_down_its_start_and_its_end_whatever_the_end(conf):
    conf()
    study = load_study("own")
    unit = units(study)[0]

    def stopped():
        with noted(study, unit):
            assert worker(study, unit).startswith(f"{os.getpid()} ")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        stopped()
    with noted(study, unit):
        finish(unit)
    told = [json.loads(line) for line in (study.folder / "study.jsonl").read_text().splitlines()]
    assert [(row["event"], row.get("done")) for row in told] == [("start", None), ("end", False), ("start", None), ("end", True)]
    assert spent(study).finished[unit.name] == pytest.approx(sum(row["seconds"] for row in told if row["event"] == "end"))


def test_what_cannot_be_done_ends_in_one_line(conf):
    conf()
    for arguments, said in (
        (["run", "gone"], "no study 'gone'"),
        (["run", "own", "--only", "som/mag-0/round-01"], "needs som/sft"),
        (["run", "own", "--until", "som/mag-9/round-01"], "no unit"),
    ):
        error = CliRunner().invoke(app, ["study", *arguments]).exception
        assert isinstance(error, MagError) and said in str(error) and "\n" not in str(error)
