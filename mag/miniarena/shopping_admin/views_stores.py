"""Content pages, the store's configuration, the user's own account."""

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from mag.miniarena.core import database, form, now, page, require_user, row_or_404
from mag.miniarena.shopping_admin.common import done, path_id, route
from mag.miniarena.shopping_admin.rows import save, update

LAYOUTS = ("1 column", "2 columns with left bar", "2 columns with right bar", "3 columns", "Page -- Full Width")
PAGE_TEXTS = ("title", "url_key", "heading", "content", "layout", "meta_keywords")
YES_NO = ("Yes", "No")
TIMEZONES = ("Pacific Standard Time", "Mountain Standard Time", "Central Standard Time", "Eastern Standard Time")
BACKORDERS = ("No Backorders", "Allow Qty Below 0", "Allow Qty Below 0 and Notify Customer")
Field = tuple[str, str, tuple[str, ...]]  # path, label, options (none: a text)

CONFIGURATION: dict[str, tuple[str, dict[str, tuple[Field, ...]]]] = {
    "general": (
        "General",
        {
            "Store Information": (
                ("general/store_name", "Store Name", ()),
                ("general/store_phone", "Store Phone Number", ()),
                ("general/hours", "Store Hours of Operation", ()),
                ("general/country", "Country", ("United States", "Canada", "Mexico")),
                ("general/zip", "ZIP/Postal Code", ()),
                ("general/city", "City", ()),
                ("general/street", "Street Address", ()),
            ),
            "Locale Options": (
                ("general/timezone", "Timezone", TIMEZONES),
                ("general/locale", "Locale", ("English (United States)", "English (Canada)", "Spanish (Mexico)", "French (Canada)")),
                ("general/weight_unit", "Weight Unit", ("lbs", "kgs")),
                ("general/first_day", "First Day of Week", ("Sunday", "Monday", "Saturday")),
            ),
        },
    ),
    "contacts": (
        "Store Email Addresses",
        {
            "General Contact": (("contact/general_name", "Sender Name", ()), ("contact/general_email", "Sender Email", ())),
            "Customer Support": (("contact/support_name", "Support Name", ()), ("contact/support_email", "Support Email", ())),
        },
    ),
    "catalog": (
        "Catalog",
        {
            "Storefront": (
                ("catalog/per_page", "Products per Page", ()),
                ("catalog/sort", "Product Listing Sort by", ("Position", "Name", "Price")),
                ("catalog/guest_reviews", "Allow Guests to Write Reviews", YES_NO),
            ),
            "Inventory": (
                ("catalog/threshold", "Out-of-Stock Threshold", ()),
                ("catalog/notify_below", "Notify for Quantity Below", ()),
                ("catalog/backorders", "Backorders", BACKORDERS),
            ),
        },
    ),
    "sales": (
        "Sales",
        {
            "Minimum Order Amount": (("sales/minimum_enabled", "Enable", YES_NO), ("sales/minimum_amount", "Minimum Amount", ())),
            "Delivery Methods": (("sales/flat_rate", "Flat Rate Price", ()), ("sales/free_from", "Free Shipping Minimum Order Amount", ())),
            "Documents": (("sales/reorder", "Allow Reorder", YES_NO), ("sales/invoice_note", "Invoice Note", ())),
        },
    ),
}


async def show_page(request: Request) -> Response:
    """The form of a content page, 0 for a new one, and its submission."""
    page_id, db = path_id(request), database(request)
    known = (
        dict(row_or_404(request, "SELECT * FROM pages WHERE id = ?", page_id))
        if page_id
        else {**dict.fromkeys(PAGE_TEXTS, ""), "id": 0, "enabled": 1, "layout": LAYOUTS[0]}
    )
    if request.method == "GET":
        return page(request, "cms_page.html", item=known, layouts=LAYOUTS, error="")
    data = await form(request)
    values = {name: data.get(name, "").strip() for name in PAGE_TEXTS}
    values["layout"] = values["layout"] if values["layout"] in LAYOUTS else LAYOUTS[0]
    if (
        not values["title"]
        or not values["url_key"]
        or db.execute("SELECT 1 FROM pages WHERE url_key = ? AND id != ?", (values["url_key"], page_id)).fetchone()
    ):
        return page(
            request,
            "cms_page.html",
            422,
            item={**known, **values},
            layouts=LAYOUTS,
            error="A page needs a title and a URL key that no other page has.",
        )
    row = {**values, "enabled": int("enabled" in data), "updated": now(request)}
    if not page_id:
        row["created"] = row["updated"]
    page_id = save(db, "pages", page_id, row)
    return done(request, f"/content/pages/{page_id}", "You saved the page.", f"Page '{values['title']}': saved")


async def delete_page(request: Request) -> Response:
    """Delete a content page."""
    await form(request)
    item = row_or_404(request, "SELECT * FROM pages WHERE id = ?", path_id(request))
    database(request).execute("DELETE FROM pages WHERE id = ?", (item["id"],))
    return done(request, "/content/pages", "You deleted the page.", f"Page '{item['title']}': deleted")


async def configuration(request: Request) -> Response:
    """One section of the configuration and its submission."""
    key = request.path_params["section"]
    if key not in CONFIGURATION:
        raise HTTPException(404)
    title, groups = CONFIGURATION[key]
    db = database(request)
    if request.method == "GET":
        return page(
            request,
            "configuration.html",
            key=key,
            title=title,
            groups=groups,
            sections=CONFIGURATION,
            values={row["path"]: row["value"] for row in db.execute("SELECT * FROM settings")},
        )
    data = await form(request)
    for path, _, options in (field for fields in groups.values() for field in fields):
        if path in data and (not options or data[path] in options):
            db.execute("UPDATE settings SET value = ? WHERE path = ?", (data[path].strip(), path))
    return done(request, f"/stores/configuration/{key}", "You saved the configuration.", f"Configuration '{title}': saved")


async def first_section(request: Request) -> Response:
    """The configuration opens with its first section."""
    request.path_params["section"] = "general"
    return await configuration(request)


async def account(request: Request) -> Response:
    """The user's own account and its submission."""
    user = require_user(request)
    if request.method == "GET":
        return page(request, "account.html", error="")
    data = await form(request)
    name, email = data.get("name", "").strip(), data.get("email", "").strip()
    taken = database(request).execute("SELECT 1 FROM users WHERE email = ? AND id != ?", (email, user["id"])).fetchone()
    if not name or "@" not in email or taken:
        return page(request, "account.html", 422, error="Enter a name and a valid e-mail address.")
    update(database(request), "users", user["id"], {"name": name, "email": email})
    return done(request, "/system/account", "You saved the account.", "Account: saved")


ROUTES: list[BaseRoute] = [
    route("/content/pages/{id:int}", show_page, "GET", "POST"),
    route("/content/pages/{id:int}/delete", delete_page, "POST"),
    route("/stores/configuration", first_section),
    route("/stores/configuration/{section}", configuration, "GET", "POST"),
    route("/system/account", account, "GET", "POST"),
]
