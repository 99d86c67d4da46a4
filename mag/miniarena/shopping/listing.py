"""Product lists with filters, sorting and paging: categories, searches and the sale share them."""

import sqlite3
from collections.abc import Sequence
from typing import Any

from starlette.requests import Request

from mag.miniarena.core import database, number
from mag.miniarena.shopping.store import here, options_of, usd

BANDS = [(0, 10), (10, 25), (25, 50), (50, 100), (100, 1000)]  # dollars
SORTS = {
    "position": ("Position", "id"),
    "name": ("Product Name", "name COLLATE NOCASE"),
    "price": ("Price", "price"),
    "newest": ("Newest", "-julianday(created)"),
    "rating": ("Customer Rating", "rating"),
}
SIZES = [12, 24, 36]
STARS = [4, 3, 2]


def listing(request: Request, condition: str, values: Sequence[Any]) -> dict[str, Any]:
    """What the list template shows of the products under a condition, as the query string asks for it."""
    db, query = database(request), request.query_params
    found = db.execute(f"SELECT * FROM shelf WHERE {condition} ORDER BY id", values).fetchall()  # conditions are our own literals
    band, stars = band_of(query.get("price", "")), query.get("rating", "")
    shown = [row for row in found if in_band(row, band) and (stars not in {str(star) for star in STARS} or row["rating"] >= int(stars))]
    order = query.get("order", "position") if query.get("order") in SORTS else "position"
    descending = query.get("dir") == "desc"
    ranked = ranking(db, [row["id"] for row in shown], order, descending)
    size = number(request, "limit", SIZES[0]) if number(request, "limit") in SIZES else SIZES[0]
    pages = max(1, -(-len(ranked) // size))
    current = min(number(request, "p"), pages)
    items = ranked[(current - 1) * size : current * size]
    return {
        "items": items,
        "count": len(ranked),
        "first": (current - 1) * size + 1,
        "last": (current - 1) * size + len(items),
        "current_page": current,
        "pages": pages,
        "size": size,
        "mode": "list" if query.get("mode") == "list" else "grid",
        "page_urls": [here(request, p=page if page > 1 else None) for page in range(1, pages + 1)],
        "sorts": [(label, here(request, order=key, dir="asc", p=None), key == order) for key, (label, _) in SORTS.items()],
        "sizes": [(size_, here(request, limit=size_, p=None), size_ == size) for size_ in SIZES],
        "descending": descending,
        "direction_url": here(request, order=order, dir="asc" if descending else "desc", p=None),
        "mode_url": here(request, mode="grid" if query.get("mode") == "list" else "list"),
        "bands": [
            (band_label(low, high), sum(in_band(row, (low, high)) for row in found), here(request, price=f"{low}-{high}", p=None))
            for low, high in BANDS
        ],
        "stars": [(star, sum(row["rating"] >= star for row in found), here(request, rating=star, p=None)) for star in STARS],
        "active": active_filters(request, band, stars),
        "choices": {row["id"]: options_of(db, row["id"]) for row in items if row["has_options"]},
        "here": here(request),
    }


def ranking(db: sqlite3.Connection, ids: list[int], order: str, descending: bool) -> list[sqlite3.Row]:
    """The products of these numbers in the order asked for."""
    marks = ",".join("?" * len(ids))
    return db.execute(
        f"SELECT * FROM shelf WHERE id IN ({marks}) ORDER BY {SORTS[order][1]} {'DESC' if descending else 'ASC'}, id", ids
    ).fetchall()


def band_of(text: str) -> tuple[int, int] | None:
    """The price band a query names, None for no such band."""
    return next((band for band in BANDS if text == f"{band[0]}-{band[1]}"), None)


def in_band(row: sqlite3.Row, band: tuple[int, int] | None) -> bool:
    """Whether a product's price lies in the band, the upper end not included."""
    return band is None or band[0] * 100 <= row["price"] < band[1] * 100


def band_label(low: int, high: int) -> str:
    """How the sidebar names a price band."""
    return f"{usd(low * 100)} and above" if high == BANDS[-1][1] else f"{usd(low * 100)} - {usd(high * 100 - 1)}"


def active_filters(request: Request, band: tuple[int, int] | None, stars: str) -> list[tuple[str, str, str]]:
    """The filters in force: name, value, address without it."""
    active = []
    if band:
        active.append(("Price", band_label(*band), here(request, price=None, p=None)))
    if stars:
        active.append(("Rating", f"{stars} stars & up", here(request, rating=None, p=None)))
    return active
