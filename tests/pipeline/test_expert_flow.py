"""The pre-roll as a flow on a real Prefect server: two tracked passes, one cache, and nothing rolled a second time."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from mag.expert.cache import ExpertCache

SCRIPT = """
from prefect.testing.utilities import prefect_test_harness
with prefect_test_harness(server_startup_timeout=180):
    from flows.expert_preroll import expert_preroll
    for _ in range(2):
        manifest = expert_preroll(run="flow", policy="imperfect:0.5", limit=3, seed=1)
    print("covered", manifest["covered"])
"""

REFUSED = """
import flows.expert_preroll as flows
from mag.errors import BadInput
flows.sweep = None  # what would roll
try:
    flows.expert_preroll.fn(part="test", limit=2)
except BadInput as error:
    print(error)
"""


def test_its_deployment_names_a_flow_that_is_there():
    found = {one["name"]: one["entrypoint"] for one in yaml.safe_load(Path("prefect.yaml").read_text())["deployments"]}
    assert found["expert-preroll"] == "flows.expert_preroll:expert_preroll"


def test_it_rolls_nothing_of_a_part_that_training_must_not_see(tmp_path):
    environment = os.environ | {"DO_NOT_TRACK": "1", "PREFECT_HOME": str(tmp_path / "prefect"), "PYTHONPATH": os.getcwd()}
    done = subprocess.run([sys.executable, "-c", REFUSED], cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=100)
    assert "is of part test" in done.stdout, done.stdout + done.stderr


@pytest.mark.slow
def test_the_flow_rolls_two_passes_and_builds_the_cache(tmp_path):
    (tmp_path / "conf").mkdir()
    (tmp_path / "conf" / "sites.yaml").write_text("sets: 2\n")
    (tmp_path / "conf" / "tracking.yaml").write_text(f"uri: sqlite:///{tmp_path}/mlflow.db\nartifacts: {tmp_path}/artifacts\n")
    environment = os.environ | {
        "DO_NOT_TRACK": "1",
        "PREFECT_SERVER_ANALYTICS_ENABLED": "false",
        "MLFLOW_DISABLE_TELEMETRY": "true",
        "PREFECT_HOME": str(tmp_path / "prefect"),
        "PREFECT_LOGGING_TO_API_ENABLED": "false",
        "MAG_HOME": str(tmp_path / "home"),
        "PYTHONPATH": os.getcwd(),
    }
    done = subprocess.run([sys.executable, "-c", SCRIPT], cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    run = tmp_path / "runs" / "flow"
    cache = ExpertCache.load(run / "expert" / "som")
    assert f"covered {len(cache.episodes)}" in done.stdout and not cache.problems
    assert {path.name for path in (run / "evals").iterdir()} == {"expert-som-1", "expert-som-2"}
    runs = [json.loads((run / "evals" / name / "mlflow.json").read_bytes())["run_id"] for name in ("expert-som-1", "expert-som-2")]
    assert len(set(runs)) == 2
    assert (run / "expert" / "som" / "tables" / "coverage.csv").exists()
