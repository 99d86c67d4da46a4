"""Product page, its reviews, comparison."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from mag.miniarena.core import database, flash, form, now, number, page, redirect, row_or_404, user
from mag.miniarena.shopping.data_prose import COLORS
from mag.miniarena.shopping.store import back_to, here, options_of, owner

REVIEW_SIZES = [5, 10, 20, 50]
REVIEW_SORTS = {
    "newest": ("Newest first", "created DESC"),
    "oldest": ("Oldest first", "created"),
    "highest": ("Highest rated", "rating DESC, created DESC"),
    "lowest": ("Lowest rated", "rating, created DESC"),
}


async def product(request: Request) -> Response:
    """A product with its options, details and reviews."""
    found = row_or_404(request, "SELECT * FROM shelf WHERE slug = ?", request.path_params["slug"])
    db, query = database(request), request.query_params
    size = number(request, "limit", REVIEW_SIZES[0]) if number(request, "limit") in REVIEW_SIZES else REVIEW_SIZES[0]
    order = query.get("sort", "newest") if query.get("sort") in REVIEW_SORTS else "newest"
    pages = max(1, -(-found["review_count"] // size))
    current = min(number(request, "p"), pages)
    reviews = db.execute(
        f"SELECT * FROM reviews WHERE product_id = ? AND status = 'Approved' ORDER BY {REVIEW_SORTS[order][1]}, id LIMIT ? OFFSET ?",
        (found["id"], size, (current - 1) * size),
    ).fetchall()
    department = db.execute("SELECT * FROM categories WHERE id = ?", (found["department_id"],)).fetchone()
    related = db.execute(
        "SELECT * FROM shelf WHERE category_id = ? AND id != ? AND in_stock ORDER BY (id - ? + 1000) % 1000 LIMIT 5",
        (found["category_id"], found["id"], found["id"]),
    ).fetchall()
    tab = "reviews" if query.get("tab") == "reviews" else "details"
    return page(
        request,
        "product.html",
        product=found,
        options=options_of(db, found["id"]),
        department=department,
        reviews=reviews,
        related=related,
        tab=tab,
        colors=COLORS,
        current=current,
        pages=pages,
        here=here(request),
        page_urls=[here(request, tab="reviews", p=p if p > 1 else None) + "#reviews" for p in range(1, pages + 1)],
        sizes=[(choice, here(request, tab="reviews", limit=choice, p=None) + "#reviews", choice == size) for choice in REVIEW_SIZES],
        sorts=[
            (label, here(request, tab="reviews", sort=key, p=None) + "#reviews", key == order) for key, (label, _) in REVIEW_SORTS.items()
        ],
        choices={row["id"]: options_of(db, row["id"]) for row in related if row["has_options"]},
    )


async def write_review(request: Request) -> Response:
    """A visitor's review; it waits for approval before others see it."""
    data = await form(request)
    found = row_or_404(request, "SELECT id, slug FROM products WHERE slug = ?", request.path_params["slug"])
    rating, nickname, title, body = data.get("rating", ""), *(data.get(key, "").strip() for key in ("nickname", "title", "body"))
    if rating not in {"1", "2", "3", "4", "5"} or not (nickname and title and body):
        flash(request, "Choose a rating and fill in nickname, summary and review.")
        return redirect(request, f"/product/{found['slug']}?tab=reviews#review-form")
    person = user(request)
    database(request).execute(
        "INSERT INTO reviews (product_id, user_id, nickname, title, body, rating, status, created) VALUES (?, ?, ?, ?, ?, ?, 'Pending', ?)",
        (found["id"], person["id"] if person else None, nickname, title, body, int(rating), now(request)),
    )
    flash(request, "Thank you. Your review has been submitted and will appear once it is approved.")
    return redirect(request, f"/product/{found['slug']}?tab=reviews")


async def size_guide(request: Request) -> Response:
    """Sizes of clothes and slippers, opened in a tab of its own."""
    return page(request, "sizes.html")


async def compare(request: Request) -> Response:
    """The products to compare, side by side."""
    rows = (
        database(request)
        .execute("SELECT s.* FROM compare_items k JOIN shelf s ON s.id = k.product_id WHERE k.owner = ? ORDER BY k.id", (owner(request),))
        .fetchall()
    )
    choices = {row["id"]: options_of(database(request), row["id"]) for row in rows if row["has_options"]}
    return page(request, "compare.html", products=rows, choices=choices, here="/compare")


async def compare_add(request: Request) -> Response:
    """Put a product onto the comparison."""
    data = await form(request)
    found = row_or_404(request, "SELECT id, name FROM products WHERE id = ?", request.path_params["product_id"])
    database(request).execute("INSERT OR IGNORE INTO compare_items (owner, product_id) VALUES (?, ?)", (owner(request), found["id"]))
    flash(request, f"You added {found['name']} to the comparison list.")
    return redirect(request, back_to(data, "/compare"))


async def compare_remove(request: Request) -> Response:
    """Take a product off the comparison."""
    await form(request)
    database(request).execute(
        "DELETE FROM compare_items WHERE owner = ? AND product_id = ?", (owner(request), request.path_params["product_id"])
    )
    flash(request, "The product was removed from the comparison list.")
    return redirect(request, "/compare")


async def compare_clear(request: Request) -> Response:
    """Empty the comparison."""
    await form(request)
    database(request).execute("DELETE FROM compare_items WHERE owner = ?", (owner(request),))
    flash(request, "You cleared the comparison list.")
    return redirect(request, "/compare")


ROUTES = [
    Route("/product/{slug}", product),
    Route("/product/{slug}/reviews", write_review, methods=["POST"]),
    Route("/size-guide", size_guide),
    Route("/compare", compare),
    Route("/compare/clear", compare_clear, methods=["POST"]),
    Route("/compare/{product_id:int}/add", compare_add, methods=["POST"]),
    Route("/compare/{product_id:int}/remove", compare_remove, methods=["POST"]),
]
