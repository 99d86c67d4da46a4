"""Further instances of the map's templates, their slots filled from its places."""

import sqlite3
from collections import Counter
from collections.abc import Iterable
from itertools import cycle

from mag.miniarena.map import tasks_lists, tasks_map, tasks_notes, tasks_places, tasks_routes
from mag.miniarena.map.finder import SETTLED, Spot, fold
from mag.miniarena.map.tasks_world import MODES, World
from mag.miniarena.slots import combined, dealt, some
from mag.miniarena.spec import Template

TOWNS = ("Alderhaven", "Brindleford", "Hallowmere", "Osterby", "Pellsea", "Quenby", "Thornwick")
DISTRICTS = ("Fernhill", "Lanternfield", "Millbank", "Northgate", "Old Quay", "Tannery Side")
KINDS = {"hotel": "hotel", "cafe": "café", "restaurant": "restaurant", "museum": "museum", "pub": "pub", "bakery": "bakery"}
WALKED_TO = ("pharmacy", "bakery", "bank", "cafe", "supermarket", "post_office", "restaurant", "pub", "library", "park")
LISTS = ("Weekend walks", "Rainy days", "Coffee to try", "Visitors in June", "Errands")
REMARKS = (
    "Ask for the window table",
    "Closed in the first week of May",
    "Bring cash",
    "Good with children",
    "Better in the morning",
    "Bus 4 stops outside",
    "Told by Hanna",
    "Has a bicycle rack",
)
PROBLEMS = (
    "The entrance has moved to the other side.",
    "A bench is missing here.",
    "The sign shows another name now.",
    "There are new bicycle stands in front.",
    "The opening hours on the door are different.",
    "The steps have been replaced by a ramp.",
    "The telephone number is no longer in service.",
    "The building is closed for repairs until June.",
)
HOURS = ("Mo-Fr 08:00-18:00", "Mo-Sa 09:30-19:00", "Tu-Su 10:00-17:00", "Mo-Su 07:30-21:00", "We-Su 11:00-22:00")
NUMBERS = ("0655 700 102", "0655 700 238", "0655 700 347", "0655 700 459", "0655 700 560", "0655 700 681")
CHANGED = ("Seen on the door", "Asked inside", "From their web site", "Survey on foot", "Told by the owner")
MINUTES = (10, 15, 20, 30, 45)


def wide_templates(db: sqlite3.Connection) -> list[Template]:
    """Templates of the same ids and intents as the site's own, with other instances."""
    world = World(db)
    names = found_by_name(world)
    return [*_routes(world, names), *_places(world, names), *_shown(world, names), *_written(world, names)]


def found_by_name(world: World) -> dict[str, sqlite3.Row]:
    """Places one visits that a person finds by their name alone."""
    rows = world.db.execute("SELECT * FROM places ORDER BY id").fetchall()
    every = Counter(fold(text) for row in rows for text in {row["name"], row["label"]})
    found = {row["name"]: row for row in rows if row["category"] not in SETTLED and every[fold(row["name"])] == 1}
    # Nothing else is called like them, so this is what the form would find, and finds but slowly.
    world.spots |= {name: Spot(row["label"], (row["x"], row["y"]), row["id"]) for name, row in found.items()}
    return found


def _trips(world: World, names: dict[str, sqlite3.Row], size: int, label: str) -> list[tuple[str, str, str]]:
    """Mode, start and destination of ways that exist and take their time."""
    ends = some(names, 2 * size, label)
    modes = cycle(MODES)
    near = [(next(modes), start, end) for start, end in zip(ends[::2], ends[1::2], strict=False)]
    return [(mode, start, end) for mode, start, end in near if 2 <= world.route(start, end, mode).minutes <= 300]


def _routes(world: World, names: dict[str, sqlite3.Row]) -> list[Template]:
    limited = [(mode, start, end, MINUTES[place % 5]) for place, (mode, start, end) in enumerate(_trips(world, names, 18, "limited"))]
    clear = [row for row in limited if world.route(*row[1:3], row[0]).minutes != row[3]]
    saved = [(start, end) for _, start, end in _trips(world, names, 18, "saved")]
    return [
        tasks_routes.travel_time(world, _trips(world, names, 44, "timed")),
        tasks_routes.time_saved(world, saved),
        tasks_routes.shown_directions(world, _trips(world, names, 24, "shown")),
        tasks_routes.quickest_of_three(world, _choices(world, names)),
        tasks_routes.within_limit(world, clear),
    ]


def _choices(world: World, names: dict[str, sqlite3.Row]) -> list[tuple[str, str, tuple[str, str, str]]]:
    """A start and three places of its town, one of them the quickest by a minute at least."""
    found = []
    for place, town in enumerate(TOWNS * 2):
        start, *ends = some([name for name, row in names.items() if row["town"] == town], 4, f"choice {place}")
        mode = ("foot", "bicycle")[place % 2]
        minutes = sorted(world.route(start, end, mode).minutes for end in ends)
        if minutes[0] < minutes[1]:
            found.append((mode, start, (ends[0], ends[1], ends[2])))
    return found


def _places(world: World, names: dict[str, sqlite3.Row]) -> list[Template]:
    details = [(key, name) for key in tasks_places.DETAILS for name, row in names.items() if row[key]]
    towns = [*TOWNS[1:], *DISTRICTS]
    asked = [(slug, word, town) for slug, word in KINDS.items() for town in towns if 2 <= _count(names, slug, town) <= 5]
    return [
        tasks_places.detail(world, some(details, 40, "details")),
        tasks_places.nearest(world, combined(30, "nearest", WALKED_TO, list(names)), 18),
        tasks_places.owner_of_phone(world, some(asked, 14, "phones"), 14),
        tasks_places.either_list(world, _pairs_of_kinds(names, towns)),
        tasks_notes.count_changesets(world, 9, 9),
    ]


def _count(names: dict[str, sqlite3.Row], category: str, town: str) -> int:
    """Places of a kind in a town or district."""
    return sum(row["category"] == category and town in (row["town"], row["district"]) for row in names.values())


def _pairs_of_kinds(names: dict[str, sqlite3.Row], towns: list[str]) -> list[tuple[str, str, str]]:
    kinds = ("cafe", "pub", "restaurant", "bakery", "pharmacy", "hotel")
    pairs = [(first, second, town) for first, second, town in combined(80, "either", kinds, kinds, towns) if first < second]
    return [row for row in pairs if _count(names, row[0], row[2]) and _count(names, row[1], row[2])][:14]


def _shown(world: World, names: dict[str, sqlite3.Row]) -> list[Template]:
    kinds = ("pharmacy", "museum", "restaurant", "bakery", "cafe", "pub", "hotel", "bank")
    areas = combined(60, "accessible", ("hotel", "cafe", "museum", "restaurant", "pub", "park"), [*TOWNS, *DISTRICTS])
    return [
        tasks_map.shown_nearby(world, combined(14, "nearby", kinds, list(names))),
        tasks_map.accessible(world, areas, 18),
        tasks_map.on_layer(world, combined(18, "layers", ("cycle", "transport", "contrast"), list(names))),
    ]


def _written(world: World, names: dict[str, sqlite3.Row]) -> list[Template]:
    listed = [row["name"] for row in world.db.execute("SELECT p.name FROM saved_places s JOIN places p ON p.id = s.place_id")]
    free = [name for name in names if name not in listed]
    values = {"hours": HOURS, "phone": NUMBERS}
    edits = [
        (key, name, values[key][place % len(values[key])], CHANGED[place % len(CHANGED)])
        for place, (key, name) in enumerate(combined(22, "edits", tuple(values), list(names)))
        if names[name][key] and names[name][key] not in values[key]
    ]
    return [
        tasks_lists.save_place(world, dealt(combined(18, "saved places", free, LISTS), REMARKS)),
        tasks_notes.add_note(world, dealt([(name,) for name in some(quiet(world, names), 18, "notes")], PROBLEMS)),
        tasks_notes.edit_place(world, edits),
    ]


def quiet(world: World, names: Iterable[str]) -> list[str]:
    """Places without an open note."""
    noted = {row["place_id"] for row in world.db.execute("SELECT place_id FROM notes WHERE status = 'open'")}
    return [name for name in names if world.place(name)["id"] not in noted]
