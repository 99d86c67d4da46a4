"""Tasks answered or done with directions."""

from collections.abc import Sequence
from itertools import pairwise

from mag.miniarena.map.data_land import ONE_WAY
from mag.miniarena.map.data_trips import CHOICES, LIMITED, SAVED_BY_BICYCLE, SHOWN, TIMED
from mag.miniarena.map.routing import Route
from mag.miniarena.map.tasks_world import (
    HOME_ENGINE,
    MODES,
    World,
    choose_mode,
    go,
    open_directions,
    open_place,
    pick,
    route_steps,
    type_to,
)
from mag.miniarena.spec import Instance, Template, click, evaluation, exact, finish, fuzzy, must_include, page_content
from mag.shown import DemoStep

VERB_OF = {"car": "drive", "bicycle": "cycle", "foot": "walk"}
BY = {"car": "by car", "bicycle": "by bicycle", "foot": "on foot"}


def route_templates(world: World) -> list[Template]:
    """All templates of this module."""
    return [
        travel_time(world),
        time_saved(world),
        shown_directions(world),
        quickest_of_three(world),
        trip_of_four_legs(world),
        within_limit(world),
        there_and_back(world),
    ]


def travel_time(world: World, trips: Sequence[tuple[str, str, str]] = TIMED) -> Template:
    """One route, its time."""
    instances = []
    for index, (engine, start, end) in enumerate(trips):
        time = world.route(start, end, engine).time
        opening = [open_directions(index), *route_steps(start, end, engine, index)] if index != 2 else from_place(world, start, end, engine)
        demo = [
            *opening,
            finish(
                pick(
                    index,
                    f"Report the time {time} printed above the list of steps in the left panel.",
                    f"Give the answer {time}, the travel time shown under 'Directions'.",
                ),
                time,
                "The summary line gives the time.",
            ),
        ]
        instances.append(Instance({"mode": VERB_OF[engine], "start": start, "destination": end}, evaluation(must_include(time)), demo))
    return Template(
        1, "How long does it take to {{mode}} from {{start}} to {{destination}}? Give the time as the map writes it, h:mm.", instances
    )


def from_place(world: World, start: str, end: str, engine: str) -> list[DemoStep]:
    """The way over the start's own page."""
    return [
        *open_place(start, world.label(start), 2),
        click(
            "link",
            "Directions from here",
            "Click the green 'Directions from here' button below the name of the place.",
            "It fills in the start.",
        ),
        type_to(end, 1),
        choose_mode(engine, 2),
        go(0),
    ]


def time_saved(world: World, trips: Sequence[tuple[str, str]] = SAVED_BY_BICYCLE) -> Template:
    """The same route on foot and by bicycle."""
    instances = []
    for index, (start, end) in enumerate(trips):
        walk, ride = (world.route(start, end, engine) for engine in ("foot", "bicycle"))
        saved = str(walk.minutes - ride.minutes)
        demo = [
            open_directions(index),
            *route_steps(start, end, "foot", index),
            choose_mode("bicycle", index + 1),
            click(
                "button",
                "Go",
                f"Click 'Go' again for the time by bicycle, having noted {walk.time} for the walk.",
                "Now the same way by bicycle.",
            ),
            finish(
                f"Report a saving of {saved} minutes, since the ride takes {ride.time} and the walk {walk.time}.",
                saved,
                f"{walk.minutes} - {ride.minutes} = {saved}",
            ),
        ]
        instances.append(Instance({"start": start, "destination": end}, evaluation(exact(saved)), demo))
    return Template(
        2,
        "How many minutes do I save by cycling instead of walking from {{start}} to {{destination}}? Answer with a number only.",
        instances,
    )


def shown_directions(world: World, trips: Sequence[tuple[str, str, str]] = SHOWN) -> Template:
    """The route is to stand on the screen."""
    instances = []
    for index, (engine, start, end) in enumerate(trips):
        route = world.route(start, end, engine)
        demo = [
            open_directions(index + 1),
            *route_steps(start, end, engine, index + 1),
            finish(
                pick(
                    index,
                    f"Stop here: the way {BY[engine]} is drawn on the map, {route.distance} long.",
                    "Finish, because the directions are listed on the left and drawn on the map.",
                ),
                think="The route is shown.",
            ),
        ]
        pages = [
            page_content("last", equals=world.label(start), locator="document.querySelector('[name=route_from]').value"),
            page_content("last", equals=world.label(end), locator="document.querySelector('[name=route_to]').value"),
            page_content("last", f"Distance: {route.summary}", locator="document.querySelector('#routing-summary').innerText"),
        ]
        url = f"__MAP__/directions?engine={engine}" if index % 2 else None
        instances.append(
            Instance({"mode": MODES[engine].lower(), "start": start, "destination": end}, evaluation(url=url, pages=pages), demo)
        )
    return Template(3, "Show me the directions from {{start}} to {{destination}} for travel mode {{mode}}.", instances, core=True)


def quickest_of_three(world: World, choices: Sequence[tuple[str, str, tuple[str, str, str]]] = CHOICES) -> Template:
    """Three routes from one place."""
    instances = []
    for index, (engine, start, ends) in enumerate(choices):
        routes = {end: world.route(start, end, engine) for end in ends}
        best = min(ends, key=lambda end: (routes[end].seconds, end))
        if routes[best].minutes in [routes[end].minutes for end in ends if end != best]:
            raise LookupError(f"the quickest way from {start} is not clear")
        answer = f"{best}, {routes[best].time}"
        demo = [
            open_directions(index),
            *compare(start, ends, engine, routes, index),
            finish(
                f"Answer that {best} is the quickest to reach, in {routes[best].time}.", answer, "It has the shortest time of the three."
            ),
        ]
        values = {"start": start, "mode": BY[engine], "a": ends[0], "b": ends[1], "c": ends[2]}
        instances.append(Instance(values, evaluation(must_include(best, routes[best].time)), demo))
    return Template(
        4,
        "I am staying at {{start}}. Which of {{a}}, {{b}} and {{c}} can I reach the quickest {{mode}}, and how long does it take (h:mm)?",
        instances,
    )


def compare(start: str, ends: tuple[str, ...], engine: str, routes: dict[str, Route], index: int) -> list[DemoStep]:
    """Routes to several places, the start kept."""
    steps = route_steps(start, ends[0], engine, index)
    for number, (before, end) in enumerate(pairwise(ends), index):
        steps += [
            type_to(end, number + 1),
            click(
                "button",
                "Go",
                pick(
                    number,
                    f"Note {routes[before].time} for {before}, then click 'Go' for the next destination.",
                    f"Remember {routes[before].time} for {before} and press 'Go' again in the left panel.",
                ),
                f"{before} takes {routes[before].time}.",
            ),
        ]
    return steps


def trip_of_four_legs(world: World) -> Template:
    """Four routes in a row, the times added up."""
    engines = ("foot", "bicycle", "car", "foot")
    trips = (
        ("Ropewalk Lodge", "Northgate Cycles", "Kingsway Chemist", "Osterby Town Hall", "Osterby Pier"),
        ("Weir Street Hostel", "Towpath Bikes", "Freewheel Merrow", "Quenby Town Hall", "Inkwell Print Museum"),
        ("Quayside Hostel", "The Bell & Buoy", "Orchard Kitchen", "Thornwick Station", "Thornwick Castle Museum"),
    )
    instances = []
    for index, stops in enumerate(trips):
        routes = [world.route(start, end, engine) for start, end, engine in zip(stops, stops[1:], engines, strict=False)]
        total = str(sum(route.minutes for route in routes))
        demo = [open_directions(index)]
        shown = HOME_ENGINE
        for leg, (start, end, engine) in enumerate(zip(stops, stops[1:], engines, strict=False)):
            demo += route_steps(start, end, engine, index + leg, shown)
            shown = engine
        sums = " + ".join(str(route.minutes) for route in routes)
        demo.append(finish(f"Report {total} minutes in total, the sum of the four times found on the way.", total, f"{sums} = {total}"))
        values = dict(zip(("a", "b", "c", "d", "e"), stops, strict=True))
        instances.append(Instance(values, evaluation(exact(total)), demo))
    return Template(
        5,
        "I walk from {{a}} to {{b}}, then cycle to {{c}}, go on by car to {{d}} and finally walk from there to {{e}}. How many minutes am "
        "I travelling altogether, adding up the times the map shows for the four parts? Answer with a number only.",
        instances,
    )


def within_limit(world: World, trips: Sequence[tuple[str, str, str, int]] = LIMITED) -> Template:
    """Yes or no, with the time."""
    instances = []
    for index, (engine, start, end, limit) in enumerate(trips):
        route = world.route(start, end, engine)
        word = "Yes" if route.minutes <= limit else "No"
        answer = f"{word}, it takes {route.time}"
        accepted = [f"{word} {route.time}", f"{word} {route.minutes}"]
        if word == "No":
            accepted += [f"no not {route.time}", f"no cannot {route.time}", f"no not {route.minutes}"]
        demo = [
            open_directions(index + 2),
            *route_steps(start, end, engine, index),
            finish(
                f"Answer {word.lower()}: the map gives {route.time} for this way, with a limit of {limit} minutes.",
                answer,
                f"{route.minutes} minutes against {limit}.",
            ),
        ]
        values = {"start": start, "destination": end, "mode": BY[engine], "limit": str(limit)}
        instances.append(Instance(values, evaluation(fuzzy(answer, *accepted)), demo))
    return Template(
        6,
        "Can I get from {{start}} to {{destination}} {{mode}} in at most {{limit}} minutes? Say yes or no and how long it takes.",
        instances,
    )


def there_and_back(world: World) -> Template:
    """Drives whose way back has another length, because of one-way streets."""
    marks = ", ".join("?" * len(ONE_WAY))
    starts = [
        row["name"]
        for row in world.db.execute(
            f"SELECT name FROM places WHERE street IN ({marks}) AND category != 'street' AND town = 'Alderhaven' ORDER BY id", ONE_WAY
        )
    ]
    ends = ("Fernhill Post Office", "Northgate Primary School", "Merrowdale School of Art")
    instances: list[Instance] = []
    for start in starts:
        end = ends[len(instances) % len(ends)]
        there, back = world.route(start, end, "car"), world.route(end, start, "car")
        if world.place(start)["name"] != start or there.distance == back.distance or len(instances) == len(ends):
            continue
        index = len(instances)
        demo = [
            open_directions(index),
            *route_steps(start, end, "car", index),
            click(
                "button",
                "Reverse directions",
                f"Keep {there.distance} in mind and click the arrows button right of the fields to swap both ends.",
                "Now the way back.",
            ),
            finish(
                f"Report {there.distance} for the way there and {back.distance} for the way back.",
                f"{there.distance} there, {back.distance} back",
                "Both distances are known.",
            ),
        ]
        instances.append(Instance({"start": start, "destination": end}, evaluation(must_include(there.distance, back.distance)), demo))
    return Template(
        7, "How far is the drive from {{start}} to {{destination}}, and how far is the drive back? Give both distances.", instances
    )
