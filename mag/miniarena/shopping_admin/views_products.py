"""Product pages: the long form of one product, its variants and related products."""

import sqlite3

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from mag.miniarena.core import database, form, form_lists, now, page, row_or_404
from mag.miniarena.shopping_admin.common import done, path_id, route
from mag.miniarena.shopping_admin.formatting import parse_money, parse_number, plain_money
from mag.miniarena.shopping_admin.rows import insert, save, update
from mag.miniarena.shopping_admin.seed_catalog import BOTH, HIDDEN, VISIBILITIES, url_key

STOCKS = ("In Stock", "Out of Stock")
TAX_CLASSES = ("None", "Taxable Goods", "Refund Adjustments")
TEXTS = ("name", "sku", "weight", "url_key", "short_description", "description", "meta_title", "meta_description", "country")
BLANK = {
    **dict.fromkeys(TEXTS, ""),
    "id": 0,
    "type": "Simple Product",
    "price": 0,
    "quantity": 0,
    "stock": "In Stock",
    "enabled": 1,
    "visibility": BOTH,
    "tax_class": "Taxable Goods",
    "parent_id": None,
    "color": "",
    "size": "",
}


def values_of(row: sqlite3.Row) -> dict[str, object]:
    """The form's fields from the product's row."""
    return {**dict(row), "price": plain_money(row["price"])}


def read_form(data: dict[str, str]) -> tuple[dict[str, object], str]:
    """The fields as they go into the table, and what is wrong with them."""
    values: dict[str, object] = {name: data.get(name, "").strip() for name in TEXTS}
    price, quantity = parse_money(data.get("price", "")), parse_number(data.get("quantity", "") or "0")
    values |= {
        "price": price or 0,
        "quantity": int(quantity or 0),
        "enabled": int("enabled" in data),
        "stock": data.get("stock") if data.get("stock") in STOCKS else STOCKS[0],
        "visibility": data.get("visibility") if data.get("visibility") in VISIBILITIES else BOTH,
        "tax_class": data.get("tax_class") if data.get("tax_class") in TAX_CLASSES else TAX_CLASSES[1],
    }
    if not values["name"] or not values["sku"]:
        return values, "Product Name and SKU are required."
    if price is None or price < 0 or quantity is None:
        return values, "Enter a valid number for price and quantity."
    values["url_key"] = values["url_key"] or url_key(str(values["name"]))
    return values, ""


def render(request: Request, product: dict[str, object], chosen: list[str], error: str = "") -> Response:
    """The product's form."""
    db, product_id = database(request), product["id"]
    context = {
        "categories": db.execute("SELECT * FROM categories ORDER BY coalesce(parent_id, id), id").fetchall(),
        "variants": db.execute("SELECT * FROM products WHERE parent_id = ? ORDER BY id", (product_id,)).fetchall(),
        "reviews": db.execute("SELECT * FROM reviews WHERE product_id = ? ORDER BY id DESC LIMIT 5", (product_id,)).fetchall(),
        "related": db.execute(
            "SELECT p.* FROM product_related r JOIN products p ON p.id = r.related_id WHERE r.product_id = ? ORDER BY p.id", (product_id,)
        ).fetchall(),
        "parent": db.execute("SELECT id, name FROM products WHERE id = ?", (product["parent_id"],)).fetchone(),
    }
    return page(
        request,
        "product.html",
        422 if error else 200,
        product=product,
        chosen=chosen,
        error=error,
        stocks=STOCKS,
        tax_classes=TAX_CLASSES,
        visibilities=VISIBILITIES,
        **context,
    )


async def show_product(request: Request) -> Response:
    """The form of an existing product."""
    row = row_or_404(request, "SELECT * FROM products WHERE id = ?", path_id(request))
    chosen = database(request).execute("SELECT category_id FROM product_categories WHERE product_id = ?", (row["id"],)).fetchall()
    return render(request, values_of(row), [str(category["category_id"]) for category in chosen])


async def new_product(request: Request) -> Response:
    """The form of a new product."""
    return render(request, {**BLANK, "price": ""}, [])


async def save_product(request: Request) -> Response:
    """Save the form of a new or an existing product."""
    lists = await form_lists(request)
    data = {name: texts[0] for name, texts in lists.items()}
    db, product_id, chosen = database(request), path_id(request), lists.get("categories", [])
    known = dict(row_or_404(request, "SELECT * FROM products WHERE id = ?", product_id)) if product_id else dict(BLANK)
    values, problem = read_form(data)
    if not problem and db.execute("SELECT 1 FROM products WHERE sku = ? AND id != ?", (values["sku"], product_id)).fetchone():
        problem = 'The value of attribute "SKU" must be unique.'
    if problem:
        return render(request, {**known, **values, "price": data.get("price", ""), "id": product_id}, chosen, problem)
    if known["type"] == "Configurable Product":
        values["quantity"] = None  # its variants have the stock
    values["updated"] = now(request)
    if not product_id:
        values |= {"type": "Simple Product", "created": values["updated"]}
    product_id = save(db, "products", product_id, values)
    set_categories(db, product_id, chosen)
    address = "/catalog/products" if data.get("then") == "close" else f"/catalog/products/{product_id}"
    return done(request, address, "You saved the product.", f"Product '{values['name']}': saved")


def set_categories(db: sqlite3.Connection, product_id: int, chosen: list[str]) -> None:
    """Put the product into exactly these categories."""
    db.execute("DELETE FROM product_categories WHERE product_id = ?", (product_id,))
    for category in dict.fromkeys(chosen):
        db.execute("INSERT INTO product_categories SELECT ?, id FROM categories WHERE id = ?", (product_id, category))


async def add_variant(request: Request) -> Response:
    """Add a size and colour to a configurable product."""
    data, db = await form(request), database(request)
    parent = row_or_404(request, "SELECT * FROM products WHERE id = ? AND type = 'Configurable Product'", path_id(request))
    address = f"/catalog/products/{parent['id']}"
    size, color = data.get("size", "").strip(), data.get("color", "").strip()
    price, quantity = parse_money(data.get("price", "")), parse_number(data.get("quantity", "") or "0")
    if not size or not color or price is None or quantity is None:
        return done(request, address, "The configuration was not created: size, color and valid numbers are required.")
    sku, name, when = f"{parent['sku']}-{size}-{color}", f"{parent['name']}-{size}-{color}", now(request)
    if db.execute("SELECT 1 FROM products WHERE sku = ?", (sku,)).fetchone():
        return done(request, address, f"The configuration {sku} exists already.")
    variant = insert(
        db,
        "products",
        {
            "sku": sku,
            "name": name,
            "type": "Simple Product",
            "parent_id": parent["id"],
            "color": color,
            "size": size,
            "price": price,
            "quantity": int(quantity),
            "stock": STOCKS[0] if quantity > 0 else STOCKS[1],
            "weight": parent["weight"],
            "visibility": HIDDEN,
            "url_key": url_key(name),
            "created": when,
            "updated": when,
        },
    )
    db.execute("INSERT INTO product_categories SELECT ?, category_id FROM product_categories WHERE product_id = ?", (variant, parent["id"]))
    return done(request, address, f"You created the configuration {name}.", f"Product '{parent['name']}': configuration {sku} created")


async def change_related(request: Request) -> Response:
    """Add a related product by its SKU, or take one away."""
    data, db = await form(request), database(request)
    product = row_or_404(request, "SELECT * FROM products WHERE id = ?", path_id(request))
    address = f"/catalog/products/{product['id']}"
    if "remove" in data:
        db.execute("DELETE FROM product_related WHERE product_id = ? AND related_id = ?", (product["id"], data["remove"]))
        return done(request, address, "You removed the related product.", f"Product '{product['name']}': related product removed")
    other = db.execute("SELECT * FROM products WHERE sku = ? AND id != ?", (data.get("related_sku", "").strip(), product["id"])).fetchone()
    if other is None:
        return done(request, address, "There is no other product with this SKU.")
    db.execute("INSERT OR IGNORE INTO product_related VALUES (?, ?)", (product["id"], other["id"]))
    return done(
        request, address, f"You added {other['name']} to the related products.", f"Product '{product['name']}': related product added"
    )


async def delete_product(request: Request) -> Response:
    """Delete a product with its variants."""
    await form(request)
    product = row_or_404(request, "SELECT * FROM products WHERE id = ?", path_id(request))
    database(request).execute("DELETE FROM products WHERE id = ?", (product["id"],))
    return done(request, "/catalog/products", "You deleted the product.", f"Product '{product['name']}': deleted")


async def show_categories(request: Request) -> Response:
    """The tree of categories."""
    rows = (
        database(request)
        .execute(
            "SELECT c.*, (SELECT count(*) FROM product_categories pc WHERE pc.category_id = c.id) AS products FROM categories c "
            "ORDER BY coalesce(c.parent_id, c.id), c.id"
        )
        .fetchall()
    )
    return page(request, "categories.html", categories=rows)


async def save_category(request: Request) -> Response:
    """Rename a category, or switch it on or off."""
    data = await form(request)
    category = row_or_404(request, "SELECT * FROM categories WHERE id = ?", path_id(request))
    name = data.get("name", "").strip() or category["name"]
    update(database(request), "categories", category["id"], {"name": name, "enabled": int("enabled" in data)})
    return done(request, "/catalog/categories", "You saved the category.", f"Category '{name}': saved")


ROUTES: list[BaseRoute] = [
    route("/catalog/products/new", new_product),
    route("/catalog/products/{id:int}", show_product),
    route("/catalog/products/{id:int}/save", save_product, "POST"),
    route("/catalog/products/{id:int}/variants", add_variant, "POST"),
    route("/catalog/products/{id:int}/related", change_related, "POST"),
    route("/catalog/products/{id:int}/delete", delete_product, "POST"),
    route("/catalog/categories", show_categories),
    route("/catalog/categories/{id:int}", save_category, "POST"),
]
