"""What the tasks of the map share: looking things up in the seeded data, and the steps that most demonstrations take."""

import json
import sqlite3

from mag.miniarena.map.finder import PLACE_SQL, Spot, locate
from mag.miniarena.map.routing import Graph, Route
from mag.miniarena.spec import click, press_enter, select, type_
from mag.shown import DemoStep

MODES = {"car": "Car", "bicycle": "Bicycle", "foot": "Foot"}
HOME_ENGINE = "foot"  # what the account's directions start with


class World:
    """The freshly seeded map."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self.db, self.graph = db, Graph(db)
        self.spots: dict[str, Spot] = {}
        self.routes: dict[tuple[str, str, str], Route] = {}

    def place(self, text: str) -> sqlite3.Row:
        """The place that a person means by this name or label."""
        row: sqlite3.Row = self.db.execute(f"{PLACE_SQL} WHERE places.id = ?", (self.spot(text).place_id,)).fetchone()
        return row

    def spot(self, text: str) -> Spot:
        """The position the directions form makes of a text."""
        if text not in self.spots:
            found = locate(self.db, text)
            if found is None:
                raise LookupError(f"the map has no {text!r}")
            self.spots[text] = found
        return self.spots[text]

    def label(self, text: str) -> str:
        """The full label of a place."""
        return self.spot(text).label

    def route(self, start: str, end: str, engine: str) -> Route:
        """The directions between two places."""
        if (start, end, engine) not in self.routes:
            found = self.graph.route(self.spot(start).point, self.spot(end).point, engine)
            if found is None:
                raise LookupError(f"no way from {start} to {end} by {engine}")
            self.routes[start, end, engine] = found
        return self.routes[start, end, engine]


def pick(index: int, *options: str) -> str:
    """One of several ways to say a thing."""
    return options[index % len(options)]


def quoted(text: str) -> str:
    """A text inside a JavaScript expression."""
    return json.dumps(text, ensure_ascii=False)


# --- directions -----------------------------------------------------------------------------------------------------------
def open_directions(index: int) -> DemoStep:
    """From any page to the directions form."""
    return click(
        "link",
        "Directions",
        pick(
            index,
            "Click 'Directions' in the dark bar at the top to open the route form.",
            "Open the route planner with the 'Directions' link in the page header.",
            "Choose 'Directions' in the top menu, right beside the site's name.",
            "Go to 'Directions', the first link after the site's name at the top.",
        ),
        "Routes are planned there.",
    )


def type_from(text: str, index: int) -> DemoStep:
    """Fill the start."""
    return type_(
        "From",
        text,
        pick(
            index,
            f"Type '{text}' into the 'From' field at the top of the left panel.",
            f"Enter '{text}' as the starting point in the 'From' box of the left panel.",
            f"Fill the upper field, 'From', in the left panel with '{text}'.",
            f"Set the starting point: write '{text}' into the 'From' field beside the letter A.",
        ),
        "The trip starts there.",
    )


def type_to(text: str, index: int) -> DemoStep:
    """Fill the destination."""
    return type_(
        "To",
        text,
        pick(
            index,
            f"Type '{text}' into the 'To' field just below the start.",
            f"Enter '{text}' as the destination in the 'To' box of the left panel.",
            f"Put '{text}' into the lower field, 'To', in the left panel.",
            f"Set the destination: write '{text}' into the 'To' field beside the letter B.",
        ),
        "That is the destination.",
    )


def choose_mode(engine: str, index: int) -> DemoStep:
    """Choose how to travel."""
    mode = MODES[engine]
    return select(
        "Travel mode",
        mode,
        pick(
            index,
            f"Choose '{mode}' in the travel mode list under the two address fields.",
            f"Set the travel mode below the address fields to '{mode}'.",
            f"Pick '{mode}' from the drop-down list to the left of the 'Go' button.",
            f"Switch the list that starts the row of the 'Go' button to '{mode}'.",
        ),
        f"The trip is made by {mode.lower()}.",
    )


def go(index: int) -> DemoStep:
    """Compute the route."""
    return click(
        "button",
        "Go",
        pick(
            index,
            "Press the green 'Go' button next to the travel mode to compute the route.",
            "Click 'Go' in the left panel to get the directions.",
            "Hit the 'Go' button under the address fields and wait for the route.",
            "Submit the two places with 'Go', the green button in the left panel.",
        ),
        "Both ends are filled in.",
    )


def route_steps(start: str, end: str, engine: str, index: int, before: str = HOME_ENGINE) -> list[DemoStep]:
    """Fill and submit the directions form; the mode is chosen only where it differs from the one shown."""
    mode = [choose_mode(engine, index)] if engine != before else []
    return [type_from(start, index), type_to(end, index), *mode, go(index)]


# --- search ---------------------------------------------------------------------------------------------------------------
def search_for(text: str, index: int) -> list[DemoStep]:
    """Search with the Enter key."""
    return [
        type_(
            "Search",
            text,
            pick(
                index,
                f"Type '{text}' into the search box at the top left.",
                f"Enter '{text}' in the search field above the left panel.",
                f"Write '{text}' in the 'Search' box at the top of the left panel.",
            ),
            "The search understands kinds of places.",
            role="searchbox",
        ),
        press_enter(
            pick(
                index,
                "Press Enter to run the search and list the matching places.",
                "Submit the search with the Enter key to see the results.",
                "Hit Enter so that the left panel shows the results.",
            ),
            "Run the search.",
        ),
    ]


def open_place(name: str, label: str, index: int) -> list[DemoStep]:
    """Open a place through the suggestions under the search box."""
    return [
        type_(
            "Search",
            name,
            pick(
                index,
                f"Type '{name}' into the search box at the top left of the page.",
                f"Enter '{name}' in the 'Search' field of the left panel.",
                f"Start in the search box on the left and write '{name}'.",
                f"Look the place up by typing '{name}' into the search field next to 'Go'.",
            ),
            "Find the place by its name.",
            role="searchbox",
        ),
        click(
            "option",
            label,
            pick(
                index,
                f"Click the suggestion '{label}' that drops down below the search box.",
                f"Choose '{label}' from the suggestions under the search field.",
                f"Pick the entry '{label}' in the list beneath the search box.",
                f"Open the place by clicking '{label}' in the drop-down list under the search field.",
            ),
            "The suggestion is the place meant.",
        ),
    ]
