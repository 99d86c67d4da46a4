"""Builds the region from its description: street corners, streets, country roads and the shapes that are drawn under them."""

import math
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random

from mag.miniarena.map import data_land as data
from mag.miniarena.map.geo import Point, distance

SPEEDS = {  # km/h by car, bicycle, on foot; 0: not allowed
    "motorway": (104, 0, 0),
    "primary": (66, 17, 4.8),
    "secondary": (54, 17, 4.8),
    "avenue": (42, 16, 4.9),
    "main": (34, 16, 4.9),
    "residential": (24, 15, 5.0),
    "lane": (38, 15, 4.8),
    "pedestrian": (0, 0, 5.0),
    "cycleway": (0, 18, 5.0),
    "footway": (0, 0, 4.8),
}
EDGE_SQL = (
    "INSERT INTO edges (a, b, name, kind, length, car, bicycle, foot, oneway, bend_x, bend_y, town, district) "
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)


@dataclass(frozen=True)
class Street:
    """One edge of the road graph before it is written."""

    a: int
    b: int
    name: str
    kind: str
    town: str = ""
    district: str = ""
    bend: Point | None = None


@dataclass
class Land:
    """Corners and streets while they are being built, and what the places need: each settlement's corners and park blocks."""

    corners: list[Point] = field(default_factory=list)
    streets: list[Street] = field(default_factory=list)
    grids: dict[str, dict[tuple[int, int], int]] = field(default_factory=dict)
    parks: dict[str, list[Point]] = field(default_factory=dict)  # settlement or district: outline of its park
    villages: dict[str, Point] = field(default_factory=dict)

    def corner(self, x: float, y: float) -> int:
        """A new corner; its number counts from 1."""
        self.corners.append((round(x, 1), round(y, 1)))
        return len(self.corners)

    def at(self, corner: int) -> Point:
        """Where a corner is."""
        return self.corners[corner - 1]


def build(rng: Random) -> Land:
    """The whole region."""
    land = Land()
    city_grid(land, rng)
    for town in data.TOWNS:
        town_grid(land, town, rng)
    thin_out(land, rng)
    country(land, rng)
    return land


def turned(centre: Point, offset: Point, degrees: float) -> Point:
    """A local position in kilometres, turned about the centre, in metres."""
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return ((centre[0] + offset[0] * cos - offset[1] * sin) * 1000, (centre[1] + offset[0] * sin + offset[1] * cos) * 1000)


# --- settlements ------------------------------------------------------------------------------------------------------
def city_position(column: float, row: float) -> Point:
    """A corner of the city without its irregularity; rows above 4 lie beyond the river, whose middle is row 4.5."""
    east = (column - (data.CITY_COLUMNS - 1) / 2) * data.CITY_SPACING
    north = (row - (data.CITY_ROWS - 1) / 2) * data.CITY_SPACING + 0.06 * math.sin(column * 0.7)
    bank = 0.1 if row > 4.5 else -0.1 if row < 4.5 else 0.0
    return turned(data.CITY_CENTRE, (east, north + bank), data.CITY_TURN)


def district_of(column: int, row: int) -> str:
    """The city district of a corner."""
    third = sum(column >= first for first in data.DISTRICT_COLUMNS)
    return data.DISTRICTS[0 if row > 4 else 1][third]


def jitter(rng: Random, point: Point, reach: float) -> Point:
    """The point moved a little."""
    return point[0] + rng.uniform(-reach, reach), point[1] + rng.uniform(-reach, reach)


def city_grid(land: Land, rng: Random) -> None:
    """The city's corners, streets, bridges and parks."""
    grid = land.grids[data.CITY] = {}
    for row in range(data.CITY_ROWS):
        for column in range(data.CITY_COLUMNS):
            grid[column, row] = land.corner(*jitter(rng, city_position(column, row), 38))
    for (column, row), corner in grid.items():
        district = district_of(column, row)
        if (column + 1, row) in grid:
            name = data.CITY_ROW_NAMES[district][row - 5 if row > 4 else row]
            kind = "avenue" if row in (0, 9) else "main" if row in (2, 7) else "residential"
            land.streets.append(Street(corner, grid[column + 1, row], name, street_kind(name, district, kind), data.CITY, district))
        if (column, row + 1) in grid and row != 4:
            name = data.CITY_COLUMN_NAMES[0 if row > 4 else 1][column]
            kind = "avenue" if column in (0, 10, 13) else "main" if column in (3, 7) else "residential"
            land.streets.append(Street(corner, grid[column, row + 1], name, street_kind(name, district, kind), data.CITY, district))
        if row == 4 and column in data.BRIDGES:
            name, kind = data.BRIDGES[column]
            land.streets.append(Street(corner, grid[column, 5], name, kind, data.CITY))
    names = (*data.DISTRICTS[0], *data.DISTRICTS[1])
    for district, (column, row) in zip(names, data.CITY_PARKS, strict=True):
        park_block(land, data.CITY, district, (column, row))


def town_grid(land: Land, town: data.Town, rng: Random) -> None:
    """A town's corners, streets and park."""
    grid = land.grids[town.name] = {}
    columns, rows = len(town.columns), len(town.rows)
    for row in range(rows):
        for column in range(columns):
            offset = ((column - (columns - 1) / 2) * town.spacing, (row - (rows - 1) / 2) * town.spacing + 0.03 * math.sin(column * 1.3))
            grid[column, row] = land.corner(*jitter(rng, turned(town.centre, offset, town.turn), 34))
    for (column, row), corner in grid.items():
        if (column + 1, row) in grid:
            kind = street_kind(town.rows[row], town.name, "main" if row == town.main_row else "residential")
            land.streets.append(Street(corner, grid[column + 1, row], town.rows[row], kind, town.name))
        if (column, row + 1) in grid:
            kind = street_kind(town.columns[column], town.name, "main" if column == town.main_column else "residential")
            land.streets.append(Street(corner, grid[column, row + 1], town.columns[column], kind, town.name))
    park_block(land, town.name, town.name, town.park)


def street_kind(name: str, where: str, kind: str) -> str:
    """The pedestrian streets are named in the data; every other street keeps the class of its row or column."""
    return "pedestrian" if (name, where) in data.PEDESTRIAN else kind


def park_block(land: Land, town: str, where: str, block: tuple[int, int]) -> None:
    """Make a block a park with a path across it."""
    grid, (column, row) = land.grids[town], block
    south_west, north_east = grid[column, row], grid[column + 1, row + 1]
    ring = [land.at(corner) for corner in (south_west, grid[column + 1, row], north_east, grid[column, row + 1])]
    middle = (sum(point[0] for point in ring) / 4, sum(point[1] for point in ring) / 4)
    land.parks[where] = [(middle[0] + (x - middle[0]) * 0.86, middle[1] + (y - middle[1]) * 0.86) for x, y in ring]
    land.streets.append(Street(south_west, north_east, "Park Path", "footway", town, where if town == data.CITY else ""))


def thin_out(land: Land, rng: Random) -> None:
    """Take some residential streets away, so that blocks differ; every corner keeps at least two roads open to cars."""
    degree: dict[int, int] = {}
    for street in land.streets:
        if SPEEDS[street.kind][0]:
            for corner in (street.a, street.b):
                degree[corner] = degree.get(corner, 0) + 1
    kept = []
    for street in land.streets:
        removable = street.kind == "residential" and degree[street.a] > 3 and degree[street.b] > 3 and street.name not in data.ONE_WAY
        if removable and rng.random() < 0.17:
            degree[street.a] -= 1
            degree[street.b] -= 1
        else:
            kept.append(street)
    land.streets = kept


# --- the country --------------------------------------------------------------------------------------------------------
def country(land: Land, rng: Random) -> None:
    """Villages and the roads between settlements, each stretch with a bend."""
    villages = {}
    for name, (x, y) in data.VILLAGES.items():
        villages[name] = land.corner(x * 1000, y * 1000)
        land.villages[name] = land.at(villages[name])
    loose: dict[Point, int] = {}
    for name, kind, stops in data.COUNTRY_ROADS:
        for start, end in pairwise(stops):
            a, b = stop_corner(land, villages, loose, start, end), stop_corner(land, villages, loose, end, start)
            country_stretch(land, rng, (a, b), name, kind)


def stop_corner(land: Land, villages: dict[str, int], loose: dict[Point, int], stop: data.Stop, other: data.Stop) -> int:
    """The corner a country road has at this stop: a village, a bare point, or the settlement's corner nearest to the other end."""
    if not isinstance(stop, str):
        if stop not in loose:
            loose[stop] = land.corner(stop[0] * 1000, stop[1] * 1000)
        return loose[stop]
    if stop in villages:
        return villages[stop]
    place = data.VILLAGES.get(other, (0.0, 0.0)) if isinstance(other, str) else other
    target = (place[0] * 1000, place[1] * 1000)
    return min(land.grids[stop].values(), key=lambda corner: (distance(land.at(corner), target), corner))


def country_stretch(land: Land, rng: Random, ends: tuple[int, int], name: str, kind: str) -> None:
    """One stretch; a long one gets a corner in the middle."""
    a, b = land.at(ends[0]), land.at(ends[1])
    length = distance(a, b)
    if length > 3600:
        middle = land.corner(*jitter(rng, ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2), length * 0.05))
        country_stretch(land, rng, (ends[0], middle), name, kind)
        country_stretch(land, rng, (middle, ends[1]), name, kind)
        return
    bow = rng.uniform(-0.11, 0.11)
    bend = (round((a[0] + b[0]) / 2 - (b[1] - a[1]) * bow, 1), round((a[1] + b[1]) / 2 + (b[0] - a[0]) * bow, 1))
    land.streets.append(Street(ends[0], ends[1], name, kind, bend=bend))


# --- writing ------------------------------------------------------------------------------------------------------------
def write(db: sqlite3.Connection, land: Land) -> None:
    """Insert corners, streets and shapes."""
    db.executemany("INSERT INTO nodes (x, y) VALUES (?, ?)", land.corners)
    for street in land.streets:
        a, b = land.at(street.a), land.at(street.b)
        length = distance(a, street.bend) + distance(street.bend, b) if street.bend else distance(a, b)
        db.execute(
            EDGE_SQL,
            (
                street.a,
                street.b,
                street.name,
                street.kind,
                round(length, 1),
                *SPEEDS[street.kind],
                int(street.name in data.ONE_WAY),
                *(street.bend or (None, None)),
                street.town,
                street.district,
            ),
        )
    for kind, name, width, points in shapes(land):
        text = " ".join(f"{x:.0f},{y:.0f}" for x, y in points)
        db.execute("INSERT INTO shapes (kind, name, width, points) VALUES (?, ?, ?, ?)", (kind, name, width, text))


def metres(points: Sequence[Point]) -> list[Point]:
    """Kilometres of the description as metres, corners rounded."""
    line = [(x * 1000, y * 1000) for x, y in points]
    for _ in range(2):
        cut = [between(a, b, part) for a, b in pairwise(line) for part in (0.25, 0.75)]
        line = [line[0], *cut, line[-1]]
    return line


def between(a: Point, b: Point, part: float) -> Point:
    """The point this part of the way from a to b."""
    return a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part


def blob(centre: Point, radii: Point, phase: float) -> list[Point]:
    """A closed outline of natural look."""
    outline = []
    for step in range(28):
        angle = step * math.tau / 28
        reach = 1 + 0.13 * math.sin(3 * angle + phase) + 0.08 * math.sin(5 * angle + 2 * phase)
        outline.append(((centre[0] + radii[0] * reach * math.cos(angle)) * 1000, (centre[1] + radii[1] * reach * math.sin(angle)) * 1000))
    return outline


def shapes(land: Land) -> list[tuple[str, str, float, list[Point]]]:
    """Everything drawn under the roads, from the bottom up: kind, name, width of a line in metres, points."""
    found = [("built", town.name, 0.0, built_up(land, town.name)) for town in data.TOWNS]
    found.append(("built", data.CITY, 0.0, built_up(land, data.CITY)))
    found += [("wood", name, 0.0, blob((x, y), (rx, ry), x)) for name, x, y, rx, ry in data.WOODS]
    found += [("park", name, 0.0, outline) for name, outline in land.parks.items()]
    name, x, y, rx, ry = data.LAKE
    found.append(("water", name, 0.0, blob((x, y), (rx, ry), 1.0)))
    found.append(("water", "Merrow Bay", 0.0, metres(data.COAST)))
    through = [city_position(column / 2 - 1.5, 4.5) for column in range(33)]
    found.append(("river", "River Merrow", 110.0, [*metres(data.MERROW_WEST), *through, (33_200.0, 18_440.0)]))
    found.append(("river", "Brind", 50.0, metres(data.BRIND)))
    found += [("rail", line, 0.0, metres(points)) for line, points in data.RAILWAYS]
    return found


def built_up(land: Land, town: str) -> list[Point]:
    """The settlement's outline: its outer corners, widened."""
    grid = land.grids[town]
    columns, rows = max(column for column, _ in grid), max(row for _, row in grid)
    border = [(c, 0) for c in range(columns)] + [(columns, r) for r in range(rows)]
    border += [(c, rows) for c in range(columns, 0, -1)] + [(0, r) for r in range(rows, 0, -1)]
    ring = [land.at(grid[key]) for key in border]
    middle = (sum(x for x, _ in ring) / len(ring), sum(y for _, y in ring) / len(ring))
    wider = 1 + 130 / max(distance(middle, point) for point in ring)
    return [(middle[0] + (x - middle[0]) * wider, middle[1] + (y - middle[1]) * wider) for x, y in ring]
