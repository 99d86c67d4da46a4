"""Folders and files of a repository; writing a file in the browser."""

import sqlite3
from typing import NamedTuple

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from mag.miniarena.core import database, flash, form, now, redirect, row_or_404
from mag.miniarena.gitlab.access import fetch, project_or_404, project_page, require_role
from mag.miniarena.gitlab.seed_repository import commit_sha, whole_patch


class Entry(NamedTuple):
    """A line of a folder."""

    name: str
    path: str
    folder: bool
    commit: sqlite3.Row | None  # the last one that touched it


def last_commit(request: Request, project: sqlite3.Row, prefix: str) -> sqlite3.Row | None:
    """The newest commit on the default branch that touched a file, or anything below a folder."""
    found: sqlite3.Row | None = (
        database(request)
        .execute(
            "SELECT c.*, u.name AS author, u.username AS author_username FROM commits c JOIN users u ON u.id = c.author_id "
            "JOIN commit_files f ON f.commit_id = c.id WHERE c.project_id = ? AND c.branch = ? "
            "AND (f.path = ? OR substr(f.path, 1, ?) = ?) ORDER BY c.created DESC, c.id DESC LIMIT 1",
            (project["id"], project["default_branch"], prefix, len(prefix), prefix),
        )
        .fetchone()
    )
    return found


def folder_entries(request: Request, project: sqlite3.Row, folder: str) -> list[Entry]:
    """What lies in a folder ('' or 'src/'), folders first."""
    names: dict[str, bool] = {}
    for row in database(request).execute(
        "SELECT path FROM files WHERE project_id = ? AND substr(path, 1, ?) = ? ORDER BY path", (project["id"], len(folder), folder)
    ):
        head, slash, _ = row["path"][len(folder) :].partition("/")
        names[head] = names.get(head, False) or bool(slash)
    ordered = sorted(names.items(), key=lambda entry: (not entry[1], entry[0].lower()))
    return [
        Entry(name, folder + name, is_folder, last_commit(request, project, folder + name + "/" * is_folder)) for name, is_folder in ordered
    ]


def branch_names(request: Request, project: sqlite3.Row) -> list[sqlite3.Row]:
    """Branches of the project by name."""
    return fetch(request, "SELECT name FROM branches WHERE project_id = ? ORDER BY name", (project["id"],))


def current_ref(request: Request, project: sqlite3.Row) -> str:
    """The branch chosen in the address, else the default one."""
    ref = request.query_params.get("ref", "")
    return ref if ref in [row["name"] for row in branch_names(request, project)] else project["default_branch"]


async def tree(request: Request) -> Response:
    """A folder."""
    project = project_or_404(request)
    folder = request.path_params.get("path", "").strip("/")
    entries = folder_entries(request, project, folder + "/" if folder else "")
    if folder and not entries:
        raise HTTPException(404, "There is no such folder in this repository.")
    return project_page(
        request,
        "tree.html",
        project,
        "repository/files",
        folder=folder,
        entries=entries,
        ref=current_ref(request, project),
        branches=branch_names(request, project),
        commit=last_commit(request, project, folder + "/" if folder else ""),
    )


def file_or_404(request: Request, project: sqlite3.Row) -> sqlite3.Row:
    """The file of the address."""
    return row_or_404(request, "SELECT * FROM files WHERE project_id = ? AND path = ?", project["id"], request.path_params["path"])


async def blob(request: Request) -> Response:
    """A file with line numbers."""
    project = project_or_404(request)
    file = file_or_404(request, project)
    return project_page(
        request,
        "blob.html",
        project,
        "repository/files",
        file=file,
        lines=file["content"].splitlines(),
        commit=last_commit(request, project, file["path"]),
        ref=current_ref(request, project),
        branches=branch_names(request, project),
    )


async def raw(request: Request) -> Response:
    """A file as plain text."""
    project = project_or_404(request)
    return Response(file_or_404(request, project)["content"], media_type="text/plain")


async def edit_file(request: Request) -> Response:
    """Change a file, or write a new one, as a commit on the default branch."""
    project = project_or_404(request)
    me = require_role(request, project, "Developer")
    file = file_or_404(request, project) if "path" in request.path_params else None
    values = {
        "path": file["path"] if file else request.query_params.get("folder", ""),
        "content": file["content"] if file else "",
        "message": f"Update {file['path']}" if file else "Add new file",
    }
    if request.method == "GET":
        return project_page(request, "edit_file.html", project, "repository/files", file=file, values=values, error="")
    data = await form(request)
    values |= {key: data[key] for key in values if key in data}
    path, content = values["path"].strip().strip("/"), values["content"].replace("\r\n", "\n")
    taken = (
        file is None
        and database(request).execute("SELECT 1 FROM files WHERE project_id = ? AND path = ?", (project["id"], path)).fetchone()
    )
    if not path or taken:
        error = "A file with this name already exists." if taken else "You must provide a file name."
        return project_page(request, "edit_file.html", project, "repository/files", status=422, file=file, values=values, error=error)
    save_file(request, project, me["id"], {"path": path, "content": content, "message": values["message"].strip() or "Update"})
    flash(request, "Your changes have been successfully committed.")
    return redirect(request, f"/{project['full_path']}/-/blob/{path}")


def save_file(request: Request, project: sqlite3.Row, author_id: int, change: dict[str, str]) -> None:
    """Write the file and its commit."""
    db, moment = database(request), now(request)
    db.execute(
        "INSERT INTO files (project_id, path, content) VALUES (?, ?, ?) ON CONFLICT (project_id, path) DO UPDATE SET content = "
        "excluded.content",
        (project["id"], change["path"], change["content"]),
    )
    cursor = db.execute(
        "INSERT INTO commits (project_id, sha, title, author_id, created, branch) VALUES (?, ?, ?, ?, ?, ?)",
        (
            project["id"],
            commit_sha(project["id"], change["message"], moment),
            change["message"],
            author_id,
            moment,
            project["default_branch"],
        ),
    )
    db.execute("INSERT INTO commit_files VALUES (?, ?, ?)", (cursor.lastrowid, change["path"], whole_patch(change["content"])))
    db.execute("UPDATE projects SET updated = ? WHERE id = ?", (moment, project["id"]))


BASE = "/{owner}/{project}/-"
ROUTES = [
    Route(f"{BASE}/tree", tree),
    Route(BASE + "/tree/{path:path}", tree),
    Route(BASE + "/blob/{path:path}", blob),
    Route(BASE + "/raw/{path:path}", raw),
    Route(f"{BASE}/new", edit_file, methods=["GET", "POST"]),
    Route(BASE + "/edit/{path:path}", edit_file, methods=["GET", "POST"]),
]
