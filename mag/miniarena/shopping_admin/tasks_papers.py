"""Tasks on invoices, and on what the store does not keep of a payment."""

import sqlite3

from mag.miniarena.shopping_admin.tasks_common import HOME, apply_filters, by_global_search, menu, open_filters, pick, rows
from mag.miniarena.spec import Instance, Template, click, evaluation, finish, type_, unachievable


def print_invoice(db: sqlite3.Connection, step: int = 83, rest: int = 20, most: int = 3) -> Template:
    """Open the printable invoice in its own tab."""
    found = rows(
        db,
        "SELECT i.id, o.number FROM invoices i JOIN orders o ON o.id = i.order_id WHERE i.id > 99 AND i.id % ? = ? ORDER BY i.id LIMIT ?",
        step,
        rest,
        most,
    )
    instances = []
    for n, row in enumerate(found):
        number = row["number"]
        demo = [
            *menu(n, "Sales", "Invoices", "the list of invoices"),
            open_filters(n, "invoices"),
            type_(
                "Order #", number, f"Type '{number}' into the 'Order #' field of the filter panel.", "Invoices have numbers of their own."
            ),
            apply_filters(n),
            click("link", "View", "Click 'View' in the last column of the invoice that is left.", "This is the invoice."),
            click("link", "Print", "Click 'Print' at the top right to open the printable page.", "It opens in a new tab."),
            finish("Stop here: the printable invoice is open in a new tab.", None, "The plain page is shown."),
        ]
        instances.append(Instance({"number": number}, evaluation(url=f"{HOME}/sales/invoices/{row['id']}/print"), demo))
    return Template(13, "Open the printable version of the invoice for order #{{number}}.", instances, unseen=True)


def card_number(db: sqlite3.Connection, step: int = 61, rest: int = 7, most: int = 3) -> Template:
    """Something that orders do not hold."""
    reason = "Orders name the payment method only and show no card number."
    accepted = ("no card number", "card number not", "not show card number", "number cannot card", "card numbers not", "no card numbers")
    found = rows(
        db, "SELECT number FROM orders WHERE payment = 'Credit Card' AND id % ? = ? ORDER BY id DESC LIMIT ?", step, rest, most
    )
    instances = []
    for n, row in enumerate(found):
        demo = [
            *by_global_search(n, row["number"], f"Order #{row['number']}", "order"),
            finish(
                pick(
                    n,
                    "Answer that this cannot be found out: the order names the payment method and nothing more.",
                    "Report that no card number is kept; the order's payment information is the method alone.",
                ),
                reason if n % 2 else "N/A",
                "Only the method is shown.",
            ),
        ]
        instances.append(Instance({"number": row["number"]}, unachievable(reason, *accepted), demo))
    return Template(36, "Which card number was order #{{number}} paid with?", instances, core=True)


def paper_templates(db: sqlite3.Connection) -> list[Template]:
    """The templates of this part."""
    return [print_invoice(db), card_number(db)]
