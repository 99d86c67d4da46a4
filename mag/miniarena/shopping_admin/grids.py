"""The panel's list pages."""

from starlette.requests import Request

from mag.miniarena.core import database
from mag.miniarena.shopping_admin import orders
from mag.miniarena.shopping_admin.data_people import GROUPS
from mag.miniarena.shopping_admin.grid import Column, Grid, MassAction
from mag.miniarena.shopping_admin.seed_catalog import VISIBILITIES
from mag.miniarena.shopping_admin.seed_sales import PAYMENTS
from mag.miniarena.shopping_admin.views_marketing import REVIEW_STATUSES

GROUP_NAMES = ("NOT LOGGED IN", *(name for name, _ in GROUPS))
ON_OFF = ("Enabled", "Disabled")
SUBSCRIPTIONS = ("Subscribed", "Unsubscribed", "Unconfirmed")


def change_rows(request: Request, ids: list[int], sql: str, *values: str | int) -> int:
    """Run a statement for every ticked row; says how many it changed."""
    return sum(database(request).execute(sql, (*values, row_id)).rowcount for row_id in ids)


def order_action(label: str, action: str, question: str) -> MassAction:
    """A mass action on orders; those whose state does not allow it are left alone."""
    changes = {"cancel": orders.cancel, "hold": orders.hold, "unhold": orders.unhold}

    def apply(request: Request, ids: list[int]) -> str:
        db, count = database(request), 0
        for row in filter(None, (orders.load(db, order_id) for order_id in ids)):
            if action in orders.possible(db, row):
                changes[action](db, row)
                count += 1
        left = f" {len(ids) - count} order(s) cannot be changed." if count < len(ids) else ""
        return f"{label}: {count} order(s) have been updated.{left}"

    return MassAction(label, question, apply)


def row_action(label: str, message: str, question: str, sql: str, native: bool = False) -> MassAction:
    """A mass action that runs one statement a row; the message holds {} for their number."""
    return MassAction(label, question, lambda request, ids: message.format(change_rows(request, ids, sql)), native)


def enabled(sql: str) -> str:
    """SQL of the words for a switch."""
    return f"CASE {sql} WHEN 1 THEN 'Enabled' ELSE 'Disabled' END"


def delete_action(noun: str, table: str) -> MassAction:
    """Deletes the ticked rows, after the browser has asked."""
    return row_action("Delete", f"A total of {{}} {noun} have been deleted.", "Delete selected items?",
                      f"DELETE FROM {table} WHERE id = ?", native=True)


ORDERS = Grid(
    "orders", "Orders", "/sales/orders", "orders o",
    (Column("id", "ID", "o.number"), Column("created", "Purchase Date", "o.created", "moment"),
     Column("customer", "Bill-to Name", "o.customer"), Column("email", "Customer Email", "o.email", shown=False),
     Column("group", "Customer Group", "o.group_name", "choice", GROUP_NAMES),
     Column("state", "State", "o.state"), Column("coupon", "Coupon Code", "o.coupon", shown=False),
     Column("payment", "Payment Method", "o.payment", "choice", PAYMENTS),
     Column("total", "Grand Total", "o.total", "money"), Column("status", "Status", "o.status", "choice", orders.STATUSES)),
    ("o.number", "o.customer", "o.email"), "created", row_id="o.id", row_link=("View", "/sales/orders/"),
    actions=(order_action("Cancel", "cancel", "Are you sure you want to cancel the selected orders?"),
             order_action("Hold", "hold", "Put the selected orders on hold?"),
             order_action("Unhold", "unhold", "Release the selected orders?")))

INVOICES = Grid(
    "invoices", "Invoices", "/sales/invoices", "invoices i JOIN orders o ON o.id = i.order_id",
    (Column("id", "Invoice", "i.number"), Column("created", "Invoice Date", "i.created", "moment"), Column("order", "Order #", "o.number"),
     Column("ordered", "Order Date", "o.created", "moment"), Column("customer", "Bill-to Name", "o.customer"),
     Column("status", "Status", "i.status"), Column("total", "Grand Total", "i.total", "money")),
    ("i.number", "o.customer"), row_id="i.id", row_link=("View", "/sales/invoices/"))

SHIPMENTS = Grid(
    "shipments", "Shipments", "/sales/shipments", "shipments s JOIN orders o ON o.id = s.order_id",
    (Column("id", "Shipment", "s.number"), Column("created", "Ship Date", "s.created", "moment"), Column("order", "Order #", "o.number"),
     Column("customer", "Ship-to Name", "o.customer"), Column("city", "City", "o.city"),
     Column("quantity", "Total Quantity", "s.quantity", "number"),
     Column("tracking", "Tracking", "coalesce((SELECT group_concat(t.number, ', ') FROM tracks t WHERE t.shipment_id = s.id), '')")),
    ("s.number", "o.customer"), row_id="s.id", row_link=("View", "/sales/shipments/"))

PRODUCTS = Grid(
    "products", "Products", "/catalog/products", "products p",
    (Column("id", "ID", "p.id", "number"), Column("name", "Name", "p.name"),
     Column("type", "Type", "p.type", "choice", ("Simple Product", "Configurable Product")), Column("sku", "SKU", "p.sku"),
     Column("price", "Price", "p.price", "money"), Column("quantity", "Quantity", "p.quantity", "number"),
     Column("stock", "Stock Status", "p.stock", "choice", ("In Stock", "Out of Stock")),
     Column("visibility", "Visibility", "p.visibility", "choice", VISIBILITIES),
     Column("status", "Status", enabled("p.enabled"), "choice", ON_OFF),
     Column("country", "Country of Manufacture", "p.country", shown=False),
     Column("updated", "Last Updated", "p.updated", "date", shown=False)),
    ("p.name", "p.sku"), "id", row_id="p.id", row_link=("Edit", "/catalog/products/"), create=("Add Product", "/catalog/products/new"),
    actions=(row_action("Enable", "A total of {} record(s) have been updated.", "Enable the selected products?",
                        "UPDATE products SET enabled = 1 WHERE id = ?"),
             row_action("Disable", "A total of {} record(s) have been updated.", "Disable the selected products?",
                        "UPDATE products SET enabled = 0 WHERE id = ?"), delete_action("product(s)", "products")))

CUSTOMERS = Grid(
    "customers", "Customers", "/customers", "customers c LEFT JOIN addresses a ON a.customer_id = c.id AND a.is_default",
    (Column("id", "ID", "c.id", "number"), Column("name", "Name", "c.first || ' ' || c.last"), Column("email", "Email", "c.email"),
     Column("group", "Group", "c.group_name"), Column("phone", "Phone", "a.phone"),
     Column("zip", "ZIP", "a.zip"), Column("city", "City", "a.city", shown=False), Column("state", "State", "a.state"),
     Column("since", "Customer Since", "c.created", "moment"), Column("born", "Date of Birth", "c.born", "date", shown=False),
     Column("gender", "Gender", "c.gender", "choice", ("Not Specified", "Female", "Male"), shown=False)),
    ("c.first || ' ' || c.last", "c.email", "a.phone"), "id", row_id="c.id", row_link=("Edit", "/customers/"),
    create=("Add New Customer", "/customers/new"),
    actions=(delete_action("customer(s)", "customers"),
             *(row_action(f"Assign Group: {name}", "A total of {} record(s) were updated.", f"Assign the selected customers to {name}?",
                          f"UPDATE customers SET group_name = '{name}' WHERE id = ?") for name in GROUP_NAMES[1:])))

CUSTOMER_GROUPS = Grid(
    "groups", "Customer Groups", "/customers/groups", "customer_groups g",
    (Column("id", "ID", "g.id", "number"), Column("name", "Group", "g.name"), Column("tax_class", "Tax Class", "g.tax_class"),
     Column("members", "Customers", "(SELECT count(*) FROM customers c WHERE c.group_name = g.name)", "number")),
    ("g.name",), descending=False, row_id="g.id", row_link=("Edit", "/customers/groups/"),
    create=("Add New Customer Group", "/customers/groups/0"))


def review_grid(key: str, title: str, path: str, source: str) -> Grid:
    """A list of reviews."""
    return Grid(
        key, title, path, source,
        (Column("id", "ID", "r.id", "number"), Column("created", "Created", "r.created", "date"),
         Column("status", "Status", "r.status", "choice", REVIEW_STATUSES), Column("rating", "Rating", "r.rating", "number"),
         Column("title", "Title", "r.title"), Column("nickname", "Nickname", "r.nickname"), Column("detail", "Review", "r.detail"),
         Column("product", "Product", "p.name"), Column("sku", "SKU", "p.sku")),
        ("r.title", "r.detail", "r.nickname"), "created", row_id="r.id", row_link=("Edit", "/marketing/reviews/"),
        actions=(delete_action("review(s)", "reviews"), *(
            row_action(f"Update Status: {status}", "A total of {} record(s) have been updated.", f"Set the selected reviews to {status}?",
                       f"UPDATE reviews SET status = '{status}' WHERE id = ?") for status in REVIEW_STATUSES)))


REVIEWS = review_grid("reviews", "Reviews", "/marketing/reviews", "reviews r JOIN products p ON p.id = r.product_id")
PENDING = review_grid("pending-reviews", "Pending Reviews", "/marketing/pending-reviews",
                      "reviews r JOIN products p ON p.id = r.product_id WHERE r.status = 'Pending'")

RULES = Grid(
    "rules", "Cart Price Rules", "/marketing/rules", "price_rules u",
    (Column("id", "ID", "u.id", "number"), Column("name", "Rule", "u.name"), Column("coupon", "Coupon Code", "u.coupon"),
     Column("starts", "Start", "u.starts", "date"), Column("ends", "End", "u.ends", "date"),
     Column("status", "Status", "CASE u.active WHEN 1 THEN 'Active' ELSE 'Inactive' END", "choice", ("Active", "Inactive")),
     Column("websites", "Web Site", "u.websites"), Column("priority", "Priority", "u.priority")),
    ("u.name", "u.coupon"), row_id="u.id", row_link=("Edit", "/marketing/rules/"), create=("Add New Rule", "/marketing/rules/new"))

TERMS = Grid(
    "search-terms", "Search Terms", "/marketing/search-terms", "search_terms t",
    (Column("query", "Search Query", "t.query"), Column("results", "Results", "t.results", "number"),
     Column("uses", "Uses", "t.uses", "number"), Column("redirect", "Redirect URL", "t.redirect"),
     Column("suggested", "Suggested Terms", "CASE t.suggested WHEN 1 THEN 'Yes' ELSE 'No' END", "choice", ("Yes", "No")),
     Column("updated", "Last Used", "t.updated", "moment")),
    ("t.query",), "query", False, row_id="t.id", row_link=("Edit", "/marketing/search-terms/"),
    create=("Add New Search Term", "/marketing/search-terms/0"),
    actions=(delete_action("search term(s)", "search_terms"),))

SUBSCRIBERS = Grid(
    "subscribers", "Newsletter Subscribers", "/marketing/subscribers", "subscribers s LEFT JOIN customers c ON c.id = s.customer_id",
    (Column("id", "ID", "s.id", "number"), Column("email", "Email", "s.email"),
     Column("type", "Type", "CASE WHEN c.id IS NULL THEN 'Guest' ELSE 'Customer' END", "choice", ("Guest", "Customer")),
     Column("first", "Customer First Name", "coalesce(c.first, '')"), Column("last", "Customer Last Name", "coalesce(c.last, '')"),
     Column("status", "Status", "s.status", "choice", SUBSCRIPTIONS), Column("changed", "Changed", "s.changed", "date")),
    ("s.email",), "id", row_id="s.id",
    actions=(row_action("Unsubscribe", "A total of {} record(s) were updated.", "Are you sure you want to unsubscribe the selected people?",
                        "UPDATE subscribers SET status = 'Unsubscribed' WHERE id = ?"), delete_action("subscriber(s)", "subscribers")))

PAGES = Grid(
    "pages", "Pages", "/content/pages", "pages g",
    (Column("id", "ID", "g.id", "number"), Column("title", "Title", "g.title"), Column("url_key", "URL Key", "g.url_key"),
     Column("layout", "Layout", "g.layout"), Column("status", "Status", enabled("g.enabled"), "choice", ON_OFF),
     Column("created", "Created", "g.created", "moment"), Column("updated", "Modified", "g.updated", "moment")),
    ("g.title", "g.url_key"), descending=False, row_id="g.id", row_link=("Edit", "/content/pages/"),
    create=("Add New Page", "/content/pages/0"),
    actions=(row_action("Enable", "A total of {} record(s) have been updated.", "Enable the selected pages?",
                        "UPDATE pages SET enabled = 1 WHERE id = ?"),
             row_action("Disable", "A total of {} record(s) have been disabled.", "Disable the selected pages?",
                        "UPDATE pages SET enabled = 0 WHERE id = ?"), delete_action("record(s)", "pages")))

LOG = Grid(
    "log", "Action Log", "/system/log", "admin_log l",
    (Column("created", "Time", "l.created", "moment"), Column("username", "User", "l.username"), Column("message", "Action", "l.message")),
    ("l.message",), "created", row_id="l.id")

GRIDS = (ORDERS, INVOICES, SHIPMENTS, PRODUCTS, CUSTOMERS, CUSTOMER_GROUPS, REVIEWS, PENDING, RULES, TERMS, SUBSCRIBERS, PAGES, LOG)
