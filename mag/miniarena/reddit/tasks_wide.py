"""Further instances of Threadline's templates, their slots filled from its posts."""

import sqlite3

from mag.miniarena.reddit import data_wide as words
from mag.miniarena.reddit import tasks_account, tasks_find, tasks_people, tasks_votes, tasks_write
from mag.miniarena.reddit.data_own import BLOCKED
from mag.miniarena.reddit.tasks_common import forum, posts
from mag.miniarena.reddit.views_actions import REASONS
from mag.miniarena.slots import combined, dealt, some
from mag.miniarena.spec import Template

SORTS = (("Top", "top"), ("Most commented", "comments"))
SPANS = (("Past week", "week"), ("Past month", "month"), ("Past year", "year"))


def wide_templates(db: sqlite3.Connection) -> list[Template]:
    """Templates of the same ids and intents as the site's own, with other instances."""
    names = [row["name"] for row in db.execute("SELECT name FROM forums ORDER BY id")]
    return [*_finding(db, names), *_writing(db, names), *_voting(db, names), *_people(db)]


def _finding(db: sqlite3.Connection, names: list[str]) -> list[Template]:
    views = [(name, *sort[:1], span[0], sort[1], span[1]) for name, sort, span in combined(26, "views", names, SORTS, SPANS)]
    return [
        tasks_find.comments_of_top_post(db, 20),
        tasks_find.first_commenter(db, 26, 8),
        tasks_find.best_comment(db, 30),
        tasks_find.rule(db, [(name, position, (_keywords(text),)) for name, position, text in some(_rules(db), 18, "rules")]),
        tasks_find.sorted_view(db, views),
    ]


def _rules(db: sqlite3.Connection) -> list[tuple[str, int, str]]:
    sql = "SELECT f.name, r.position, r.text FROM rules r JOIN forums f ON f.id = r.forum_id ORDER BY r.id"
    return [(row["name"], row["position"], row["text"]) for row in db.execute(sql)]


def _keywords(text: str) -> str:
    """The words that make the sense of a rule: short ones go, but for those that deny."""
    return " ".join(word for word in text.lower().replace(",", "").split() if len(word) > 3 or word in ("no", "not", "out", "off"))


def _texts(db: sqlite3.Connection) -> list[sqlite3.Row]:
    """Text posts of other people with a title of their own."""
    rows = posts(db, "s.kind = 'text' AND s.user_id != 1 AND s.title NOT LIKE 'Poll:%'", order="s.id")
    titles = [row["title"] for row in rows]
    return [row for row in rows if titles.count(row["title"]) == 1 and row["author"] not in BLOCKED]


def _writing(db: sqlite3.Connection, names: list[str]) -> list[Template]:
    crossed = [(row["title"], name) for row, name in combined(14, "crossposts", _texts(db), names) if row["forum"] != name]
    return [
        tasks_write.new_texts(db, combined(18, "texts", names, words.TITLES, words.BODIES)),
        tasks_write.new_links(db, [(name, title, url) for name, (title, url) in combined(16, "links", names, words.PAGES)]),
        tasks_write.replies(db, words.REPLIES),
        tasks_write.comment_on_newest(db, dealt([(name,) for name in some(names, 16, "comments")], words.COMMENTS)),
        tasks_write.crossposts(db, crossed),
    ]


def _voting(db: sqlite3.Connection, names: list[str]) -> list[Template]:
    strange = [name for name in names if not forum(db, name)["subscribed"]]
    voted = {row["item_id"] for row in db.execute("SELECT item_id FROM submission_votes WHERE user_id = 1")}
    fresh = [name for name in names if posts(db, "f.name = ?", name)[0]["id"] not in voted]
    options = db.execute(
        "SELECT s.title, o.label FROM poll_options o JOIN submissions s ON s.id = o.submission_id ORDER BY o.id"
    ).fetchall()
    return [
        tasks_votes.subscriptions(db, strange),
        tasks_votes.upvotes(db, fresh),
        tasks_votes.savings(db, names, 20),
        tasks_votes.poll_votes(db, [tuple(row) for row in options]),
    ]


def _people(db: sqlite3.Connection) -> list[Template]:
    rows = _texts(db)
    mail = "SELECT DISTINCT u.username FROM messages m JOIN users u ON u.id = m.sender_id WHERE u.id > 1"
    senders = [row["username"] for row in db.execute(mail)]
    blamed = [(row["title"], reason) for row, reason in combined(18, "reports", rows, REASONS)]
    return [
        tasks_account.messages(db, [(name, *letter) for name, letter in combined(16, "letters", senders, words.LETTERS)]),
        tasks_account.blocks(db, some([row["title"] for row in rows], 18, "blocks")),
        tasks_account.reports(db, dealt(blamed, words.NOTES)),
        tasks_people.down_voters(db, some([row["title"] for row in rows], 12, "votes")),
    ]
