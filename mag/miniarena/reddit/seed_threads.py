"""Comment threads, grown under the submissions: who answers whom, when, and in which words."""

import sqlite3
from collections import Counter
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random

from mag.miniarena.core import SNAPSHOT_TIME
from mag.miniarena.reddit.data_own import OWN_COMMENTS
from mag.miniarena.reddit.data_phrases import ANECDOTES, ANSWERS, OPENERS, OUTCOMES, QUESTIONS, REACTIONS, REPLIES, SLOTS, TAILS

DEEPEST = 8
MOST_HEARD = 3  # how often a sentence on the subject may come up in the whole forum


@dataclass
class Draft:
    """A comment before it has an id; `parent` is its place in the list of drafts."""

    submission: int
    parent: int | None
    author: str
    text: str
    written: datetime
    depth: int = 0
    question: bool = False


class Speaker:
    """Puts comments together from the banks of phrases and takes care that a thread does not repeat itself."""

    def __init__(self, rng: Random, talk: tuple[str, ...], heard: Counter[str]) -> None:
        self.rng, self.talk, self.heard, self.said = rng, talk, heard, set[str]()

    def pick(self, bank: tuple[str, ...]) -> str:
        """A phrase that this thread has not heard, as long as there is one."""
        fresh = [phrase for phrase in bank if phrase not in self.said] or list(bank)
        phrase = self.rng.choice(fresh)
        self.said.add(phrase)
        return phrase

    def statement(self) -> str:
        """A sentence on the forum's subject, or a story where those are used up, with what people put around it."""
        opener = self.pick(OPENERS) if self.rng.random() < 0.3 else ""
        fresh = [sentence for sentence in self.talk if self.heard[sentence] < MOST_HEARD and sentence not in self.said]
        if fresh and self.rng.random() < 0.7:
            sentence = self.pick(tuple(fresh))
            self.heard[sentence] += 1
        else:
            sentence = self.anecdote()
        tail = self.pick(TAILS) if self.rng.random() < 0.25 else ""
        return " ".join(part for part in (opener, sentence, tail) if part)

    def anecdote(self) -> str:
        """A short story from somebody's life."""
        values = {name: self.rng.choice(words) for name, words in SLOTS.items()}
        text = self.pick(ANECDOTES)
        return text.format(
            **values,
            year=self.rng.randint(1987, 2025),
            n=self.rng.randint(3, 40),
            n2=self.rng.randint(2, 9),
            outcome=self.rng.choice(OUTCOMES),
        )

    def first_level(self) -> tuple[str, bool]:
        """An answer to the submission, and whether it is a question."""
        kind = self.rng.random()
        if kind < 0.65:
            return self.statement(), False
        if kind < 0.82:
            return self.pick(REACTIONS), False
        return f"{self.pick(REACTIONS)} {self.pick(QUESTIONS)}" if kind < 0.9 else self.pick(QUESTIONS), True

    def reply(self, to_question: bool) -> str:
        """An answer to a comment."""
        if to_question:
            return self.pick(ANSWERS)
        return self.statement() if self.rng.random() < 0.5 else self.pick(REPLIES)


def grow_threads(db: sqlite3.Connection, rng: Random, talk: dict[str, tuple[str, ...]], members: dict[str, tuple[str, ...]]) -> None:
    """Comments for every submission, written in the order of their times."""
    posts = db.execute(
        "SELECT s.*, f.name AS forum, u.username FROM submissions s JOIN forums f ON f.id = s.forum_id"
        " JOIN users u ON u.id = s.user_id ORDER BY s.id"
    ).fetchall()
    own = {title: text for title, text in OWN_COMMENTS}
    drafts: list[Draft] = []
    heard = Counter[str]()
    for post in posts:
        drafts += grow(rng, post, Speaker(rng, talk[post["forum"]], heard), members[post["forum"]], own.get(post["title"], ""), len(drafts))
    insert(db, rng, drafts)


def grow(rng: Random, post: sqlite3.Row, speaker: Speaker, members: tuple[str, ...], own: str, offset: int) -> list[Draft]:
    """The thread of one submission."""
    posted = datetime.fromisoformat(post["created"])
    age = (SNAPSHOT_TIME - posted).total_seconds() / 60
    count = min(64, int(rng.lognormvariate(1.25, 1.0)), int(age // 30))
    grown: list[Draft] = []
    for _ in range(count):
        parent = rng.randrange(len(grown)) if grown and rng.random() < 0.6 else None
        if parent is not None and grown[parent].depth >= DEEPEST:
            parent = None
        before = grown[parent].written if parent is not None else posted
        written = before + timedelta(minutes=rng.randint(3, max(4, min(3000, int((SNAPSHOT_TIME - before).total_seconds() / 60) - 2))))
        if written >= SNAPSHOT_TIME:
            continue
        if parent is None:
            text, question = speaker.first_level()
            author = rng.choice([name for name in members if name != post["username"]])
            grown.append(Draft(post["id"], None, author, text, written, 0, question))
        else:
            above = grown[parent]
            answering = above.question and above.author != post["username"]
            author = post["username"] if answering else rng.choice([name for name in members if name != above.author])
            above.question = above.question and not answering  # one answer of the author settles it
            grown.append(Draft(post["id"], parent + offset, author, speaker.reply(answering), written, above.depth + 1))
    if own:
        grown.append(Draft(post["id"], None, "quillfern", own, min(posted + timedelta(minutes=95), SNAPSHOT_TIME - timedelta(minutes=9))))
    return grown


def insert(db: sqlite3.Connection, rng: Random, drafts: list[Draft]) -> None:
    """Rows of the comments; a parent is always older than its answers, so its id is known."""
    users = {row["username"]: row["id"] for row in db.execute("SELECT username, id FROM users ORDER BY id")}
    ids: dict[int, int] = {}
    for place in sorted(range(len(drafts)), key=lambda index: (drafts[index].written, index)):
        draft = drafts[place]
        score = max(-6, int(rng.lognormvariate(1.6, 1.1) / (1 + draft.depth * 0.5)) - rng.choice((0, 0, 0, 0, 3)))
        cursor = db.execute(
            "INSERT INTO comments (submission_id, parent_id, user_id, body, created, score) VALUES (?, ?, ?, ?, ?, ?)",
            (
                draft.submission,
                None if draft.parent is None else ids[draft.parent],
                users[draft.author],
                draft.text,
                draft.written.isoformat(sep=" "),
                score,
            ),
        )
        ids[place] = cursor.lastrowid or 0
