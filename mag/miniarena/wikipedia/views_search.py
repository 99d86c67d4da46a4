"""Ways to articles: search with suggestions, categories, the index from A to Z."""

import sqlite3

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from mag.miniarena.core import database, number, page, redirect, row_or_404
from mag.miniarena.wikipedia.markup import plain

RESULTS, SUGGESTIONS, MEMBERS = 10, 8, 20
SNIPPET = 190


async def search(request: Request) -> Response:
    """Articles that hold all words, those with the words in their titles first; an exact title leads straight to its article."""
    query, kind, db = request.query_params.get("q", "").strip(), request.query_params.get("kind", ""), database(request)
    exact = db.execute("SELECT slug FROM articles WHERE title = ? COLLATE NOCASE", (query,)).fetchone()
    if exact and "kind" not in request.query_params:
        return redirect(request, f"/wiki/{exact['slug']}")
    rows = [row for row in ranked(db, query) if kind in ("", row["kind"])]
    pages = max(1, -(-len(rows) // RESULTS))
    current = min(number(request, "page"), pages)
    first = (current - 1) * RESULTS
    results = [
        {"title": row["title"], "slug": row["slug"], "kind": row["kind"], "snippet": snippet(row["text"], query)}
        for row in rows[first : first + RESULTS]
    ]
    kinds = [row["kind"] for row in db.execute("SELECT DISTINCT kind FROM articles ORDER BY kind")]
    return page(
        request,
        "search.html",
        query=query,
        kind=kind,
        kinds=kinds,
        results=results,
        total=len(rows),
        first=first + 1,
        page=current,
        pages=pages,
    )


def ranked(db: sqlite3.Connection, query: str) -> list[sqlite3.Row]:
    """The articles that hold all words of the query, best first."""
    words = [f"%{word}%" for word in query.split()[:6]]
    if not words:
        return []
    text = "(a.title || ' ' || a.lead || ' ' || coalesce((SELECT group_concat(s.body, ' ') FROM sections s WHERE s.article_id = a.id), ''))"
    condition = " AND ".join(["text LIKE ?"] * len(words))
    in_title = " AND ".join(["title LIKE ?"] * len(words))
    return db.execute(
        f"SELECT * FROM (SELECT a.*, {text} AS text FROM articles a) WHERE {condition} ORDER BY ({in_title}) DESC, title", (*words, *words)
    ).fetchall()


def snippet(text: str, query: str) -> str:
    """The text around the first word of the query that it holds after its beginning."""
    clean = plain(text).replace("\n", " ")
    places = [place for word in query.split() if (place := clean.lower().find(word.lower(), 20)) >= 0]
    start = max(0, min(places, default=0) - 60)
    start = clean.find(" ", start) + 1 if start else 0
    return ("… " if start else "") + clean[start : start + SNIPPET].rsplit(" ", 1)[0] + " …"


async def suggest(request: Request) -> Response:
    """Titles for the list under the search field: those that begin with the text, then those that hold it."""
    text = request.query_params.get("q", "").strip()
    rows = (
        database(request)
        .execute(
            "SELECT title, slug, kind FROM articles WHERE ? != '' AND title LIKE ? ORDER BY title NOT LIKE ?, title LIMIT ?",
            (text, f"%{text}%", f"{text}%", SUGGESTIONS),
        )
        .fetchall()
    )
    return JSONResponse([dict(row) for row in rows])


async def categories(request: Request) -> Response:
    """All categories with the number of their articles left out, as a reader of a printed list would have it."""
    rows = database(request).execute("SELECT * FROM categories ORDER BY name").fetchall()
    return page(request, "categories.html", categories=rows)


async def category(request: Request) -> Response:
    """The articles of one category, twenty a page."""
    found = row_or_404(request, "SELECT * FROM categories WHERE slug = ?", request.path_params["slug"])
    rows = (
        database(request)
        .execute(
            "SELECT a.title, a.slug, a.kind FROM membership m JOIN articles a ON a.id = m.article_id WHERE m.category_id = ?"
            " ORDER BY a.title",
            (found["id"],),
        )
        .fetchall()
    )
    pages = max(1, -(-len(rows) // MEMBERS))
    current = min(number(request, "page"), pages)
    return page(
        request, "category.html", category=found, members=rows[(current - 1) * MEMBERS : current * MEMBERS], page=current, pages=pages
    )


async def index(request: Request) -> Response:
    """The titles under one letter."""
    db = database(request)
    letters = [row[0] for row in db.execute("SELECT DISTINCT substr(title, 1, 1) FROM articles ORDER BY 1")]
    letter = request.query_params.get("letter", letters[0])
    rows = db.execute("SELECT title, slug, kind FROM articles WHERE substr(title, 1, 1) = ? ORDER BY title", (letter,)).fetchall()
    return page(request, "index.html", letters=letters, letter=letter, rows=rows)
