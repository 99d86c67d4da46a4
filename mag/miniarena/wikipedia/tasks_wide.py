"""Further instances of Fieldbook's templates, their slots filled from its articles."""

import sqlite3
from itertools import combinations

from mag.miniarena.slots import combined, some
from mag.miniarena.spec import Template
from mag.miniarena.wikipedia import tasks_facts, tasks_pages
from mag.miniarena.wikipedia.markup import plain
from mag.miniarena.wikipedia.tasks_common import members, quantity
from mag.miniarena.wikipedia.views_search import ranked

ASKED = {  # kind of article -> line of its box -> how people call it
    "town": {"Mayor": "name of the mayor", "Market day": "market day", "Elevation": "elevation", "Region": "region"},
    "ship": {"Fate": "fate", "Type": "type", "Home port": "home port", "Tonnage": "tonnage", "Built at": "place of building"},
    "plant": {"Family": "family", "Flowering": "time of flowering", "Habitat": "habitat", "Scientific name": "scientific name"},
    "person": {"Profession": "profession", "Institution": "institution"},
    "river": {"Mouth": "mouth", "Basin": "size of the basin", "Mean discharge": "mean discharge"},
    "lake": {"Outflow": "outflow", "Elevation": "elevation", "Area": "area"},
    "lighthouse": {"Engineer": "name of the engineer", "Range": "range", "First lit": "year of the first light"},
    "instrument": {"Maker": "name of the maker", "Material": "material", "Kept at": "place where it is kept"},
    "mountain": {"Rock": "rock", "Region": "region", "First ascent": "year of the first ascent"},
    "railway": {"Gauge": "gauge", "Engineer": "name of the engineer"},
}
NOTHING = ("none", "unknown", "several", "never")
COMPARED = {  # kind of article -> line of its box -> the quality it decides
    "river": {"Length": "longer"},
    "mountain": {"Height": "higher"},
    "town": {"Population (2021)": "more populous"},
    "lake": {"Greatest depth": "deeper"},
    "lighthouse": {"Tower height": "taller"},
    "ship": {"Length": "longer"},
    "plant": {"Height": "taller"},
}
THEMES, SIZES = ("dark", "sepia"), ("small", "standard", "large")
EDITIONS = (("fr", "Français", "French"), ("de", "Deutsch", "German"))
SOUGHT = ("storm", "granite", "wool", "harbour", "silver", "school", "winter", "market", "timber", "museum", "island", "fire")
TAB = "History"  # of every article: a section of this name is not the first link that is called so
HISTORIES = ("person", "plant", "ship", "mountain", "river", "lighthouse", "instrument", "town")


def wide_templates(db: sqlite3.Connection) -> list[Template]:
    """Templates of the same ids and intents as the site's own, with other instances."""
    return [*_facts(db), *_pages(db)]


def _facts(db: sqlite3.Connection) -> list[Template]:
    lines = [
        (title, label, words)
        for kind, labels in ASKED.items()
        for label, words in labels.items()
        for title, value in _lines(db, kind, label)
        if value not in NOTHING
    ]
    pairs = [
        (first, second, label, quality)
        for kind, labels in COMPARED.items()
        for label, quality in labels.items()
        for first, second in some(combinations(_titles(db, kind), 2), 8, f"compared {kind}")
        if quantity(db, first, label) != quantity(db, second, label)
    ]
    towns = set(_titles(db, "town"))
    climbed = {title for title, value in _lines(db, "mountain", "First climbed by") if value not in NOTHING}
    categories = [
        row["name"] for row in db.execute("SELECT name FROM categories ORDER BY name") if 3 <= len(members(db, row["name"])) <= 24
    ]
    return [
        tasks_facts.single_fact(db, some(lines, 46, "facts")),
        tasks_facts.comparison(db, some(pairs, 26, "pairs")),
        tasks_facts.first_climber(db, [title for title, source in _lines(db, "river", "Source") if source in climbed]),
        tasks_facts.birthplace(db, some([person for person, town in _birthplaces(db) if town in towns], 18, "people")),
        tasks_facts.category_size(db, some(categories, 22, "categories")),
        tasks_facts.bridges(db, [title for title, name in _lines(db, "bridge", "Designer") if name not in NOTHING]),
        tasks_facts.entrance_fee(db, _titles(db, "lighthouse")),
    ]


def _pages(db: sqlite3.Connection) -> list[Template]:
    titles = [row["title"] for row in db.execute("SELECT title FROM articles ORDER BY id")]
    sql = "SELECT a.title, s.heading FROM sections s JOIN articles a ON a.id = s.article_id WHERE s.heading <> ? ORDER BY s.id"
    headings = db.execute(sql, (TAB,)).fetchall()
    editions = db.execute(
        "SELECT a.title, t.language FROM translations t JOIN articles a ON a.id = t.article_id ORDER BY a.id, t.language"
    ).fetchall()
    names = {code: (name, english) for code, name, english in EDITIONS}
    kinds = ("town", "ship", "person", "river", "plant")
    found = [(words, kind) for words in SOUGHT for kind in kinds if 2 <= sum(row["kind"] == kind for row in ranked(db, words)) <= 25]
    letters = [row[0] for row in db.execute("SELECT substr(title, 1, 1) FROM articles GROUP BY 1 HAVING count(*) > 2 ORDER BY 1")]
    looks = combined(16, "looks", THEMES, SIZES, titles)
    return [
        tasks_pages.section(db, some([tuple(row) for row in headings], 26, "sections")),
        tasks_pages.other_language(
            db, [(title, code, *names[code]) for title, code in some([tuple(row) for row in editions], 18, "editions")]
        ),
        tasks_pages.look(db, looks),
        tasks_pages.creator(db, HISTORIES, range(0, 88, 4)),
        tasks_pages.mentions(db, some(found, 14, "searches")),
        tasks_pages.last_of_letter(db, letters),
    ]


def _titles(db: sqlite3.Connection, kind: str) -> list[str]:
    """Titles of the articles of a kind."""
    return [row["title"] for row in db.execute("SELECT title FROM articles WHERE kind = ? ORDER BY id", (kind,))]


def _lines(db: sqlite3.Connection, kind: str, label: str) -> list[tuple[str, str]]:
    """Title and value of one line of the boxes of a kind of article."""
    sql = "SELECT a.title, f.value FROM facts f JOIN articles a ON a.id = f.article_id WHERE a.kind = ? AND f.label = ? ORDER BY a.id"
    return [(row["title"], plain(row["value"])) for row in db.execute(sql, (kind, label))]


def _birthplaces(db: sqlite3.Connection) -> list[tuple[str, str]]:
    return [(person, value.split(", ")[1]) for person, value in _lines(db, "person", "Born") if ", " in value]
