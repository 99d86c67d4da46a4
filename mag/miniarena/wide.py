"""The wide split: the tasks of `data/` and many further instances of their templates, for training, with a validation part.

They are computed from the sites' data when they are first asked for, and kept in the folder of `sites.home` under the digest of the sources
they follow from. Every test task of the benchmark is a test task here; templates held out whole are tested only.
"""

import json
import os
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from random import Random
from sqlite3 import Connection

from mag.miniarena import SITE_KEYS
from mag.miniarena.build import DATA, as_files, seeded, site_templates, task_of
from mag.miniarena.snapshot import source_digest
from mag.miniarena.spec import Instance, Template
from mag.records import WebTask
from mag.shown import Demonstration

VALIDATION_SHARE, TEST_SHARE = 0.09, 0.09  # of the further instances of templates that training may see
Made = tuple[Template, WebTask, Demonstration]


def wide_folder(home: Path) -> Path:
    """The folder of the wide benchmark."""
    return computed(home / "wide", build)


def computed(home: Path, files: Callable[[], Mapping[str, str]]) -> Path:
    """The folder of a benchmark that follows from the sites' sources, in the form of any other one, built unless it is there; whole or not
    at all."""
    target = home / source_digest()
    if not target.is_dir():
        partial = target.with_name(f".{target.name}-{os.getpid()}")
        partial.mkdir(parents=True, exist_ok=True)
        for name, text in files().items():
            (partial / name).write_text(text)
        try:
            partial.rename(target)
        except OSError:  # another process was first
            shutil.rmtree(partial)
    return target


def build() -> dict[str, str]:
    """The three files as text."""
    known = {name: (DATA / name).read_text() for name in ("tasks.json", "demonstrations.json", "split.json")}
    old = json.loads(known["split.json"])
    parts: dict[str, list[int]] = {"train": [*old["train"], *old["pool"]], "validation": [], "test": [*old["test"]]}
    tasks, demos = [], []
    with seeded(SITE_KEYS) as dbs:
        for key in SITE_KEYS:
            made = further(key, dbs)
            tasks += [web_task for _, web_task, _ in made]
            demos += [demo for _, _, demo in made]
            for name, ids in divide(key, made).items():
                parts[name] += ids
    new = as_files(tasks, demos, {name: sorted(ids) for name, ids in parts.items()})
    joined = {
        name: known[name].removesuffix("\n]\n") + ",\n" + new[name].removeprefix("[\n") for name in ("tasks.json", "demonstrations.json")
    }
    return joined | {"split.json": new["split.json"]}


def further(key: str, dbs: Mapping[str, Connection]) -> list[Made]:
    """The further instances of one site's templates as tasks, none of which asks what another one does."""
    own = {template.id: template for template in site_templates(key, dbs)}
    wide: list[Template] = import_module(f"mag.miniarena.{key}.tasks_wide").wide_templates(dbs[key])
    asked = {same(template, instance) for template in own.values() for instance in template.instances}
    counts = dict.fromkeys(own, 0)
    made: list[Made] = []
    for template in wide:
        for instance in template.instances:
            if same(template, instance) not in asked:
                asked.add(same(template, instance))
                web_task = numbered(key, template, instance, counts[template.id])
                made.append((own[template.id], web_task, Demonstration(web_task.task_id, tuple(instance.demo))))
                counts[template.id] += 1
    return made


def same(template: Template, instance: Instance) -> tuple[int, tuple[str, ...]]:
    """Equal for two instances with the same values, in whatever slots: which of A and B, and which of B and A."""
    return template.id, tuple(sorted(instance.values.values()))


def numbered(key: str, template: Template, instance: Instance, number: int) -> WebTask:
    """The instance as a task with five digits: site, template (two), number (two)."""
    task_id = 10_000 * (SITE_KEYS.index(key) + 1) + 100 * template.id + number
    return replace(task_of(key, template, instance, number), task_id=task_id)


def divide(key: str, made: Sequence[Made]) -> dict[str, list[int]]:
    """Parts of one site's further tasks: those of held out templates are tested, of the others a share each is tested and validated on."""
    unseen = [web_task.task_id for template, web_task, _ in made if template.unseen]
    seen = [web_task.task_id for template, web_task, _ in made if not template.unseen]
    drawn = Random(f"miniarena wide split {key}").sample(seen, len(seen))
    first = round(TEST_SHARE * len(seen))
    second = first + round(VALIDATION_SHARE * len(seen))
    return {"test": unseen + drawn[:first], "validation": drawn[first:second], "train": drawn[second:]}
