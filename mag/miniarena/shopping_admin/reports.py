"""The reports: what each one asks of the database and how its columns read."""

import sqlite3
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from typing import Any

from mag.miniarena.shopping_admin.formatting import day, money

PERIODS = {"day": ("Day", "%Y-%m-%d"), "month": ("Month", "%Y-%m"), "year": ("Year", "%Y")}
ROW_LIMIT = 300
NO_CANCELED = "Canceled orders are left out."


@dataclass(frozen=True)
class Report:
    """One report. Columns are (label, kind); kinds in capitals are summed up in the last line."""

    key: str
    group: str
    title: str
    columns: tuple[tuple[str, str], ...]
    sql: str  # {interval} stands for the SQL of the interval; :start, :end, :status and :below are bound
    dated: bool = True
    statuses: bool = False
    note: str = ""


ORDERS = "FROM orders o WHERE substr(o.created, 1, 10) BETWEEN :start AND :end"
ITEMS = (
    "FROM order_items i JOIN orders o ON o.id = i.order_id "
    "WHERE o.status != 'Canceled' AND substr(o.created, 1, 10) BETWEEN :start AND :end"
)
TOP = (
    "SELECT span, {wanted} FROM (SELECT *, row_number() OVER (PARTITION BY span ORDER BY {order}) AS place FROM ({inner})) "
    "WHERE place <= {places} ORDER BY span, place"
)
BY_CUSTOMER = (
    "SELECT {interval} AS span, o.customer, o.email, count(*) AS orders, sum(o.total) / count(*) AS average, "
    f"sum(o.total) AS total {ORDERS} AND o.status != 'Canceled' GROUP BY span, o.email"
)
CUSTOMER_COLUMNS = (
    ("Interval", "interval"),
    ("Customer", "text"),
    ("Email", "text"),
    ("Orders", "NUMBER"),
    ("Average", "money"),
    ("Total", "MONEY"),
)


def top(wanted: str, order: str, inner: str, places: int) -> str:
    """SQL for the first rows of every interval."""
    return TOP.replace("{wanted}", wanted).replace("{order}", order).replace("{inner}", inner).replace("{places}", str(places))


REPORTS = {
    report.key: report
    for report in (
        Report(
            "sales",
            "Sales",
            "Orders Report",
            (
                ("Interval", "interval"),
                ("Orders", "NUMBER"),
                ("Sales Items", "NUMBER"),
                ("Sales Total", "MONEY"),
                ("Refunded", "MONEY"),
                ("Sales Tax", "MONEY"),
                ("Sales Shipping", "MONEY"),
                ("Sales Discount", "MONEY"),
                ("Canceled", "MONEY"),
            ),
            "SELECT {interval} AS span, count(*), sum((SELECT sum(i.quantity) FROM order_items i WHERE i.order_id = o.id)), sum(o.total), "
            "sum(o.refunded), sum(o.tax), sum(o.shipping), sum(o.discount), sum(CASE o.status WHEN 'Canceled' THEN o.total ELSE 0 END) "
            f"{ORDERS} AND (:status = '' OR o.status = :status) GROUP BY span ORDER BY span",
            statuses=True,
        ),
        Report(
            "tax",
            "Sales",
            "Tax Report",
            (("Interval", "interval"), ("State", "text"), ("Orders", "NUMBER"), ("Tax Amount", "MONEY")),
            f"SELECT {{interval}} AS span, o.state, count(*), sum(o.tax) {ORDERS} AND o.status != 'Canceled' AND o.tax > 0 "
            "GROUP BY span, o.state ORDER BY span, o.state",
            note=NO_CANCELED,
        ),
        Report(
            "coupons",
            "Sales",
            "Coupons Report",
            (
                ("Interval", "interval"),
                ("Coupon Code", "text"),
                ("Uses", "NUMBER"),
                ("Sales Subtotal", "MONEY"),
                ("Sales Discount", "MONEY"),
                ("Sales Total", "MONEY"),
            ),
            f"SELECT {{interval}} AS span, o.coupon, count(*), sum(o.subtotal), sum(o.discount), sum(o.total) {ORDERS} AND o.coupon != '' "
            "AND (:status = '' OR o.status = :status) GROUP BY span, o.coupon ORDER BY span, o.coupon",
            statuses=True,
        ),
        Report(
            "bestsellers",
            "Products",
            "Bestsellers Report",
            (("Interval", "interval"), ("Product", "text"), ("Price", "money"), ("Order Quantity", "NUMBER")),
            top(
                "name, price, units",
                "units DESC, name",
                f"SELECT {{interval}} AS span, i.name, max(i.price) AS price, sum(i.quantity) AS units {ITEMS} GROUP BY span, i.name",
                5,
            ),
            note="The five best-selling products of every interval. Canceled orders are left out.",
        ),
        Report(
            "ordered",
            "Products",
            "Ordered Products Report",
            (("Interval", "interval"), ("Product", "text"), ("SKU", "text"), ("Ordered Quantity", "NUMBER")),
            f"SELECT {{interval}} AS span, i.name, i.sku, sum(i.quantity) AS units {ITEMS} GROUP BY span, i.sku "
            "ORDER BY span, units DESC, i.name",
            note=NO_CANCELED,
        ),
        Report(
            "low-stock",
            "Products",
            "Low Stock Report",
            (("Product", "text"), ("SKU", "text"), ("Stock Status", "text"), ("Stock Qty", "number")),
            "SELECT name, sku, stock, quantity FROM products WHERE type = 'Simple Product' AND quantity < :below ORDER BY quantity, name",
            dated=False,
            note="Products below the notification quantity set in Stores > Configuration > Catalog.",
        ),
        Report(
            "views",
            "Products",
            "Product Views Report",
            (("Product", "text"), ("Price", "money"), ("Number of Views", "number")),
            "SELECT name, price, views FROM products WHERE parent_id IS NULL ORDER BY views DESC, name LIMIT 30",
            dated=False,
        ),
        Report(
            "order-total",
            "Customers",
            "Order Total Report",
            CUSTOMER_COLUMNS,
            top("customer, email, orders, average, total", "total DESC, customer", BY_CUSTOMER, 10),
            note=NO_CANCELED,
        ),
        Report(
            "order-count",
            "Customers",
            "Order Count Report",
            CUSTOMER_COLUMNS,
            top("customer, email, orders, average, total", "orders DESC, total DESC, customer", BY_CUSTOMER, 10),
            note=NO_CANCELED,
        ),
        Report(
            "new-accounts",
            "Customers",
            "New Accounts Report",
            (("Interval", "interval"), ("New Accounts", "NUMBER")),
            "SELECT {interval} AS span, count(*) FROM customers o WHERE substr(o.created, 1, 10) BETWEEN :start AND :end "
            "GROUP BY span ORDER BY span",
        ),
        Report(
            "reviews-by-customers",
            "Reviews",
            "Customer Reviews Report",
            (("Customer", "text"), ("Reviews", "NUMBER"), ("Last Review", "day")),
            "SELECT c.first || ' ' || c.last AS customer, count(*) AS reviews, max(r.created) FROM reviews r "
            "JOIN customers c ON c.id = r.customer_id GROUP BY c.id ORDER BY reviews DESC, customer",
            dated=False,
        ),
        Report(
            "reviews-by-products",
            "Reviews",
            "Product Reviews Report",
            (("Product", "text"), ("Reviews", "NUMBER"), ("Average Rating", "number"), ("Last Review", "day")),
            "SELECT p.name, count(*) AS reviews, round(avg(r.rating), 1), max(r.created) FROM reviews r "
            "JOIN products p ON p.id = r.product_id GROUP BY p.id ORDER BY reviews DESC, p.name",
            dated=False,
        ),
        Report(
            "search-terms",
            "Marketing",
            "Search Terms Report",
            (("Search Query", "text"), ("Results", "number"), ("Hits", "number")),
            "SELECT query, results, uses FROM search_terms ORDER BY id",
            dated=False,
        ),
    )
}


@dataclass(frozen=True)
class Selection:
    """What the reader asked for; days are ISO."""

    period: str = "day"
    start: str = ""
    end: str = ""
    status: str = ""


def run(db: sqlite3.Connection, report: Report, selection: Selection) -> list[tuple[Any, ...]]:
    """The report's rows as the database has them."""
    below = db.execute("SELECT value FROM settings WHERE path = 'catalog/notify_below'").fetchone()[0]
    bound = {"start": selection.start, "end": selection.end, "status": selection.status, "below": int(below) if below.isdigit() else 0}
    interval = f"strftime('{PERIODS[selection.period][1]}', o.created)"
    return [tuple(row) for row in db.execute(report.sql.replace("{interval}", interval), bound).fetchmany(ROW_LIMIT)]


def show(kind: str, value: Any) -> str:
    """A value as it reads in its cell."""
    if value is None:
        return ""
    if kind.lower() == "money":
        return money(value)
    if kind == "day":
        return day(value)
    return interval_name(value) if kind == "interval" else str(value)


def interval_name(span: str) -> str:
    """Mar 5, 2025 for a day, Mar 2025 for a month, 2025 for a year."""
    if len(span) == 4:
        return span
    return f"{datetime.fromisoformat(span + '-01'):%b %Y}" if len(span) == 7 else day(span)


def table(report: Report, rows: list[tuple[Any, ...]]) -> tuple[list[list[str]], list[str]]:
    """The formatted rows and the line of totals; an interval is written in the first of its rows only."""
    kinds = [kind for _, kind in report.columns]
    shown = [[show(kind, value) for kind, value in zip(kinds, row, strict=True)] for row in rows]
    if kinds[0] == "interval":
        for before, row in reversed(list(pairwise(shown))):
            row[0] = "" if row[0] == before[0] else row[0]
    totals = [show(kind, sum(row[index] or 0 for row in rows)) if kind.isupper() else "" for index, kind in enumerate(kinds)]
    return shown, totals
