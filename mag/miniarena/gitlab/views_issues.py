"""Issues: the list, one issue, writing and editing them."""

import sqlite3

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from mag.miniarena.core import database, flash, form, form_lists, now, redirect, require_user
from mag.miniarena.gitlab.access import (
    Filter,
    by_iid,
    date_or_nothing,
    fetch,
    label_choices,
    labels_of,
    like,
    listing,
    member_choices,
    milestone_choices,
    next_iid,
    project_or_404,
    project_page,
    roles_held,
    tally,
    viewer_id,
)

SORTS = {
    "updated": ("Updated date", "i.updated DESC"),
    "created": ("Created date", "i.created DESC, i.iid DESC"),
    "oldest": ("Oldest first", "i.created, i.iid"),
    "due": ("Due date", "i.due_date = '', i.due_date, i.iid"),
    "comments": ("Popularity", "i.comments DESC, i.iid DESC"),
    "title": ("Title", "i.title COLLATE NOCASE"),
}


async def issues(request: Request) -> Response:
    """The list with its tabs, filters and orders."""
    project, query = project_or_404(request), request.query_params
    wanted = Filter(["i.project_id = :project"], {"project": project["id"]})
    wanted.add("(i.title LIKE :text ESCAPE '\\' OR i.description LIKE :text ESCAPE '\\')", text=like(query.get("search", "")))
    wanted.add("i.author_username = :author", author=query.get("author", ""))
    wanted.add("i.milestone = :milestone", milestone=query.get("milestone", ""))
    wanted.add(
        "i.id IN (SELECT x.issue_id FROM issue_labels x JOIN labels l ON l.id = x.label_id WHERE l.name = :label)",
        label=query.get("label", ""),
    )
    assignee = query.get("assignee", "")
    wanted.add("ifnull(i.assignee_username, 'none') = :assignee", assignee=assignee)
    counts = tally(request, f"SELECT i.state, count(*) FROM issue_list i {wanted.where()} GROUP BY i.state", wanted.values)
    state = query.get("state", "") if query.get("state", "") in ("closed", "all") else "open"
    wanted.add("i.state = :state", state="" if state == "all" else state)
    sort = query.get("sort", "") if query.get("sort", "") in SORTS else "created"
    found = listing(request, f"SELECT i.* FROM issue_list i {wanted.where()} ORDER BY {SORTS[sort][1]}", wanted.values, 15)
    authors = fetch(
        request,
        "SELECT DISTINCT author AS name, author_username AS username FROM issue_list WHERE project_id = ? ORDER BY author",
        (project["id"],),
    )
    milestones = fetch(request, "SELECT * FROM milestones WHERE project_id = ? ORDER BY iid", (project["id"],))
    return project_page(
        request,
        "issues.html",
        project,
        "issues/list",
        found=found,
        labels=labels_of(request, [row["id"] for row in found.rows]),
        counts=counts,
        state=state,
        sort=sort,
        sorts={key: label for key, (label, _) in SORTS.items()},
        authors=authors,
        members=member_choices(request, project),
        milestones=milestones,
        all_labels=label_choices(request, project),
    )


async def issue(request: Request) -> Response:
    """One issue with its comments."""
    project = project_or_404(request)
    found = by_iid(request, project, "issue_list")
    notes = fetch(
        request,
        "SELECT n.*, u.name AS author, u.username AS author_username FROM notes n JOIN users u ON u.id = n.author_id "
        "WHERE n.issue_id = ? ORDER BY n.created, n.id",
        (found["id"],),
    )
    return project_page(
        request,
        "issue.html",
        project,
        "issues/list",
        issue=found,
        notes=notes,
        labels=labels_of(request, [found["id"]])[found["id"]],
        all_labels=label_choices(request, project),
        members=member_choices(request, project),
        milestones=milestone_choices(request, project),
        may_edit=may_edit(request, project, found),
    )


def may_edit(request: Request, project: sqlite3.Row, issue_row: sqlite3.Row) -> bool:
    """Reporters may change any issue, authors their own."""
    return "Reporter" in roles_held(request, project) or issue_row["author_id"] == viewer_id(request)


async def new_issue(request: Request) -> Response:
    """The form for an issue and its submission."""
    me, project = require_user(request), project_or_404(request)
    if project["archived"]:
        raise HTTPException(403, "The project is archived; no issues can be opened.")
    values = {"title": "", "description": "", "assignee": "", "milestone": "", "due_date": ""}
    if request.method == "POST":
        data = await form_lists(request)
        values = {key: data.get(key, [""])[0].strip() for key in values}
        error = issue_error(values)
        if not error:
            number = insert_issue(request, project, me["id"], {**values, "labels": ",".join(data.get("labels", []))})
            flash(request, f"Issue #{number} was created.")
            return redirect(request, f"/{project['full_path']}/-/issues/{number}")
        return issue_form(request, project, None, values, error)
    return issue_form(request, project, None, values, "")


def issue_form(request: Request, project: sqlite3.Row, issue_row: sqlite3.Row | None, values: dict[str, str], error: str) -> Response:
    """The page to write or edit an issue."""
    return project_page(
        request,
        "issue_form.html",
        project,
        "issues/list",
        issue=issue_row,
        values=values,
        error=error,
        members=member_choices(request, project),
        milestones=milestone_choices(request, project),
        all_labels=label_choices(request, project),
        status=422 if error else 200,
    )


def issue_error(values: dict[str, str]) -> str:
    """Why the issue cannot be saved, empty when it can."""
    if not values["title"]:
        return "Title can't be blank."
    if values["due_date"] and not date_or_nothing(values["due_date"]):
        return "The due date must look like 2026-04-30."
    return ""


def insert_issue(request: Request, project: sqlite3.Row, author_id: int, values: dict[str, str]) -> int:
    """Write the issue; returns its number. Assignees, milestones and labels of other projects are ignored."""
    db, moment, number = database(request), now(request), next_iid(request, "issues", project["id"])
    cursor = db.execute(
        "INSERT INTO issues (project_id, iid, title, description, author_id, assignee_id, milestone_id, due_date, created, updated) VALUES "
        "(:project, :iid, :title, :text, :author, (SELECT user_id FROM members WHERE project_id = :project AND user_id = :assignee), "
        "(SELECT id FROM milestones WHERE project_id = :project AND id = :milestone), :due, :moment, :moment)",
        {
            "project": project["id"],
            "iid": number,
            "title": values["title"],
            "text": values["description"],
            "author": author_id,
            "assignee": values["assignee"],
            "milestone": values["milestone"],
            "due": values["due_date"],
            "moment": moment,
        },
    )
    set_labels(request, int(cursor.lastrowid or 0), project["id"], values["labels"].split(","))
    db.execute("UPDATE projects SET updated = ? WHERE id = ?", (moment, project["id"]))
    return number


def set_labels(request: Request, issue_id: int, project_id: int, label_ids: list[str]) -> None:
    """Give the issue exactly these labels of its project."""
    db = database(request)
    db.execute("DELETE FROM issue_labels WHERE issue_id = ?", (issue_id,))
    for label_id in label_ids:
        db.execute(
            "INSERT OR IGNORE INTO issue_labels SELECT ?, id FROM labels WHERE id = ? AND project_id = ?", (issue_id, label_id, project_id)
        )


async def edit_issue(request: Request) -> Response:
    """Change title and description."""
    require_user(request)
    project = project_or_404(request)
    found = by_iid(request, project, "issue_list")
    if not may_edit(request, project, found):
        raise HTTPException(403, "Only the author and members may edit this issue.")
    values = {"title": found["title"], "description": found["description"], "assignee": "", "milestone": "", "due_date": ""}
    if request.method == "GET":
        return issue_form(request, project, found, values, "")
    data = await form(request)
    values |= {key: data.get(key, "").strip() for key in ("title", "description")}
    if error := issue_error(values):
        return issue_form(request, project, found, values, error)
    database(request).execute(
        "UPDATE issues SET title = ?, description = ?, updated = ? WHERE id = ?",
        (values["title"], values["description"], now(request), found["id"]),
    )
    return redirect(request, f"/{project['full_path']}/-/issues/{found['iid']}")


BASE = "/{owner}/{project}/-/issues"
ROUTES = [
    Route(BASE, issues),
    Route(f"{BASE}/new", new_issue, methods=["GET", "POST"]),
    Route(BASE + "/{iid:int}", issue),
    Route(BASE + "/{iid:int}/edit", edit_issue, methods=["GET", "POST"]),
]
