"""Small functions of the templates: ages, dates, paragraphs, numbers, addresses."""

import sqlite3
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request

from mag.miniarena.core import SNAPSHOT_TIME, database

UNITS = (("year", 525600), ("month", 43200), ("day", 1440), ("hour", 60), ("minute", 1))


def ago(request: Request, written: str) -> str:
    """How long ago by the site's clock: '3 days ago'."""
    minutes: int = database(request).execute("SELECT minutes FROM clock").fetchone()[0]
    age = SNAPSHOT_TIME + timedelta(minutes=minutes) - datetime.fromisoformat(written)
    passed = int(age.total_seconds() // 60)
    for unit, size in UNITS:
        if passed >= size:
            return f"{count(passed // size, unit)} ago"
    return "just now"


def day(written: str) -> str:
    """'16 March 2026'."""
    moment = datetime.fromisoformat(written)
    return f"{moment.day} {moment:%B %Y}"


def timestamp(written: str) -> str:
    """'16 March 2026 at 09:01'."""
    return f"{day(written)} at {datetime.fromisoformat(written):%H:%M}"


def paragraphs(text: str) -> list[str]:
    """Blank lines separate paragraphs."""
    return [part.strip() for part in text.replace("\r\n", "\n").split("\n\n") if part.strip()]


def count(number: int, noun: str) -> str:
    """'1 comment', '2 comments', with thousands separated."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def slug(title: str) -> str:
    """The readable end of a submission's address."""
    return "-".join("".join(letter if letter.isalnum() else " " for letter in title.lower()).split()[:7])


def post_url(post: sqlite3.Row) -> str:
    """Address of a submission's page; the row needs id, forum and title."""
    return f"/f/{post['forum']}/{post['id']}/{slug(post['title'])}"


def here(request: Request, **changes: Any) -> str:
    """The present page's address with some query keys changed."""
    return f"{request.url.path}?{urlencode({**request.query_params, **changes})}"


def unread(request: Request, user_id: int) -> int:
    """Messages that the member has not opened."""
    row = database(request).execute("SELECT count(*) FROM messages WHERE recipient_id = ? AND seen = 0", (user_id,)).fetchone()
    return int(row[0])


TEMPLATE_GLOBALS: dict[str, Any] = {
    "ago": ago,
    "day": day,
    "timestamp": timestamp,
    "paragraphs": paragraphs,
    "count": count,
    "post_url": post_url,
    "here": here,
    "unread": unread,
}
