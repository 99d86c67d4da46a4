"""Tasks and demonstrations of the encyclopedia."""

import sqlite3

from mag.miniarena.spec import Template
from mag.miniarena.wikipedia import tasks_facts, tasks_pages

MAKERS = (
    tasks_facts.single_fact,
    tasks_facts.comparison,
    tasks_facts.first_climber,
    tasks_facts.birthplace,
    tasks_facts.category_size,
    tasks_facts.first_launched,
    tasks_pages.section,
    tasks_pages.other_language,
    tasks_pages.look,
    tasks_pages.creator,
    tasks_pages.mentions,
    tasks_pages.last_of_letter,
    tasks_facts.bridges,
    tasks_facts.entrance_fee,
)


def templates(db: sqlite3.Connection) -> list[Template]:
    """The site's intent templates with their instances, computed from the data."""
    return [make(db) for make in MAKERS]
