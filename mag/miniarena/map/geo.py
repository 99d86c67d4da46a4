"""Positions and how they are written: a flat region, metres in the data, degrees and kilometres on the pages."""

import math
import re

LAT0, LON0 = 54.2, 2.1  # the region's south-west corner
M_PER_LAT, M_PER_LON = 111_200.0, 65_000.0
WIDTH, HEIGHT = 48_000.0, 36_000.0
COORDINATES = re.compile(r"^\s*(-?\d{1,2}(?:\.\d+)?)\s*[, ]\s*(-?\d{1,3}(?:\.\d+)?)\s*$")

Point = tuple[float, float]


def to_degrees(x: float, y: float) -> Point:
    """Latitude and longitude of a position, to five digits."""
    return round(LAT0 + y / M_PER_LAT, 5), round(LON0 + x / M_PER_LON, 5)


def to_metres(lat: float, lon: float) -> Point:
    """The position of a latitude and longitude."""
    return (lon - LON0) * M_PER_LON, (lat - LAT0) * M_PER_LAT


def coordinates_text(x: float, y: float) -> str:
    """Latitude and longitude as people copy them."""
    lat, lon = to_degrees(x, y)
    return f"{lat:.5f}, {lon:.5f}"


def read_coordinates(text: str) -> Point | None:
    """The position written as `lat, lon` inside the region, None for any other text."""
    found = COORDINATES.match(text)
    if found is None:
        return None
    x, y = to_metres(float(found[1]), float(found[2]))
    return (x, y) if 0 <= x <= WIDTH and 0 <= y <= HEIGHT else None


def distance(a: Point, b: Point) -> float:
    """Metres in a straight line."""
    return math.hypot(a[0] - b[0], a[1] - b[1])


def distance_text(metres: float) -> str:
    """`640 m` below a kilometre, `1.8 km` above."""
    tens = int(metres / 10 + 0.5) * 10
    return f"{tens} m" if tens < 1000 else f"{int(metres / 100 + 0.5) / 10:.1f} km"


def minutes(seconds: float) -> int:
    """Whole minutes, never less than one."""
    return max(1, int(seconds / 60 + 0.5))


def time_text(seconds: float) -> str:
    """`0:22` for 22 minutes."""
    return f"{minutes(seconds) // 60}:{minutes(seconds) % 60:02d}"
