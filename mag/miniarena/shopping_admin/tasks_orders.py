"""Tasks that read orders or find them."""

import sqlite3
from collections import Counter
from collections.abc import Sequence
from itertools import cycle

from mag.miniarena.shopping_admin.formatting import money
from mag.miniarena.shopping_admin.tasks_common import (
    HOME,
    Steps,
    apply_filters,
    by_global_search,
    keyword,
    menu,
    one,
    open_filters,
    pick,
    rows,
)
from mag.miniarena.spec import (
    Instance,
    Template,
    click,
    evaluation,
    exact,
    finish,
    fuzzy,
    go_back,
    must_include,
    page_content,
    scroll,
    select,
    type_,
)

WHY = {  # reason as noted in the order, what people may answer
    "Customer called: ordered the wrong size and will place a new order.": ("The customer ordered the wrong size", "wrong size"),
    "Payment was declined twice by the bank.": ("The bank declined the payment", "payment declined", "card declined"),
    "Canceled on customer's request, found it cheaper elsewhere.": ("The customer found it cheaper elsewhere", "cheaper elsewhere"),
    "Delivery address could not be verified.": ("The delivery address could not be verified", "address not verified", "unverified address"),
    "Item out of stock at the supplier until May.": ("The item is out of stock at the supplier", "out of stock"),
    "Duplicate of the previous order, customer clicked twice.": ("It was a duplicate of another order", "duplicate", "clicked twice"),
    "Customer moves abroad next week and cannot receive the parcel.": ("The customer moves abroad", "moving abroad", "move abroad"),
    "Suspected fraud, card holder and recipient do not match.": ("Fraud was suspected", "fraud"),
}


def choose_status(n: int, status: str) -> Steps:
    """Filter orders by status."""
    return [
        select(
            "Status",
            status,
            pick(
                n,
                f"Select '{status}' in the 'Status' list of the filter panel.",
                f"Choose '{status}' from the field 'Status' in the last row of filters.",
            ),
            "Only this status counts.",
        )
    ]


def count_status(db: sqlite3.Connection) -> Template:
    """Number of orders of a status."""
    instances = []
    for n, status in enumerate(("Pending", "Canceled", "Processing", "Closed", "On Hold")):
        count = str(one(db, "SELECT count(*) FROM orders WHERE status = ?", status))
        demo = [
            *menu(n, "Sales", "Orders", "the list of orders"),
            open_filters(n, "orders"),
            *choose_status(n, status),
            apply_filters(n),
            finish(f"Report that {count} records with the status {status} were found.", count, "The line above the table has the number."),
        ]
        instances.append(Instance({"status": status}, evaluation(exact(count)), demo))
    return Template(7, "How many orders have the status {{status}}? Answer with the number only.", instances)


PERIODS = (
    ("Canceled", "01/01/2025", "06/30/2025"),
    ("Complete", "11/01/2025", "11/30/2025"),
    ("Closed", "07/01/2024", "12/31/2024"),
)


def count_status_between(db: sqlite3.Connection, wanted: Sequence[tuple[str, str, str]] = PERIODS) -> Template:
    """Number of orders of a status within dates."""
    instances = []
    for n, (status, low, high) in enumerate(wanted):
        bounds = [f"{text[6:]}-{text[:2]}-{text[3:5]}" for text in (low, high)]
        count = str(one(db, "SELECT count(*) FROM orders WHERE status = ? AND substr(created, 1, 10) BETWEEN ? AND ?", status, *bounds))
        demo = [
            *menu(n + 1, "Sales", "Orders", "the list of all orders"),
            open_filters(n + 1, "orders"),
            type_("from", low, f"Type '{low}' into the 'from' field under 'Purchase Date'.", "The first day.", row="Purchase Date"),
            type_("to", high, f"Type '{high}' into the 'to' field under 'Purchase Date'.", "The last day.", row="Purchase Date"),
            *choose_status(n, status),
            apply_filters(n + 1),
            finish(f"Report that {count} {status.lower()} orders were found in this period.", count, "The number is above the table."),
        ]
        instances.append(Instance({"status": status.lower(), "start": low, "end": high}, evaluation(exact(count)), demo))
    return Template(8, "How many {{status}} orders were placed from {{start}} to {{end}}? Answer with the number only.", instances)


LEAST_TOTALS = (
    ("Processing", 150),
    ("Complete", 300),
    ("Pending", 100),
)


def show_orders(db: sqlite3.Connection, wanted: Sequence[tuple[str, int]] = LEAST_TOTALS) -> Template:
    """Leave the list filtered by status and total."""
    instances = []
    for n, (status, least) in enumerate(wanted):
        count = one(db, "SELECT count(*) FROM orders WHERE status = ? AND total >= ?", status, least * 100)
        demo = [
            *menu(n, "Sales", "Orders", "the list of orders"),
            open_filters(n + 2, "orders"),
            type_("from", str(least), f"Type '{least}' into the 'from' field under 'Grand Total'.", "The least total.", row="Grand Total"),
            *choose_status(n + 1, status),
            apply_filters(n + 2),
            finish(f"Stop here: the list shows only the {status.lower()} orders of ${least} or more.", None, "The filters are active."),
        ]
        instances.append(
            Instance(
                {"status": status, "amount": f"${least}"},
                evaluation(
                    url=f"{HOME}/sales/orders",
                    pages=[
                        page_content("last", f"{count} records found", locator="document.querySelector('.records').innerText"),
                        page_content("last", f"Status: {status}", locator="document.querySelector('.grid-chips').innerText"),
                    ],
                ),
                demo,
            )
        )
    return Template(9, "Show me only the orders with status {{status}} and a grand total of at least {{amount}}.", instances, core=True)


def order_detail(db: sqlite3.Connection, rest: int = 5, most: int = 5) -> Template:
    """Open an order and read something off it."""
    found = rows(
        db, "SELECT * FROM orders WHERE id > 120 AND discount = 0 AND shipping > 0 AND id % 13 = ? ORDER BY id LIMIT ?", rest, most
    )
    wanted = [
        ("grand total", "total"),
        ("payment method", "payment"),
        ("phone number of the recipient", "phone"),
        ("shipping charge", "shipping"),
        ("customer's email address", "email"),
    ]
    instances = []
    for n, (order, (what, column)) in enumerate(zip(found, cycle(wanted), strict=False)):
        value = money(order[column]) if column in ("total", "shipping") else order[column]
        down = (
            [scroll("down", "Scroll down to the 'Order Totals' box at the bottom right.", "The totals are below the fold.")]
            if column == "total"
            else []
        )
        demo = [
            *by_global_search(n, order["number"], f"Order #{order['number']}", "order"),
            *down,
            finish(f"Report that the {what} of this order is {value}.", value, "The page shows it."),
        ]
        instances.append(
            Instance({"number": order["number"], "what": what}, evaluation(must_include(value), f"{HOME}/sales/orders/{order['id']}"), demo)
        )
    return Template(10, "Open the page of order #{{number}} and tell me the {{what}} exactly as shown there.", instances, core=True)


def find_order(db: sqlite3.Connection, most: int = 3) -> Template:
    """Which of a customer's orders holds a product: open one, go back, open the next."""
    customers = rows(
        db,
        "SELECT customer, group_concat(number) AS numbers, group_concat(id) AS ids FROM (SELECT * FROM orders ORDER BY id DESC) "
        "WHERE customer_id IS NOT NULL GROUP BY email HAVING count(*) = 2 ORDER BY max(id) DESC",
    )
    instances: list[Instance] = []
    for n, row in enumerate(customers):
        (newer, older), ids = row["numbers"].split(","), row["ids"].split(",")
        names = [{item["name"] for item in rows(db, "SELECT name FROM order_items WHERE order_id = ?", key)} for key in ids]
        only = sorted(names[1] - names[0])
        same = one(db, "SELECT count(*) FROM orders WHERE customer LIKE ? OR email LIKE ?", f"%{row['customer']}%", f"%{row['customer']}%")
        if not only or same != 2 or len(instances) == most:
            continue
        demo = [
            *menu(n, "Sales", "Orders", "the list of orders"),
            *keyword(n, row["customer"], "orders"),
            click("link", "View", f"Click 'View' in the row of the newer order {newer}.", "Its items are on its page.", row=newer),
            go_back(
                pick(
                    n,
                    "Go back to the list of orders, because this one does not contain the product.",
                    "The product is not among these items, so go back to the list.",
                ),
                "The product is not in this order.",
            ),
            click("link", "View", f"Click 'View' at the end of the row of order {older}.", "The other order must have it.", row=older),
            finish(f"Report that order {older} contains {only[0]}.", older, "The product is in the table of items."),
        ]
        instances.append(Instance({"customer": row["customer"], "product": only[0]}, evaluation(must_include(older)), demo))
    return Template(11, "Which order of {{customer}} contains the product {{product}}? Give me the order number.", instances)


def why_canceled(db: sqlite3.Connection, most: int = 4, a_reason: int = 1) -> Template:
    """The reason noted in a canceled order, so many instances a reason."""
    instances: list[Instance] = []
    seen: Counter[str] = Counter()
    for row in rows(
        db,
        "SELECT o.id, o.number, c.comment FROM orders o JOIN order_comments c ON c.order_id = o.id "
        "WHERE o.status = 'Canceled' ORDER BY o.id DESC",
    ):
        if seen[row["comment"]] == a_reason or row["comment"] not in WHY or len(instances) == most:
            continue
        seen[row["comment"]] += 1
        n, answers = len(instances), WHY[row["comment"]]
        way = (
            by_global_search(n, row["number"], f"Order #{row['number']}", "order")
            if n % 2
            else [
                *menu(n, "Sales", "Orders", "the list of orders"),
                *keyword(n, row["number"], "orders"),
                click("link", "View", "Click 'View' at the end of the only row that is left.", "This is the order."),
            ]
        )
        demo = [
            *way,
            click(
                "tab",
                "Comments History",
                "Click the tab 'Comments History' at the left of the order page.",
                "The reason should be among the comments.",
            ),
            finish(f"Report the reason noted there: {answers[0][0].lower()}{answers[0][1:]}.", f"{answers[0]}.", "The comment says why."),
        ]
        instances.append(Instance({"number": row["number"]}, evaluation(fuzzy(*answers)), demo))
    return Template(12, "Why was order #{{number}} canceled?", instances)


def order_templates(db: sqlite3.Connection) -> list[Template]:
    """The templates of this part."""
    return [
        count_status(db),
        count_status_between(db),
        show_orders(db),
        order_detail(db),
        find_order(db),
        why_canceled(db),
    ]
