"""Small acts on a submission or comment: vote, save, hide, report, take part in a poll."""

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from mag.miniarena.core import database, flash, form, now, redirect, require_user
from mag.miniarena.reddit.queries import poll_state, post_or_404
from mag.miniarena.reddit.text import post_url

VOTABLE = {"post": ("submissions", "submission_votes"), "comment": ("comments", "comment_votes")}
REASONS = ("Spam or advertising", "Breaks a forum rule", "Rude or hateful", "Wrong forum")


def back(data: dict[str, str]) -> str:
    """Where a form wants to return to: a path of this site."""
    target = data.get("next", "/")
    return target if target.startswith("/") and not target.startswith("//") else "/"


async def vote(request: Request) -> Response:
    """Vote up (1), down (-1) or take the vote back (0); answers with the new score."""
    visitor, data = require_user(request), await form(request)
    kind, item = request.path_params["kind"], request.path_params["id"]
    if kind not in VOTABLE:
        raise HTTPException(404)
    table, votes = VOTABLE[kind]
    value = {"1": 1, "-1": -1}.get(data.get("value", ""), 0)
    db = database(request)
    if db.execute(f"SELECT 1 FROM {table} WHERE id = ? AND deleted = 0", (item,)).fetchone() is None:
        raise HTTPException(404)
    before = db.execute(f"SELECT value FROM {votes} WHERE user_id = ? AND item_id = ?", (visitor["id"], item)).fetchone()
    db.execute(f"DELETE FROM {votes} WHERE user_id = ? AND item_id = ?", (visitor["id"], item))
    if value:
        db.execute(f"INSERT INTO {votes} VALUES (?, ?, ?)", (visitor["id"], item, value))
    db.execute(f"UPDATE {table} SET score = score + ? WHERE id = ?", (value - (before["value"] if before else 0), item))
    score = db.execute(f"SELECT score FROM {table} WHERE id = ?", (item,)).fetchone()["score"]
    return JSONResponse({"score": score, "value": value})


async def save(request: Request) -> Response:
    """Save a submission, or take it from the saved ones."""
    return await toggle(request, "saved", "The post is on your saved list.", "The post is no longer saved.")


async def hide(request: Request) -> Response:
    """Hide a submission from all lists, or show it again."""
    return await toggle(request, "hidden", "The post is hidden from your lists.", "The post is shown again.")


async def toggle(request: Request, table: str, on: str, off: str) -> Response:
    """Add the submission to one of the visitor's lists, or remove it."""
    visitor, data, post, db = require_user(request), await form(request), post_or_404(request), database(request)
    key = (visitor["id"], post["id"])
    removed = db.execute(f"DELETE FROM {table} WHERE user_id = ? AND submission_id = ?", key).rowcount
    if not removed:
        db.execute(f"INSERT INTO {table} VALUES (?, ?)", key)
    flash(request, off if removed else on)
    return redirect(request, back(data))


async def report(request: Request) -> Response:
    """Tell the moderators about a submission."""
    visitor, data, post = require_user(request), await form(request), post_or_404(request)
    if data.get("reason") not in REASONS:
        raise HTTPException(422, "Choose a reason.")
    database(request).execute(
        "INSERT INTO reports (submission_id, user_id, reason, note, created) VALUES (?, ?, ?, ?, ?)",
        (post["id"], visitor["id"], data["reason"], data.get("note", "").strip(), now(request)),
    )
    flash(request, "Thank you. The report has been sent to the moderators.")
    return redirect(request, post_url(post))


async def poll(request: Request) -> Response:
    """Vote in a submission's poll, or change the vote; answers with what the widget shows."""
    visitor, data, post, db = require_user(request), await form(request), post_or_404(request), database(request)
    option = db.execute("SELECT id FROM poll_options WHERE submission_id = ? AND id = ?", (post["id"], data.get("option", ""))).fetchone()
    if option is None:
        raise HTTPException(422, "Choose one of the options.")
    db.execute("INSERT OR REPLACE INTO poll_votes VALUES (?, ?, ?)", (visitor["id"], post["id"], option["id"]))
    return JSONResponse(poll_state(request, post["id"]))
