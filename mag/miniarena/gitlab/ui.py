"""Names for the templates: dates, avatars, icons, and the numbers in the header."""

import re
from datetime import datetime
from typing import Any
from urllib.parse import urlencode
from zlib import crc32

from markupsafe import Markup, escape
from starlette.requests import Request

from mag.miniarena.core import database, user
from mag.miniarena.gitlab.access import ROLES
from mag.miniarena.gitlab.data_people import EMOJI
from mag.miniarena.gitlab.markdown import markdown

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
ICONS = {
    "star": "M8 1.6l2 4.2 4.6.6-3.4 3.2.9 4.6L8 12l-4.1 2.2.9-4.6L1.4 6.4 6 5.8z",
    "fork": "M3.5 2v3.5a2.5 2.5 0 002.5 2.5h4a2.5 2.5 0 002.5-2.5V2M8 8v6",
    "issue": "M8 1.5a6.5 6.5 0 100 13 6.5 6.5 0 000-13zM8 4.5v4M8 10.8v.7",
    "merge": "M4 3v10M4 5c0 4 8 3 8 7M4 1.5a1.5 1.5 0 100 3M12 11.5a1.5 1.5 0 100 3",
    "todo": "M2.5 2.5h11v11h-11zM5 8l2.2 2.2L11.2 6",
    "file": "M4 1.5h5l3 3v10H4zM9 1.5v3h3",
    "folder": "M1.5 3.5h5l1.5 2h6.5v8h-13z",
    "info": "M2 3h12M2 8h12M2 13h8",
    "code": "M5.5 4L1.5 8l4 4M10.5 4l4 4-4 4",
    "gear": "M8 5.2a2.8 2.8 0 100 5.6 2.8 2.8 0 000-5.6zM8 1v2M8 13v2M1 8h2M13 8h2M3 3l1.4 1.4M11.6 11.6L13 13M13 3l-1.4 1.4M4.4 11.6L3 13",
    "people": "M5.5 7.5a2.5 2.5 0 100-5 2.5 2.5 0 000 5zM1 14c0-3 2-4.5 4.5-4.5S10 11 10 14M11 7.5a2 2 0 100-4M12 9.7c2 .4 3 1.8 3 4.3",
    "down": "M4 6l4 4 4-4",
    "dots": "M8 3v.6M8 7.7v.6M8 12.4v.6",
    "lock": "M3.5 7.5h9v6.5h-9zM5.5 7.5v-2a2.5 2.5 0 015 0v2",
    "globe": "M8 1.5a6.5 6.5 0 100 13 6.5 6.5 0 000-13zM1.5 8h13M8 1.5c4 4 4 9 0 13M8 1.5c-4 4-4 9 0 13",
    "shield": "M8 1.5l5.5 2v4c0 3.5-2.5 6-5.5 7-3-1-5.5-3.5-5.5-7v-4z",
    "clock": "M8 1.5a6.5 6.5 0 100 13 6.5 6.5 0 000-13zM8 4.5V8l2.5 1.8",
    "comment": "M2 2.5h12v8.5H7l-3 3v-3H2z",
}
VISIBILITY = {"public": ("globe", "Public"), "internal": ("shield", "Internal"), "private": ("lock", "Private")}


def day(moment: str) -> str:
    """A stored date or time as 'Mar 16, 2026'."""
    found = datetime.fromisoformat(moment)
    return f"{MONTHS[found.month - 1]} {found.day}, {found.year}"


def when(moment: str) -> str:
    """A stored time as 'Mar 16, 2026, 09:05'."""
    return f"{day(moment)}, {moment[11:16]}"


def icon(name: str) -> Markup:
    """A line drawing; decoration only."""
    return Markup(f'<svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path d="{ICONS[name]}"/></svg>')


def avatar(name: str, size: int = 24) -> Markup:
    """Initials on a colour that belongs to the name; decoration only."""
    initials = escape("".join(word[0] for word in re.findall(r"\w+", name)[:2]).upper())
    hue = crc32(name.encode()) % 360
    return Markup(
        f'<span class="avatar" style="width:{size}px;height:{size}px;font-size:{size * 0.42:.0f}px;'
        f'background:hsl({hue} 40% 34%)" aria-hidden="true">{initials}</span>'
    )


def query_url(request: Request, **changes: Any) -> str:
    """The current page with other values in its query; None drops a key. Paging starts over unless `page` is given."""
    values = {key: value for key, value in request.query_params.items() if key != "page"}
    values.update(changes)
    query = urlencode({key: value for key, value in values.items() if value not in (None, "")})
    return f"{request.url.path}?{query}" if query else request.url.path


def header(request: Request) -> dict[str, Any]:
    """Counters and status of the signed-in person for the top bar."""
    me = user(request)
    if me is None:
        return {}
    row = (
        database(request)
        .execute(
            "SELECT (SELECT count(*) FROM issues WHERE assignee_id = :me AND state = 'open') AS issues, "
            "(SELECT count(*) FROM merge_requests WHERE reviewer_id = :me AND state = 'open') AS reviews, "
            "(SELECT count(*) FROM todos WHERE user_id = :me AND NOT done) AS todos, status_emoji, status_text, busy "
            "FROM profiles WHERE user_id = :me",
            {"me": me["id"]},
        )
        .fetchone()
    )
    return dict(row)


GLOBALS: dict[str, Any] = {
    "day": day,
    "when": when,
    "icon": icon,
    "avatar": avatar,
    "markdown": markdown,
    "query_url": query_url,
    "header": header,
    "ROLES": ROLES,
    "EMOJI": EMOJI,
    "VISIBILITY": VISIBILITY,
}
