"""Benchmarks: tasks in WebArena's schema, their demonstrations and split. miniarena ships with mag, the others are imported.

miniarena has two further built-in splits, with many more tasks for training and a validation part: `wide`, over all templates, and `deep`,
over nine with very many instances each. What is rolled on them is of the benchmarks `miniarena-wide` and `miniarena-deep`, since tables of
one do not compare with those of another.

A benchmark is a folder: tasks.json (the file as it was imported), and where there are any demonstrations.json and split.json. Imported
ones lie in the folder of `sites.home`, with import.json saying where they come from.
"""

import hashlib
import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from mag.benchmark import webarena
from mag.benchmark.schema import TaskFile, read_rows
from mag.benchmark.split import POOL, Parts, read_parts
from mag.errors import BadInput
from mag.records import WebTask
from mag.runs import write_atomic, write_json
from mag.settings import Settings, load_settings
from mag.shown import DEMONSTRATIONS, Demonstration

OURS = "miniarena"
MINIARENA = Path(__file__).parent.parent / OURS / "data"
TASKS, DEMOS, SPLIT, IMPORT = "tasks.json", "demonstrations.json", "split.json", "import.json"
WIDE, DEEP = "wide", "deep"
OURS_WIDE, OURS_DEEP = f"{OURS}-{WIDE}", f"{OURS}-{DEEP}"
SHIPPED = (OURS, OURS_WIDE, OURS_DEEP)
TAKEN = (*SHIPPED, WIDE, DEEP, "sets", "snapshots")  # the folder of sites.home holds these too


@dataclass(frozen=True)
class Benchmark:
    """A set of tasks with what is known about them."""

    name: str
    tasks: tuple[WebTask, ...]
    demonstrations: dict[int, Demonstration]
    split: Parts
    origin: dict[int, int] = field(default_factory=dict)  # task id -> id of the WebArena task it revises

    def task(self, task_id: int) -> WebTask:
        """The task of this id."""
        for web_task in self.tasks:
            if web_task.task_id == task_id:
                return web_task
        raise BadInput(f"there is no task {task_id} in {self.name}; `mag tasks list` shows the {len(self.tasks)} there are")

    def part_of(self, task_id: int) -> str:
        """The part of the split a task is in, "" for none."""
        return next((part for part, ids in self.split.items() if task_id in ids), "")

    def references(self) -> dict[int, str]:
        """Reference guide by task, for the tasks that have one."""
        return {task_id: demo.guide for task_id, demo in self.demonstrations.items() if demo.guide}

    def select(self, sites: Sequence[str] = (), part: str = "", ids: Iterable[int] = (), limit: int = 0) -> list[WebTask]:
        """Tasks by site, part of the split and id, in the benchmark's order; `limit` keeps that many, spread evenly.

        Without a part and without ids it is the split without its pool, which has to be asked for; without a split, all tasks.
        """
        known = {web_task.site for web_task in self.tasks}
        for site in sites:
            if site not in known:
                raise BadInput(f"there is no site {site!r} in {self.name}; the sites are {', '.join(sorted(known))}")
        if part and part not in self.split:
            has = f"the split has {', '.join(self.split)}" if self.split else "it has no split; make one with `mag tasks split`"
            raise BadInput(f"there is no part {part!r} of {self.name}; {has}")
        wanted = {self.task(task_id).task_id for task_id in ids}
        parts = [part] if part else [name for name in self.split if name != POOL]
        inside = {task_id for name in parts for task_id in self.split[name]}
        free = not part and bool(wanted or not self.split)  # neither a part nor the split's limits to keep to
        chosen = [
            web_task
            for web_task in self.tasks
            if (not sites or web_task.site in sites) and (not wanted or web_task.task_id in wanted) and (free or web_task.task_id in inside)
        ]
        if not chosen:
            raise BadInput("no task fits the selection; see `mag tasks list`")
        step = max(1, -(-len(chosen) // limit)) if limit else 1
        return chosen[::step]


def load_benchmark(name: str = "", split: Path | None = None, settings: Settings | None = None) -> Benchmark:
    """The benchmark of this name and its split, a file, `wide` or `deep`; the rest is as conf/benchmark.yaml says. Raises BadInput."""
    settings = settings or load_settings()
    if split is None and settings.benchmark.split and name in ("", settings.benchmark.name):
        split = Path(settings.benchmark.split)
    name = name or settings.benchmark.name
    if name == OURS and split in (Path(WIDE), Path(DEEP)):
        name, split = f"{OURS}-{split}", None
    benchmark = load_folder(name, folder_of(name, settings))
    return replace(benchmark, split=read_parts(split, benchmark.tasks)) if split else benchmark


def folder_of(name: str = "", settings: Settings | None = None) -> Path:
    """Where the benchmark of this name lies; without a name, the one of conf/benchmark.yaml. Raises BadInput."""
    settings = settings or load_settings()
    name = name or settings.benchmark.name
    if name == OURS_WIDE:
        from mag.miniarena.wide import wide_folder

        return wide_folder(Path(settings.sites.home))
    if name == OURS_DEEP:
        from mag.miniarena.deep import deep_folder

        return deep_folder(Path(settings.sites.home))
    folder = MINIARENA if name == OURS else Path(settings.sites.home) / name
    if not (folder / TASKS).exists():
        how = "mag tasks import webarena" if name == webarena.NAME else f"mag tasks import PATH --name {name}"
        raise BadInput(f"there is no benchmark {name!r} here; bring it in with `{how}`")
    return folder


def family(name: str) -> str:
    """The benchmark whose sites and ids this one shares: miniarena's name for both of its splits."""
    return OURS if name in SHIPPED else name


def load_miniarena() -> Benchmark:
    """The tasks that ship with mag."""
    return load_folder(OURS, MINIARENA)


def load_folder(name: str, folder: Path) -> Benchmark:
    """A benchmark from its folder."""
    file = read_task_file(folder / TASKS)
    split = read_parts(folder / SPLIT, file.tasks) if (folder / SPLIT).exists() else {}
    return Benchmark(name, file.tasks, read_demonstrations(folder / DEMOS), split, file.origin)


def read_tasks(path: Path) -> list[WebTask]:
    """Tasks of a file in WebArena's schema."""
    return list(read_task_file(path).tasks)


def read_task_file(path: Path) -> TaskFile:
    """A file in WebArena's schema: its tasks and what is odd about them."""
    return read_rows(_json(path), str(path))


def import_tasks(name: str, path: Path | None, home: Path) -> TaskFile:
    """Bring a task file in as the benchmark `name`, byte for byte; WebArena's own comes out of its package when no path is given.

    An import of the same name is replaced. Raises BadInput when the file or the name cannot be used; then nothing is written.
    """
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]*", name) or name in TAKEN:
        raise BadInput(f"{name!r} cannot name an import; use letters, digits, dots and dashes, and none of {', '.join(TAKEN)}")
    folder = home / name
    if folder.exists() and not (folder / IMPORT).exists():
        raise BadInput(f"{folder} is there and is no imported benchmark; choose another name")
    data = webarena.webarena_bytes(path) if name == webarena.NAME else _bytes(path)
    file = read_rows(_parse(data, str(path)), str(path or webarena.PACKAGE))
    origin = {
        "name": name,
        "source": str(path or webarena.PACKAGE),
        "sha256": hashlib.sha256(data).hexdigest(),
        "tasks": len(file.tasks),
        "remarks": list(file.remarks),
    }
    write_json(folder / IMPORT, origin)
    write_atomic(folder / TASKS, data)
    return file


def read_demonstrations(path: Path) -> dict[int, Demonstration]:
    """Those of a file by task, none where it is missing. Raises BadInput."""
    if not path.exists():
        return {}
    try:
        return {demo.task_id: demo for demo in DEMONSTRATIONS.validate_python(_json(path))}
    except ValidationError as error:
        first = error.errors()[0]
        raise BadInput(f"{path} holds no demonstrations: {'.'.join(map(str, first['loc']))}: {first['msg']}") from None


def _json(path: Path) -> Any:
    return _parse(_bytes(path), str(path))


def _bytes(path: Path | None) -> bytes:
    if path is None:
        raise BadInput("there is no file to import; give its path")
    try:
        return path.read_bytes()
    except OSError as error:
        raise BadInput(f"{path} cannot be read ({error.strerror}); give the path of a task file") from None


def _parse(data: bytes, where: str) -> Any:
    try:
        return json.loads(data)
    except ValueError as error:
        raise BadInput(f"{where} is not JSON: {error}") from None
