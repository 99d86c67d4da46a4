"""Merge requests: the list, one request with its commits and changes, approving, merging, closing."""

import sqlite3

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from mag.miniarena.core import database, form, now, redirect, require_user
from mag.miniarena.gitlab.access import Filter, by_iid, fetch, like, listing, project_or_404, project_page, require_role, tally, viewer_id
from mag.miniarena.gitlab.seed_repository import commit_sha
from mag.miniarena.gitlab.views_commits import COMMIT, diffs

STATES = ("open", "merged", "closed", "all")
SORTS = {"created": ("Created date", "created DESC, iid DESC"), "updated": ("Updated date", "updated DESC"), "title": ("Title", "title")}


async def requests(request: Request) -> Response:
    """The list with its tabs, filters and orders."""
    project, query = project_or_404(request), request.query_params
    wanted = Filter(["project_id = :project"], {"project": project["id"]})
    counts = tally(request, f"SELECT state, count(*) FROM merge_requests {wanted.where()} GROUP BY state", wanted.values)
    wanted.add("title LIKE :text ESCAPE '\\'", text=like(query.get("search", "")))
    wanted.add("author_username = :author", author=query.get("author", ""))
    wanted.add("reviewer_username = :reviewer", reviewer=query.get("reviewer", ""))
    state = query.get("state", "") if query.get("state", "") in STATES else "open"
    wanted.add("state = :state", state="" if state == "all" else state)
    sort = query.get("sort", "") if query.get("sort", "") in SORTS else "created"
    found = listing(request, f"SELECT * FROM request_list {wanted.where()} ORDER BY {SORTS[sort][1]}", wanted.values, 15)
    people = {
        role: fetch(
            request,
            f"SELECT DISTINCT {role} AS name, {role}_username AS username FROM request_list "
            f"WHERE project_id = ? AND {role} IS NOT NULL ORDER BY 1",
            (project["id"],),
        )
        for role in ("author", "reviewer")
    }
    return project_page(
        request,
        "requests.html",
        project,
        "requests",
        found=found,
        counts=counts,
        state=state,
        sort=sort,
        people=people,
        sorts={key: label for key, (label, _) in SORTS.items()},
    )


async def merge_request(request: Request) -> Response:
    """One merge request; the tab is the last part of the address."""
    project, db = project_or_404(request), database(request)
    found = by_iid(request, project, "request_list")
    tab = request.path_params.get("tab", "overview")
    if tab not in ("overview", "commits", "changes"):
        raise HTTPException(404)
    notes = db.execute(
        "SELECT n.*, u.name AS author, u.username AS author_username FROM notes n JOIN users u ON u.id = n.author_id "
        "WHERE n.request_id = ? ORDER BY n.created, n.id",
        (found["id"],),
    ).fetchall()
    commits = db.execute(f"{COMMIT} WHERE c.request_id = ? ORDER BY c.created DESC, c.id DESC", (found["id"],)).fetchall()
    approvers = db.execute(
        "SELECT u.id, u.name, u.username FROM approvals a JOIN users u ON u.id = a.user_id WHERE a.request_id = ? ORDER BY u.name",
        (found["id"],),
    ).fetchall()
    approved = viewer_id(request) in [row["id"] for row in approvers]
    return project_page(
        request,
        "request.html",
        project,
        "requests",
        mr=found,
        tab=tab,
        notes=notes,
        commits=commits,
        approvers=approvers,
        approved=approved,
        diffs=diffs(request, [row["id"] for row in commits]),
    )


async def change_request(request: Request) -> Response:
    """Approve, merge, close, reopen, comment, or mark as ready."""
    data, me = await form(request), require_user(request)
    project, action = project_or_404(request), request.path_params["action"]
    found = by_iid(request, project, "merge_requests")
    if action == "comment":
        if data.get("body", "").strip():
            add_note(request, found["id"], me["id"], data["body"].strip(), system=False)
    else:
        require_role(request, project, "Developer")
        ACTIONS.get(action, unknown)(request, project, found, data)
    return redirect(request, f"/{project['full_path']}/-/merge_requests/{found['iid']}")


def approve(request: Request, project: sqlite3.Row, found: sqlite3.Row, data: dict[str, str]) -> None:
    """Give the own approval, or take it back."""
    db, pair = database(request), (found["id"], viewer_id(request))
    removed = db.execute("DELETE FROM approvals WHERE request_id = ? AND user_id = ?", pair).rowcount
    if not removed:
        db.execute("INSERT INTO approvals VALUES (?, ?)", pair)
    add_note(request, *pair, "unapproved this merge request" if removed else "approved this merge request")


def merge(request: Request, project: sqlite3.Row, found: sqlite3.Row, data: dict[str, str]) -> None:
    """Bring the branch's commits to the target branch."""
    if found["state"] != "open" or found["draft"]:
        raise HTTPException(422, "This merge request cannot be merged: it is a draft or no longer open.")
    db, me, moment = database(request), viewer_id(request), now(request)
    db.execute("UPDATE merge_requests SET state = 'merged', merged_by = ?, updated = ? WHERE id = ?", (me, moment, found["id"]))
    db.execute("UPDATE commits SET branch = ? WHERE request_id = ?", (found["target_branch"], found["id"]))
    title = f"Merge branch '{found['source_branch']}' into '{found['target_branch']}'"
    db.execute(
        "INSERT INTO commits (project_id, sha, title, author_id, created, branch) VALUES (?, ?, ?, ?, ?, ?)",
        (project["id"], commit_sha(project["id"], title, moment), title, me, moment, found["target_branch"]),
    )
    if "delete_branch" in data:
        db.execute("DELETE FROM branches WHERE project_id = ? AND name = ? AND NOT protected", (project["id"], found["source_branch"]))
    add_note(request, found["id"], me, "merged this merge request")


def set_state(request: Request, project: sqlite3.Row, found: sqlite3.Row, data: dict[str, str]) -> None:
    """Close or reopen a merge request that is not merged."""
    if found["state"] == "merged":
        raise HTTPException(422, "This merge request is already merged.")
    closing = data.get("value") == "close"
    database(request).execute("UPDATE merge_requests SET state = ? WHERE id = ?", ("closed" if closing else "open", found["id"]))
    add_note(request, found["id"], viewer_id(request), f"{'closed' if closing else 'reopened'} the merge request")


def set_ready(request: Request, project: sqlite3.Row, found: sqlite3.Row, data: dict[str, str]) -> None:
    """Turn a draft into a merge request that can be merged, or back."""
    database(request).execute("UPDATE merge_requests SET draft = NOT draft WHERE id = ?", (found["id"],))
    add_note(request, found["id"], viewer_id(request), f"marked this merge request as {'ready' if found['draft'] else 'draft'}")


def unknown(request: Request, project: sqlite3.Row, found: sqlite3.Row, data: dict[str, str]) -> None:
    """No such action."""
    raise HTTPException(404)


ACTIONS = {"approve": approve, "merge": merge, "state": set_state, "ready": set_ready}


def add_note(request: Request, request_id: int, author_id: int, body: str, system: bool = True) -> None:
    """A comment or a line of history."""
    moment = now(request)
    database(request).execute(
        "INSERT INTO notes (request_id, author_id, body, is_system, created) VALUES (?, ?, ?, ?, ?)",
        (request_id, author_id, body, system, moment),
    )
    database(request).execute("UPDATE merge_requests SET updated = ? WHERE id = ?", (moment, request_id))


BASE = "/{owner}/{project}/-/merge_requests"
ROUTES = [
    Route(BASE, requests),
    Route(BASE + "/{iid:int}", merge_request),
    Route(BASE + "/{iid:int}/{tab}", merge_request),
    Route(BASE + "/{iid:int}/{action}", change_request, methods=["POST"]),
]
