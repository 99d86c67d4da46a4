"""A project's front page, stars, forks, activity; making a project."""

import re
import sqlite3

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from mag.miniarena.core import database, flash, form, now, page, redirect, require_user, row_or_404
from mag.miniarena.gitlab.access import fetch, listing, project_or_404, project_page, viewer_id
from mag.miniarena.gitlab.seed_repository import commit_sha, whole_patch
from mag.miniarena.gitlab.views_files import folder_entries, last_commit

VISIBILITIES = ("private", "internal", "public")


async def home(request: Request) -> Response:
    """Overview: description, files, readme."""
    project, db = project_or_404(request), database(request)
    counts = db.execute(
        "SELECT (SELECT count(*) FROM commits WHERE project_id = :id AND branch = :main) AS commits, "
        "(SELECT count(*) FROM branches WHERE project_id = :id) AS branches, "
        "(SELECT count(*) FROM stars WHERE project_id = :id AND user_id = :me) AS starred",
        {"id": project["id"], "main": project["default_branch"], "me": viewer_id(request)},
    ).fetchone()
    readme = db.execute("SELECT content FROM files WHERE project_id = ? AND path = 'README.md'", (project["id"],)).fetchone()
    parent = db.execute("SELECT full_path, full_name FROM project_list WHERE id = ?", (project["forked_from"],)).fetchone()
    branches = db.execute("SELECT name FROM branches WHERE project_id = ? ORDER BY name", (project["id"],)).fetchall()
    return project_page(
        request,
        "project_home.html",
        project,
        "home",
        counts=counts,
        readme=readme["content"] if readme else "",
        entries=folder_entries(request, project, ""),
        commit=last_commit(request, project, ""),
        parent=parent,
        branches=branches,
        ref=project["default_branch"],
    )


async def star(request: Request) -> Response:
    """Give a star or take it back."""
    await form(request)
    me, project, db = require_user(request), project_or_404(request), database(request)
    removed = db.execute("DELETE FROM stars WHERE project_id = ? AND user_id = ?", (project["id"], me["id"])).rowcount
    if not removed:
        db.execute("INSERT INTO stars VALUES (?, ?)", (project["id"], me["id"]))
    db.execute("UPDATE projects SET star_count = star_count + ? WHERE id = ?", (-1 if removed else 1, project["id"]))
    return redirect(request, f"/{project['full_path']}")


def own_namespaces(request: Request) -> list[sqlite3.Row]:
    """Where the signed-in person may make projects: their own space first, then groups they maintain."""
    return fetch(
        request,
        "SELECT * FROM namespaces WHERE user_id = :me OR id IN (SELECT namespace_id FROM namespace_members WHERE user_id = :me "
        "AND role IN ('Owner', 'Maintainer')) ORDER BY user_id IS NULL, name",
        {"me": viewer_id(request)},
    )


def insert_project(request: Request, namespace_id: int, values: dict[str, str]) -> int:
    """A new project with its first members; returns its id."""
    db, me, moment = database(request), require_user(request), now(request)
    cursor = db.execute(
        "INSERT INTO projects (namespace_id, path, name, description, language, visibility, default_branch, topics, created, "
        "updated) VALUES (?, ?, ?, ?, ?, ?, 'main', ?, ?, ?)",
        (
            namespace_id,
            values["path"],
            values["name"],
            values["description"],
            values["language"],
            values["visibility"],
            values["topics"],
            moment,
            moment,
        ),
    )
    project_id = int(cursor.lastrowid or 0)
    db.execute("INSERT INTO members (project_id, user_id, role, granted) VALUES (?, ?, 'Owner', ?)", (project_id, me["id"], moment))
    db.execute(
        "INSERT OR IGNORE INTO members (project_id, user_id, role, source, granted) SELECT ?, m.user_id, m.role, n.name, ? "
        "FROM namespace_members m JOIN namespaces n ON n.id = m.namespace_id WHERE m.namespace_id = ?",
        (project_id, moment, namespace_id),
    )
    db.execute("INSERT INTO branches (project_id, name, protected) VALUES (?, 'main', 1)", (project_id,))
    return project_id


def project_slug(name: str) -> str:
    """The path that belongs to a name."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


async def new_project(request: Request) -> Response:
    """The form for a blank project and its submission."""
    me = require_user(request)
    values = {"name": "", "description": "", "visibility": "private", "namespace": "", "path": ""}
    if request.method == "GET":
        return page(request, "new_project.html", namespaces=own_namespaces(request), values=values, error="")
    data = await form(request)
    values = {key: data.get(key, "").strip() for key in values}
    values["path"] = project_slug(values["path"] or values["name"])
    namespace = next((row for row in own_namespaces(request) if row["path"] == values["namespace"]), None)
    error = new_project_error(request, values, namespace)
    if error or namespace is None:
        return page(request, "new_project.html", 422, namespaces=own_namespaces(request), values=values, error=error)
    project_id = insert_project(request, namespace["id"], {**values, "language": "", "topics": ""})
    if "readme" in data:
        add_first_file(request, project_id, me["id"], "README.md", f"# {values['name']}\n\n{values['description']}\n")
    flash(request, f"Project '{values['name']}' was successfully created.")
    return redirect(request, f"/{namespace['path']}/{values['path']}")


def new_project_error(request: Request, values: dict[str, str], namespace: sqlite3.Row | None) -> str:
    """Why the project cannot be made, empty when it can."""
    if not values["path"]:
        return "Project name can't be blank."
    if namespace is None:
        return "Pick a namespace for the project."
    if values["visibility"] not in VISIBILITIES:
        return "Pick a visibility level."
    taken = (
        database(request)
        .execute("SELECT 1 FROM projects WHERE namespace_id = ? AND path = ?", (namespace["id"], values["path"]))
        .fetchone()
    )
    return "Path has already been taken." if taken else ""


def add_first_file(request: Request, project_id: int, author_id: int, path: str, content: str) -> None:
    """A file and the commit that brought it."""
    db, moment = database(request), now(request)
    db.execute("INSERT INTO files (project_id, path, content) VALUES (?, ?, ?)", (project_id, path, content))
    cursor = db.execute(
        "INSERT INTO commits (project_id, sha, title, author_id, created, branch) VALUES (?, ?, 'Initial commit', ?, ?, 'main')",
        (project_id, commit_sha(project_id, path, moment), author_id, moment),
    )
    db.execute("INSERT INTO commit_files VALUES (?, ?, ?)", (cursor.lastrowid, path, whole_patch(content)))


async def fork(request: Request) -> Response:
    """Choose where the fork goes; make it."""
    require_user(request)
    project, db = project_or_404(request), database(request)
    if request.method == "GET":
        return project_page(request, "fork.html", project, "home", namespaces=own_namespaces(request), error="")
    data = await form(request)
    namespace = row_or_404(request, "SELECT * FROM namespaces WHERE path = ?", data.get("namespace", ""))
    values = {key: project[key] for key in ("name", "path", "description", "language", "topics")}
    values["visibility"] = data.get("visibility", "private") if data.get("visibility") in VISIBILITIES else "private"
    error = new_project_error(request, values, namespace if namespace["id"] in [row["id"] for row in own_namespaces(request)] else None)
    if error:
        return project_page(request, "fork.html", project, "home", status=422, namespaces=own_namespaces(request), error=error)
    copy = insert_project(request, namespace["id"], values)
    db.execute("UPDATE projects SET forked_from = ? WHERE id = ?", (project["id"], copy))
    db.execute("UPDATE projects SET fork_count = fork_count + 1 WHERE id = ?", (project["id"],))
    db.execute(
        "INSERT INTO files (project_id, path, content) SELECT ?, path, content FROM files WHERE project_id = ?", (copy, project["id"])
    )
    db.execute(
        "INSERT INTO commits (project_id, sha, title, body, author_id, created, branch) SELECT ?, sha, title, body, author_id, created, "
        "branch FROM commits WHERE project_id = ? AND branch = ?",
        (copy, project["id"], project["default_branch"]),
    )
    db.execute(
        "INSERT INTO commit_files SELECT c.id, f.path, f.patch FROM commits c JOIN commits o ON o.sha = c.sha AND o.project_id = ? "
        "JOIN commit_files f ON f.commit_id = o.id WHERE c.project_id = ?",
        (project["id"], copy),
    )
    flash(request, "The project was successfully forked.")
    return redirect(request, f"/{namespace['path']}/{project['path']}")


async def activity(request: Request) -> Response:
    """Commits, issues and merge requests of the project in one list."""
    project = project_or_404(request)
    select = (
        "SELECT 'pushed' AS verb, c.title, c.created, u.name, u.username, '/-/commit/' || c.sha AS target FROM commits c "
        "JOIN users u ON u.id = c.author_id WHERE c.project_id = :id UNION ALL "
        "SELECT 'opened issue #' || i.iid, i.title, i.created, u.name, u.username, '/-/issues/' || i.iid FROM issues i "
        "JOIN users u ON u.id = i.author_id WHERE i.project_id = :id UNION ALL "
        "SELECT 'opened merge request !' || r.iid, r.title, r.created, u.name, u.username, '/-/merge_requests/' || r.iid "
        "FROM merge_requests r JOIN users u ON u.id = r.author_id WHERE r.project_id = :id ORDER BY 3 DESC, 2"
    )
    return project_page(request, "activity.html", project, "info/activity", found=listing(request, select, {"id": project["id"]}, 20))


BASE = "/{owner}/{project}"
ROUTES = [
    Route("/projects/new", new_project, methods=["GET", "POST"]),
    Route(BASE, home),
    Route(f"{BASE}/-/star", star, methods=["POST"]),
    Route(f"{BASE}/-/fork", fork, methods=["GET", "POST"]),
    Route(f"{BASE}/-/activity", activity),
]
