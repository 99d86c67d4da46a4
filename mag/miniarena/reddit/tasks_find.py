"""Tasks that ask for something: counts, names, rules, dates."""

import sqlite3
from collections.abc import Sequence

from mag.miniarena.reddit.data_own import BLOCKED
from mag.miniarena.reddit.tasks_common import (
    forum,
    leader,
    post,
    posts,
    search,
    search_words,
    sort_by,
    to_forum,
    to_post,
    vary,
)
from mag.miniarena.spec import Instance, Template, click, evaluation, exact, finish, fuzzy, must_include, scroll, select


def comments_of_top_post(db: sqlite3.Connection, most: int = 5) -> Template:
    """Read a number off a sorted list."""
    instances: list[Instance] = []
    for name in [row["name"] for row in db.execute("SELECT name FROM forums ORDER BY id")]:
        top, turn = leader(db, name, "score"), len(instances)
        if top is None or top["comments"] < 3:
            continue
        demo = [
            *to_forum(db, name, turn),
            sort_by("Top", turn),
            finish(
                f"Report that the top post '{top['title']}' has {top['comments']} comments.",
                str(top["comments"]),
                "The first row is the top post.",
            ),
        ]
        instances.append(Instance({"forum": top["forum_title"]}, evaluation(exact(str(top["comments"]))), demo))
        if len(instances) == most:
            break
    return Template(
        1, "How many comments does the highest-scored post of all time in the {{forum}} forum have? Answer with the number only.", instances
    )


def first_commenter(db: sqlite3.Connection, most: int = 4, least: int = 15) -> Template:
    """Sort a long thread the other way round."""
    rows = [row for row in posts(db, "s.kind = 'text' AND s.user_id != 1", order="comments DESC, s.id") if row["comments"] >= least]
    instances: list[Instance] = []
    for turn, row in enumerate(rows[:most]):
        first = db.execute(
            "SELECT u.username FROM comments c JOIN users u ON u.id = c.user_id WHERE submission_id = ? ORDER BY c.id LIMIT 1", (row["id"],)
        ).fetchone()["username"]
        demo = [
            *to_post(db, row, turn),
            select(
                "Sort comments",
                "Oldest first",
                vary(
                    turn,
                    (
                        "Choose 'Oldest first' in the 'Sort comments' list above the comments.",
                        "Set 'Sort comments', at the right above the thread, to 'Oldest first'.",
                    ),
                ),
                "The first comment has to come to the top.",
            ),
            finish(f"Report that {first} was the first to comment.", first, "The topmost comment is the oldest."),
        ]
        instances.append(Instance({"title": row["title"]}, evaluation(must_include(first)), demo))
    return Template(2, "Which user was the first to comment on the post '{{title}}'?", instances)


def best_comment(db: sqlite3.Connection, most: int = 4) -> Template:
    """The author of the comment with the most points."""
    instances: list[Instance] = []
    for row in posts(db, "s.kind = 'text' AND s.user_id != 1", order="s.score DESC, s.id"):
        best = db.execute(
            "SELECT c.*, u.username FROM comments c JOIN users u ON u.id = c.user_id WHERE submission_id = ? ORDER BY c.score DESC LIMIT 2",
            (row["id"],),
        ).fetchall()
        if len(best) < 2 or best[0]["score"] == best[1]["score"] or best[0]["parent_id"] or best[0]["username"] in BLOCKED:
            continue
        turn, name = len(instances), best[0]["username"]
        demo = [
            *to_post(db, row, turn),
            finish(
                vary(
                    turn,
                    (
                        f"Report that {name} wrote the comment with the most points.",
                        f"Answer with '{name}', whose comment stands first with {best[0]['score']} points.",
                    ),
                ),
                name,
                "The best comment stands first.",
            ),
        ]
        instances.append(Instance({"title": row["title"]}, evaluation(must_include(name)), demo))
        if len(instances) == most:
            break
    return Template(3, "Who wrote the comment with the most points under the post '{{title}}'? Give the user name.", instances)


def oldest_post(db: sqlite3.Connection) -> Template:
    """The end of a list that is longer than the window."""
    instances: list[Instance] = []
    for turn, name in enumerate(("oldmaps", "homelab", "nightsky")):
        rows = posts(db, "f.name = ?", name)
        title = rows[-1]["title"]
        demo = [
            *to_forum(db, name, turn),
            sort_by("New", turn + 1),
            scroll("down", "Scroll down to the older posts at the end of the list.", "The oldest post is the last one."),
            scroll("down", "Scroll on until the last post above the page's footer is visible.", "The list goes on."),
            finish(f"Report that the oldest post is '{title}'.", title, "The last row is the oldest post."),
        ]
        instances.append(Instance({"forum": rows[0]["forum_title"]}, evaluation(must_include(title)), demo))
    return Template(4, "What is the title of the oldest post in the {{forum}} forum?", instances)


RULES = (
    ("oldmaps", 2, ("reproductions labelled", "label reproductions", "reproductions labeled")),
    ("birding", 3, ("playback songs not allowed", "no playback songs", "do not play back songs")),
    ("boardgames", 4, ("reviews three plays", "three plays before review", "3 plays review")),
    ("homelab", 4, ("backups before upgrades", "back up before upgrading", "backup before upgrade")),
)


def rule(db: sqlite3.Connection, wanted: Sequence[tuple[str, int, tuple[str, ...]]] = RULES) -> Template:
    """A line of a forum's rules, in one's own words or not."""
    instances: list[Instance] = []
    for turn, (name, position, accepted) in enumerate(wanted):
        found = forum(db, name)
        text = db.execute("SELECT text FROM rules WHERE forum_id = ? AND position = ?", (found["id"], position)).fetchone()["text"]
        demo = [
            *to_forum(db, name, turn),
            finish(
                vary(
                    turn,
                    (
                        f"Report rule {position} from the 'Rules' box on the right: '{text}'.",
                        f"Answer with '{text}', the rule read in the right column.",
                    ),
                ),
                text,
                "The rules stand beside the posts.",
            ),
        ]
        instances.append(Instance({"number": str(position), "forum": found["title"]}, evaluation(fuzzy(text, *accepted)), demo))
    return Template(5, "What does rule {{number}} of the {{forum}} forum say?", instances)


VIEWS = (
    ("wexmouth", "Top", "Past week", "top", "week"),
    ("birding", "Most commented", "Past month", "comments", "month"),
    ("sourdough", "Top", "Past year", "top", "year"),
    ("typewriters", "Most commented", "Past year", "comments", "year"),
)


def sorted_view(db: sqlite3.Connection, wanted: Sequence[tuple[str, str, str, str, str]] = VIEWS) -> Template:
    """Bring the list into a given order and range."""
    instances: list[Instance] = []
    for turn, (name, order, span, sort, t) in enumerate(wanted):
        demo = [
            *to_forum(db, name, turn),
            sort_by(order, turn),
            select(
                "Time range",
                span,
                vary(
                    turn,
                    (
                        f"Pick '{span}' in the 'Time range' list that appeared next to the order.",
                        f"Set 'Time range', beside 'Sort by', to '{span}'.",
                    ),
                ),
                "The range has to be narrowed.",
            ),
            finish("Stop here: the list shows the order and the range asked for.", think="The list is as wanted."),
        ]
        intent = {
            "forum": forum(db, name)["title"],
            "order": "highest-scored" if sort == "top" else "most commented",
            "range": span.lower(),
        }
        instances.append(Instance(intent, evaluation(url=f"__REDDIT__/f/{name}?sort={sort}&t={t}"), demo))
    return Template(9, "Show me the posts of the {{forum}} forum from the {{range}}, with the {{order}} ones first.", instances)


def poll_leader(db: sqlite3.Connection) -> Template:
    """Read a poll, which lives in a widget of its own."""
    instances: list[Instance] = []
    for turn, title in enumerate(
        ("Poll: how long may a game night last?", "Poll: how often do you clean your chain?", "Poll: what do you show to beginners first?")
    ):
        row = post(db, title)
        best = db.execute(
            "SELECT label, base_votes FROM poll_options WHERE submission_id = ? ORDER BY base_votes DESC", (row["id"],)
        ).fetchone()
        demo = [
            *to_post(db, row, turn),
            finish(
                f"Report that '{best['label']}' leads the poll with {best['base_votes']} votes.", best["label"], "The longest bar leads."
            ),
        ]
        instances.append(Instance({"title": title}, evaluation(must_include(best["label"])), demo))
    return Template(10, "Which option is in the lead in '{{title}}'?", instances, unseen=True)


def picture_time(db: sqlite3.Connection) -> Template:
    """A picture, which opens in a tab of its own; the time of day stands only there."""
    titles = (
        "Elm bench top, finally flat enough to lie on",
        "Frozen in at the top lock, day three",
        "Redwings stripping the last holly of the year",
    )
    instances: list[Instance] = []
    for turn, title in enumerate(titles):
        row = post(db, title)
        time = row["created"][11:16]
        demo = [
            *search(search_words(db, row), turn),
            click(
                "link",
                title,
                vary(
                    turn,
                    (
                        f"Click the title '{title}' in the results; the picture opens in a new tab.",
                        f"Open the picture '{title}' from the results, in a tab of its own.",
                    ),
                ),
                "The viewer shows the time below the picture.",
            ),
            finish(f"Report that the picture was posted at {time}.", time, "The line below the picture names the time."),
        ]
        instances.append(Instance({"title": title}, evaluation(fuzzy(time, time.lstrip("0"))), demo))
    return Template(33, "At what time of day, in hours and minutes, was the picture '{{title}}' posted?", instances)
