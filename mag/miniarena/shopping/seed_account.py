"""Seed data: what the shop knows of the account: addresses, orders, wish list, reviews, subscriptions, enquiries."""

import sqlite3
from datetime import datetime, timedelta
from random import Random

from mag.miniarena.shopping.data_people import (
    ADDRESSES,
    COUPONS,
    ENQUIRIES,
    FREE_SHIPPING,
    MY_REVIEWS,
    PAYMENTS,
    SHIPPING,
    SUBSCRIPTIONS,
    WISHES,
)
from mag.miniarena.shopping.store import address_line, order_number

USER = 1
ORDERS = 45
FIRST_ORDER = datetime(2024, 1, 6, 11, 20)
LAST_ORDER = datetime(2026, 3, 14, 16, 5)
RECENT = ["Pending", "Processing", "Pending", "Complete", "Processing", "On Hold", "Canceled", "Complete"]  # newest first


def seed_account(db: sqlite3.Connection, random: Random) -> None:
    """Everything that belongs to the account."""
    for first, last, company, street, city, region, postcode, phone, billing, shipping in ADDRESSES:
        db.execute(
            "INSERT INTO addresses (user_id, first_name, last_name, company, street, city, region, postcode, country, phone, "
            "billing,"
            " shipping) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'United States', ?, ?, ?)",
            (USER, first, last, company, street, city, region, postcode, phone, billing, shipping),
        )
    seed_orders(db, random)
    for days, (name, quantity, comment) in enumerate(WISHES):
        db.execute(
            "INSERT INTO wishes (user_id, product_id, quantity, comment, added) VALUES (?, ?, ?, ?, ?)",
            (USER, product_id(db, name), quantity, comment, f"2026-0{1 + days // 3}-{11 + days * 2} 19:30:00"),
        )
    for name, rating, title, body, created in MY_REVIEWS:
        db.execute(
            "INSERT INTO reviews (product_id, user_id, nickname, title, body, rating, status, created)"
            " VALUES (?, ?, 'Emma L.', ?, ?, ?, 'Approved', ?)",
            (product_id(db, name), USER, title, body, rating, created),
        )
    for topic, _, _, active in SUBSCRIPTIONS:
        db.execute("INSERT INTO subscriptions (user_id, topic, active) VALUES (?, ?, ?)", (USER, topic, active))
    person = db.execute("SELECT name, email FROM users WHERE id = ?", (USER,)).fetchone()
    for topic, about_order, body, created in ENQUIRIES:
        latest = db.execute("SELECT max(id) FROM orders WHERE created < ?", (created,)).fetchone()[0]
        db.execute(
            "INSERT INTO enquiries (user_id, name, email, phone, topic, order_number, body, created) VALUES (?, ?, ?, '', ?, ?, ?, ?)",
            (USER, person["name"], person["email"], topic, order_number(latest) if about_order else "", body, created),
        )


def product_id(db: sqlite3.Connection, name: str) -> int:
    """The product of this name."""
    found: int = db.execute("SELECT id FROM products WHERE name = ?", (name,)).fetchone()["id"]
    return found


def seed_orders(db: sqlite3.Connection, random: Random) -> None:
    """The account's orders over two years, their numbers running on with those of other customers between."""
    days = sorted(random.sample(range((LAST_ORDER - FIRST_ORDER).days), ORDERS - 1))
    times = [FIRST_ORDER + timedelta(days=offset, minutes=random.randint(-200, 580)) for offset in days] + [LAST_ORDER]
    number = 108
    for index, when in enumerate(times):
        number += random.randint(1, 9)
        age = ORDERS - 1 - index
        status = RECENT[age] if age < len(RECENT) else random.choices(["Complete", "Canceled", "Closed"], [82, 11, 7])[0]
        seed_order(db, random, number, when.isoformat(sep=" "), status)


def seed_order(db: sqlite3.Connection, random: Random, number: int, created: str, status: str) -> None:
    """One order with its items; older orders paid a little less."""
    products = db.execute("SELECT id, price FROM products WHERE created < ? AND in_stock ORDER BY id", (created,)).fetchall()
    items = [
        (
            product["id"],
            random_choices(db, random, product["id"]),
            max(195, product["price"] - random.choice([0, 0, 100, 150, 250])),
            random.choices([1, 2, 3], [75, 18, 7])[0],
        )
        for product in random.sample(products, random.choices([1, 2, 3, 4, 5], [20, 32, 26, 14, 8])[0])
    ]
    subtotal = sum(price * quantity for _, _, price, quantity in items)
    coupon = random.choice(["", "", "", "", "LOOM10"])
    discount = next((round(subtotal * percent / 100) for code, percent, *_ in COUPONS if code == coupon), 0)
    method = random.choices(list(SHIPPING), [60, 20, 8, 12])[0]
    shipping = 0 if method == "standard" and subtotal >= FREE_SHIPPING else SHIPPING[method][1]
    billing = db.execute("SELECT * FROM addresses WHERE billing").fetchone()
    target = db.execute("SELECT * FROM addresses ORDER BY id").fetchall()[random.choices(range(len(ADDRESSES)), [70, 10, 8, 6, 6])[0]]
    db.execute(
        "INSERT INTO orders VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            number,
            USER,
            created,
            status,
            subtotal,
            discount,
            coupon,
            shipping,
            subtotal - discount + shipping,
            SHIPPING[method][0],
            random.choice(list(PAYMENTS.values())),
            f"{target['first_name']} {target['last_name']}",
            address_line(target),
            f"{billing['first_name']} {billing['last_name']}",
            address_line(billing),
        ),
    )
    db.executemany(
        "INSERT INTO order_items (order_id, product_id, chosen, price, quantity) VALUES (?, ?, ?, ?, ?)",
        [(number, *item) for item in items],
    )


def random_choices(db: sqlite3.Connection, random: Random, product: int) -> str:
    """Some choice for each of the product's options, as carts write it."""
    options = db.execute("SELECT name, choices FROM options WHERE product_id = ? ORDER BY id", (product,)).fetchall()
    return ", ".join(f"{option['name']}: {random.choice(option['choices'].split('|'))}" for option in options)
