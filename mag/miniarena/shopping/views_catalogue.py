"""Home, categories, searches, the sale, product pictures."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from mag.miniarena.core import database, page, row_or_404
from mag.miniarena.shopping.art import picture
from mag.miniarena.shopping.listing import listing
from mag.miniarena.shopping.store import options_of

ROW = 5  # products in a row of the home page


async def home(request: Request) -> Response:
    """The start page."""
    db = database(request)
    newest = db.execute("SELECT * FROM shelf WHERE in_stock ORDER BY created DESC, id LIMIT ?", (ROW,)).fetchall()
    loved = db.execute("SELECT * FROM shelf WHERE in_stock ORDER BY review_count DESC, id LIMIT ?", (2 * ROW,)).fetchall()
    reduced = db.execute(
        "SELECT * FROM shelf WHERE old_price IS NOT NULL AND in_stock ORDER BY category_id % 4, id LIMIT ?", (ROW,)
    ).fetchall()
    quotes = db.execute(
        "SELECT r.*, p.name, p.slug FROM reviews r JOIN products p ON p.id = r.product_id WHERE r.rating = 5 AND "
        "r.user_id IS NULL"
        " ORDER BY r.created DESC, r.id LIMIT 3"
    ).fetchall()
    choices = {row["id"]: options_of(db, row["id"]) for row in [*newest, *loved, *reduced] if row["has_options"]}
    return page(request, "home.html", newest=newest, loved=loved, reduced=reduced, quotes=quotes, choices=choices, here="/")


async def category(request: Request) -> Response:
    """A department or one of its subcategories."""
    found = row_or_404(request, "SELECT * FROM categories WHERE path = ?", request.path_params["path"].rstrip("/"))
    db = database(request)
    top = db.execute("SELECT * FROM categories WHERE id = ?", (found["parent_id"] or found["id"],)).fetchone()
    siblings = db.execute(
        "SELECT c.*, count(p.id) AS products FROM categories c JOIN products p ON p.category_id = c.id WHERE "
        "c.parent_id = ?"
        " GROUP BY c.id ORDER BY c.id",
        (top["id"],),
    ).fetchall()
    column = "category_id" if found["parent_id"] else "department_id"
    crumbs = [(top["name"], f"/c/{top['path']}"), (found["name"], "")] if found["parent_id"] else [(found["name"], "")]
    return page(
        request,
        "listing.html",
        heading=found["name"],
        blurb=found["blurb"],
        crumbs=crumbs,
        siblings=siblings,
        top=top,
        current=found,
        query="",
        **listing(request, f"{column} = ?", [found["id"]]),
    )


async def sale(request: Request) -> Response:
    """Everything that is reduced."""
    return page(
        request,
        "listing.html",
        heading="Sale",
        blurb="Last pieces and end of season, reduced while stocks last.",
        crumbs=[("Sale", "")],
        siblings=[],
        top=None,
        current=None,
        query="",
        **listing(request, "old_price IS NOT NULL", []),
    )


async def search(request: Request) -> Response:
    """Quick search: products whose name, subcategory or SKU hold every word."""
    query = request.query_params.get("q", "").strip()
    words = query.lower().split()
    condition = " AND ".join(["instr(lower(name || ' ' || category || ' ' || sku), ?) > 0"] * len(words)) or "0"
    return page(
        request,
        "listing.html",
        heading=f"Search results for: '{query}'",
        blurb="",
        crumbs=[("Search", "")],
        siblings=[],
        top=None,
        current=None,
        query=query,
        **listing(request, condition, words),
    )


async def advanced(request: Request) -> Response:
    """The advanced search form."""
    return page(request, "advanced.html", error="")


async def advanced_result(request: Request) -> Response:
    """What the advanced search finds."""
    query = request.query_params
    conditions, values = [], []
    for field, column in (("name", "name"), ("sku", "sku"), ("description", "description"), ("material", "material")):
        if query.get(field, "").strip():
            conditions.append(f"instr(lower({column}), ?) > 0")
            values.append(query[field].strip().lower())
    amounts: list[float] = []
    for field, comparison in (("price_from", ">="), ("price_to", "<=")):
        text = query.get(field, "").strip().lstrip("$")
        if text:
            try:
                amounts.append(round(float(text) * 100))
            except (ValueError, OverflowError):
                return page(request, "advanced.html", 422, error="Prices must be numbers, such as 20 or 19.95.")
            conditions.append(f"price {comparison} ?")
    if not conditions:
        return page(request, "advanced.html", 422, error="Enter a search term and try again.")
    return page(
        request,
        "listing.html",
        heading="Catalog Advanced Search",
        blurb="",
        siblings=[],
        top=None,
        current=None,
        query="",
        crumbs=[("Advanced Search", "/search/advanced"), ("Results", "")],
        **listing(request, " AND ".join(conditions), values + amounts),
    )


async def media(request: Request) -> Response:
    """A product's picture."""
    found = row_or_404(
        request,
        "SELECT p.id, p.name, c.name AS category FROM products p JOIN categories c ON c.id = p.category_id WHERE p.id = ?",
        request.path_params["product_id"],
    )
    return Response(
        picture(found["id"], found["name"], found["category"]), media_type="image/svg+xml", headers={"cache-control": "max-age=86400"}
    )


ROUTES = [
    Route("/", home),
    Route("/c/{path:path}", category),
    Route("/sale", sale),
    Route("/search", search),
    Route("/search/advanced", advanced),
    Route("/search/advanced/result", advanced_result),
    Route("/media/{product_id:int}.svg", media),
]
