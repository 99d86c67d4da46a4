"""The cart: adding, changing, coupon, shipping estimate."""

import sqlite3

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from mag.miniarena.core import SNAPSHOT_TIME, database, flash, form, now, page, redirect, require_user, row_or_404
from mag.miniarena.shopping.data_people import COUNTRIES, REGIONS, SHIPPING
from mag.miniarena.shopping.store import (
    MOST_OF_ONE,
    add_to_cart,
    back_to,
    cart_lines,
    chosen_options,
    owner,
    shipping_price,
    totals,
    whole,
)

TODAY = SNAPSHOT_TIME.date().isoformat()


async def cart(request: Request) -> Response:
    """The cart with its totals; the query string may ask for an estimate of shipping."""
    whose, query = owner(request), request.query_params
    method = query.get("method", "standard") if query.get("method") in SHIPPING else "standard"
    sums = totals(database(request), whose, TODAY, method)
    offers = [(code, name, shipping_price(code, sums.subtotal), code == method) for code, (name, _, _) in SHIPPING.items()]
    return page(
        request,
        "cart.html",
        items=cart_lines(database(request), whose),
        totals=sums,
        offers=offers,
        regions=REGIONS,
        countries=COUNTRIES,
        estimate={key: query.get(key, default) for key, default in (("country", "United States"), ("region", "Ohio"), ("postcode", ""))},
        estimated="method" in query,
    )


async def add(request: Request) -> Response:
    """Put a product into the cart, from a list, a dialog or its page."""
    data = await form(request)
    product = row_or_404(request, "SELECT * FROM products WHERE id = ?", request.path_params["product_id"])
    chosen, missing = chosen_options(database(request), product["id"], data)
    if missing or not product["in_stock"]:
        flash(request, f"Please choose: {', '.join(missing)}." if missing else f"{product['name']} is out of stock.")
        return redirect(request, f"/product/{product['slug']}")
    add_to_cart(database(request), owner(request), product["id"], chosen, whole(data.get("quantity", "1"), 1, MOST_OF_ONE))
    flash(request, f"You added {product['name']} to your shopping cart.")
    return redirect(request, back_to(data, f"/product/{product['slug']}"))


async def update(request: Request) -> Response:
    """New quantities for all rows; none of a product removes it."""
    data, db, whose = await form(request), database(request), owner(request)
    for line in cart_lines(db, whose):
        quantity = whole(data.get(f"quantity_{line['id']}", str(line["quantity"])), 0, MOST_OF_ONE)
        if quantity:
            db.execute("UPDATE cart_items SET quantity = ? WHERE id = ?", (quantity, line["id"]))
        else:
            db.execute("DELETE FROM cart_items WHERE id = ?", (line["id"],))
    flash(request, "The shopping cart was updated.")
    return redirect(request, "/cart")


def own_line(request: Request) -> sqlite3.Row:
    """The row of the visitor's cart that an address names."""
    for line in cart_lines(database(request), owner(request)):
        if line["id"] == request.path_params["line_id"]:
            return line
    raise HTTPException(404)


async def remove(request: Request) -> Response:
    """Take a row out of the cart."""
    data = await form(request)
    line = own_line(request)
    database(request).execute("DELETE FROM cart_items WHERE id = ?", (line["id"],))
    flash(request, f"{line['name']} was removed from your shopping cart.")
    return redirect(request, back_to(data, "/cart"))


async def to_wishlist(request: Request) -> Response:
    """Move a row from the cart onto the wish list."""
    await form(request)
    person, line, db = require_user(request), own_line(request), database(request)
    db.execute(
        "INSERT INTO wishes (user_id, product_id, chosen, quantity, added) VALUES (?, ?, ?, ?, ?)",
        (person["id"], line["product_id"], line["chosen"], line["quantity"], now(request)),
    )
    db.execute("DELETE FROM cart_items WHERE id = ?", (line["id"],))
    flash(request, f"{line['name']} has been moved to your wish list.")
    return redirect(request, "/cart")


async def coupon(request: Request) -> Response:
    """Use a coupon code, or stop using one."""
    data, db, whose = await form(request), database(request), owner(request)
    db.execute("DELETE FROM cart_coupons WHERE owner = ?", (whose,))
    code = data.get("code", "").strip().upper()
    if data.get("cancel") or not code:
        flash(request, "You canceled the coupon code.")
        return redirect(request, "/cart")
    found = db.execute("SELECT 1 FROM coupons WHERE code = ?", (code,)).fetchone()
    if found:
        db.execute("INSERT INTO cart_coupons VALUES (?, ?)", (whose, code))
    if found and totals(db, whose, TODAY).discount:
        flash(request, f'You used coupon code "{code}".')
    else:
        db.execute("DELETE FROM cart_coupons WHERE owner = ?", (whose,))
        flash(request, f'The coupon code "{code}" is not valid for this cart.')
    return redirect(request, "/cart")


ROUTES = [
    Route("/cart", cart),
    Route("/cart/add/{product_id:int}", add, methods=["POST"]),
    Route("/cart/update", update, methods=["POST"]),
    Route("/cart/coupon", coupon, methods=["POST"]),
    Route("/cart/{line_id:int}/remove", remove, methods=["POST"]),
    Route("/cart/{line_id:int}/wish", to_wishlist, methods=["POST"]),
]
