"""Who belongs to a project, and its settings."""

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from mag.miniarena.core import database, flash, form, now, redirect
from mag.miniarena.gitlab.access import ROLES, Filter, date_or_nothing, like, listing, project_or_404, project_page, require_role
from mag.miniarena.gitlab.views_files import branch_names
from mag.miniarena.gitlab.views_project import VISIBILITIES, project_slug


async def members(request: Request) -> Response:
    """Members with their roles."""
    project = project_or_404(request)
    wanted = Filter(["m.project_id = :project"], {"project": project["id"]})
    wanted.add("(u.name LIKE :text ESCAPE '\\' OR u.username LIKE :text ESCAPE '\\')", text=like(request.query_params.get("search", "")))
    wanted.add("m.role = :role", role=request.query_params.get("role", ""))
    select = f"SELECT m.*, u.name, u.username FROM members m JOIN users u ON u.id = m.user_id {wanted.where()} ORDER BY u.name"
    return project_page(request, "members.html", project, "info/members", found=listing(request, select, wanted.values, 20))


async def invite(request: Request) -> Response:
    """Add a person by user name or e-mail address."""
    data, project = await form(request), project_or_404(request)
    require_role(request, project, "Maintainer")
    who = data.get("username", "").strip().lstrip("@")
    role = data.get("role", "")
    person = database(request).execute("SELECT * FROM users WHERE username = ? OR email = ? OR name = ?", (who, who, who)).fetchone()
    if person is None or role not in ROLES:
        flash(request, f"No one was invited: there is no account '{who}'.")
    else:
        cursor = database(request).execute(
            "INSERT OR IGNORE INTO members (project_id, user_id, role, granted, expires) VALUES (?, ?, ?, ?, ?)",
            (project["id"], person["id"], role, now(request), date_or_nothing(data.get("expires", ""))),
        )
        flash(request, f"{person['name']} was added as {role}." if cursor.rowcount else f"{person['name']} is already a member.")
    return redirect(request, f"/{project['full_path']}/-/members")


async def change_member(request: Request) -> Response:
    """Give a member another role, or remove them. The last owner stays."""
    data, project, db = await form(request), project_or_404(request), database(request)
    require_role(request, project, "Maintainer")
    user_id, action = request.path_params["user_id"], request.path_params["action"]
    person = db.execute(
        "SELECT u.name, m.role FROM members m JOIN users u ON u.id = m.user_id WHERE m.project_id = ? AND m.user_id = ?",
        (project["id"], user_id),
    ).fetchone()
    if person is None:
        raise HTTPException(404)
    owners = db.execute("SELECT count(*) FROM members WHERE project_id = ? AND role = 'Owner'", (project["id"],)).fetchone()[0]
    if person["role"] == "Owner" and owners == 1:
        flash(request, "A project needs at least one owner.")
    elif action == "remove":
        db.execute("DELETE FROM members WHERE project_id = ? AND user_id = ?", (project["id"], user_id))
        flash(request, f"{person['name']} was removed from the project.")
    elif action == "role" and data.get("role") in ROLES:
        db.execute("UPDATE members SET role = ? WHERE project_id = ? AND user_id = ?", (data["role"], project["id"], user_id))
        flash(request, f"Role of {person['name']} updated to {data['role']}.")
    return redirect(request, f"/{project['full_path']}/-/members")


async def settings(request: Request) -> Response:
    """All settings of a project on one page of collapsed parts."""
    project = project_or_404(request)
    require_role(request, project, "Maintainer")
    return project_page(request, "settings.html", project, "settings/general", branches=branch_names(request, project))


async def change_settings(request: Request) -> Response:
    """Save one part of the settings."""
    data, project = await form(request), project_or_404(request)
    require_role(request, project, "Maintainer")
    part, path = request.path_params["part"], project["full_path"]
    if part == "naming":
        return save_naming(request, project["id"], path, data)
    if part == "path":
        return save_path(request, project["id"], project["namespace"], data)
    if part == "delete":
        return delete_project(request, project["id"], path, data)
    return save_choice(request, project["id"], path, part, data)


def save_naming(request: Request, project_id: int, path: str, data: dict[str, str]) -> Response:
    """Name, description and topics."""
    name = data.get("name", "").strip()
    if name:
        topics = ",".join(topic.strip() for topic in data.get("topics", "").split(",") if topic.strip())
        database(request).execute(
            "UPDATE projects SET name = ?, description = ?, topics = ? WHERE id = ?",
            (name, data.get("description", "").strip(), topics, project_id),
        )
    flash(request, f"Project '{name}' was successfully updated." if name else "Project name can't be blank.")
    return redirect(request, f"/{path}/-/settings")


def save_choice(request: Request, project_id: int, path: str, part: str, data: dict[str, str]) -> Response:
    """Visibility, default branch, archived or not."""
    db, message = database(request), "Nothing was changed."
    if part == "visibility" and data.get("visibility") in VISIBILITIES:
        db.execute("UPDATE projects SET visibility = ? WHERE id = ?", (data["visibility"], project_id))
        message = f"Project visibility is now {data['visibility']}."
    elif part == "branch":
        db.execute(
            "UPDATE projects SET default_branch = name FROM branches b WHERE b.project_id = projects.id AND b.name = ? AND projects.id = ?",
            (data.get("branch", ""), project_id),
        )
        message = "Default branch was saved."
    elif part == "archive":
        db.execute("UPDATE projects SET archived = NOT archived WHERE id = ?", (project_id,))
        message = "The archive state of the project was changed."
    flash(request, message)
    return redirect(request, f"/{path}/-/settings" if part != "archive" else f"/{path}")


def save_path(request: Request, project_id: int, namespace: str, data: dict[str, str]) -> Response:
    """The last part of the project's address."""
    path, db = project_slug(data.get("path", "")), database(request)
    taken = (
        not path or db.execute("SELECT 1 FROM project_list WHERE full_path = ? AND id <> ?", (f"{namespace}/{path}", project_id)).fetchone()
    )
    if not taken:
        db.execute("UPDATE projects SET path = ? WHERE id = ?", (path, project_id))
    flash(request, "Path has already been taken." if taken else "The project has a new address.")
    current = db.execute("SELECT full_path FROM project_list WHERE id = ?", (project_id,)).fetchone()["full_path"]
    return redirect(request, f"/{current}/-/settings")


def delete_project(request: Request, project_id: int, path: str, data: dict[str, str]) -> Response:
    """Delete the project with everything in it, if its path was typed as asked."""
    if data.get("confirm", "").strip() != path:
        flash(request, "The project was not deleted: type its path exactly.")
        return redirect(request, f"/{path}/-/settings")
    db = database(request)
    db.execute("UPDATE projects SET forked_from = NULL WHERE forked_from = ?", (project_id,))
    db.execute("DELETE FROM projects WHERE id = ?", (project_id,))
    flash(request, f"Project '{path}' is being deleted.")
    return redirect(request, "/")


BASE = "/{owner}/{project}/-"
ROUTES = [
    Route(f"{BASE}/members", members),
    Route(f"{BASE}/members/invite", invite, methods=["POST"]),
    Route(BASE + "/members/{user_id:int}/{action}", change_member, methods=["POST"]),
    Route(f"{BASE}/settings", settings),
    Route(BASE + "/settings/{part}", change_settings, methods=["POST"]),
]
