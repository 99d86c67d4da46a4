"""Tasks of what customers say and want to hear: reviews, the newsletter."""

import sqlite3
from collections.abc import Sequence

from mag.miniarena.shopping.tasks_steps import account_page, find_product, named, pick
from mag.miniarena.spec import Instance, Template, click, evaluation, finish, page_content, type_

REVIEWED = (
    ("Northlode Gooseneck Kettle", 4, "Pours like a dream", "It boils fast and pours very neatly. The lid is a bit tight."),
    ("Cloudrick Waffle Throw", 2, "Too thin for me", "Pretty color, but it hardly keeps anybody warm."),
    ("Inkwright Dot Grid Notebook", 5, "My third one", "The paper takes any ink, and the book lies flat."),
)


def write_review(db: sqlite3.Connection, wanted: Sequence[tuple[str, int, str, str]] = REVIEWED) -> Template:
    """Review a product."""
    instances = []
    locator = "[...document.querySelectorAll('.my-reviews tbody tr')].map(e => ['a', '.rating', '.review-title', '.review-text'].map(" \
              "part => e.querySelector(part).innerText).join(' | ')).join('; ')"
    for index, (name, stars, title, text) in enumerate(wanted):
        product = named(db, name)
        link = "Add Your Review" if product["review_count"] else "Be the first to review this product"
        instances.append(Instance(
            {"stars": str(stars), "product": name, "title": title, "text": text},
            evaluation(pages=[
                page_content("last", str(20 * stars), locator=f"func:shopping_get_sku_latest_review_rating('{product['sku']}')"),
                page_content("last", "Emma", locator=f"func:shopping_get_sku_latest_review_author('{product['sku']}')"),
                page_content("__SHOPPING__/account/reviews", f"{name} | {stars} of 5 | {title} | {text}", locator=locator)]),
            [*find_product(name, index),
             click("link", link, pick(index, f"Click '{link}' under the product's name.", f"Follow the link '{link}' below the heading."),
                   "To the review form."),
             click("radio", f"{stars} stars",
                   pick(index, f"Give {stars} stars in the row under 'Your Rating'.",
                        f"Click the star for {stars} stars at 'Your Rating'."),
                   "The rating."),
             type_("Summary", title,
                   pick(index, f"Type '{title}' into the field 'Summary' below the nickname.",
                        f"Enter '{title}' as the 'Summary' of the review."), "The title."),
             type_("Review", text, pick(index, f"Write '{text}' into the box 'Review'.", f"Put '{text}' into the large field 'Review'."),
                   "What to say."),
             click("button", "Submit Review",
                   pick(index, "Click 'Submit Review' at the end of the review form.",
                        "Send the review with the 'Submit Review' button under the text."), "Send it."),
             finish("Stop here: the review has been submitted and awaits approval.", think="It is sent.")]))
    return Template(24, "Review the {{product}} with {{stars}} stars, the summary \"{{title}}\" and the text \"{{text}}\"", instances,
                    core=True)


def newsletter_topics(db: sqlite3.Connection) -> Template:
    """Change what mail the account gets."""
    instances = []
    for index, (wanted, unwanted,
                left) in enumerate((("Workshops and classes", "General newsletter", "Workshops and classes, Back in stock notices"),
                                                      ("Sale alerts", "Back in stock notices", "General newsletter, Sale alerts"))):
        instances.append(Instance(
            {"wanted": wanted, "unwanted": unwanted},
            evaluation(pages=[page_content("__SHOPPING__/account/newsletter", equals=left, locator=(
                "[...document.querySelectorAll('.topics input')].filter(e => e.checked).map(e => e.labels[0].innerText).join(', ')"))]),
            [*account_page("Newsletter Subscriptions", index),
             click("checkbox", wanted,
                   pick(index, f"Tick the box '{wanted}' among the subscription options.",
                        f"Check '{wanted}' in the list of subscriptions."),
                   "This one is wanted."),
             click("checkbox", unwanted,
                   pick(index, f"Clear the box '{unwanted}' in the list of options.", f"Untick '{unwanted}' in the same list."),
                   "This one is not."),
             click("button", "Save",
                   pick(index, "Click 'Save' below the box with the options.", "Keep both changes with the 'Save' button below the list."),
                   "Save it."),
             finish(f"Stop here: {wanted} are on and the {unwanted.lower()} off.", think="Saved.")]))
    return Template(25, "Subscribe me to \"{{wanted}}\" and cancel my subscription to \"{{unwanted}}\".", instances)


def feedback_tasks(db: sqlite3.Connection) -> list[Template]:
    """The templates of this module."""
    return [write_review(db), newsletter_topics(db)]
