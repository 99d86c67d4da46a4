"""Further instances of the administration's templates, their slots filled from the store's data."""

import re
import sqlite3
from calendar import monthrange
from collections import Counter

from mag.miniarena.shopping_admin import data_wide as words
from mag.miniarena.shopping_admin import (
    tasks_catalog,
    tasks_fulfil,
    tasks_orders,
    tasks_papers,
    tasks_reports,
    tasks_reviews,
    tasks_store,
)
from mag.miniarena.shopping_admin.tasks_common import one, rows
from mag.miniarena.shopping_admin.tasks_reports import american
from mag.miniarena.slots import combined, dealt, some
from mag.miniarena.spec import Template

MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December")
QUARTERS = ("first", "second", "third", "fourth")
STATUSES = ("Complete", "Canceled", "Closed", "Pending", "Processing")


def wide_templates(db: sqlite3.Connection) -> list[Template]:
    """Templates of the same ids and intents as the site's own, with other instances."""
    return [*_reports(db), *_orders(db), *_fulfilment(db), *_catalog(db), *_people(db)]


def months() -> list[tuple[str, str, str]]:
    """What people call the months with orders, with their first and last day."""
    found = [(year, month) for year in (2024, 2025, 2026) for month in range(1, 13) if (year, month) < (2026, 3)]
    return [
        (f"{MONTHS[month - 1]} {year}", f"{year}-{month:02d}-01", f"{year}-{month:02d}-{monthrange(year, month)[1]}")
        for year, month in found
    ]


def _quarters() -> list[tuple[str, str, str, str]]:
    starts = [(year, place, 3 * place + 1) for year in (2024, 2025) for place in range(4)]
    return [
        (f"the {QUARTERS[place]} quarter of {year}", "Year", f"{year}-{m:02d}-01", f"{year}-{m + 2:02d}-{monthrange(year, m + 2)[1]}")
        for year, place, m in starts
    ]


def _reports(db: sqlite3.Connection) -> list[Template]:
    periods = [*((name, "Month", start, end) for name, start, end in months()), *_quarters()]
    kinds = [row[:3] for row in tasks_reports.REPORTS]
    shown = [(*kind, unit, start, end, place % 2 == 1) for place, (kind, unit, (_, start, end)) in enumerate(
        combined(24, "reports", kinds, ("Day", "Month", "Year"), months())
    )]  # fmt: skip
    return [
        tasks_reports.bestsellers(db, some(periods, 34, "bestsellers"), 18),
        tasks_reports.best_customer(db, some(periods, 34, "customers"), 14),
        tasks_reports.show_report(db, shown),
        tasks_reports.orders_of_month(db, some(months(), 22, "months")),
    ]


def _orders(db: sqlite3.Connection) -> list[Template]:
    spans = combined(20, "spans", STATUSES[:3], months(), (0, 1, 2))
    between = [(status, american(start), american(_later(end, more))) for status, (_, start, end), more in spans]
    least = [
        (status, amount)
        for status, amount in combined(30, "least", STATUSES, (50, 75, 120, 180, 250))
        if one(db, "SELECT count(*) FROM orders WHERE status = ? AND total >= ?", status, 100 * amount)
    ]
    return [
        tasks_orders.count_status_between(db, between),
        tasks_orders.show_orders(db, least[:18]),
        tasks_orders.order_detail(db, 7, 14),
        tasks_orders.order_detail(db, 2, 14),
        tasks_orders.find_order(db, 14),
        tasks_orders.why_canceled(db, 20, 4),
        tasks_papers.print_invoice(db, 29, 4, 14),
        tasks_papers.card_number(db, 7, 3, 12),
    ]


def _later(day: str, months: int) -> str:
    """The last day of the month so many months after this one's."""
    year, month = divmod(12 * int(day[:4]) + int(day[5:7]) - 1 + months, 12)
    return f"{year}-{month + 1:02d}-{monthrange(year, month + 1)[1]}"


def _fulfilment(db: sqlite3.Connection) -> list[Template]:
    return [
        tasks_fulfil.cancel_order(db, slice(22)),
        tasks_fulfil.comment_order(db, words.MESSAGES, 1),
        tasks_fulfil.ship_order(db, dealt([(words.CARRIERS[place % 3],) for place in range(18)], words.PARCELS), 0),
        tasks_fulfil.invoice_order(db, slice(22)),
        tasks_fulfil.hold_orders(db, 14),
    ]


def _catalog(db: sqlite3.Connection) -> list[Template]:
    plain = [row["name"] for row in rows(db, "SELECT name FROM products WHERE type = 'Simple Product' AND parent_id IS NULL AND enabled")]
    changes = [(verb, name, amount, by) for name, (verb, amount, by) in combined(24, "prices", plain, words.CHANGES)]
    in_stock = "SELECT p.name FROM products v JOIN products p ON p.id = v.parent_id WHERE v.stock = 'In Stock'"
    variants = Counter(row["name"] for row in rows(db, in_stock))
    sold_out = [(style, place) for style, size in variants.items() for place in range(size)]
    return [
        tasks_catalog.change_price(db, changes),
        tasks_catalog.out_of_stock(db, some(sold_out, 20, "sold out")),
        tasks_catalog.disable_product(db, dealt([(name,) for name in some(plain, 18, "disabled")], words.REASONS)),
        tasks_reviews.mentions(db, some(_vocabulary(db), 30, "mentions"), 16),
        tasks_reviews.approve(db, slice(0, 64, 3)),
        tasks_reviews.delete(db, 12),
    ]


def _vocabulary(db: sqlite3.Connection) -> list[str]:
    """Words of six letters and more that some reviews hold, by name."""
    found = Counter(word for row in rows(db, "SELECT detail FROM reviews") for word in set(re.findall(r"[a-z]{6,}", row["detail"].lower())))
    return sorted(word for word, count in found.items() if 2 <= count <= 12)


def _people(db: sqlite3.Connection) -> list[Template]:
    pages = [row["title"] for row in rows(db, "SELECT title FROM pages WHERE title NOT LIKE '%Not Found'")]
    titles = [(page, pattern.format(page=page)) for page, pattern in combined(16, "titles", pages, words.TITLES)]
    return [
        tasks_store.change_group(db, 4, 1, 20),
        tasks_store.change_phone(db, words.PHONES, 4, 2),
        tasks_store.find_by_phone(db, 7, 2, 14),
        tasks_store.unsubscribe(db, 4, 1, 16),
        tasks_store.rename_page(db, titles),
    ]
