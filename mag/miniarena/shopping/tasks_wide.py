"""Further instances of the shop's templates, their slots filled from its catalogue."""

import sqlite3
from itertools import combinations

from mag.miniarena.shopping import data_wide as words
from mag.miniarena.shopping import tasks_account, tasks_cart, tasks_catalogue, tasks_feedback, tasks_orders
from mag.miniarena.shopping.data_people import FREE_SHIPPING
from mag.miniarena.slots import combined, dealt, some
from mag.miniarena.spec import Template

ORDERS = (
    ("price, the cheapest first", "Price", "price", "asc"),
    ("price, the most expensive first", "Price", "price", "desc"),
    ("product name, A to Z", "Product Name", "name", "asc"),
    ("product name, Z to A", "Product Name", "name", "desc"),
    ("customer rating, the best first", "Customer Rating", "rating", "desc"),
)
BANDS = (("10-25", "$10.00 - $24.99"), ("25-50", "$25.00 - $49.99"), ("50-100", "$50.00 - $99.99"))
MATERIALS = ("cotton", "wool", "steel", "bamboo", "glass", "stoneware", "aluminum", "plastic", "linen", "brass")
PRICES = ((5, 25), (10, 40), (20, 60), (30, 100))
METHODS = ("Standard Delivery", "Express Delivery", "Next Day Delivery")
CITIES = ("Akron", "Brattleboro", "Madison", "Traverse City")
CODES = (("LOOM10", 0), ("LARDER5", 4000))  # code, least subtotal


def wide_templates(db: sqlite3.Connection) -> list[Template]:
    """Templates of the same ids and intents as the site's own, with other instances."""
    return [*_catalogue(db), *_products(db), *_cart(db), *_account(db)]


def _catalogue(db: sqlite3.Connection) -> list[Template]:
    names = [row["name"] for row in db.execute("SELECT name FROM categories WHERE parent_id IS NOT NULL ORDER BY id")]
    departments = [row["name"] for row in db.execute("SELECT name FROM categories WHERE parent_id IS NULL ORDER BY id")]
    extremes = [(name, word) for name in names for word, way in (("cheapest", 1), ("most expensive", -1)) if _one_extreme(db, name, way)]
    filters = [(name, *band, stars) for name, band, stars in combined(60, "filters", departments, BANDS, (3, 4))]
    materials = [(name, *prices) for name, prices in combined(40, "materials", MATERIALS, PRICES)]
    return [
        tasks_catalogue.extreme_price(db, some(extremes, 24, "extremes")),
        tasks_catalogue.show_sorted(db, [(name, *order) for name, order in combined(26, "orders", names, ORDERS)]),
        tasks_catalogue.show_filtered(db, [row for row in filters if _rated(db, row[0], row[1], row[3])][:20]),
        tasks_catalogue.search_by_material(db, [row for row in materials if made_of(db, *row) > 1][:16]),
    ]


def _one_extreme(db: sqlite3.Connection, category: str, way: int) -> bool:
    """Whether one product alone is the cheapest (1) or dearest (-1) of the category."""
    prices = sorted(way * row["price"] for row in db.execute("SELECT price FROM shelf WHERE category = ?", (category,)))
    return bool(prices[0] != prices[1])


def _rated(db: sqlite3.Connection, department: str, band: str, stars: int) -> int:
    """Products of the department within these prices and with at least so many stars."""
    low, high = (100 * int(part) for part in band.split("-"))
    inside = "price >= ? AND price < ? AND rating >= ?"
    sql = f"SELECT count(*) FROM shelf s JOIN categories d ON d.id = s.department_id WHERE d.name = ? AND {inside}"
    return int(db.execute(sql, (department, low, high, stars)).fetchone()[0])


def made_of(db: sqlite3.Connection, material: str, low: int, high: int) -> int:
    """Products of the material within these prices, in dollars."""
    sql = "SELECT count(*) FROM products WHERE instr(material, ?) AND price BETWEEN ? AND ?"
    return int(db.execute(sql, (material, low * 100, high * 100)).fetchone()[0])


def _products(db: sqlite3.Connection) -> list[Template]:
    rows = db.execute("SELECT * FROM shelf ORDER BY id").fetchall()
    names = [row["name"] for row in rows]
    pairs = [
        (one["name"], other["name"])
        for one, other in combinations(rows, 2)
        if one["category"] == other["category"] and float(one["weight"].split()[0]) != float(other["weight"].split()[0])
    ]
    reviewed = [(name, stars, *review) for name, stars, review in combined(18, "reviews", names, (2, 3, 4, 5), words.REVIEWS)]
    return [
        tasks_catalogue.made_of(db, some(names, 22, "materials of")),
        tasks_catalogue.lighter_of_two(db, some(pairs, 18, "weights")),
        tasks_catalogue.who_complains(db, 20),
        tasks_cart.compare_two(db, some(combinations(names, 2), 18, "compared")),
        tasks_feedback.write_review(db, reviewed),
    ]


def _options(db: sqlite3.Connection) -> dict[str, dict[str, list[str]]]:
    """Product in stock -> option -> choices, products without options too."""
    found: dict[str, dict[str, list[str]]] = {row["name"]: {} for row in db.execute("SELECT name FROM products WHERE in_stock ORDER BY id")}
    for row in db.execute("SELECT p.name, o.name AS option, o.choices FROM options o JOIN products p ON p.id = o.product_id ORDER BY o.id"):
        if row["name"] in found:
            found[row["name"]][row["option"]] = row["choices"].split("|")
    return found


def _cart(db: sqlite3.Connection) -> list[Template]:
    options = _options(db)
    price = {row["name"]: row["price"] for row in db.execute("SELECT name, price FROM products")}
    plain = [name for name, own in options.items() if not own]
    colors = [(name, color) for name, own in options.items() if list(own) == ["Color"] for color in own["Color"]]
    both = [
        (name, color, size)
        for name, own in options.items()
        if set(own) == {"Color", "Size"}
        for color in own["Color"]
        for size in own["Size"]
    ]
    sizes = [(name, "Size", size) for name, own in options.items() if list(own) == ["Size"] for size in own["Size"]]
    codes = [(name, code) for name in plain for code, least in CODES if least <= price[name] < FREE_SHIPPING]
    parcels = dealt(some(sizes, 10, "parcels"), (2, 3, 4), METHODS, words.ADDRESSES)
    return [
        tasks_cart.wish_with_note(db, dealt(some(colors, 20, "wishes"), words.NOTES)),
        tasks_cart.cart_with_options(db, dealt(some(both, 20, "options"), (2, 3, 4, 5))),
        tasks_cart.coupon_total(db, some(codes, 18, "coupons")),
        tasks_account.order_to_new_address(db, parcels),
        tasks_account.order_to_saved_address(db, combined(18, "sent", plain, CITIES, METHODS)),
    ]


def _account(db: sqlite3.Connection) -> list[Template]:
    fields = {
        "Phone Number": ("phone", words.PHONES),
        "Street Address": ("street", words.STREETS),
        "Zip/Postal Code": ("postcode", words.POSTCODES),
    }
    changes = [
        (city, label, fields[label][0], value)
        for label, (_, values) in fields.items()
        for city, value in combined(5, f"changed {label}", CITIES, values)
    ]
    return [
        tasks_account.change_address(db, changes),
        tasks_orders.spent_in_month(db, 20, 1),
        tasks_orders.paid_for_item(db, 16),
    ]
