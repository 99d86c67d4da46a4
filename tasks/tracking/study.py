"""A study in MLflow: a parent run, under it a run for each training, round and evaluation, all from the files.

Parent      settings, digests of corpus and expert caches, every number of the tables, the analysis as artifacts
base, SFT   curves by update               training run  curves over its rounds       round  the same of its own, its batch, its cost
evaluation  as every evaluation is logged, traces of failed episodes; its checkpoint in the registry
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from mlflow.entities import Dataset, DatasetInput, InputTag, Metric
from prefect import task
from prefect.cache_policies import NO_CACHE

from mag.costs import metrics_of
from mag.errors import MagError
from mag.records import digest
from mag.runs import COMMITTED, read_json
from mag.settings import TrackingConf
from mag.study import Study, Unit, units
from mag.study.choose import preroll
from mag.study.conf import GROWING
from tasks.tracking.models import register
from tasks.tracking.numbers import Curve, Times, base_curve, by_round, flat, table_numbers
from tasks.tracking.store import RECORD, Entries, Place, Store
from tasks.tracking.sweep import log_evaluation, summary_numbers
from tasks.tracking.traces import log_failures

MEASURED = ("evaluation", "validation", "pass")
FILES = ("plan.json", "summary.json", "scores.csv", "update.json", "push.json", "manifest.json")  # of a round
DIGEST = 36  # characters that MLflow keeps of a dataset's digest


def not_for_good(task: Any, run: Any, state: Any) -> bool:
    """Retry condition: the store may come back, a damaged file does not mend itself."""
    return not isinstance(state.result(raise_on_failure=False), MagError)


@task(cache_policy=NO_CACHE, retries=3, retry_delay_seconds=[1, 5, 15], retry_condition_fn=not_for_good)
def log_study(study: Study, conf: TrackingConf) -> str:
    """What of a study is done; id of the parent run, in the experiment `mag/study/<name>`.

    Logging again adds what has come since and changes nothing else: run ids are kept beside what they are of, timestamps are the diary's.
    Raises BadInput and Corrupt for files that are missing or damaged.
    """
    return Projection(study, Store(replace(conf, experiment=f"mag/study/{study.name}"))).log()


@dataclass(frozen=True)
class Projection:
    """A study on its way into a store."""

    study: Study
    store: Store

    @cached_property
    def done(self) -> list[Unit]:
        """Units that are finished: nothing else is logged."""
        return [unit for unit in units(self.study) if unit.done]

    @cached_property
    def times(self) -> Times:
        """Of the units."""
        return Times.of(self.study)

    @cached_property
    def parent(self) -> str:
        """Run of the study."""
        path = self.study.folder / RECORD
        starts = self.times.starts.values() or [self.times.end(unit) for unit in self.done]
        return self.store.run(Place(path, self._key("study"), self.study.name, min(starts, default=0)))

    def log(self) -> str:
        """All of it; the parent's run id."""
        digests = self._digests()  # before MLflow is opened: files that are missing are told at once
        identity = flat({name: value for name, value in self.study.identity().items() if name not in GROWING})
        tags = {f"mag.{name}": str(list(getattr(self.study.conf, name))) for name in GROWING if name != "rounds"}
        self.store.log(self.parent, Entries((), identity, {**tags, "mag.rounds": str(self.study.conf.rounds), **digests}))
        if datasets := list(self._datasets()):
            self.store.client.log_inputs(self.parent, datasets=datasets)
        for unit in self.done:
            if unit.kind in ("base", "sft"):
                self._stage(unit)
            elif unit.kind == "round":
                self._round(unit)
        for folder in self._evaluations():
            log_failures(self.store, log_evaluation(folder, self.store, self.parent), folder)
        for run in dict.fromkeys(unit.folder.parents[1] for unit in self.done if unit.kind == "round"):
            self._training(run)
        register(self.study, self.done, self.store)
        self._analysis()
        return self.parent

    def _stage(self, unit: Unit) -> None:
        """The base, or stage 1: a curve."""
        if unit.kind == "base" and self.study.conf.base.checkpoint:
            return
        folder = unit.folder.parent
        curve = base_curve(unit.folder) if unit.kind == "base" else by_round(folder).get(0, {})
        record = folder / ("mlflow-base.json" if unit.kind == "base" else RECORD)
        plan = {} if unit.kind == "base" else read_json(unit.folder / "plan.json")
        run_id = self._child(record, unit.name, self.times.start(unit))
        self._write(run_id, {unit: curve}, flat(plan), {"mag.kind": unit.kind, "mag.folder": str(unit.folder)})
        self.store.client.set_terminated(run_id, "FINISHED", end_time=self.times.end(unit))

    def _round(self, unit: Unit) -> None:
        folder, at = unit.folder, self.times.end(unit)
        run_id = self._child(folder / RECORD, unit.name, self.times.start(unit))
        of = {"grounding": unit.of.grounding, "arm": unit.of.arm, "seed": str(unit.of.seed), "round": str(unit.of.number)}
        own = summary_numbers(read_json(folder / "summary.json"), "rollout") | {f"cost/{k}": v for k, v in metrics_of(folder).items()}
        curve = by_round(folder.parents[1]).get(unit.of.number, {}) | {(name, unit.of.number): value for name, value in own.items()}
        self._write(run_id, {unit: curve}, of, {"mag.kind": unit.kind, "mag.folder": str(folder)})
        for name in FILES:
            if (folder / name).exists():
                self.store.client.log_artifact(run_id, str(folder / name))
        self.store.client.set_terminated(run_id, "FINISHED", end_time=at)

    def _training(self, run: Path) -> None:
        """A training run as a whole: its curves over all rounds that are done."""
        known = [unit for unit in units(self.study) if unit.kind == "round" and unit.folder.parents[1] == run]
        done, curves = [unit for unit in known if unit.done], by_round(run)
        run_id = self._child(run / RECORD, known[0].name.rsplit("/", 1)[0], self.times.start(known[0]))
        params = flat({name: value for name, value in read_json(run / "training.json").items() if name != "tasks"})
        own = {unit: curves.get(unit.of.number, {}) for unit in done}
        self._write(run_id, own, params, {"mag.kind": "training", "mag.folder": str(run)})
        self._end(run_id, len(done) == len(known), self.times.end(done[-1]))

    def _analysis(self) -> None:
        """Tables as numbers and as they are, figures, reports; at their new state when rounds have come."""
        unit = next((unit for unit in self.done if unit.kind == "analysis"), None)
        if unit is not None:
            of, at = digest(read_json(unit.folder / COMMITTED)), self.times.end(unit)
            if self.store.client.get_run(self.parent).data.tags.get("mag.analysis") != of:
                found = {f"{part}{name}": value for part, folder in _parts(unit.folder) for name, value in table_numbers(folder).items()}
                self.store.log(self.parent, Entries([Metric(name, value, at, 0) for name, value in found.items()]))
                self.store.client.log_artifacts(self.parent, str(unit.folder), "analysis")
                self.store.log(self.parent, Entries(tags={"mag.analysis": of}))
        last = max((self.times.end(own) for own in self.done), default=0)
        self._end(self.parent, unit is not None, last)

    def _evaluations(self) -> Iterator[Path]:
        """Folders of all that was rolled besides the rounds: demonstrations, the expert's passes, what is measured."""
        for unit in self.done:
            if unit.kind == "corpus":
                yield from (path.parent for path in sorted(unit.folder.glob(f"evals/*/{COMMITTED}")))
            elif unit.kind == "expert":
                yield from preroll(self.study, unit.of.grounding).evaluations(self.study.runs)
            elif unit.kind in MEASURED:
                yield unit.folder

    def _digests(self) -> dict[str, str]:
        return {f"mag.data.{name}": whole for name, whole, _, _ in self._data()}

    def _datasets(self) -> Iterator[DatasetInput]:
        for name, whole, path, stage in self._data():
            dataset = Dataset(name, whole[:DIGEST], "local", str(path), profile=f'{{"sha256": "{whole}"}}')
            yield DatasetInput(dataset, [InputTag("mlflow.data.context", stage)])

    def _data(self) -> Iterator[tuple[str, str, Path, str]]:
        """(name, SHA-256, folder, stage that learns from it) of each data set."""
        for unit in self.done:
            if unit.kind == "corpus":
                yield "corpus", str(read_json(unit.folder / "gold" / "corpus.json")["digest"]), unit.folder / "gold", "sft"
            elif unit.kind == "expert":
                yield f"expert-{unit.of.grounding}", str(read_json(unit.folder / "manifest.json")["index"]), unit.folder, "grpo"

    def _child(self, record: Path, name: str, started: int) -> str:
        return self.store.run(Place(record, self._key(name), name, started, self.parent))

    def _key(self, name: str) -> str:
        return digest([self.study.name, self.study.identity(), name])[:32]

    def _write(self, run_id: str, curves: Mapping[Unit, Curve], params: Mapping[str, str], tags: Mapping[str, str]) -> None:
        metrics = [Metric(name, value, self.times.end(unit), step) for unit, own in curves.items() for (name, step), value in own.items()]
        self.store.log(run_id, Entries(metrics, params, tags))

    def _end(self, run_id: str, whole: bool, at: int) -> None:
        if whole:
            self.store.client.set_terminated(run_id, "FINISHED", end_time=at)
        else:
            self.store.client.update_run(run_id, "RUNNING")


def _parts(folder: Path) -> Sequence[tuple[str, Path]]:
    """(prefix of the names, folder of the tables) of an analysis and of those inside it."""
    found = sorted(path for path in folder.rglob("tables") if path.is_dir())
    return [("".join(f"{part}/" for part in path.relative_to(folder).parts[:-1]), path) for path in found]
