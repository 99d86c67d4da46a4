"""Tasks that change orders."""

import sqlite3
from collections.abc import Sequence

from mag.miniarena.shopping_admin.tasks_common import (
    HOME,
    Steps,
    apply_filters,
    by_global_search,
    keyword,
    menu,
    open_filters,
    pick,
    rows,
)
from mag.miniarena.shopping_admin.tasks_orders import choose_status
from mag.miniarena.spec import Instance, Template, click, evaluation, finish, page_content, select, type_

STATUS = "document.querySelector('#order_status').innerText"
FRESH = "SELECT * FROM orders o WHERE status = 'Pending' AND NOT EXISTS (SELECT 1 FROM invoices i WHERE i.order_id = o.id) ORDER BY id DESC"


def open_order(n: int, number: str) -> Steps:
    """To an order's page, in one of two ways."""
    if n % 2:
        return by_global_search(n, number, f"Order #{number}", "order")
    return [
        *menu(n, "Sales", "Orders", "the list of orders"),
        *keyword(n, number, "orders"),
        click(
            "link",
            "View",
            pick(n // 2, "Click 'View' at the end of the only row that is left.", "Open the order with the 'View' link in its row."),
            "This is the order.",
        ),
    ]


def order_page(order: sqlite3.Row) -> str:
    """Where a check reads an order."""
    return f"{HOME}/sales/orders/{order['id']}"


def cancel_order(db: sqlite3.Connection, chosen: slice = slice(2, 6)) -> Template:
    """Cancel one order."""
    return Template(
        14,
        "Cancel order #{{number}}.",
        [
            Instance(
                {"number": order["number"]},
                evaluation(pages=[page_content(order_page(order), locator=STATUS, equals="Canceled")]),
                [
                    *open_order(n, order["number"]),
                    click(
                        "button",
                        "Cancel",
                        pick(
                            n,
                            "Click 'Cancel' in the header bar of the order and confirm the question.",
                            "Press the 'Cancel' button at the top right and accept the warning.",
                        ),
                        "The order is to be canceled.",
                    ),
                    finish("Stop here: the order's status is now 'Canceled'.", None, "The page says that the order was canceled."),
                ],
            )
            for n, order in enumerate(rows(db, FRESH)[chosen])
        ],
    )


MESSAGES = (
    "the order will be shipped on Friday",
    "we have added a free shoe bag to your parcel",
    "please confirm your delivery address",
)


def comment_order(db: sqlite3.Connection, messages: Sequence[str] = MESSAGES, least: int = 3) -> Template:
    """Write to the customer of the latest pending order, where they have at least so many."""
    latest = rows(
        db,
        "SELECT max(id) AS id, number, customer, email FROM orders o WHERE status = 'Pending' AND customer_id IS NOT NULL "
        "AND (SELECT count(*) FROM orders x WHERE x.customer = o.customer) >= ? "
        "AND (SELECT count(DISTINCT x.email) FROM orders x WHERE x.customer = o.customer) = 1 GROUP BY email ORDER BY 1 DESC LIMIT ?",
        least,
        len(messages),
    )
    instances = []
    for n, (order, message) in enumerate(zip(latest, messages, strict=False)):
        demo = [
            *menu(n, "Sales", "Orders", "the list of orders"),
            *keyword(n, order["customer"], "orders"),
            click(
                "link",
                "View",
                f"Click 'View' in the row of the latest pending order, {order['number']}.",
                "The newest pending order counts.",
                row=order["number"],
            ),
            type_(
                "Comment",
                message,
                pick(
                    n,
                    f"Type '{message}' into the 'Comment' box under 'Notes for this Order'.",
                    f"Write '{message}' in the 'Comment' field further down.",
                ),
                "This is the message.",
            ),
            click("checkbox", "Notify Customer by Email", "Tick 'Notify Customer by Email' below the comment box.", "An e-mail is wanted."),
            click("button", "Submit Comment", "Click the 'Submit Comment' button under the checkboxes.", "The comment is complete."),
            finish("Stop here: the comment was added and the customer was notified.", None, "It stands among the notes."),
        ]
        check = page_content(
            order_page(order), message, "| Customer Notified", locator="document.querySelector('#order_history li').textContent"
        )
        instances.append(Instance({"customer": order["customer"], "message": message}, evaluation(pages=[check]), demo))
    return Template(15, 'Notify {{customer}} by email with a comment on their most recent pending order: "{{message}}"', instances)


NUMBERS = (("Redwood Parcel", "RP550284117"), ("Blue Heron Express", "BH300916742"), ("United States Postal Service", "9405511200"))


def ship_order(db: sqlite3.Connection, numbers: Sequence[tuple[str, str]] = NUMBERS, first: int = 1) -> Template:
    """Ship an order with its tracking number: the processing ones from this place on, newest first."""
    invoiced = rows(db, "SELECT * FROM orders WHERE status = 'Processing' ORDER BY id DESC")[first:]
    instances = []
    for n, (order, (carrier, tracking)) in enumerate(zip(invoiced, numbers, strict=False)):
        demo = [
            *open_order(n + 1, order["number"]),
            click("link", "Ship", "Click 'Ship' at the top right of the order page.", "The order is to be shipped."),
            select(
                "Carrier", carrier, f"Select '{carrier}' in the 'Carrier' list under 'Shipping Information'.", "This carrier is wanted."
            ),
            type_(
                "Tracking Number", tracking, f"Type '{tracking}' into the 'Tracking Number' field beside the carrier.", "The number given."
            ),
            click("button", "Submit Shipment", "Click 'Submit Shipment' at the bottom right of the page.", "The form is complete."),
            finish("Stop here: the shipment with its tracking number has been created.", None, "The order is shipped."),
        ]
        instances.append(
            Instance(
                {"number": order["number"], "carrier": carrier, "tracking": tracking},
                evaluation(
                    pages=[
                        page_content(
                            order_page(order), f"{carrier} {tracking}", locator="document.querySelector('#o-shipments').textContent"
                        )
                    ]
                ),
                demo,
            )
        )
    return Template(16, "Ship order #{{number}} with {{carrier}}, tracking number {{tracking}}.", instances)


def add_tracking(db: sqlite3.Connection) -> Template:
    """Add a tracking number to a shipment that has none."""
    bare = rows(
        db,
        "SELECT s.id, s.number AS shipment, o.number FROM shipments s JOIN orders o ON o.id = s.order_id "
        "WHERE NOT EXISTS (SELECT 1 FROM tracks t WHERE t.shipment_id = s.id) ORDER BY s.id DESC LIMIT 2",
    )
    instances = []
    for n, (row, (carrier, tracking)) in enumerate(
        zip(bare, [("Blue Heron Express", "BH771203985"), ("Redwood Parcel", "RP604418230")], strict=True)
    ):
        demo = [
            *menu(n + 1, "Sales", "Shipments", "the list of shipments"),
            open_filters(n, "shipments"),
            type_("Order #", row["number"], f"Type '{row['number']}' into the 'Order #' filter field.", "The order's number is known."),
            apply_filters(n),
            click("link", "View", "Open the shipment with 'View' at the end of its row.", "Only one is left."),
            select("Carrier", carrier, f"Select '{carrier}' in the 'Carrier' list of the tracking table.", "This carrier is wanted."),
            type_("Number", tracking, f"Type '{tracking}' into the 'Number' field next to the carrier.", "The number given."),
            click("button", "Add", "Click 'Add' at the right end of the tracking table.", "Both fields are filled."),
            finish("Stop here: the tracking number is listed in the shipment.", None, "The table shows the number."),
        ]
        instances.append(
            Instance(
                {"number": row["number"], "carrier": carrier, "tracking": tracking},
                evaluation(
                    pages=[
                        page_content(
                            f"{HOME}/sales/shipments/{row['id']}",
                            carrier,
                            tracking,
                            locator="document.querySelector('.tracks tbody tr').innerText",
                        )
                    ]
                ),
                demo,
            )
        )
    return Template(17, "Add the {{carrier}} tracking number {{tracking}} to the existing shipment of order #{{number}}.", instances)


def invoice_order(db: sqlite3.Connection, chosen: slice = slice(6, 9)) -> Template:
    """Invoice an order."""
    return Template(
        18,
        "Create an invoice for order #{{number}}.",
        [
            Instance(
                {"number": order["number"]},
                evaluation(pages=[page_content(order_page(order), "Paid", locator="document.querySelector('#o-invoices').textContent")]),
                [
                    *open_order(n + 1, order["number"]),
                    click("link", "Invoice", "Click 'Invoice' in the header bar of the order page.", "The order has no invoice yet."),
                    click(
                        "button",
                        "Submit Invoice",
                        pick(
                            n,
                            "Click 'Submit Invoice' below the totals at the bottom right.",
                            "Finish the form with the 'Submit Invoice' button at the bottom.",
                        ),
                        "Nothing else is to be set.",
                    ),
                    finish("Stop here: the invoice for the order has been created.", None, "The page says so."),
                ],
            )
            for n, order in enumerate(rows(db, FRESH)[chosen])
        ],
    )


def hold_orders(db: sqlite3.Connection, most: int = 3) -> Template:
    """Put all orders of a customer that have one status on hold with a mass action."""
    several = rows(
        db,
        "SELECT customer, status FROM orders WHERE status IN ('Pending', 'Processing') GROUP BY email, status HAVING count(*) IN (2, 3) "
        "AND (SELECT count(DISTINCT x.email) FROM orders x WHERE x.customer = orders.customer) = 1 ORDER BY max(id) DESC LIMIT ?",
        most,
    )
    instances = []
    for n, row in enumerate(several):
        name = row["customer"]
        found = rows(db, "SELECT * FROM orders WHERE status = ? AND customer = ? ORDER BY id", row["status"], name)
        demo = [
            *menu(n, "Sales", "Orders", "the list of orders"),
            open_filters(n, "orders"),
            type_(
                "Bill-to Name", name, f"Type '{name}' into the 'Bill-to Name' field of the filter panel.", "Only this customer's orders."
            ),
            *choose_status(n, row["status"]),
            apply_filters(n),
            click(
                "checkbox", "Select all", "Tick the checkbox in the table's header row to select all.", "All rows that are left are meant."
            ),
            select("Actions", "Hold", "Choose 'Hold' from the 'Actions' dropdown above the table.", "They are to be held.", role="button"),
            click("button", "OK", "Confirm with 'OK' in the dialog in the middle of the page.", "The panel asks once more."),
            finish(f"Stop here: the {row['status'].lower()} orders of the customer are on hold now.", None, "The message confirms it."),
        ]
        instances.append(
            Instance(
                {"status": row["status"].lower(), "customer": name},
                evaluation(pages=[page_content(order_page(order), locator=STATUS, equals="On Hold") for order in found]),
                demo,
            )
        )
    return Template(19, "Put all {{status}} orders of {{customer}} on hold.", instances)


def fulfil_templates(db: sqlite3.Connection) -> list[Template]:
    """The templates of this part."""
    return [cancel_order(db), comment_order(db), ship_order(db), add_tracking(db), invoice_order(db), hold_orders(db)]
