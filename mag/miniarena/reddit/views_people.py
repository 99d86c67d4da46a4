"""Members: their page, their biography, blocking them."""

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from mag.miniarena.core import database, flash, form, number, page, redirect, require_user, row_or_404
from mag.miniarena.reddit.queries import COMMENTS, PAGE_SIZE, POSTS, cut, me
from mag.miniarena.reddit.views_actions import back

OVERVIEW = 10  # newest submissions and comments on a member's first tab
TABS = ("overview", "submissions", "comments")
MEMBER = "SELECT * FROM users WHERE username = ?"


async def profile(request: Request) -> Response:
    """A member's page: overview, all submissions, or all comments."""
    member = row_or_404(request, MEMBER, request.path_params["username"])
    tab, db = request.path_params.get("tab", "overview"), database(request)
    if tab not in TABS:
        raise HTTPException(404)
    values = {"me": me(request), "member": member["id"]}
    posts = db.execute(f"{POSTS} WHERE s.deleted = 0 AND s.user_id = :member ORDER BY s.id DESC", values).fetchall()
    comments = db.execute(f"{COMMENTS} WHERE c.deleted = 0 AND c.user_id = :member ORDER BY c.id DESC", values).fetchall()
    size = OVERVIEW if tab == "overview" else PAGE_SIZE
    shown_posts, current, pages = cut(posts if tab != "comments" else (), number(request, "page"), size)
    shown_comments, comment_page, comment_pages = cut(comments if tab != "submissions" else (), number(request, "page"), size)
    if tab == "comments":
        current, pages = comment_page, comment_pages
    moderated = db.execute("SELECT name FROM forums WHERE moderator_id = ? ORDER BY name", (member["id"],)).fetchall()
    blocked = db.execute("SELECT 1 FROM blocks WHERE user_id = ? AND blocked_id = ?", (me(request), member["id"])).fetchone()
    return page(
        request,
        "profile.html",
        member=member,
        tab=tab,
        posts=shown_posts,
        comments=shown_comments,
        page=current,
        pages=1 if tab == "overview" else pages,
        moderated=moderated,
        blocked=blocked is not None,
        n_posts=len(posts),
        n_comments=len(comments),
    )


async def biography(request: Request) -> Response:
    """The form for one's own biography."""
    visitor = require_user(request)
    if request.method == "GET":
        return page(request, "biography.html")
    data = await form(request)
    database(request).execute("UPDATE users SET bio = ? WHERE id = ?", (data.get("biography", "").strip(), visitor["id"]))
    flash(request, "Your biography has been updated.")
    return redirect(request, f"/user/{visitor['username']}")


async def block(request: Request) -> Response:
    """Block a member, or end the block."""
    visitor, data, db = require_user(request), await form(request), database(request)
    member = row_or_404(request, MEMBER, request.path_params["username"])
    key = (visitor["id"], member["id"])
    removed = db.execute("DELETE FROM blocks WHERE user_id = ? AND blocked_id = ?", key).rowcount
    if not removed:
        db.execute("INSERT INTO blocks VALUES (?, ?)", key)
    flash(request, f"{member['username']} is {'no longer ' if removed else ''}blocked.")
    return redirect(request, back(data))
