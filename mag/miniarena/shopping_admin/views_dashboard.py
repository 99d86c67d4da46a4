"""The dashboard and the search over everything."""

import sqlite3

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from mag.miniarena.core import database, page
from mag.miniarena.shopping_admin.common import route
from mag.miniarena.shopping_admin.grid import contains

FOUND_LIMIT = 15
QUERIES = {
    "last_orders": "SELECT o.id, o.customer, o.total, (SELECT sum(i.quantity) FROM order_items i WHERE i.order_id = o.id) AS items "
    "FROM orders o ORDER BY o.id DESC LIMIT 5",
    "last_terms": "SELECT * FROM search_terms ORDER BY updated DESC LIMIT 5",
    "top_terms": "SELECT * FROM search_terms ORDER BY uses DESC LIMIT 5",
    "bestsellers": "SELECT i.product_id, i.name, max(i.price) AS price, sum(i.quantity) AS units FROM order_items i "
    "JOIN orders o ON o.id = i.order_id WHERE o.status != 'Canceled' GROUP BY i.name ORDER BY units DESC, i.name LIMIT 5",
    "viewed": "SELECT id, name, price, views FROM products WHERE parent_id IS NULL ORDER BY views DESC, name LIMIT 5",
    "new_customers": "SELECT c.*, (SELECT count(*) FROM orders o WHERE o.customer_id = c.id) AS orders FROM customers c "
    "ORDER BY c.id DESC LIMIT 5",
    "customers": "SELECT o.customer_id, o.customer, count(*) AS orders, sum(o.total) / count(*) AS average, sum(o.total) AS total "
    "FROM orders o WHERE o.customer_id IS NOT NULL AND o.status != 'Canceled' "
    "GROUP BY o.customer_id ORDER BY total DESC LIMIT 5",
    "months": "SELECT substr(created, 1, 7) AS month, count(*) AS orders FROM orders GROUP BY month ORDER BY month DESC LIMIT 12",
}


async def dashboard(request: Request) -> Response:
    """How the store is doing."""
    db = database(request)
    sold = "FROM orders WHERE status NOT IN ('Canceled', 'Closed')"
    sums = db.execute(
        f"SELECT sum(total) AS total, sum(total) / count(*) AS average, sum(tax) AS tax, sum(shipping) AS shipping {sold}"
    ).fetchone()
    quantity = db.execute(f"SELECT sum(quantity) FROM order_items WHERE order_id IN (SELECT id {sold})").fetchone()[0]
    lists = {name: db.execute(sql).fetchall() for name, sql in QUERIES.items()}
    return page(request, "dashboard.html", sums=sums, quantity=quantity, most=max(row["orders"] for row in lists["months"]), lists=lists)


def search_all(db: sqlite3.Connection, text: str) -> dict[str, list[tuple[str, str, str]]]:
    """What matches, by kind: address, name, and a line about it."""
    pattern = contains(text)
    queries = {
        "Orders": (
            "SELECT '/sales/orders/' || id, 'Order #' || number, customer || ', ' || status FROM orders "
            "WHERE number LIKE ? ESCAPE '\\' OR customer LIKE ? ESCAPE '\\' ORDER BY id DESC LIMIT ?"
        ),
        "Customers": (
            "SELECT '/customers/' || id, first || ' ' || last, email FROM customers "
            "WHERE first || ' ' || last LIKE ? ESCAPE '\\' OR email LIKE ? ESCAPE '\\' ORDER BY id LIMIT ?"
        ),
        "Products": (
            "SELECT '/catalog/products/' || id, name, sku FROM products "
            "WHERE name LIKE ? ESCAPE '\\' OR sku LIKE ? ESCAPE '\\' ORDER BY id LIMIT ?"
        ),
    }
    return {kind: [tuple(row) for row in db.execute(sql, (pattern, pattern, FOUND_LIMIT))] for kind, sql in queries.items()}


async def search(request: Request) -> Response:
    """The results of the header's search."""
    text = request.query_params.get("q", "").strip()
    return page(request, "search.html", text=text, found=search_all(database(request), text) if text else {})


ROUTES: list[BaseRoute] = [route("/", dashboard), route("/search", search)]
