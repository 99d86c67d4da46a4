"""Checkout in two steps, shipping and payment, and the confirmation."""

import sqlite3

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from mag.miniarena.core import database, flash, form, now, page, redirect, require_user, row_or_404
from mag.miniarena.shopping.data_people import COUNTRIES, PAYMENTS, REGIONS, SHIPPING
from mag.miniarena.shopping.store import Totals, address_line, cart_lines, order_number, owner, shipping_price, totals
from mag.miniarena.shopping.views_addresses import address_errors, insert_address, posted_address
from mag.miniarena.shopping.views_cart import TODAY


def filled_cart(request: Request) -> list[sqlite3.Row]:
    """The cart's rows; an empty cart leads back to its page."""
    lines = cart_lines(database(request), owner(request))
    if not lines:
        flash(request, "Your shopping cart is empty.")
        raise HTTPException(303, headers={"location": "/cart"})
    return lines


def own_address(request: Request, address_id: str) -> sqlite3.Row:
    """The account's address of this number, its default shipping address for a blank."""
    person = require_user(request)
    if not address_id.isdigit():
        return row_or_404(request, "SELECT * FROM addresses WHERE user_id = ? ORDER BY shipping DESC, id", person["id"])
    return row_or_404(request, "SELECT * FROM addresses WHERE user_id = ? AND id = ?", person["id"], int(address_id))


async def shipping(request: Request) -> Response:
    """First step: where to, and how."""
    person, lines = require_user(request), filled_cart(request)
    current = own_address(request, request.query_params.get("address", ""))
    addresses = (
        database(request)
        .execute(
            "SELECT * FROM addresses WHERE user_id = ? AND (listed OR id = ?) ORDER BY shipping DESC, id", (person["id"], current["id"])
        )
        .fetchall()
    )
    sums = totals(database(request), owner(request), TODAY)
    offers = [(code, name, note, shipping_price(code, sums.subtotal)) for code, (name, _, note) in SHIPPING.items()]
    first, _, last = person["name"].partition(" ")
    blank = {
        "first_name": first,
        "last_name": last,
        "company": "",
        "street": "",
        "city": "",
        "region": "",
        "postcode": "",
        "country": "United States",
        "phone": "",
    }
    return page(
        request,
        "checkout_shipping.html",
        items=lines,
        addresses=addresses,
        current=current,
        offers=offers,
        totals=sums,
        address=blank,
        regions=REGIONS,
        countries=COUNTRIES,
    )


async def new_address(request: Request) -> Response:
    """The dialog's new address: kept in the address book on request, and chosen for this order."""
    person, data = require_user(request), await form(request)
    values = posted_address(data)
    if errors := address_errors(values):
        flash(request, errors)
        return redirect(request, "/checkout")
    address = insert_address(database(request), person["id"], values, listed="save" in data)
    return redirect(request, f"/checkout?address={address}")


async def payment(request: Request) -> Response:
    """Second step: a look over everything, and the payment method."""
    query, lines = request.query_params, filled_cart(request)
    address, method = own_address(request, query.get("address", "")), query.get("method", "")
    if method not in SHIPPING:
        flash(request, "The shipping method is missing. Select the shipping method and try again.")
        return redirect(request, f"/checkout?address={address['id']}")
    return page(
        request,
        "checkout_payment.html",
        items=lines,
        address=address,
        method=SHIPPING[method],
        code=method,
        payments=PAYMENTS,
        totals=totals(database(request), owner(request), TODAY, method),
    )


async def place(request: Request) -> Response:
    """Turn the cart into an order."""
    person, data, lines = require_user(request), await form(request), filled_cart(request)
    target, method, way = own_address(request, data.get("address", "")), data.get("method", ""), data.get("payment", "")
    if method not in SHIPPING or way not in PAYMENTS:
        flash(request, "Choose a payment method and try again.")
        return redirect(request, f"/checkout/payment?address={target['id']}&method={method}")
    db, whose = database(request), owner(request)
    billing = db.execute("SELECT * FROM addresses WHERE user_id = ? ORDER BY billing DESC, id", (person["id"],)).fetchone()
    order = insert_order(db, (person["id"], now(request), "Pending"), totals(db, whose, TODAY, method), PAYMENTS[way], (target, billing))
    db.executemany(
        "INSERT INTO order_items (order_id, product_id, chosen, price, quantity) VALUES (?, ?, ?, ?, ?)",
        [(order, line["product_id"], line["chosen"], line["price"], line["quantity"]) for line in lines],
    )
    db.execute("DELETE FROM cart_items WHERE owner = ?", (whose,))
    db.execute("DELETE FROM cart_coupons WHERE owner = ?", (whose,))
    return redirect(request, f"/checkout/success?order={order}")


def insert_order(
    db: sqlite3.Connection, head: tuple[int, str, str], sums: Totals, payment_name: str, addresses: tuple[sqlite3.Row, sqlite3.Row]
) -> int | None:
    """Write an order's row: head is user, time and status; addresses are where it goes and who pays."""
    target, billing = addresses
    return db.execute(
        "INSERT INTO orders (user_id, created, status, subtotal, discount, coupon, shipping, total, method, payment, ship_name, ship_to, "
        "bill_name,"
        " bill_to) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            *head,
            sums.subtotal,
            sums.discount,
            sums.coupon,
            sums.shipping,
            sums.total,
            SHIPPING[sums.method][0],
            payment_name,
            f"{target['first_name']} {target['last_name']}",
            address_line(target),
            f"{billing['first_name']} {billing['last_name']}",
            address_line(billing),
        ),
    ).lastrowid


async def success(request: Request) -> Response:
    """Thanks, with the number of the order."""
    text = request.query_params.get("order", "0")
    found = row_or_404(
        request, "SELECT id FROM orders WHERE id = ? AND user_id = ?", int(text) if text.isdigit() else 0, require_user(request)["id"]
    )
    return page(request, "checkout_success.html", order=found["id"], number=order_number(found["id"]))


ROUTES = [
    Route("/checkout", shipping),
    Route("/checkout/address", new_address, methods=["POST"]),
    Route("/checkout/payment", payment),
    Route("/checkout/place", place, methods=["POST"]),
    Route("/checkout/success", success),
]
