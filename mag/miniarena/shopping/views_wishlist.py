"""The wish list."""

import sqlite3

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from mag.miniarena.core import database, flash, form, now, page, redirect, require_user, row_or_404
from mag.miniarena.shopping.store import MOST_OF_ONE, add_to_cart, chosen_options, options_of, owner, whole


def wishes_of(db: sqlite3.Connection, user_id: int) -> list[sqlite3.Row]:
    """The rows of a wish list with their products."""
    return db.execute(
        "SELECT w.*, p.name, p.slug, p.price, p.in_stock FROM wishes w JOIN products p ON p.id = w.product_id WHERE "
        "w.user_id = ?"
        " ORDER BY w.id",
        (user_id,),
    ).fetchall()


async def wishlist(request: Request) -> Response:
    """The wish list with a comment and a quantity for each product."""
    return page(request, "wishlist.html", wishes=wishes_of(database(request), require_user(request)["id"]))


async def add(request: Request) -> Response:
    """Put a product onto the wish list, with the options chosen so far."""
    data, person, db = await form(request), require_user(request), database(request)
    product = row_or_404(request, "SELECT id, name FROM products WHERE id = ?", request.path_params["product_id"])
    chosen, _ = chosen_options(db, product["id"], data)
    db.execute(
        "INSERT INTO wishes (user_id, product_id, chosen, quantity, added) VALUES (?, ?, ?, ?, ?)",
        (person["id"], product["id"], chosen, whole(data.get("quantity", "1"), 1, MOST_OF_ONE), now(request)),
    )
    flash(request, f"{product['name']} has been added to your wish list.")
    return redirect(request, "/wishlist")


async def update(request: Request) -> Response:
    """New comments and quantities for all rows."""
    data, person, db = await form(request), require_user(request), database(request)
    save(db, person["id"], data)
    flash(request, "Your wish list was updated.")
    return redirect(request, "/wishlist")


def save(db: sqlite3.Connection, user_id: int, data: dict[str, str]) -> None:
    """Write the comments and quantities of the form."""
    for wish in wishes_of(db, user_id):
        db.execute(
            "UPDATE wishes SET comment = ?, quantity = ? WHERE id = ?",
            (
                data.get(f"comment_{wish['id']}", wish["comment"]).strip(),
                whole(data.get(f"quantity_{wish['id']}", str(wish["quantity"])), 1, MOST_OF_ONE),
                wish["id"],
            ),
        )


async def to_cart(request: Request) -> Response:
    """Move one row into the cart; where options are open, its product page asks for them."""
    await form(request)
    person, db = require_user(request), database(request)
    wish = row_or_404(
        request,
        "SELECT w.*, p.name, p.slug, p.in_stock FROM wishes w JOIN products p ON p.id = w.product_id WHERE w.id = ? AND w.user_id = ?",
        request.path_params["wish_id"],
        person["id"],
    )
    if not movable(db, wish):
        flash(request, f"{wish['name']} is out of stock." if not wish["in_stock"] else "You need to choose options for your item.")
        return redirect(request, f"/product/{wish['slug']}")
    move(db, owner(request), wish)
    flash(request, f"You added {wish['name']} to your shopping cart.")
    return redirect(request, "/wishlist")


async def all_to_cart(request: Request) -> Response:
    """Move every row into the cart that can go."""
    data, person, db = await form(request), require_user(request), database(request)
    save(db, person["id"], data)
    moved = [wish for wish in wishes_of(db, person["id"]) if movable(db, wish)]
    for wish in moved:
        move(db, owner(request), wish)
    flash(request, f"{len(moved)} product(s) have been added to your shopping cart.")
    return redirect(request, "/wishlist")


def movable(db: sqlite3.Connection, wish: sqlite3.Row) -> bool:
    """Whether a wished product is in stock and none of its options is open."""
    return bool(wish["in_stock"]) and wish["chosen"].count(": ") == len(options_of(db, wish["product_id"]))


def move(db: sqlite3.Connection, whose: str, wish: sqlite3.Row) -> None:
    """Take a row off the wish list and into the cart."""
    add_to_cart(db, whose, wish["product_id"], wish["chosen"], wish["quantity"])
    db.execute("DELETE FROM wishes WHERE id = ?", (wish["id"],))


async def remove(request: Request) -> Response:
    """Take a row off the wish list."""
    await form(request)
    person, db = require_user(request), database(request)
    wish = row_or_404(
        request,
        "SELECT w.id, p.name FROM wishes w JOIN products p ON p.id = w.product_id WHERE w.id = ? AND w.user_id = ?",
        request.path_params["wish_id"],
        person["id"],
    )
    db.execute("DELETE FROM wishes WHERE id = ?", (wish["id"],))
    flash(request, f"{wish['name']} has been removed from your wish list.")
    return redirect(request, "/wishlist")


ROUTES = [
    Route("/wishlist", wishlist),
    Route("/wishlist/add/{product_id:int}", add, methods=["POST"]),
    Route("/wishlist/update", update, methods=["POST"]),
    Route("/wishlist/cart", all_to_cart, methods=["POST"]),
    Route("/wishlist/{wish_id:int}/cart", to_cart, methods=["POST"]),
    Route("/wishlist/{wish_id:int}/remove", remove, methods=["POST"]),
]
