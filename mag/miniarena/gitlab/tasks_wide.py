"""Further instances of Codeyard's templates, their slots filled from its data."""

import sqlite3
from itertools import combinations
from typing import Any

from mag.miniarena.gitlab import data_wide as words
from mag.miniarena.gitlab import tasks_account, tasks_history, tasks_issues, tasks_planning, tasks_projects, tasks_read, tasks_work
from mag.miniarena.gitlab.data_people import EMOJI
from mag.miniarena.gitlab.tasks_common import PAGE_SIZE, projects, rows, value
from mag.miniarena.gitlab.views_planning import SWATCHES
from mag.miniarena.slots import combined, dealt, some
from mag.miniarena.spec import Template

ROLES = ("Reporter", "Developer", "Maintainer")
FIRST_PAGE = 8  # issues of a list that are sure to be on its first page


def wide_templates(db: sqlite3.Connection) -> list[Template]:
    """Templates of the same ids and intents as the site's own, with other instances."""
    return [*_reading(db), *_issues(db), *_planning(db), *_people(db), *_projects(db)]


def _reading(db: sqlite3.Connection) -> list[Template]:
    paths = list(projects(db))
    near = [path for path, project in projects(db).items() if 0 <= project.place < PAGE_SIZE]
    licences = [path for path in paths if path not in ("advent-solutions", "typewriter-sim")]
    authors = "SELECT count(*) FROM (SELECT 1 FROM commits c WHERE c.project_id = ? AND c.branch = 'main' AND c.author_id > 1 "
    monthly = f"{authors} AND c.created >= '2025-07' GROUP BY c.author_id, substr(c.created, 1, 7))"
    months = [path for path in paths if value(db, monthly, _id(db, path)) > 2]
    latest = [path for path in paths if value(db, f"{authors} GROUP BY c.author_id HAVING count(*) > 2)", _id(db, path)) > 1]
    labels = "SELECT count(DISTINCT l.id) FROM labels l JOIN issue_labels x ON x.label_id = l.id JOIN issues i ON i.id = x.issue_id WHERE "
    labelled = [path for path in paths if value(db, f"{labels} l.project_id = ? AND i.state = 'open'", _id(db, path)) > 3]
    assigned = "SELECT count(DISTINCT assignee_id) FROM issues WHERE state = 'open' AND assignee_id > 1 AND project_id = ?"
    sorted_by = [path for path in paths if value(db, assigned, _id(db, path)) > 1]
    return [
        tasks_history.commit_counts(db, combined(24, "commits", months, (0, 1, 2))),
        tasks_history.clone_addresses(db, combined(22, "clones", paths, ("SSH", "HTTPS"))),
        tasks_history.licences(db, some(licences, 16, "licences")),
        tasks_history.comparisons(db, some(combinations(near, 2), 20, "comparisons")),
        tasks_history.newest_commits(db, combined(16, "latest", latest, (0, 1))),
        tasks_history.changed_files(db, 12),
        tasks_read.label_counts(db, combined(24, "labels", labelled, (0, 1, 2, 3))),
        tasks_read.searched_assignees(db, 18),
        tasks_read.sorted_lists(db, combined(20, "sorted", sorted_by, tuple(tasks_read.ORDERS), (0, 1))),
    ]


def _issues(db: sqlite3.Connection) -> list[Template]:
    paths = _held(db, ("Developer", "Maintainer", "Owner"))
    open_issues = {path: len(tasks_issues.open_issues(db, path)[1]) for path in paths}
    places = [(path, place) for path, size in open_issues.items() for place in range(min(size, FIRST_PAGE))]
    people = [(path, name) for path in paths for name in _members(db, path)]
    titles = dealt(some(people, 20, "new issues"), words.ISSUE_TITLES)
    labels = [
        [row["name"] for row in rows(db, "SELECT name FROM labels WHERE project_id = ? ORDER BY id", _id(db, path))] for path, *_ in titles
    ]
    created = [
        (path, title, person, own[place % len(own)], words.DUE_DAYS[place % len(words.DUE_DAYS)])
        for place, ((path, person, title), own) in enumerate(zip(titles, labels, strict=True))
    ]
    free = [path for path in paths if tasks_issues.open_issues(db, path, "assignee_id IS NULL AND due_date = ''")[1]]
    assigned = [(path, some(_members(db, path), 1, f"assigned {path}")[0]) for path in free]
    unassigned = {path: len(tasks_issues.open_issues(db, path, "assignee_id IS NULL")[1]) for path in paths}
    maintained = [(path, place) for path, size in unassigned.items() for place in range(min(size, 3)) if _maintainers(db, path)]
    return [
        tasks_issues.close_issues(db, some(places, 24, "closed")),
        tasks_issues.comment_and_close(db, dealt(some(places, 16, "comments"), words.COMMENTS)),
        tasks_issues.create_issues(db, created),
        tasks_issues.assign_with_due_date(db, dealt(assigned, words.DUE_DAYS)),
        tasks_issues.label_and_milestone(db, _labelled(db, paths)),
        tasks_work.assign_maintainer(db, some(maintained, 14, "maintained")),
    ]


def _labelled(db: sqlite3.Connection, paths: list[str]) -> list[tuple[str, str]]:
    """Projects and labels that some open issue outside the open milestone lacks."""
    found = []
    for path, name in combined(60, "labelled", paths, ("help wanted", "good first issue", "security", "question")):
        milestone = value(db, "SELECT min(iid) FROM milestones WHERE state = 'open' AND project_id = ?", _id(db, path))
        lacking = (
            f"ifnull(milestone_iid, 0) <> {milestone or 0} AND id NOT IN (SELECT issue_id FROM issue_labels x JOIN labels l ON l.id = "
            f"x.label_id WHERE l.name = '{name}')"
        )
        if milestone and tasks_issues.open_issues(db, path, lacking)[1]:
            found.append((path, name))
    return found[:16]


def _planning(db: sqlite3.Connection) -> list[Template]:
    paths = _held(db, ("Maintainer", "Owner"))
    names = [row["name"] for row in rows(db, "SELECT name FROM users WHERE id > 1 ORDER BY id")]
    new = [(path, name) for path in paths for name in names if name not in _members(db, path)]
    own = [(path, row["name"], row["role"]) for path in paths for row in _rows_of_members(db, path) if row["role"] != "Owner"]
    roles = [(path, name, ROLES[(ROLES.index(role) + 1) % 3]) for path, name, role in own if role in ROLES]
    colors = [name for name, _ in SWATCHES]
    return [
        tasks_planning.create_milestones(db, dealt(_dealt_paths(paths, 16), words.MILESTONE_TITLES, words.START_DAYS, words.FAR_DAYS)),
        tasks_planning.create_labels(db, dealt(_dealt_paths(paths, 12), words.LABEL_NAMES, colors)),
        tasks_planning.invite_members(db, dealt(some(new, 20, "invited"), ("Guest", *ROLES))),
        tasks_planning.change_roles(db, some(roles, 18, "roles")),
        tasks_planning.remove_members(db, some([row[:2] for row in own], 16, "removed")),
    ]


def _people(db: sqlite3.Connection) -> list[Template]:
    unique = "(SELECT count(*) FROM profiles g WHERE lower(g.title) LIKE '%' || lower(f.title) || '%') = 1"
    unknown = "u.id NOT IN (SELECT user_id FROM follows WHERE follower_id = 1)"
    people = rows(db, f"SELECT u.name FROM users u JOIN profiles f ON f.user_id = u.id WHERE u.id > 1 AND {unknown} AND {unique}")
    everybody = [row["name"] for row in rows(db, "SELECT name FROM users WHERE id > 1")]
    return [
        tasks_account.set_status(db, dealt(combined(18, "status", words.STATUS_TEXTS, [name for _, name in EMOJI]), (False, True))),
        tasks_account.follow_people(db, some([row["name"] for row in people], 18, "followed")),
        tasks_account.phone_numbers(db, some(everybody, 12, "phones")),
    ]


def _projects(db: sqlite3.Connection) -> list[Template]:
    held = _held(db, ("Maintainer", "Owner"))
    others = [path for path, project in projects(db).items() if not project.path.startswith("mara.lindqvist/")]
    forks = [(path, "my own namespace", "") for path in some(others, 10, "forks")]
    return [
        tasks_projects.fork_projects(db, forks),
        tasks_projects.describe_projects(db, dealt(_dealt_paths(held, 10), words.SUMMARIES)),
        tasks_work.add_files(db, [(path, name, text) for path, (name, text) in combined(14, "files", held, words.NEW_FILES)]),
    ]


def _id(db: sqlite3.Connection, path: str) -> int:
    return int(value(db, "SELECT id FROM projects WHERE path = ?", path))


def _held(db: sqlite3.Connection, held: tuple[str, ...]) -> list[str]:
    """Projects in which the account has one of these roles."""
    own = {row["project_id"] for row in rows(db, "SELECT * FROM members WHERE user_id = 1") if row["role"] in held}
    return [path for path, project in projects(db).items() if project.id in own]


def _rows_of_members(db: sqlite3.Connection, path: str) -> list[sqlite3.Row]:
    sql = "SELECT u.name, m.role FROM members m JOIN users u ON u.id = m.user_id WHERE m.project_id = ? AND u.id > 1 ORDER BY u.name"
    return rows(db, sql, _id(db, path))


def _members(db: sqlite3.Connection, path: str) -> list[str]:
    """Names of the others in the project."""
    return [row["name"] for row in _rows_of_members(db, path)]


def _maintainers(db: sqlite3.Connection, path: str) -> list[str]:
    return [row["name"] for row in _rows_of_members(db, path) if row["role"] == "Maintainer"]


def _dealt_paths(paths: list[str], size: int) -> list[tuple[Any, ...]]:
    """So many of the projects, some of them twice where there are fewer."""
    return [(path,) for path in (paths * (size // len(paths) + 1))[:size]]
