"""An evaluation in MLflow."""

import csv
import json
from pathlib import Path
from typing import Any

from mlflow.entities import Metric
from prefect import task
from prefect.cache_policies import NO_CACHE

from mag.costs import FILE as COST
from mag.costs import metrics_of
from mag.records import digest
from mag.runs import read_json
from mag.settings import TrackingConf
from tasks.tracking.store import RECORD, Entries, Place, Store

SITE_COLUMNS = ("n", "successes", "sr")
FILES = ("scores.csv", "summary.json", "plan.json", "manifest.json", COST)


@task(cache_policy=NO_CACHE, retries=3, retry_delay_seconds=[1, 5, 15])
def log_sweep(folder: Path, conf: TrackingConf) -> str:
    """Metrics, per-site rates and the per-task table of a scored evaluation; the MLflow run's id.

    Logging again gives the same run the same values (timestamps are the manifest's), so a killed projection is simply redone.
    """
    return log_evaluation(folder, Store(conf))


def log_evaluation(folder: Path, store: Store, parent: str = "") -> str:
    """The same without Prefect, under another run."""
    plan, summary, manifest = (read_json(folder / name) for name in ("plan.json", "summary.json", "manifest.json"))
    client, at, key = store.client, int(1000 * manifest["started"]), digest(plan)[:32]
    run_id = store.run(Place(folder / RECORD, key, f"{plan['run']}/{plan['name']}", at, parent))
    tags = {
        "mag.unit_key": key,
        "mag.protocol": plan["protocol"],
        "mag.snapshot": plan["snapshot"],
        "mag.code": manifest["code"],
        "mag.judge": plan["judge"],
        "mag.folder": str(folder),
        "mag.complete": str(not summary["incomplete"]).lower(),
        "mlflow.loggedArtifacts": json.dumps([{"path": "per_task.json", "type": "table"}]),
    }
    params = {name: str(plan[name]) for name in ("policy", "identity", "grounding", "contract", "seed", "samples")} | {
        "tasks": str(len(plan["tasks"]))
    }
    values = summary_numbers(summary, "eval") | {f"cost/{name}": value for name, value in metrics_of(folder).items()}
    store.log(run_id, Entries([Metric(name, value, at, 0) for name, value in values.items()], params, tags))
    with (folder / "scores.csv").open(newline="") as file:
        rows = list(csv.reader(file))
    client.log_dict(run_id, {"columns": rows[0], "data": rows[1:]}, "per_task.json")
    for name in FILES:
        if (folder / name).exists():
            client.log_artifact(run_id, str(folder / name))
    client.set_terminated(run_id, "FAILED" if summary["incomplete"] else "FINISHED", end_time=at)
    return run_id


def summary_numbers(summary: dict[str, Any], prefix: str) -> dict[str, float]:
    """A summary.json as flat numbers: `<prefix>/sr`, `<prefix>/site/<site>/sr`, ..."""
    values = {f"{prefix}/{name}": float(value) for name, value in summary.items() if isinstance(value, int | float)}
    for row in summary["sites"]:
        values |= {f"{prefix}/site/{row['site']}/{name}": float(row[name]) for name in SITE_COLUMNS if row[name] is not None}
    return values
