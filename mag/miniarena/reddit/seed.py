"""Seed data of the forum: members, forums, submissions, polls and messages; the threads are grown by seed_threads."""

import re
import sqlite3
from dataclasses import dataclass
from datetime import timedelta
from random import Random

from mag.miniarena.core import SNAPSHOT_TIME
from mag.miniarena.reddit import data_forums_a, data_forums_b, data_forums_c, data_forums_d
from mag.miniarena.reddit.data_own import BIO, BLOCKED, INBOX, OWN_POSTS, POLLS, SAVED, SENT, SUBSCRIBED
from mag.miniarena.reddit.data_people import PEOPLE
from mag.miniarena.reddit.data_phrases import CLOSINGS, WEEKLY_TEXT
from mag.miniarena.reddit.forum_seed import ForumSeed
from mag.miniarena.reddit.seed_threads import grow_threads

FORUMS: tuple[ForumSeed, ...] = (*data_forums_a.FORUMS, *data_forums_b.FORUMS, *data_forums_c.FORUMS, *data_forums_d.FORUMS)
OWNER = 1  # the account's row, written before the seed runs
MINUTES_OF_A_WEEK = 7 * 24 * 60
DATED = re.compile(r"\b(March|April|on Saturday)\b")


@dataclass(frozen=True)
class Draft:
    """A submission before it has an id: ids follow the time of writing."""

    age: int  # minutes before the snapshot
    forum: str
    author: str
    kind: str
    title: str
    url: str = ""
    body: str = ""


def seed(db: sqlite3.Connection, rng: Random) -> None:
    """Write all rows; the same ones every time for the same generator."""
    users = seed_users(db, rng)
    forums = seed_forums(db, rng, users)
    drafts = draft_submissions(rng)
    insert_submissions(db, rng, drafts, users, forums)
    seed_polls(db)
    grow_threads(db, rng, {forum.name: forum.talk for forum in FORUMS}, regulars())
    seed_own(db, rng, users)


def at(age: int) -> str:
    """The time so many minutes before the snapshot."""
    return (SNAPSHOT_TIME - timedelta(minutes=age)).isoformat(sep=" ")


def seed_users(db: sqlite3.Connection, rng: Random) -> dict[str, int]:
    """The members besides the account, whose biography is added; ids by user name."""
    db.execute("UPDATE users SET bio = ? WHERE id = ?", (BIO, OWNER))
    for username, name, bio, month in PEOPLE:
        joined = f"{month}-{rng.randint(1, 28):02} {rng.randint(6, 22):02}:{rng.randint(0, 59):02}:00"
        db.execute(
            "INSERT INTO users (username, email, name, password, joined, bio) VALUES (?, ?, ?, '!', ?, ?)",
            (username, f"{username}@threadline.test", name, joined, bio),
        )
    db.execute("INSERT INTO settings (user_id) SELECT id FROM users")
    return {row["username"]: row["id"] for row in db.execute("SELECT username, id FROM users ORDER BY id")}


def seed_forums(db: sqlite3.Connection, rng: Random, users: dict[str, int]) -> dict[str, int]:
    """Forums with rules and subscriptions; ids by name."""
    forums = {}
    for forum in sorted(FORUMS, key=lambda one: one.created):
        cursor = db.execute(
            "INSERT INTO forums (name, title, tagline, about, created, moderator_id, base_subscribers) VALUES (?, ?, ?, ?, ?, ?, ?)",
            (forum.name, forum.title, forum.tagline, forum.about, f"{forum.created} 12:00:00", users[forum.moderator], forum.subscribers),
        )
        forums[forum.name] = cursor.lastrowid or 0
        db.executemany(
            "INSERT INTO rules (forum_id, position, text) VALUES (?, ?, ?)",
            [(forums[forum.name], place, text) for place, text in enumerate(forum.rules, 1)],
        )
    for username, user_id in users.items():
        names = SUBSCRIBED if user_id == OWNER else rng.sample(sorted(forums), rng.randint(4, 9))
        db.executemany("INSERT INTO subscriptions VALUES (?, ?)", [(user_id, forums[name]) for name in names])
        moderated = [forum.name for forum in FORUMS if forum.moderator == username]
        db.executemany("INSERT OR IGNORE INTO subscriptions VALUES (?, ?)", [(user_id, forums[name]) for name in moderated])
    return forums


def regulars() -> dict[str, tuple[str, ...]]:
    """Who writes in a forum: its moderator and a dozen members; everybody is a regular somewhere."""
    names = [person[0] for person in PEOPLE]
    found = {}
    for index, forum in enumerate(FORUMS):
        others = tuple(names[(index * 7 + step * 5) % len(names)] for step in range(12))
        moderator = () if forum.moderator == "quillfern" else (forum.moderator,)
        found[forum.name] = tuple(dict.fromkeys(moderator + others))
    return found


def draft_submissions(rng: Random) -> list[Draft]:
    """All submissions, oldest first, no two in the same minute."""
    drafts = [Draft(age, forum, "quillfern", "text", title, body=body) for forum, title, body, age in OWN_POSTS]
    drafts += [
        Draft(age, forum, author, "text", title, body="One vote each, and you can change your mind.")
        for forum, title, _, _, author, age in POLLS
    ]
    taken = {draft.age for draft in drafts}
    members = regulars()
    for forum in FORUMS:
        for post in forum.posts:
            drafts.append(draft_post(rng, forum, post, rng.choice(members[forum.name]), draft_age(rng, post, taken)))
        for week in range(3 if forum.weekly else 0):
            monday = SNAPSHOT_TIME - timedelta(days=7 * week)
            title = f"{forum.weekly} – {monday.day} {monday:%B}"
            age = free(MINUTES_OF_A_WEEK * week + rng.randint(30, 150), taken)
            author = forum.moderator if forum.moderator != "quillfern" else members[forum.name][0]
            drafts.append(Draft(age, forum.name, author, "text", title, body=rng.choice(WEEKLY_TEXT)))
    return sorted(drafts, key=lambda draft: -draft.age)


def draft_age(rng: Random, post: str, taken: set[int]) -> int:
    """An age in minutes: most posts are recent, the oldest two and a half years old; one that names a spring date is from these days."""
    days = 4 if DATED.search(post) else rng.choices((2, 7, 30, 365, 900), (10, 20, 25, 30, 15))[0]
    return free(rng.randint(40, days * 24 * 60), taken)


def free(age: int, taken: set[int]) -> int:
    """The next age that no other submission has, which is taken from now on."""
    while age in taken:
        age += 1
    taken.add(age)
    return age


def draft_post(rng: Random, forum: ForumSeed, post: str, author: str, age: int) -> Draft:
    """One handwritten post with the parts that follow from its kind."""
    kind, title, *rest = post.split(" | ")
    if kind == "text":
        details = rng.sample(forum.details, rng.randint(1, 2))
        paragraphs = (f"{rest[0]} {details[0]}", " ".join((*details[1:], rng.choice(CLOSINGS))))
        return Draft(age, forum.name, author, "text", title, body="\n\n".join(paragraphs))
    if kind == "image":
        return Draft(age, forum.name, author, "image", title)
    if kind == "wiki":
        return Draft(age, forum.name, author, "wiki", title, url=rest[0])
    path = "-".join("".join(letter if letter.isalnum() else " " for letter in title.lower()).split()[:6])
    return Draft(age, forum.name, author, "link", title, url=f"https://{rest[0]}/{path}")


def insert_submissions(db: sqlite3.Connection, rng: Random, drafts: list[Draft], users: dict[str, int], forums: dict[str, int]) -> None:
    """Rows of the submissions with their scores: bigger forums and older posts have more votes."""
    sizes = {forum.name: forum.subscribers for forum in FORUMS}
    for draft in drafts:
        ripeness = min(1.0, draft.age / 1200)
        score = 1 + int(sizes[draft.forum] ** 0.5 * rng.lognormvariate(-0.4, 0.9) * ripeness)
        db.execute(
            "INSERT INTO submissions (forum_id, user_id, kind, title, url, body, created, score) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (forums[draft.forum], users[draft.author], draft.kind, draft.title, draft.url, draft.body, at(draft.age), score),
        )


def seed_polls(db: sqlite3.Connection) -> None:
    """Questions and options of the poll submissions."""
    for _, title, question, options, _, _ in POLLS:
        submission = db.execute("SELECT id FROM submissions WHERE title = ?", (title,)).fetchone()["id"]
        db.execute("INSERT INTO polls VALUES (?, ?)", (submission, question))
        db.executemany(
            "INSERT INTO poll_options (submission_id, label, base_votes) VALUES (?, ?, ?)",
            [(submission, label, votes) for label, votes in options],
        )


def seed_own(db: sqlite3.Connection, rng: Random, users: dict[str, int]) -> None:
    """What the account sees as its own: messages, saved posts, a blocked member, and votes given."""
    messages = [(users[sender], OWNER, subject, body, age, seen) for sender, subject, body, age, seen in INBOX]
    messages += [(OWNER, users[recipient], subject, body, age, 1) for recipient, subject, body, age in SENT]
    for sender, recipient, subject, body, age, seen in sorted(messages, key=lambda message: -message[4]):
        db.execute(
            "INSERT INTO messages (sender_id, recipient_id, subject, body, created, seen) VALUES (?, ?, ?, ?, ?, ?)",
            (sender, recipient, subject, body, at(age), seen),
        )
    db.executemany("INSERT INTO saved SELECT ?, id FROM submissions WHERE title = ?", [(OWNER, title) for title in SAVED])
    db.executemany("INSERT INTO blocks VALUES (?, ?)", [(OWNER, users[name]) for name in BLOCKED])
    others = [row["id"] for row in db.execute("SELECT id FROM submissions WHERE user_id != ? ORDER BY id", (OWNER,))]
    for submission in sorted(rng.sample(others, 24)):
        db.execute("INSERT INTO submission_votes VALUES (?, ?, ?)", (OWNER, submission, rng.choice((1, 1, 1, 1, -1))))
