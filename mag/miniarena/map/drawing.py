"""The picture of the map: SVG of the shapes, roads and names in a view, in one of four styles."""

import math
import sqlite3
from collections.abc import Iterable, Sequence
from xml.sax.saxutils import escape

from mag.miniarena.map.data_styles import STYLES
from mag.miniarena.map.geo import Point, distance
from mag.miniarena.map.routing import Edge, Graph
from mag.miniarena.map.view import STAGE, View

WIDTHS = {  # metres, least pixels
    "motorway": (24, 2.8),
    "primary": (17, 2.2),
    "secondary": (14, 1.6),
    "avenue": (16, 1.7),
    "main": (13, 1.2),
    "residential": (9, 0.7),
    "lane": (8, 0.8),
    "pedestrian": (8, 0.6),
    "cycleway": (4, 1.0),
    "footway": (3, 0.8),
}
ORDER = ("footway", "cycleway", "lane", "pedestrian", "residential", "main", "secondary", "avenue", "primary", "motorway")
FROM_ZOOM = {"lane": 11, "cycleway": 11, "footway": 12, "residential": 12, "pedestrian": 13, "main": 11}
MARGIN = 60


def draw(db: sqlite3.Connection, view: View, layer: str, route: Sequence[Point] = ()) -> str:
    """The stage as an SVG element."""
    style = STYLES[layer]
    edges = [edge for edge in Graph(db).edges if visible(view, edge.line)]
    size = f'width="{STAGE[0]}" height="{STAGE[1]}" viewBox="0 0 {STAGE[0]} {STAGE[1]}"'
    parts = [
        f'<svg {size} aria-hidden="true" font-family="Arial, sans-serif">',
        f'<rect width="100%" height="100%" fill="{style["land"]}"/>',
    ]
    shapes = db.execute("SELECT * FROM shapes ORDER BY id").fetchall()
    outlines = [(row, read_points(row["points"])) for row in shapes]
    parts += [draw_shape(view, style, row, points) for row, points in outlines if row["kind"] != "rail"]
    if view.zoom >= 15:
        parts.append(draw_houses(view, style, edges))
    parts += draw_roads(view, style, edges, layer)
    parts += [draw_rail(view, style, points, layer) for row, points in outlines if row["kind"] == "rail"]
    if route:
        common = f'd="{path(view, route)}" fill="none" stroke-linejoin="round" stroke-linecap="round"'
        parts.append(
            f'<path {common} stroke="#1b3fa0" stroke-width="9" stroke-opacity=".35"/><path {common} stroke="#2952d9" stroke-width="4.5"/>'
        )
    parts += road_names(view, style, edges)
    parts += area_names(view, style, db)
    return "".join([*parts, "</svg>"])


def read_points(text: str) -> list[Point]:
    """The stored outline of a shape."""
    return [(float(x), float(y)) for x, y in (pair.split(",") for pair in text.split())]


def visible(view: View, line: Iterable[Point]) -> bool:
    """Whether the line's surrounding rectangle touches the stage."""
    pixels = [view.pixel(point) for point in line]
    xs, ys = [x for x, _ in pixels], [y for _, y in pixels]
    return max(xs) > -MARGIN and min(xs) < STAGE[0] + MARGIN and max(ys) > -MARGIN and min(ys) < STAGE[1] + MARGIN


def path(view: View, line: Iterable[Point]) -> str:
    """Path data of a line."""
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in map(view.pixel, line))


def draw_shape(view: View, style: dict[str, str], row: sqlite3.Row, points: list[Point]) -> str:
    """An area, or a river as a line of its width."""
    if not visible(view, points):
        return ""
    if row["kind"] == "river":
        width = max(1.6, row["width"] / view.scale)
        return f'<path d="{path(view, points)}" fill="none" stroke="{style["river"]}" stroke-width="{width:.1f}" stroke-linejoin="round"/>'
    return f'<path d="{path(view, points)}Z" fill="{style[row["kind"]]}"/>'


def draw_houses(view: View, style: dict[str, str], edges: Sequence[Edge]) -> str:
    """Rows of houses on both sides of the streets, their sizes taken from the street's number."""
    boxes = []
    for edge in edges:
        if edge.kind not in ("main", "residential", "pedestrian"):
            continue
        (ax, ay), (bx, by) = edge.line[0], edge.line[-1]
        length = distance((ax, ay), (bx, by))
        ux, uy = (bx - ax) / length, (by - ay) / length
        step = 34
        for index in range(1, int(length // step)):
            for side in (-1, 1):
                salt = (edge.id * 31 + index * 17 + side * 7) % 11
                if salt == 3:
                    continue
                near, far, half = 11.0, 20.0 + salt, 9.0 + salt / 2
                base = (ax + ux * index * step, ay + uy * index * step)
                corners = [
                    (base[0] + ux * t - uy * side * away, base[1] + uy * t + ux * side * away)
                    for t, away in ((-half, near), (half, near), (half, far), (-half, far))
                ]
                boxes.append(path(view, corners) + "Z")
    return f'<path d="{"".join(boxes)}" fill="{style["house"]}"/>'


def draw_roads(view: View, style: dict[str, str], edges: Sequence[Edge], layer: str) -> list[str]:
    """Casings first, then fills, minor roads below major ones."""
    lines: dict[str, list[str]] = {kind: [] for kind in ORDER}
    for edge in edges:
        if view.zoom >= FROM_ZOOM.get(edge.kind, 0):
            lines[edge.kind].append(path(view, edge.line))
    casings, fills = [], []
    for kind in ORDER:
        metres, least = WIDTHS[kind]
        width = max(least, metres / view.scale) * (2.4 if kind == "cycleway" and layer == "cycle" else 1)
        common = f'd="{"".join(lines[kind])}" fill="none" stroke-linejoin="round"'
        if kind in ("footway", "cycleway"):
            fills.append(f'<path {common} stroke="{style[kind]}" stroke-width="{min(width, 4.5):.1f}" stroke-dasharray="6 4"/>')
            continue
        if view.zoom >= 12:
            casings.append(f'<path {common} stroke="{style["casing"]}" stroke-width="{width + 1.6:.1f}" stroke-linecap="round"/>')
        fills.append(f'<path {common} stroke="{style[kind]}" stroke-width="{width:.1f}" stroke-linecap="round"/>')
    return casings + fills


def draw_rail(view: View, style: dict[str, str], points: list[Point], layer: str) -> str:
    """A railway: a line with ties."""
    width = 4 if layer == "transport" else 2
    line = path(view, points)
    return (
        f'<path d="{line}" fill="none" stroke="{style["rail"]}" stroke-width="{width}"/>'
        f'<path d="{line}" fill="none" stroke="#fff" stroke-width="{width / 2:g}" stroke-dasharray="8 8"/>'
    )


# --- names --------------------------------------------------------------------------------------------------------------
def text_element(style: dict[str, str], at: Point, size: float, text: str, extra: str = "") -> str:
    """A name with a halo, centred."""
    return (
        f'<text x="{at[0]:g}" y="{at[1]:g}" font-size="{size:g}" fill="{style["text"]}" stroke="{style["halo"]}" stroke-width="3" '
        f'paint-order="stroke" stroke-linejoin="round" text-anchor="middle" {extra}>{escape(text)}</text>'
    )


def road_names(view: View, style: dict[str, str], edges: Sequence[Edge]) -> list[str]:
    """Each road's name once, along its longest stretch in view."""
    if view.zoom < 12:
        return []
    longest: dict[str, tuple[float, Point, float]] = {}
    for edge in edges:
        local = edge.kind in ("residential", "main", "pedestrian", "avenue", "footway", "cycleway", "lane")
        a, b = view.pixel(edge.line[0]), view.pixel(edge.line[-1])
        length, middle = distance(a, b), ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
        inside = MARGIN < middle[0] < STAGE[0] - MARGIN and MARGIN < middle[1] < STAGE[1] - MARGIN
        if inside and length > len(edge.name) * 6.2 and not (local and view.zoom < 14) and length > longest.get(edge.name, (0.0,))[0]:
            angle = math.degrees(math.atan2(b[1] - a[1], b[0] - a[0]))
            longest[edge.name] = (length, middle, (angle + 90) % 180 - 90)
    return [
        text_element(style, (x, y + 3.5), 10.5, name, f'transform="rotate({angle:.1f} {x:g} {y:g})"')
        for name, (_, (x, y), angle) in longest.items()
        if name != "Park Path"
    ]


def area_names(view: View, style: dict[str, str], db: sqlite3.Connection) -> list[str]:
    """Villages, districts, woods and water; towns are links drawn over the picture."""
    found = []
    if view.zoom >= 11:
        sizes = {"village": 12, "district": 14} if view.zoom in (13, 14) else {"village": 12} if view.zoom <= 15 else {}
        for row in db.execute("SELECT name, x, y, category FROM places WHERE category IN ('village', 'district') ORDER BY id"):
            if row["category"] in sizes:
                x, y = view.pixel((row["x"], row["y"]))
                found.append(text_element(style, (x, y - 8), sizes[row["category"]], row["name"], 'letter-spacing=".6"'))
    for row in db.execute("SELECT name, kind, points FROM shapes WHERE kind IN ('wood', 'water') AND name != 'Merrow Bay' ORDER BY id"):
        points = read_points(row["points"])
        middle = (sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points))
        if view.zoom <= 14:
            found.append(text_element(style, view.pixel(middle), 11, row["name"], 'font-style="italic" opacity=".8"'))
    found.append(text_element(style, view.pixel((44_500, 21_500)), 16, "Merrow Bay", 'font-style="italic" letter-spacing="3" opacity=".7"'))
    return found
