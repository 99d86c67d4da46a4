"""Tasks on customers, subscribers, pages and the configuration."""

import sqlite3
from collections.abc import Sequence

from mag.miniarena.shopping_admin.tasks_common import HOME, Steps, by_global_search, keyword, menu, pick, rows
from mag.miniarena.spec import Instance, Template, click, evaluation, finish, must_include, page_content, select, type_

UNIQUE_NAME = "1 = (SELECT count(*) FROM customers x WHERE x.first || ' ' || x.last = c.first || ' ' || c.last)"
CUSTOMERS = f"SELECT c.*, c.first || ' ' || c.last AS name FROM customers c WHERE {UNIQUE_NAME}"


def open_customer(n: int, name: str) -> Steps:
    """To a customer's page, in one of two ways."""
    if n % 2:
        return by_global_search(n, name, name, "customer")
    return [
        *menu(n, "Customers", "All Customers", "the list of customers"),
        *keyword(n, name, "customers"),
        click(
            "link",
            "Edit",
            pick(n // 2, "Click 'Edit' at the end of the customer's row.", "Open the customer with the 'Edit' link in the last column."),
            "This is the customer.",
        ),
    ]


GROUPS = ("Wholesale", "VIP Members", "Clubs & Teams", "Retailer")


def change_group(db: sqlite3.Connection, step: int = 17, rest: int = 4, most: int = 4) -> Template:
    """Move a customer to another group."""
    people = rows(db, f"{CUSTOMERS} AND c.group_name = 'General' AND c.id % ? = ? ORDER BY c.id LIMIT ?", step, rest, most)
    instances = []
    for n, (row, group) in enumerate(zip(people, GROUPS * 9, strict=False)):
        demo = [
            *open_customer(n, row["name"]),
            click(
                "tab",
                "Account Information",
                "Open the tab 'Account Information' at the left of the page.",
                "The group is part of the account.",
            ),
            select(
                "Group",
                group,
                pick(
                    n,
                    f"Select '{group}' in the 'Group' list at the top of the form.",
                    f"Change the first field of the form, 'Group', to '{group}'.",
                ),
                "This is the new group.",
            ),
            click("button", "Save Customer", "Click the 'Save Customer' button at the top right.", "The change has to be saved."),
            finish(f"Stop here: the customer now belongs to the group {group}.", None, "The customer view shows the group."),
        ]
        check = page_content(f"{HOME}/customers/{row['id']}", locator="document.querySelector('#customer_group').innerText", equals=group)
        instances.append(Instance({"customer": row["name"], "group": group}, evaluation(pages=[check]), demo))
    return Template(29, "Move the customer {{customer}} to the group {{group}}.", instances)


PHONES = ("503-555-7731", "206-555-8140", "608-555-2299")


def change_phone(db: sqlite3.Connection, phones: Sequence[str] = PHONES, step: int = 7, rest: int = 3) -> Template:
    """Change the telephone number of a customer's default address, among one or two."""
    people = rows(
        db,
        f"SELECT n.*, a.street, (SELECT count(*) FROM addresses a WHERE a.customer_id = n.id) AS places FROM ({CUSTOMERS}) n "
        "JOIN addresses a ON a.customer_id = n.id AND a.is_default WHERE n.id % ? = ? ORDER BY places DESC, n.id LIMIT 12",
        step,
        rest,
    )
    chosen = [people[0], people[-1], *people[1:-1]]
    instances = []
    for n, (row, phone) in enumerate(zip(chosen, phones, strict=False)):
        several = row["places"] > 1
        demo = [
            *open_customer(n, row["name"]),
            click("tab", "Addresses", "Click the tab 'Addresses' in the list at the left.", "The number belongs to an address."),
            click(
                "button",
                "Edit",
                "Click 'Edit' in the card 'Default Billing and Shipping Address'."
                if several
                else "Click 'Edit' below the address in the default address card.",
                "The default address is meant.",
                row="Default Billing and Shipping Address" if several else "",
            ),
            type_(
                "Phone Number",
                phone,
                pick(
                    n,
                    f"Replace the 'Phone Number' at the bottom of the dialog with '{phone}'.",
                    f"Type '{phone}' into the 'Phone Number' field of the dialog.",
                ),
                "This is the new number.",
            ),
            click("button", "Save Address", "Click 'Save Address' at the bottom right of the dialog.", "The change has to be saved."),
            finish("Stop here: the address card shows the new phone number.", None, "The card shows the number."),
        ]
        check = page_content(
            f"{HOME}/customers/{row['id']}", row["street"], f"T: {phone}", locator="document.querySelector('#c-view address').innerText"
        )
        instances.append(Instance({"customer": row["name"], "phone": phone}, evaluation(pages=[check]), demo))
    return Template(30, "Change the phone number of {{customer}}'s default address to {{phone}}.", instances)


def find_by_phone(db: sqlite3.Connection, step: int = 23, rest: int = 5, most: int = 4) -> Template:
    """Who has this number."""
    people = rows(
        db,
        f"SELECT n.*, a.phone FROM ({CUSTOMERS}) n JOIN addresses a ON a.customer_id = n.id AND a.is_default WHERE n.id % ? = ? "
        "AND 1 = (SELECT count(*) FROM addresses x WHERE x.phone = a.phone) ORDER BY n.id LIMIT ?",
        step,
        rest,
        most,
    )
    return Template(
        31,
        "Find the customer with the phone number {{phone}} and tell me the name and the email address.",
        [
            Instance(
                {"phone": row["phone"]},
                evaluation(must_include(row["name"], row["email"])),
                [
                    *menu(n, "Customers", "All Customers", "the list of customers"),
                    *keyword(n, row["phone"], "customers"),
                    finish(
                        f"Report that the number belongs to {row['name']} with the address {row['email']}.",
                        f"{row['name']}, {row['email']}",
                        "One row is left.",
                    ),
                ],
            )
            for n, row in enumerate(people)
        ],
        unseen=True,
    )


def unsubscribe(db: sqlite3.Connection, step: int = 9, rest: int = 2, most: int = 3) -> Template:
    """End a newsletter subscription."""
    people = rows(
        db,
        f"SELECT n.*, s.email AS address FROM subscribers s JOIN ({CUSTOMERS}) n ON n.id = s.customer_id "
        "WHERE s.status = 'Subscribed' AND s.id % ? = ? ORDER BY s.id LIMIT ?",
        step,
        rest,
        most,
    )
    instances = []
    for n, row in enumerate(people):
        demo = [
            *menu(n, "Marketing", "Newsletter Subscribers", "the list of subscribers"),
            *keyword(n, row["address"], "subscribers"),
            click("checkbox", "Select", "Tick the checkbox at the start of the only row left.", "This is the subscriber."),
            select(
                "Actions",
                "Unsubscribe",
                "Choose 'Unsubscribe' from the 'Actions' dropdown above the table.",
                "The subscription is to end.",
                role="button",
            ),
            click("button", "OK", "Confirm with the 'OK' button of the dialog.", "The panel asks once more."),
            finish("Stop here: the status of this subscriber is 'Unsubscribed'.", None, "The row shows the new status."),
        ]
        check = page_content(
            f"{HOME}/customers/{row['id']}",
            "Newsletter Unsubscribed",
            locator="document.querySelector('#c-view').innerText.replace(/\\s+/g, ' ')",
        )
        instances.append(Instance({"email": row["address"]}, evaluation(pages=[check]), demo))
    return Template(32, "Unsubscribe {{email}} from the newsletter.", instances)


TITLES = (
    ("Gift Cards", "Gift Cards & Vouchers"),
    ("Careers", "Jobs at Fernhill"),
    ("Store Locations", "Visit Us"),
    ("Home Page", "Welcome to Fernhill"),
    ("Size Guide", "Find Your Size"),
)


def rename_page(db: sqlite3.Connection, wanted: Sequence[tuple[str, str]] = TITLES) -> Template:
    """Change the title of a content page."""
    instances = []
    for n, (old, new) in enumerate(wanted):
        row = rows(db, "SELECT * FROM pages WHERE title = ?", old)[0]
        demo = [
            *menu(n, "Content", "Pages", "the list of pages"),
            click(
                "link",
                "Edit",
                pick(n, f"Click 'Edit' in the last column of the page '{old}'.", f"Find '{old}' in the table and click 'Edit' in its row."),
                "This page is meant.",
                row=old,
            ),
            type_(
                "Page Title",
                new,
                pick(n + 1, f"Replace the 'Page Title' with '{new}'.", f"Type '{new}' into the 'Page Title' field of the form."),
                "This is the new title.",
            ),
            click("button", "Save", "Click the 'Save' button at the top right of the page.", "The change has to be saved."),
            finish(f"Stop here: the page is now titled '{new}'.", None, "The header shows the new title."),
        ]
        check = page_content(f"{HOME}/content/pages/{row['id']}", locator="document.querySelector('[name=\"title\"]').value", equals=new)
        instances.append(Instance({"old": old, "new": new}, evaluation(pages=[check]), demo))
    return Template(33, "Change the title of the page '{{old}}' to '{{new}}'.", instances)


def configure(db: sqlite3.Connection) -> Template:
    """Change a setting of the store."""
    wanted = [
        ("store phone number", "general", "", "Store Information", "Store Phone Number", "general/store_phone", "503-555-0199"),
        ("flat rate shipping price", "sales", "Sales", "Delivery Methods", "Flat Rate Price", "sales/flat_rate", "6.50"),
        (
            "quantity below which the store notifies us about low stock",
            "catalog",
            "Catalog",
            "Inventory",
            "Notify for Quantity Below",
            "catalog/notify_below",
            "12",
        ),
        (
            "sender email of customer support",
            "contacts",
            "Store Email Addresses",
            "Customer Support",
            "Support Email",
            "contact/support_email",
            "help@fernhill-sports.test",
        ),
    ]
    instances = []
    for n, (what, key, section, part, label, path, value) in enumerate(wanted):
        there = (
            [click("link", section, f"Click '{section}' in the list of sections at the left of the page.", "The setting should be there.")]
            if section
            else []
        )
        demo = [
            *menu(n, "Stores", "Configuration", "the configuration of the store"),
            *there,
            click("button", part, f"Open the section '{part}' by clicking its heading.", "The section is closed."),
            type_(label, value, f"Replace the value of '{label}' with '{value}'.", "This is the new value."),
            click("button", "Save Config", "Click 'Save Config' at the top right to keep the setting.", "The change has to be saved."),
            finish("Stop here: the configuration was saved with the new value.", None, "The message confirms it."),
        ]
        check = page_content(f"{HOME}/stores/configuration/{key}", locator=f"document.getElementById('f-{path}').value", equals=value)
        instances.append(Instance({"setting": what, "value": value}, evaluation(pages=[check]), demo))
    return Template(34, "Set the {{setting}} to {{value}} in the store configuration.", instances)


def store_templates(db: sqlite3.Connection) -> list[Template]:
    """The templates of this part."""
    return [change_group(db), change_phone(db), find_by_phone(db), unsubscribe(db), rename_page(db), configure(db)]
