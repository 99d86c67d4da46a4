"""Tasks of finding and showing: reviews, prices, lists, product details."""

import sqlite3
from collections.abc import Sequence
from random import Random

from mag.miniarena.shopping.data_prose import DEPARTMENTS
from mag.miniarena.shopping.data_reviews import COMPLAINTS
from mag.miniarena.shopping.store import usd
from mag.miniarena.shopping.tasks_steps import browse, find_product, named, open_found, pick
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
    press_enter,
    scroll,
    select,
    type_,
)
from mag.shown import DemoStep

REVIEWS_PER_PAGE = 5


def open_reviews(product: sqlite3.Row, index: int) -> DemoStep:
    """The tab with the reviews on a product's page."""
    tab = f"Reviews ({product['review_count']})"
    return click("tab", tab,
                 pick(index, f"Open the '{tab}' tab below the product's picture.", f"Click the tab '{tab}' to see what customers wrote.",
                                  f"Switch to the '{tab}' tab in the middle of the page."), "The reviews are in this tab.")


def who_complains(db: sqlite3.Connection, most: int = 3) -> Template:
    """Find the one reviewer who mentions a flaw."""
    instances: list[Instance] = []
    kinds = {name: kind for name, _, _, kind, _, _ in DEPARTMENTS}
    products = db.execute("SELECT s.*, d.name AS department FROM shelf s JOIN categories d ON d.id = s.department_id WHERE review_count "
                          "BETWEEN 8 AND 20"
                          " ORDER BY s.id").fetchall()
    for product in products:
        topics = COMPLAINTS[kinds[product["department"]]]
        ranked = db.execute("SELECT nickname, body FROM reviews WHERE product_id = ? ORDER BY rating, created DESC, id",
                            (product["id"],)).fetchall()
        for topic, sentences in Random(product["name"]).sample(topics, len(topics)):
            places = [place for place, review in enumerate(ranked) if any(sentence in review["body"] for sentence in sentences)]
            if len(instances) < most and len(places) == 1 and 2 <= places[0] < 2 * REVIEWS_PER_PAGE:
                instances.append(complaint(product, topic, ranked[places[0]]["nickname"], places[0], len(instances)))
                break
    return Template(6, "Which reviewer of the {{product}} complains that {{complaint}}? Give the nickname.", instances)


def complaint(product: sqlite3.Row, topic: str, nickname: str, place: int, index: int) -> Instance:
    """An instance of the template above; the review stands at this place of the lowest rated ones."""
    steps = [*find_product(product["name"], index), open_reviews(product, index),
             select("Sort reviews", "Lowest rated",
                    pick(index, "Choose 'Lowest rated' in the 'Sort reviews' list at the top of the reviews.",
                                                         "Set 'Sort reviews' above the reviews to 'Lowest rated'."),
                    "Complaints come with few stars.")]
    if place >= REVIEWS_PER_PAGE:
        steps.append(click("link", "Next",
                           pick(index, "Click 'Next' under the reviews to turn the page.",
                                "Turn to more reviews with 'Next' below the list."),
                           "Not on this page."))
    steps.append(finish(pick(index, f"Answer {nickname}, who writes that {topic}.",
                             f"Report the nickname {nickname} as the one who says that {topic}."),
                        nickname, "This review says so."))
    return Instance({"product": product["name"], "complaint": topic}, evaluation(must_include(nickname)), steps)


def count_stars(db: sqlite3.Connection) -> Template:
    """Count a product's reviews of one rating."""
    instances: list[Instance] = []
    for index, stars in enumerate((1, 2, 3)):
        taken = [instance.values["product"] for instance in instances]
        row = db.execute(
            "SELECT s.id, s.name, s.slug, s.review_count, count(*) AS amount FROM shelf s JOIN reviews r ON r.product_id = s.id WHERE "
            "r.rating = ?"
            f" AND s.review_count BETWEEN 12 AND 20 AND s.name NOT IN ({','.join('?' * len(taken))}) GROUP BY s.id"
            " HAVING amount BETWEEN 2 AND 4 AND amount != ?"
            " ORDER BY s.id % 5, s.id", (stars, *taken, stars)).fetchone()
        words, amount = f"{stars} star{'s' if stars > 1 else ''}", str(row["amount"])
        instances.append(Instance(
            {"product": row["name"], "stars": words}, evaluation(exact(amount)),
            [open_reviews(row, index),
             select("Sort reviews", "Lowest rated", pick(index, "Set 'Sort reviews' above the list to 'Lowest rated'.",
                                                         "Pick 'Lowest rated' in the 'Sort reviews' list."),
                    "Brings the low ratings together."),
             select("Reviews per page", "20",
                    pick(index, "Set 'Reviews per page' next to it to '20'.", "Choose '20' in the 'Reviews per page' list beside it."),
                    "See them on one page."),
             scroll("down",
                    pick(index, "Scroll down through the reviews with few stars.", "Scroll further down the list and count the ratings."),
                    "Count on."),
             finish(pick(index, f"Report that {amount} of the reviews give exactly {words}.",
                         f"Answer {amount}, the number of reviews with {words}."),
                    amount, "Counted.")],
            start=f"/product/{row['slug']}"))
    return Template(7, "How many reviews of the {{product}} give exactly {{stars}}? Answer with a number.", instances)


EXTREMES = (
    ("Tableware", "cheapest"),
    ("Socks & Slippers", "most expensive"),
    ("Garden Tools", "cheapest"),
)


def extreme_price(db: sqlite3.Connection, wanted: Sequence[tuple[str, str]] = EXTREMES) -> Template:
    """Find the cheapest or dearest product of a subcategory."""
    instances = []
    for index, (category, word) in enumerate(wanted):
        way = "ASC" if word == "cheapest" else "DESC"
        found = db.execute(f"SELECT s.*, d.name AS department FROM shelf s JOIN categories d ON d.id = s.department_id WHERE s.category = ?"
                           f" ORDER BY price {way}", (category,)).fetchone()
        steps = [*browse(found["department"], category, index), sort_by("Price", index)]
        if way == "DESC":
            steps.append(turn_around(index))
        amount = usd(found["price"])
        steps.append(finish(pick(index, f"Answer that the {word} one is the {found['name']} at {amount}.",
                                 f"Report the {found['name']} as the {word} one, at {amount}."),
                            f"{found['name']}, {amount}", "It comes first in the list."))
        instances.append(Instance({"extreme": word, "category": category},
                                  evaluation(must_include(found["name"], amount.removeprefix("$"))), steps))
    return Template(8, "What is the {{extreme}} product in the category {{category}}, and what does it cost?", instances)


def sort_by(label: str, index: int) -> DemoStep:
    """The list's order."""
    return select("Sort By", label,
                  pick(index, f"Choose '{label}' in the 'Sort By' list above the products.",
                       f"Set 'Sort By' at the top right of the list to '{label}'.",
                                         f"Sort the list with 'Sort By' and the option '{label}'."), "Puts the list in that order.")


def turn_around(index: int) -> DemoStep:
    """The arrow beside the list's order."""
    return click("link", "Set Descending Direction", pick(index, "Click the arrow beside 'Sort By' to set the descending direction.",
                                                          "Turn the order around with the arrow button right of the 'Sort By' list."),
                 "The highest should come first.")


SORTED = (
    ("Lamps", "price, the most expensive first", "Price", "price", "desc"),
    ("Picnic & Camping", "product name, A to Z", "Product Name", "name", "asc"),
    ("Knitwear", "customer rating, the best first", "Customer Rating", "rating", "desc"),
)


def show_sorted(db: sqlite3.Connection, wanted: Sequence[tuple[str, str, str, str, str]] = SORTED) -> Template:
    """Show a subcategory in an order."""
    instances = []
    for index, (category, spoken, label, key, way) in enumerate(wanted):
        row = db.execute("SELECT c.path, d.name FROM categories c JOIN categories d ON d.id = c.parent_id WHERE c.name = ?",
                         (category,)).fetchone()
        instances.append(Instance(
            {"category": category, "order": spoken}, evaluation(url=f"__SHOPPING__/c/{row['path']}?order={key}&dir={way}"),
            [*browse(row["name"], category, index), sort_by(label, index), *([turn_around(index)] if way == "desc" else []),
             finish(pick(index, f"Stop here: {category} are listed by {spoken}.",
                         f"Finish; the page shows {category} ordered by {spoken}."), think="The list is in order.")]))
    return Template(9, "Show me the products in {{category}} sorted by {{order}}.", instances)


FILTERED = (
    ("Garden & Outdoor", "25-50", "$25.00 - $49.99", 4),
    ("Tech & Gadgets", "50-100", "$50.00 - $99.99", 3),
    ("Pantry", "10-25", "$10.00 - $24.99", 4),
)


def show_filtered(db: sqlite3.Connection, wanted: Sequence[tuple[str, str, str, int]] = FILTERED) -> Template:
    """Narrow a department by price and rating."""
    instances = []
    for index, (department, band, label, stars) in enumerate(wanted):
        path = db.execute("SELECT path FROM categories WHERE name = ?", (department,)).fetchone()["path"]
        instances.append(Instance(
            {"department": department, "low": label.split(" - ")[0], "high": label.split(" - ")[1], "stars": str(stars)},
            evaluation(url=f"__SHOPPING__/c/{path}?price={band}&rating={stars}"),
            [*browse(department, f"All {department}", index),
             click("link", label,
                   pick(index, f"Click '{label}' under Price in the sidebar on the left.",
                        f"Narrow the list with the price range '{label}' at the left."),
                   "Filter by price first."),
             click("link", f"{stars} stars & up", pick(index, f"Choose '{stars} stars & up' under Rating in the sidebar.",
                                                       f"Add the filter '{stars} stars & up' from the Rating links at the left."),
                   "Then by rating."),
             finish(pick(index, "Stop here: both filters are in force on the list.",
                         "Finish; the list shows only products that pass both filters."),
                    think="Both filters are set.")]))
    return Template(10, "Show all {{department}} products that cost {{low}} to {{high}} and are rated {{stars}} stars and up.", instances)


MATERIALS = (
    ("linen", 20, 60),
    ("bamboo", 15, 50),
    ("brass", 30, 100),
)


def search_by_material(db: sqlite3.Connection, wanted: Sequence[tuple[str, int, int]] = MATERIALS) -> Template:
    """The advanced search with a material and prices."""
    instances = []
    for index, (material, low, high) in enumerate(wanted):
        count: int = db.execute("SELECT count(*) FROM products WHERE instr(material, ?) AND price BETWEEN ? AND ?",
                                (material, low * 100, high * 100)).fetchone()[0]
        steps = [click("link", "Advanced Search", pick(index, "Click 'Advanced Search' beside the search box in the header.",
                                                       "Follow the link 'Advanced Search' at the right of the search field."),
                       "Material needs the long form."),
                 type_("Material", material,
                       pick(index, f"Type '{material}' into the field 'Material' of the search form.",
                            f"Enter '{material}' in the 'Material' field below the description."),
                       "The material."),
                 type_("Price from", str(low),
                       pick(index, f"Put '{low}' into 'Price from' at the end of the form.",
                            f"Enter '{low}' in the field 'Price from' under the material."),
                       "Lower limit."),
                 type_("Price to", str(high),
                       pick(index, f"Put '{high}' into 'Price to' right next to it.", f"Enter '{high}' in the field 'Price to' beside it."),
                       "Upper limit.")]
        steps.append(press_enter("Press Enter in this field to run the search.", "Send the form.") if index % 2 else
                     click("button", "Search Catalog", "Click the button 'Search Catalog' below the form.", "Send the form."))
        steps.append(finish(pick(index, f"Stop here: the results for {material} in that price range are listed.",
                                 f"Finish; the page lists the {material} products in this range."),
                            think="The results are here."))
        instances.append(Instance(
            {"material": material, "low": str(low), "high": str(high)},
            evaluation(url=f"__SHOPPING__/search/advanced/result?material={material}&price_from={low}&price_to={high}",
                       pages=[page_content("last", f"of {count}", locator="document.querySelector('.toolbar .amount').innerText")]), steps))
    return Template(11,
                    "Use the advanced search to list everything with \"{{material}}\" as the material that costs from {{low}} to "
                    "{{high}} dollars.", instances, core=True)


MADE_OF = ("Gramley Citrus Press", "Hearthstep Felt Clogs", "Reedham Laundry Hamper")


def made_of(db: sqlite3.Connection, wanted: Sequence[str] = MADE_OF) -> Template:
    """Look up a product's material."""
    instances = []
    for index, name in enumerate(wanted):
        product = named(db, name)
        instances.append(Instance(
            {"product": name}, evaluation(fuzzy(product["material"], product["material"].split()[-1])),
            [*find_product(name, index), more_information(index),
             finish(pick(index, f"Answer that the {name} is made of {product['material']}.",
                         f"Report {product['material']} as the material in the table."),
                    product["material"],
                    "The table names it.")]))
    return Template(12, "According to its product page, what material is used for the {{product}}?", instances,
                    unseen=True)


def more_information(index: int) -> DemoStep:
    """The tab with the table of facts."""
    return click("tab", "More Information",
                 pick(index, "Open the 'More Information' tab below the picture.", "Click 'More Information' in the row of tabs.",
                                                 "Switch to the tab 'More Information' in the middle of the page."),
                 "Facts are listed there.")


WEIGHED = (
    ("Ridgeback Vacuum Flask", "Ridgeback Storm Lantern"),
    ("Meridew Mantel Clock", "Meridew Kitchen Timer Clock"),
)


def lighter_of_two(db: sqlite3.Connection, wanted: Sequence[tuple[str, str]] = WEIGHED) -> Template:
    """Compare the shipping weights of two products of one list."""
    instances = []
    for index, (first, second) in enumerate(wanted):
        one = named(db, first)
        lighter = db.execute("SELECT name, weight FROM products WHERE name IN (?, ?) ORDER BY CAST(weight AS REAL)",
                             (first, second)).fetchone()
        department = db.execute("SELECT name FROM categories WHERE id = ?", (one["department_id"],)).fetchone()["name"]
        instances.append(Instance(
            {"first": first, "second": second}, evaluation(exact(lighter["name"])),
            [*browse(department, one["category"], index), open_found(first, index), more_information(index),
             go_back(pick(index, f"Remember the shipping weight of {one['weight']} and go back to the list.",
                          f"Note {one['weight']} as its shipping weight, then return to the list."), "Now the other one."),
             open_found(second, index + 1), more_information(index + 1),
             finish(f"Answer that the {lighter['name']} is lighter, at {lighter['weight']}.", lighter["name"], "Compare both weights.")]))
    return Template(13, "Which has the lower shipping weight, the {{first}} or the {{second}}? Answer with the product's full name.",
                    instances)


def catalogue_tasks(db: sqlite3.Connection) -> list[Template]:
    """The templates of this module."""
    return [who_complains(db), count_stars(db), extreme_price(db), show_sorted(db), show_filtered(db), search_by_material(db), made_of(db),
            lighter_of_two(db)]
