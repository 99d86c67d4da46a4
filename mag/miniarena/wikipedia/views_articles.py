"""Articles: reading, history, short editions in other languages, locator map, main page, appearance."""

import sqlite3

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from mag.miniarena.core import SNAPSHOT_TIME, database, flash, form, number, page, redirect, row_or_404
from mag.miniarena.wikipedia.data_places import REGIONS
from mag.miniarena.wikipedia.text import APPEARANCE, LANGUAGES

HISTORY_SIZE = 8
FEATURED_KINDS = "('ship', 'person', 'plant', 'lighthouse')"


def article_or_404(request: Request) -> sqlite3.Row:
    """The article of the path."""
    return row_or_404(request, "SELECT * FROM articles WHERE slug = ?", request.path_params["slug"])


def featured(request: Request) -> sqlite3.Row:
    """The article of the day: one after the other, by the site's date."""
    rows = database(request).execute(f"SELECT * FROM articles WHERE kind IN {FEATURED_KINDS} ORDER BY title").fetchall()
    found: sqlite3.Row = rows[SNAPSHOT_TIME.timetuple().tm_yday % len(rows)]
    return found


async def main_page(request: Request) -> Response:
    """The article of the day, ways into the encyclopedia, and the latest edits."""
    db = database(request)
    categories = db.execute(
        "SELECT c.*, count(*) AS members FROM categories c JOIN membership m ON m.category_id = c.id GROUP BY c.id"
        " HAVING members >= 6 ORDER BY c.name"
    ).fetchall()
    edits = db.execute(
        "SELECT r.*, a.title, a.slug FROM revisions r JOIN articles a ON a.id = r.article_id ORDER BY r.created DESC LIMIT 8"
    ).fetchall()
    known = db.execute(
        "SELECT a.title, a.slug, s.body FROM sections s JOIN articles a ON a.id = s.article_id WHERE s.heading IN ('Legacy', 'Use', 'Fate')"
        " ORDER BY (a.id * 37) % 101, a.id LIMIT 5"
    ).fetchall()
    total = db.execute("SELECT count(*) FROM articles").fetchone()[0]
    chosen = featured(request)
    teaser = db.execute("SELECT body FROM sections WHERE article_id = ? ORDER BY position LIMIT 2", (chosen["id"],)).fetchall()
    return page(request, "main.html", featured=chosen, teaser=teaser, categories=categories, edits=edits, known=known, total=total)


async def article(request: Request) -> Response:
    """One article."""
    found, db = article_or_404(request), database(request)
    key = (found["id"],)
    return page(
        request,
        "article.html",
        article=found,
        tab="article",
        sections=db.execute("SELECT * FROM sections WHERE article_id = ? ORDER BY position", key).fetchall(),
        facts=db.execute("SELECT * FROM facts WHERE article_id = ? ORDER BY id", key).fetchall(),
        sources=db.execute("SELECT * FROM sources WHERE article_id = ? ORDER BY number", key).fetchall(),
        related=db.execute(
            "SELECT a.title, a.slug FROM related r JOIN articles a ON a.id = r.target_id WHERE r.article_id = ? ORDER BY r.rowid", key
        ).fetchall(),
        categories=db.execute(
            "SELECT c.* FROM categories c JOIN membership m ON m.category_id = c.id WHERE m.article_id = ? ORDER BY c.name", key
        ).fetchall(),
        editions=editions(request, found["id"]),
        place=db.execute("SELECT * FROM places WHERE article_id = ?", key).fetchone(),
    )


def editions(request: Request, article_id: int) -> list[sqlite3.Row]:
    """The short editions that an article has."""
    return database(request).execute("SELECT * FROM translations WHERE article_id = ? ORDER BY language", (article_id,)).fetchall()


async def history(request: Request) -> Response:
    """The edits of an article, latest first."""
    found = article_or_404(request)
    rows = database(request).execute("SELECT * FROM revisions WHERE article_id = ? ORDER BY created DESC", (found["id"],)).fetchall()
    pages = -(-len(rows) // HISTORY_SIZE)
    current = min(number(request, "page"), pages)
    return page(
        request,
        "history.html",
        article=found,
        tab="history",
        rows=rows[(current - 1) * HISTORY_SIZE : current * HISTORY_SIZE],
        page=current,
        pages=pages,
        total=len(rows),
        editions=editions(request, found["id"]),
    )


async def edition(request: Request) -> Response:
    """The short edition of an article in another language."""
    found, language = article_or_404(request), request.path_params["language"]
    text = row_or_404(request, "SELECT * FROM translations WHERE article_id = ? AND language = ?", found["id"], language)
    return page(
        request,
        "edition.html",
        article=found,
        tab="article",
        text=text,
        language=LANGUAGES[language],
        editions=editions(request, found["id"]),
    )


async def locator(request: Request) -> Response:
    """The map inside an article's frame."""
    found = article_or_404(request)
    place = row_or_404(request, "SELECT * FROM places WHERE article_id = ?", found["id"])
    return page(request, "locator.html", article=found, place=place, regions=[(region[0], region[6]) for region in REGIONS])


async def today(request: Request) -> Response:
    """Lead to the article of the day."""
    return redirect(request, f"/wiki/{featured(request)['slug']}")


async def appearance(request: Request) -> Response:
    """Keep the reader's theme and text size in cookies."""
    data = await form(request)
    target = data.get("next", "/")
    chosen = {name: data.get(name, "") for name in APPEARANCE}
    if any(value not in APPEARANCE[name] for name, value in chosen.items()):
        raise HTTPException(422, "Choose a theme and a text size.")
    flash(request, f"Appearance changed: {chosen['theme']} theme, {chosen['size']} text.")
    response = redirect(request, target if target.startswith("/") and not target.startswith("//") else "/")
    for name, value in chosen.items():
        response.set_cookie(f"fieldbook_{name}", value, samesite="lax")
    return response
