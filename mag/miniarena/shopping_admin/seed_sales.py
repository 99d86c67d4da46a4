"""Seeds orders with their items, remarks, invoices and shipments."""

import sqlite3
from datetime import datetime, timedelta
from random import Random

from mag.miniarena.core import SNAPSHOT_TIME
from mag.miniarena.shopping_admin.data_content import CANCEL_REASONS, COUPON_PERIODS, HOLD_REASONS, REFUND_REASONS, SHIP_NOTES
from mag.miniarena.shopping_admin.data_people import CITIES, FIRST_MEN, FIRST_WOMEN, LAST
from mag.miniarena.shopping_admin.orders import CARRIERS, add_track, next_number
from mag.miniarena.shopping_admin.rows import insert
from mag.miniarena.shopping_admin.seed_people import address, email_of

ORDERS = 424
SEASON = (0.8, 0.7, 0.9, 1.0, 1.1, 1.0, 0.8, 0.8, 1.1, 1.0, 1.6, 1.7)
TAX = {state: rate for _, state, _, _, rate in CITIES}
PAYMENTS = ("Credit Card", "Check / Money order", "Bank Transfer Payment", "Cash On Delivery")


def seed_sales(db: sqlite3.Connection, rng: Random) -> None:
    """Write the orders of 2024-01 to 2026-03 in the order they came in."""
    products = db.execute("SELECT id, sku, name, price FROM products WHERE type = 'Simple Product' ORDER BY id").fetchall()
    popular = [1 + 9 * rng.random() ** 4 for _ in products]
    buyers = db.execute(
        "SELECT c.*, a.street, a.city, a.state, a.zip, a.phone FROM customers c "
        "JOIN addresses a ON a.customer_id = c.id AND a.is_default ORDER BY c.id"
    ).fetchall()
    loyal = [1 + 14 * rng.random() ** 5 for _ in buyers]
    for number, created in enumerate(_moments(rng), 1):
        known = [(row, weight) for row, weight in zip(buyers, loyal, strict=True) if row["created"] < created]
        buyer = dict(rng.choices([row for row, _ in known], [weight for _, weight in known])[0]) if rng.random() < 0.87 else _guest(rng)
        wanted = rng.choices(products, popular, k=rng.choices((1, 2, 3, 4), (40, 32, 20, 8))[0])
        items = [(row, rng.choices((1, 2, 3, 4), (70, 20, 7, 3))[0]) for row in {row["id"]: row for row in wanted}.values()]
        order_id = _order(db, rng, (number, created), buyer, items)
        _papers(db, rng, order_id)


def _moments(rng: Random) -> list[str]:
    """When the orders came in: more every year, most of them before the holidays, none after this morning."""
    months = [(2024 + index // 12, index % 12 + 1) for index in range(27)]
    weights = [
        SEASON[month - 1] * (1 + index / 16) * (0.5 if (year, month) == (2026, 3) else 1.0) for index, (year, month) in enumerate(months)
    ]
    found = []
    for year, month in rng.choices(months, weights, k=ORDERS):
        last = 15 if (year, month) == (2026, 3) else 28
        found.append(datetime(year, month, rng.randint(1, last), rng.randint(6, 22), rng.randint(0, 59), rng.randint(0, 59)))
    return [moment.isoformat(sep=" ") for moment in sorted(found)]


def _guest(rng: Random) -> dict[str, object]:
    first, last = rng.choice(FIRST_WOMEN + FIRST_MEN), rng.choice(LAST)
    street, city, state, code, phone = address(rng)
    return {
        "id": None,
        "first": first,
        "last": last,
        "email": email_of(rng, first, last),
        "group_name": "NOT LOGGED IN",
        "street": street,
        "city": city,
        "state": state,
        "zip": code,
        "phone": phone,
    }


def _order(
    db: sqlite3.Connection, rng: Random, head: tuple[int, str], buyer: dict[str, object], items: list[tuple[sqlite3.Row, int]]
) -> int:
    number, created = head
    subtotal = sum(row["price"] * quantity for row, quantity in items)
    open_coupons = [(code, share) for code, share, first, last in COUPON_PERIODS if first <= created[:10] <= last]
    code, share = rng.choice(open_coupons) if rng.random() < (0.16 if len(open_coupons) == 1 else 0.7) else ("", 0)
    discount = subtotal * share // 100
    delivery = "Free Shipping" if subtotal >= 7500 else rng.choice(("Flat Rate - Fixed", "Flat Rate - Fixed", "Best Way - Table Rate"))
    shipping = {"Free Shipping": 0, "Flat Rate - Fixed": 500 * sum(quantity for _, quantity in items)}.get(delivery, 1500)
    tax = (subtotal - discount) * TAX[str(buyer["state"])] // 1000
    status = _status(rng, created)
    total = subtotal - discount + shipping + tax
    values = {
        "number": f"{number:09d}",
        "customer_id": buyer["id"],
        "customer": f"{buyer['first']} {buyer['last']}",
        "email": buyer["email"],
        "group_name": buyer["group_name"],
        "status": status,
        "created": created,
        "subtotal": subtotal,
        "discount": discount,
        "shipping": shipping,
        "tax": tax,
        "total": total,
        "refunded": total if status == "Closed" else 0,
        "coupon": code,
        "payment": rng.choices(PAYMENTS, (60, 20, 12, 8))[0],
        "delivery": delivery,
        "street": buyer["street"],
        "city": buyer["city"],
        "state": buyer["state"],
        "zip": buyer["zip"],
        "phone": buyer["phone"],
        "ip": f"{rng.randint(23, 98)}.{rng.randint(0, 255)}.{rng.randint(0, 255)}.{rng.randint(1, 254)}",
        "held_from": rng.choice(("Pending", "Processing")) if status == "On Hold" else "",
    }
    order_id = insert(db, "orders", values)
    db.executemany(
        "INSERT INTO order_items (order_id, product_id, sku, name, price, quantity) VALUES (?, ?, ?, ?, ?, ?)",
        [(order_id, row["id"], row["sku"], row["name"], row["price"], quantity) for row, quantity in items],
    )
    return order_id


def _status(rng: Random, created: str) -> str:
    age = (SNAPSHOT_TIME - datetime.fromisoformat(created)).days
    if age < 26:
        return rng.choices(("Pending", "Processing", "On Hold", "Canceled"), (52, 26, 16, 6))[0]
    if age < 130:
        return rng.choices(("Pending", "Processing", "On Hold", "Canceled", "Complete"), (13, 20, 12, 9, 46))[0]
    return rng.choices(("Pending", "Canceled", "Closed", "Complete"), (1, 10, 8, 81))[0]


def _papers(db: sqlite3.Connection, rng: Random, order_id: int) -> None:
    """Remarks, invoice and shipment as the status wants them."""
    order = db.execute("SELECT * FROM orders WHERE id = ?", (order_id,)).fetchone()
    moment = datetime.fromisoformat(order["created"])

    def later(hours: int) -> str:
        return min(moment + timedelta(hours=hours, minutes=rng.randint(1, 59)), SNAPSHOT_TIME - timedelta(minutes=20)).isoformat(sep=" ")

    def remark(hours: int, status: str, text: str) -> None:
        insert(
            db,
            "order_comments",
            {"order_id": order_id, "created": later(hours), "status": status, "comment": text, "notified": int(rng.random() < 0.3)},
        )

    status = order["status"]
    if status in ("Processing", "Complete", "Closed") or order["held_from"] == "Processing":
        insert(
            db,
            "invoices",
            {"number": next_number(db, "invoices"), "order_id": order_id, "created": later(3), "status": "Paid", "total": order["total"]},
        )
    if status in ("Complete", "Closed"):
        quantity = db.execute("SELECT sum(quantity) FROM order_items WHERE order_id = ?", (order_id,)).fetchone()[0]
        shipment = insert(
            db, "shipments", {"number": next_number(db, "shipments"), "order_id": order_id, "created": later(26), "quantity": quantity}
        )
        if rng.random() < 0.7:
            carrier = rng.choice(CARRIERS[1:])
            add_track(db, shipment, carrier, f"{carrier[0]}{carrier.split()[1][0]}{rng.randint(10**8, 10**9 - 1)}")
        if rng.random() < 0.35:
            remark(27, "Complete", rng.choice(SHIP_NOTES))
    texts = {"Canceled": CANCEL_REASONS, "On Hold": HOLD_REASONS, "Closed": REFUND_REASONS}.get(status)
    if texts:
        remark(40, status, rng.choice(texts))
