"""What the task modules share: facts from the seeded data, and the ways to an article."""

import sqlite3
from collections.abc import Sequence

from mag.miniarena.spec import click, press_enter, type_
from mag.miniarena.wikipedia.markup import plain
from mag.shown import DemoStep


def fact(db: sqlite3.Connection, title: str, label: str) -> str:
    """A value of the article's infobox, without links."""
    row = db.execute(
        "SELECT f.value FROM facts f JOIN articles a ON a.id = f.article_id WHERE a.title = ? AND f.label = ?", (title, label)
    ).fetchone()
    return plain(row["value"])


def quantity(db: sqlite3.Connection, title: str, label: str) -> float:
    """The number at the beginning of a value of the infobox."""
    return float(fact(db, title, label).split()[0].replace(",", ""))


def members(db: sqlite3.Connection, category: str) -> list[str]:
    """Titles of the category's articles, as its page lists them."""
    rows = db.execute(
        "SELECT a.title FROM articles a JOIN membership m ON m.article_id = a.id JOIN categories c ON c.id = m.category_id WHERE c.name = ?"
        " ORDER BY a.title",
        (category,),
    )
    return [row["title"] for row in rows]


def vary(turn: int, options: Sequence[str]) -> str:
    """One of several phrasings, in turn."""
    return options[turn % len(options)]


def to_article(title: str, turn: int) -> list[DemoStep]:
    """From any page to an article, by the search field: with Enter, or by the list of suggestions."""
    steps = [
        type_(
            "Search Fieldbook",
            title,
            vary(
                turn,
                (
                    f"Type '{title}' into the search field at the top of the page.",
                    f"Enter '{title}' in the 'Search for an article' box in the green bar.",
                    f"Write '{title}' into the search box beside the name Fieldbook.",
                ),
            ),
            "The article has to be found.",
            role="searchbox",
        )
    ]
    if turn % 3 == 1:
        guide = f"Choose '{title}' from the suggestions below the search field."
        return [*steps, click("option", title, guide, "The list offers the article.")]
    if turn % 3 == 2:
        guide = "Click the 'Search' button to the right of the field to open the article."
        return [*steps, click("button", "Search", guide, "An exact title leads straight to it.")]
    guide = vary(turn // 3, ("Press Enter to open the article of that title.", "Confirm with Enter to go to the article."))
    return [*steps, press_enter(guide, "An exact title leads straight to it.")]
