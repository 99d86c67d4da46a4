"""Writes settlements, streets and places with their addresses and details."""

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from mag.miniarena.map import data_land, data_places, data_prose
from mag.miniarena.map.finder import fold
from mag.miniarena.map.geo import Point, distance
from mag.miniarena.map.land import Land
from mag.miniarena.map.routing import Edge, Graph, along, sum_length

DISTRICTS = tuple(name for bank in data_land.DISTRICTS for name in bank)
PLACE_COLUMNS = (
    "name",
    "category",
    "label",
    "address",
    "street",
    "district",
    "town",
    "postcode",
    "x",
    "y",
    "phone",
    "website",
    "hours",
    "wheelchair",
    "description",
)
PLACE_SQL = f"INSERT INTO places ({', '.join(PLACE_COLUMNS)}) VALUES ({', '.join('?' * len(PLACE_COLUMNS))})"


@dataclass
class Ground:
    """What placing needs to remember: the roads, taken positions, house numbers and telephone numbers."""

    graph: Graph
    land: Land
    streets: dict[str, list[Edge]]  # town or district: its streets that places stand on
    taken: list[Point] = field(default_factory=list)
    numbers: set[tuple[str, str, int]] = field(default_factory=set)
    phones: set[str] = field(default_factory=set)


def seed_places(db: sqlite3.Connection, land: Land, rng: Random) -> None:
    """Categories, settlements, streets, places with their tags."""
    db.executemany(
        "INSERT INTO categories VALUES (?, ?, ?, ?, ?, ?, ?)", [(slug, *values) for slug, values in data_places.CATEGORIES.items()]
    )
    streets: dict[str, list[Edge]] = {}
    graph = Graph(db)
    for row in db.execute("SELECT id, town, district FROM edges WHERE kind IN ('main', 'residential', 'pedestrian') ORDER BY id"):
        streets.setdefault(row["district"] or row["town"], []).append(graph.edges[row["id"] - 1])
    ground = Ground(graph, land, streets)
    for name, category, where in listed():
        insert_place(db, rng, ground, name, category, where)
    seed_settlements(db, land)
    seed_streets(db)


def listed() -> Iterator[tuple[str, str, str]]:
    """Name, category and whereabouts of every place of the data."""
    for category, text in data_places.PLACES.items():
        for entry in text.split(";"):
            name, where = entry.split(" @ ")
            yield name.strip(), category, where.strip()


def label_of(name: str, district: str, town: str) -> str:
    """How a place is called where it must be told from others."""
    return ", ".join(part for part in (name, district, town) if part)


def insert_place(db: sqlite3.Connection, rng: Random, ground: Ground, name: str, category: str, where: str) -> None:
    """One place: where it stands, its address and details."""
    district, town = (where, data_land.CITY) if where in DISTRICTS else ("", where)
    point, street = locate(rng, ground, name, category, where)
    ground.taken.append(point)
    number = house_number(rng, ground, street, where)
    code = postcode(rng, where)
    address = f"{number} {street}, {town} {code}" if category not in ("park", "viewpoint") else f"{street}, {town} {code}"
    slug = fold(name.replace("&", "")).replace(" ", "-")
    quiet = category in ("park", "viewpoint", "parking")
    wheelchair = rng.choices(("yes", "limited", "no"), (5, 3, 2))[0]
    values = (
        name,
        category,
        label_of(name, district, town),
        address,
        street,
        district,
        town,
        code,
        round(point[0], 1),
        round(point[1], 1),
        "" if quiet else phone(rng, ground),
        "" if quiet else f"www.{slug}.test",
        rng.choice(data_prose.HOURS[category]),
        wheelchair,
        describe(rng, category),
    )
    place_id = db.execute(PLACE_SQL, values).lastrowid
    tags = [tuple(data_places.CATEGORIES[category][5].split("=")), ("name", name), ("addr:street", street), ("addr:postcode", code)]
    tags += [(key, rng.choice(options)) for key, options in data_prose.EXTRA_TAGS[data_prose.GROUPS[category]] if rng.random() < 0.75]
    db.executemany("INSERT INTO place_tags (place_id, key, value) VALUES (?, ?, ?)", [(place_id, key, value) for key, value in tags])


def locate(rng: Random, ground: Ground, name: str, category: str, where: str) -> tuple[Point, str]:
    """Where a place stands, and on which street."""
    if name in data_places.FIXED:
        x, y = data_places.FIXED[name]
        return (x * 1000, y * 1000), ground.graph.snap((x * 1000, y * 1000), "foot").edge.name
    if where not in ground.streets:  # a village
        x, y = ground.land.villages[where]
        point = (x + rng.choice((-1, 1)) * rng.uniform(60, 240), y + rng.choice((-1, 1)) * rng.uniform(60, 240))
        return point, ground.graph.snap(point, "car").edge.name
    if category == "park":
        ring = ground.land.parks[where]
        point = (sum(x for x, _ in ring) / 4 + 30, sum(y for _, y in ring) / 4 - 40)
        return point, ground.graph.snap(point, "car").edge.name
    for _ in range(200):
        edge = rng.choice(ground.streets[where])
        point = beside(edge, rng.uniform(0.12, 0.88), rng.choice((-24.0, 24.0)))
        if all(distance(point, other) > 75 for other in ground.taken):
            break
    return point, edge.name


def beside(edge: Edge, part: float, aside: float) -> Point:
    """A point next to a street."""
    (ax, ay), (bx, by) = edge.line[0], edge.line[-1]
    x, y = along(edge.line, part * sum_length(edge.line))
    length = distance((ax, ay), (bx, by))
    return x - (by - ay) / length * aside, y + (bx - ax) / length * aside


def house_number(rng: Random, ground: Ground, street: str, where: str) -> int:
    """A number not yet used on the street."""
    number = rng.randrange(1, 96)
    while (street, where, number) in ground.numbers:
        number = rng.randrange(1, 96)
    ground.numbers.add((street, where, number))
    return number


def postcode(rng: Random, where: str) -> str:
    """A code of the settlement; villages share the county's."""
    towns = {town.name: f"{town.postcode} {rng.randrange(1, 5)}" for town in data_land.TOWNS}
    start = data_land.CITY_POSTCODES.get(where) or towns.get(where) or f"MD9 {rng.randrange(1, 10)}"
    return start + rng.choice("ABDEFGHJ") + rng.choice("LNPQRTUWXYZ")


def phone(rng: Random, ground: Ground) -> str:
    """A number nobody else has."""
    number = f"0655 {rng.randrange(200, 1000)} {rng.randrange(1000):03d}"
    while number in ground.phones:
        number = f"0655 {rng.randrange(200, 1000)} {rng.randrange(1000):03d}"
    ground.phones.add(number)
    return number


def describe(rng: Random, category: str) -> str:
    """Two parts of prose; the food sentences are one sentence in two halves."""
    group = data_prose.GROUPS[category]
    opening, detail = (rng.choice(options) for options in data_prose.DESCRIPTIONS[group])
    return f"{opening}, {detail}" if group == "food" else f"{opening}. {detail}"


# --- settlements and streets --------------------------------------------------------------------------------------------
def seed_settlements(db: sqlite3.Connection, land: Land) -> None:
    """The city, its districts, towns and villages as places of their own."""
    for name, grid in land.grids.items():
        middle = centre([land.at(corner) for corner in grid.values()])
        what = "The city of the region, on both banks of the River Merrow." if name == data_land.CITY else f"A town of {data_land.REGION}."
        insert_area(db, name, "town", ("", ""), middle, what)
    for bank, names in enumerate(data_land.DISTRICTS):
        for third, name in enumerate(names):
            columns = range((0, *data_land.DISTRICT_COLUMNS)[third], (*data_land.DISTRICT_COLUMNS, data_land.CITY_COLUMNS)[third])
            rows = range(5, 10) if bank == 0 else range(5)
            middle = centre([land.at(land.grids[data_land.CITY][column, row]) for column in columns for row in rows])
            side = ("north", "south")[bank]
            insert_area(db, name, "district", ("", data_land.CITY), middle, f"A district of {data_land.CITY}, {side} of the river.")
    for name, point in land.villages.items():
        if not name.endswith("Junction"):
            insert_area(db, name, "village", ("", ""), point, f"A village of {data_land.REGION}.")


def centre(points: list[Point]) -> Point:
    """The mean of points."""
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def insert_area(db: sqlite3.Connection, name: str, category: str, whereabouts: tuple[str, str], point: Point, description: str) -> None:
    """A settlement or street as a place; `whereabouts` is its district and town."""
    label = label_of(name, *whereabouts)
    address = ", ".join(part for part in (*whereabouts, data_land.REGION) if part)
    street = name if category == "street" else ""
    values = (name, category, label, address, street, *whereabouts, "", round(point[0], 1), round(point[1], 1), "", "", "", "", description)
    place_id = db.execute(PLACE_SQL, values).lastrowid
    tags = [tuple(data_places.CATEGORIES[category][5].split("=")), ("name", name)]
    db.executemany("INSERT INTO place_tags (place_id, key, value) VALUES (?, ?, ?)", [(place_id, key, value) for key, value in tags])


def seed_streets(db: sqlite3.Connection) -> None:
    """Every named street of a settlement, and every country road, once."""
    graph = Graph(db)
    found: dict[tuple[str, str, str], list[Edge]] = {}
    for row in db.execute("SELECT id, name, district, town FROM edges WHERE name NOT IN ('Park Path', 'Slip Road') ORDER BY id"):
        found.setdefault((row["name"], row["district"], row["town"]), []).append(graph.edges[row["id"] - 1])
    for (name, district, town), edges in found.items():
        edge = edges[len(edges) // 2]
        what = f"{'A street' if town else 'A road'} of {town or data_land.REGION}, about {sum(e.length for e in edges) / 1000:.1f} km long."
        insert_area(db, name, "street", (district, town), along(edge.line, sum_length(edge.line) / 2), what)
