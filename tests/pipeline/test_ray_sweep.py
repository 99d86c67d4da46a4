"""mag/sweep-ray on a Ray cluster of two nodes on this machine: the table of one process, to the byte, whoever rolled which episode."""

import json
import os
import secrets
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from mag.benchmark.load import load_benchmark
from mag.choice import Choice
from mag.runs import EvalFolder
from mag.settings import Settings
from mag.sweep import run_sweep

pytestmark = pytest.mark.ray
LIMIT = 12
CHOICE = Choice("ray", "shared", "imperfect:0.5")
NODES = """
import sys
from ray.cluster_utils import Cluster
node = {"num_cpus": 1, "object_store_memory": 100 * 2**20, "resources": {"envset": 1}, "include_dashboard": False}
cluster = Cluster(initialize_head=True, head_node_args=node | {"node_ip_address": "127.0.0.2"})  # 127.0.0.1 Ray takes for another address
cluster.add_node(**node | {"node_ip_address": "127.0.0.3"})
print("address", cluster.address, flush=True)
sys.stdin.read()
cluster.shutdown()
"""
SWEEP = """
import sys
from prefect.testing.utilities import prefect_test_harness
with prefect_test_harness(server_startup_timeout=180):
    from flows.sweep_ray import sweep_ray
    for _ in range(2):
        summary = sweep_ray(run="ray", name="shared", policy="imperfect:0.5", part="test", limit=int(sys.argv[1]), hosts=2, sets=1)
print("SR", summary.sr, flush=True)
"""
# Ray's own patience with a machine that is busy with other work
PATIENT = {
    "RAY_worker_niceness": "0",  # else 15
    "RAY_raylet_start_wait_time_s": "300",
    "RAY_agent_register_timeout_ms": "300000",
    "RAY_worker_register_timeout_seconds": "600",
    "RAY_gcs_server_request_timeout_seconds": "300",
    "RAY_health_check_timeout_ms": "60000",
    "RAY_health_check_failure_threshold": "20",
}


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    pytest.importorskip("prefect_ray", reason="uv pip install -e '.[pipeline,ray]'")
    folder = tmp_path_factory.mktemp("ray")
    (folder / "conf").mkdir()
    (folder / "conf" / "tracking.yaml").write_text(f"uri: sqlite:///{folder}/mlflow.db\nartifacts: {folder}/artifacts\n")
    environment = os.environ | {
        **PATIENT,
        "RAY_USAGE_STATS_ENABLED": "0",
        "RAY_AUTH_MODE": "token",
        "RAY_AUTH_TOKEN": secrets.token_hex(32),
        "DO_NOT_TRACK": "1",
        "PREFECT_SERVER_ANALYTICS_ENABLED": "false",
        "MLFLOW_DISABLE_TELEMETRY": "true",
        "PREFECT_HOME": str(folder / "prefect"),
        "MAG_HOME": str(folder / "home"),
        "PYTHONPATH": os.getcwd(),
    }
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # Ray starts many interpreters, and waits for each only so long
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": (folder / "ray.log").open("wb")}
    with subprocess.Popen([sys.executable, "-c", NODES], cwd=folder, env=environment, text=True, **pipes) as nodes:
        lines = (line.split() for line in nodes.stdout)
        address = next((line[1] for line in lines if line[:1] == ["address"]), None)
        assert address, (folder / "ray.log").read_text()[-3000:]
        command = [sys.executable, "-c", SWEEP, str(LIMIT)]
        environment["RAY_ADDRESS"] = address
        done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=1500)
        nodes.stdin.close()
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return folder / "runs" / "ray" / "evals" / "shared"


@pytest.fixture(scope="module")
def alone(tmp_path_factory):
    folder = tmp_path_factory.mktemp("alone")
    settings = Settings()
    settings.sites.home, settings.sites.sets = str(folder / "home"), 1
    benchmark = load_benchmark("miniarena", settings=settings)
    run_sweep(CHOICE, benchmark, benchmark.select(part="test", limit=LIMIT), settings, folder / "shared", lambda *_: None)
    return folder / "shared"


def test_two_workers_give_the_table_of_one_process(shared, alone):
    assert (shared / "scores.csv").read_bytes() == (alone / "scores.csv").read_bytes()
    assert (shared / "summary.json").read_bytes() == (alone / "summary.json").read_bytes()
    assert json.loads((shared / "plan.json").read_text()) == json.loads((alone / "plan.json").read_text())


def test_each_worker_rolled_half_on_a_set_of_its_own(shared, alone):
    rolled = EvalFolder(shared).load()
    assert sorted(episode.environment_set for episode in rolled) == [1] * (LIMIT // 2) + [2] * (LIMIT // 2)
    assert sorted(path.name for path in (shared / "env").iterdir()) == ["set1.json", "set2.json"]
    same = [replace(episode, environment_set=1).key for episode in rolled]
    assert same == [episode.key for episode in EvalFolder(alone).load()]


def test_started_again_it_rolled_nothing(shared):
    ends = [path.stat().st_mtime for path in Path(shared).glob("episodes/*/COMMITTED.json")]
    assert len(ends) == LIMIT
    assert max(ends) < (shared / "summary.json").stat().st_mtime
