"""Map notes: reports by visitors, their discussion and resolution."""

import sqlite3

from starlette.requests import Request
from starlette.responses import Response

from mag.miniarena.core import database, flash, form, now, number, redirect, require_user, row_or_404, user
from mag.miniarena.map.finder import all_places, locate
from mag.miniarena.map.geo import Point, distance
from mag.miniarena.map.pages import address, map_page
from mag.miniarena.map.view import around

NOTES_A_PAGE = 10
STATUSES = {"open": "Open", "resolved": "Resolved", "all": "All"}
NOTE_SQL = (
    "SELECT notes.*, users.username, places.label AS place_label, places.name AS place_name, "
    "(SELECT count(*) FROM note_comments WHERE note_id = notes.id) AS answers "
    "FROM notes JOIN places ON places.id = place_id LEFT JOIN users ON users.id = notes.user_id"
)
ACTIONS = {"comment": "commented", "resolve": "resolved", "reopen": "reopened"}
DONE = {"commented": "Your comment is added.", "resolved": "The note is resolved.", "reopened": "The note is open again."}


async def notes(request: Request) -> Response:
    """Notes by status, the latest first; `mine` shows the member's own."""
    db = database(request)
    status = request.query_params.get("status", "open")
    status = status if status in STATUSES else "open"
    mine = require_user(request)["id"] if request.query_params.get("mine") else 0
    rows = [
        row
        for row in db.execute(f"{NOTE_SQL} ORDER BY notes.id DESC")
        if (row["user_id"] == mine if mine else status in ("all", row["status"]))
    ]
    current = number(request, "page")
    shown = rows[(current - 1) * NOTES_A_PAGE : current * NOTES_A_PAGE]
    links = [
        address("/notes", {"mine": request.query_params.get("mine", ""), "status": "" if mine else status, "page": target})
        for target in (current - 1, current + 1)
    ]
    view = around([(row["x"], row["y"]) for row in shown], 14)
    return map_page(
        request,
        "notes.html",
        view,
        {"notes": "1" if mine else status},
        notes=shown,
        chosen=status,
        statuses=STATUSES,
        mine=mine,
        total=len(rows),
        newer=links[0] if current > 1 else "",
        older=links[1] if current * NOTES_A_PAGE < len(rows) else "",
    )


async def note(request: Request) -> Response:
    """A note with its discussion."""
    row = row_or_404(request, f"{NOTE_SQL} WHERE notes.id = ?", request.path_params["note"])
    comments = (
        database(request)
        .execute(
            "SELECT note_comments.*, users.username FROM note_comments JOIN users ON users.id = user_id "
            "WHERE note_id = ? ORDER BY note_comments.id",
            (row["id"],),
        )
        .fetchall()
    )
    return map_page(
        request, "note.html", around([(row["x"], row["y"])]), {"place": str(row["place_id"]), "notes": "1"}, note=row, comments=comments
    )


async def answer(request: Request) -> Response:
    """Comment, resolve or reopen; the button pressed says which."""
    row = row_or_404(request, "SELECT * FROM notes WHERE id = ?", request.path_params["note"])
    person, data = require_user(request), await form(request)
    action, body = ACTIONS.get(data.get("action", ""), "commented"), data.get("comment", "").strip()
    if action == "commented" and not body:
        flash(request, "Write a comment first.")
        return redirect(request, f"/note/{row['id']}")
    db, moment = database(request), now(request)
    db.execute(
        "INSERT INTO note_comments (note_id, user_id, action, body, created) VALUES (?, ?, ?, ?, ?)",
        (row["id"], person["id"], action, body, moment),
    )
    status = {"resolved": "resolved", "reopened": "open"}.get(action, row["status"])
    db.execute("UPDATE notes SET status = ?, updated = ? WHERE id = ?", (status, moment, row["id"]))
    flash(request, DONE[action])
    return redirect(request, f"/note/{row['id']}")


async def new_note(request: Request) -> Response:
    """The form for a new note, and adding it; no account is needed."""
    db = database(request)
    if request.method == "GET":
        spot = locate(db, request.query_params.get("at", ""))
        view = around([spot.point] if spot else [])
        return map_page(
            request,
            "note_new.html",
            view,
            {"place": str(spot.place_id)} if spot else {},
            error="",
            where=spot.label if spot else "",
            body="",
        )
    data = await form(request)
    where, body = data.get("where", "").strip(), data.get("body", "").strip()
    spot = locate(db, where) if where else None
    if spot is None or not body:
        error = "Write what is wrong or missing." if spot else "Say where: the name of a place, an address, or coordinates."
        view = around([spot.point] if spot else [])
        return map_page(request, "note_new.html", view, {"notes": "1"}, error=error, where=where, body=body)
    author, moment, place = user(request), now(request), spot.place_id or nearest_place(db, spot.point)
    cursor = db.execute(
        "INSERT INTO notes (place_id, user_id, body, status, created, updated, x, y) VALUES (?, ?, ?, 'open', ?, ?, ?, ?)",
        (place, author["id"] if author else None, body, moment, moment, *spot.point),
    )
    flash(request, "Your note is on the map. Thank you.")
    return redirect(request, f"/note/{cursor.lastrowid}")


def nearest_place(db: sqlite3.Connection, point: Point) -> int:
    """The place closest to bare coordinates."""
    row = min(all_places(db), key=lambda row: (distance(point, (row["x"], row["y"])), row["id"]))
    return int(row["id"])
