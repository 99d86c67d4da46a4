"""All task templates of Codeyard, computed from freshly seeded data."""

import sqlite3

from mag.miniarena.gitlab.tasks_account import ACCOUNT
from mag.miniarena.gitlab.tasks_history import HISTORY
from mag.miniarena.gitlab.tasks_issues import ISSUES
from mag.miniarena.gitlab.tasks_planning import PLANNING
from mag.miniarena.gitlab.tasks_projects import PROJECTS
from mag.miniarena.gitlab.tasks_read import READERS
from mag.miniarena.gitlab.tasks_work import WORK
from mag.miniarena.spec import Template


def templates(db: sqlite3.Connection) -> list[Template]:
    """The templates with their instances."""
    makers = (*HISTORY, *READERS, *ISSUES, *PLANNING, *PROJECTS, *ACCOUNT, *WORK)
    return sorted((make(db) for make in makers), key=lambda template: template.id)
