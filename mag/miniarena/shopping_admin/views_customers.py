"""Customer pages and customer groups."""

import sqlite3

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from mag.miniarena.core import database, form, now, page, row_or_404
from mag.miniarena.shopping_admin.common import done, path_id, route
from mag.miniarena.shopping_admin.formatting import parse_date, us_date
from mag.miniarena.shopping_admin.rows import save, update

GENDERS = ("Not Specified", "Female", "Male")
TAX_CLASSES = ("Retail Customer", "Wholesale Customer")
ADDRESS = ("street", "city", "state", "zip", "phone")
NEW = {
    "id": 0,
    "first": "",
    "last": "",
    "email": "",
    "group_name": "General",
    "born": "",
    "gender": GENDERS[0],
    "vat": "",
    "created": "",
    "last_login": "",
}


def group_names(db: sqlite3.Connection) -> list[str]:
    """Names of the groups a customer can be in."""
    return [row["name"] for row in db.execute("SELECT name FROM customer_groups ORDER BY id")]


def find(request: Request) -> sqlite3.Row:
    """The customer of the address."""
    return row_or_404(request, "SELECT * FROM customers WHERE id = ?", path_id(request))


def render(request: Request, customer: dict[str, object], error: str = "") -> Response:
    """The customer's page with its tabs."""
    db, key = database(request), (customer["id"],)
    context = {
        "addresses": db.execute("SELECT * FROM addresses WHERE customer_id = ? ORDER BY is_default DESC, id", key).fetchall(),
        "orders": db.execute("SELECT * FROM orders WHERE customer_id = ? ORDER BY id DESC", key).fetchall(),
        "reviews": db.execute(
            "SELECT r.*, p.name AS product FROM reviews r JOIN products p ON p.id = r.product_id "
            "WHERE r.customer_id = ? ORDER BY r.id DESC",
            key,
        ).fetchall(),
        "subscriber": db.execute("SELECT * FROM subscribers WHERE customer_id = ?", key).fetchone(),
        "lifetime": db.execute(
            "SELECT coalesce(sum(total), 0), count(*) FROM orders WHERE customer_id = ? AND status NOT IN ('Canceled', 'Closed')", key
        ).fetchone(),
    }
    return page(
        request, "customer.html", 422 if error else 200, customer=customer, error=error, groups=group_names(db), genders=GENDERS, **context
    )


async def show_customer(request: Request) -> Response:
    """An existing customer."""
    row = dict(find(request))
    return render(request, {**row, "born": us_date(row["born"])})


async def new_customer(request: Request) -> Response:
    """The form of a new customer."""
    return render(request, dict(NEW))


async def save_customer(request: Request) -> Response:
    """Save the account information of a new or an existing customer."""
    data, db, customer_id = await form(request), database(request), path_id(request)
    known = dict(find(request)) if customer_id else dict(NEW)
    values = {name: data.get(name, "").strip() for name in ("first", "last", "email", "group_name", "born", "gender", "vat")}
    born = parse_date(values["born"])
    problem = ""
    if not values["first"] or not values["last"] or "@" not in values["email"]:
        problem = "First name, last name and a valid e-mail address are required."
    elif values["born"] and born is None:
        problem = "Enter the date of birth as MM/DD/YYYY."
    elif db.execute("SELECT 1 FROM customers WHERE email = ? AND id != ?", (values["email"], customer_id)).fetchone():
        problem = "A customer with the same email address already exists."
    if problem:
        return render(request, {**known, **values}, problem)
    values |= {
        "born": born or "",
        "group_name": values["group_name"] if values["group_name"] in group_names(db) else "General",
        "gender": values["gender"] if values["gender"] in GENDERS else GENDERS[0],
    }
    if not customer_id:
        values["created"] = now(request)
    customer_id = save(db, "customers", customer_id, values)
    set_newsletter(db, customer_id, "newsletter" in data, now(request))
    return done(request, f"/customers/{customer_id}", "You saved the customer.", f"Customer {values['first']} {values['last']}: saved")


def set_newsletter(db: sqlite3.Connection, customer_id: int, wanted: bool, when: str) -> None:
    """Subscribe the customer or end the subscription."""
    found = db.execute("SELECT * FROM subscribers WHERE customer_id = ?", (customer_id,)).fetchone()
    if found and (found["status"] == "Subscribed") != wanted:
        update(db, "subscribers", found["id"], {"status": "Subscribed" if wanted else "Unsubscribed", "changed": when})
    elif found is None and wanted:
        db.execute(
            "INSERT OR REPLACE INTO subscribers (email, customer_id, status, changed) "
            "SELECT email, id, 'Subscribed', ? FROM customers WHERE id = ?",
            (when, customer_id),
        )


async def delete_customer(request: Request) -> Response:
    """Delete a customer; the orders stay."""
    await form(request)
    customer = find(request)
    database(request).execute("DELETE FROM customers WHERE id = ?", (customer["id"],))
    return done(request, "/customers", "You deleted the customer.", f"Customer {customer['first']} {customer['last']}: deleted")


async def save_address(request: Request) -> Response:
    """Save a new or an existing address of a customer."""
    data, customer, db = await form(request), find(request), database(request)
    values: dict[str, object] = {name: data.get(name, "").strip() for name in ADDRESS}
    page_address = f"/customers/{customer['id']}?tab=addresses"
    if not all(values.values()):
        return done(request, page_address, "Every field of the address is required.")
    others = db.execute("SELECT id FROM addresses WHERE customer_id = ?", (customer["id"],)).fetchall()
    known = next((row["id"] for row in others if str(row["id"]) == data.get("address")), 0)
    if not known:
        values |= {"customer_id": customer["id"], "is_default": int(not others)}
    known = save(db, "addresses", known, values)
    if "is_default" in data:
        db.execute("UPDATE addresses SET is_default = (id = ?) WHERE customer_id = ?", (known, customer["id"]))
    return done(request, page_address, "Customer address was saved.", f"Customer {customer['first']} {customer['last']}: address saved")


async def delete_address(request: Request) -> Response:
    """Delete an address that is not the default one."""
    data, customer = await form(request), find(request)
    database(request).execute(
        "DELETE FROM addresses WHERE id = ? AND customer_id = ? AND NOT is_default", (data.get("address", ""), customer["id"])
    )
    return done(
        request,
        f"/customers/{customer['id']}?tab=addresses",
        "Customer address was deleted.",
        f"Customer {customer['first']} {customer['last']}: address deleted",
    )


async def show_group(request: Request) -> Response:
    """The form of a customer group, 0 for a new one."""
    group_id = path_id(request)
    group = (
        dict(row_or_404(request, "SELECT * FROM customer_groups WHERE id = ?", group_id))
        if group_id
        else {"id": 0, "name": "", "tax_class": TAX_CLASSES[0]}
    )
    if request.method == "GET":
        return page(request, "group.html", group=group, tax_classes=TAX_CLASSES, error="")
    data, db = await form(request), database(request)
    name, tax_class = data.get("name", "").strip(), data.get("tax_class", "")
    taken = db.execute("SELECT 1 FROM customer_groups WHERE name = ? AND id != ?", (name, group_id)).fetchone()
    if not name or taken or tax_class not in TAX_CLASSES:
        return page(
            request,
            "group.html",
            422,
            group={**group, "name": name},
            tax_classes=TAX_CLASSES,
            error="A group needs a name that no other group has.",
        )
    save(db, "customer_groups", group_id, {"name": name, "tax_class": tax_class})
    db.execute("UPDATE customers SET group_name = ? WHERE group_name = ?", (name, group["name"]))
    return done(request, "/customers/groups", "You saved the customer group.", f"Customer group '{name}': saved")


ROUTES: list[BaseRoute] = [
    route("/customers/new", new_customer),
    route("/customers/{id:int}", show_customer),
    route("/customers/{id:int}/save", save_customer, "POST"),
    route("/customers/{id:int}/delete", delete_customer, "POST"),
    route("/customers/{id:int}/address", save_address, "POST"),
    route("/customers/{id:int}/address/delete", delete_address, "POST"),
    route("/customers/groups/{id:int}", show_group, "GET", "POST"),
]
