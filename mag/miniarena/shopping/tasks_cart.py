"""Tasks of buying: wish list, cart, coupon, comparison, checkout."""

import sqlite3
from collections.abc import Sequence

from mag.miniarena.shopping.data_people import SHIPPING
from mag.miniarena.shopping.store import usd
from mag.miniarena.shopping.tasks_steps import CART, WISHES, browse, find_product, named, open_cart, pick, search
from mag.miniarena.spec import Instance, Template, click, evaluation, finish, must_include, page_content, press_enter, select, type_
from mag.shown import DemoStep

WISHED = (
    ("Loomis Velvet Cushion", "Plum", "two of them for the window seat"),
    ("Stellan Pendant Shade", "Teal", "ask Papa about the height"),
    ("Sonnet Kitchen Radio", "Brick", "birthday idea for Helena"),
)


def wish_with_note(db: sqlite3.Connection, wanted: Sequence[tuple[str, str, str]] = WISHED) -> Template:
    """Put a product in a color on the wish list, with a comment."""
    instances = []
    for index, (name, color, note) in enumerate(wanted):
        instances.append(Instance(
            {"product": name, "color": color, "note": note},
            evaluation(pages=[page_content("__SHOPPING__/wishlist", f"{name} | Color: {color} | 1 | {note}", locator=WISHES)]),
            [*find_product(name, index),
             click("button", color,
                   pick(index, f"Click the '{color}' swatch under 'Color', right of the picture.",
                        f"Pick '{color}' among the color swatches right of the picture."),
                   "The color comes first."),
             click("button", "Add to Wish List", pick(index, "Click 'Add to Wish List' below the 'Add to Cart' button.",
                                                      "Use the link 'Add to Wish List' under the quantity."), "Onto the wish list.",
                   row=""),
             type_("Comment", note,
                   pick(index, f"Type '{note}' into the comment box of the {name}.",
                        f"Write '{note}' in the box under the {name} on the list."),
                   "The note belongs to this item.", row=name),
             click("button", "Update Wish List", pick(index, "Click 'Update Wish List' above the items to keep the comment.",
                                                      "Save with the button 'Update Wish List' at the top right."),
                   "Otherwise it is lost."),
             finish(pick(index, f"Stop here: the {name} is on the wish list with its comment.",
                         "Finish; the wish list shows the item and the note."),
                    think="It is saved.")]))
    return Template(14, "Add the {{product}} in {{color}} to my wish list and give it the comment \"{{note}}\".", instances)


def off_the_wish_list(db: sqlite3.Connection) -> Template:
    """Remove a product from the wish list."""
    rows = db.execute("SELECT p.name FROM wishes w JOIN products p ON p.id = w.product_id ORDER BY w.id").fetchall()
    names = [row["name"] for row in rows]
    instances = []
    for index, name in enumerate((names[1], names[3])):
        rest = ", ".join(other for other in names if other != name)
        instances.append(Instance(
            {"product": name},
            evaluation(pages=[page_content("__SHOPPING__/wishlist",
                                           locator="[...document.querySelectorAll('.wish-name')].map(e => e.innerText).join(', ')",
                                           equals=rest)]),
            [open_wishes(len(names), index),
             click("button", "Remove item", pick(index, f"Click 'Remove item' below the {name} and confirm the question.",
                                                 f"Use 'Remove item' in the box of the {name}, then confirm."), "Take it off the list.",
                   row=name),
             finish(f"Stop here: the {name} is no longer on the wish list.", think="It is gone.")]))
    return Template(15, "Remove the {{product}} from my wish list.", instances)


def open_wishes(count: int, index: int) -> DemoStep:
    """The wish list, through the top bar."""
    return click("link", f"Wish List ({count})", pick(index, f"Click 'Wish List ({count})' in the green bar at the top.",
                                                      f"Open 'Wish List ({count})' at the top right of the page."), "The list is up there.")


def wish_to_cart(db: sqlite3.Connection) -> Template:
    """Move wished products into the cart in a new quantity."""
    count: int = db.execute("SELECT count(*) FROM wishes").fetchone()[0]
    instances = []
    for index, (name, quantity) in enumerate((("Meridew Mantel Clock", 2), ("Inkwright Wax Seal Kit", 4))):
        instances.append(Instance(
            {"product": name, "quantity": str(quantity)},
            evaluation(pages=[page_content("__SHOPPING__/cart", locator=CART, equals=f"{name} |  | {quantity}")]),
            [open_wishes(count, index),
             type_("Qty", str(quantity),
                   pick(index, f"Change the 'Qty' of the {name} to '{quantity}'.",
                        f"Type '{quantity}' into the 'Qty' field of the {name}."),
                   "The quantity first.", role="spinbutton", row=name),
             click("button", "Update Wish List", pick(index, "Click 'Update Wish List' at the top to save the quantity.",
                                                      "Keep the new quantity with 'Update Wish List' above the items."),
                   "Save before moving it."),
             click("button", "Add to Cart",
                   pick(index, f"Click 'Add to Cart' in the box of the {name}.", f"Move the {name} with its 'Add to Cart' button."),
                   "Into the cart.", row=name),
             finish(f"Stop here: {quantity} of the {name} are in the cart.", think="Done.")]))
    return Template(16, "Move the {{product}} from my wish list into my cart, and make it {{quantity}} of them.", instances)


OPTIONS = (
    ("Fairlea Crew Neck Jumper", "Sage", "L", 2),
    ("Kilnside Flannel Shirt", "Forest", "XL", 3),
    ("Cobbler Row Boot Socks", "Rust", "M", 4),
)


def cart_with_options(db: sqlite3.Connection, wanted: Sequence[tuple[str, str, str, int]] = OPTIONS) -> Template:
    """Choose options in the dialog of a product list."""
    instances = []
    for index, (name, color, size, quantity) in enumerate(wanted):
        product = named(db, name)
        department = db.execute("SELECT name FROM categories WHERE id = ?", (product["department_id"],)).fetchone()["name"]
        instances.append(Instance(
            {"quantity": str(quantity), "product": name, "color": color, "size": size},
            evaluation(pages=[page_content("__SHOPPING__/cart", locator=CART,
                                           equals=f"{name} | Color: {color}, Size: {size} | {quantity}")]),
            [*browse(department, product["category"], index),
             click("button", "Add to Cart",
                   pick(index, f"Click 'Add to Cart' under the {name}.",
                        f"Find the {name} in the list and click its 'Add to Cart' button."),
                   "A dialog will ask for the options.", row=name),
             select("Color", color,
                    pick(index, f"Choose '{color}' in the 'Color' list of the dialog.", f"Set 'Color' in the open dialog to '{color}'."),
                    "The color."),
             select("Size", size,
                    pick(index, f"Choose '{size}' in the 'Size' list below the color.",
                         f"Set the 'Size' list below the color to '{size}'."), "The size."),
             type_("Qty", str(quantity),
                   pick(index, f"Type '{quantity}' into 'Qty' at the bottom of the dialog.",
                        f"Change 'Qty' at the bottom of the dialog to '{quantity}'."),
                   "How many.", role="spinbutton"),
             click("button", "Add to Cart",
                   pick(index, "Click 'Add to Cart' at the bottom of the dialog.",
                        "Confirm the dialog with its own 'Add to Cart' button."), "Put them in."),
             finish(pick(index, f"Stop here: {quantity} of the {name} are in the cart.",
                         "Finish; the message says that the product is in the cart."), think="It is in.")]))
    return Template(17, "Add {{quantity}} of the {{product}} in {{color}}, size {{size}}, to my cart.", instances)


COUPONED = (
    ("Boxwell Shoe Bench", "LOOM10"),
    ("Stellan Desk Lamp", "LARDER5"),
)


def coupon_total(db: sqlite3.Connection, wanted: Sequence[tuple[str, str]] = COUPONED) -> Template:
    """Use a coupon and read the total."""
    instances = []
    for index, (name, code) in enumerate(wanted):
        price, coupon = named(db, name)["price"], db.execute("SELECT * FROM coupons WHERE code = ?", (code,)).fetchone()
        discount = round(price * coupon["percent"] / 100) + coupon["amount"]
        total = usd(price - discount + SHIPPING["standard"][1])
        apply = [press_enter("Press Enter in the field to apply the code.", "Send it.")] if index % 2 else \
            [click("button", "Apply Discount", "Click 'Apply Discount' right under the code you typed.", "Send it.")]
        instances.append(Instance(
            {"product": name, "code": code},
            evaluation(must_include(total.removeprefix("$")),
                       pages=[page_content("__SHOPPING__/cart", f"({code})", locator="document.querySelector('.sums .discount').innerText"),
                              page_content("__SHOPPING__/cart", locator=CART, equals=f"{name} |  | 1")]),
            [*search(name, index),
             click("button", "Add to Cart",
                   pick(index, f"Click 'Add to Cart' under the {name}.", f"Put the {name} into the cart with its 'Add to Cart' button."),
                   "It has no options."),
             *open_cart(index),
             click("button", "Apply Discount Code", pick(index, "Unfold 'Apply Discount Code' in the summary at the right.",
                                                         "Click 'Apply Discount Code' in the box on the right."),
                   "The field is hidden in there."),
             type_("Enter discount code", code,
                   pick(index, f"Type '{code}' into the field 'Enter discount code' that has opened.",
                        f"Enter '{code}' in the unfolded field 'Enter discount code' at the right."), "The code."),
             *apply, finish(f"Report the order total of {total} from the summary.", total, "Read it in the summary.")]))
    return Template(18, "Put one {{product}} into my cart and apply the discount code {{code}}. What is the order total in the cart then?",
                    instances)


COMPARED = (
    ("Auralis Studio Headphones", "Auralis Wireless Headphones"),
    ("Wickery Brass Reading Lamp", "Stellan Desk Lamp"),
)


def compare_two(db: sqlite3.Connection, wanted: Sequence[tuple[str, str]] = COMPARED) -> Template:
    """Put two products on the comparison list."""
    instances = []
    for index, (first, second) in enumerate(wanted):
        steps: list[DemoStep] = []
        for turn, name in enumerate((first, second)):
            steps += [*find_product(name, index + turn),
                      click("button", "Add to Compare", pick(turn, "Click 'Add to Compare' below the 'Add to Cart' button.",
                                                             "Use 'Add to Compare' on this page as well."), "Onto the comparison list.")]
        steps += [click("link", "Compare Products (2)", "Open 'Compare Products (2)' in the green bar at the top.",
                        "See both side by side."),
                  finish(f"Stop here: the {first} and the {second} stand side by side.", think="Both are listed.")]
        instances.append(Instance(
            {"first": first, "second": second},
            evaluation(url="__SHOPPING__/compare", pages=[page_content("__SHOPPING__/compare", f"{first}", f"{second}",
                       locator="[...document.querySelectorAll('.compare-name')].map(e => e.innerText).join(', ')")]), steps))
    return Template(19, "Compare the {{first}} with the {{second}} on the comparison page.", instances)


def cart_tasks(db: sqlite3.Connection) -> list[Template]:
    """The templates of this module."""
    return [wish_with_note(db), off_the_wish_list(db), wish_to_cart(db), cart_with_options(db), coupon_total(db), compare_two(db)]
