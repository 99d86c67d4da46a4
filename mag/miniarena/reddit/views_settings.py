"""A member's settings: what is shown, the account, blocked members."""

from starlette.requests import Request
from starlette.responses import Response

from mag.miniarena.auth import hash_password, password_matches
from mag.miniarena.core import database, flash, form, page, redirect, require_user
from mag.miniarena.reddit.queries import SORTS, preferences

THEMES = {"light": "Light", "dark": "Dark", "sepia": "Sepia"}
FRONTS = {"subscribed": "Subscribed forums", "all": "All forums"}
SWITCHES = {
    "thumbnails": "Show thumbnails in lists",
    "mail_replies": "E-mail me when somebody replies",
    "allow_messages": "Allow private messages",
}


async def general(request: Request) -> Response:
    """What the visitor sees and how."""
    visitor = require_user(request)
    if request.method == "GET":
        return page(request, "settings.html", values=preferences(request), themes=THEMES, fronts=FRONTS, sorts=SORTS, switches=SWITCHES)
    data = await form(request)
    chosen = {
        key: data.get(key, "") if data.get(key) in known else next(iter(known))
        for key, known in (("front", FRONTS), ("sort", SORTS), ("theme", THEMES))
    }
    flags = [int(key in data) for key in SWITCHES]
    database(request).execute(
        "INSERT OR REPLACE INTO settings (user_id, front, sort, theme, thumbnails, mail_replies, allow_messages)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        (visitor["id"], chosen["front"], chosen["sort"], chosen["theme"], *flags),
    )
    flash(request, "Your settings have been saved.")
    return redirect(request, "/settings")


async def account(request: Request) -> Response:
    """Display name, e-mail address and password."""
    visitor, db = require_user(request), database(request)
    if request.method == "GET":
        return page(request, "settings_account.html", error="")
    data = await form(request)
    name, email, password = (data.get(key, "").strip() for key in ("name", "email", "new_password"))
    error = ""
    if not name or "@" not in email:
        error = "A display name and an e-mail address are needed."
    elif db.execute("SELECT 1 FROM users WHERE email = ? AND id != ?", (email, visitor["id"])).fetchone():
        error = "This e-mail address is taken."
    elif password and not password_matches(data.get("password", ""), visitor["password"]):
        error = "The current password is not right."
    elif password and len(password) < 8:
        error = "The new password needs at least 8 characters."
    if error:
        return page(request, "settings_account.html", 422, error=error)
    stored = hash_password(password, visitor["username"]) if password else visitor["password"]
    db.execute("UPDATE users SET name = ?, email = ?, password = ? WHERE id = ?", (name, email, stored, visitor["id"]))
    flash(request, "Your account has been updated.")
    return redirect(request, "/settings/account")


async def blocked(request: Request) -> Response:
    """The members that the visitor has blocked."""
    visitor = require_user(request)
    rows = (
        database(request)
        .execute(
            "SELECT u.username, u.name FROM blocks b JOIN users u ON u.id = b.blocked_id WHERE b.user_id = ? ORDER BY u.username",
            (visitor["id"],),
        )
        .fetchall()
    )
    return page(request, "settings_blocked.html", blocked=rows)
