"""dvc.yaml: its stages are the study's units, and DVC, flows and the command line find done what another has finished."""

import json
import shutil
from pathlib import Path

import pytest

from mag.journal import Journal
from mag.study import load_study, units
from mag.study.stages import as_text, stages
from tests.pipeline.checkout import ROOT, checkout, choose, dvc, mag

STUDIES = ("miniature", "smoke")


@pytest.fixture
def study_of(monkeypatch):
    """Studies as they are in a checkout: with the project's conf, and runs/ beside it."""
    monkeypatch.chdir(ROOT)
    for name in ("MAG_RUNS", "MAG_CONF"):
        monkeypatch.delenv(name, raising=False)
    return load_study


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    return checkout(tmp_path_factory.mktemp("dvc") / "project")


def unit_of(stage) -> str:
    return str(stage.cmd).partition("--only ")[2]


@pytest.mark.parametrize("name", STUDIES)
def test_the_stages_are_the_units_of_the_study_in_an_order_that_serves_them(project, study_of, name):
    from dvc.repo import Repo

    study = study_of(name)
    choose(project, name)
    (project / "stages.yaml").write_text(as_text(stages(study)))
    known = {unit.name: unit for unit in units(study)}
    with Repo(str(project)) as repo:
        index = repo.index
        by_unit: dict[str, list] = {}
        for stage in index.stages:
            by_unit.setdefault(unit_of(stage), []).append(stage)
        checking = by_unit.pop("")
        assert [stage.name for stage in checking] == ["conf"]
        assert by_unit.keys() == known.keys()
        for unit, own in by_unit.items():
            lacking = set(known[unit].needs) - _all_before(index.graph, own)
            assert not lacking, f"{unit} needs {lacking} first"
            assert len(own) == 1 or {stage.name.split("@")[0] for stage in own} == {"passes", "expert"}
        for stage in index.stages:
            for dep in stage.deps:
                if dep.is_in_repo and hasattr(dep, "read_params"):
                    assert dep.read_params(), f"{stage.name} follows {dep.def_path}, which has nothing"


def _all_before(graph, own) -> set[str]:
    from networkx import descendants

    return {unit_of(one) for stage in own for one in descendants(graph, stage)}


def test_stages_yaml_is_of_the_study_that_params_yaml_names(study_of):
    from mag.settings import load_params

    study = study_of(load_params().study)
    assert (ROOT / "stages.yaml").read_text() == as_text(stages(study)), "write it anew with `mag study stages`"


def test_constants_are_parameters(project):
    from dvc.utils.serialize import load_py

    from mag import constants

    own = {name: getattr(constants, name) for name in vars(constants) if name.isupper()}
    assert load_py(str(ROOT / "mag/constants.py")) == own


def test_nothing_is_done_yet_and_a_study_that_has_grown_is_told(project):
    choose(project, "smoke")
    mag(project, "study", "stages")
    status = json.loads(dvc(project, "status", "--json"))
    assert {"conf", "base@tiny", "corpus", "sft@som", "rounds@som-plain-0-01", "analysis"} <= set(status)
    path = project / "conf/study/smoke.yaml"
    text = path.read_text()
    path.write_text(text.replace("rounds: 1", "rounds: 2"))
    said = mag(project, "study", "stages", "--check", wanted=2)
    path.write_text(text)
    assert "run `mag study stages`" in said and len(said.splitlines()) == 1


def done(folder: Path) -> list[str]:
    """Units as they came to their end."""
    return [row["unit"] for row in Journal(folder / "runs/smoke/study.jsonl").rows() if row["event"] == "end" and row["done"]]


def fetched(folder: Path, project: Path) -> Path:
    """A fresh clone of a project with what is in its remote."""
    checkout(folder)
    for name in ("dvc.lock", "stages.yaml", "params.yaml"):
        shutil.copy(project / name, folder / name)
    dvc(folder, "pull")
    return folder


@pytest.mark.slow
def test_whoever_finishes_a_unit_it_is_done_once(tmp_path):
    project = checkout(tmp_path / "project")
    choose(project, "smoke")
    mag(project, "study", "stages")
    mag(project, "study", "run", "smoke", "--until", "som/expert")
    dvc(project, "commit", "-f", "base@tiny", "corpus", "sft@som")
    said = dvc(project, "repro")
    assert "Stage 'corpus' didn't change, skipping" in said
    assert "Running stage 'passes@som-1'" in said, "not recorded: taken over by running its command, which finds it done"
    wanted = done(project)
    assert len(wanted) == len(set(wanted)) == 13
    mag(project, "study", "run", "smoke")
    assert done(project) == wanted and "Running stage" not in dvc(project, "repro")

    (project / "dvc.lock").unlink()  # as after a flow: all done, nothing recorded
    dvc(project, "commit", "-f")
    assert "Running stage" not in dvc(project, "repro")

    shown = json.loads(dvc(project, "metrics", "show", "--json"))[""]["data"]
    row = shown["runs/smoke/results/som.mag-0.eval-01.json"]["data"]
    assert {"n", "sr", "sr_low", "sr_high", "ofcr", "ofcr_low", "ofcr_high"} <= set(row) and row["n"] == 1
    dvc(project, "plots", "show", "--out", "plots")
    page = (project / "plots/index.html").read_text()
    assert all(title in page for title in ("Tiny base, loss", "Stage 1, training loss", "Stage 2, success", "Success rate"))
    assert '"run": "som/plain-0"' in page and '"sft_loss": ' in page

    dvc(project, "push")
    clone = fetched(tmp_path / "clone", project)
    assert "13 of 13 units done" in mag(clone, "study", "run", "smoke")
    assert "Running stage" not in dvc(clone, "repro")
    assert (clone / "runs/smoke-som-mag-0/metrics.jsonl").read_text() == (project / "runs/smoke-som-mag-0/metrics.jsonl").read_text()

    before = (project / "runs/smoke-som-mag-0/evals/round-01/scores.csv").read_bytes()
    shutil.rmtree(project / "runs/smoke-som-mag-0/evals/round-01")
    said = dvc(project, "repro")
    assert said.count("Running stage 'evaluations@som-mag-0-eval-01'") == 1
    assert set(done(project)[13:]) <= {"som/mag-0/eval-01", "analysis"} and "som/mag-0/eval-01" in done(project)[13:]
    assert (project / "runs/smoke-som-mag-0/evals/round-01/scores.csv").read_bytes() == before
