"""Runs of MLflow that are found again, by the record beside what they are of or by key. Never the fluent API: it opens stray runs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from mlflow.entities import Experiment, Metric, Param, RunTag
from mlflow.exceptions import MlflowException
from mlflow.tracking import MlflowClient
from mlflow.utils.mlflow_tags import MLFLOW_PARENT_RUN_ID

from mag.runs import read_json, write_json
from mag.settings import TrackingConf

RECORD, KEY = "mlflow.json", "mag.unit_key"
METRICS, PARAMS = 1000, 100  # that one request may hold
LONGEST = 6000  # characters of a parameter's value


@dataclass(frozen=True)
class Place:
    """What a run is of."""

    record: Path  # where its id is kept
    key: str  # equal for equal work: a run of this key is taken up, not made a second time
    name: str
    started: int  # UNIX milliseconds
    parent: str = ""  # run id


@dataclass(frozen=True)
class Entries:
    """What is logged to a run. Equal metrics (key, step, time, value) are one to MLflow, so that logging again adds nothing."""

    metrics: Sequence[Metric] = ()
    params: Mapping[str, str] = field(default_factory=dict)
    tags: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Store:
    """An experiment."""

    conf: TrackingConf

    @cached_property
    def client(self) -> MlflowClient:
        """On the store that conf names."""
        return MlflowClient(tracking_uri=self.conf.uri)

    @cached_property
    def experiment(self) -> Experiment:
        """Made when it is not there."""
        found = self.client.get_experiment_by_name(self.conf.experiment)
        if found:
            return found
        artifacts = Path(self.conf.artifacts).resolve().as_uri() if "://" not in self.conf.artifacts else self.conf.artifacts
        return self.client.get_experiment(self.client.create_experiment(self.conf.experiment, artifact_location=artifacts))

    def run(self, place: Place) -> str:
        """Id of the run of this place, made when neither the record nor the store knows one."""
        run_id = self._recorded(place.record) or self._searched(place.key) or self._made(place)
        write_json(place.record, {"uri": self.conf.uri, "run_id": run_id})
        if place.parent:
            self.client.set_tag(run_id, MLFLOW_PARENT_RUN_ID, place.parent)
        return run_id

    def log(self, run_id: str, entries: Entries) -> None:
        """Write them, in as many requests as it takes."""
        params = [Param(name, value[:LONGEST]) for name, value in entries.params.items()]
        self.client.log_batch(run_id, tags=[RunTag(name, value) for name, value in entries.tags.items()])
        for start in range(0, len(params), PARAMS):
            self.client.log_batch(run_id, params=params[start : start + PARAMS])
        for start in range(0, len(entries.metrics), METRICS):
            self.client.log_batch(run_id, metrics=entries.metrics[start : start + METRICS])

    def _recorded(self, record: Path) -> str:
        known = read_json(record) if record.exists() else {}
        if known.get("uri") != self.conf.uri:
            return ""
        try:
            return str(self.client.get_run(known["run_id"]).info.run_id)
        except MlflowException:  # the store was begun anew
            return ""

    def _searched(self, key: str) -> str:
        found = self.client.search_runs([self.experiment.experiment_id], f"tags.`{KEY}` = '{key}'", max_results=1)
        return str(found[0].info.run_id) if found else ""

    def _made(self, place: Place) -> str:
        own = self.client.create_run(self.experiment.experiment_id, place.started, {KEY: place.key}, place.name)
        return str(own.info.run_id)
