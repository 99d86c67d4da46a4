"""Tasks, demonstrations and split of miniarena, written from the sites' data: `python -m mag.miniarena.build` rewrites the files in
`data/`, which are what the benchmark reads; a test holds them equal to what this writes."""

import json
import sqlite3
import tempfile
from collections.abc import Iterable
from contextlib import closing
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

from mag.miniarena import SITE_KEYS
from mag.miniarena.core import connect, load_site
from mag.miniarena.snapshot import seed
from mag.miniarena.spec import Instance, Template
from mag.records import DEMONSTRATIONS, Demonstration, WebTask

DATA = Path(__file__).parent / "data"
TEST_SHARE = 0.3


def site_templates(key: str) -> list[Template]:
    """The site's templates, computed from freshly seeded data."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{key}.db"
        seed(load_site(key), path)
        with closing(connect(path)) as db:
            db.execute("PRAGMA query_only=ON")
            templates: list[Template] = _templates(key, db)
    return templates


def _templates(key: str, db: sqlite3.Connection) -> list[Template]:
    return list(import_module(f"mag.miniarena.{key}.tasks").templates(db))


def task_of(key: str, template: Template, instance: Instance, number: int) -> WebTask:
    """The instance as a task; ids stay the same when other templates grow."""
    base = 1000 * (SITE_KEYS.index(key) + 1)
    intent = template.intent
    for slot, value in instance.values.items():
        intent = intent.replace("{{" + slot + "}}", value)
    has_account = load_site(key).account is not None
    return WebTask(
        task_id=base + 20 * template.id + number,
        sites=(key,),
        start_url=f"__{key.upper()}__{instance.start.rstrip('/')}",
        intent=intent,
        intent_template=template.intent,
        intent_template_id=base + template.id,
        instantiation_dict=dict(instance.values),
        eval=instance.evaluation,
        require_login=has_account and instance.login,
        storage_state=f"./.auth/{key}_state.json" if has_account and instance.login else None,
    )


def build_site(key: str) -> tuple[list[WebTask], list[Demonstration], list[int]]:
    """Tasks and demonstrations of one site, and the ids that go to test."""
    tasks, demos, test = [], [], []
    random = Random(f"miniarena split {key}")
    for template in site_templates(key):
        ids = []
        for number, instance in enumerate(template.instances):
            web_task = task_of(key, template, instance, number)
            tasks.append(web_task)
            demos.append(Demonstration(web_task.task_id, tuple(instance.demo)))
            ids.append(web_task.task_id)
        test += ids if template.unseen else sorted(random.sample(ids, round(TEST_SHARE * len(ids) - 0.2)))
    return tasks, demos, test


def build() -> dict[str, str]:
    """The three files as text."""
    built = [build_site(key) for key in SITE_KEYS]
    tasks = [web_task for part in built for web_task in part[0]]
    test = [task_id for part in built for task_id in part[2]]
    train = [web_task.task_id for web_task in tasks if web_task.task_id not in set(test)]
    demos = [demo for part in built for demo in part[1]]
    return {
        "tasks.json": _lines(_schema(web_task) for web_task in tasks),
        "demonstrations.json": _lines(json.loads(DEMONSTRATIONS.dump_json(demos, exclude_defaults=True))),
        "split.json": json.dumps({"train": train, "test": test}) + "\n",
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
