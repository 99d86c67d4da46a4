"""People and groups: lists, profile and group pages, following, the own profile and status."""

import sqlite3

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from mag.miniarena.core import database, flash, form, page, redirect, require_user, row_or_404
from mag.miniarena.gitlab.access import VISIBLE, Filter, fetch, like, listing, viewer_id

PERSON = "SELECT u.*, f.title, f.location, f.status_emoji, f.status_text, f.busy FROM users u JOIN profiles f ON f.user_id = u.id"


async def people(request: Request) -> Response:
    """Everybody on the site."""
    wanted = Filter([], {})
    wanted.add("(u.name LIKE :name ESCAPE '\\' OR f.title LIKE :name ESCAPE '\\')", name=like(request.query_params.get("name", "")))
    return page(request, "people.html", found=listing(request, f"{PERSON} {wanted.where()} ORDER BY u.name", wanted.values, 12))


async def groups(request: Request) -> Response:
    """All groups."""
    rows = fetch(
        request,
        "SELECT n.*, (SELECT count(*) FROM namespace_members m WHERE m.namespace_id = n.id) AS members, "
        f"(SELECT count(*) FROM projects p WHERE p.namespace_id = n.id AND {VISIBLE}) AS projects "
        "FROM namespaces n WHERE n.user_id IS NULL ORDER BY n.name",
        {"me": viewer_id(request)},
    )
    return page(request, "groups.html", groups=rows)


async def namespace(request: Request) -> Response:
    """The page of a group or a person."""
    found = row_or_404(request, "SELECT * FROM namespaces WHERE path = ?", request.path_params["owner"])
    projects = fetch(
        request,
        f"SELECT * FROM project_list p WHERE namespace_id = :id AND {VISIBLE} ORDER BY updated DESC",
        {"id": found["id"], "me": viewer_id(request)},
    )
    if found["user_id"] is None:
        members = fetch(
            request,
            "SELECT u.name, u.username, m.role FROM namespace_members m JOIN users u ON u.id = m.user_id "
            "WHERE m.namespace_id = ? ORDER BY u.name",
            (found["id"],),
        )
        return page(request, "group.html", group=found, projects=projects, members=members)
    return person_page(request, found["user_id"], projects)


def person_page(request: Request, user_id: int, projects: list[sqlite3.Row]) -> Response:
    """A person's profile: who they are, what they did lately."""
    db, me = database(request), viewer_id(request)
    person = row_or_404(request, f"{PERSON} WHERE u.id = ?", user_id)
    values = {"id": user_id, "me": me}
    recent = db.execute(
        f"SELECT c.title, c.sha, c.created, p.full_path, p.full_name FROM commits c JOIN project_list p ON p.id = c.project_id "
        f"WHERE c.author_id = :id AND {VISIBLE} ORDER BY c.created DESC LIMIT 8",
        values,
    ).fetchall()
    counts = db.execute(
        "SELECT (SELECT count(*) FROM follows WHERE user_id = :id) AS followers, "
        "(SELECT count(*) FROM follows WHERE follower_id = :id) AS following, "
        "(SELECT count(*) FROM follows WHERE user_id = :id AND follower_id = :me) AS followed, "
        "(SELECT count(*) FROM issues WHERE author_id = :id) AS issues",
        values,
    ).fetchone()
    contributed = db.execute(
        f"SELECT p.full_path, p.full_name, m.role FROM members m JOIN project_list p ON p.id = m.project_id "
        f"WHERE m.user_id = :id AND {VISIBLE} ORDER BY p.full_name",
        values,
    ).fetchall()
    return page(request, "person.html", person=person, projects=projects, recent=recent, counts=counts, contributed=contributed)


async def follow(request: Request) -> Response:
    """Follow a person, or stop."""
    await form(request)
    me = require_user(request)
    person = row_or_404(request, "SELECT * FROM users WHERE username = ?", request.path_params["owner"])
    if person["id"] == me["id"]:
        raise HTTPException(422, "You cannot follow yourself.")
    db, pair = database(request), (person["id"], me["id"])
    removed = db.execute("DELETE FROM follows WHERE user_id = ? AND follower_id = ?", pair).rowcount
    if not removed:
        db.execute("INSERT INTO follows VALUES (?, ?)", pair)
    flash(request, f"You {'no longer follow' if removed else 'now follow'} {person['name']}.")
    return redirect(request, f"/{person['username']}")


async def edit_profile(request: Request) -> Response:
    """The own profile form and its submission."""
    me = require_user(request)
    if request.method == "GET":
        return page(request, "edit_profile.html", person=row_or_404(request, f"{PERSON} WHERE u.id = ?", me["id"]))
    data, db = await form(request), database(request)
    name = data.get("name", "").strip() or me["name"]
    db.execute("UPDATE users SET name = ?, bio = ? WHERE id = ?", (name, data.get("bio", "").strip(), me["id"]))
    db.execute(
        "UPDATE profiles SET title = ?, location = ? WHERE user_id = ?",
        (data.get("title", "").strip(), data.get("location", "").strip(), me["id"]),
    )
    flash(request, "Profile was successfully updated.")
    return redirect(request, "/-/profile")


async def set_status(request: Request) -> Response:
    """Set or clear the own status."""
    data, me = await form(request), require_user(request)
    clear = data.get("clear") == "1"
    values = ("", "", 0) if clear else (data.get("emoji", ""), data.get("text", "").strip(), int("busy" in data))
    database(request).execute("UPDATE profiles SET status_emoji = ?, status_text = ?, busy = ? WHERE user_id = ?", (*values, me["id"]))
    flash(request, "Status removed." if clear else "Status updated.")
    return redirect(request, f"/{me['username']}")


ROUTES = [
    Route("/explore/people", people),
    Route("/explore/groups", groups),
    Route("/-/profile", edit_profile, methods=["GET", "POST"]),
    Route("/-/status", set_status, methods=["POST"]),
    Route("/{owner}/-/follow", follow, methods=["POST"]),
    Route("/{owner}", namespace),
]
