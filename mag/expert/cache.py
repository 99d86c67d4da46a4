"""The expert cache: which episodes of the passes are kept, as an index of paths and digests; the episodes stay where they were rolled.

<run>/expert/<name>/
    index.jsonl      one kept episode a line, by task and pass
    manifest.json    whose episodes they are, what the passes came to, the index's digest; written last
"""

import hashlib
import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from mag.benchmark.load import Benchmark
from mag.benchmark.split import POOL
from mag.errors import BadInput, Corrupt
from mag.expert.trials import IDENTITY, Pass, Trial, check_identity
from mag.records import EPISODES, Episode, canonical_json, digest
from mag.runs import load_episode, read_json, write_atomic, write_json

INDEX, MANIFEST = "index.jsonl", "manifest.json"
KEPT = 2  # episodes a task at most (MAG 4.3)
TRAINING = ("train", POOL, "")  # parts of a split that training may see
MEASURED = ("usage", "observe_ms", "logprobs")  # of a step: what differs between two runs that did the same
PROVENANCE = ("code", "environment_set", "attempt", "started", "seconds", "error", "outcome", "verdict", "strict", "evidence")


@dataclass(frozen=True, slots=True)
class Entry:
    """One kept episode."""

    task_id: int
    number: int  # of the pass
    episode: str  # its folder, relative to the cache's
    key: str
    digest: str  # see record_digest
    steps: int
    gated: int  # of them passed the format gate
    judge: str  # that touched the verdict, "" for none


_ENTRY: TypeAdapter[Entry] = TypeAdapter(Entry)


def kept(passes: Sequence[Pass]) -> list[Trial]:
    """The verified successes, at most `KEPT` a task, the earlier passes first; by task, then pass."""
    tasks = passes[0].tasks
    return [trial for task_id in tasks for trial in solved(passes, task_id)[:KEPT]]


def solved(passes: Sequence[Pass], task_id: int) -> list[Trial]:
    """The task's verified successes, in the order of the passes."""
    trials = (one.trials.get(task_id) for one in passes)
    return [trial for trial in trials if trial is not None and trial.success is True]


def build_cache(passes: Sequence[Pass], folder: Path, benchmark: Benchmark) -> dict[str, Any]:
    """Write index and manifest; the manifest. The same passes give the same bytes, and building again replaces what was there.

    Raises BadInput for tasks that training must not see, or that the benchmark lacks; Corrupt for an episode that is not whole, pictures
    included.
    """
    check_parts(passes[0].tasks, benchmark)
    entries = [_entry(trial, folder) for trial in kept(passes)]
    index = "".join(canonical_json(asdict(entry)) + "\n" for entry in entries).encode()
    write_atomic(folder / INDEX, index)
    plan = passes[0].plan
    manifest = {
        "schema": 1,
        **{key: plan[key] for key in IDENTITY},
        "split": digest({part: sorted(ids) for part, ids in benchmark.split.items()}),  # that the tasks were checked against
        "tasks": len(passes[0].tasks),
        "passes": [
            {"evaluation": _relative(one.folder, folder), "seed": one.plan["seed"], "codes": list(one.codes), **one.counts}
            for one in passes
        ],
        "complete": not any(one.counts["undecided"] or one.counts["missing"] for one in passes),
        "covered": len({entry.task_id for entry in entries}),
        "episodes": len(entries),
        "steps": sum(entry.steps for entry in entries),
        "index": hashlib.sha256(index).hexdigest(),
    }
    write_json(folder / MANIFEST, manifest)
    return manifest


def check_parts(tasks: Sequence[int], benchmark: Benchmark) -> None:
    """Raise BadInput for tasks of a part that training must not see, or that the benchmark does not have."""
    if gone := sorted(set(tasks) - {web_task.task_id for web_task in benchmark.tasks}):
        raise BadInput(f"{benchmark.name} has no task {gone[0]} ({len(gone)} such); bring in the tasks again that the expert was rolled on")
    parts = {task_id: benchmark.part_of(task_id) for task_id in tasks}
    held_out = [task_id for task_id, part in parts.items() if part not in TRAINING]
    if held_out:
        where = parts[held_out[0]]
        raise BadInput(f"task {held_out[0]} ({len(held_out)} such) is of part {where}: an expert cache is for training; roll --part train")


def _entry(trial: Trial, folder: Path) -> Entry:
    episode = load_episode(trial.unit, images=True)
    return Entry(
        task_id=trial.task_id,
        number=trial.number,
        episode=_relative(trial.unit, folder),
        key=trial.key,
        digest=record_digest(episode),
        steps=trial.steps,
        gated=trial.gated,
        judge=trial.judge,
    )


def record_digest(episode: Episode) -> str:
    """Digest of what an episode saw, said and did: the same for two runs that did the same, so without times, costs and provenance.

    Without verdicts, which can be settled after the episode was stored, and without the pictures' bytes, which a blinking caret changes:
    those are held by the digests that the episode was stored with. Without defaults, so that a field added later spoils no cache.
    """
    record = EPISODES.dump_python(episode, mode="json", exclude=set(PROVENANCE), exclude_defaults=True)
    for step in record["steps"]:
        step["effect"] = step["effect"]["changed"], step["effect"].get("error")
        for name in MEASURED:
            step.pop(name, None)
    return digest(record)


def _relative(path: Path, folder: Path) -> str:
    return Path(os.path.relpath(path.resolve(), folder.resolve())).as_posix()


@dataclass(frozen=True)
class ExpertCache:
    """A cache as training reads it. `problems` names each episode that is missing or damaged; the others are there all the same."""

    folder: Path
    manifest: Mapping[str, Any]
    episodes: Mapping[int, tuple[Episode, ...]]  # by covered task, at most KEPT each, in the order of the passes
    problems: tuple[str, ...] = ()
    units: Mapping[str, Path] = field(default_factory=dict)  # episode key -> its folder, for the pictures

    @classmethod
    def load(cls, folder: Path, wanted: Mapping[str, str] | None = None) -> "ExpertCache":
        """Read and verify every episode and picture. `wanted`: what the manifest must say, such as the grounding and protocol trained with.

        Raises BadInput for a cache of another kind, or one that mixes kinds; Corrupt for an index that is not what was built.
        """
        manifest = read_json(folder / MANIFEST)
        for key, value in (wanted or {}).items():
            if manifest.get(key) != value:
                raise BadInput(f"{folder} is a cache with {key} {manifest.get(key)}, not {value}; pre-roll the expert for this one")
        episodes: dict[int, tuple[Episode, ...]] = {}
        units, problems = {}, []
        for entry in read_index(folder, manifest):
            unit = folder / entry.episode
            try:
                episode = _verified(entry, unit)
            except Corrupt as damage:
                problems.append(f"task {entry.task_id}, pass {entry.number}: {damage}")
                continue
            check_identity(episode, manifest, unit)
            episodes[entry.task_id] = (*episodes.get(entry.task_id, ()), episode)
            units[episode.key] = unit
        return cls(folder, manifest, episodes, tuple(problems), units)

    def picture(self, episode: Episode, image: str) -> bytes:
        """A screenshot of one of its episodes, by the name in the step."""
        return (self.units[episode.key] / image).read_bytes()


def read_index(folder: Path, manifest: Mapping[str, Any]) -> list[Entry]:
    """The entries. Raises Corrupt unless they are those that the manifest was written with."""
    again = "build it again with `mag expert build`"
    path = folder / INDEX
    data = path.read_bytes() if path.is_file() else b""
    if hashlib.sha256(data).hexdigest() != manifest.get("index"):
        raise Corrupt(f"{path} is missing or not what its manifest was written with; {again}")
    try:
        return [_ENTRY.validate_json(line) for line in data.splitlines()]
    except ValidationError as error:
        first = error.errors()[0]
        raise Corrupt(f"{path} is of another version ({first['loc']}: {first['msg']}); {again}") from None


def _verified(entry: Entry, unit: Path) -> Episode:
    episode = load_episode(unit, images=True)
    if episode.key != entry.key or record_digest(episode) != entry.digest:
        raise Corrupt(f"{unit} holds another episode than the one that was kept; build the cache again with `mag expert build`")
    return episode
