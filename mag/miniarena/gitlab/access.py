"""Who may see and do what, and the parts that every list and project page needs."""

import math
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from mag.miniarena.core import database, number, page, require_user, row_or_404, user

ROLES = ("Guest", "Reporter", "Developer", "Maintainer", "Owner")
VISIBLE = (
    "(p.visibility = 'public' OR (p.visibility = 'internal' AND :me > 0) "
    "OR EXISTS (SELECT 1 FROM members v WHERE v.project_id = p.id AND v.user_id = :me))"
)  # p: a row of projects


@dataclass(frozen=True)
class Listing:
    """One page of a list."""

    rows: list[sqlite3.Row]
    page: int
    pages: int
    total: int


@dataclass
class Filter:
    """Conditions with their bound values; the conditions are literals of this package."""

    conditions: list[str]
    values: dict[str, Any]

    def add(self, condition: str, **values: Any) -> None:
        """Require one more condition; values that are empty leave it out."""
        if all(value not in ("", None) for value in values.values()):
            self.conditions.append(condition)
            self.values.update(values)

    def where(self) -> str:
        """The WHERE clause."""
        return "WHERE " + " AND ".join(self.conditions or ["1"])


def fetch(request: Request, sql: str, values: Sequence[Any] | dict[str, Any] = ()) -> list[sqlite3.Row]:
    """All rows of a query."""
    return database(request).execute(sql, values).fetchall()


def tally(request: Request, sql: str, values: Sequence[Any] | dict[str, Any] = ()) -> dict[Any, int]:
    """Numbers by key, from a query of two columns."""
    return {row[0]: row[1] for row in fetch(request, sql, values)}


def viewer_id(request: Request) -> int:
    """The signed-in person's id, 0 for a guest."""
    me = user(request)
    return me["id"] if me else 0


def listing(request: Request, select: str, values: dict[str, Any], per_page: int) -> Listing:
    """The page of a SELECT that the query string asks for."""
    db = database(request)
    total = db.execute(f"SELECT count(*) FROM ({select})", values).fetchone()[0]
    pages = max(1, math.ceil(total / per_page))
    current = min(number(request, "page"), pages)
    rows = db.execute(f"{select} LIMIT :limit OFFSET :offset", {**values, "limit": per_page, "offset": (current - 1) * per_page}).fetchall()
    return Listing(rows, current, pages, total)


def date_or_nothing(text: str) -> str:
    """The text if it is a date like 2026-04-30, else nothing."""
    try:
        return date.fromisoformat(text.strip()).isoformat()
    except ValueError:
        return ""


def like(text: str) -> str:
    """A LIKE pattern for 'contains', empty for no text."""
    text = text.strip()
    return "%" + text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%" if text else ""


def project_or_404(request: Request) -> sqlite3.Row:
    """The project of the address; private ones exist for their members only."""
    full_path = f"{request.path_params['owner']}/{request.path_params['project']}"
    found = (
        database(request)
        .execute(f"SELECT * FROM project_list p WHERE full_path = :path AND {VISIBLE}", {"path": full_path, "me": viewer_id(request)})
        .fetchone()
    )
    if found is None:
        raise HTTPException(404, "The project does not exist, or you may not see it.")
    row: sqlite3.Row = found
    return row


def roles_held(request: Request, project: sqlite3.Row) -> tuple[str, ...]:
    """The visitor's role in the project and all lower ones."""
    found = (
        database(request)
        .execute("SELECT role FROM members WHERE project_id = ? AND user_id = ?", (project["id"], viewer_id(request)))
        .fetchone()
    )
    return ROLES[: ROLES.index(found["role"]) + 1] if found else ()


def require_role(request: Request, project: sqlite3.Row, role: str) -> sqlite3.Row:
    """The signed-in person, who must hold this role in the project."""
    me = require_user(request)
    if role not in roles_held(request, project):
        raise HTTPException(403, f"You need the role {role} in this project to do that.")
    return me


def project_page(request: Request, template: str, project: sqlite3.Row, section: str, **context: Any) -> Response:
    """Render a page with the project's sidebar; `section` is 'group/entry' of the navigation."""
    return page(request, template, project=project, section=section, allowed=roles_held(request, project), **context)


def member_choices(request: Request, project: sqlite3.Row) -> list[sqlite3.Row]:
    """Members of the project by name."""
    return fetch(
        request,
        "SELECT u.id, u.name, u.username, m.role FROM members m JOIN users u ON u.id = m.user_id WHERE m.project_id = ? ORDER BY u.name",
        (project["id"],),
    )


def label_choices(request: Request, project: sqlite3.Row) -> list[sqlite3.Row]:
    """Labels of the project by name."""
    return fetch(request, "SELECT * FROM labels WHERE project_id = ? ORDER BY name", (project["id"],))


def milestone_choices(request: Request, project: sqlite3.Row) -> list[sqlite3.Row]:
    """Open milestones of the project."""
    return fetch(request, "SELECT * FROM milestones WHERE project_id = ? AND state = 'open' ORDER BY iid", (project["id"],))


def labels_of(request: Request, issue_ids: list[int]) -> dict[int, list[sqlite3.Row]]:
    """Labels by issue."""
    found: dict[int, list[sqlite3.Row]] = {issue_id: [] for issue_id in issue_ids}
    marks = ",".join("?" * len(issue_ids))
    for row in database(request).execute(
        f"SELECT l.*, i.issue_id FROM issue_labels i JOIN labels l ON l.id = i.label_id WHERE i.issue_id IN ({marks}) ORDER BY l.name",
        issue_ids,
    ):
        found[row["issue_id"]].append(row)
    return found


def by_iid(request: Request, project: sqlite3.Row, source: str) -> sqlite3.Row:
    """The row of a list (issue_list, request_list, milestones) with the number in the address."""
    return row_or_404(request, f"SELECT * FROM {source} WHERE project_id = ? AND iid = ?", project["id"], request.path_params["iid"])


def next_iid(request: Request, table: str, project_id: int) -> int:
    """The next number within the project."""
    found: int = database(request).execute(f"SELECT ifnull(max(iid), 0) + 1 FROM {table} WHERE project_id = ?", (project_id,)).fetchone()[0]
    return found
