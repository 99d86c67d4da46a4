"""What part of the map is shown: a centre and a zoom level, moved by the map's buttons."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from mag.miniarena.map.geo import HEIGHT, WIDTH, Point, to_degrees

MIN_ZOOM, MAX_ZOOM = 10, 17
PANE = (1040, 848)  # pixels of the map pane on the screen the site is made for
STAGE = (1240, 1000)  # pixels drawn, so that a somewhat larger pane is filled too
MOVES = {"north": (0, 1), "south": (0, -1), "east": (1, 0), "west": (-1, 0)}


@dataclass(frozen=True)
class View:
    """Centre in metres and zoom level; each level doubles the scale."""

    x: float
    y: float
    zoom: int

    @property
    def scale(self) -> float:
        """Metres a pixel."""
        return float(46 / 2 ** (self.zoom - MIN_ZOOM))

    def pixel(self, point: Point) -> Point:
        """Where a position is drawn on the stage."""
        return round((point[0] - self.x) / self.scale + STAGE[0] / 2, 1), round((self.y - point[1]) / self.scale + STAGE[1] / 2, 1)

    def moved(self, button: str) -> "View":
        """The view after one of the map's buttons."""
        if button in ("in", "out"):
            return replace(self, zoom=clamp_zoom(self.zoom + (1 if button == "in" else -1)))
        if button == "region":
            return REGION_VIEW
        east, north = MOVES.get(button, (0, 0))
        x, y = self.x + east * 320 * self.scale, self.y + north * 260 * self.scale
        return replace(self, x=min(WIDTH, max(0.0, x)), y=min(HEIGHT, max(0.0, y)))

    def parameters(self) -> dict[str, str]:
        """The view in an address."""
        lat, lon = to_degrees(self.x, self.y)
        return {"lat": f"{lat:.5f}", "lon": f"{lon:.5f}", "zoom": str(self.zoom)}


REGION_VIEW = View(WIDTH / 2 + 1000, HEIGHT / 2 + 600, MIN_ZOOM)
CITY_VIEW = View(28_050, 18_000, 13)


def clamp_zoom(zoom: int) -> int:
    """The nearest zoom level there is."""
    return min(MAX_ZOOM, max(MIN_ZOOM, zoom))


def around(points: Sequence[Point], closest: int = 16) -> View:
    """The view that shows all points, with a margin."""
    if not points:
        return REGION_VIEW
    xs, ys = [x for x, _ in points], [y for _, y in points]
    view = View((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2, closest)
    while view.zoom > MIN_ZOOM and ((max(xs) - min(xs)) / view.scale > PANE[0] * 0.78 or (max(ys) - min(ys)) / view.scale > PANE[1] * 0.78):
        view = replace(view, zoom=view.zoom - 1)
    return view
