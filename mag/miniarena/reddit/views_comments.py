"""Writing, changing and deleting comments."""

from starlette.requests import Request
from starlette.responses import Response

from mag.miniarena.core import database, flash, form, now, page, redirect, require_user
from mag.miniarena.reddit.queries import address, comment_or_404, own_or_403, post_or_404
from mag.miniarena.reddit.text import post_url


async def comment(request: Request) -> Response:
    """Answer a submission, or one of its comments."""
    visitor, data, post = require_user(request), await form(request), post_or_404(request)
    body, db = data.get("comment", "").strip(), database(request)
    parent = db.execute("SELECT id FROM comments WHERE id = ? AND submission_id = ?", (data.get("parent", ""), post["id"])).fetchone()
    if not body or post["deleted"]:
        flash(request, "An empty comment was not posted.")
        return redirect(request, post_url(post))
    cursor = db.execute(
        "INSERT INTO comments (submission_id, parent_id, user_id, body, created) VALUES (?, ?, ?, ?, ?)",
        (post["id"], parent["id"] if parent else None, visitor["id"], body, now(request)),
    )
    db.execute("INSERT INTO comment_votes VALUES (?, ?, 1)", (visitor["id"], cursor.lastrowid))
    flash(request, "Your comment is online.")
    return redirect(request, f"{post_url(post)}#comment-{cursor.lastrowid}")


async def permalink(request: Request) -> Response:
    """Lead to the comment's place in its thread."""
    found = comment_or_404(request)
    return redirect(request, f"{address(request, found['post_id'])}#comment-{found['id']}")


async def edit_comment(request: Request) -> Response:
    """The author's form for a comment, and its submission."""
    require_user(request)
    found = own_or_403(request, comment_or_404(request))
    if request.method == "GET":
        return page(request, "edit_comment.html", comment=found)
    data = await form(request)
    database(request).execute(
        "UPDATE comments SET body = ?, edited = ? WHERE id = ?",
        (data.get("comment", "").strip() or found["body"], now(request), found["id"]),
    )
    flash(request, "Your comment has been changed.")
    return redirect(request, f"{address(request, found['post_id'])}#comment-{found['id']}")


async def delete_comment(request: Request) -> Response:
    """Take the comment's text away; its place in the thread stays."""
    require_user(request)
    found = own_or_403(request, comment_or_404(request))
    await form(request)
    database(request).execute("UPDATE comments SET deleted = 1, body = '' WHERE id = ?", (found["id"],))
    flash(request, "The comment has been deleted.")
    return redirect(request, address(request, found["post_id"]))
