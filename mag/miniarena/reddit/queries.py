"""What the pages read: lists of submissions in their orders, comment trees, a member's preferences."""

import math
import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request

from mag.miniarena.core import SNAPSHOT_TIME, database, number, user
from mag.miniarena.reddit.text import post_url

PAGE_SIZE = 20
POSTS = """
SELECT s.*, f.name AS forum, f.title AS forum_title, u.username AS author, coalesce(v.value, 0) AS vote, k.user_id IS NOT NULL AS saved,
       (SELECT count(*) FROM comments c WHERE c.submission_id = s.id AND c.deleted = 0) AS comments,
       coalesce((SELECT max(c.created) FROM comments c WHERE c.submission_id = s.id AND c.deleted = 0), s.created) AS active
FROM submissions s JOIN forums f ON f.id = s.forum_id JOIN users u ON u.id = s.user_id
LEFT JOIN submission_votes v ON v.item_id = s.id AND v.user_id = :me LEFT JOIN saved k ON k.submission_id = s.id AND k.user_id = :me
"""
LISTED = """ s.deleted = 0 AND s.id NOT IN (SELECT submission_id FROM hidden WHERE user_id = :me)
AND s.user_id NOT IN (SELECT blocked_id FROM blocks WHERE user_id = :me) """
COMMENTS = """
SELECT c.*, u.username AS author, coalesce(v.value, 0) AS vote, s.title, s.id AS post_id, f.name AS forum
FROM comments c JOIN users u ON u.id = c.user_id JOIN submissions s ON s.id = c.submission_id JOIN forums f ON f.id = s.forum_id
LEFT JOIN comment_votes v ON v.item_id = c.id AND v.user_id = :me
"""


def heat(post: sqlite3.Row) -> float:
    """Rank of the 'Hot' order: a tenfold score is worth as much as half a day."""
    return math.log10(max(1, post["score"])) + datetime.fromisoformat(post["created"]).timestamp() / 45000


SORTS: dict[str, tuple[str, Callable[[sqlite3.Row], Any]]] = {
    "hot": ("Hot", heat),
    "new": ("New", lambda post: post["id"]),
    "active": ("Active", lambda post: post["active"]),
    "top": ("Top", lambda post: post["score"]),
    "comments": ("Most commented", lambda post: post["comments"]),
}
RANGES = {
    "all": ("All time", 100000),
    "year": ("Past year", 365),
    "month": ("Past month", 30),
    "week": ("Past week", 7),
    "day": ("Past 24 hours", 1),
}


@dataclass(frozen=True)
class Listing:
    """One page of submissions and how it was chosen."""

    posts: Sequence[sqlite3.Row]
    page: int
    pages: int
    sort: str = ""
    range: str = "all"
    total: int = 0


@dataclass
class Node:
    """A comment with its answers."""

    comment: sqlite3.Row
    depth: int = 0
    answers: list["Node"] = field(default_factory=list)


GUEST = {"front": "subscribed", "sort": "hot", "theme": "light", "thumbnails": 1, "mail_replies": 0, "allow_messages": 1}


def me(request: Request) -> int:
    """The visitor's user id, 0 for a guest."""
    found = user(request)
    return found["id"] if found else 0


def preferences(request: Request) -> dict[str, Any]:
    """The visitor's settings, the defaults for a guest or a member who has none."""
    row = database(request).execute("SELECT * FROM settings WHERE user_id = ?", (me(request),)).fetchone()
    return dict(row) if row else GUEST


def cut(rows: Sequence[sqlite3.Row], page: int, size: int = PAGE_SIZE) -> tuple[Sequence[sqlite3.Row], int, int]:
    """The rows of one page, its number (the last one where there are fewer), and how many pages there are."""
    pages = max(1, -(-len(rows) // size))
    page = min(page, pages)
    return rows[(page - 1) * size : page * size], page, pages


def listing(request: Request, condition: str = "1", **values: Any) -> Listing:
    """Submissions that meet the condition, in the order and range of the query string."""
    sort = request.query_params.get("sort", preferences(request)["sort"])
    sort = sort if sort in SORTS else "hot"
    span = request.query_params.get("t", "all")
    span = span if span in RANGES and sort in ("top", "comments") else "all"
    since = (SNAPSHOT_TIME - timedelta(days=min(RANGES[span][1], 9000))).isoformat(sep=" ")
    rows = (
        database(request)
        .execute(f"{POSTS} WHERE {LISTED} AND s.created >= :since AND {condition}", {"me": me(request), "since": since, **values})
        .fetchall()
    )
    rank = SORTS[sort][1]
    rows.sort(key=lambda post: (rank(post), post["id"]), reverse=True)
    posts, page, pages = cut(rows, number(request, "page"))
    return Listing(posts, page, pages, sort, span, len(rows))


def forum_or_404(request: Request) -> sqlite3.Row:
    """The forum of the path with its number of subscribers and the visitor's subscription."""
    found: sqlite3.Row | None = (
        database(request)
        .execute(
            "SELECT f.*, u.username AS moderator,"
            " f.base_subscribers + (SELECT count(*) FROM subscriptions WHERE forum_id = f.id) AS subscribers,"
            " EXISTS (SELECT 1 FROM subscriptions WHERE forum_id = f.id AND user_id = ?) AS subscribed"
            " FROM forums f JOIN users u ON u.id = f.moderator_id WHERE f.name = ?",
            (me(request), request.path_params["forum"]),
        )
        .fetchone()
    )
    if found is None:
        raise HTTPException(404, "There is no forum of this name.")
    return found


def rules(request: Request, forum_id: int) -> list[str]:
    """The forum's rules in their order."""
    rows = database(request).execute("SELECT text FROM rules WHERE forum_id = ? ORDER BY position", (forum_id,))
    return [row["text"] for row in rows]


def post_or_404(request: Request) -> sqlite3.Row:
    """The submission of the path."""
    values = {"me": me(request), "id": request.path_params["id"]}
    found: sqlite3.Row | None = database(request).execute(f"{POSTS} WHERE s.id = :id", values).fetchone()
    if found is None:
        raise HTTPException(404, "There is no such submission.")
    return found


def comment_or_404(request: Request) -> sqlite3.Row:
    """The comment of the path."""
    values = {"me": me(request), "id": request.path_params["id"]}
    found: sqlite3.Row | None = database(request).execute(f"{COMMENTS} WHERE c.id = :id", values).fetchone()
    if found is None:
        raise HTTPException(404, "There is no such comment.")
    return found


def address(request: Request, post_id: int) -> str:
    """Address of the page of this submission."""
    return post_url(
        database(request)
        .execute("SELECT s.id, s.title, f.name AS forum FROM submissions s JOIN forums f ON f.id = s.forum_id WHERE s.id = ?", (post_id,))
        .fetchone()
    )


def own_or_403(request: Request, row: sqlite3.Row) -> sqlite3.Row:
    """Only what the visitor wrote, and has not deleted, can be changed."""
    if row["user_id"] != me(request) or row["deleted"]:
        raise HTTPException(403, "This is not yours to change.")
    return row


def comment_tree(request: Request, post_id: int, order: str) -> list[Node]:
    """The submission's comments as a tree, every level in the order asked for."""
    rows = database(request).execute(f"{COMMENTS} WHERE c.submission_id = :id ORDER BY c.id", {"me": me(request), "id": post_id}).fetchall()
    nodes = {row["id"]: Node(row) for row in rows}
    roots: list[Node] = []
    for row in rows:  # a parent's id is smaller than its answers'
        node, parent = nodes[row["id"]], nodes.get(row["parent_id"])
        (parent.answers if parent else roots).append(node)
        node.depth = parent.depth + 1 if parent else 0
    for level in (roots, *(node.answers for node in nodes.values())):
        if order == "best":
            level.sort(key=lambda node: -node.comment["score"])
        if order == "new":
            level.reverse()
    return roots


def poll_state(request: Request, post_id: int) -> dict[str, Any] | None:
    """The submission's poll as its widget shows it: question, options with votes, the visitor's choice; None where there is none."""
    db = database(request)
    poll = db.execute("SELECT question FROM polls WHERE submission_id = ?", (post_id,)).fetchone()
    if poll is None:
        return None
    rows = db.execute(
        "SELECT o.id, o.label, o.base_votes + (SELECT count(*) FROM poll_votes v WHERE v.option_id = o.id) AS votes,"
        " EXISTS (SELECT 1 FROM poll_votes v WHERE v.option_id = o.id AND v.user_id = ?) AS own"
        " FROM poll_options o WHERE o.submission_id = ? ORDER BY o.id",
        (me(request), post_id),
    ).fetchall()
    own = next((row["label"] for row in rows if row["own"]), "")
    return {"question": poll["question"], "options": [dict(row) for row in rows], "own": own}
