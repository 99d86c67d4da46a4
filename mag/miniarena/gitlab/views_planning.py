"""Labels and milestones of a project."""

import re
import sqlite3

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from mag.miniarena.core import database, flash, form, redirect, row_or_404
from mag.miniarena.gitlab.access import (
    Filter,
    by_iid,
    date_or_nothing,
    fetch,
    labels_of,
    like,
    next_iid,
    project_or_404,
    project_page,
    require_role,
    tally,
)

SWATCHES = (
    ("Crimson", "#b3261e"),
    ("Carrot orange", "#c4450c"),
    ("Honey", "#8a5a00"),
    ("Moss green", "#4d6b1f"),
    ("Forest green", "#1a6d3c"),
    ("Lagoon", "#0b6b75"),
    ("Harbour blue", "#2457a6"),
    ("Plum", "#6a4fb3"),
    ("Raspberry", "#9c3d6e"),
    ("Slate", "#4a5a6a"),
)
MILESTONES = (
    "SELECT m.*, (SELECT count(*) FROM issues i WHERE i.milestone_id = m.id) AS issues, "
    "(SELECT count(*) FROM issues i WHERE i.milestone_id = m.id AND i.state = 'closed') AS closed FROM milestones m"
)


async def labels(request: Request) -> Response:
    """All labels with their open issues."""
    project = project_or_404(request)
    wanted = Filter(["l.project_id = :project"], {"project": project["id"]})
    wanted.add("(l.name LIKE :text ESCAPE '\\' OR l.description LIKE :text ESCAPE '\\')", text=like(request.query_params.get("search", "")))
    rows = fetch(
        request,
        "SELECT l.*, (SELECT count(*) FROM issue_labels x JOIN issues i ON i.id = x.issue_id WHERE x.label_id = l.id "
        f"AND i.state = 'open') AS open_issues FROM labels l {wanted.where()} ORDER BY l.name",
        wanted.values,
    )
    return project_page(request, "labels.html", project, "info/labels", labels=rows)


async def edit_label(request: Request) -> Response:
    """The form for a label, new or existing, and its submission."""
    project, db = project_or_404(request), database(request)
    require_role(request, project, "Reporter")
    label = label_or_404(request, project) if "id" in request.path_params else None
    values = {key: label[key] if label else "" for key in ("name", "description", "color")}
    values["color"] = values["color"] or "#2457a6"
    error = ""
    if request.method == "POST":
        data = await form(request)
        values = {key: data.get(key, "").strip() for key in values}
        taken = db.execute(
            "SELECT 1 FROM labels WHERE project_id = ? AND name = ? AND id <> ?",
            (project["id"], values["name"], label["id"] if label else 0),
        ).fetchone()
        if taken or not values["name"] or not re.fullmatch(r"#[0-9a-fA-F]{6}", values["color"]):
            error = "Title has already been taken." if taken else "Give a title and a colour like #2457a6."
        elif label:
            db.execute("UPDATE labels SET name = ?, description = ?, color = ? WHERE id = ?", (*values.values(), label["id"]))
        else:
            db.execute("INSERT INTO labels (name, description, color, project_id) VALUES (?, ?, ?, ?)", (*values.values(), project["id"]))
        if not error:
            flash(request, f"Label '{values['name']}' was saved.")
            return redirect(request, f"/{project['full_path']}/-/labels")
    return project_page(
        request,
        "label_form.html",
        project,
        "info/labels",
        label=label,
        values=values,
        error=error,
        swatches=SWATCHES,
        status=422 if error else 200,
    )


def label_or_404(request: Request, project: sqlite3.Row) -> sqlite3.Row:
    """The label of the address."""
    return row_or_404(request, "SELECT * FROM labels WHERE project_id = ? AND id = ?", project["id"], request.path_params["id"])


async def delete_label(request: Request) -> Response:
    """Remove a label from the project and its issues."""
    await form(request)
    project = project_or_404(request)
    require_role(request, project, "Reporter")
    label = label_or_404(request, project)
    database(request).execute("DELETE FROM labels WHERE id = ?", (label["id"],))
    flash(request, f"Label '{label['name']}' was deleted.")
    return redirect(request, f"/{project['full_path']}/-/labels")


async def milestones(request: Request) -> Response:
    """Milestones by state with their progress."""
    project = project_or_404(request)
    state = request.query_params.get("state", "")
    state = state if state in ("closed", "all") else "open"
    wanted = Filter(["m.project_id = :project"], {"project": project["id"]})
    wanted.add("m.state = :state", state="" if state == "all" else state)
    rows = fetch(request, f"{MILESTONES} {wanted.where()} ORDER BY m.due_date = '', m.due_date, m.iid", wanted.values)
    counts = tally(request, "SELECT state, count(*) FROM milestones WHERE project_id = ? GROUP BY state", (project["id"],))
    return project_page(request, "milestones.html", project, "issues/milestones", milestones=rows, state=state, counts=counts)


async def milestone(request: Request) -> Response:
    """One milestone with its issues."""
    project = project_or_404(request)
    found = by_iid(request, project, f"({MILESTONES})")
    issues = fetch(request, "SELECT * FROM issue_list WHERE milestone_id = ? ORDER BY iid", (found["id"],))
    return project_page(
        request,
        "milestone.html",
        project,
        "issues/milestones",
        milestone=found,
        issues=issues,
        labels=labels_of(request, [row["id"] for row in issues]),
    )


async def edit_milestone(request: Request) -> Response:
    """The form for a milestone, new or existing, and its submission."""
    project, db = project_or_404(request), database(request)
    require_role(request, project, "Reporter")
    found = by_iid(request, project, "milestones") if "iid" in request.path_params else None
    values = {key: found[key] if found else "" for key in ("title", "description", "start_date", "due_date")}
    error = ""
    if request.method == "POST":
        data = await form(request)
        values = {key: data.get(key, "").strip() for key in values}
        bad = [key for key in ("start_date", "due_date") if values[key] and not date_or_nothing(values[key])]
        error = "Dates must look like 2026-04-30." if bad else "" if values["title"] else "Title can't be blank."
        if not error:
            number = found["iid"] if found else next_iid(request, "milestones", project["id"])
            db.execute(
                "INSERT INTO milestones (title, description, start_date, due_date, project_id, iid) VALUES (?, ?, ?, ?, ?, ?) "
                "ON CONFLICT (project_id, iid) DO UPDATE SET title = excluded.title, description = excluded.description, "
                "start_date = excluded.start_date, due_date = excluded.due_date",
                (*values.values(), project["id"], number),
            )
            return redirect(request, f"/{project['full_path']}/-/milestones/{number}")
    return project_page(
        request,
        "milestone_form.html",
        project,
        "issues/milestones",
        milestone=found,
        values=values,
        error=error,
        status=422 if error else 200,
    )


async def change_milestone(request: Request) -> Response:
    """Close or reopen a milestone."""
    data, project = await form(request), project_or_404(request)
    require_role(request, project, "Reporter")
    found = by_iid(request, project, "milestones")
    state = "closed" if data.get("value") == "close" else "open"
    database(request).execute("UPDATE milestones SET state = ? WHERE id = ?", (state, found["id"]))
    flash(request, f"Milestone '{found['title']}' is {'closed' if state == 'closed' else 'open again'}.")
    return redirect(request, f"/{project['full_path']}/-/milestones/{found['iid']}")


BASE = "/{owner}/{project}/-"
BOTH = ["GET", "POST"]
ROUTES = [
    Route(f"{BASE}/labels", labels),
    Route(f"{BASE}/labels/new", edit_label, methods=BOTH),
    Route(BASE + "/labels/{id:int}/edit", edit_label, methods=BOTH),
    Route(BASE + "/labels/{id:int}/delete", delete_label, methods=["POST"]),
    Route(f"{BASE}/milestones", milestones),
    Route(f"{BASE}/milestones/new", edit_milestone, methods=BOTH),
    Route(BASE + "/milestones/{iid:int}", milestone),
    Route(BASE + "/milestones/{iid:int}/edit", edit_milestone, methods=BOTH),
    Route(BASE + "/milestones/{iid:int}/state", change_milestone, methods=["POST"]),
]
