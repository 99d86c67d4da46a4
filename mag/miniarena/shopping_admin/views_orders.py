"""The page of an order and what is done on it."""

import sqlite3
from collections.abc import Callable

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from mag.miniarena.core import database, form, now, page, row_or_404
from mag.miniarena.shopping_admin import orders
from mag.miniarena.shopping_admin.common import done, path_id, route

SIMPLE_ACTIONS: dict[str, tuple[Callable[[sqlite3.Connection, sqlite3.Row], None], str]] = {
    "cancel": (orders.cancel, "You canceled the order."),
    "hold": (orders.hold, "You put the order on hold."),
    "unhold": (orders.unhold, "You released the order from holding status."),
}


def find(request: Request) -> sqlite3.Row:
    """The order of the address."""
    return row_or_404(request, "SELECT * FROM orders WHERE id = ?", path_id(request))


def items_of(request: Request, order_id: int) -> list[sqlite3.Row]:
    """The order's items."""
    return database(request).execute("SELECT * FROM order_items WHERE order_id = ? ORDER BY id", (order_id,)).fetchall()


def require_possible(request: Request, order: sqlite3.Row, action: str) -> None:
    """Refuse an action that the order's state does not allow."""
    if action not in orders.possible(database(request), order):
        raise HTTPException(409, f"The order is {order['status']}; this cannot be done with it any more.")


async def show_order(request: Request) -> Response:
    """The order with its papers and remarks in tabs."""
    db, order = database(request), find(request)
    comments = db.execute("SELECT * FROM order_comments WHERE order_id = ? ORDER BY id DESC", (order["id"],)).fetchall()
    invoices = db.execute("SELECT * FROM invoices WHERE order_id = ? ORDER BY id", (order["id"],)).fetchall()
    shipments = db.execute(
        "SELECT s.*, (SELECT group_concat(t.carrier || ' ' || t.number, ', ') FROM tracks t WHERE t.shipment_id = s.id) AS tracking "
        "FROM shipments s WHERE s.order_id = ? ORDER BY s.id",
        (order["id"],),
    ).fetchall()
    statuses = [order["status"]] + [
        status for status in ("Pending", "Processing") if order["status"] in ("Pending", "Processing") and status != order["status"]
    ]
    return page(
        request,
        "order.html",
        order=order,
        items=items_of(request, order["id"]),
        comments=comments,
        invoices=invoices,
        shipments=shipments,
        possible=orders.possible(db, order),
        statuses=statuses,
    )


async def act(request: Request) -> Response:
    """Cancel, hold or release the order."""
    await form(request)
    order, action = find(request), request.path_params["action"]
    if action not in SIMPLE_ACTIONS:
        raise HTTPException(404)
    require_possible(request, order, action)
    change, message = SIMPLE_ACTIONS[action]
    change(database(request), order)
    return done(request, f"/sales/orders/{order['id']}", message, f"Order {order['number']}: {action}")


async def send_email(request: Request) -> Response:
    """Send the customer the order's confirmation once more; here only noted among the remarks."""
    await form(request)
    order = find(request)
    orders.comment(database(request), order["id"], now(request), "The order confirmation e-mail was sent again.", (True, False))
    return done(request, f"/sales/orders/{order['id']}", "You sent the order email.", f"Order {order['number']}: e-mail sent")


async def add_comment(request: Request) -> Response:
    """Add a remark, perhaps with another status."""
    data, order, db = await form(request), find(request), database(request)
    address, text = f"/sales/orders/{order['id']}", data.get("comment", "").strip()
    if not text:
        return done(request, address, "Please provide a comment text.")
    if data.get("status") in ("Pending", "Processing") and order["status"] in ("Pending", "Processing"):
        orders.set_status(db, order["id"], data["status"])
    orders.comment(db, order["id"], now(request), text, ("notify" in data, "visible" in data))
    return done(request, address, "You added the comment.", f"Order {order['number']}: comment")


async def new_invoice(request: Request) -> Response:
    """The form of a new invoice and its submission."""
    order = find(request)
    require_possible(request, order, "invoice")
    if request.method == "GET":
        return page(request, "invoice_new.html", order=order, items=items_of(request, order["id"]))
    data, db = await form(request), database(request)
    orders.invoice(db, order, now(request))
    if data.get("comment", "").strip():
        orders.comment(db, order["id"], now(request), data["comment"].strip(), ("notify" in data, False))
    return done(request, f"/sales/orders/{order['id']}", "The invoice has been created.", f"Order {order['number']}: invoice")


async def new_shipment(request: Request) -> Response:
    """The form of a new shipment with its tracking number, and its submission."""
    order = find(request)
    require_possible(request, order, "ship")
    if request.method == "GET":
        return page(request, "shipment_new.html", order=order, items=items_of(request, order["id"]), carriers=orders.CARRIERS)
    data, db = await form(request), database(request)
    shipment = orders.ship(db, order, now(request))
    tracking = data.get("tracking", "").strip()
    if tracking:
        orders.add_track(db, shipment, carrier_of(data), tracking)
    if data.get("comment", "").strip():
        orders.comment(db, order["id"], now(request), data["comment"].strip(), ("notify" in data, False))
    return done(request, f"/sales/orders/{order['id']}", "The shipment has been created.", f"Order {order['number']}: shipment")


def carrier_of(data: dict[str, str]) -> str:
    """The carrier chosen in a form, the first one for nonsense."""
    return data["carrier"] if data.get("carrier") in orders.CARRIERS else orders.CARRIERS[0]


async def show_invoice(request: Request) -> Response:
    """An invoice; with /print in the plain form for paper."""
    invoice = row_or_404(request, "SELECT * FROM invoices WHERE id = ?", path_id(request))
    order = row_or_404(request, "SELECT * FROM orders WHERE id = ?", invoice["order_id"])
    template = "invoice_print.html" if request.url.path.endswith("/print") else "invoice.html"
    note = row_or_404(request, "SELECT value FROM settings WHERE path = 'sales/invoice_note'")["value"]
    return page(request, template, invoice=invoice, order=order, items=items_of(request, order["id"]), note=note)


async def show_shipment(request: Request) -> Response:
    """A shipment with its tracking numbers."""
    shipment = row_or_404(request, "SELECT * FROM shipments WHERE id = ?", path_id(request))
    order = row_or_404(request, "SELECT * FROM orders WHERE id = ?", shipment["order_id"])
    tracks = database(request).execute("SELECT * FROM tracks WHERE shipment_id = ? ORDER BY id", (shipment["id"],)).fetchall()
    return page(
        request,
        "shipment.html",
        shipment=shipment,
        order=order,
        items=items_of(request, order["id"]),
        tracks=tracks,
        carriers=orders.CARRIERS,
    )


async def change_tracks(request: Request) -> Response:
    """Add a tracking number to a shipment, or take one away."""
    shipment = row_or_404(request, "SELECT * FROM shipments WHERE id = ?", path_id(request))
    data, db, address = await form(request), database(request), f"/sales/shipments/{shipment['id']}"
    if "remove" in data:
        db.execute("DELETE FROM tracks WHERE id = ? AND shipment_id = ?", (data["remove"], shipment["id"]))
        return done(request, address, "You deleted the tracking number.", f"Shipment {shipment['number']}: tracking number deleted")
    number = data.get("tracking", "").strip()
    if not number:
        return done(request, address, "Please enter a tracking number.")
    orders.add_track(db, shipment["id"], carrier_of(data), number)
    return done(request, address, "You added the tracking number.", f"Shipment {shipment['number']}: tracking number added")


ROUTES: list[BaseRoute] = [
    route("/sales/orders/{id:int}", show_order),
    route("/sales/orders/{id:int}/comment", add_comment, "POST"),
    route("/sales/orders/{id:int}/email", send_email, "POST"),
    route("/sales/orders/{id:int}/invoice", new_invoice, "GET", "POST"),
    route("/sales/orders/{id:int}/ship", new_shipment, "GET", "POST"),
    route("/sales/orders/{id:int}/state/{action}", act, "POST"),
    route("/sales/invoices/{id:int}", show_invoice),
    route("/sales/invoices/{id:int}/print", show_invoice),
    route("/sales/shipments/{id:int}", show_shipment),
    route("/sales/shipments/{id:int}/tracks", change_tracks, "POST"),
]
