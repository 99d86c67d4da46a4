"""Seed data: what customers wrote about the products."""

import sqlite3
from random import Random

from mag.miniarena.shopping.data_prose import DEPARTMENTS
from mag.miniarena.shopping.data_reviews import CLOSERS, COMPLAINTS, DETAILS, MILD, NICKNAMES, OPENERS, PRAISE, TITLES


class Decks:
    """Phrase banks as shuffled decks, so that one product's reviews do not repeat a phrase before the bank is used up."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.left: dict[str, list[str]] = {}

    def draw(self, name: str, bank: list[str]) -> str:
        """The next phrase of a bank."""
        if not self.left.get(name):
            self.left[name] = self.random.sample(bank, len(bank))
        return self.left[name].pop()


def seed_reviews(db: sqlite3.Connection, random: Random) -> None:
    """About nine hundred reviews: a few products have two pages of them and more, some have none."""
    kinds = {name: kind for name, _, _, kind, _, _ in DEPARTMENTS}
    products = db.execute(
        "SELECT p.id, p.created, d.name FROM products p JOIN categories c ON c.id = p.category_id"
        " JOIN categories d ON d.id = c.parent_id ORDER BY p.id"
    ).fetchall()
    for product, created, department in products:
        leaning = random.choice([[2, 2, 8, 30, 58], [4, 6, 15, 40, 35], [12, 14, 24, 30, 20]])
        decks = Decks(random)
        for nickname in random.sample(NICKNAMES, how_many(random)):
            rating = random.choices([1, 2, 3, 4, 5], leaning)[0]
            year = random.randint(int(created[:4]) + 1, 2026)
            month = random.randint(1, 2 if year == 2026 else 12)
            when = f"{year}-{month:02d}-{random.randint(1, 28):02d} {random.randint(6, 23):02d}:{random.randint(0, 59):02d}:00"
            title, body = decks.draw(f"title {rating}", TITLES[rating]), review_body(random, decks, kinds[department], rating)
            db.execute(
                "INSERT INTO reviews (product_id, nickname, title, body, rating, status, created) VALUES (?, ?, ?, ?, ?, 'Approved', ?)",
                (product, nickname, title, body, rating, when),
            )


def how_many(random: Random) -> int:
    """Number of reviews of one product."""
    crowd = random.random()
    if crowd < 0.12:
        return random.randint(12, 22)
    return random.randint(2, 5) if crowd < 0.6 else random.randint(0, 2)


def review_body(random: Random, decks: Decks, kind: str, rating: int) -> str:
    """An opening, praise and complaints as the rating has it, an ending."""
    good = [decks.draw("praise", PRAISE[kind]) for _ in range({5: random.randint(1, 2), 4: 1, 3: 1}.get(rating, 0))]
    bad = [
        random.choice(sentences)
        for _, sentences in random.sample(
            COMPLAINTS[kind][: MILD if rating == 4 else None], {5: 0, 4: random.randint(0, 1), 3: 1}.get(rating, random.randint(1, 2))
        )
    ]
    detail = [decks.draw("detail", DETAILS)] if random.random() < 0.6 else []
    opener, closer = decks.draw(f"opener {rating}", OPENERS[rating]), decks.draw(f"closer {rating}", CLOSERS[rating])
    return " ".join(part for part in [opener, *detail, *good, *bad, closer] if part)
