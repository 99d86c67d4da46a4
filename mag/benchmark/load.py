"""Reading benchmarks: tasks in WebArena's schema, their demonstrations and split."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from mag.errors import BadInput
from mag.records import DEMONSTRATIONS, WEB_TASKS, Demonstration, WebTask

POOL = "pool"  # further tasks for training, outside every reported table
MINIARENA = Path(__file__).parent.parent / "miniarena" / "data"


@dataclass(frozen=True)
class Benchmark:
    """A set of tasks with what is known about them."""

    name: str
    tasks: tuple[WebTask, ...]
    demonstrations: dict[int, Demonstration]
    split: dict[str, tuple[int, ...]]

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

        Without a part and without ids it is train and test: the pool has to be asked for.
        """
        known = {web_task.site for web_task in self.tasks}
        for site in sites:
            if site not in known:
                raise BadInput(f"there is no site {site!r} in {self.name}; the sites are {', '.join(sorted(known))}")
        if part and part not in self.split:
            raise BadInput(f"there is no part {part!r} of {self.name}; the split has {', '.join(self.split)}")
        wanted = {self.task(task_id).task_id for task_id in ids}
        parts = [part] if part else [name for name in self.split if name != POOL or wanted]
        inside = {task_id for name in parts for task_id in self.split[name]}
        chosen = [
            web_task
            for web_task in self.tasks
            if (not sites or web_task.site in sites) and (not wanted or web_task.task_id in wanted) and web_task.task_id in inside
        ]
        if not chosen:
            raise BadInput("no task fits the selection; see `mag tasks list`")
        step = max(1, -(-len(chosen) // limit)) if limit else 1
        return chosen[::step]


def load_miniarena() -> Benchmark:
    """The tasks that ship with mag."""
    split = {part: tuple(ids) for part, ids in _json(MINIARENA / "split.json").items()}
    demos = DEMONSTRATIONS.validate_python(_json(MINIARENA / "demonstrations.json"))
    return Benchmark("miniarena", tuple(read_tasks(MINIARENA / "tasks.json")), {demo.task_id: demo for demo in demos}, split)


def read_tasks(path: Path) -> list[WebTask]:
    """Tasks of a file in WebArena's schema."""
    rows = _json(path)
    try:
        return WEB_TASKS.validate_python(rows)
    except ValidationError as error:
        first = error.errors()[0]
        raise BadInput(f"{path} is not a task file: {'.'.join(map(str, first['loc']))}: {first['msg']}") from None


def _json(path: Path) -> Any:
    try:
        return json.loads(path.read_bytes())
    except FileNotFoundError:
        raise BadInput(f"{path} is not there; give the path of a task file") from None
    except ValueError as error:
        raise BadInput(f"{path} is not JSON: {error}") from None
