"""Private messages: the two boxes, reading, writing, deleting."""

import sqlite3

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from mag.miniarena.core import database, flash, form, now, page, redirect, require_user

MESSAGES = (
    "SELECT m.*, a.username AS sender, b.username AS recipient FROM messages m"
    " JOIN users a ON a.id = m.sender_id JOIN users b ON b.id = m.recipient_id"
)


async def inbox(request: Request) -> Response:
    """Messages received, newest first."""
    return box(request, "inbox", "m.recipient_id")


async def sent(request: Request) -> Response:
    """Messages written, newest first."""
    return box(request, "sent", "m.sender_id")


def box(request: Request, name: str, column: str) -> Response:
    """One of the two boxes."""
    visitor = require_user(request)
    rows = database(request).execute(f"{MESSAGES} WHERE {column} = ? ORDER BY m.id DESC", (visitor["id"],)).fetchall()
    return page(request, "messages.html", box=name, messages=rows)


def message_or_404(request: Request, visitor: sqlite3.Row) -> sqlite3.Row:
    """The message of the path, for the two people whom it concerns."""
    found: sqlite3.Row | None = (
        database(request)
        .execute(f"{MESSAGES} WHERE m.id = ? AND ? IN (m.sender_id, m.recipient_id)", (request.path_params["id"], visitor["id"]))
        .fetchone()
    )
    if found is None:
        raise HTTPException(404)
    return found


async def message(request: Request) -> Response:
    """One message, which counts as read now, with a form to answer it."""
    visitor = require_user(request)
    found = message_or_404(request, visitor)
    if found["recipient_id"] == visitor["id"]:
        database(request).execute("UPDATE messages SET seen = 1 WHERE id = ?", (found["id"],))
    return page(request, "message.html", message=found)


async def compose(request: Request) -> Response:
    """The form for a new message, and its submission."""
    visitor, db = require_user(request), database(request)
    values = {key: request.query_params.get(key, "") for key in ("to", "subject", "body")}
    if request.method == "GET":
        return page(request, "compose.html", values=values, error="")
    data = await form(request)
    values = {key: data.get(key, "").strip() for key in values}
    recipient = db.execute(
        "SELECT u.id, coalesce(s.allow_messages, 1) AS open FROM users u LEFT JOIN settings s ON s.user_id = u.id WHERE u.username = ?",
        (values["to"],),
    ).fetchone()
    error = ""
    if recipient is None or not recipient["open"]:
        error = "There is no member of this name who takes messages."
    elif not values["subject"] or not values["body"]:
        error = "Subject and message are needed."
    if error:
        return page(request, "compose.html", 422, values=values, error=error)
    db.execute(
        "INSERT INTO messages (sender_id, recipient_id, subject, body, created) VALUES (?, ?, ?, ?, ?)",
        (visitor["id"], recipient["id"], values["subject"], values["body"], now(request)),
    )
    flash(request, f"Your message to {values['to']} has been sent.")
    return redirect(request, "/messages/sent")


async def delete_message(request: Request) -> Response:
    """Remove a message for good."""
    visitor = require_user(request)
    found = message_or_404(request, visitor)
    await form(request)
    database(request).execute("DELETE FROM messages WHERE id = ?", (found["id"],))
    flash(request, "The message has been deleted.")
    return redirect(request, "/messages/sent" if found["sender_id"] == visitor["id"] else "/messages")
