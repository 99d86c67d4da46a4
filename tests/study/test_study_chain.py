"""The smallest whole study for real: sites, browser, engine, training. kill -9 in the middle of units, then the same tables."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from mag.journal import Journal
from mag.study import load_study, units
from mag.study.status import as_text, rows
from tests.study.small import conf_with

pytestmark = pytest.mark.slow
CODE = """
from mag.study import load_study, units
from mag.study.run import run_units

study = load_study("own")
run_units(study, units(study))
"""
SHORT = {"epochs": 1, "batch": 8, "check_steps": 2, "check_tokens": 8}
CHAIN = {"steps": 2, "sft": {"preset": "tiny", "before": [SHORT], "conf": {**SHORT, "seed": 1, "save_updates": 1}}}
MOMENTS = {
    "the expert rolls": "own-som/evals/expert-som-1/episodes/*-s0-*",
    "an update begins": "own-som-mag-0/rounds/01/logprobs.parquet",
}
TABLES = ("main", "intervals", "pairs", "groups", "passk", "coverage")


def chain(folder: Path) -> subprocess.Popen:
    variables = {"MAG_CONF": folder / "conf", "MAG_RUNS": folder / "runs", "MAG_HOME": folder / "home", "PYTHONPATH": Path.cwd()}
    with (folder / "log").open("ab") as log:
        return subprocess.Popen([sys.executable, "-c", CODE], env=os.environ | {k: str(v) for k, v in variables.items()}, stderr=log)


def table(folder: Path) -> dict[str, bytes]:
    """Weights, scores and tables by path."""
    kinds = ("model.safetensors", "scores.csv", *(f"{name}.csv" for name in TABLES))
    return {str(path.relative_to(folder)): path.read_bytes() for kind in kinds for path in folder.rglob(kind)}


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    folder = tmp_path_factory.mktemp("undisturbed")
    conf_with(folder, **CHAIN)
    assert chain(folder).wait() == 0, (folder / "log").read_text()[-2000:]
    return folder


@pytest.fixture
def study(undisturbed, monkeypatch):
    monkeypatch.setenv("MAG_CONF", str(undisturbed / "conf"))
    monkeypatch.setenv("MAG_RUNS", str(undisturbed / "runs"))
    return load_study("own")


def test_the_whole_chain_leaves_what_it_promises(study):
    assert all(unit.done for unit in units(study))
    assert as_text(study, rows(study)).splitlines()[-1].startswith("13 of 13 units done")
    analysis = study.folder / "analysis"
    assert {path.relative_to(analysis).as_posix() for path in analysis.rglob("report.html")} == {"report.html", "pass/report.html"}
    main = (analysis / "tables/main.csv").read_text().splitlines()
    assert len(main) == 4 and all(name in main[at] for at, name in enumerate(("sft", "own-som-mag-0", "own-som-plain-0"), 1))
    pairs = (analysis / "tables/pairs.csv").read_text()
    assert pairs.count("own-som-mag-0/round-01,own-som-plain-0/round-01") == 1 and len(pairs.splitlines()) == 4
    assert (analysis / "pass/tables/passk.csv").exists() and (analysis / "expert/som/tables/coverage.csv").exists()
    groups = (analysis / "tables/groups.csv").read_text()
    assert "own-som-mag-0" in groups and "own-som-plain-0" in groups
    weights = {path.read_bytes() for path in study.runs.glob("own-som*/**/weights/model.safetensors")}
    assert len(weights) == 3  # SFT's two trainings and the round with experts; without them no group of failures has a gradient


def test_a_second_run_does_nothing(study, undisturbed):
    before = {path: path.stat().st_mtime_ns for path in study.runs.rglob("*") if path.is_file()}
    assert chain(undisturbed).wait() == 0
    assert {path: path.stat().st_mtime_ns for path in study.runs.rglob("*") if path.is_file()} == before


def test_killed_in_several_units_it_ends_in_the_same_tables(undisturbed, tmp_path):
    conf_with(tmp_path, **CHAIN)
    runs = tmp_path / "runs"
    for pattern in MOMENTS.values():
        process = chain(tmp_path)
        while not list(runs.glob(pattern)) and process.poll() is None:
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
        assert process.wait() == -signal.SIGKILL
    assert chain(tmp_path).wait() == 0
    found, wanted = table(runs), table(undisturbed / "runs")
    assert found.keys() == wanted.keys() and [name for name in found if found[name] != wanted[name]] == []
    ends = [row["unit"] for row in Journal(runs / "own/study.jsonl").rows() if row["event"] == "end"]
    assert len(ends) == len(set(ends)) == 13  # no finished unit was begun again


def test_a_signal_stops_it_in_order(tmp_path):
    conf_with(tmp_path, **CHAIN)
    variables = {"MAG_CONF": tmp_path / "conf", "MAG_RUNS": tmp_path / "runs", "MAG_HOME": tmp_path / "home"}
    command = [sys.executable, "-m", "mag.cli", "study", "run", "own", "--until", "corpus"]
    environment = os.environ | {name: str(value) for name, value in variables.items()}
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    while not list(tmp_path.glob("runs/own-corpus/evals/demo-som/episodes/*-s0-*")) and process.poll() is None:
        time.sleep(0.01)
    process.send_signal(signal.SIGTERM)
    out, errors = process.communicate()
    assert process.returncode == 130 and "corpus (2 of 2)" in out
    assert errors.splitlines()[-1] == "mag: stopped; what was finished is kept, `mag study run own --until corpus` goes on from there"
    last = list(Journal(tmp_path / "runs/own/study.jsonl").rows())[-1]
    assert (last["unit"], last["event"], last["done"]) == ("corpus", "end", False)
