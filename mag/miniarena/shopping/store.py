"""What pages of the shop share: money and dates, the visitor's cart and its totals, chosen options, the frame around every page."""

import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request

from mag.miniarena.core import database, session, user
from mag.miniarena.shopping.data_people import FREE_SHIPPING, SHIPPING

MOST_OF_ONE = 99  # of one product in one cart row


def usd(cents: int) -> str:
    """An amount as the pages print it."""
    return f"-${-cents / 100:,.2f}" if cents < 0 else f"${cents / 100:,.2f}"


def day(text: str) -> str:
    """A stored time as a date, such as Mar 14, 2026."""
    when = datetime.fromisoformat(text)
    return f"{when:%b} {when.day}, {when.year}"


def order_number(order_id: int) -> str:
    """An order's number with its leading zeros."""
    return f"{order_id:09d}"


def address_line(address: Mapping[str, Any] | sqlite3.Row) -> str:
    """An address on one line, without the person."""
    company = f"{address['company']}, " if address["company"] else ""
    return f"{company}{address['street']}, {address['city']}, {address['region']} {address['postcode']}"


def here(request: Request, **changes: Any) -> str:
    """This page's address with some of its query changed; None removes a key."""
    query = {**dict(request.query_params), **changes}
    kept = {key: value for key, value in query.items() if value not in (None, "")}
    return request.url.path + (f"?{urlencode(kept)}" if kept else "")


def back_to(data: Mapping[str, str], default: str) -> str:
    """The page a form was sent from, where it says so with a path of this site."""
    target = data.get("back", "")
    return target if target.startswith("/") and not target.startswith("//") else default


def whole(text: str, least: int, most: int) -> int:
    """A typed quantity, brought between the limits; nonsense counts as the least."""
    return min(most, max(least, int(text))) if text.isascii() and text.isdigit() and len(text) < 9 else least


# --- the cart --------------------------------------------------------------------------------------------------------
def owner(request: Request) -> str:
    """Whose cart and comparison this is: the account's, or the guest session's; a guest's rows follow into the account at sign-in."""
    token, person = session(request)["token"], user(request)
    if person is None:
        return str(token)
    name, db = f"user {person['id']}", database(request)
    if db.execute("SELECT 1 FROM cart_items WHERE owner = ? UNION SELECT 1 FROM compare_items WHERE owner = ?", (token, token)).fetchone():
        db.execute("UPDATE cart_items SET owner = ? WHERE owner = ?", (name, token))
        db.execute("UPDATE OR REPLACE compare_items SET owner = ? WHERE owner = ?", (name, token))
    return name


def cart_lines(db: sqlite3.Connection, whose: str) -> list[sqlite3.Row]:
    """The rows of a cart with their products."""
    return db.execute(
        "SELECT i.id, i.chosen, i.quantity, i.product_id, p.name, p.slug, p.sku, p.price, p.price * i.quantity AS amount"
        " FROM cart_items i JOIN products p ON p.id = i.product_id WHERE i.owner = ? ORDER BY i.id",
        (whose,),
    ).fetchall()


def add_to_cart(db: sqlite3.Connection, whose: str, product_id: int, chosen: str, quantity: int) -> None:
    """Put a product into a cart, onto the row that already holds the same choice."""
    same = db.execute("SELECT id FROM cart_items WHERE owner = ? AND product_id = ? AND chosen = ?", (whose, product_id, chosen)).fetchone()
    if same:
        db.execute("UPDATE cart_items SET quantity = min(?, quantity + ?) WHERE id = ?", (MOST_OF_ONE, quantity, same["id"]))
    else:
        db.execute(
            "INSERT INTO cart_items (owner, product_id, chosen, quantity) VALUES (?, ?, ?, ?)", (whose, product_id, chosen, quantity)
        )


@dataclass(frozen=True)
class Totals:
    """What a cart costs."""

    subtotal: int
    coupon: str
    discount: int
    shipping: int
    method: str

    @property
    def total(self) -> int:
        """To be paid."""
        return self.subtotal - self.discount + self.shipping


def totals(db: sqlite3.Connection, whose: str, today: str, method: str = "standard") -> Totals:
    """Totals of a cart with its coupon and a shipping method."""
    subtotal = sum(line["amount"] for line in cart_lines(db, whose))
    coupon = db.execute("SELECT c.* FROM cart_coupons k JOIN coupons c ON c.code = k.code WHERE k.owner = ?", (whose,)).fetchone()
    discount = 0
    if coupon and subtotal >= coupon["least"] and today[:10] <= coupon["last_day"]:
        discount = min(subtotal, coupon["amount"] + round(subtotal * coupon["percent"] / 100))
    return Totals(subtotal, coupon["code"] if discount else "", discount, shipping_price(method, subtotal), method)


def shipping_price(method: str, subtotal: int) -> int:
    """What a shipping method costs for goods of this value."""
    return 0 if method == "standard" and subtotal >= FREE_SHIPPING else SHIPPING[method][1]


# --- options ---------------------------------------------------------------------------------------------------------
def options_of(db: sqlite3.Connection, product_id: int) -> list[dict[str, Any]]:
    """A product's options, each with its choices."""
    rows = db.execute("SELECT * FROM options WHERE product_id = ? ORDER BY id", (product_id,))
    return [{"id": row["id"], "name": row["name"], "choices": row["choices"].split("|")} for row in rows]


def chosen_options(db: sqlite3.Connection, product_id: int, data: Mapping[str, str]) -> tuple[str, list[str]]:
    """The choices posted for a product as one text, and the names of options left open."""
    chosen, missing = [], []
    for option in options_of(db, product_id):
        value = data.get(f"option_{option['id']}", "")
        if value in option["choices"]:
            chosen.append(f"{option['name']}: {value}")
        else:
            missing.append(option["name"])
    return ", ".join(chosen), missing


# --- the frame -------------------------------------------------------------------------------------------------------
def frame(request: Request) -> dict[str, Any]:
    """Menu, cart and counters for the layout."""
    db, whose, person = database(request), owner(request), user(request)
    rows = db.execute("SELECT * FROM categories ORDER BY id").fetchall()
    lines = cart_lines(db, whose)
    return {
        "menu": [{"top": top, "subs": [row for row in rows if row["parent_id"] == top["id"]]} for top in rows if top["parent_id"] is None],
        "lines": lines,
        "count": sum(line["quantity"] for line in lines),
        "subtotal": sum(line["amount"] for line in lines),
        "wishes": db.execute("SELECT count(*) FROM wishes WHERE user_id = ?", (person["id"] if person else 0,)).fetchone()[0],
        "compared": db.execute("SELECT count(*) FROM compare_items WHERE owner = ?", (whose,)).fetchone()[0],
    }
