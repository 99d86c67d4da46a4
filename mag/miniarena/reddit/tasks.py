"""Tasks and demonstrations of the forum."""

import sqlite3

from mag.miniarena.reddit.tasks_account import account_templates
from mag.miniarena.reddit.tasks_find import find_templates
from mag.miniarena.reddit.tasks_long import long_templates
from mag.miniarena.reddit.tasks_write import write_templates
from mag.miniarena.spec import Template


def templates(db: sqlite3.Connection) -> list[Template]:
    """The site's intent templates with their instances, computed from the data."""
    return [*find_templates(db), *write_templates(db), *account_templates(db), *long_templates(db)]
