"""The account: dashboard, orders, reviews, newsletter, information, enquiries."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from mag.miniarena.auth import hash_password, password_matches
from mag.miniarena.core import database, flash, form, number, page, redirect, require_user, row_or_404
from mag.miniarena.shopping.data_people import SUBSCRIPTIONS
from mag.miniarena.shopping.store import add_to_cart, here, owner

PER_PAGE = [10, 20, 50]


async def dashboard(request: Request) -> Response:
    """The account at a glance."""
    person, db = require_user(request), database(request)
    recent = db.execute("SELECT * FROM orders WHERE user_id = ? ORDER BY created DESC LIMIT 5", (person["id"],)).fetchall()
    addresses = db.execute("SELECT * FROM addresses WHERE user_id = ? AND (billing OR shipping)", (person["id"],)).fetchall()
    active = db.execute("SELECT topic FROM subscriptions WHERE user_id = ? AND active ORDER BY id", (person["id"],)).fetchall()
    names = {topic: name for topic, name, _, _ in SUBSCRIPTIONS}
    return page(
        request,
        "dashboard.html",
        orders=recent,
        billing=next((row for row in addresses if row["billing"]), None),
        shipping=next((row for row in addresses if row["shipping"]), None),
        topics=[names[row["topic"]] for row in active],
    )


async def orders(request: Request) -> Response:
    """The account's orders, newest first, of all years or one."""
    person, db, query = require_user(request), database(request), request.query_params
    years = [
        row[0] for row in db.execute("SELECT DISTINCT substr(created, 1, 4) FROM orders WHERE user_id = ? ORDER BY 1 DESC", (person["id"],))
    ]
    year = query.get("year", "") if query.get("year") in years else ""
    size = number(request, "limit", PER_PAGE[0]) if number(request, "limit") in PER_PAGE else PER_PAGE[0]
    count = db.execute("SELECT count(*) FROM orders WHERE user_id = ? AND created LIKE ?", (person["id"], f"{year}%")).fetchone()[0]
    pages = max(1, -(-count // size))
    current = min(number(request, "p"), pages)
    rows = db.execute(
        "SELECT * FROM orders WHERE user_id = ? AND created LIKE ? ORDER BY created DESC LIMIT ? OFFSET ?",
        (person["id"], f"{year}%", size, (current - 1) * size),
    ).fetchall()
    return page(
        request,
        "orders.html",
        orders=rows,
        count=count,
        current=current,
        pages=pages,
        first=(current - 1) * size + 1,
        years=[("All years", here(request, year=None, p=None), not year)]
        + [(choice, here(request, year=choice, p=None), choice == year) for choice in years],
        sizes=[(choice, here(request, limit=choice, p=None), choice == size) for choice in PER_PAGE],
        page_urls=[here(request, p=p if p > 1 else None) for p in range(1, pages + 1)],
    )


async def order(request: Request) -> Response:
    """One order; with `print` in its address, the sheet for the printer."""
    found = row_or_404(
        request, "SELECT * FROM orders WHERE id = ? AND user_id = ?", request.path_params["order_id"], require_user(request)["id"]
    )
    items = (
        database(request)
        .execute(
            "SELECT i.*, p.name, p.slug, p.sku FROM order_items i JOIN products p ON p.id = i.product_id"
            " WHERE i.order_id = ? ORDER BY i.id",
            (found["id"],),
        )
        .fetchall()
    )
    return page(request, "order_print.html" if request.url.path.endswith("/print") else "order.html", order=found, items=items)


async def reorder(request: Request) -> Response:
    """Put everything of an order into the cart again."""
    await form(request)
    found = row_or_404(
        request, "SELECT * FROM orders WHERE id = ? AND user_id = ?", request.path_params["order_id"], require_user(request)["id"]
    )
    db = database(request)
    missing = []
    for item in db.execute(
        "SELECT i.*, p.name, p.in_stock FROM order_items i JOIN products p ON p.id = i.product_id WHERE i.order_id = ? ORDER BY i.id",
        (found["id"],),
    ).fetchall():
        if item["in_stock"]:
            add_to_cart(db, owner(request), item["product_id"], item["chosen"], item["quantity"])
        else:
            missing.append(item["name"])
    flash(request, f"These are out of stock: {', '.join(missing)}." if missing else "The items of your order are in your shopping cart.")
    return redirect(request, "/cart")


async def my_reviews(request: Request) -> Response:
    """What the account wrote about products."""
    rows = (
        database(request)
        .execute(
            "SELECT r.*, p.name, p.slug FROM reviews r JOIN products p ON p.id = r.product_id WHERE r.user_id = ? ORDER BY r.created DESC",
            (require_user(request)["id"],),
        )
        .fetchall()
    )
    return page(request, "my_reviews.html", reviews=rows)


async def newsletter(request: Request) -> Response:
    """The topics the account gets mail about."""
    person, db = require_user(request), database(request)
    if request.method == "POST":
        data = await form(request)
        for topic, *_ in SUBSCRIPTIONS:
            db.execute(
                "INSERT INTO subscriptions (user_id, topic, active) VALUES (?, ?, ?) ON CONFLICT (user_id, topic)"
                " DO UPDATE SET active = excluded.active",
                (person["id"], topic, int(topic in data)),
            )
        flash(request, "We have saved your subscriptions.")
        return redirect(request, "/account/newsletter")
    active = {row["topic"] for row in db.execute("SELECT topic FROM subscriptions WHERE user_id = ? AND active", (person["id"],))}
    return page(request, "newsletter.html", topics=[(topic, name, note, topic in active) for topic, name, note, _ in SUBSCRIPTIONS])


async def edit(request: Request) -> Response:
    """Name, e-mail and password of the account."""
    person, error = require_user(request), ""
    values = {"name": person["name"], "email": person["email"]}
    if request.method == "POST":
        data = await form(request)
        values = {key: data.get(key, "").strip() for key in values}
        db, fresh = database(request), data.get("new_password", "")
        taken = db.execute("SELECT 1 FROM users WHERE email = ? AND id != ?", (values["email"], person["id"])).fetchone()
        if not values["name"] or "@" not in values["email"] or taken:
            error = "Enter a name and an e-mail address that no other account has."
        elif "change" in data and (len(fresh) < 8 or not password_matches(data.get("password", ""), person["password"])):
            error = "The current password is not right, or the new one is shorter than 8 characters."
        else:
            password = hash_password(fresh, person["username"]) if "change" in data else person["password"]
            db.execute(
                "UPDATE users SET name = ?, email = ?, password = ? WHERE id = ?", (values["name"], values["email"], password, person["id"])
            )
            flash(request, "You saved the account information.")
            return redirect(request, "/account")
    return page(request, "account_edit.html", 422 if error else 200, values=values, error=error)


async def enquiries(request: Request) -> Response:
    """What the account asked customer care."""
    rows = (
        database(request)
        .execute("SELECT * FROM enquiries WHERE user_id = ? ORDER BY created DESC", (require_user(request)["id"],))
        .fetchall()
    )
    return page(request, "enquiries.html", enquiries=rows)


ROUTES = [
    Route("/account", dashboard),
    Route("/account/orders", orders),
    Route("/account/orders/{order_id:int}", order),
    Route("/sales/order/view/order_id/{order_id:int}/", order),
    Route("/account/orders/{order_id:int}/print", order),
    Route("/account/orders/{order_id:int}/reorder", reorder, methods=["POST"]),
    Route("/account/reviews", my_reviews),
    Route("/account/newsletter", newsletter, methods=["GET", "POST"]),
    Route("/account/edit", edit, methods=["GET", "POST"]),
    Route("/account/enquiries", enquiries),
]
