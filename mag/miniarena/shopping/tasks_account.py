"""Tasks of ordering and of the account's addresses."""

import sqlite3
from collections.abc import Sequence

from mag.miniarena.shopping.store import address_line, usd
from mag.miniarena.shopping.tasks_steps import account_page, find_product, named, pick, search
from mag.miniarena.spec import Instance, Template, click, evaluation, finish, page_content, select, type_
from mag.shown import DemoStep

DEFAULT_SHIPPING = ("[...document.querySelectorAll('.box')].find(e => e.innerText.includes('Default Shipping'))"
                    ".innerText.replace(/\\s+/g, ' ')")


def placed(item: str, target: str, method: str) -> list[dict[str, object]]:
    """Checks of the page of the newest order: what was ordered, where it goes and how."""
    page = "func:shopping_get_latest_order_url()"
    items = "[...document.querySelectorAll('.order-items tbody tr')].map(e => e.innerText.replace(/\\s+/g, ' ')).join('; ')"
    return [page_content(page, locator=items, equals=item),
            page_content(page, target, locator="document.querySelector('.ship-to').innerText"),
            page_content(page, locator="document.querySelector('.ship-method').innerText", equals=method)]


def ordered(product: sqlite3.Row, quantity: int, chosen: str = "") -> str:
    """A row of an order's table as text."""
    return f"{product['name']} {chosen}{product['sku']} {usd(product['price'])} Ordered: {quantity} {usd(product['price'] * quantity)}"


def to_checkout(index: int) -> list[DemoStep]:
    """From the mini cart to the first step of the checkout."""
    return [
        click("button", "My Cart",
              pick(index, "Open the mini cart with 'My Cart' at the top right.", "Click 'My Cart' in the header to see the small cart."),
              "On to the checkout."),
        click("link", "Proceed to Checkout",
              pick(index, "Click 'Proceed to Checkout' in the small cart panel.", "Follow 'Proceed to Checkout' at the top of the panel."),
              "Start the checkout."),
    ]


def ship_and_place(method: str, index: int) -> list[DemoStep]:
    """Choose the shipping method and place the order."""
    return [
        click("radio", method,
              pick(index, f"Choose '{method}' in the list under 'Shipping Methods'.",
                   f"Select '{method}' in the table of shipping methods."),
              "The method asked for."),
        click("button", "Next",
              pick(index, "Click 'Next' below the table of shipping methods.", "Go on with the 'Next' button below the shipping methods."),
              "To the second step."),
        click("button", "Place Order",
              pick(index, "Click 'Place Order' below the payment methods to send the order.",
                   "Finish the checkout with the 'Place Order' button below the payment methods."),
              "Nothing else to choose."),
        finish(pick(index, "Stop here: the page thanks you for the purchase.", "Finish; the order is placed and has its number."),
               think="The order is placed."),
    ]


def address_steps(fields: tuple[str, str, str, str, str], index: int) -> list[DemoStep]:
    """Fill the open address form: street, city, state, postcode, phone."""
    street, city, region, postcode, phone = fields
    return [
        type_("Street Address", street,
              pick(index, f"Type '{street}' into the 'Street Address' field of the form.",
                   f"Enter the street, '{street}', in the field 'Street Address'."),
              "The street."),
        type_("City", city,
              pick(index, f"Type '{city}' into the 'City' field below the company.",
                   f"Put '{city}' into the field 'City' on the left side."), "The city."),
        select("State/Province", region,
               pick(index, f"Choose '{region}' in the 'State/Province' list beside the city.",
                    f"Set the 'State/Province' list next to the city to '{region}'."), "The state."),
        type_("Zip/Postal Code", postcode,
              pick(index, f"Type '{postcode}' into the 'Zip/Postal Code' field under the city.",
                   f"Enter '{postcode}' in the field 'Zip/Postal Code' below the city."), "The code."),
        type_("Phone Number", phone,
              pick(index, f"Type '{phone}' into 'Phone Number', the last field of the form.",
                   f"Enter '{phone}' in the field 'Phone Number' at the bottom left."),
              "The phone is required."),
    ]


Parcel = tuple[str, str, str, int, str, tuple[str, str, str, str, str]]  # product, option, choice, quantity, shipping, address
PARCELS = (
    (
        "Combside Wildflower Honey",
        "Size",
        "16 oz",
        3,
        "Express Delivery",
        ("9 Quarry Lane", "Ann Arbor", "Michigan", "48103", "734-555-0121"),
    ),
    (
        "Ridgeback Vacuum Flask",
        "Size",
        "34 oz",
        2,
        "Next Day Delivery",
        ("310 Mill Street", "Asheville", "North Carolina", "28801", "828-555-0144"),
    ),
    ("Verdley Gardening Gloves", "Size", "L", 4, "Standard Delivery", ("72 Harbor View", "Portland", "Maine", "04101", "207-555-0166")),
)


def order_to_new_address(db: sqlite3.Connection, wanted: Sequence[Parcel] = PARCELS) -> Template:
    """Order something to an address that is not in the book yet."""
    instances = []
    for index, (name, option, choice, quantity, method, fields) in enumerate(wanted):
        street, city, region, postcode, phone = fields
        product = named(db, name)
        instances.append(Instance(
            {"quantity": str(quantity), "product": name, "choice": choice, "method": method,
             "address": f"{street}, {city}, {region} {postcode}", "phone": phone},
            evaluation(pages=placed(ordered(product, quantity, f"{option}: {choice} "),
                                    f"Emma Lopes, {street}, {city}, {region} {postcode}", method)),
            [*find_product(name, index),
             select(option, choice,
                    pick(index, f"Choose '{choice}' in the '{option}' list right of the picture.",
                         f"Set the '{option}' list above the quantity to '{choice}'."),
                    "The option asked for."),
             type_("Qty", str(quantity),
                   pick(index, f"Type '{quantity}' into 'Qty' beside the 'Add to Cart' button.",
                        f"Change the number in 'Qty' under the options to '{quantity}'."), "How many.",
                   role="spinbutton"),
             click("button", "Add to Cart",
                   pick(index, "Click the large 'Add to Cart' button beside the quantity.",
                        "Put them into the cart with 'Add to Cart' beside the quantity."),
                   "Into the cart."),
             *to_checkout(index),
             click("button", "New Address",
                   pick(index, "Click the 'New Address' button below the saved addresses.",
                        "Open the address dialog with 'New Address' under the saved addresses."),
                   "It is not saved yet."),
             *address_steps(fields, index),
             click("button", "Ship Here",
                   pick(index, "Click 'Ship Here' at the bottom of the dialog.",
                        "Close the dialog with its button 'Ship Here' at the bottom."),
                   "Use this address."),
             *ship_and_place(method, index)]))
    return Template(20,
                    "Order {{quantity}} of the {{product}} ({{choice}}) with {{method}} to me at a new address: {{address}}, phone "
                    "{{phone}}. "
                        "Nothing else should be in the order.", instances)


SENT = (
    ("Hollin Bypass Pruners", "Brattleboro", "Standard Delivery"),
    ("Gramley Salad Spinner", "Madison", "Express Delivery"),
)


def order_to_saved_address(db: sqlite3.Connection, wanted: Sequence[tuple[str, str, str]] = SENT) -> Template:
    """Order something to an address of the book."""
    instances = []
    for index, (name, city, method) in enumerate(wanted):
        target = db.execute("SELECT * FROM addresses WHERE city = ?", (city,)).fetchone()
        instances.append(Instance(
            {"product": name, "city": city, "method": method},
            evaluation(pages=placed(ordered(named(db, name), 1),
                                    f"{target['first_name']} {target['last_name']}, {address_line(target)}", method)),
            [*search(name, index),
             click("button", "Add to Cart",
                   pick(index, f"Click 'Add to Cart' under the {name}.", f"Put the {name} into the cart with the button below it."),
                   "One is enough."),
             *to_checkout(index),
             click("radio", f"{target['street']}, {city}", pick(index, f"Choose the saved address '{target['street']}, {city}'.",
                                                                f"Select the address in {city} among the saved ones."), "It goes there."),
             *ship_and_place(method, index)]))
    return Template(21, "Order one {{product}} to my saved address in {{city}} with {{method}}.", instances, core=True)


MOVED = (
    ("Traverse City", "Phone Number", "phone", "231-555-0190"),
    ("Madison", "Street Address", "street", "41 Elm Crescent"),
    ("Brattleboro", "Zip/Postal Code", "postcode", "05303"),
)


def change_address(db: sqlite3.Connection, wanted: Sequence[tuple[str, str, str, str]] = MOVED) -> Template:
    """Change one field of a saved address."""
    instances = []
    columns = ("first_name", "last_name", "street", "city", "region", "postcode", "country", "phone")
    for index, (city, label, column, value) in enumerate(wanted):
        row = {**dict(db.execute("SELECT * FROM addresses WHERE city = ?", (city,)).fetchone()), column: value}
        row["street"] = ", ".join(filter(None, (row["company"], row["street"])))  # as the table shows it
        locator = ("[...document.querySelectorAll('.address-table tr')]"
                   ".map(e => [...e.cells].slice(0, 8).map(c => c.innerText).join(' | '))"
                   f".find(t => t.includes('{city}'))")
        instances.append(Instance(
            {"field": label.lower(), "city": city, "value": value},
            evaluation(pages=[page_content("__SHOPPING__/account/addresses", locator=locator,
                                           equals=" | ".join(row[key] for key in columns))]),
            [*account_page("Address Book", index),
             click("link", "Edit",
                   pick(index, f"Click 'Edit' in the row of the address in {city}.",
                        f"Open the {city} address with the 'Edit' link in its row."),
                   "This is the address.", row=city),
             type_(label, value,
                   pick(index, f"Replace the text of the field '{label}' with '{value}'.",
                        f"Type '{value}' into the field '{label}' of the form."), "The new value."),
             click("button", "Save Address",
                   pick(index, "Click 'Save Address' at the bottom of the address form.",
                        "Keep the change with the 'Save Address' button below the fields."),
                   "Save it."),
             finish(f"Stop here: the {label.lower()} of the address in {city} is changed.", think="It is saved.")]))
    return Template(22, "In my address book, change the {{field}} of the address in {{city}} to {{value}}.", instances)


def new_default_address(db: sqlite3.Connection) -> Template:
    """Add an address and ship there from now on."""
    instances = []
    for index, fields in enumerate((("18 Juniper Street", "Ithaca", "New York", "14850", "607-555-0138"),
                                    ("205 Fern Hollow", "Eugene", "Oregon", "97401", "541-555-0107"))):
        street, city, region, postcode, phone = fields
        instances.append(Instance(
            {"address": f"{street}, {city}, {region} {postcode}", "phone": phone},
            evaluation(pages=[page_content("__SHOPPING__/account/addresses",
                                           f"{street} {city}, {region} {postcode} United States T: {phone}", locator=DEFAULT_SHIPPING)]),
            [*account_page("Address Book", index),
             click("link", "Add New Address",
                   pick(index, "Click 'Add New Address' at the end of the address book.",
                        "Open the empty form with 'Add New Address' below the table."),
                   "A new entry."),
             *address_steps(fields, index),
             click("checkbox", "Use as my default shipping address",
                   pick(index, "Tick 'Use as my default shipping address' under the form.",
                                                                          "Check the box 'Use as my default shipping address'."),
                   "Make it the default."),
             click("button", "Save Address",
                   pick(index, "Click 'Save Address' below the check boxes to store the address.",
                        "Save the new entry with the 'Save Address' button at the bottom."),
                   "Save it."),
             finish(pick(index, f"Stop here: orders go to {city} by default now.",
                         f"Finish; the default shipping address is the one in {city}."), think="It is saved.")]))
    return Template(23, "I have moved. Add {{address}} (phone {{phone}}) to my address book and make it the default shipping address.",
                    instances)


def account_tasks(db: sqlite3.Connection) -> list[Template]:
    """The templates of this module."""
    return [order_to_new_address(db), order_to_saved_address(db), change_address(db), new_default_address(db)]
