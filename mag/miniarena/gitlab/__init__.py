"""Codeyard: a code hosting service (projects, commits, issues, merge requests, members)."""

from mag.miniarena.core import Account, Site
from mag.miniarena.gitlab import (
    views_commits,
    views_files,
    views_home,
    views_issue_changes,
    views_issues,
    views_people,
    views_planning,
    views_project,
    views_requests,
    views_settings,
)
from mag.miniarena.gitlab.schema import SCHEMA
from mag.miniarena.gitlab.seed import seed
from mag.miniarena.gitlab.ui import GLOBALS

VIEWS = (  # in the order their routes are tried: addresses of a project match many others
    views_home,
    views_people,
    views_issues,
    views_issue_changes,
    views_planning,
    views_requests,
    views_settings,
    views_files,
    views_commits,
    views_project,
)

SITE = Site(
    key="gitlab",
    title="Codeyard",
    schema=SCHEMA,
    seed=seed,
    routes=[route for views in VIEWS for route in views.ROUTES],
    account=Account("mara.lindqvist", "mara.lindqvist@codeyard.test", "Mara Lindqvist", "hello1234"),
    globals=GLOBALS,
)
