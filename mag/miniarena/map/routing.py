"""Directions: the road graph, the fastest way over it for a mode of travel, and the way in words."""

import heapq
import math
import sqlite3
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from mag.miniarena.map.geo import Point, distance, distance_text, minutes, time_text

ENGINES = {"car": "Car", "bicycle": "Bicycle", "foot": "Foot"}
HEADINGS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")
UNNAMED = {"footway": "footpath", "cycleway": "cycle path"}


@dataclass(frozen=True)
class Edge:
    """A stretch of road between two corners."""

    id: int
    a: int
    b: int
    name: str
    kind: str
    length: float
    speed: dict[str, float]  # metres a second by mode, 0 where it is not allowed
    oneway: bool  # for cars, from a to b
    line: tuple[Point, ...]

    def seconds(self, engine: str, part: float = 1.0) -> float:
        """Time for a part of the stretch."""
        return self.length * part / self.speed[engine]

    def open(self, engine: str, forward: bool) -> bool:
        """Whether the mode may use it in this direction."""
        return self.speed[engine] > 0 and (forward or not self.oneway or engine != "car")


class Snap(NamedTuple):
    """A position on the road graph: the edge, how far along it (0..1), and where that is."""

    edge: Edge
    part: float
    point: Point


class Piece(NamedTuple):
    """A travelled part of an edge, from one fraction of it to another."""

    edge: Edge
    start: float
    end: float


@dataclass(frozen=True)
class Step:
    """One line of the directions."""

    text: str
    metres: float
    turn: str  # left, right, straight, start, end: the arrow drawn beside it


@dataclass(frozen=True)
class Route:
    """The fastest way found."""

    metres: float
    seconds: float
    steps: tuple[Step, ...]
    line: tuple[Point, ...]

    @property
    def summary(self) -> str:
        """Distance and time as the page prints them."""
        return f"{distance_text(self.metres)}. Time: {time_text(self.seconds)}."

    @property
    def distance(self) -> str:
        """`1.8 km`."""
        return distance_text(self.metres)

    @property
    def time(self) -> str:
        """`0:22`."""
        return time_text(self.seconds)

    @property
    def minutes(self) -> int:
        """Whole minutes, as in `time`."""
        return minutes(self.seconds)


class Graph:
    """The roads of the region, read from the database."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self.nodes: dict[int, Point] = {row["id"]: (row["x"], row["y"]) for row in db.execute("SELECT * FROM nodes")}
        self.edges = [self._edge(row) for row in db.execute("SELECT * FROM edges ORDER BY id")]

    def _edge(self, row: sqlite3.Row) -> Edge:
        bend = [(row["bend_x"], row["bend_y"])] if row["bend_x"] is not None else []
        speed = {engine: row[engine] / 3.6 for engine in ENGINES}
        return Edge(
            row["id"],
            row["a"],
            row["b"],
            row["name"],
            row["kind"],
            row["length"],
            speed,
            bool(row["oneway"]),
            (self.nodes[row["a"]], *bend, self.nodes[row["b"]]),
        )

    @cached_property
    def ways(self) -> dict[int, list[tuple[Edge, bool]]]:
        """Edges leaving each corner; True where the edge is followed from a to b."""
        found: dict[int, list[tuple[Edge, bool]]] = {node: [] for node in self.nodes}
        for edge in self.edges:
            found[edge.a].append((edge, True))
            found[edge.b].append((edge, False))
        return found

    def snap(self, point: Point, engine: str) -> Snap:
        """The nearest position that the mode may use."""
        best, nearest = None, math.inf
        for edge in self.edges:
            if edge.speed[engine] > 0:
                found, away = project(edge, point)
                if away < nearest:
                    best, nearest = found, away
        if best is None:
            raise ValueError(f"no road is open to {engine}")
        return best

    def route(self, start: Point, end: Point, engine: str) -> Route | None:
        """The fastest way between two positions."""
        pieces = search(self, self.snap(start, engine), self.snap(end, engine), engine)
        if pieces is None:
            return None
        metres = sum(piece.edge.length * abs(piece.end - piece.start) for piece in pieces)
        seconds = sum(piece.edge.seconds(engine, abs(piece.end - piece.start)) for piece in pieces)
        line = [point for piece in pieces for point in piece_line(piece)]
        return Route(metres, seconds, tuple(describe(pieces)), tuple(line))


def project(edge: Edge, point: Point) -> tuple[Snap, float]:
    """The position on the edge nearest to the point, and its distance from it."""
    best, nearest, travelled = (0.0, edge.line[0]), math.inf, 0.0
    for (ax, ay), (bx, by) in pairwise(edge.line):
        length = distance((ax, ay), (bx, by))
        t = ((point[0] - ax) * (bx - ax) + (point[1] - ay) * (by - ay)) / (length * length)
        t = min(1.0, max(0.0, t))
        foot = (ax + (bx - ax) * t, ay + (by - ay) * t)
        away = distance(point, foot)
        if away < nearest:
            best, nearest = (travelled + length * t, foot), away
        travelled += length
    return Snap(edge, best[0] / travelled, best[1]), nearest


def search(graph: Graph, start: Snap, end: Snap, engine: str) -> list[Piece] | None:
    """Dijkstra between two positions on edges; travelled pieces in order, None where there is no way."""
    if start.edge.id == end.edge.id and start.edge.open(engine, end.part >= start.part):
        return [Piece(start.edge, start.part, end.part)]
    queue: list[tuple[float, int]] = []
    best: dict[int, float] = {}
    came: dict[int, tuple[int, Piece]] = {}
    for node, part in ((start.edge.a, 0.0), (start.edge.b, 1.0)):
        if start.edge.open(engine, part == 1.0):
            cost = start.edge.seconds(engine, abs(part - start.part))
            best[node], came[node] = cost, (0, Piece(start.edge, start.part, part))
            heapq.heappush(queue, (cost, node))
    done: set[int] = set()
    while queue:
        cost, node = heapq.heappop(queue)
        if node == 0:
            return trace(came)
        if node in done:
            continue
        done.add(node)
        for edge, forward in graph.ways[node]:
            if not edge.open(engine, forward):
                continue
            target, piece = (edge.b, Piece(edge, 0.0, 1.0)) if forward else (edge.a, Piece(edge, 1.0, 0.0))
            if edge.id == end.edge.id:
                arrival = Piece(edge, piece.start, end.part)
                relax(best, came, queue, (node, 0, cost + edge.seconds(engine, abs(arrival.end - arrival.start)), arrival))
            relax(best, came, queue, (node, target, cost + edge.seconds(engine), piece))
    return None


def relax(
    best: dict[int, float], came: dict[int, tuple[int, Piece]], queue: list[tuple[float, int]], way: tuple[int, int, float, Piece]
) -> None:
    """Keep a way to a corner if it is the fastest so far. Corner 0 is the destination."""
    node, target, cost, piece = way
    if cost < best.get(target, math.inf):
        best[target], came[target] = cost, (node, piece)
        heapq.heappush(queue, (cost, target))


def trace(came: dict[int, tuple[int, Piece]]) -> list[Piece]:
    """The pieces from the start to corner 0."""
    node, piece = came[0]
    pieces = [piece]
    while node:
        node, piece = came[node]
        pieces.append(piece)
    return [piece for piece in reversed(pieces) if piece.start != piece.end]


# --- words --------------------------------------------------------------------------------------------------------------
def piece_line(piece: Piece) -> list[Point]:
    """The travelled points of an edge."""
    line, total, travelled = piece.edge.line, sum_length(piece.edge.line), 0.0
    low, high = sorted((piece.start, piece.end))
    points = [along(line, low * total)]
    for a, b in pairwise(line):
        travelled += distance(a, b)
        if low * total < travelled < high * total:
            points.append(b)
    points.append(along(line, high * total))
    return points if piece.end >= piece.start else points[::-1]


def sum_length(line: tuple[Point, ...]) -> float:
    """Length of a line of points."""
    return sum(distance(a, b) for a, b in pairwise(line))


def along(line: tuple[Point, ...], metres: float) -> Point:
    """The point this far along a line."""
    for a, b in pairwise(line):
        length = distance(a, b)
        if metres <= length:
            t = metres / length if length else 0.0
            return a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t
        metres -= length
    return line[-1]


def bearing(a: Point, b: Point) -> float:
    """Degrees clockwise from north."""
    return math.degrees(math.atan2(b[0] - a[0], b[1] - a[1])) % 360


def road_name(edge: Edge) -> str:
    """The road's name; an unnamed one is called by its kind."""
    return edge.name or UNNAMED.get(edge.kind, "unnamed road")


def describe(pieces: list[Piece]) -> list[Step]:
    """Turn-by-turn directions: pieces of the same road are one line."""
    if not pieces:
        return [Step("You are already there", 0.0, "end")]
    groups: list[list[Piece]] = []
    for piece in pieces:
        if groups and road_name(groups[-1][0].edge) == road_name(piece.edge):
            groups[-1].append(piece)
        else:
            groups.append([piece])
    steps = []
    for index, group in enumerate(groups):
        name, line = road_name(group[0].edge), piece_line(group[0])
        metres = sum(piece.edge.length * abs(piece.end - piece.start) for piece in group)
        heading = bearing(line[0], line[1])
        if index == 0:
            steps.append(Step(f"Start out heading {HEADINGS[int(heading / 45 + 0.5) % 8]} on {name}", metres, "start"))
        else:
            before = piece_line(groups[index - 1][-1])
            text, arrow = turn((heading - bearing(before[-2], before[-1]) + 180) % 360 - 180)
            steps.append(Step(f"{text} onto {name}", metres, arrow))
    return [*steps, Step("Reach your destination", 0.0, "end")]


def turn(angle: float) -> tuple[str, str]:
    """What a change of direction is called, and its arrow."""
    side = "left" if angle < 0 else "right"
    size = abs(angle)
    if size < 20:
        return "Continue", "straight"
    if size < 50:
        return f"Slight {side}", side
    return (f"Turn {side}", side) if size < 130 else (f"Sharp {side}", side)
