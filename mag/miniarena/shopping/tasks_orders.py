"""Tasks about the account's orders."""

import sqlite3

from mag.miniarena.shopping.store import order_number, usd
from mag.miniarena.shopping.tasks_steps import (
    CART,
    MONTHS,
    account_menu,
    long_date,
    order_list,
    pick,
    view_order,
)
from mag.miniarena.spec import (
    Instance,
    Template,
    click,
    evaluation,
    exact,
    finish,
    must_include,
    page_content,
    scroll,
    select,
    type_,
    unachievable,
)


def spent_in_month(db: sqlite3.Connection, most: int = 4, least: int = 2) -> Template:
    """Add up the totals of a month's orders."""
    rows = db.execute(
        "SELECT substr(created, 1, 7) AS month, count(*) AS orders, sum(CASE status WHEN 'Canceled' THEN 0 ELSE total END) AS spent, "
        "max(id) AS latest,"
        " min(id) AS first FROM orders GROUP BY 1 HAVING orders >= ? AND spent > 0 AND sum(status = 'Closed') = 0 ORDER BY orders DESC, "
        "month", (least,))
    instances: list[Instance] = []
    for row in rows:
        steps = order_list(db, row["latest"], len(instances))
        if len(instances) == most or steps != order_list(db, row["first"], len(instances)):  # all of the month on one page
            continue
        year, month = row["month"].split("-")
        spoken, amount = f"{MONTHS[int(month) - 1]} {year}", usd(row["spent"])
        instances.append(Instance(
            {"month": spoken}, evaluation(must_include(amount.removeprefix("$"))),
            [*steps, finish(pick(len(instances), f"Report that the orders of {spoken} that were not canceled come to {amount}.",
                                 f"Answer with {amount}, the sum of the order totals of {spoken} without canceled ones."), amount,
                            "Add up the totals.")]))
    return Template(1, "How much did I spend in {{month}}, shipping included and canceled orders left out?", instances)


def latest_of_status(db: sqlite3.Connection) -> Template:
    """Find the newest order of a status."""
    instances = []
    for index, status in enumerate(("Canceled", "On Hold", "Closed", "Processing")):
        order: int = db.execute("SELECT id FROM orders WHERE status = ? ORDER BY created DESC", (status,)).fetchone()["id"]
        newer: int = db.execute("SELECT count(*) FROM orders WHERE id > ?", (order,)).fetchone()[0]
        steps = account_menu("My Orders", index)
        if newer >= 10:
            steps.append(select("Show", "20", "Set 'Show' below the table to '20' orders per page.", "It is not among the first ten."))
        if newer >= 13:
            steps.append(scroll("down", "Scroll down the list to the older orders.", "Look at the statuses further down."))
        instances.append(Instance(
            {"status": status}, evaluation(exact(order_number(order))),
            [*steps, finish(f"Report {order_number(order)}, the newest order whose status is {status}.", order_number(order),
                            "The first such row.")]))
    return Template(2,
                    "What is the number of my most recent order with the status \"{{status}}\"? Answer with the full number as it is "
                    "listed.", instances)


def paid_for_item(db: sqlite3.Connection, most: int = 3) -> Template:
    """Look up what one item cost in an old order."""
    rows = db.execute(
        "SELECT o.id, o.created, p.name, i.price FROM orders o JOIN order_items i ON i.order_id = o.id JOIN products p ON p.id = "
        "i.product_id"
        " WHERE i.price != p.price AND o.status = 'Complete' AND (SELECT count(*) FROM order_items x WHERE x.order_id = o.id) >= 2"
        " GROUP BY o.id ORDER BY o.id % 7, o.id LIMIT ?", (most,)).fetchall()
    instances = []
    for index, row in enumerate(rows):
        day, amount = long_date(row["created"]), usd(row["price"])
        instances.append(Instance(
            {"product": row["name"], "date": day}, evaluation(must_include(amount.removeprefix("$"))),
            [*order_list(db, row["id"], index), view_order(row["id"], index),
             finish(pick(index, f"Answer that one {row['name']} cost {amount} in this order.",
                         f"Report the price of {amount} for one {row['name']} in the order of {day}."), amount,
                    "The price column has it.")]))
    return Template(3, "What was the price of one {{product}} in the order that I placed on {{date}}?", instances)


def ask_for_refund(db: sqlite3.Connection) -> Template:
    """Find an order's number and write to customer care about it."""
    wording = [("Refund request", "I would like a refund for the {product}. It does not suit us."),
               ("Damaged item", "The {product} arrived in a broken box. Please send a new one."),
               ("Delivery problem", "The parcel with the {product} was left in the rain.")]
    rows = db.execute("SELECT o.id, o.created, p.name FROM orders o JOIN order_items i ON i.order_id = o.id JOIN products p ON p.id = "
                      "i.product_id"
                      " WHERE o.status = 'Complete' GROUP BY o.id ORDER BY o.id DESC LIMIT 3").fetchall()
    instances = []
    for index, ((topic, text), row) in enumerate(zip(wording, rows, strict=True)):
        number, message, day = order_number(row["id"]), text.format(product=row["name"]), long_date(row["created"])
        locator = "[...document.querySelectorAll('.enquiries tbody tr')].map(e => ['.topic', '.order-number', '.message'].map(" \
                  "part => e.querySelector(part).innerText).join(' | ')).join('; ')"
        instances.append(Instance(
            {"topic": topic, "date": day, "message": message},
            evaluation(pages=[page_content("__SHOPPING__/account/enquiries", f"{topic} | {number} | {message}", locator=locator)]),
            [*order_list(db, row["id"], index),
             click("link", "Contact Us",
                   pick(index, "Remember the number of that order and click 'Contact Us' in the green bar at the top.",
                                              f"Note order number {number} and follow 'Contact Us' at the top of the page."),
                   "The number is known; now write."),
             select("Topic", topic,
                    pick(index, f"Choose '{topic}' in the 'Topic' list of the form.", f"Set the 'Topic' list of the form to '{topic}'."),
                    "The topic is given."),
             type_("Order Number", number,
                   pick(index, f"Type '{number}' into the field 'Order Number' beside the topic.",
                        f"Enter '{number}' in the field 'Order Number' right of the topic."),
                   "Say which order it is."),
             type_("What's on your mind?", message, pick(index, f"Write '{message}' into 'What's on your mind?'.",
                                                         f"Fill 'What's on your mind?' with '{message}'."),
                   "The message as asked."),
             click("button", "Submit",
                   pick(index, "Click 'Submit' below the form to send the message.", "Send the form with the 'Submit' button at its end."),
                   "Send it."),
             finish("Stop here: customer care has received the message.", think="It is sent.")]))
    return Template(4,
                    "Write to customer care with the topic \"{{topic}}\" about the order I placed on {{date}}; give the order number in "
                    "its field, "
                       "and put exactly this in the message: {{message}}", instances)


def reorder_without(db: sqlite3.Connection) -> Template:
    """Reorder and take one product out of the cart again."""
    rows = db.execute(
        "SELECT o.id FROM orders o JOIN order_items i ON i.order_id = o.id JOIN products p ON p.id = i.product_id GROUP BY o.id"
        " HAVING count(*) = 3 AND min(p.in_stock) AND count(DISTINCT i.product_id) = 3 ORDER BY o.id DESC LIMIT 3").fetchall()
    instances = []
    for index, row in enumerate(rows):
        items = db.execute("SELECT p.name, i.chosen, i.quantity FROM order_items i JOIN products p ON p.id = i.product_id WHERE "
                           "i.order_id = ? ORDER BY i.id",
                           (row["id"],)).fetchall()
        dropped, number = items[index % 3]["name"], order_number(row["id"])
        rest = "; ".join(f"{item['name']} | {item['chosen']} | {item['quantity']}" for item in items if item["name"] != dropped)
        instances.append(Instance(
            {"number": number, "product": dropped}, evaluation(pages=[page_content("__SHOPPING__/cart", locator=CART, equals=rest)]),
            [*order_list(db, row["id"], index),
             click("button", "Reorder",
                   pick(index, f"Click 'Reorder' in the row of order {number}.",
                        f"Use the 'Reorder' link at the end of the row for order {number}."),
                   "This fills the cart with its items.", row=number),
             click("button", "Remove item", pick(index, f"Click 'Remove item' in the cart row of the {dropped} and confirm.",
                                                 f"Take the {dropped} out with 'Remove item' at the right of its row, and confirm."),
                   "This one is not wanted.", row=dropped),
             finish(pick(index, f"Stop here: the cart holds the order without the {dropped}.",
                         f"Finish; the {dropped} is gone and the other items are in the cart."),
                    think="The cart is as asked.")]))
    return Template(5, "Put everything from order {{number}} back into my cart, except the {{product}}.", instances, unseen=True)


def move_delivery(db: sqlite3.Connection) -> Template:
    """Something the shop does not offer."""
    reason = "The delivery address of an order cannot be changed once it is placed."
    accepted = ("address cannot changed", "address no change", "not possible change address", "cannot change address",
                "no way change address")
    answers = ("N/A", reason, "N/A")
    rows = db.execute("SELECT id FROM orders WHERE status IN ('Processing', 'Pending', 'On Hold', 'Complete') ORDER BY id DESC LIMIT 3")
    targets = ("12 Canal Walk, Lowell, Massachusetts 01852", "5 Orchard Row, Dover, Delaware 19901",
               "880 Lake Avenue, Duluth, Minnesota 55802")
    instances = []
    for index, (row, target, answer) in enumerate(zip(rows.fetchall(), targets, answers, strict=True)):
        number = order_number(row["id"])
        instances.append(Instance(
            {"number": number, "address": target}, unachievable(reason, *accepted),
            [*order_list(db, row["id"], index), view_order(row["id"], index),
             finish(pick(index, "Answer that this cannot be done: the order's page offers reordering and printing, but no new address.",
                         "Report that the address of a placed order cannot be changed, since its page has no such control."),
                    answer, "The page only shows the address.")]))
    return Template(26, "Change the delivery address of my order {{number}} to {{address}}.", instances, core=True)


def order_tasks(db: sqlite3.Connection) -> list[Template]:
    """The templates of this module."""
    return [spent_in_month(db), latest_of_status(db), paid_for_item(db), ask_for_refund(db), reorder_without(db), move_delivery(db)]
