"""Tasks and demonstrations of the encyclopedia."""

import sqlite3

from mag.miniarena.spec import Template
from mag.miniarena.wikipedia.tasks_facts import fact_templates
from mag.miniarena.wikipedia.tasks_pages import page_templates


def templates(db: sqlite3.Connection) -> list[Template]:
    """The site's intent templates with their instances, computed from the data."""
    return [*fact_templates(db), *page_templates(db)]
