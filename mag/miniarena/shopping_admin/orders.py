"""What can happen to an order, whoever asks for it: the order's page or the grid."""

import sqlite3

from mag.miniarena.shopping_admin.rows import insert

STATUSES = ("Pending", "Processing", "On Hold", "Complete", "Closed", "Canceled")
CARRIERS = ("Custom Value", "Redwood Parcel", "Blue Heron Express", "United States Postal Service")


def has(db: sqlite3.Connection, table: str, order_id: int) -> bool:
    """Whether the order has an invoice or a shipment."""
    return db.execute(f"SELECT 1 FROM {table} WHERE order_id = ?", (order_id,)).fetchone() is not None  # table is our own literal


def possible(db: sqlite3.Connection, order: sqlite3.Row) -> set[str]:
    """Names of the actions that the order's state allows."""
    status = order["status"]
    if status == "On Hold":
        return {"unhold"}
    if status not in ("Pending", "Processing"):
        return set()
    invoiced, shipped = has(db, "invoices", order["id"]), has(db, "shipments", order["id"])
    allowed = {"hold": True, "cancel": not invoiced and not shipped, "invoice": not invoiced, "ship": not shipped}
    return {name for name, can in allowed.items() if can}


def load(db: sqlite3.Connection, order_id: int) -> sqlite3.Row | None:
    """The order's row."""
    found: sqlite3.Row | None = db.execute("SELECT * FROM orders WHERE id = ?", (order_id,)).fetchone()
    return found


def comment(db: sqlite3.Connection, order_id: int, when: str, text: str, flags: tuple[bool, bool] = (False, False)) -> None:
    """Add a remark with the order's current status; `flags`: the customer was notified, it shows on the storefront."""
    db.execute(
        "INSERT INTO order_comments (order_id, created, status, comment, notified, visible) "
        "SELECT id, ?, status, ?, ?, ? FROM orders WHERE id = ?",
        (when, text, *map(int, flags), order_id),
    )


def set_status(db: sqlite3.Connection, order_id: int, status: str) -> None:
    """Give the order a status."""
    db.execute("UPDATE orders SET status = ? WHERE id = ?", (status, order_id))


def cancel(db: sqlite3.Connection, order: sqlite3.Row) -> None:
    """Cancel the order and put its items back on stock."""
    set_status(db, order["id"], "Canceled")
    for item in db.execute("SELECT product_id, quantity FROM order_items WHERE order_id = ?", (order["id"],)).fetchall():
        db.execute("UPDATE products SET quantity = quantity + ? WHERE id = ?", (item["quantity"], item["product_id"]))


def hold(db: sqlite3.Connection, order: sqlite3.Row) -> None:
    """Put the order on hold; it remembers where it was."""
    db.execute("UPDATE orders SET status = 'On Hold', held_from = status WHERE id = ?", (order["id"],))


def unhold(db: sqlite3.Connection, order: sqlite3.Row) -> None:
    """Release the order to where it was."""
    db.execute("UPDATE orders SET status = held_from, held_from = '' WHERE id = ?", (order["id"],))


def next_number(db: sqlite3.Connection, table: str) -> str:
    """The number of the next invoice or shipment."""
    last = db.execute(f"SELECT max(number) FROM {table}").fetchone()[0]
    return f"{int(last or 0) + 1:09d}"


def invoice(db: sqlite3.Connection, order: sqlite3.Row, when: str) -> None:
    """Invoice the whole order."""
    insert(
        db,
        "invoices",
        {"number": next_number(db, "invoices"), "order_id": order["id"], "created": when, "status": "Paid", "total": order["total"]},
    )
    set_status(db, order["id"], "Complete" if has(db, "shipments", order["id"]) else "Processing")


def ship(db: sqlite3.Connection, order: sqlite3.Row, when: str) -> int:
    """Ship the whole order; gives the shipment's id."""
    quantity = db.execute("SELECT sum(quantity) FROM order_items WHERE order_id = ?", (order["id"],)).fetchone()[0]
    shipment = insert(
        db, "shipments", {"number": next_number(db, "shipments"), "order_id": order["id"], "created": when, "quantity": quantity}
    )
    set_status(db, order["id"], "Complete" if has(db, "invoices", order["id"]) else "Processing")
    return shipment


def add_track(db: sqlite3.Connection, shipment_id: int, carrier: str, number: str) -> None:
    """Add a tracking number to a shipment."""
    insert(db, "tracks", {"shipment_id": shipment_id, "carrier": carrier, "number": number})
