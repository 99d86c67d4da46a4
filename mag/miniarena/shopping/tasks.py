"""The shop's tasks with their demonstrations."""

import sqlite3

from mag.miniarena.shopping.tasks_account import account_tasks
from mag.miniarena.shopping.tasks_cart import cart_tasks
from mag.miniarena.shopping.tasks_catalogue import catalogue_tasks
from mag.miniarena.shopping.tasks_feedback import feedback_tasks
from mag.miniarena.shopping.tasks_orders import order_tasks
from mag.miniarena.spec import Template


def templates(db: sqlite3.Connection) -> list[Template]:
    """All templates, their instances computed from the freshly seeded database."""
    return [*order_tasks(db), *catalogue_tasks(db), *cart_tasks(db), *account_tasks(db), *feedback_tasks(db)]
