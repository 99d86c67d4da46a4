"""The page of a place, its history, and editing it."""

import sqlite3

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from mag.miniarena.core import database, flash, form, now, page, redirect, require_user
from mag.miniarena.map.data_prose import WHEELCHAIR
from mag.miniarena.map.finder import SETTLED, nearby, place_row
from mag.miniarena.map.pages import lists_of, map_page
from mag.miniarena.map.view import around

EDITABLE = {"name": "Name", "phone": "Phone", "website": "Website", "hours": "Opening hours", "wheelchair": "Wheelchair access"}
HISTORY_SQL = (
    "SELECT changes.*, changesets.created, changesets.comment, users.username FROM changes "
    "JOIN changesets ON changesets.id = changeset_id JOIN users ON users.id = user_id "
    "WHERE place_id = ? ORDER BY changes.version DESC, changes.id"
)


def wanted_place(request: Request) -> sqlite3.Row:
    """The place of the address, or the 404 page."""
    row = place_row(database(request), request.path_params["place"])
    if row is None:
        raise HTTPException(404)
    return row


async def place(request: Request) -> Response:
    """Details of a place, with what one can do there."""
    db, row = database(request), wanted_place(request)
    tags = db.execute("SELECT key, value FROM place_tags WHERE place_id = ? ORDER BY key, id", (row["id"],)).fetchall()
    last = db.execute(HISTORY_SQL, (row["id"],)).fetchone()
    own = lists_of(request)
    holding = {entry["list_id"] for entry in db.execute("SELECT list_id FROM saved_places WHERE place_id = ?", (row["id"],))}
    notes = db.execute("SELECT id, body FROM notes WHERE place_id = ? AND status = 'open' ORDER BY id", (row["id"],)).fetchall()
    choices = [item for item in db.execute("SELECT slug, plural FROM categories ORDER BY plural") if item["slug"] not in SETTLED]
    zoom = {"town": 13, "district": 14, "village": 14, "street": 15}.get(row["category"], 15)
    return map_page(
        request,
        "place.html",
        around([(row["x"], row["y"])], zoom),
        {"place": str(row["id"])},
        place=row,
        tags=tags,
        last=last,
        saved=[item for item in own if item["id"] in holding],
        lists=own,
        nearby=nearby(db, row),
        notes=notes,
        choices=choices,
    )


async def history(request: Request) -> Response:
    """Every version of a place, the newest first."""
    row = wanted_place(request)
    changes = database(request).execute(HISTORY_SQL, (row["id"],)).fetchall()
    return page(request, "place_history.html", place=row, changes=changes, fields=EDITABLE)


async def edit(request: Request) -> Response:
    """The edit form; saving makes a changeset and a new version."""
    person, row = require_user(request), wanted_place(request)
    if request.method == "GET":
        return page(request, "place_edit.html", place=row, error="", values=dict(row), comment="")
    data = await form(request)
    values = {key: data.get(key, row[key]).strip() for key in EDITABLE}
    comment = data.get("comment", "").strip()
    changed = [key for key in EDITABLE if values[key] != row[key]]
    error = edit_error(values, changed, comment)
    if error:
        return page(request, "place_edit.html", 422, place=row, error=error, values={**dict(row), **values}, comment=comment)
    changeset = save_edit(request, row, {key: values[key] for key in changed}, (person["id"], comment, int("review" in data)))
    flash(request, f"Thank you. Your edit of {values['name']} is saved in changeset {changeset}.")
    return redirect(request, f"/place/{row['id']}")


def edit_error(values: dict[str, str], changed: list[str], comment: str) -> str:
    """Why an edit cannot be saved, empty when it can."""
    if not values["name"]:
        return "A place needs a name."
    if values["wheelchair"] not in (*WHEELCHAIR, ""):
        return "Choose one of the values for wheelchair access."
    if not changed:
        return "Nothing is different from the current version."
    return "" if comment else "Say in the changeset comment what you changed and how you know it."


def save_edit(request: Request, row: sqlite3.Row, values: dict[str, str], said: tuple[int, str, int]) -> int:
    """Write the changeset (its mapper, comment, wish for review), its changes and the place's new values; the changeset's number."""
    db, version = database(request), row["version"] + 1
    cursor = db.execute(
        "INSERT INTO changesets (user_id, comment, review, editor, town, created) VALUES (?, ?, ?, 'Wayfinder web editor', ?, ?)",
        (*said, row["town"], now(request)),
    )
    changeset = cursor.lastrowid or 0
    for key, value in values.items():
        db.execute(
            "INSERT INTO changes (changeset_id, place_id, version, action, key, old, new) VALUES (?, ?, ?, 'modified', ?, ?, ?)",
            (changeset, row["id"], version, key, row[key], value),
        )
        db.execute(f"UPDATE places SET {key} = ? WHERE id = ?", (value, row["id"]))  # keys are those of EDITABLE
    if "name" in values:
        label = ", ".join(part for part in (values["name"], row["district"], row["town"]) if part)
        taken = db.execute("SELECT 1 FROM places WHERE label = ? AND id != ?", (label, row["id"])).fetchone()
        db.execute("UPDATE places SET label = ? WHERE id = ?", (f"{label} ({row['id']})" if taken else label, row["id"]))
        db.execute("UPDATE place_tags SET value = ? WHERE place_id = ? AND key = 'name'", (values["name"], row["id"]))
    db.execute("UPDATE places SET version = ? WHERE id = ?", (version, row["id"]))
    return changeset


async def save(request: Request) -> Response:
    """Put the place on one of the member's lists."""
    person, row, data = require_user(request), wanted_place(request), await form(request)
    db = database(request)
    chosen = db.execute("SELECT * FROM lists WHERE user_id = ? AND id = ?", (person["id"], data.get("list", ""))).fetchone()
    if chosen is None:
        raise HTTPException(404)
    cursor = db.execute(
        "INSERT OR IGNORE INTO saved_places (list_id, place_id, remark, created) VALUES (?, ?, ?, ?)",
        (chosen["id"], row["id"], data.get("remark", "").strip(), now(request)),
    )
    flash(request, f"Saved {row['name']} to “{chosen['name']}”." if cursor.rowcount else f"{row['name']} is already in “{chosen['name']}”.")
    return redirect(request, f"/place/{row['id']}")
