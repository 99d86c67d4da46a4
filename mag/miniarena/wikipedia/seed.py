"""Seed data of the encyclopedia: every article composed from its facts, with categories, sources, edits and short editions."""

import sqlite3
from datetime import datetime, timedelta
from random import Random

from mag.miniarena.wikipedia import compose_land, compose_people, compose_works, data_prose_land, data_prose_works
from mag.miniarena.wikipedia.article import Draft, write
from mag.miniarena.wikipedia.data_edits import AUTHORS, BOOKS, EDITORS, PUBLISHERS, SHORT, SUMMARIES
from mag.miniarena.wikipedia.data_places import TOWNS
from mag.miniarena.wikipedia.markup import plain, slug

PROSE = {
    "country": data_prose_works.COUNTRY,
    "sea": data_prose_works.SEA,
    "region": data_prose_land.REGION,
    "town": data_prose_land.TOWN,
    "river": data_prose_land.RIVER,
    "lake": data_prose_land.LAKE,
    "mountain": data_prose_land.MOUNTAIN,
    "bridge": data_prose_works.BRIDGE,
    "lighthouse": data_prose_works.LIGHTHOUSE,
    "railway": data_prose_works.RAILWAY,
    "person": data_prose_works.PERSON,
    "institution": data_prose_works.INSTITUTION,
    "instrument": data_prose_works.INSTRUMENT,
    "ship": data_prose_works.SHIP,
    "plant": data_prose_works.PLANT,
}


def seed(db: sqlite3.Connection, rng: Random) -> None:
    """Write all rows; the same ones every time for the same generator."""
    drafts = [
        *compose_land.country_and_sea(),
        *compose_land.regions(),
        *compose_land.towns(rng),
        *compose_land.rivers(rng),
        *compose_land.lakes(rng),
        *compose_land.mountains(rng),
        *compose_works.bridges(),
        *compose_works.lighthouses(rng),
        *compose_works.railways(rng),
        *compose_people.people(rng),
        *compose_people.institutions(),
        *compose_works.instruments(rng),
        *compose_works.ships(rng),
        *compose_works.plants(rng),
    ]
    ids = {draft.title: number for number, draft in enumerate(drafts, 1)}
    seed_categories(db, drafts, ids)
    for draft in drafts:
        seed_article(db, rng, draft, ids[draft.title])
    for draft in drafts:
        targets = [ids[title] for title in dict.fromkeys(draft.related) if title != draft.title]
        db.executemany("INSERT INTO related VALUES (?, ?)", [(ids[draft.title], target) for target in targets])
        db.executemany(
            "INSERT INTO membership SELECT id, ? FROM categories WHERE name = ?", [(ids[draft.title], name) for name in draft.categories]
        )
    db.executemany("INSERT INTO places VALUES (?, ?, ?)", [(ids[town[0]], town[10], town[11]) for town in TOWNS])


def seed_categories(db: sqlite3.Connection, drafts: list[Draft], ids: dict[str, int]) -> None:
    """The categories, and the rows of the articles that everything else hangs on."""
    names = sorted({name for draft in drafts for name in draft.categories})
    db.executemany("INSERT INTO categories (slug, name) VALUES (?, ?)", [(slug(name), name) for name in names])
    db.executemany(
        "INSERT INTO articles (id, slug, title, kind, lead) VALUES (?, ?, ?, ?, '')",
        [(ids[draft.title], slug(draft.title), draft.title, draft.kind) for draft in drafts],
    )


def seed_article(db: sqlite3.Connection, rng: Random, draft: Draft, number: int) -> None:
    """Text, infobox, sources, edits and short editions of one article."""
    (_, lead), *sections = write(PROSE[draft.kind], draft.facts, rng)
    n_sources = min(rng.randint(2, 5), len(sections))
    for position, (heading, body) in enumerate(sections, 1):
        mark = f"[#{position}]" if position <= n_sources else ""
        db.execute(
            "INSERT INTO sections (article_id, position, heading, body) VALUES (?, ?, ?, ?)", (number, position, heading, body + mark)
        )
    db.executemany(
        "INSERT INTO facts (article_id, label, value) VALUES (?, ?, ?)", [(number, label, value) for label, value in draft.infobox]
    )
    sources = [source(rng, author) for author in rng.sample(AUTHORS, n_sources)]
    db.executemany(
        "INSERT INTO sources (article_id, number, text) VALUES (?, ?, ?)", [(number, place, text) for place, text in enumerate(sources, 1)]
    )
    edited = seed_edits(db, rng, number, len(lead) + sum(len(body) for _, body in sections))
    db.execute("UPDATE articles SET lead = ?, edited = ? WHERE id = ?", (lead, edited, number))
    values = {"title": draft.title, **{label: plain(value) for label, value in draft.infobox}}
    for language, text in zip(("de", "fr"), SHORT.get(draft.kind, ()), strict=False):
        db.execute("INSERT INTO translations VALUES (?, ?, ?, ?)", (number, language, draft.title, fill(text, values)))


def source(rng: Random, author: str) -> str:
    """A book that an article rests on."""
    book, publisher, year = rng.choice(BOOKS), rng.choice(PUBLISHERS), rng.randint(1904, 2021)
    return f"{author}: ''{book}''. {publisher}, {year}, pp. {rng.randint(11, 90)}–{rng.randint(91, 260)}."


def fill(text: str, values: dict[str, str]) -> str:
    """Replace '{Label}' by the value of the infobox; labels hold blanks and brackets, which format strings do not take."""
    for label, value in values.items():
        text = text.replace("{" + label + "}", value)
    return text


def seed_edits(db: sqlite3.Connection, rng: Random, number: int, size: int) -> str:
    """The article's history, growing to its present size; the time of the last edit."""
    edits = rng.randint(6, 17)
    moments = sorted(rng.sample(range(30, 2600), edits))
    created = ""
    for place, day in enumerate(moments, 1):
        moment = datetime(2019, 1, 7, 6, 0) + timedelta(days=day, minutes=rng.randint(0, 900))
        created = moment.isoformat(sep=" ")
        summary = "new article" if place == 1 else rng.choice(SUMMARIES)
        db.execute(
            "INSERT INTO revisions (article_id, created, editor, summary, size) VALUES (?, ?, ?, ?, ?)",
            (number, created, rng.choice(EDITORS), summary, size * (place + edits) // (2 * edits) + rng.randint(-40, 40) * (place < edits)),
        )
    return created
