"""A submission's page, writing one, changing and deleting it, pictures and links that lead away."""

import sqlite3

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from mag.miniarena.core import database, flash, form, now, page, redirect, require_user
from mag.miniarena.reddit.pictures import picture_svg
from mag.miniarena.reddit.queries import address, comment_tree, forum_or_404, me, own_or_403, poll_state, post_or_404, rules
from mag.miniarena.reddit.text import post_url
from mag.miniarena.reddit.views_actions import REASONS

COMMENT_ORDERS = {"best": "Best", "new": "Newest first", "old": "Oldest first"}


async def submission(request: Request) -> Response:
    """The submission with its comments."""
    post = post_or_404(request)
    if post["forum"] != request.path_params["forum"]:
        raise HTTPException(404)
    order, key = request.query_params.get("order", "best"), (post["id"], me(request))
    forum, db = forum_or_404(request), database(request)
    hidden = db.execute("SELECT 1 FROM hidden WHERE submission_id = ? AND user_id = ?", key).fetchone()
    report = db.execute("SELECT * FROM reports WHERE submission_id = ? AND user_id = ? ORDER BY id DESC", key).fetchone()
    return page(
        request,
        "submission.html",
        post=post,
        forum=forum,
        rules=rules(request, forum["id"]),
        poll=poll_state(request, post["id"]),
        reasons=REASONS,
        tree=comment_tree(request, post["id"], order),
        order=order,
        orders=COMMENT_ORDERS,
        hidden=hidden is not None,
        report=report,
    )


async def submit(request: Request) -> Response:
    """The form for a new submission: a link or a text."""
    visitor = require_user(request)
    values = {"forum": request.path_params.get("forum", ""), "title": "", "url": "", "body": "", "kind": "link"}
    if request.method == "GET":
        return submit_page(request, values | crosspost_values(request))
    data = await form(request)
    values = {key: data.get(key, "").strip() for key in values}
    db = database(request)
    forum = db.execute("SELECT * FROM forums WHERE name = ?", (values["forum"],)).fetchone()
    error = submit_error(values, forum)
    if error:
        return submit_page(request, values, error)
    kind = "text" if values["kind"] == "text" else "link"
    cursor = db.execute(
        "INSERT INTO submissions (forum_id, user_id, kind, title, url, body, created) VALUES (?, ?, ?, ?, ?, ?, ?)",
        (forum["id"], visitor["id"], kind, values["title"], values["url"] if kind == "link" else "", values["body"], now(request)),
    )
    db.execute("INSERT INTO submission_votes VALUES (?, ?, 1)", (visitor["id"], cursor.lastrowid))
    flash(request, "Your submission is online.")
    return redirect(request, address(request, cursor.lastrowid or 0))


def submit_page(request: Request, values: dict[str, str], error: str = "") -> Response:
    """The form with what has been filled in so far."""
    forums = database(request).execute("SELECT name, title FROM forums ORDER BY name").fetchall()
    return page(request, "submit.html", 422 if error else 200, forums=forums, values=values, error=error)


def crosspost_values(request: Request) -> dict[str, str]:
    """Fields filled in from the submission that is to be posted a second time."""
    found = request.query_params.get("crosspost", "")
    post = (
        database(request)
        .execute("SELECT s.*, f.name AS forum FROM submissions s JOIN forums f ON f.id = s.forum_id WHERE s.id = ?", (found,))
        .fetchone()
    )
    if post is None:
        return {}
    source = f"Cross-posted from {post['forum']}."
    if post["kind"] == "link":
        return {"title": post["title"], "url": post["url"], "body": source, "kind": "link"}
    return {"title": post["title"], "body": f"{source}\n\n{post['body']}".strip(), "kind": "text"}


def submit_error(values: dict[str, str], forum: sqlite3.Row | None) -> str:
    """Why this cannot be posted, empty when it can."""
    if forum is None:
        return "Choose a forum."
    if not values["title"]:
        return "The title is missing."
    if values["kind"] == "text":
        return ""
    return "" if values["url"].startswith(("http://", "https://")) else "The URL must begin with http:// or https://."


async def edit(request: Request) -> Response:
    """The author's form for title and text, and its submission."""
    require_user(request)
    post = own_or_403(request, post_or_404(request))
    if request.method == "GET":
        return page(request, "edit_submission.html", post=post)
    data = await form(request)
    database(request).execute(
        "UPDATE submissions SET title = ?, body = ?, edited = ? WHERE id = ?",
        (data.get("title", "").strip() or post["title"], data.get("body", "").strip(), now(request), post["id"]),
    )
    flash(request, "Your changes are online.")
    return redirect(request, address(request, post["id"]))


async def delete(request: Request) -> Response:
    """Take the text away and the submission out of all lists; its comments stay."""
    require_user(request)
    post = own_or_403(request, post_or_404(request))
    await form(request)
    database(request).execute("UPDATE submissions SET deleted = 1, body = '', url = '' WHERE id = ?", (post["id"],))
    flash(request, "The submission has been deleted.")
    return redirect(request, post_url(post))


async def out(request: Request) -> Response:
    """The notice before a link leads away."""
    return page(request, "out.html", post=post_or_404(request))


async def picture(request: Request) -> Response:
    """The viewer of a picture, for a tab of its own."""
    return page(request, "picture.html", post=post_or_404(request))


async def picture_file(request: Request) -> Response:
    """The picture itself, drawn from the submission's number."""
    return Response(picture_svg(request.path_params["id"]), media_type="image/svg+xml")
