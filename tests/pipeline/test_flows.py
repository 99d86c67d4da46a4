"""The flow on a real Prefect server and a real MLflow store: rolled, scored, tracked, and tracked once."""

import base64
import io
import json
import os
import re
import subprocess
import sys

import pytest
from PIL import Image

from mag.benchmark.load import load_miniarena

SCRIPT = """
import json
from prefect.testing.utilities import prefect_test_harness
with prefect_test_harness(server_startup_timeout=180):
    from flows.sweep import sweep
    for _ in range(2):
        summary = sweep(run="flow", policy="demo", grounding="som", limit=4)
    print("SR", summary.sr)
    from prefect.client.orchestration import get_client
    with get_client(sync_client=True) as client:
        found = client.read_artifacts()
    with open("artifacts.json", "w") as file:
        json.dump([{"key": one.key, "type": one.type, "data": one.data, "said": one.description} for one in found], file)
"""


@pytest.fixture(scope="module")
def flow_run(tmp_path_factory):
    folder = tmp_path_factory.mktemp("flow")
    (folder / "conf").mkdir()
    (folder / "conf" / "sites.yaml").write_text("sets: 2\n")
    (folder / "conf" / "tracking.yaml").write_text(f"uri: sqlite:///{folder}/mlflow.db\nartifacts: {folder}/artifacts\n")
    environment = os.environ | {
        "DO_NOT_TRACK": "1",
        "PREFECT_SERVER_ANALYTICS_ENABLED": "false",
        "MLFLOW_DISABLE_TELEMETRY": "true",
        "PREFECT_HOME": str(folder / "prefect"),
        "PREFECT_LOGGING_TO_API_ENABLED": "false",
        "MAG_HOME": str(folder / "home"),
    }
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        cwd=folder,
        env=environment | {"PYTHONPATH": os.getcwd()},
        capture_output=True,
        text=True,
        timeout=500,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return folder, done


def test_the_flow_scores_and_resumes(flow_run):
    folder, done = flow_run
    assert "SR 1.0" in done.stdout
    evaluation = folder / "runs" / "flow" / "evals" / "demo-som"
    assert len(list(evaluation.glob("episodes/*"))) == len(load_miniarena().select(limit=4))
    assert (evaluation / "view" / "index.html").exists()


def test_an_operator_sees_progress_and_a_screenshot_of_every_lane(flow_run):
    folder, _ = flow_run
    found = json.loads((folder / "artifacts.json").read_text())
    assert [one["data"] for one in found if one["key"] == "progress-demo-som"] == [100.0, 100.0]
    lanes = {one["key"]: one for one in found if one["type"] == "image"}
    assert set(lanes) == {"lane-1", "lane-2"}
    for number, one in enumerate((lanes["lane-1"], lanes["lane-2"]), 1):
        kind, _, data = one["data"].partition(",")
        assert kind == "data:image/jpeg;base64"
        with Image.open(io.BytesIO(base64.b64decode(data))) as picture:
            assert picture.width == 640
        assert re.fullmatch(rf"set {number}: task \d+, step \d+, success", one["said"])


def test_mlflow_holds_one_run_with_metrics_sites_and_tasks(flow_run):
    from mlflow.tracking import MlflowClient

    folder, _ = flow_run
    client = MlflowClient(tracking_uri=f"sqlite:///{folder}/mlflow.db")
    experiment = client.get_experiment_by_name("mag/eval")
    runs = client.search_runs([experiment.experiment_id])
    assert len(runs) == 1
    run, count = runs[0], len(load_miniarena().select(limit=4))
    assert run.data.metrics["eval/sr"] == 1.0
    assert run.data.metrics["eval/n"] == count
    assert {key.split("/")[2] for key in run.data.metrics if key.startswith("eval/site/")} == {
        item.site for item in load_miniarena().select(limit=4)
    }
    assert len(client.get_metric_history(run.info.run_id, "eval/sr")) == 1
    assert run.data.tags["mag.complete"] == "true"
    assert run.data.params["policy"] == "demo"
    assert run.info.status == "FINISHED"
    table = json.loads((folder / "artifacts" / run.info.run_id / "artifacts" / "per_task.json").read_text())
    assert len(table["data"]) == count
    assert table["columns"][:3] == ["task_id", "site", "success"]


def test_only_infrastructure_trouble_is_tried_again():
    from prefect.states import Failed

    from mag.errors import BadInput, SiteDown
    from tasks.retrying import transient_only

    assert transient_only(None, None, Failed(data=SiteDown("down")))
    assert not transient_only(None, None, Failed(data=BadInput("wrong")))
    assert not transient_only(None, None, Failed(data=ZeroDivisionError()))
