"""MLflow: a projection of run folders, which can be redone at will. The only importer of mlflow."""

import csv
import json
from pathlib import Path
from typing import Any

from mlflow.entities import Metric, Param, RunTag
from mlflow.tracking import MlflowClient
from prefect import task
from prefect.cache_policies import NO_CACHE

from mag.costs import FILE as COST
from mag.costs import metrics_of
from mag.records import digest
from mag.runs import read_json, write_json
from mag.settings import TrackingConf

SITE_COLUMNS = ("n", "successes", "sr")


@task(cache_policy=NO_CACHE, retries=3, retry_delay_seconds=[1, 5, 15])
def log_sweep(folder: Path, conf: TrackingConf) -> str:
    """Metrics, per-site rates and the per-task table of a scored evaluation; the MLflow run's id.

    Logging again gives the same run the same values (timestamps are the manifest's), so a killed projection is simply redone.
    """
    plan, summary, manifest = (read_json(folder / name) for name in ("plan.json", "summary.json", "manifest.json"))
    client = MlflowClient(tracking_uri=conf.uri)
    run_id = _run_id(client, folder, plan, conf)
    at = int(1000 * manifest["started"])
    tags = {
        "mag.unit_key": digest(plan)[:32],
        "mag.protocol": plan["protocol"],
        "mag.snapshot": plan["snapshot"],
        "mag.code": manifest["code"],
        "mag.judge": plan["judge"],
        "mag.folder": str(folder),
        "mag.complete": str(not summary["incomplete"]).lower(),
        "mlflow.loggedArtifacts": json.dumps([{"path": "per_task.json", "type": "table"}]),
    }
    params = {key: str(plan[key]) for key in ("policy", "identity", "grounding", "contract", "seed", "samples")} | {
        "tasks": str(len(plan["tasks"]))
    }
    metrics = _metrics(summary) | {f"cost/{key}": value for key, value in metrics_of(folder).items()}
    client.log_batch(
        run_id,
        metrics=[Metric(key, value, at, 0) for key, value in metrics.items()],
        params=[Param(key, value) for key, value in params.items()],
        tags=[RunTag(key, value) for key, value in tags.items()],
    )
    with (folder / "scores.csv").open(newline="") as file:
        rows = list(csv.reader(file))
    client.log_dict(run_id, {"columns": rows[0], "data": rows[1:]}, "per_task.json")
    for name in ("scores.csv", "summary.json", "plan.json", "manifest.json", COST):
        if (folder / name).exists():
            client.log_artifact(run_id, str(folder / name))
    client.set_terminated(run_id, "FAILED" if summary["incomplete"] else "FINISHED", end_time=at)
    return run_id


def _run_id(client: MlflowClient, folder: Path, plan: dict[str, Any], conf: TrackingConf) -> str:
    record = folder / "mlflow.json"
    if record.exists():
        known = read_json(record)
        if known["uri"] == conf.uri:
            return str(known["run_id"])
    experiment = client.get_experiment_by_name(conf.experiment)
    artifacts = Path(conf.artifacts).resolve().as_uri() if "://" not in conf.artifacts else conf.artifacts
    experiment_id = experiment.experiment_id if experiment else client.create_experiment(conf.experiment, artifact_location=artifacts)
    run_id = str(client.create_run(experiment_id, run_name=f"{plan['run']}/{plan['name']}").info.run_id)
    write_json(record, {"uri": conf.uri, "run_id": run_id})
    return run_id


def _metrics(summary: dict[str, Any]) -> dict[str, float]:
    values = {f"eval/{key}": float(value) for key, value in summary.items() if isinstance(value, int | float)}
    for row in summary["sites"]:
        values |= {f"eval/site/{row['site']}/{key}": float(row[key]) for key in SITE_COLUMNS}
    return values
