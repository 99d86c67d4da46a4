"""Tasks of subscribing, voting and saving."""

import sqlite3
from collections.abc import Sequence

from mag.miniarena.reddit.tasks_common import (
    ACCOUNT,
    VISIBLE,
    forum,
    leader,
    post,
    post_page,
    posts,
    sort_by,
    to_forum,
    to_forum_list,
    to_post,
    vary,
)
from mag.miniarena.spec import (
    Instance,
    Template,
    click,
    evaluation,
    finish,
    page_content,
)

NEAR = 11  # rows of a list that are in reach without scrolling first
SUBSCRIBE_BUTTON = "document.querySelector('.side .subscribe').innerText"


SUBSCRIBED = ("canalboats", "typewriters", "birding", "tinykitchens")


def subscriptions(db: sqlite3.Connection, wanted: Sequence[str] = SUBSCRIBED) -> Template:
    """Subscribe to one forum, from the list or on its page."""
    instances: list[Instance] = []
    for turn, name in enumerate(wanted):
        title = forum(db, name)["title"]
        done = finish(
            vary(turn, (f"Stop here: you are subscribed to {title} now.", "The subscription is confirmed, so the task is done.")),
            think="It says so.",
        )
        if turn % 2:
            demo = [
                *to_forum(db, name, turn),
                click("button", "Subscribe", "Click the 'Subscribe' button in the forum's box on the right.", "This subscribes."),
                done,
            ]
        else:
            demo = [
                *to_forum_list(db, name, turn),
                click(
                    "button",
                    "Subscribe",
                    f"Click 'Subscribe' at the right end of the row '{title}'.",
                    "The row has a button of its own.",
                    row=title,
                ),
                done,
            ]
        check = page_content(f"__REDDIT__/f/{name}", equals="Unsubscribe", locator=SUBSCRIBE_BUTTON)
        instances.append(Instance({"forum": title}, evaluation(pages=[check]), demo))
    return Template(19, "Subscribe to the {{forum}} forum.", instances)


def biggest_forums(db: sqlite3.Connection) -> Template:
    """Several subscriptions in a sorted table."""
    rows = db.execute(
        "SELECT f.name, f.title, EXISTS (SELECT 1 FROM subscriptions WHERE forum_id = f.id AND user_id = 1) AS mine FROM forums f"
        " ORDER BY f.base_subscribers + (SELECT count(*) FROM subscriptions WHERE forum_id = f.id) DESC"
    ).fetchall()
    instances: list[Instance] = []
    for number, word in ((2, "two"), (3, "three"), (4, "four")):
        chosen = rows[:number]
        demo = [
            *to_forum_list(db, "allotment", number),
            click(
                "link",
                "By subscribers",
                "Click 'By subscribers' above the table to put the biggest forums first.",
                "The biggest forums are wanted.",
            ),
            *(
                click(
                    "button",
                    "Subscribe",
                    vary(
                        turn,
                        (
                            f"Click 'Subscribe' in the row of '{row['title']}'.",
                            f"Subscribe to '{row['title']}' with the button in its row.",
                        ),
                    ),
                    "It is among the biggest.",
                    row=row["title"],
                )
                for turn, row in enumerate(chosen)
                if not row["mine"]
            ),
            finish(f"Stop here: you are subscribed to the {word} biggest forums.", think="All of them are subscribed."),
        ]
        checks = [page_content(f"__REDDIT__/f/{row['name']}", equals="Unsubscribe", locator=SUBSCRIBE_BUTTON) for row in chosen]
        if not rows[number]["mine"]:  # and no more than these
            checks.append(page_content(f"__REDDIT__/f/{rows[number]['name']}", equals="Subscribe", locator=SUBSCRIBE_BUTTON))
        instances.append(Instance({"number": word}, evaluation(pages=checks), demo))
    return Template(20, "Subscribe to the {{number}} forums that have the most subscribers.", instances)


UPVOTED = ("bookbinding", "nightsky", "oldmaps", "homelab")


def upvotes(db: sqlite3.Connection, wanted: Sequence[str] = UPVOTED) -> Template:
    """Vote for the newest post of a forum."""
    instances: list[Instance] = []
    for turn, name in enumerate(wanted):
        row = posts(db, "f.name = ?", name)[0]
        demo = [
            *to_forum(db, name, turn),
            sort_by("New", turn),
            click(
                "button",
                "Upvote",
                vary(
                    turn,
                    (
                        f"Click the upward arrow beside '{row['title']}', the first post.",
                        "Click the 'Upvote' arrow left of the topmost post.",
                    ),
                ),
                "The first post is the newest.",
                row=row["title"],
            ),
            finish("Stop here: the newest post has your upvote.", think="The arrow is coloured."),
        ]
        instances.append(Instance({"forum": row["forum_title"]}, evaluation(pages=[voted(row)]), demo))
    return Template(21, "Upvote the newest post in the {{forum}} forum.", instances)


def voted(row: sqlite3.Row) -> dict[str, object]:
    """The submission's page shows the account's upvote."""
    return page_content(
        post_page(row), equals="Retract upvote", locator="document.querySelector('.submission .vote.up').getAttribute('aria-label')"
    )


def upvote_all(db: sqlite3.Connection) -> Template:
    """Vote for everything that somebody has posted in a forum."""
    rows = db.execute(
        f"SELECT u.username, f.name, f.title, count(*) AS n, count(v.value) AS voted FROM submissions s JOIN users u ON u.id = s.user_id"
        f" JOIN forums f ON f.id = s.forum_id LEFT JOIN submission_votes v ON v.item_id = s.id AND v.user_id = 1"
        f" WHERE {VISIBLE} AND s.user_id != 1 GROUP BY u.id, f.id HAVING n BETWEEN 3 AND 4 AND voted = 0 ORDER BY n DESC, f.name"
    ).fetchall()
    instances: list[Instance] = []
    for row in rows:
        name, turn, own = row["username"], len(instances), posts(db, "u.username = ? AND f.name = ?", row["username"], row["name"])
        newer = posts(db, "f.name = ? AND s.id > ?", row["name"], own[-1]["id"])
        if len(newer) > NEAR or turn == 3:
            continue
        demo = [
            *to_forum(db, row["name"], turn),
            sort_by("New", turn),
            *(
                click(
                    "button",
                    "Upvote",
                    vary(
                        place,
                        (
                            f"Upvote '{one['title']}', which {name} submitted.",
                            f"Click the upward arrow left of '{one['title']}' by {name}.",
                        ),
                    ),
                    f"A post by {name}.",
                    row=one["title"],
                )
                for place, one in enumerate(own)
            ),
            finish(f"Stop here: all {row['n']} posts by {name} have your upvote.", think="The list has been gone through."),
        ]
        instances.append(Instance({"user": name, "forum": row["title"]}, evaluation(pages=[voted(one) for one in own]), demo))
    return Template(22, "Upvote every post that {{user}} has submitted in the {{forum}} forum.", instances)


SAVED_FROM = ("bikerepair", "filmcameras", "typewriters", "nightsky", "boardgames")


def savings(db: sqlite3.Connection, wanted: Sequence[str] = SAVED_FROM, most: int = 3) -> Template:
    """Save the most discussed post."""
    instances: list[Instance] = []
    saved = {row["submission_id"] for row in db.execute("SELECT submission_id FROM saved WHERE user_id = ?", (ACCOUNT,))}
    for name in wanted:
        row, turn = leader(db, name, "comments"), len(instances)
        if row is None or row["id"] in saved or turn == most:
            continue
        demo = [
            *to_forum(db, name, turn + 1),
            sort_by("Most commented", turn),
            click(
                "button",
                "Save",
                f"Click 'Save' below '{row['title']}' at the top of the list.",
                "The first post has the most comments.",
                row=row["title"],
            ),
            finish("Stop here: the post is on the saved list.", think="The message says so."),
        ]
        check = page_content("__REDDIT__/saved", "Unsave", locator=f"document.querySelector('#post-{row['id']}').innerText")
        instances.append(Instance({"forum": row["forum_title"]}, evaluation(pages=[check]), demo))
    return Template(23, "Save the most commented post of the {{forum}} forum to my saved posts.", instances)


VOTES = (
    ("Poll: what colour should the lighthouse be?", "White, as before"),
    ("Poll: which flour for the everyday loaf?", "Spelt"),
    ("Poll: what do you show to beginners first?", "The Pleiades"),
    ("Poll: how long may a game night last?", "Before midnight"),
)


def poll_votes(db: sqlite3.Connection, wanted: Sequence[tuple[str, str]] = VOTES) -> Template:
    """Take part in a poll."""
    instances: list[Instance] = []
    for turn, (title, option) in enumerate(wanted):
        row = post(db, title)
        demo = [
            *to_post(db, row, turn),
            click("radio", option, f"Select '{option}' in the poll below the post's text.", "This is the option."),
            click("button", "Cast vote", "Click 'Cast vote' at the bottom of the poll.", "The choice has to be sent."),
            finish(f"Stop here: the poll says that you voted for '{option}'.", think="The vote is counted."),
        ]
        check = page_content(post_page(row), equals=option, locator="document.querySelector('thread-poll').dataset.own")
        instances.append(Instance({"title": title, "option": option}, evaluation(pages=[check]), demo))
    return Template(27, "Vote for '{{option}}' in '{{title}}'.", instances)
