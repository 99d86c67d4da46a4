"""Seeds reviews, price rules, search terms, pages, settings and the action log."""

import sqlite3
from datetime import datetime, timedelta
from random import Random

from mag.miniarena.core import SNAPSHOT_TIME
from mag.miniarena.shopping_admin import data_reviews as said
from mag.miniarena.shopping_admin.data_catalog import ARTICLES, STYLES
from mag.miniarena.shopping_admin.data_content import LOG, PAGES, RULES, SEARCH_TERMS, SETTINGS
from mag.miniarena.shopping_admin.rows import insert

REVIEWS = 330
FAULTY_GOOD = 3  # reviews of praise for an article with a known fault


def seed_reviews(db: sqlite3.Connection, rng: Random) -> None:
    """Write the reviews in the order they came in; articles with a fault get theirs from the fault's texts."""
    kinds = {**{style.name: style.kind for style in STYLES}, **{article.name: article.kind for article in ARTICLES}}
    products = {row["name"]: row["id"] for row in db.execute("SELECT id, name FROM products WHERE parent_id IS NULL ORDER BY id")}
    written: list[tuple[str, int, str, str]] = []  # product, rating, title, detail
    for name, texts in said.FAULTS.items():
        written += [(name, rng.choice((1, 2, 2)), title, text) for title, text in texts]
        written += [(name, *_review(rng, kinds[name], rng.choice((4, 5)))) for _ in range(FAULTY_GOOD)]
    plain = [name for name in products if name not in said.FAULTS]
    liked = [1 + 4 * rng.random() ** 3 for _ in plain]
    used: list[str] = []  # texts are not repeated
    while len(written) < REVIEWS:
        name = rng.choices(plain, liked)[0]
        rating, title, text = _review(rng, kinds[name], rng.choices((1, 2, 3, 4, 5), (7, 8, 13, 30, 42))[0])
        if text not in used:
            used.append(text)
            written.append((name, rating, title, text))
    rng.shuffle(written)
    moments = sorted(SNAPSHOT_TIME - timedelta(days=1 + int(800 * rng.random() ** 1.8), minutes=rng.randint(0, 1400)) for _ in written)
    customers = db.execute("SELECT id, first, created FROM customers ORDER BY id").fetchall()
    for (name, rating, title, text), moment in zip(written, moments, strict=True):
        customer = rng.choice([row for row in customers if row["created"] < moment.isoformat(sep=" ")]) if rng.random() < 0.45 else None
        status = _status(rng, moment)
        insert(
            db,
            "reviews",
            {
                "product_id": products[name],
                "customer_id": customer["id"] if customer else None,
                "nickname": customer["first"] if customer else rng.choice(said.NICKNAMES),
                "title": title,
                "detail": text,
                "rating": rating,
                "status": status,
                "created": moment.isoformat(sep=" "),
            },
        )


def _status(rng: Random, moment: datetime) -> str:
    recent = (SNAPSHOT_TIME - moment).days < 75
    return rng.choices(("Approved", "Pending", "Not Approved"), (22, 71, 7) if recent else (94, 1, 5))[0]


def _review(rng: Random, kind: str, rating: int) -> tuple[int, str, str]:
    """Rating, title and text of a review of an article of this kind."""
    if rating == 3:
        lines = [rng.choice(said.MIXED_LINES), rng.choice(said.GOOD_LINES[kind]), rng.choice(said.BAD_LINES[kind])]
        return rating, rng.choice(said.MIXED_TITLES), " ".join(lines)
    good = rating > 3
    titles, bank = (said.GOOD_TITLES, said.GOOD_LINES) if good else (said.BAD_TITLES, said.BAD_LINES)
    openers, closers = (said.OPENERS_GOOD, said.CLOSERS_GOOD) if good else (said.OPENERS_BAD, said.CLOSERS_BAD)
    lines = rng.sample(bank[kind], rng.choice((1, 2, 2)))
    if rng.random() < 0.7:
        lines.insert(0, rng.choice(openers))
    if rng.random() < 0.6:
        lines.append(rng.choice(closers))
    return rating, rng.choice(titles[kind]), " ".join(lines)


def seed_store(db: sqlite3.Connection, rng: Random) -> None:
    """Write price rules, search terms, pages, settings and what was done in the panel lately."""
    for rule in RULES:
        insert(
            db,
            "price_rules",
            {
                **rule._asdict(),
                "active": int(rule.active),
                "websites": "Main Website",
                "coupon_type": "Specific Coupon" if rule.coupon else "No Coupon",
            },
        )
    terms = list(SEARCH_TERMS)
    rng.shuffle(terms)
    for position, (query, results, uses) in enumerate(terms):
        when = SNAPSHOT_TIME - timedelta(hours=7 * (len(terms) - position), minutes=rng.randint(0, 300))
        insert(db, "search_terms", {"query": query, "results": results, "uses": uses, "updated": when.isoformat(sep=" ")})
    for page in PAGES:
        made = datetime(2023, rng.randint(1, 12), rng.randint(1, 28), rng.randint(8, 17), rng.randint(0, 59))
        changed = made + timedelta(days=rng.randint(0, 800))
        insert(
            db,
            "pages",
            {**page._asdict(), "enabled": int(page.enabled), "created": made.isoformat(sep=" "), "updated": changed.isoformat(sep=" ")},
        )
    db.executemany("INSERT INTO settings VALUES (?, ?)", sorted(SETTINGS.items()))
    for position, message in enumerate(LOG):
        when = SNAPSHOT_TIME - timedelta(hours=19 * (len(LOG) - position), minutes=rng.randint(0, 59))
        insert(db, "admin_log", {"created": when.isoformat(sep=" "), "username": "admin", "message": message})
