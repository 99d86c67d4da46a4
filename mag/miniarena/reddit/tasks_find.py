"""Tasks that ask for something: counts, names, rules, dates."""

import sqlite3

from mag.miniarena.reddit.data_own import BLOCKED
from mag.miniarena.reddit.tasks_common import VISIBLE, forum, post, posts, search, search_words, to_forum, to_post, vary
from mag.miniarena.reddit.text import day
from mag.miniarena.spec import Instance, Template, click, evaluation, exact, finish, fuzzy, go_back, must_include, scroll, select
from mag.records import DemoStep


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


def comments_of_top_post(db: sqlite3.Connection) -> Template:
    """Read a number off a sorted list."""
    instances: list[Instance] = []
    for name in [row["name"] for row in db.execute("SELECT name FROM forums ORDER BY id")]:
        top, turn = posts(db, "f.name = ?", name, order="s.score DESC, s.id")[0], len(instances)
        if top["comments"] < 3:
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
        if len(instances) == 5:
            break
    return Template(
        1, "How many comments does the highest-scored post of all time in the {{forum}} forum have? Answer with the number only.", instances
    )


def first_commenter(db: sqlite3.Connection) -> Template:
    """Sort a long thread the other way round."""
    rows = [row for row in posts(db, "s.kind = 'text' AND s.user_id != 1", order="comments DESC, s.id") if row["comments"] >= 15]
    instances: list[Instance] = []
    for turn, row in enumerate(rows[:4]):
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


def best_comment(db: sqlite3.Connection) -> Template:
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
        if len(instances) == 4:
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


def rule(db: sqlite3.Connection) -> Template:
    """A line of a forum's rules, in one's own words or not."""
    wanted = (
        ("oldmaps", 2, ("reproductions labelled", "label reproductions", "reproductions labeled")),
        ("birding", 3, ("playback songs tolerated", "no playback songs", "do not play back songs")),
        ("boardgames", 4, ("reviews three plays", "three plays before review", "3 plays review")),
        ("homelab", 4, ("backups before upgrades", "back up before upgrading", "backup before upgrade")),
    )
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
        instances.append(Instance({"user": row["username"], "subject": row["subject"]}, evaluation(fuzzy(date)), demo))
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
        f" ON f.id = s.forum_id WHERE {VISIBLE} AND s.user_id != 1 GROUP BY u.id, f.id HAVING n >= 4 ORDER BY n DESC, f.name"
    ).fetchall()
    instances: list[Instance] = []
    for turn, row in enumerate(rows[:3]):
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


def sorted_view(db: sqlite3.Connection) -> Template:
    """Bring the list into a given order and range."""
    wanted = (
        ("wexmouth", "Top", "Past week", "top", "week"),
        ("birding", "Most commented", "Past month", "comments", "month"),
        ("sourdough", "Top", "Past year", "top", "year"),
        ("typewriters", "Most commented", "Past year", "comments", "year"),
    )
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
    return Template(10, "Which option is in the lead in '{{title}}'?", instances)


def find_templates(db: sqlite3.Connection) -> list[Template]:
    """All of this module."""
    return [
        comments_of_top_post(db),
        first_commenter(db),
        best_comment(db),
        oldest_post(db),
        rule(db),
        message_date(db),
        busier_moderator(db),
        forum_of_user(db),
        sorted_view(db),
        poll_leader(db),
    ]
