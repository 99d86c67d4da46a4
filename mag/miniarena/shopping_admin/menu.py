"""The left sidebar: every entry opens a panel of links."""

from mag.miniarena.shopping_admin.reports import REPORTS

Group = tuple[str, tuple[tuple[str, str], ...]]  # heading, links as (label, address)

REPORT_LABELS = {
    "sales": "Orders",
    "tax": "Tax",
    "coupons": "Coupons",
    "bestsellers": "Bestsellers",
    "ordered": "Ordered",
    "low-stock": "Low Stock",
    "views": "Views",
    "order-total": "Order Total",
    "order-count": "Order Count",
    "new-accounts": "New",
    "reviews-by-customers": "By Customers",
    "reviews-by-products": "By Products",
    "search-terms": "Search Terms",
}


def report_groups() -> tuple[Group, ...]:
    """The panel of reports, grouped as they are declared."""
    names = list(dict.fromkeys(report.group for report in REPORTS.values()))
    return tuple(
        (name, tuple((REPORT_LABELS[report.key], f"/reports/{report.key}") for report in REPORTS.values() if report.group == name))
        for name in names
    )


MENU: tuple[tuple[str, tuple[Group, ...]], ...] = (
    ("Sales", (("Operations", (("Orders", "/sales/orders"), ("Invoices", "/sales/invoices"), ("Shipments", "/sales/shipments"))),)),
    ("Catalog", (("Inventory", (("Products", "/catalog/products"), ("Categories", "/catalog/categories"))),)),
    ("Customers", (("Accounts", (("All Customers", "/customers"), ("Customer Groups", "/customers/groups"))),)),
    (
        "Marketing",
        (
            ("Promotions", (("Cart Price Rules", "/marketing/rules"),)),
            ("Communications", (("Newsletter Subscribers", "/marketing/subscribers"),)),
            ("SEO & Search", (("Search Terms", "/marketing/search-terms"),)),
            ("User Content", (("All Reviews", "/marketing/reviews"), ("Pending Reviews", "/marketing/pending-reviews"))),
        ),
    ),
    ("Content", (("Elements", (("Pages", "/content/pages"),)),)),
    ("Reports", report_groups()),
    ("Stores", (("Settings", (("Configuration", "/stores/configuration"),)),)),
    ("System", (("Other Settings", (("Action Log", "/system/log"), ("My Account", "/system/account"))),)),
)
