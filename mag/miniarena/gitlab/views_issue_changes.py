"""Changes from an issue's page: state, attributes, comments, to-dos."""

import sqlite3

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from mag.miniarena.core import database, flash, form, form_lists, now, redirect, require_user, row_or_404
from mag.miniarena.gitlab.access import (
    by_iid,
    date_or_nothing,
    project_or_404,
)
from mag.miniarena.gitlab.ui import day
from mag.miniarena.gitlab.views_issues import may_edit, set_labels


async def change_issue(request: Request) -> Response:
    """One change from the issue's page: state, assignee, labels, milestone, due date, a comment, a to-do."""
    data, me = await form_lists(request), require_user(request)
    project, action = project_or_404(request), request.path_params["action"]
    found = by_iid(request, project, "issue_list")
    value = data.get("value", [""])[0].strip()
    if action not in ("comment", "todo") and not may_edit(request, project, found):
        raise HTTPException(403, "Only the author and members may change this issue.")
    if action == "comment":
        add_comment(request, found, me["id"], data)
    elif action == "todo":
        database(request).execute(
            "INSERT INTO todos (user_id, author_id, issue_id, action, created) VALUES (?, ?, ?, 'added a to-do for', ?)",
            (me["id"], me["id"], found["id"], now(request)),
        )
        flash(request, "Added to your to-do list.")
    elif action == "labels":
        set_labels(request, found["id"], project["id"], data.get("labels", []))
        add_note(request, found["id"], me["id"], "changed the labels")
    else:
        change_field(request, found, me["id"], action, value)
    return redirect(request, f"/{project['full_path']}/-/issues/{found['iid']}")


def change_field(request: Request, found: sqlite3.Row, me: int, action: str, value: str) -> None:
    """State, assignee, milestone or due date of an issue, with a note of who changed it."""
    db = database(request)
    if action == "state":
        db.execute("UPDATE issues SET state = ? WHERE id = ?", ("closed" if value == "close" else "open", found["id"]))
        add_note(request, found["id"], me, "closed the issue" if value == "close" else "reopened the issue")
    elif action == "assignee":
        person = db.execute(
            "SELECT u.id, u.username FROM members m JOIN users u ON u.id = m.user_id WHERE m.project_id = ? AND u.id = ?",
            (found["project_id"], value),
        ).fetchone()
        db.execute("UPDATE issues SET assignee_id = ? WHERE id = ?", (person["id"] if person else None, found["id"]))
        add_note(request, found["id"], me, f"assigned to @{person['username']}" if person else "removed the assignee")
    elif action == "milestone":
        row = db.execute("SELECT id, title FROM milestones WHERE project_id = ? AND id = ?", (found["project_id"], value)).fetchone()
        db.execute("UPDATE issues SET milestone_id = ? WHERE id = ?", (row["id"] if row else None, found["id"]))
        add_note(request, found["id"], me, f"set the milestone to {row['title']}" if row else "removed the milestone")
    elif action == "due":
        due = date_or_nothing(value)
        if value and not due:
            flash(request, "The due date must look like 2026-04-30.")
            return
        db.execute("UPDATE issues SET due_date = ? WHERE id = ?", (due, found["id"]))
        add_note(request, found["id"], me, f"set the due date to {day(due)}" if due else "removed the due date")
    else:
        raise HTTPException(404)


def add_comment(request: Request, found: sqlite3.Row, me: int, data: dict[str, list[str]]) -> None:
    """A comment, which may close the issue as well."""
    body = data.get("body", [""])[0].strip()
    if body:
        database(request).execute(
            "INSERT INTO notes (issue_id, author_id, body, created) VALUES (?, ?, ?, ?)", (found["id"], me, body, now(request))
        )
        database(request).execute("UPDATE issues SET updated = ? WHERE id = ?", (now(request), found["id"]))
    else:
        flash(request, "Your comment could not be submitted because it is empty.")
    if body and "close" in data:
        change_field(request, found, me, "state", "close" if found["state"] == "open" else "reopen")


def add_note(request: Request, issue_id: int, author_id: int, body: str) -> None:
    """A line of the issue's history."""
    moment = now(request)
    database(request).execute(
        "INSERT INTO notes (issue_id, author_id, body, is_system, created) VALUES (?, ?, ?, 1, ?)", (issue_id, author_id, body, moment)
    )
    database(request).execute("UPDATE issues SET updated = ? WHERE id = ?", (moment, issue_id))


async def delete_comment(request: Request) -> Response:
    """Delete one of the own comments."""
    await form(request)
    me = require_user(request)
    note = row_or_404(
        request,
        "SELECT n.id, i.iid, p.full_path FROM notes n JOIN issues i ON i.id = n.issue_id JOIN project_list p "
        "ON p.id = i.project_id WHERE n.id = ? AND n.author_id = ? AND NOT n.is_system",
        request.path_params["id"],
        me["id"],
    )
    database(request).execute("DELETE FROM notes WHERE id = ?", (note["id"],))
    flash(request, "Comment deleted.")
    return redirect(request, f"/{note['full_path']}/-/issues/{note['iid']}")


ROUTES = [
    Route("/{owner}/{project}/-/issues/{iid:int}/{action}", change_issue, methods=["POST"]),
    Route("/-/comments/{id:int}/delete", delete_comment, methods=["POST"]),
]
