"""Flows on top of a study, on a real Prefect server: what is done is cached, what is not is done by processes that end with the flow."""

import csv
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import yaml

from mag import processes
from mag.nightly import read_nights
from mag.runs import write_json
from mag.supervise import VARIABLE
from tests.pipeline.served import environment_of, flows
from tests.study.small import conf_with

NAMES = {"env-reset", "sweep", "expert-preroll", "sft", "grpo-round", "grpo", "nightly-eval", "analyze", "paper", "reap"}


def test_every_deployment_is_a_flow_that_runs_without_parameters():
    from prefect.flows import load_flow_from_entrypoint

    found = {one["name"]: one for one in yaml.safe_load(Path("prefect.yaml").read_text())["deployments"]}
    assert set(found) >= NAMES
    for one in found.values():
        if "ray" in one["name"]:
            continue
        flow = load_flow_from_entrypoint(one["entrypoint"])
        assert flow.name == "mag" and flow.on_running_hooks, one["name"]
        assert not flow.parameters.required, f"{one['name']} wants {flow.parameters.required}"
        assert "concurrency_limit" not in one, "it would count runs whose worker has died"
    assert found["nightly-eval"]["schedules"] and found["reap"]["schedules"]


DONE = """
import os
from pathlib import Path
from prefect.client.orchestration import get_client
from mag import programs
from mag.locks import hold
from mag.study import units
from tests.study.small import all_done
study = all_done()
from flows.grpo_round import grpo_round
from flows.nightly import nightly_eval
from flows.paper import paper
from flows.reap import reap
print("ENDS", sorted(set(paper("own").values())), len(units(study)))
print("ROUND", grpo_round("own", return_state=True).message)
print("JUMP", grpo_round("own", number=9, return_state=True).message)
home = Path(os.environ["MAG_HOME"])
with hold(home / "sites.lock"):
    print("NIGHT", nightly_eval(return_state=True).message)
with get_client(sync_client=True) as client:
    from prefect.states import Running
    run = client.create_flow_run(paper, name="left behind")
    client.set_flow_run_state(run.id, Running(), force=True)
    dead = programs.noted(home)[0].mark.rsplit(".", 1)[0] + ".1"
    (home / "programs" / f"{run.id}.json").write_text('{"name": "left behind", "mark": "%s"}' % dead)
    print("DRY", reap(dry=True)["runs"], client.read_flow_run(run.id).state.name)
    print("REAPED", reap()["runs"], client.read_flow_run(run.id).state.name, reap()["runs"])
"""


def test_a_finished_study_is_cached_and_the_rest_keeps_out_of_the_way(tmp_path):
    conf_with(tmp_path, rounds=2, evaluated=[2])
    said = flows(tmp_path, DONE)
    count = said.count("was done before")
    assert f"ENDS ['cached'] {count}" in said and "Task run 'som/mag-0/round-02' - Finished in state Cached" in said
    assert not list((tmp_path / "runs").glob("own/study.jsonl")), "no unit was started"
    assert "ROUND every round of som/mag-0 is done" in said
    assert "there is no round 9" in said
    assert "NIGHT skipped: sites taken by process" in said and not (tmp_path / "runs" / "nightly").exists()
    assert "DRY ['left behind'] Running" in said
    assert "REAPED ['left behind'] Crashed []" in said


ROUNDS = """
from flows.grpo_round import grpo_round
print("FIRST", " ".join(grpo_round("own")))
print("SECOND", " ".join(grpo_round("own")))
"""
PAPER = """
from flows.paper import paper
print("PAPER", dict(paper("own")))
print("AGAIN", sorted(set(paper("own").values())))
from flows.analyze import analyze
print("TABLES", analyze("own"))
"""


def marked(supervisor):
    return [pid for pid, owner, _ in processes.with_variable(VARIABLE) if owner.split(".")[1] == str(supervisor)]


@pytest.mark.slow
def test_rounds_come_one_a_call_and_a_killed_flow_takes_its_unit_along(tmp_path):
    conf_with(tmp_path, rounds=2, evaluated=[2], arms=["mag"])
    runs = tmp_path / "runs"
    script = "from prefect.testing.utilities import prefect_test_harness\nwith prefect_test_harness(server_startup_timeout=180):\n"
    script += "    from flows.grpo_round import grpo_round\n    grpo_round('own')"
    killed = subprocess.Popen([sys.executable, "-c", script], cwd=tmp_path, env=environment_of(tmp_path), start_new_session=True)
    limit = time.monotonic() + 600
    while not (runs / "own/locks/base.lock").exists() and killed.poll() is None:
        assert time.monotonic() < limit
        time.sleep(0.1)
    assert marked(killed.pid), "a unit is at work"
    os.killpg(killed.pid, signal.SIGKILL)
    killed.wait()
    limit = time.monotonic() + 60
    while marked(killed.pid):
        assert time.monotonic() < limit, "the unit outlived its flow"
        time.sleep(0.2)

    said = flows(tmp_path, ROUNDS, 1800)
    assert "FIRST base corpus som/sft som/expert som/mag-0/round-01" in said
    assert "SECOND som/mag-0/round-02" in said
    assert all((runs / "own-som-mag-0" / "rounds" / number / "push.json").exists() for number in ("01", "02"))

    said = flows(tmp_path, PAPER, 1800)
    assert "'som/mag-0/round-02': 'cached'" in said and "'analysis': 'done'" in said
    assert "AGAIN ['cached']" in said and "main" in said.split("TABLES")[1]


NIGHTS = """
import os
from pathlib import Path
import yaml
from prefect.client.orchestration import get_client
from flows.nightly import nightly_eval
path = Path(os.environ["MAG_CONF"]) / "champion.yaml"
for date, policy in (("2026-10-01", "demo"), ("2026-10-02", "demo"), ("2026-10-03", "random")):
    path.write_text(yaml.safe_dump({"policy": policy, "benchmark": "miniarena", "part": "train", "limit": 3}))
    print("NIGHT", nightly_eval(date=date))
with get_client(sync_client=True) as client:
    print("ARTIFACTS", sorted({one.key for one in client.read_artifacts() if one.key}))
"""


@pytest.mark.slow
def test_nights_are_rolled_compared_and_an_alert_is_raised_where_they_differ(tmp_path):
    environment_of(tmp_path)
    said = flows(tmp_path, NIGHTS)
    rows = read_nights(tmp_path / "runs" / "nightly")
    assert [(row.night[-2:], row.changed) for row in rows] == [("01", ""), ("02", "no"), ("03", "yes")]
    assert rows[2].note == "another policy" and rows[2].delta == "-1.0000"
    assert "ARTIFACTS ['nightly', 'nightly-alert']" in said and "CHANGED" in said
    with (tmp_path / "runs" / "nightly" / "evals" / "nightly-2026-10-03" / "scores.csv").open() as file:
        assert len(list(csv.DictReader(file))) == 3
    run = json.loads((tmp_path / "runs" / "nightly" / "evals" / "nightly-2026-10-02" / "mlflow.json").read_text())
    assert run["run_id"]


RESET = """
from flows.env_reset import env_reset
rows = env_reset()
print("RESET", [row["set"] for row in rows], all(row["reset_seconds"] > 0 for row in rows))
"""


@pytest.mark.slow
def test_env_reset_resets_every_set(tmp_path):
    write_json(tmp_path / "home" / "unrelated.json", {})
    assert "RESET [1, 2] True" in flows(tmp_path, RESET)
