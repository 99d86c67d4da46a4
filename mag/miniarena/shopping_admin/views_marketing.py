"""Reviews, cart price rules and search terms."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from mag.miniarena.core import database, form, form_lists, now, page, row_or_404
from mag.miniarena.shopping_admin.common import done, path_id, route
from mag.miniarena.shopping_admin.data_content import FIXED, PERCENT, WHOLE
from mag.miniarena.shopping_admin.formatting import parse_date, parse_number, us_date
from mag.miniarena.shopping_admin.rows import save, update
from mag.miniarena.shopping_admin.views_customers import group_names

REVIEW_STATUSES = ("Approved", "Pending", "Not Approved")
RATINGS = ("1 star", "2 stars", "3 stars", "4 stars", "5 stars")
WEBSITES = ("Main Website", "Wholesale Website")
COUPONS = ("No Coupon", "Specific Coupon", "Auto")
APPLY = (PERCENT, FIXED, WHOLE, "Buy X get Y free (discount amount is Y)")
FREE_SHIPPING = ("No", "For matching items only", "For shipment with matching items")
RULE_TEXTS = (
    "name",
    "description",
    "coupon_type",
    "coupon",
    "uses_per_coupon",
    "uses_per_customer",
    "starts",
    "ends",
    "priority",
    "minimum",
    "apply",
    "amount",
    "max_quantity",
    "free_shipping",
    "label",
)
NUMBERS = {
    "uses_per_coupon": "Uses per Coupon",
    "uses_per_customer": "Uses per Customer",
    "priority": "Priority",
    "minimum": "Minimum Subtotal",
    "amount": "Discount Amount",
    "max_quantity": "Maximum Qty Discount is Applied To",
}


async def show_review(request: Request) -> Response:
    """The form of a review."""
    review = row_or_404(
        request,
        "SELECT r.*, p.name AS product, p.sku FROM reviews r JOIN products p ON p.id = r.product_id WHERE r.id = ?",
        path_id(request),
    )
    customer = database(request).execute("SELECT * FROM customers WHERE id = ?", (review["customer_id"],)).fetchone()
    return page(request, "review.html", review=review, customer=customer, statuses=REVIEW_STATUSES, ratings=RATINGS)


async def save_review(request: Request) -> Response:
    """Save a review."""
    data, review = await form(request), row_or_404(request, "SELECT * FROM reviews WHERE id = ?", path_id(request))
    texts = {name: data.get(name, "").strip() for name in ("nickname", "title", "detail")}
    if not all(texts.values()):
        return done(request, f"/marketing/reviews/{review['id']}", "Nickname, summary and review are required; nothing was saved.")
    status = data["status"] if data.get("status") in REVIEW_STATUSES else review["status"]
    rating = int(data["rating"]) if data.get("rating") in ("1", "2", "3", "4", "5") else review["rating"]
    update(database(request), "reviews", review["id"], {**texts, "status": status, "rating": rating})
    return done(request, "/marketing/reviews", "You saved the review.", f"Review {review['id']}: saved")


async def delete_review(request: Request) -> Response:
    """Delete a review."""
    await form(request)
    review = row_or_404(request, "SELECT * FROM reviews WHERE id = ?", path_id(request))
    database(request).execute("DELETE FROM reviews WHERE id = ?", (review["id"],))
    return done(request, "/marketing/reviews", "The review has been deleted.", f"Review {review['id']}: deleted")


def render_rule(request: Request, rule: dict[str, object], error: str = "") -> Response:
    """The long form of a price rule; dates are as typed."""
    return page(
        request,
        "rule.html",
        422 if error else 200,
        rule=rule,
        error=error,
        websites=WEBSITES,
        coupons=COUPONS,
        apply=APPLY,
        free_shipping=FREE_SHIPPING,
        groups=["NOT LOGGED IN", *group_names(database(request))],
    )


async def show_rule(request: Request) -> Response:
    """An existing price rule."""
    rule = dict(row_or_404(request, "SELECT * FROM price_rules WHERE id = ?", path_id(request)))
    return render_rule(request, {**rule, "starts": us_date(rule["starts"]), "ends": us_date(rule["ends"])})


async def new_rule(request: Request) -> Response:
    """The form of a new price rule."""
    return render_rule(
        request,
        {
            **dict.fromkeys(RULE_TEXTS, ""),
            "id": 0,
            "active": 1,
            "websites": "",
            "groups": "",
            "discard": 0,
            "coupon_type": COUPONS[0],
            "apply": PERCENT,
            "free_shipping": "No",
            "priority": "0",
        },
    )


def rule_problem(values: dict[str, str], websites: str, groups: str) -> str:
    """Why these values are no price rule, empty when they are one."""
    if not values["name"] or not values["amount"]:
        return "Rule Name and Discount Amount are required."
    if not websites or not groups:
        return "Choose at least one website and one customer group."
    if values["coupon_type"] == "Specific Coupon" and not values["coupon"]:
        return "Enter the coupon code."
    for name in ("starts", "ends"):
        if values[name] and parse_date(values[name]) is None:
            return "Enter dates as MM/DD/YYYY."
    return next(
        (f"Enter a valid number in {label}." for name, label in NUMBERS.items() if values[name] and parse_number(values[name]) is None), ""
    )


async def save_rule(request: Request) -> Response:
    """Save a new or an existing price rule."""
    lists = await form_lists(request)
    db, rule_id = database(request), path_id(request)
    if rule_id:
        row_or_404(request, "SELECT 1 FROM price_rules WHERE id = ?", rule_id)
    texts = {name: lists.get(name, [""])[0].strip() for name in RULE_TEXTS}
    for name, options in (("coupon_type", COUPONS), ("apply", APPLY), ("free_shipping", FREE_SHIPPING)):
        texts[name] = texts[name] if texts[name] in options else options[0]
    if texts["coupon_type"] != "Specific Coupon":
        texts["coupon"] = ""
    websites, groups = ", ".join(lists.get("websites", [])), ", ".join(lists.get("groups", []))
    values = {**texts, "active": int("active" in lists), "discard": int("discard" in lists), "websites": websites, "groups": groups}
    problem = rule_problem(texts, websites, groups)
    if problem:
        return render_rule(request, {**values, "id": rule_id}, problem)
    values |= {name: parse_date(texts[name]) or "" for name in ("starts", "ends")}
    save(db, "price_rules", rule_id, values)
    return done(request, "/marketing/rules", "You saved the rule.", f"Price rule '{texts['name']}': saved")


async def delete_rule(request: Request) -> Response:
    """Delete a price rule."""
    await form(request)
    rule = row_or_404(request, "SELECT * FROM price_rules WHERE id = ?", path_id(request))
    database(request).execute("DELETE FROM price_rules WHERE id = ?", (rule["id"],))
    return done(request, "/marketing/rules", "You deleted the rule.", f"Price rule '{rule['name']}': deleted")


async def show_term(request: Request) -> Response:
    """The form of a search term and its submission; 0 for a new one."""
    term_id = path_id(request)
    term = (
        dict(row_or_404(request, "SELECT * FROM search_terms WHERE id = ?", term_id))
        if term_id
        else {"id": 0, "query": "", "results": 0, "uses": 0, "redirect": "", "suggested": 1}
    )
    if request.method == "GET":
        return page(request, "search_term.html", term=term, error="")
    data, db = await form(request), database(request)
    query, redirected = data.get("query", "").strip(), data.get("redirect", "").strip()
    if not query or db.execute("SELECT 1 FROM search_terms WHERE query = ? AND id != ?", (query, term_id)).fetchone():
        return page(request, "search_term.html", 422, term={**term, "query": query}, error="A term needs a query that no other term has.")
    values = {"query": query, "redirect": redirected, "suggested": int("suggested" in data)}
    save(db, "search_terms", term_id, values if term_id else {**values, "updated": now(request), "results": 0, "uses": 0})
    return done(request, "/marketing/search-terms", "You saved the search term.", f"Search term '{query}': saved")


ROUTES: list[BaseRoute] = [
    route("/marketing/reviews/{id:int}", show_review),
    route("/marketing/reviews/{id:int}/save", save_review, "POST"),
    route("/marketing/reviews/{id:int}/delete", delete_review, "POST"),
    route("/marketing/rules/new", new_rule),
    route("/marketing/rules/{id:int}", show_rule),
    route("/marketing/rules/{id:int}/save", save_rule, "POST"),
    route("/marketing/rules/{id:int}/delete", delete_rule, "POST"),
    route("/marketing/search-terms/{id:int}", show_term, "GET", "POST"),
]
