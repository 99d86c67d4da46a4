"""What the task modules share: looking things up in the seeded data, and the ways to a forum or a submission."""

import sqlite3
from collections.abc import Sequence

from mag.miniarena.reddit.text import count
from mag.miniarena.reddit.views_forums import LIST_SIZE
from mag.miniarena.spec import click, press_enter, select, type_
from mag.shown import DemoStep

ACCOUNT = 1
VISIBLE = f"s.deleted = 0 AND s.user_id NOT IN (SELECT blocked_id FROM blocks WHERE user_id = {ACCOUNT})"
POSTS = """SELECT s.*, f.name AS forum, f.title AS forum_title, u.username AS author,
(SELECT count(*) FROM comments c WHERE c.submission_id = s.id AND c.deleted = 0) AS comments
FROM submissions s JOIN forums f ON f.id = s.forum_id JOIN users u ON u.id = s.user_id"""


def posts(db: sqlite3.Connection, condition: str, *values: str | int, order: str = "s.id DESC") -> list[sqlite3.Row]:
    """The submissions that the account sees and that meet the condition."""
    return db.execute(f"{POSTS} WHERE {VISIBLE} AND {condition} ORDER BY {order}", values).fetchall()


def post(db: sqlite3.Connection, title: str) -> sqlite3.Row:
    """The one submission of this title."""
    (found,) = posts(db, "s.title = ?", title)
    return found


def forum(db: sqlite3.Connection, name: str) -> sqlite3.Row:
    """A forum with the account's subscription."""
    found: sqlite3.Row = db.execute(
        "SELECT f.*, u.username AS moderator, EXISTS (SELECT 1 FROM subscriptions WHERE forum_id = f.id"
        " AND user_id = ?) AS subscribed FROM forums f JOIN users u ON u.id = f.moderator_id WHERE f.name = ?",
        (ACCOUNT, name),
    ).fetchone()
    return found


def leader(db: sqlite3.Connection, name: str, column: str) -> sqlite3.Row | None:
    """The forum's submission with the highest value, None where two share it."""
    first, second = posts(db, "f.name = ?", name, order=f"{column} DESC")[:2]
    return first if first[column] > second[column] else None


def post_page(row: sqlite3.Row) -> str:
    """The submission's page for a check."""
    return f"__REDDIT__/f/{row['forum']}/{row['id']}/"


def vary(turn: int, options: Sequence[str]) -> str:
    """One of several phrasings, in turn."""
    return options[turn % len(options)]


# --- ways ------------------------------------------------------------------------------------------------------------
def to_forum_list(db: sqlite3.Connection, name: str, turn: int) -> list[DemoStep]:
    """From any page to that page of the forum list on which the forum stands."""
    names = [row["name"] for row in db.execute("SELECT name FROM forums ORDER BY name")]
    steps = [
        click(
            "link",
            "Forums",
            vary(
                turn,
                (
                    "Click 'Forums' in the top bar to open the list of all forums.",
                    "Open the forum list with the 'Forums' link next to the site's name.",
                    "Go to the list of forums by clicking 'Forums' in the header.",
                ),
            ),
            "The forum has to be found first.",
        )
    ]
    for _ in range(names.index(name) // LIST_SIZE):
        steps.append(
            click(
                "link",
                "Next",
                vary(
                    turn,
                    (
                        "Click 'Next' below the table to see the remaining forums.",
                        "Move on to the second half of the alphabet with 'Next' under the table.",
                    ),
                ),
                "The list is alphabetical and goes on.",
            )
        )
    return steps


def to_forum(db: sqlite3.Connection, name: str, turn: int) -> list[DemoStep]:
    """From the front page to a forum: by the account's subscriptions on every other turn, else by the list of forums."""
    found = forum(db, name)
    title = found["title"]
    if found["subscribed"] and turn % 2 == 0:
        return [
            click(
                "link",
                title,
                vary(
                    turn // 2,
                    (
                        f"Click '{title}' in the 'Subscriptions' box on the right to open that forum.",
                        f"Open the forum '{title}' from your subscriptions in the right column.",
                    ),
                ),
                "It is one of the subscribed forums.",
            )
        ]
    return [
        *to_forum_list(db, name, turn),
        click(
            "link",
            title,
            vary(
                turn,
                (
                    f"Click '{title}' in the table to enter the forum.",
                    f"Choose '{title}' from the list of forums to enter it.",
                    f"Open '{title}' in the first column of the table.",
                ),
            ),
            "This is the forum asked for.",
        ),
    ]


def search_words(db: sqlite3.Connection, row: sqlite3.Row) -> str:
    """The first words of the title that no other submission holds together; the whole title where there are none."""
    words = [word.strip(",.:?!()'\"–") for word in row["title"].split()]
    for size in range(2, len(words) + 1):
        chosen = [word for word in words[:size] if word]
        condition = " AND ".join(["(s.title || ' ' || s.body) LIKE ?"] * len(chosen))
        if len(posts(db, condition, *(f"%{word}%" for word in chosen))) == 1:
            return " ".join(chosen)
    return str(row["title"])


def search(words: str, turn: int) -> list[DemoStep]:
    """Look for a submission with the search field of the header."""
    steps = [
        type_(
            "Search Threadline",
            words,
            vary(
                turn,
                (
                    f"Type '{words}' into the search field in the top bar.",
                    f"Enter '{words}' in the 'Search posts' box at the top of the page.",
                    f"Fill the header's search box with '{words}'.",
                ),
            ),
            "Searching finds the post fastest.",
            role="searchbox",
        )
    ]
    if turn % 3 == 2:
        return [*steps, click("button", "Search", "Click the 'Search' button beside the field to start the search.", "Start the search.")]
    return [
        *steps,
        press_enter(
            vary(turn, ("Press Enter to run the search and list the matches.", "Confirm with Enter to see the matching posts.")),
            "Start the search.",
        ),
    ]


def to_post(db: sqlite3.Connection, row: sqlite3.Row, turn: int) -> list[DemoStep]:
    """From any page to a submission, by the search; the title of a link or picture leads away, so there the comments are clicked."""
    steps = search(search_words(db, row), turn)
    title, comments = row["title"], count(row["comments"], "comment") if row["comments"] else "No comments"
    if row["kind"] == "text":
        return [
            *steps,
            click(
                "link",
                title,
                vary(
                    turn,
                    (
                        f"Click the title '{title}' in the results to open the post.",
                        f"Open the post '{title}' from the list of results.",
                        f"Select '{title}' among the results to read the thread.",
                    ),
                ),
                "This is the post.",
            ),
        ]
    return [
        *steps,
        click(
            "link",
            comments,
            f"Click '{comments}' below '{title}' to open the discussion instead of the link itself.",
            "The title would lead away.",
        ),
    ]


def sort_by(order: str, turn: int) -> DemoStep:
    """Choose an order in the drawn list above the posts."""
    return select(
        "Sort by",
        order,
        vary(
            turn,
            (
                f"Choose '{order}' in the 'Sort by' list above the posts.",
                f"Open the 'Sort by' box and pick '{order}'.",
                f"Set the order of the posts to '{order}' with the 'Sort by' box.",
            ),
        ),
        f"The posts have to be sorted by '{order}'.",
    )
