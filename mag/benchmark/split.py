"""Splits: which tasks are for training, validation and test (MAG 3.2), drawn or published; how far templates overlap (App. F)."""

import hashlib
import json
import math
import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from mag.benchmark.facts import facts_of
from mag.benchmark.schema import numbers
from mag.errors import BadInput
from mag.records import WebTask, digest
from mag.shown import Demonstration

Parts = dict[str, tuple[int, ...]]
POOL = "pool"  # further tasks for training, outside every reported table
PARTS = ("train", "validation", "test", POOL)
CALLED = {"val": "validation", "valid": "validation", "dev": "validation"}  # by other people
SCHEMA = 1


@dataclass(frozen=True, slots=True)
class Split:
    """A split with where it comes from."""

    name: str
    source: dict[str, Any]  # how it was drawn (seed, sizes) or the file it was read from (file, sha256)
    benchmark: str  # digest of the tasks it divides
    parts: Parts

    def dump(self) -> dict[str, Any]:
        """As the file holds it."""
        return {"schema": SCHEMA, **asdict(self), "parts": {part: list(ids) for part, ids in self.parts.items()}}


@dataclass(frozen=True, slots=True)
class Overlap:
    """How many tasks of one part have a template that another part has too."""

    shared: int
    total: int
    part: str = "test"

    @property
    def share(self) -> float | None:
        """Shared of total, 0 to 1; None without tasks."""
        return self.shared / self.total if self.total else None

    def __str__(self) -> str:
        share = "" if self.share is None else f" ({100 * self.share:.1f} %)"
        return f"{self.shared} of {self.total} {self.part} tasks{share} share a template with a training task"


def tasks_digest(tasks: Iterable[WebTask]) -> str:
    """Digest of the tasks, whatever their order: a split made for other tasks is not taken for one of these."""
    return digest([asdict(web_task) for web_task in sorted(tasks, key=lambda item: item.task_id)])


def shown_within(
    tasks: Sequence[WebTask], shown: Mapping[int, Demonstration], longest: int, instances: int, doing: bool = False
) -> list[WebTask]:
    """Those with a demonstration of at most `longest` steps (0: any), of templates of which `instances` are left.

    doing: only those that ask for no answer; what an answer says often stands nowhere but in the picture.
    """
    fit = [one for one in tasks if one.task_id in shown and (not longest or len(shown[one.task_id].steps) <= longest)]
    fit = [one for one in fit if not doing or not facts_of(one).needs_answer]
    counts = Counter(one.intent_template_id for one in fit)
    return [one for one in fit if counts[one.intent_template_id] >= instances]


def draw(tasks: Sequence[WebTask], test: int, train: int, seed: int, validation: int = 0) -> Parts:
    """A split stratified by site: each site gives its share of every part (largest remainders), the tasks chosen by hash of seed and id.

    The same on every machine and for every order of the tasks. Raises BadInput when there are not that many tasks.
    """
    if test < 1 or min(train, validation) < 0 or test + train + validation > len(tasks):
        further = f", {validation} validation" if validation else ""
        raise BadInput(f"{test} test{further} and {train} train tasks cannot be drawn from {len(tasks)}; give sizes that fit")
    left: dict[str, list[int]] = {}
    for web_task in sorted(tasks, key=lambda item: (_rank(seed, item.task_id), item.task_id)):
        left.setdefault(web_task.site, []).append(web_task.task_id)
    parts = {}
    for part, size in (("test", test), ("validation", validation), ("train", train)):
        due = apportion({site: len(ids) for site, ids in left.items()}, size)
        parts[part] = tuple(sorted(task_id for site, ids in left.items() for task_id in ids[: due[site]]))
        left = {site: ids[due[site] :] for site, ids in left.items()}
    return {part: parts[part] for part in PARTS if part in parts and (part != "validation" or validation)}


def _rank(seed: int, task_id: int) -> bytes:
    return hashlib.sha256(f"split {seed} {task_id}".encode()).digest()


def apportion(counts: Mapping[str, int], total: int) -> dict[str, int]:
    """`total` seats for groups in proportion to their counts (Hamilton's method); equal remainders go to the larger group, then by name.

    No group gets more than its count, as long as `total` is at most the sum of counts.
    """
    everyone = sum(counts.values())
    exact = {name: Fraction(total * count, everyone) if everyone else Fraction(0) for name, count in counts.items()}
    seats = {name: int(share) for name, share in exact.items()}
    order = sorted(counts, key=lambda name: (seats[name] - exact[name], -counts[name], name))
    for name in order[: total - sum(seats.values())]:
        seats[name] += 1
    return seats


def size_of(test: float, total: int) -> int:
    """A share (below 1) of the tasks, rounded half up, or a count (1 and more)."""
    if not 0 < test < math.inf or (test >= 1 and test != int(test)):
        raise BadInput(f"{test} is neither a share below 1 nor a whole number of test tasks")
    return int(test) if test >= 1 else int(Fraction(str(test)) * total + Fraction(1, 2))


def overlap(tasks: Iterable[WebTask], parts: Mapping[str, Collection[int]], part: str = "test", against: str = "train") -> Overlap:
    """Tasks of `part` whose intent template occurs in `against` (MAG App. F: 159 of 174)."""
    templates = {web_task.task_id: web_task.intent_template_id for web_task in tasks}
    known = {templates[task_id] for task_id in parts.get(against, ())}
    ids = parts.get(part, ())
    return Overlap(sum(templates[task_id] in known for task_id in ids), len(ids), part)


def seeded_split(chosen: Sequence[WebTask], tasks: Sequence[WebTask], test: float, train: int, seed: int, validation: int = 0) -> Split:
    """A split of the chosen ones of a benchmark's tasks; `test` as in `size_of`, `train` 0 for all that are left."""
    wanted = size_of(test, len(chosen))
    parts = draw(chosen, wanted, train or max(0, len(chosen) - wanted - validation), seed, validation)
    source = {"seed": seed, "by": "site", "among": len(chosen), **{part: len(ids) for part, ids in parts.items()}}
    return Split(f"seed-{seed}", source, tasks_digest(tasks), parts)


def read_ids(path: Path, tasks: Sequence[WebTask]) -> list[WebTask]:
    """The tasks whose ids a JSON list holds, in the benchmark's order. Raises BadInput."""
    parts, problems = _parts({"it": content} if isinstance(content := _json(path)[1], list) else {})
    problems += check(parts, {web_task.task_id for web_task in tasks})
    if problems:
        raise BadInput(f"{path}: {'; '.join(problems)}")
    wanted = set(parts["it"])
    return [web_task for web_task in tasks if web_task.task_id in wanted]


def read_split(path: Path, tasks: Sequence[WebTask]) -> Split:
    """A split file of ours, or a published one: an object with one list of task ids a part. Raises BadInput with all that is wrong."""
    data, content, parts = _checked(path, tasks)
    if "schema" in content:
        return Split(str(content.get("name")), content.get("source", {}), content["benchmark"], parts)
    return Split(path.stem, {"file": path.name, "sha256": hashlib.sha256(data).hexdigest()}, tasks_digest(tasks), parts)


def read_parts(path: Path, tasks: Sequence[WebTask]) -> Parts:
    """The parts of such a file alone, read in less time. Raises BadInput likewise."""
    return _checked(path, tasks)[2]


def _checked(path: Path, tasks: Sequence[WebTask]) -> tuple[bytes, dict[str, Any], Parts]:
    """The file's bytes, its content and the parts in it."""
    data, content = _json(path)
    if not isinstance(content, dict):
        raise BadInput(f'{path} is not a split: an object like {{"train": [ids], "test": [ids]}} is wanted')
    ours = "schema" in content
    if ours and (content["schema"] != SCHEMA or content.get("benchmark") != tasks_digest(tasks)):
        raise BadInput(f"{path} was made for other tasks than these; make it again with `mag tasks split`")
    parts, problems = _parts(content.get("parts", {}) if ours else content)
    if strange := [part for part in parts if part not in PARTS]:
        problems.append(f"it has a part {strange[0]!r}; parts are {', '.join(PARTS)}")
    problems += check(parts, {web_task.task_id for web_task in tasks})
    if problems:
        raise BadInput(f"{path}: {'; '.join(problems)}")
    return data, content, parts


def _parts(lists: Any) -> tuple[Parts, list[str]]:
    """Parts by name (`train_ids` is train), train first, and what cannot be read. Keys that hold no list say something else."""
    parts: Parts = {}
    problems = []
    for key, ids in sorted(lists.items() if isinstance(lists, dict) else (), key=lambda item: not item[0].startswith("train")):
        if not isinstance(ids, list):
            continue
        part = re.sub(r"_(task_)?ids$|_tasks$", "", key)
        part = CALLED.get(part, part)
        if part in parts:
            problems.append(f"it has two lists for {part}")
        wrong = [item for item in ids if not re.fullmatch(r"\d+", str(item))]
        if wrong:
            problems.append(f"{part} holds {wrong[0]!r}, which is no task id")
        parts[part] = tuple(int(item) for item in ids if item not in wrong)
    return parts, problems


def check(parts: Parts, known: Collection[int]) -> list[str]:
    """What is wrong with a split, one line each: no parts, unknown ids, ids twice, ids in two parts."""
    problems = [] if any(parts.values()) else ["there is no list of task ids in it"]
    for part, ids in parts.items():
        if unknown := [task_id for task_id in ids if task_id not in known]:
            problems.append(f"{part} has ids that the benchmark does not have: {numbers(unknown)}")
        if twice := [task_id for task_id, count in Counter(ids).items() if count > 1]:
            problems.append(f"{part} has ids more than once: {numbers(twice)}")
    names = list(parts)
    for number, part in enumerate(names):
        for other in names[number + 1 :]:
            if both := sorted(set(parts[part]) & set(parts[other])):
                problems.append(f"{part} and {other} share ids: {numbers(both)}")
    return problems


def _json(path: Path) -> tuple[bytes, Any]:
    try:
        data = path.read_bytes()
        return data, json.loads(data)
    except OSError as error:
        raise BadInput(f"{path} cannot be read ({error.strerror}); give the path of a JSON file") from None
    except ValueError as error:
        raise BadInput(f"{path} is not JSON: {error}") from None
