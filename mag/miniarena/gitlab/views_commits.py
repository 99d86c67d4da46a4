"""History of a repository: commits, one commit, branches, contributors."""

import re
import sqlite3

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from mag.miniarena.core import database, flash, form, redirect, row_or_404
from mag.miniarena.gitlab.access import Filter, date_or_nothing, fetch, like, listing, project_or_404, project_page, require_role
from mag.miniarena.gitlab.views_files import branch_names, current_ref

COMMIT = "SELECT c.*, u.name AS author, u.username AS author_username FROM commits c JOIN users u ON u.id = c.author_id"


async def commits(request: Request) -> Response:
    """The history, filtered by author, dates and words."""
    project, query = project_or_404(request), request.query_params
    ref = current_ref(request, project)
    wanted = Filter(
        ["c.project_id = :project", "c.branch IN (:main, :ref)"], {"project": project["id"], "main": project["default_branch"], "ref": ref}
    )
    wanted.add("u.username = :author", author=query.get("author", ""))
    wanted.add("date(c.created) >= :since", since=date_or_nothing(query.get("since", "")))
    wanted.add("date(c.created) <= :until", until=date_or_nothing(query.get("until", "")))
    wanted.add("c.title LIKE :text ESCAPE '\\'", text=like(query.get("search", "")))
    wanted.add("c.id IN (SELECT commit_id FROM commit_files WHERE path = :path)", path=query.get("path", ""))
    found = listing(request, f"{COMMIT} {wanted.where()} ORDER BY c.created DESC, c.id DESC", wanted.values, 20)
    authors = fetch(
        request,
        "SELECT DISTINCT u.name, u.username FROM commits c JOIN users u ON u.id = c.author_id WHERE c.project_id = ? ORDER BY u.name",
        (project["id"],),
    )
    return project_page(
        request,
        "commits.html",
        project,
        "repository/commits",
        found=found,
        authors=authors,
        ref=ref,
        branches=branch_names(request, project),
    )


async def commit(request: Request) -> Response:
    """One commit with its diff."""
    project, sha = project_or_404(request), request.path_params["sha"]
    if len(sha) < 7:
        raise HTTPException(404)
    found = row_or_404(request, f"{COMMIT} WHERE c.project_id = ? AND substr(c.sha, 1, ?) = ?", project["id"], len(sha), sha)
    return project_page(request, "commit.html", project, "repository/commits", commit=found, diffs=diffs(request, [found["id"]]))


def diffs(request: Request, commit_ids: list[int]) -> list[dict[str, object]]:
    """Patches of commits, file by file, as numbered lines."""
    marks = ",".join("?" * len(commit_ids))
    rows = fetch(request, f"SELECT * FROM commit_files WHERE commit_id IN ({marks}) ORDER BY path, commit_id", commit_ids)
    return [diff(row) for row in rows]


def diff(row: sqlite3.Row) -> dict[str, object]:
    """One file's patch: counts and lines (old number, new number, kind, text)."""
    lines: list[tuple[int | str, int | str, str, str]] = []
    old = new = 0
    for line in row["patch"].split("\n"):
        if line.startswith("@@"):
            old, new = (int(number) for number in re.findall(r"[-+](\d+)", line)[:2])
            lines.append(("", "", "hunk", line))
        elif line.startswith("+"):
            lines.append(("", new, "added", line[1:]))
            new += 1
        elif line.startswith("-"):
            lines.append((old, "", "removed", line[1:]))
            old += 1
        else:
            lines.append((old, new, "", line[1:]))
            old, new = old + 1, new + 1
    kinds = [kind for _, _, kind, _ in lines]
    return {"path": row["path"], "lines": lines, "added": kinds.count("added"), "removed": kinds.count("removed")}


async def branches(request: Request) -> Response:
    """Branches with their newest commit."""
    project = project_or_404(request)
    wanted = Filter(["b.project_id = :id"], {"id": project["id"]})
    wanted.add("b.name LIKE :text ESCAPE '\\'", text=like(request.query_params.get("search", "")))
    rows = fetch(
        request,
        f"SELECT b.*, (SELECT id FROM commits c WHERE c.project_id = b.project_id AND c.branch IN (b.name, :main) "
        f"ORDER BY c.branch = :main, c.created DESC LIMIT 1) AS commit_id FROM branches b {wanted.where()} "
        f"ORDER BY b.name = :main DESC, b.name",
        {**wanted.values, "main": project["default_branch"]},
    )
    newest = {row["id"]: row for row in database(request).execute(f"{COMMIT} WHERE c.project_id = ?", (project["id"],))}
    return project_page(request, "branches.html", project, "repository/branches", branches=rows, newest=newest)


async def new_branch(request: Request) -> Response:
    """The form for a branch and its submission."""
    project = project_or_404(request)
    require_role(request, project, "Developer")
    if request.method == "GET":
        return project_page(
            request, "new_branch.html", project, "repository/branches", branches=branch_names(request, project), name="", error=""
        )
    name = (await form(request)).get("name", "").strip()
    taken = name in [row["name"] for row in branch_names(request, project)]
    if taken or not re.fullmatch(r"[\w./-]+", name):
        error = "Branch already exists." if taken else "Branch name is invalid."
        return project_page(
            request,
            "new_branch.html",
            project,
            "repository/branches",
            status=422,
            branches=branch_names(request, project),
            name=name,
            error=error,
        )
    database(request).execute("INSERT INTO branches (project_id, name) VALUES (?, ?)", (project["id"], name))
    flash(request, f"Branch '{name}' was created.")
    return redirect(request, f"/{project['full_path']}/-/branches")


async def delete_branch(request: Request) -> Response:
    """Delete a branch that is not protected."""
    project, name = project_or_404(request), (await form(request)).get("name", "")
    require_role(request, project, "Developer")
    database(request).execute("DELETE FROM branches WHERE project_id = ? AND name = ? AND NOT protected", (project["id"], name))
    flash(request, f"Branch '{name}' was deleted.")
    return redirect(request, f"/{project['full_path']}/-/branches")


async def contributors(request: Request) -> Response:
    """Who committed how often to the default branch."""
    project = project_or_404(request)
    rows = fetch(
        request,
        "SELECT u.name, u.username, u.email, count(*) AS commits, min(c.created) AS first, max(c.created) AS last FROM commits c "
        "JOIN users u ON u.id = c.author_id WHERE c.project_id = ? AND c.branch = ? GROUP BY u.id ORDER BY u.name",
        (project["id"], project["default_branch"]),
    )
    months = fetch(
        request,
        "SELECT substr(created, 1, 7) AS month, count(*) AS commits FROM commits WHERE project_id = ? AND branch = ? "
        "AND created >= '2025-04' GROUP BY month ORDER BY month",
        (project["id"], project["default_branch"]),
    )
    return project_page(request, "contributors.html", project, "repository/contributors", people=rows, months=months)


BASE = "/{owner}/{project}/-"
ROUTES = [
    Route(f"{BASE}/commits", commits),
    Route(BASE + "/commit/{sha}", commit),
    Route(f"{BASE}/branches", branches),
    Route(f"{BASE}/branches/new", new_branch, methods=["GET", "POST"]),
    Route(f"{BASE}/branches/delete", delete_branch, methods=["POST"]),
    Route(f"{BASE}/contributors", contributors),
]
