"""The start page, the map frame, and search."""

import sqlite3
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from mag.miniarena.core import database, number, page, redirect
from mag.miniarena.map import drawing
from mag.miniarena.map.finder import PAGE_SIZE, Query, all_places, by_text, locate, results, understand
from mag.miniarena.map.geo import Point, to_metres
from mag.miniarena.map.pages import address, layer_of, lists_of, map_page
from mag.miniarena.map.routing import ENGINES, Graph
from mag.miniarena.map.view import CITY_VIEW, PANE, STAGE, View, around, clamp_zoom

QUICK = ("cafe", "restaurant", "hotel", "pharmacy", "museum", "station", "park", "supermarket", "library", "bakery")
RANK_FROM_ZOOM = {10: 0, 11: 0, 12: 1, 13: 2, 14: 4, 15: 7, 16: 8, 17: 8}  # the least important marker drawn
MARKERS, MARKER_GAP = 22, 22
BAR_PIXELS = 100


async def home(request: Request) -> Response:
    """The start page: search, quick categories, what happened lately."""
    db = database(request)
    marks = ", ".join("?" * len(QUICK))
    categories = db.execute(f"SELECT * FROM categories WHERE slug IN ({marks}) ORDER BY plural", QUICK).fetchall()
    recent = db.execute(
        "SELECT changesets.*, users.username FROM changesets JOIN users ON users.id = user_id ORDER BY changesets.id DESC LIMIT 3"
    ).fetchall()
    return map_page(request, "home.html", read_view(request), {}, categories=categories, recent=recent, lists=lists_of(request))


async def search(request: Request) -> Response:
    """Search results. The address is always the understood form of the query."""
    db = database(request)
    asked = Query(*(request.query_params.get(key, "").strip() for key in ("query", "category", "near", "town", "wheelchair")))
    query, number_shown = understand(db, asked), number(request, "page")
    kept = {"layer": request.query_params.get("layer", ""), "page": number_shown if number_shown > 1 else ""}
    if query != asked:
        return redirect(request, address("/search", {**query.parameters(), **kept}))
    found = results(db, query)
    first = (number_shown - 1) * PAGE_SIZE
    shown = found[first : first + PAGE_SIZE]
    spot = locate(db, query.near) if query.near else None
    points = [(item["x"], item["y"]) for item in shown] + ([spot.point] if spot else [])
    pins = {"pins": ",".join(str(item["id"]) for item in shown)} | ({"spot": str(spot.place_id)} if spot else {})
    links = {
        name: address("/search", {**query.parameters(), **kept, "page": target if target > 1 else ""})
        for name, target in (("more", number_shown + 1), ("previous", number_shown - 1))
    }
    return map_page(
        request,
        "search.html",
        around(points),
        pins,
        query=query,
        found=shown,
        total=len(found),
        first=first,
        heading=heading(db, query),
        more=links["more"] if first + PAGE_SIZE < len(found) else "",
        previous=links["previous"] if number_shown > 1 else "",
        unknown_near=bool(query.near) and spot is None,
        **filter_choices(db),
    )


def heading(db: sqlite3.Connection, query: Query) -> str:
    """What the results are, in words."""
    category = db.execute("SELECT plural FROM categories WHERE slug = ?", (query.category,)).fetchone()
    what = category["plural"] if category else "Places"
    quoted = f" for “{query.text}”" if query.text else ""
    where = (f" in {query.town}" if query.town else "") + (f" near {query.near}" if query.near else "")
    return f"{what}{quoted}{where}"


def filter_choices(db: sqlite3.Connection) -> dict[str, Any]:
    """Options of the filter form."""
    return {
        "all_categories": db.execute("SELECT slug, plural FROM categories ORDER BY plural").fetchall(),
        "all_towns": [
            row["name"] for row in db.execute("SELECT name FROM places WHERE category IN ('town', 'district', 'village') ORDER BY name")
        ],
    }


async def suggest(request: Request) -> Response:
    """Labels that fit what is being typed."""
    found = by_text(database(request), request.query_params.get("q", ""))[:6]
    return JSONResponse([{"label": row["label"], "kind": row["kind"], "id": row["id"]} for row in found])


# --- the frame ------------------------------------------------------------------------------------------------------------
def read_view(request: Request) -> View:
    """The view of the address; the city where it makes no sense."""
    try:
        lat, lon, zoom = (float(request.query_params[key]) for key in ("lat", "lon", "zoom"))
        x, y = to_metres(lat, lon)
        return View(min(48_000.0, max(0.0, x)), min(36_000.0, max(0.0, y)), clamp_zoom(int(zoom)))
    except (KeyError, ValueError, OverflowError):
        return CITY_VIEW


async def tiles(request: Request) -> Response:
    """The map as the page in the frame: picture, markers, and buttons that move it."""
    db, asked = database(request), request.query_params
    view = read_view(request).moved(asked.get("go", ""))
    layer = layer_of(request)
    kept = {key: asked[key] for key in ("layer", "pins", "spot", "place", "engine", "from", "to", "notes") if asked.get(key)}
    pins = [row for row in numbered(db, asked.get("pins", "")) if on_stage(view, row)]
    spots = [row for row in numbered(db, ",".join((asked.get("place", ""), asked.get("spot", "")))) if on_stage(view, row)]
    ends, line = route_line(db, kept)
    taken = [view.pixel((row["x"], row["y"])) for row in (*pins, *spots)] + [view.pixel(point) for point in ends]
    markers = [] if pins or line else free_markers(db, view, taken)
    lengths = [length for length in (20, 50, 100, 200, 500, 1000, 2000, 5000) if length / view.scale <= BAR_PIXELS]
    return page(
        request,
        "tiles.html",
        svg=drawing.draw(db, view, layer, line),
        view=view,
        kept={**kept, **view.parameters()},
        stage=STAGE,
        pins=[(chr(65 + index), row, view.pixel((row["x"], row["y"]))) for index, row in enumerate(pins)],
        spots=[(row, view.pixel((row["x"], row["y"]))) for row in spots],
        ends=[view.pixel(point) for point in ends],
        markers=[(row, view.pixel((row["x"], row["y"]))) for row in markers],
        notes=note_markers(db, view, asked["notes"]) if asked.get("notes") else [],
        bar=lengths[-1],
        bar_width=round(lengths[-1] / view.scale),
    )


def numbered(db: sqlite3.Connection, text: str) -> list[sqlite3.Row]:
    """The places of a comma-separated list of numbers, in its order."""
    wanted = [int(part) for part in text.split(",") if part.isascii() and part.isdigit() and len(part) < 9][:26]
    rows = {row["id"]: row for row in all_places(db) if row["id"] in wanted}
    return [rows[place] for place in wanted if place in rows]


def on_stage(view: View, row: sqlite3.Row) -> bool:
    """Whether a marker lies in the part of the stage that is always seen, clear of the frame's buttons."""
    x, y = view.pixel((row["x"], row["y"]))
    left, top = (STAGE[0] - PANE[0]) / 2, (STAGE[1] - PANE[1]) / 2
    right, bottom = STAGE[0] - left, STAGE[1] - top
    inside = left + 14 < x < right - 30 and top + 30 < y < bottom - 40
    covered = (y < top + 64 and x > right - 420) or (y > bottom - 200 and x > right - 110)
    return inside and not covered


def free_markers(db: sqlite3.Connection, view: View, taken: list[Point]) -> list[sqlite3.Row]:
    """The most important places in view that do not cover one another."""
    found: list[sqlite3.Row] = []
    boxes = [(x - MARKER_GAP, x + MARKER_GAP, y) for x, y in taken]
    rows = [row for row in all_places(db) if row["category"] not in ("district", "village", "street") and on_stage(view, row)]
    towns_only = RANK_FROM_ZOOM[view.zoom] == 0
    for row in sorted(rows, key=lambda row: (row["rank"], row["id"])):
        town = row["category"] == "town"
        if (town and view.zoom > 12) or (not town and (towns_only or row["rank"] > RANK_FROM_ZOOM[view.zoom])):
            continue
        x, y = view.pixel((row["x"], row["y"]))
        end = x + 20 + min(150, 6 * len(row["name"]))  # a marker has its name to the right
        if len(found) < MARKERS and all(x > right or end < left or abs(y - line) > MARKER_GAP for left, right, line in boxes):
            found.append(row)
            boxes.append((x - 10, end, y))
    return found


def route_line(db: sqlite3.Connection, kept: dict[str, str]) -> tuple[list[Point], tuple[Point, ...]]:
    """Both ends and the line of the route that the frame shows, if it shows one."""
    start, end = locate(db, kept.get("from", "")), locate(db, kept.get("to", ""))
    if start is None or end is None or kept.get("engine") not in ENGINES:
        return [], ()
    route = Graph(db).route(start.point, end.point, kept["engine"])
    return [start.point, end.point], route.line if route else ()


def note_markers(db: sqlite3.Connection, view: View, wanted: str) -> list[tuple[sqlite3.Row, Point]]:
    """Notes in view, of a status if `wanted` names one, at most as many as markers."""
    rows = db.execute(
        "SELECT id, x, y, status FROM notes WHERE ? NOT IN ('open', 'resolved') OR status = ? ORDER BY status, id DESC", (wanted, wanted)
    ).fetchall()
    return [(row, view.pixel((row["x"], row["y"]))) for row in rows if on_stage(view, row)][:MARKERS]
