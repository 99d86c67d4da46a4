"""Tasks that change products."""

import sqlite3
from collections.abc import Sequence

from mag.miniarena.shopping_admin.formatting import money, plain_money
from mag.miniarena.shopping_admin.tasks_common import HOME, Steps, by_global_search, keyword, menu, pick, rows
from mag.miniarena.spec import Instance, Template, click, evaluation, finish, page_content, scroll, select, type_
from mag.shown import DemoStep


def field(name: str) -> str:
    """Locator of a form field's value."""
    return f"document.querySelector('[name=\"{name}\"]').value"


def product_page(row: sqlite3.Row) -> str:
    """Where a check reads a product."""
    return f"{HOME}/catalog/products/{row['id']}"


def named(db: sqlite3.Connection, name: str) -> sqlite3.Row:
    """The product of this name."""
    return rows(db, "SELECT * FROM products WHERE name = ?", name)[0]


def open_product(db: sqlite3.Connection, n: int, name: str, search: str = "") -> Steps:
    """To a product's form, in one of two ways; `search` is what is looked for where it is not the name."""
    text = search or name
    if n % 2 and not search:
        return by_global_search(n, name, name, "product")
    matches = len(rows(db, "SELECT 1 FROM products WHERE name LIKE ? OR sku LIKE ?", f"%{text}%", f"%{text}%"))
    edit = click(
        "link",
        "Edit",
        pick(n // 2, f"Click 'Edit' in the last column of the row '{name}'.", f"Open '{name}' with the 'Edit' link at the end of its row."),
        "This is the product.",
        row=name if matches > 1 else "",
    )
    return [*menu(n, "Catalog", "Products", "the list of products"), *keyword(n, text, "products"), edit]


def save(n: int) -> DemoStep:
    """Save a product."""
    return click(
        "button",
        "Save",
        pick(
            n,
            "Click the 'Save' button in the bar at the top right.",
            "Save the product with the 'Save' button in the page header.",
            "Press 'Save' at the upper right to keep the change.",
        ),
        "The change has to be saved.",
    )


PRICES = (
    ("Increase", "Grip Trainer Pair", "$3", 300),
    ("Reduce", "Solstice Yoga Mat 6 mm", "10%", -10),
    ("Reduce", "Foam Roller Long", "$4.50", -450),
    ("Increase", "Meridian Sport Watch", "5%", 5),
    ("Increase", "Juniper Shoe Bag", "$2", 200),
)


def change_price(db: sqlite3.Connection, wanted: Sequence[tuple[str, str, str, int]] = PRICES) -> Template:
    """Raise or lower a price by an amount or a share."""
    instances = []
    for n, (verb, name, amount, by) in enumerate(wanted):
        product = named(db, name)
        cents = product["price"] + (product["price"] * by // 100 if amount.endswith("%") else by)
        text = plain_money(cents)
        demo = [
            *open_product(db, n, name),
            type_(
                "Price",
                text,
                pick(
                    n,
                    f"Replace the value in the 'Price' field with '{text}'.",
                    f"Type the new amount '{text}' into the 'Price' field of the form.",
                ),
                f"{money(product['price'])} {'plus' if by > 0 else 'minus'} {amount} is {money(cents)}.",
            ),
            save(n),
            finish(f"Stop here: the price was saved and is now {money(cents)}.", None, "The page says that it was saved."),
        ]
        check = page_content(product_page(product), locator=field("price"), equals=text)
        instances.append(Instance({"verb": verb, "product": name, "amount": amount}, evaluation(pages=[check]), demo))
    return Template(20, "{{verb}} the price of {{product}} by {{amount}}.", instances)


SOLD_OUT = (  # style, which of its variants
    ("Brandt Merino Crew", 1),
    ("Wren Zip Hoodie", 3),
    ("Sable Capri", 0),
    ("Ridgeline Track Pant", 2),
)


def out_of_stock(db: sqlite3.Connection, wanted: Sequence[tuple[str, int]] = SOLD_OUT) -> Template:
    """Change the stock status of one size and colour."""
    found = [
        rows(
            db,
            "SELECT v.*, p.name AS style FROM products v JOIN products p ON p.id = v.parent_id WHERE v.stock = 'In Stock' "
            "AND p.name = ? ORDER BY v.id",
            style,
        )[place]
        for style, place in wanted
    ]
    instances = []
    for n, row in enumerate(found):
        demo = [
            *open_product(db, n, row["name"], row["style"]),
            select(
                "Stock Status",
                "Out of Stock",
                pick(
                    n, "Select 'Out of Stock' in the 'Stock Status' list of the form.", "Change the 'Stock Status' field to 'Out of Stock'."
                ),
                "It is sold out.",
            ),
            save(n + 1),
            finish("Stop here: this size and color is marked as out of stock.", None, "The change was saved."),
        ]
        instances.append(
            Instance(
                {"product": row["style"], "size": row["size"], "color": row["color"].lower()},
                evaluation(pages=[page_content(product_page(row), locator=field("stock"), equals="Out of Stock")]),
                demo,
            )
        )
    return Template(21, "{{product}} in size {{size}} and color {{color}} is out of stock; set its stock status accordingly.", instances)


DISABLED = (
    ("Doorframe Pull-Up Bar", "customers report that it scratches door frames"),
    ("Pulse Mini Band", "the supplier is recalling it"),
    ("Overnight Yoga Backpack", "we have to check its zips first"),
    ("Cascade Squeeze Bottle", "it is facing quality issues"),
)


def disable_product(db: sqlite3.Connection, wanted: Sequence[tuple[str, str]] = DISABLED) -> Template:
    """Take a product off the storefront, in its form or from the list."""
    instances = []
    for n, (name, reason) in enumerate(wanted):
        product = named(db, name)
        if n % 2:
            demo = [
                *by_global_search(n, name, name, "product"),
                click("switch", "Enable Product", "Turn off the 'Enable Product' switch at the top of the form.", "It is on now."),
                save(n),
            ]
        else:
            demo = [
                *menu(n, "Catalog", "Products", "the list of products"),
                *keyword(n, name, "products"),
                click("checkbox", "Select", f"Tick the checkbox at the start of the row '{name}'.", "Only this product is meant."),
                select(
                    "Actions",
                    "Disable",
                    "Choose 'Disable' from the 'Actions' dropdown above the table.",
                    "A mass action will do.",
                    role="button",
                ),
                click("button", "OK", "Confirm the dialog in the middle with its 'OK' button.", "The panel asks once more."),
            ]
        check = page_content(
            product_page(product), locator="document.querySelector('[name=\"enabled\"]').checked.toString()", equals="false"
        )
        instances.append(
            Instance(
                {"product": name, "reason": reason},
                evaluation(pages=[check]),
                [*demo, finish("Stop here: the product is disabled and no longer on sale.", None, "The message confirms it.")],
            )
        )
    return Template(22, "Disable {{product}} in the store, {{reason}}.", instances)


def new_variant(db: sqlite3.Connection) -> Template:
    """Add a size to a style that is sold in sizes and colours."""
    wanted = [
        ("Corvin Training Tee", "XL", "Ember", "40"),
        ("Calla Yoga Legging", "L", "Plum", "25"),
        ("Fjord Running Skirt", "L", "Navy", "60"),
    ]
    instances = []
    for n, (name, size, color, quantity) in enumerate(wanted):
        product = named(db, name)
        sku, price = f"{product['sku']}-{size}-{color}", money(product["price"])
        demo = [
            *by_global_search(n, name, name, "product"),
            click(
                "button",
                "Add Configuration",
                "Click 'Add Configuration' in the 'Configurations' section further down.",
                "A size is missing.",
            ),
            type_("Size", size, f"Type '{size}' into the 'Size' field of the dialog.", "The new size."),
            type_("Color", color, f"Type '{color}' into the 'Color' field of the dialog.", "The color."),
            type_(
                "Stock Quantity",
                quantity,
                f"Type '{quantity}' into the 'Stock Quantity' field below the price.",
                "The price is filled in already.",
            ),
            click("button", "Create Configuration", "Click 'Create Configuration' at the bottom right of the dialog.", "All is filled in."),
            scroll("down", "Scroll down to see the new line in the table of configurations.", "It should stand in the table."),
            finish(f"Stop here: the configuration with size {size} and color {color} exists.", None, "The new line is there."),
        ]
        table = "[...document.querySelectorAll('#product tr')].map(r => [...r.cells].map(c => c.innerText).join('|')).join(';')"
        check = page_content(product_page(product), f"{sku}|{price}|{quantity}|{size}|{color}|Enabled", locator=table)
        instances.append(
            Instance({"product": name, "size": size, "color": color, "price": price, "quantity": quantity}, evaluation(pages=[check]), demo)
        )
    return Template(
        23, "Add size {{size}} in the color {{color}} to {{product}}, with the price {{price}} and a quantity of {{quantity}}.", instances
    )


def catalog_templates(db: sqlite3.Connection) -> list[Template]:
    """The templates of this part."""
    return [change_price(db), out_of_stock(db), disable_product(db), new_variant(db)]
