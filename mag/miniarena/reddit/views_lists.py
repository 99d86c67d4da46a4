"""Pages that list submissions and comments: front page, a forum, saved posts, search."""

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from mag.miniarena.core import database, number, page, require_user
from mag.miniarena.reddit.queries import COMMENTS, RANGES, SORTS, cut, forum_or_404, listing, me, preferences, rules

SUBSCRIBED = "s.forum_id IN (SELECT forum_id FROM subscriptions WHERE user_id = :me)"
FEED_SIZE = 25


async def front(request: Request) -> Response:
    """The start page: subscribed forums for members, everything for guests and those who prefer it."""
    subscribed = bool(me(request)) and preferences(request)["front"] == "subscribed"
    return feed(request, "Subscribed" if subscribed else "All", SUBSCRIBED if subscribed else "1")


async def subscribed(request: Request) -> Response:
    """Submissions of the forums that the visitor is subscribed to."""
    require_user(request)
    return feed(request, "Subscribed", SUBSCRIBED)


async def everything(request: Request) -> Response:
    """Submissions of all forums."""
    return feed(request, "All", "1")


def feed(request: Request, active: str, condition: str) -> Response:
    """A list of submissions across forums."""
    forums = (
        database(request)
        .execute(
            "SELECT f.name, f.title FROM forums f JOIN subscriptions s ON s.forum_id = f.id WHERE s.user_id = ? ORDER BY f.name",
            (me(request),),
        )
        .fetchall()
    )
    return page(request, "front.html", listing=listing(request, condition), active=active, own_forums=forums, sorts=SORTS, ranges=RANGES)


async def forum(request: Request) -> Response:
    """A forum's submissions, with its description and rules beside them."""
    found = forum_or_404(request)
    return page(
        request,
        "forum.html",
        forum=found,
        rules=rules(request, found["id"]),
        sorts=SORTS,
        ranges=RANGES,
        listing=listing(request, "s.forum_id = :forum", forum=found["id"]),
    )


async def saved(request: Request) -> Response:
    """What the visitor has saved."""
    require_user(request)
    return page(request, "saved.html", listing=listing(request, "k.user_id IS NOT NULL"), sorts=SORTS, ranges=RANGES)


async def comments(request: Request) -> Response:
    """The newest comments of all forums."""
    rows = database(request).execute(f"{COMMENTS} WHERE c.deleted = 0 ORDER BY c.id DESC LIMIT 500", {"me": me(request)}).fetchall()
    shown, current, pages = cut(rows, number(request, "page"), FEED_SIZE)
    return page(request, "comments.html", comments=shown, page=current, pages=pages)


async def search(request: Request) -> Response:
    """Submissions or comments that hold all words, in one forum or in all of them."""
    query, where, forum_name = (request.query_params.get(key, "").strip() for key in ("q", "in", "forum"))
    db = database(request)
    columns = "c.body" if where == "comments" else "(s.title || ' ' || s.body)"
    values: dict[str, str | int] = {f"word{index}": f"%{word}%" for index, word in enumerate(query.split()[:8])}
    condition = " AND ".join([*(f"{columns} LIKE :{name}" for name in values), "(:forum = '' OR f.name = :forum)"])
    if not query:
        condition = "0"
    values["forum"] = forum_name
    context: dict[str, Any] = {
        "query": query,
        "where": where,
        "forum_name": forum_name,
        "sorts": SORTS,
        "ranges": RANGES,
        "forums": db.execute("SELECT name FROM forums ORDER BY name").fetchall(),
    }
    if where != "comments":
        found = listing(request, condition, **values)
        return page(request, "search.html", listing=found, total=found.total, **context)
    rows = db.execute(f"{COMMENTS} WHERE c.deleted = 0 AND {condition} ORDER BY c.id DESC", {"me": me(request), **values}).fetchall()
    shown, current, pages = cut(rows, number(request, "page"))
    return page(request, "search.html", comments=shown, page=current, pages=pages, total=len(rows), **context)
