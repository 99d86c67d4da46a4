"""Stretches of demonstrations that several tasks share, and look-ups in the seeded data."""

import sqlite3
from collections.abc import Sequence

from mag.miniarena.shopping.store import order_number
from mag.miniarena.spec import click, press_enter, select, type_
from mag.shown import DemoStep

PER_PAGE = 10  # orders on one page of the list
MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December")


def pick(index: int, *texts: str) -> str:
    """One of several wordings, by the instance's number."""
    return texts[index % len(texts)]


def named(db: sqlite3.Connection, name: str) -> sqlite3.Row:
    """The product of this name, as lists show it."""
    found: sqlite3.Row = db.execute("SELECT * FROM shelf WHERE name = ?", (name,)).fetchone()
    return found


def search(name: str, index: int) -> list[DemoStep]:
    """Quick search for a product."""
    return [
        type_("Search", name, pick(index, f"Type '{name}' into the search box at the top of the page.",
                                   f"Enter '{name}' in the wide search field beside the shop's logo.",
                                   f"Fill the search box in the page header with '{name}'."), "The search box finds it fastest.",
              role="searchbox"),
        press_enter(pick(index, "Press Enter in the search box to start the search.",
                         "Press Enter in the search box to list the matching products.",
                         "Hit Enter to see the search results for this name."), "Send the search."),
    ]


def open_found(name: str, index: int) -> DemoStep:
    """From a list to the product's page, by its name under the picture."""
    return click("link", name, pick(index, f"Click the name '{name}' below its picture in the product list.",
                                    f"Open the product page by clicking '{name}' under its picture.",
                                    f"Follow the link '{name}' in the list of products."), "Its page has the details.", nth=1)


def find_product(name: str, index: int) -> list[DemoStep]:
    """From anywhere to a product's page through quick search."""
    return [*search(name, index), open_found(name, index)]


def browse(department: str, category: str, index: int) -> list[DemoStep]:
    """From anywhere to a subcategory, or with 'All ...' a department, through the flyout menu."""
    return [
        click("button", department, pick(index, f"Open the '{department}' menu in the bar below the page header.",
                                         f"Click '{department}' in the department bar to unfold its menu.",
                                         f"Unfold the '{department}' flyout in the navigation bar."), "The category is in this menu."),
        click("link", category, pick(index, f"Click '{category}' in the flyout menu that has opened.",
                                     f"Choose '{category}' from the links of the open menu.",
                                     f"Select '{category}' in the menu panel under the bar."), "Go to that category."),
    ]


def account_menu(entry: str, index: int) -> list[DemoStep]:
    """The user menu at the top right and one of its entries."""
    return [
        click("button", "Emma Lopes", pick(index, "Open the user menu 'Emma Lopes' at the top right of the page.",
                                           "Click your name, 'Emma Lopes', in the green bar at the top right.",
                                           "Unfold the account menu behind 'Emma Lopes' in the top bar."),
              "The account pages are in this menu."),
        click("link", entry,
              pick(index, f"Choose '{entry}' from the menu that dropped down.", f"Click '{entry}' in the drop-down under your name.",
                                  f"Select the entry '{entry}' in the open user menu."), "That page has what is needed."),
    ]


def account_page(entry: str, index: int) -> list[DemoStep]:
    """A page of the account through its sidebar."""
    return [*account_menu("My Account", index),
            click("link", entry,
                  pick(index, f"Click '{entry}' in the sidebar on the left.", f"Go to '{entry}' in the account menu at the left.",
                                      f"Open '{entry}' from the list on the left side."), "The sidebar leads there.")]


def order_list(db: sqlite3.Connection, order_id: int, index: int) -> list[DemoStep]:
    """To the page of the order list that shows this order, through the filter by year and the paging below."""
    created: str = db.execute("SELECT created FROM orders WHERE id = ?", (order_id,)).fetchone()["created"]
    year = created[:4]
    above: int = db.execute("SELECT count(*) FROM orders WHERE created > ? AND created LIKE ?", (created, f"{year}%")).fetchone()[0]
    newer: int = db.execute("SELECT count(*) FROM orders WHERE created > ?", (created,)).fetchone()[0]
    steps = account_menu("My Orders", index)
    if newer >= PER_PAGE:
        steps.append(select("Orders from", year, pick(index, f"Set the 'Orders from' list above the table to '{year}'.",
                                                      f"Choose '{year}' in the 'Orders from' list at the top right of the orders.",
                                                      f"Narrow the table with the 'Orders from' list to '{year}'."),
                            f"The order is from {year}."))
        if above >= PER_PAGE:
            page = str(above // PER_PAGE + 1)
            steps.append(click("link", page, pick(index, f"Go to page {page} with the page links below the table.",
                                                  f"Click '{page}' in the paging bar under the orders."), "It is further down the list."))
    return steps


def view_order(order_id: int, index: int) -> DemoStep:
    """Open an order from its row in the list."""
    number = order_number(order_id)
    return click("link", "View Order", pick(index, f"Click 'View Order' in the row of order {number}.",
                                            f"Open order {number} with the 'View Order' link in its row.",
                                            f"Follow 'View Order' at the right of the row for order {number}."),
                 "The items are on the order's page.", row=number)


def open_cart(index: int) -> list[DemoStep]:
    """The cart page, through the mini cart of the header."""
    return [
        click("button", "My Cart",
              pick(index, "Open the mini cart with 'My Cart' at the top right.",
                   "Click 'My Cart' in the page header to unfold the small cart."),
              "Look into the cart."),
        click("link", "View and Edit Cart", pick(index, "Click 'View and Edit Cart' at the bottom of the small cart panel.",
                                                 "Follow 'View and Edit Cart' under the items in the cart panel."),
              "The full cart has more controls."),
    ]


def long_date(created: str) -> str:
    """A stored time as people write a date: March 14, 2026."""
    return f"{MONTHS[int(created[5:7]) - 1]} {int(created[8:10])}, {created[:4]}"


def cells(selector: str, parts: Sequence[str]) -> str:
    """Locator: for every element of the selector the texts of its parts joined by ` | `, the elements by `; `. A part is a CSS
    selector, with ` value` behind it for a field's content; what is not there counts as empty."""
    reads = [f"(e.querySelector('{part.removesuffix(' value')}') || {{}}).{'value' if part.endswith(' value') else 'innerText'} || ''"
             for part in parts]
    return f"[...document.querySelectorAll('{selector}')].map(e => [{', '.join(reads)}].join(' | ')).join('; ')"


CART = cells(".cart-row", [".item-name", ".item-options", ".item-quantity value"])
WISHES = cells(".wishes li", [".wish-name", ".wish-options", ".wish-quantity value", ".wish-comment value"])
