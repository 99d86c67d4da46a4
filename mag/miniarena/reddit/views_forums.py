"""Forums themselves: the list of them, founding one, changing it, subscribing."""

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from mag.miniarena.core import database, flash, form, now, number, page, redirect, require_user
from mag.miniarena.reddit.queries import cut, forum_or_404, me, rules
from mag.miniarena.reddit.views_actions import back

LIST_SIZE = 10
ORDERS = {"name": "f.name", "subscribers": "subscribers DESC", "posts": "posts DESC", "created": "f.created"}
FIELDS = ("title", "tagline", "about")


async def forum_list(request: Request) -> Response:
    """The table of all forums, ten a page."""
    sort = request.query_params.get("sort", "name")
    order = ORDERS.get(sort, "f.name")
    rows = (
        database(request)
        .execute(
            "SELECT f.*, f.base_subscribers + (SELECT count(*) FROM subscriptions WHERE forum_id = f.id) AS subscribers,"
            " (SELECT count(*) FROM submissions WHERE forum_id = f.id AND deleted = 0) AS posts,"
            " EXISTS (SELECT 1 FROM subscriptions WHERE forum_id = f.id AND user_id = ?) AS subscribed"
            f" FROM forums f ORDER BY {order}, f.name",
            (me(request),),
        )
        .fetchall()
    )
    shown, current, pages = cut(rows, number(request, "page"), LIST_SIZE)
    return page(request, "forums.html", forums=shown, page=current, pages=pages, sort=sort)


async def subscribe(request: Request) -> Response:
    """Subscribe, or end the subscription."""
    visitor = require_user(request)
    data, forum = await form(request), forum_or_404(request)
    db = database(request)
    if forum["subscribed"]:
        db.execute("DELETE FROM subscriptions WHERE user_id = ? AND forum_id = ?", (visitor["id"], forum["id"]))
        flash(request, f"You are no longer subscribed to {forum['name']}.")
    else:
        db.execute("INSERT INTO subscriptions VALUES (?, ?)", (visitor["id"], forum["id"]))
        flash(request, f"You are subscribed to {forum['name']}.")
    return redirect(request, back(data))


async def create_forum(request: Request) -> Response:
    """The form for a new forum and its submission."""
    visitor = require_user(request)
    if request.method == "GET":
        return page(request, "forum_form.html", forum=None, values=dict.fromkeys(("name", *FIELDS, "rules"), ""), error="")
    data = await form(request)
    values = {key: data.get(key, "").strip() for key in ("name", *FIELDS, "rules")}
    db = database(request)
    error = forum_error(values, db.execute("SELECT 1 FROM forums WHERE name = ?", (values["name"].lower(),)).fetchone() is not None)
    if error:
        return page(request, "forum_form.html", 422, forum=None, values=values, error=error)
    cursor = db.execute(
        "INSERT INTO forums (name, title, tagline, about, created, moderator_id) VALUES (?, ?, ?, ?, ?, ?)",
        (values["name"].lower(), *(values[key] for key in FIELDS), now(request), visitor["id"]),
    )
    save_rules(request, cursor.lastrowid or 0, values["rules"])
    db.execute("INSERT INTO subscriptions VALUES (?, ?)", (visitor["id"], cursor.lastrowid))
    flash(request, f"The forum {values['name'].lower()} has been created.")
    return redirect(request, f"/f/{values['name'].lower()}")


def forum_error(values: dict[str, str], taken: bool) -> str:
    """Why there can be no such forum, empty when there can."""
    if not (3 <= len(values["name"]) <= 25 and values["name"].replace("_", "").isalnum() and values["name"].isascii()):
        return "The name needs 3 to 25 letters, digits or underscores."
    if taken:
        return "A forum of this name exists already."
    return "" if all(values[key] for key in FIELDS) else "Title, tagline and description are needed."


def save_rules(request: Request, forum_id: int, text: str) -> None:
    """Replace the rules by the text's lines."""
    db = database(request)
    db.execute("DELETE FROM rules WHERE forum_id = ?", (forum_id,))
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    db.executemany(
        "INSERT INTO rules (forum_id, position, text) VALUES (?, ?, ?)", [(forum_id, place, line) for place, line in enumerate(lines, 1)]
    )


async def edit_forum(request: Request) -> Response:
    """The moderator's form for title, tagline, description and rules."""
    visitor, forum = require_user(request), forum_or_404(request)
    if forum["moderator_id"] != visitor["id"]:
        raise HTTPException(403, "Only the moderator can edit a forum.")
    values = {**{key: forum[key] for key in FIELDS}, "rules": "\n".join(rules(request, forum["id"])), "name": forum["name"]}
    if request.method == "GET":
        return page(request, "forum_form.html", forum=forum, values=values, error="")
    data = await form(request)
    values |= {key: data.get(key, "").strip() for key in (*FIELDS, "rules")}
    error = forum_error(values, taken=False)
    if error:
        return page(request, "forum_form.html", 422, forum=forum, values=values, error=error)
    database(request).execute(
        "UPDATE forums SET title = ?, tagline = ?, about = ? WHERE id = ?", (*(values[key] for key in FIELDS), forum["id"])
    )
    save_rules(request, forum["id"], values["rules"])
    flash(request, "The forum has been updated.")
    return redirect(request, f"/f/{forum['name']}")
