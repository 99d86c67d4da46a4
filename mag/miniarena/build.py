"""Tasks, demonstrations and split of miniarena, written from the sites' data: `python -m mag.miniarena.build` rewrites the files in
`data/`, which are what the benchmark reads; a test holds them equal to what this writes.

The split has train and test, which together are the benchmark, and a pool of further tasks for training runs that want more."""

import json
import sqlite3
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

from mag.miniarena import SITE_KEYS
from mag.miniarena.core import connect, load_site
from mag.miniarena.snapshot import seed
from mag.miniarena.spec import Instance, Template
from mag.miniarena.tasks_across import ACROSS
from mag.records import WebTask
from mag.shown import DEMONSTRATIONS, Demonstration

DATA = Path(__file__).parent / "data"
TEST_SHARE = 0.3
PER_TEMPLATE = 3  # instances of a template in the benchmark; further ones are in the pool
# Tasks a site has in the benchmark, in about the proportions of MAG's Table A1. The rest is the pool: for training, never reported.
QUOTA = {"gitlab": 72, "map": 39, "reddit": 51, "shopping": 57, "shopping_admin": 64, "wikipedia": 16}


@contextmanager
def seeded(keys: Iterable[str]) -> Iterator[dict[str, sqlite3.Connection]]:
    """Freshly seeded databases of sites, read only."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        opened = {}
        for key in keys:
            path = Path(folder) / f"{key}.db"
            seed(load_site(key), path)
            opened[key] = stack.enter_context(closing(connect(path)))
            opened[key].execute("PRAGMA query_only=ON")
        yield opened


def site_templates(key: str, dbs: Mapping[str, sqlite3.Connection]) -> list[Template]:
    """The site's templates, computed from its data, and those that begin here and go on to other sites."""
    own: list[Template] = import_module(f"mag.miniarena.{key}.tasks").templates(dbs[key])
    return [*own, *(make(dbs) for make in ACROSS.get(key, ()))]


def task_of(key: str, template: Template, instance: Instance, number: int) -> WebTask:
    """The instance as a task; ids stay the same when other templates grow."""
    base = 1000 * (SITE_KEYS.index(key) + 1)
    intent = template.intent
    for slot, value in instance.values.items():
        intent = intent.replace("{{" + slot + "}}", value)
    sites = (key, *template.others)
    accounts = [site for site in sites if load_site(site).account is not None] if instance.login else []
    home = "" if instance.start.startswith("__") else f"__{key.upper()}__"
    return WebTask(
        task_id=base + 20 * template.id + number,
        sites=sites,
        start_url=f"{home}{instance.start.rstrip('/')}",
        intent=intent,
        intent_template=template.intent,
        intent_template_id=base + template.id,
        instantiation_dict=dict(instance.values),
        eval=instance.evaluation,
        require_login=bool(accounts),
        storage_state=f"./.auth/{'.'.join(accounts)}_state.json" if accounts else None,
    )


def build_site(key: str, dbs: Mapping[str, sqlite3.Connection]) -> tuple[list[WebTask], list[Demonstration], dict[str, list[int]]]:
    """Tasks and demonstrations of one site, and the parts its task ids go to."""
    templates = site_templates(key, dbs)
    tasks = {t.id: [task_of(key, t, instance, number) for number, instance in enumerate(t.instances)] for t in templates}
    demos = [Demonstration(task_of(key, t, i, n).task_id, tuple(i.demo)) for t in templates for n, i in enumerate(t.instances)]
    parts: dict[str, list[int]] = {"train": [], "test": [], "pool": []}
    random = Random(f"miniarena split {key}")
    room = QUOTA[key]
    for template in _by_priority(templates, random):
        ids = [web_task.task_id for web_task in tasks[template.id]]
        size = len(ids) if template.unseen else PER_TEMPLATE if template.core or room > 0 else 0
        chosen, rest = ids[:size], ids[size:]
        room -= len(chosen)
        due = round(TEST_SHARE * (len(parts["train"]) + len(parts["test"]) + len(chosen))) - len(parts["test"])
        held_out = chosen if template.unseen else random.sample(chosen, min(max(due, int(template.core)), len(chosen) // 2))
        parts["test"] += held_out
        parts["train"] += [task_id for task_id in chosen if task_id not in held_out]
        parts["pool"] += rest
    return [web_task for part in tasks.values() for web_task in part], demos, {name: sorted(ids) for name, ids in parts.items()}


def _by_priority(templates: Sequence[Template], random: Random) -> list[Template]:
    """Templates held out whole, those with a rare check and the longest one come first; the others in seeded order."""
    longest = max(templates, key=lambda template: max(len(instance.demo) for instance in template.instances))
    first = [template for template in templates if template.unseen or template.core or template is longest]
    others = [template for template in templates if template not in first]
    return first + random.sample(others, len(others))


def build() -> dict[str, str]:
    """The three files as text."""
    with seeded(SITE_KEYS) as dbs:
        built = [build_site(key, dbs) for key in SITE_KEYS]
    split = {name: [task_id for part in built for task_id in part[2][name]] for name in ("train", "test", "pool")}
    known = {task_id for ids in split.values() for task_id in ids}
    tasks = [web_task for part in built for web_task in part[0] if web_task.task_id in known]
    demos = [demo for part in built for demo in part[1] if demo.task_id in known]
    return as_files(tasks, demos, split)


def as_files(tasks: Iterable[WebTask], demos: list[Demonstration], split: Mapping[str, list[int]]) -> dict[str, str]:
    """The files of a benchmark's folder, by name."""
    return {
        "tasks.json": _lines(_schema(web_task) for web_task in tasks),
        "demonstrations.json": _lines(json.loads(DEMONSTRATIONS.dump_json(demos, exclude_defaults=True))),
        "split.json": json.dumps(split) + "\n",
    }


def _schema(web_task: WebTask) -> dict[str, Any]:
    """WebArena's keys in WebArena's order."""
    order = (
        "sites",
        "task_id",
        "require_login",
        "storage_state",
        "start_url",
        "geolocation",
        "intent_template",
        "instantiation_dict",
        "intent",
        "require_reset",
        "eval",
        "intent_template_id",
    )
    return {key: getattr(web_task, key) for key in order}


def _lines(rows: Iterable[Any]) -> str:
    return "[\n" + ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows) + "\n]\n"


if __name__ == "__main__":
    DATA.mkdir(exist_ok=True)
    for name, text in build().items():
        (DATA / name).write_text(text)
        print(DATA / name, len(text), "bytes")
