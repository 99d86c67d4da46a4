"""The deep split: few templates of short tasks, each with very many instances, for models that are trained from scratch.

A tiny model learns how a task is done from many instances of it, reads no picture, and pays for every line of a menu: these tasks ask for
no answer and lead over pages of few controls. Every demonstration of a template goes the same way in the same words: whether a sentence
says "type" or "enter" is chance that such a model pays for in every token it learns and samples. Every template lends each part of the
split the same share of its instances. Nothing here is of the benchmark: tables of the two do not compare.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from sqlite3 import Connection
from typing import Any

from mag.miniarena import SITE_KEYS
from mag.miniarena.build import as_files, seeded, task_of
from mag.miniarena.gitlab import data_wide as gitlab_words
from mag.miniarena.gitlab.data_people import EMOJI
from mag.miniarena.gitlab.tasks_account import set_status
from mag.miniarena.map import tasks_map, tasks_notes, tasks_wide
from mag.miniarena.map.tasks_world import World
from mag.miniarena.reddit import data_wide as reddit_words
from mag.miniarena.reddit import tasks_account
from mag.miniarena.shopping import tasks_catalogue
from mag.miniarena.shopping.tasks_wide import MATERIALS, made_of
from mag.miniarena.shopping_admin import tasks_reports
from mag.miniarena.shopping_admin.tasks_wide import months
from mag.miniarena.slots import combined, dealt, some
from mag.miniarena.spec import Template
from mag.miniarena.wide import computed
from mag.miniarena.wikipedia import tasks_pages
from mag.miniarena.wikipedia.tasks_wide import EDITIONS, TAB
from mag.records import WebTask
from mag.shown import Demonstration

INSTANCES = 180  # of a template, at most
SHARES = {"test": 34, "validation": 7}  # of them; the others are for training
LINKS = (TAB, "Regions", "Towns", "Rivers", "People")  # of every article: a section of this name is not the first link that is called so
LOWEST, HIGHEST = (5, 10, 15, 20, 25, 30, 40), (40, 50, 60, 80, 100, 150)  # prices in dollars
NEARBY = ("pharmacy", "museum", "restaurant", "bakery", "cafe", "pub", "hotel", "bank", "library", "supermarket")

Values = tuple[Any, ...]  # of one instance, as its template takes them


def deep_folder(home: Path) -> Path:
    """The folder of the deep benchmark."""
    return computed(home / "deep", build)


def build() -> dict[str, str]:
    """The three files of the benchmark's folder as text."""
    tasks: list[WebTask] = []
    demos: list[Demonstration] = []
    parts: dict[str, list[int]] = {"train": [], "validation": [], "test": []}
    with seeded(SITE_KEYS) as dbs:
        for key in SITE_KEYS:
            for template in TEMPLATES[key](dbs[key]):
                own = made(key, template)
                tasks += [web_task for web_task, _ in own]
                demos += [demo for _, demo in own]
                ids = some((web_task.task_id for web_task, _ in own), len(own), f"deep split {key} {template.id}")
                for part, size in SHARES.items():
                    parts[part] += ids[:size]
                    ids = ids[size:]
                parts["train"] += ids
    return as_files(tasks, demos, {part: sorted(ids) for part, ids in parts.items()})


def made(key: str, template: Template) -> list[tuple[WebTask, Demonstration]]:
    """The template's instances as tasks with six digits: site, template (two), number (three)."""
    first = 100_000 * (SITE_KEYS.index(key) + 1) + 1000 * template.id
    numbered = [(replace(task_of(key, template, one, 0), task_id=first + number), one) for number, one in enumerate(template.instances)]
    return [(web_task, Demonstration(web_task.task_id, tuple(one.demo))) for web_task, one in numbered]


def alike(make: Callable[[list[Values]], Template], rows: Sequence[Values]) -> Template:
    """A template's instances made one by one: what varies with an instance's place in the row does not then."""
    made_alone = [make([row]) for row in rows]
    return replace(made_alone[0], instances=[instance for one in made_alone for instance in one.instances])


def _gitlab(db: Connection) -> list[Template]:
    signs = [name for _, name in EMOJI]
    asked = dealt(combined(INSTANCES, "deep status", gitlab_words.STATUS_TEXTS, signs), (False, True, False))
    return [alike(partial(set_status, db), asked)]


def _map(db: Connection) -> list[Template]:
    world = World(db)
    names = list(tasks_wide.found_by_name(world))
    return [
        alike(partial(tasks_map.shown_nearby, world), combined(INSTANCES, "deep nearby", NEARBY, names)),
        alike(partial(tasks_map.on_layer, world), combined(INSTANCES, "deep layers", ("cycle", "transport", "contrast"), names)),
        alike(partial(tasks_notes.add_note, world), combined(INSTANCES, "deep notes", tasks_wide.quiet(world, names), tasks_wide.PROBLEMS)),
    ]


def _reddit(db: Connection) -> list[Template]:
    mail = "SELECT DISTINCT u.username FROM messages m JOIN users u ON u.id = m.sender_id WHERE u.id > 1 ORDER BY u.id"
    senders = [row["username"] for row in db.execute(mail)]
    subjects, bodies = zip(*reddit_words.LETTERS, strict=True)
    return [alike(partial(tasks_account.messages, db), combined(INSTANCES, "deep letters", senders, subjects, bodies))]


def _shopping(db: Connection) -> list[Template]:
    asked = combined(4 * INSTANCES, "deep materials", MATERIALS, LOWEST, HIGHEST)
    found = [row for row in asked if row[1] < row[2] - 10 and made_of(db, *row) > 1]
    return [alike(partial(tasks_catalogue.search_by_material, db), found[:INSTANCES])]


def _shopping_admin(db: Connection) -> list[Template]:
    kinds = [row[:3] for row in tasks_reports.REPORTS]
    periods = combined(INSTANCES, "deep reports", kinds, ("Day", "Month", "Year"), months())
    return [alike(partial(tasks_reports.show_report, db), [(*kind, unit, start, end, False) for kind, unit, (_, start, end) in periods])]


def _wikipedia(db: Connection) -> list[Template]:
    articles = "JOIN articles a ON a.id = {}.article_id"
    rows = db.execute(f"SELECT a.title, s.heading FROM sections s {articles.format('s')} ORDER BY s.id")
    headings = [tuple(row) for row in rows if row["heading"] not in LINKS]
    editions = db.execute(f"SELECT a.title, t.language FROM translations t {articles.format('t')} ORDER BY a.id, t.language")
    names = {code: (name, english) for code, name, english in EDITIONS}
    chosen: Sequence[tuple[str, str]] = some(map(tuple, editions), INSTANCES, "deep editions")
    return [
        alike(partial(tasks_pages.section, db), some(headings, INSTANCES, "deep sections")),
        alike(partial(tasks_pages.other_language, db), [(title, code, *names[code]) for title, code in chosen]),
    ]


TEMPLATES: Mapping[str, Callable[[Connection], list[Template]]] = {
    "gitlab": _gitlab,
    "map": _map,
    "reddit": _reddit,
    "shopping": _shopping,
    "shopping_admin": _shopping_admin,
    "wikipedia": _wikipedia,
}
