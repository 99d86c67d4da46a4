"""Tasks on product reviews."""

import re
import sqlite3
from collections.abc import Sequence

from mag.miniarena.shopping_admin.tasks_common import HOME, apply_filters, keyword, menu, one, open_filters, pick, rows
from mag.miniarena.spec import Instance, Template, click, evaluation, exact, finish, fuzzy, page_content, scroll, select, type_

WORDS = ("marathon", "birthday", "refund", "skeptical", "physio", "gift", "squat", "sweater", "pity", "club")
COMPLAINTS = {  # product, what its bad reviews have in common, other ways to say it
    "Tarn Rain Shell": ("The main zipper jams or breaks", "zipper", "zip jams", "zip breaks"),
    "Stride Running Short": ("The shorts run small", "run small", "runs small", "too small", "too tight"),
    "Glacier Insulated Bottle 750 ml": ("The bottle leaks from the lid", "leaks", "leak", "leaking"),
    "Pulse One Fitness Watch": ("The battery is empty within a day", "battery"),
    "Portage Duffel 40L": ("The shoulder strap tears off", "strap"),
    "Calla Yoga Legging": ("The fabric is pilling", "pilling", "pills", "pilled"),
}
TITLE = "document.querySelector('h1').innerText"


def mentions(db: sqlite3.Connection, words: Sequence[str] = WORDS, most: int = 5) -> Template:
    """Number of reviews with a word: the same for whole words, parts of words, and with titles searched too."""
    instances: list[Instance] = []
    for word in words:
        texts = rows(db, "SELECT title, detail, nickname FROM reviews")
        whole = sum(bool(re.search(rf"\b{word}\b", row["detail"], re.IGNORECASE)) for row in texts)
        part = sum(word in " ".join(row).lower() for row in texts)
        if whole != part or whole < 2 or len(instances) == most:
            continue
        n = len(instances)
        search = (
            keyword(n, word, "reviews")
            if n % 2
            else [
                open_filters(n, "reviews"),
                type_("Review", word, f"Type '{word}' into the 'Review' field of the filter panel.", "The word should be in the text."),
                apply_filters(n),
            ]
        )
        demo = [
            *menu(n, "Marketing", "All Reviews", "the list of reviews"),
            *search,
            finish(
                f"Report that {whole} reviews mention this word, as the line above the table says.",
                str(whole),
                "The line gives the number.",
            ),
        ]
        instances.append(Instance({"word": word}, evaluation(exact(str(whole))), demo))
    return Template(24, 'How many customer reviews mention the word "{{word}}"? Answer with the number only.', instances)


def complaints(db: sqlite3.Connection) -> Template:
    """What the bad reviews of a product have in common."""
    instances = []
    for n, (name, (answer, *others)) in enumerate(COMPLAINTS.items()):
        demo = [
            *menu(n, "Marketing", "All Reviews", "the list of all reviews"),
            open_filters(n, "reviews"),
            type_("Product", name, f"Type '{name}' into the 'Product' field of the filter panel.", "Only this product."),
            type_("to", "2", "Type '2' into the 'to' field under 'Rating'.", "Complaints come with few stars.", row="Rating"),
            apply_filters(n + 1),
            finish(f"Report what these reviews complain about: {answer[0].lower()}{answer[1:]}.", f"{answer}.", "The reviews agree."),
        ]
        instances.append(Instance({"product": name}, evaluation(fuzzy(answer, *others)), demo))
    return Template(25, "What is the main complaint in the 1 and 2 star reviews of {{product}}?", instances)


UNFOLD_REVIEWS = "[...document.querySelectorAll('summary')].find(summary => summary.innerText == 'Product Reviews').click()"
OPEN_ROWS = "[...document.querySelectorAll('details[open] tbody tr')].map(row => row.innerText.replace(/\\s+/g, ' ')).join('; ')"


def approve(db: sqlite3.Connection, chosen: slice = slice(3, 23, 5)) -> Template:
    """Approve a pending review."""
    found = rows(
        db,
        "SELECT r.*, p.name AS product FROM reviews r JOIN products p ON p.id = r.product_id WHERE r.status = 'Pending' "
        "AND length(r.nickname) > 4 AND r.nickname NOT LIKE '%.' "
        "AND 1 = (SELECT count(*) FROM reviews x WHERE x.product_id = r.product_id AND x.nickname = r.nickname) ORDER BY r.id DESC",
    )
    instances = []
    for n, row in enumerate(found[chosen]):
        pattern = f"%{row['nickname']}%"
        matches = one(
            db,
            "SELECT count(*) FROM reviews WHERE status = 'Pending' AND (title LIKE ? OR detail LIKE ? OR nickname LIKE ?)",
            pattern,
            pattern,
            pattern,
        )
        demo = [
            *menu(n, "Marketing", "Pending Reviews", "the reviews that wait for approval"),
            *keyword(n, row["nickname"], "reviews"),
            click(
                "link",
                "Edit",
                f"Click 'Edit' in the row of the review titled '{row['title']}'.",
                f"This one is about {row['product']}.",
                row=row["title"] if matches > 1 else "",
            ),
            select(
                "Status",
                "Approved",
                pick(
                    n,
                    "Select 'Approved' in the 'Status' list of the review form.",
                    "Change the field 'Status' below the rating to 'Approved'.",
                ),
                "It is pending now.",
            ),
            click("button", "Save Review", "Click 'Save Review' at the top right to keep the status.", "The change has to be saved."),
            finish("Stop here: the review is approved and was saved.", None, "The list says that it was saved."),
        ]
        checks = [
            page_content(
                f"{HOME}/marketing/reviews/{row['id']}", locator="document.querySelector('[name=\"status\"]').value", equals="Approved"
            ),
            page_content(
                f"{HOME}/catalog/products/{row['product_id']}",
                f"Approved {row['title']} {row['nickname']}",
                locator=OPEN_ROWS,
                prepare=[UNFOLD_REVIEWS],
            ),
        ]
        instances.append(Instance({"nickname": row["nickname"], "product": row["product"]}, evaluation(pages=checks), demo))
    return Template(26, "Approve the pending review of {{product}} by {{nickname}}.", instances, core=True)


def delete(db: sqlite3.Connection, most: int = 3) -> Template:
    """Delete the reviews of a product that have one rating, and no other."""
    found = rows(
        db,
        "SELECT p.id, p.name, r.rating, count(*) AS number FROM reviews r JOIN products p ON p.id = r.product_id WHERE r.rating = 1 "
        "GROUP BY p.id HAVING number IN (2, 3) ORDER BY number, p.id LIMIT ?",
        most,
    )
    instances = []
    for n, row in enumerate(found):
        name = row["name"]
        gone = rows(db, "SELECT id FROM reviews WHERE product_id = ? AND rating = 1 ORDER BY id", row["id"])
        kept = one(db, "SELECT id FROM reviews WHERE product_id = ? AND rating > 1 ORDER BY rating, id LIMIT 1", row["id"])
        demo = [
            *menu(n, "Marketing", "All Reviews", "the list of reviews"),
            open_filters(n + 1, "reviews"),
            type_("Product", name, f"Type '{name}' into the 'Product' field of the filters.", "Only this product."),
            type_("to", "1", "Type '1' into the 'to' field under 'Rating', since no rating is lower.", "Only one star.", row="Rating"),
            apply_filters(n),
            click(
                "checkbox", "Select all", "Tick the checkbox in the header row to select every review listed.", "All of these have to go."
            ),
            select(
                "Actions",
                "Delete",
                "Choose 'Delete' from the 'Actions' dropdown and confirm the question.",
                "They are to be deleted.",
                role="button",
            ),
            finish("Stop here: the reviews with one star were deleted.", None, "The message gives their number."),
        ]
        checks = [page_content(f"{HOME}/marketing/reviews/{review['id']}", locator=TITLE, equals="Page not found") for review in gone]
        checks.append(page_content(f"{HOME}/marketing/reviews/{kept}", "Edit Review", locator=TITLE))
        instances.append(Instance({"product": name}, evaluation(pages=checks), demo))
    return Template(27, "Delete all reviews of {{product}} that gave 1 star.", instances)


def most_reviewed(db: sqlite3.Connection) -> Template:
    """What the review reports say."""
    product = rows(
        db, "SELECT p.name, count(*) AS n FROM reviews r JOIN products p ON p.id = r.product_id GROUP BY p.id ORDER BY n DESC LIMIT 2"
    )
    customer = rows(
        db,
        "SELECT c.first || ' ' || c.last AS name, count(*) AS n FROM reviews r JOIN customers c ON c.id = r.customer_id "
        "GROUP BY c.id ORDER BY n DESC LIMIT 2",
    )
    wanted = [
        ("Which product has", product, "By Products", "the report of reviews by product"),
        ("Which customer has written", customer, "By Customers", "the report of reviews by customer"),
    ]
    return Template(
        28,
        "{{who}} the most reviews in total, and how many are there?",
        [
            Instance(
                {"who": who},
                evaluation(exact_pair(found[0])),
                [
                    *menu(n + 1, "Reports", link, what),
                    scroll("down", "Scroll down to make sure that the table is sorted by number.", "The order matters."),
                    finish(
                        f"Report {found[0]['name']} with {found[0]['n']} reviews, the first row of the table.",
                        f"{found[0]['name']}, {found[0]['n']}",
                        "The first row has the largest number.",
                    ),
                ],
            )
            for n, (who, found, link, what) in enumerate(wanted)
            if found[0]["n"] > found[1]["n"]
        ],
    )


def exact_pair(row: sqlite3.Row) -> dict[str, list[str]]:
    """The name and the number have to occur in the answer."""
    return {"must_include": [row["name"], str(row["n"])]}


def review_templates(db: sqlite3.Connection) -> list[Template]:
    """The templates of this part."""
    return [mentions(db), complaints(db), approve(db), delete(db), most_reviewed(db)]
