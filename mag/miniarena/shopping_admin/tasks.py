"""The tasks of the store's administration."""

import sqlite3

from mag.miniarena.shopping_admin.tasks_catalog import catalog_templates
from mag.miniarena.shopping_admin.tasks_fulfil import fulfil_templates
from mag.miniarena.shopping_admin.tasks_orders import order_templates
from mag.miniarena.shopping_admin.tasks_papers import paper_templates
from mag.miniarena.shopping_admin.tasks_reports import report_templates
from mag.miniarena.shopping_admin.tasks_reviews import review_templates
from mag.miniarena.shopping_admin.tasks_rules import rule_templates
from mag.miniarena.shopping_admin.tasks_store import store_templates
from mag.miniarena.spec import Template


def templates(db: sqlite3.Connection) -> list[Template]:
    """All templates with their instances, computed from freshly seeded data."""
    return [
        *report_templates(db),
        *order_templates(db),
        *paper_templates(db),
        *fulfil_templates(db),
        *catalog_templates(db),
        *review_templates(db),
        *store_templates(db),
        *rule_templates(db),
    ]
