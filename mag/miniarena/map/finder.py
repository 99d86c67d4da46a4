"""Finding places: free text, categories, `x near y`, and the one place a direction's field means."""

import re
import sqlite3
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from mag.miniarena.map.geo import Point, coordinates_text, distance, read_coordinates

PAGE_SIZE = 10
SETTLED = ("town", "district", "village", "street")  # not places one visits
PLACE_SQL = (
    "SELECT places.*, categories.label AS kind, categories.colour, categories.rank, categories.words, categories.plural "
    "FROM places JOIN categories ON categories.slug = places.category"
)


@dataclass(frozen=True)
class Query:
    """What a results page shows; every part may be empty."""

    text: str = ""
    category: str = ""
    near: str = ""  # label of a place
    town: str = ""
    wheelchair: str = ""

    def parameters(self) -> dict[str, str]:
        """The query string's fields, empty ones left out."""
        named = {"query": self.text, "category": self.category, "near": self.near, "town": self.town, "wheelchair": self.wheelchair}
        return {key: value for key, value in named.items() if value}


@dataclass(frozen=True)
class Spot:
    """A position a person named."""

    label: str
    point: Point
    place_id: int = 0  # 0: bare coordinates


@lru_cache(maxsize=8192)
def fold(text: str) -> str:
    """Lower case, without accents, apostrophes and punctuation."""
    plain = unicodedata.normalize("NFKD", text.lower().replace("&", " and ")).encode("ascii", "ignore").decode().replace("'", "")
    return " ".join(re.findall(r"[a-z0-9]+", plain))


def all_places(db: sqlite3.Connection) -> list[sqlite3.Row]:
    """Every place with its category, in the order of the data."""
    return db.execute(f"{PLACE_SQL} ORDER BY places.id").fetchall()


def place_row(db: sqlite3.Connection, place_id: int) -> sqlite3.Row | None:
    """One place with its category."""
    row: sqlite3.Row | None = db.execute(f"{PLACE_SQL} WHERE places.id = ?", (place_id,)).fetchone()
    return row


def score(row: sqlite3.Row, wanted: str) -> int:
    """How well a place fits folded words; 0: not at all."""
    name, label = fold(row["name"]), fold(row["label"])
    words = wanted.split()
    if wanted in (label, name):
        return 100
    if name.startswith(wanted):
        return 60
    if all(any(part.startswith(word) for part in name.split()) for word in words):
        return 45
    if all(any(part.startswith(word) for part in label.split()) for word in words):
        return 40
    everything = fold(f"{row['label']} {row['address']} {row['kind']} {row['words']}").split()
    return 20 if all(any(part.startswith(word) for part in everything) for word in words) else 0


def by_text(db: sqlite3.Connection, text: str) -> list[sqlite3.Row]:
    """Places that fit the text, best first; settlements and streets after as good a place."""
    wanted = fold(text)
    if not wanted:
        return []
    scored = [(score(row, wanted), row) for row in all_places(db)]
    fitting = [(points, row) for points, row in scored if points]
    fitting.sort(key=lambda item: (-item[0], item[1]["category"] == "street", item[1]["rank"], item[1]["label"]))
    return [row for _, row in fitting]


def locate(db: sqlite3.Connection, text: str, home: str = "") -> Spot | None:
    """The position meant by a label, name, address, `lat, lon` or (for a member) `home`."""
    if fold(text) == "home" and home:
        text = home
    point = read_coordinates(text)
    if point is not None:
        return Spot(coordinates_text(*point), point)
    row = db.execute("SELECT * FROM places WHERE label = ?", (text.strip(),)).fetchone()
    if row is None:
        found = by_text(db, text)
        row = found[0] if found else None
    return Spot(row["label"], (row["x"], row["y"]), row["id"]) if row is not None else None


def category_of(db: sqlite3.Connection, text: str) -> str:
    """The category called this (singular, plural, or one of its other words), empty for none."""
    wanted = fold(text)
    for row in db.execute("SELECT * FROM categories ORDER BY rank, slug"):
        if wanted and wanted in (row["slug"], fold(row["label"]), fold(row["plural"])):
            return str(row["slug"])
    for row in db.execute("SELECT * FROM categories ORDER BY rank, slug"):
        if wanted in row["words"].split():
            return str(row["slug"])
    return ""


def understand(db: sqlite3.Connection, query: Query) -> Query:
    """The query as the results page's address has it: `cafes near x` taken apart, places spelled out, categories by their name."""
    text, near, category, town = query.text.strip(), query.near.strip(), query.category, query.town
    parts = re.split(r"\s+(?:near|close to|around)\s+", text, maxsplit=1, flags=re.IGNORECASE)
    if len(parts) == 2 and not near:
        text, near = parts
    parts = re.split(r"\s+in\s+", text, maxsplit=1, flags=re.IGNORECASE)
    if len(parts) == 2 and not town and category_of(db, parts[0]):
        found = db.execute(
            "SELECT name FROM places WHERE category IN ('town', 'village', 'district') AND lower(name) = ?", (parts[1].strip().lower(),)
        ).fetchone()
        text, town = (parts[0], found["name"]) if found else (text, town)
    if not category and category_of(db, text):
        text, category = "", category_of(db, text)
    spot = locate(db, near) if near else None
    return Query(text, category, spot.label if spot else near, town, query.wheelchair)


def results(db: sqlite3.Connection, query: Query) -> list[dict[str, Any]]:
    """Places of an understood query; nearest first where it says near what, with `away` in metres."""
    spot = locate(db, query.near) if query.near else None
    rows = by_text(db, query.text) if query.text else [row for row in all_places(db) if query.category or row["category"] not in SETTLED]
    if not query.parameters() or (query.near and spot is None):
        return []
    found = [{**dict(row), "away": distance((row["x"], row["y"]), spot.point) if spot else None} for row in rows if fits(row, query)]
    if spot is not None:
        return sorted((item for item in found if item["label"] != spot.label), key=lambda item: (item["away"], item["id"]))
    return found if query.text else sorted(found, key=lambda item: (item["name"], item["label"]))


def fits(row: sqlite3.Row, query: Query) -> bool:
    """Whether a place passes the filters."""
    return (
        (not query.category or row["category"] == query.category)
        and (not query.town or query.town in (row["town"], row["district"]))
        and (not query.wheelchair or row["wheelchair"] == query.wheelchair)
    )


def nearby(db: sqlite3.Connection, row: sqlite3.Row, count: int = 6) -> list[dict[str, Any]]:
    """The places closest to a place, streets and settlements left out."""
    others = [
        {**dict(other), "away": distance((row["x"], row["y"]), (other["x"], other["y"]))}
        for other in all_places(db)
        if other["id"] != row["id"] and other["category"] not in SETTLED
    ]
    return sorted(others, key=lambda item: (item["away"], item["id"]))[:count]
