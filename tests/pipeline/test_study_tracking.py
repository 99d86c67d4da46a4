"""A study in MLflow, on a real store: everything its files say, once however often it is logged, and what comes later beside it."""

import sqlite3
from pathlib import Path

import pytest

pytest.importorskip("mlflow")

from mlflow.tracking import MlflowClient

from mag.errors import BadInput
from mag.journal import Journal
from mag.runs import EvalFolder, write_json
from mag.scoring import score_sweep
from mag.settings import TrackingConf
from mag.study import load_study, units
from mag.study.choose import preroll
from mag.study.diary import DIARY
from mag.study.units import analysed
from tasks.tracking import log_study
from tasks.tracking.numbers import table_numbers
from tests.study.small import conf_with
from tests.test_run_folder import make_episode

TABLES = ("runs", "metrics", "params", "tags", "inputs", "model_versions", "registered_model_aliases", "trace_info", "spans")
BEGAN, MINUTE = 1_700_000_000.0, 60.0
PNG = b"\x89PNG picture"


def rolled(folder, outcomes, samples=1):
    """An evaluation as a sweep leaves it: a task for each outcome."""
    store = EvalFolder(folder)
    for number, outcome in enumerate(outcomes):
        for sample in range(samples):
            key = f"{number:02d}{sample}" + folder.name.ljust(61, "x")[-61:]
            store.store(make_episode(number, sample, key, outcome=outcome, verdict=None, started=BEGAN), {"step-01.png": PNG})
    known = {"run": folder.parent.parent.name, "name": folder.name, "policy": "grpo", "identity": "i", "grounding": "som"}
    known |= {"contract": "full", "protocol": "p", "snapshot": "s", "judge": "local-phrases-1", "seed": 0, "samples": samples}
    write_json(folder / "plan.json", {**known, "tasks": [[number, "k"] for number in range(len(outcomes))]})
    write_json(folder / "manifest.json", {"code": "c", "started": BEGAN})
    score_sweep(store, {})


def weights(folder):
    folder.mkdir(parents=True)
    (folder / "model.safetensors").write_bytes(folder.parent.name.encode())
    write_json(folder / "COMMITTED.json", {})


def finish(study, unit):
    """The files of a finished unit that say something."""
    folder, run = unit.folder, unit.folder.parents[1]
    if unit.kind == "base":
        weights(folder)
        write_json(folder / "training.json", {"curve": [{"update": 1, "loss": 8.5, "copied": 0.0}, {"update": 2, "loss": 7.5}]})
    elif unit.kind == "corpus":
        rolled(folder / "evals" / "demo-som", ["success"])
        write_json(folder / "gold" / "corpus.json", {"digest": "c" * 64})
        write_json(folder / "shards" / "shards.json", {})
    elif unit.kind == "sft":
        weights(folder / "weights")
        write_json(folder / "plan.json", {"base": "b", "conf": {"lr": 0.1}})
        Journal(folder.parent / "metrics.jsonl").append([{"sft_loss": 8.0, "step": 1}, {"sft_loss": 7.0, "step": 2}])
    elif unit.kind == "expert":
        for evaluation in preroll(study, "som").evaluations(study.runs):
            rolled(evaluation, ["success"])
        write_json(folder / "manifest.json", {"complete": True, "index": "e" * 64})
    elif unit.kind == "round":
        number = unit.of.number
        rolled(folder, ["success", "failure"], 2)
        weights(folder / "weights")
        rows = [{"batch_success": 0.5, "round": number}, {"objective": 0.25 * number, "update": number}, {"rows": 9, "round": number}]
        Journal(run / "metrics.jsonl").append(rows)
        write_json(run / "training.json", {"recipe": unit.of.arm, "conf": {"lr": 0.1}, "tasks": [[1, "k"]]})
        write_json(folder / "push.json", {})
    elif unit.kind == "analysis":
        (folder / "tables").mkdir(parents=True)
        (folder / "tables" / "main.csv").write_text("system,round,sr\nsft,0,0.25\nsft,1,0.5\n")
        (folder / "report.html").write_text("<p>report")
        write_json(folder / "best.json", {"som": {"unit": "som/mag-0/val-01", "weights": "", "sr": 1.0, "n": 1}})
        write_json(folder / "COMMITTED.json", {"inputs": analysed(unit)})
    else:
        rolled(folder, ["success", "failure", "failure", "failure", "failure"])
    at = BEGAN + MINUTE * (1 + len(list(Journal(study.folder / DIARY).rows())))
    row = {"unit": unit.name, "kind": unit.kind, "pid": 1}
    Journal(study.folder / DIARY).append(
        [{**row, "event": "start", "at": at}, {**row, "event": "end", "at": at + 30, "seconds": 30.0, "done": True}]
    )


@pytest.fixture
def study(tmp_path, monkeypatch):
    monkeypatch.setenv("MAG_RUNS", str(tmp_path / "runs"))
    monkeypatch.setenv("MAG_CONF", str(conf_with(tmp_path, validation=1)))
    monkeypatch.setenv("MLFLOW_DISABLE_TELEMETRY", "true")
    return load_study("own")


def counts(path):
    with sqlite3.connect(path) as store:
        return {name: store.execute(f"select count(*) from {name}").fetchone()[0] for name in TABLES}


def test_a_study_is_logged_whole_and_once(study, tmp_path):
    conf = TrackingConf(f"sqlite:///{tmp_path}/mlflow.db", str(tmp_path / "artifacts"))
    client, known = MlflowClient(tracking_uri=conf.uri), units(study)
    for unit in known[: len(known) // 2]:
        finish(study, unit)
    half = log_study.fn(study, conf)
    assert client.get_run(half).info.status == "RUNNING"
    for unit in known[len(known) // 2 :]:
        finish(study, unit)
    parent = log_study.fn(study, conf)
    first = counts(tmp_path / "mlflow.db")
    assert parent == half

    for path in (tmp_path / "runs").rglob("mlflow*.json"):
        path.unlink()  # as on a machine that has the store and copies of the files only
    assert log_study.fn(study, conf) == parent
    assert counts(tmp_path / "mlflow.db") == first

    run = client.get_run(parent)
    assert run.info.status == "FINISHED" and run.info.start_time == int(1000 * (BEGAN + MINUTE))
    assert run.data.metrics == {"main/sft/0/sr": 0.25, "main/sft/1/sr": 0.5}
    assert run.data.params["grpo.groups"] == "2" and run.data.tags["mag.arms"] == "['mag', 'plain']"
    assert {own.dataset.digest for own in run.inputs.dataset_inputs} == {"c" * 36, "e" * 36}
    assert {own.path for own in client.list_artifacts(parent, "analysis")} >= {"analysis/report.html", "analysis/tables"}
    children(client, run, known)
    registered(client, study)
    traced(client, run)


def children(client, parent, known):
    found = {own.info.run_name: own for own in client.search_runs([parent.info.experiment_id]) if own.info.run_id != parent.info.run_id}
    assert {own.data.tags["mlflow.parentRunId"] for own in found.values()} == {parent.info.run_id}
    expected = {unit.name for unit in known if unit.kind in ("base", "sft", "round")} | {"som/mag-0", "som/plain-0"}
    folders = [unit.folder for unit in known if unit.kind in ("evaluation", "validation", "pass")]
    expected |= {f"{folder.parent.parent.name}/{folder.name}" for folder in folders} | {"own-corpus/demo-som", "own-som/expert-som-1"}
    assert set(found) == expected
    assert found["own-som-mag-0/round-01"].data.metrics["eval/sr"] == 0.2

    def curve(name, metric):
        return [(own.step, own.value) for own in client.get_metric_history(found[name].info.run_id, metric)]

    assert curve("base", "train/loss") == [(1, 8.5), (2, 7.5)]
    assert curve("som/sft", "train/sft_loss") == [(1, 8.0), (2, 7.0)]
    assert curve("som/mag-0", "train/objective") == curve("som/mag-0/round-01", "train/objective") == [(1, 0.25)]
    assert curve("som/mag-0/round-01", "rollout/sr") == [(1, 0.5)]
    assert found["som/mag-0"].data.params == {"recipe": "mag", "conf.lr": "0.1"}


def registered(client, study):
    model = client.get_registered_model("mag-own-som")
    assert set(model.aliases) == {"sft", "mag-0-round-01", "plain-0-round-01", "champion"}
    assert model.aliases["champion"] == model.aliases["mag-0-round-01"]
    version = client.get_model_version_by_alias("mag-own-som", "sft")
    assert Path(version.source.removeprefix("file://")) == study.run("som") / "sft" / "weights" and len(version.tags["mag.digest"]) == 12


def traced(client, parent):
    runs = client.search_runs([parent.info.experiment_id], "run_name = 'own-som-mag-0/round-01'")
    traces = client.search_traces(locations=[parent.info.experiment_id], run_id=runs[0].info.run_id)
    assert len(traces) == 3
    assert {trace.info.tags["mag.outcome"] for trace in traces} == {"failure"}
    reference = next(span for span in traces[0].data.spans if span.name == "step 1").inputs["screenshot"]
    assert reference.startswith("mlflow-attachment://")
    name = reference.removeprefix("mlflow-attachment://").split("?")[0]
    folder = Path(traces[0].info.tags["mlflow.artifactLocation"].removeprefix("file://"))
    assert [path.read_bytes() for path in folder.rglob(f"*{name}*")] == [PNG]


def test_a_damaged_unit_is_named_before_anything_is_retried(study, tmp_path):
    known = {unit.name: unit for unit in units(study)}
    write_json(known["som/sft/eval"].folder / "COMMITTED.json", {"complete": True})
    conf = TrackingConf(f"sqlite:///{tmp_path}/mlflow.db", str(tmp_path / "artifacts"))
    with pytest.raises(BadInput, match=r"plan\.json is not there"):
        log_study.fn(study, conf)


def test_numbers_of_tables_are_named_by_their_rows(tmp_path):
    rows = "system,round,text,sr,ggs\na/b,1,x.y: (z),0.5,nan\na/b,2,..,1,0.25\na/b,2,..,0,0.25\n"
    (tmp_path / "t.csv").write_text(rows)
    found = table_numbers(tmp_path)
    assert found["t/a/b/1/x.y: _z_/sr"] == 0.5 and "t/a/b/1/x.y: _z_/ggs" not in found
    assert sorted(found.values()) == [0.0, 0.25, 0.25, 0.5, 1.0], "equal labels hide nothing"
    from mlflow.utils.validation import _validate_metric_name

    for name in found:
        _validate_metric_name(name)
