"""The shop's administration by JSON, as far as checks look things up in it: token, orders, reviews of a product (Magento's REST paths)."""

import hmac
import secrets
import sqlite3
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from mag.miniarena.core import database
from mag.miniarena.shopping.store import order_number

ADMIN = {"username": "admin", "password": "admin1234"}  # published sandbox account, as on the administration's own site
TOKEN = secrets.token_hex(16)  # one for the life of the server
MOST = 300  # entries of one answer
SORTS = {"created_at": "created", "increment_id": "id", "entity_id": "id", "grand_total": "total", "status": "status"}


def refused(message: str, status: int) -> Response:
    """An error as the API words them: {"message": ...}."""
    return JSONResponse({"message": message}, status)


def allowed(request: Request) -> bool:
    """Whether the request carries the token."""
    return hmac.compare_digest(request.headers.get("authorization", "").encode(), f"Bearer {TOKEN}".encode())


async def token(request: Request) -> Response:
    """POST {"username", "password"}: the token as a JSON string, 401 for anybody but the administrator."""
    try:
        sent = await request.json()
    except ValueError:
        return refused("The body is not JSON.", 400)
    return JSONResponse(TOKEN) if sent == ADMIN else refused("The account sign-in was incorrect.", 401)


async def orders(request: Request) -> Response:
    """GET: all customers' orders, sorted and cut as searchCriteria[sortOrders][0][...], [pageSize] and [currentPage] ask."""
    if not allowed(request):
        return refused("The consumer isn't authorized to access %resources.", 401)
    ask = {key.removeprefix("searchCriteria"): value for key, value in request.query_params.items()}
    field, way = ask.get("[sortOrders][0][field]", "entity_id"), ask.get("[sortOrders][0][direction]", "ASC").upper()
    size, page = (whole(ask.get(f"[{name}]", ""), usual) for name, usual in (("pageSize", MOST), ("currentPage", 1)))
    if field not in SORTS or way not in ("ASC", "DESC"):
        return refused(f"Orders cannot be sorted by {field} {way}.", 400)
    db = database(request)
    rows = db.execute(
        f"SELECT o.*, u.email FROM orders o JOIN users u ON u.id = o.user_id ORDER BY {SORTS[field]} {way}, o.id {way} LIMIT ? OFFSET ?",
        (min(size, MOST), (page - 1) * size),
    ).fetchall()
    total = db.execute("SELECT count(*) FROM orders").fetchone()[0]
    return JSONResponse({"items": [order(row) for row in rows], "total_count": total})


def order(row: sqlite3.Row) -> dict[str, Any]:
    """An order's entry; amounts in dollars."""
    return {
        "increment_id": order_number(row["id"]),
        "entity_id": row["id"],
        "created_at": row["created"],
        "status": row["status"].lower().replace(" ", "_"),
        "customer_email": row["email"],
        "subtotal": row["subtotal"] / 100,
        "shipping_amount": row["shipping"] / 100,
        "grand_total": row["total"] / 100,
    }


async def reviews(request: Request) -> Response:
    """GET: a product's reviews in the order they were written down, those that wait for approval included."""
    if not allowed(request):
        return refused("The consumer isn't authorized to access %resources.", 401)
    db = database(request)
    product = db.execute("SELECT id FROM products WHERE sku = ?", (request.path_params["sku"],)).fetchone()
    if product is None:
        return refused("The product that was requested doesn't exist.", 404)
    rows = db.execute("SELECT * FROM reviews WHERE product_id = ? ORDER BY id", (product["id"],)).fetchall()
    return JSONResponse([review(row) for row in rows])


def review(row: sqlite3.Row) -> dict[str, Any]:
    """A review's entry; the rating in stars and in percent of five."""
    return {
        "id": row["id"],
        "nickname": row["nickname"],
        "title": row["title"],
        "detail": row["body"],
        "created_at": row["created"],
        "review_status": row["status"],
        "ratings": [{"rating_name": "Rating", "value": row["rating"], "percent": 20 * row["rating"]}],
    }


def whole(text: str, usual: int) -> int:
    """A whole number of a query, at least 1; what is none counts as the usual one."""
    return max(1, int(text)) if text.isascii() and text.isdigit() and len(text) < 9 else usual


ROUTES = [
    *(Route(f"/rest{store}/V1/integration/admin/token", token, methods=["POST"]) for store in ("/default", "")),
    *(Route(f"/rest{store}/V1/orders", orders) for store in ("/default", "")),
    *(Route(f"/rest{store}/V1/products/{{sku}}/reviews", reviews) for store in ("/default", "")),
]
