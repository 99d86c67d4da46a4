"""Tasks that ask about people: who wrote when, and how much."""

import sqlite3
from collections.abc import Sequence

from mag.miniarena.reddit.tasks_common import (
    VISIBLE,
    forum,
    post,
    posts,
    search,
    search_words,
    to_forum,
    to_post,
    vary,
)
from mag.miniarena.reddit.text import day
from mag.miniarena.spec import (
    Instance,
    Template,
    click,
    evaluation,
    exact,
    finish,
    fuzzy,
    go_back,
    unachievable,
)
from mag.shown import DemoStep


def message_date(db: sqlite3.Connection) -> Template:
    """A date in the inbox."""
    rows = db.execute(
        "SELECT m.*, u.username FROM messages m JOIN users u ON u.id = m.sender_id WHERE m.recipient_id = 1 ORDER BY m.id DESC"
    ).fetchall()
    instances: list[Instance] = []
    for turn, row in enumerate((rows[3], rows[5], rows[7])):
        date = day(row["created"])
        demo = [
            click(
                "link", "Messages", "Click 'Messages' at the right end of the top bar to open the inbox.", "The message is in the inbox."
            ),
            finish(f"Report that '{row['subject']}' arrived on {date}.", date, "The date stands in the third column."),
        ]
        if turn == 1:
            demo.insert(
                1,
                click(
                    "link", row["subject"], f"Open the message '{row['subject']}' from the inbox table.", "Its page shows the exact date."
                ),
            )
        instances.append(Instance({"user": row["username"], "subject": row["subject"]}, evaluation(fuzzy(date, row["created"][:10])), demo))
    return Template(6, "On which date did {{user}} send me the message '{{subject}}'?", instances)


def busier_moderator(db: sqlite3.Connection) -> Template:
    """Compare two profiles."""
    instances: list[Instance] = []
    for turn, (first, second) in enumerate((("birding", "allotment"), ("askthreadline", "boardgames"), ("houseplants", "bikerepair"))):
        numbers = {}
        for name in (first, second):
            found = forum(db, name)
            numbers[found["moderator"]] = db.execute(
                "SELECT count(*) FROM comments WHERE user_id = ? AND deleted = 0", (found["moderator_id"],)
            ).fetchone()[0]
        (one, few), (other, many) = sorted(numbers.items(), key=lambda item: item[1])
        assert few < many, (first, second)
        demo = [
            *to_forum(db, first, 1),
            to_moderator(db, first, turn),
            go_back("Go back to the forum after noting the number of comments in the profile box.", "The other moderator comes next."),
            *to_forum(db, second, 3),
            to_moderator(db, second, turn + 1),
            finish(f"Report that {other} has written more comments: {many} against {few} by {one}.", other, "Both numbers are known."),
        ]
        values = {"first": forum(db, first)["title"], "second": forum(db, second)["title"]}
        instances.append(Instance(values, evaluation(exact(other)), demo))
    return Template(
        7,
        "Who has written more comments on Threadline, the moderator of {{first}} or the moderator of {{second}}?"
        " Answer with the user name only.",
        instances,
    )


def to_moderator(db: sqlite3.Connection, name: str, turn: int) -> DemoStep:
    """From a forum to its moderator's profile. The link of the box on the right comes after those of the posts."""
    moderator = forum(db, name)["moderator"]
    own = len(posts(db, "f.name = ? AND u.username = ?", name, moderator))
    return click(
        "link",
        moderator,
        vary(
            turn,
            (
                f"Click '{moderator}' next to 'Moderator' in the right column to open the profile.",
                f"Open the moderator's profile, '{moderator}', from the forum's box on the right.",
            ),
        ),
        "The profile shows the number of comments.",
        nth=own,
    )


def forum_of_user(db: sqlite3.Connection) -> Template:
    """How often somebody has posted in one forum."""
    rows = db.execute(
        f"SELECT u.username, f.name, f.title, count(*) AS n FROM submissions s JOIN users u ON u.id = s.user_id JOIN forums f"
        f" ON f.id = s.forum_id WHERE {VISIBLE} AND s.user_id != 1 GROUP BY u.id, f.id HAVING n >= 3 ORDER BY n DESC, f.name"
    ).fetchall()
    instances: list[Instance] = []
    for turn, row in enumerate({row["n"]: row for row in rows}.values()):  # a different number each
        name, sample = row["username"], posts(db, "u.username = ? AND f.name = ?", row["username"], row["name"])[0]
        demo = [
            *search(search_words(db, sample), turn),
            click(
                "link",
                name,
                f"Click the author's name '{name}' below '{sample['title']}' to open the profile.",
                "A post of this user leads to the profile.",
            ),
            click(
                "link",
                "Submissions",
                "Click the 'Submissions' tab beside the user's name to list everything posted.",
                "All posts have to be counted.",
            ),
            finish(
                f"Report that {name} has submitted {row['n']} posts in '{row['name']}'.",
                str(row["n"]),
                "The posts of that forum are counted.",
            ),
        ]
        instances.append(Instance({"user": name, "forum": row["title"], "title": sample["title"]}, evaluation(exact(str(row["n"]))), demo))
    return Template(
        8, "How many posts has {{user}}, who wrote '{{title}}', submitted in the {{forum}} forum? Answer with the number only.", instances
    )


DISLIKED = ("Which grease for a wet coastal climate?", "Cheap telescopes: false economy?", "Do you eat on anything under two hours?")


def down_voters(db: sqlite3.Connection, titles: Sequence[str] = DISLIKED) -> Template:
    """Something the forum keeps to itself."""
    reason = "Only the score of a post is shown, not who voted on it."
    accepted = ("not public", "not show voted", "not shown", "only score", "cannot see who voted", "not show who", "no names voters")
    instances = []
    for turn, title in enumerate(titles):
        demo = [
            *to_post(db, post(db, title), turn),
            finish(
                vary(
                    turn,
                    (
                        "Answer that this cannot be found out, because the page gives the score and no names.",
                        "Report that it is not shown who voted; the number beside the post is all there is.",
                    ),
                ),
                reason if turn % 2 else "N/A",
                "Votes have no names.",
            ),
        ]
        instances.append(Instance({"title": title}, unachievable(reason, *accepted), demo))
    return Template(34, "Which users have downvoted the post '{{title}}'?", instances, core=True)
