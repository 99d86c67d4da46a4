"""Saved places: the member's lists and what is on them."""

import sqlite3

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from mag.miniarena.core import database, flash, form, now, page, redirect, require_user
from mag.miniarena.map.pages import lists_of

SAVED_SQL = (
    "SELECT saved_places.*, places.name, places.label, places.address, categories.label AS kind FROM saved_places "
    "JOIN places ON places.id = place_id JOIN categories ON categories.slug = places.category "
    "WHERE list_id = ? ORDER BY saved_places.id"
)


def own_list(request: Request) -> sqlite3.Row:
    """The list of the address; someone else's is as good as missing."""
    person = require_user(request)
    row: sqlite3.Row | None = (
        database(request)
        .execute("SELECT * FROM lists WHERE id = ? AND user_id = ?", (request.path_params["list"], person["id"]))
        .fetchone()
    )
    if row is None:
        raise HTTPException(404)
    return row


def own_item(request: Request) -> sqlite3.Row:
    """The saved place of the address, on a list of the member's."""
    chosen = own_list(request)
    for row in database(request).execute(SAVED_SQL, (chosen["id"],)).fetchall():
        if row["id"] == request.path_params["item"]:
            found: sqlite3.Row = row
            return found
    raise HTTPException(404)


async def lists(request: Request) -> Response:
    """All lists, and a form for a new one."""
    person = require_user(request)
    if request.method == "GET":
        return page(request, "lists.html", lists=lists_of(request))
    data = await form(request)
    name = data.get("name", "").strip()
    if not name:
        flash(request, "A list needs a name.")
        return redirect(request, "/lists")
    cursor = database(request).execute(
        "INSERT INTO lists (user_id, name, description, created) VALUES (?, ?, ?, ?)",
        (person["id"], name, data.get("description", "").strip(), now(request)),
    )
    flash(request, f"List “{name}” is created. Save places to it from their pages.")
    return redirect(request, f"/lists/{cursor.lastrowid}")


async def one_list(request: Request) -> Response:
    """The places of a list."""
    chosen = own_list(request)
    items = database(request).execute(SAVED_SQL, (chosen["id"],)).fetchall()
    return page(request, "list.html", chosen=chosen, items=items, others=[row for row in lists_of(request) if row["id"] != chosen["id"]])


async def edit_list(request: Request) -> Response:
    """Rename a list or change its description."""
    chosen = own_list(request)
    if request.method == "GET":
        return page(request, "list_edit.html", chosen=chosen)
    data = await form(request)
    name = data.get("name", "").strip() or chosen["name"]
    database(request).execute(
        "UPDATE lists SET name = ?, description = ? WHERE id = ?", (name, data.get("description", "").strip(), chosen["id"])
    )
    flash(request, "The list is changed.")
    return redirect(request, f"/lists/{chosen['id']}")


async def delete_list(request: Request) -> Response:
    """Delete a list with everything on it."""
    chosen = own_list(request)
    await form(request)
    database(request).execute("DELETE FROM lists WHERE id = ?", (chosen["id"],))
    flash(request, f"List “{chosen['name']}” is deleted.")
    return redirect(request, "/lists")


async def remark(request: Request) -> Response:
    """Change the remark beside a saved place."""
    item, data = own_item(request), await form(request)
    database(request).execute("UPDATE saved_places SET remark = ? WHERE id = ?", (data.get("remark", "").strip(), item["id"]))
    flash(request, f"The remark on {item['name']} is changed.")
    return redirect(request, f"/lists/{item['list_id']}")


async def move(request: Request) -> Response:
    """Move a saved place to another list of the member's."""
    item, data = own_item(request), await form(request)
    target = [row for row in lists_of(request) if str(row["id"]) == data.get("target")]
    if not target:
        raise HTTPException(404)
    db = database(request)
    if db.execute("SELECT 1 FROM saved_places WHERE list_id = ? AND place_id = ?", (target[0]["id"], item["place_id"])).fetchone():
        db.execute("DELETE FROM saved_places WHERE id = ?", (item["id"],))
    else:
        db.execute("UPDATE saved_places SET list_id = ? WHERE id = ?", (target[0]["id"], item["id"]))
    flash(request, f"{item['name']} is now in “{target[0]['name']}”.")
    return redirect(request, f"/lists/{item['list_id']}")


async def remove(request: Request) -> Response:
    """Take a place off its list."""
    item = own_item(request)
    await form(request)
    database(request).execute("DELETE FROM saved_places WHERE id = ?", (item["id"],))
    flash(request, f"{item['name']} is removed from the list.")
    return redirect(request, f"/lists/{item['list_id']}")
