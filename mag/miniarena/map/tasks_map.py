"""Tasks whose end is something shown on the map."""

from collections.abc import Sequence
from urllib.parse import urlencode

from mag.miniarena.map.data_styles import LAYERS
from mag.miniarena.map.finder import Query, results
from mag.miniarena.map.tasks_world import World, open_place, pick, search_for
from mag.miniarena.spec import Instance, Template, click, evaluation, finish, select
from mag.shown import DemoStep


def map_templates(world: World) -> list[Template]:
    """All templates of this module."""
    return [shown_nearby(world), accessible(world), on_layer(world), from_region(world)]


NEARBY = (
    ("pharmacy", "Osterby Pier"),
    ("museum", "The Slow Anchor"),
    ("restaurant", "Alderhaven South"),
)


def shown_nearby(world: World, wanted: Sequence[tuple[str, str]] = NEARBY) -> Template:
    """A results page sorted by distance."""
    instances = []
    for index, (category, anchor) in enumerate(wanted):
        label = world.label(anchor)
        plural = world.db.execute("SELECT plural FROM categories WHERE slug = ?", (category,)).fetchone()["plural"]
        if index == 1:
            steps = [
                *open_place(anchor, label, index),
                select(
                    "Look for", plural, f"Choose '{plural}' in the 'Look for' list below the nearby places.", "The page has its own search."
                ),
                click("button", "Find nearby", "Click 'Find nearby' to the right of the list you just set.", "Run it."),
            ]
        else:
            steps = search_for(f"{plural.lower()} near {anchor}", index)
        demo = [
            *steps,
            finish(f"Stop here: the {plural.lower()} near {anchor} are listed and pinned on the map.", think="The results are shown."),
        ]
        reference = "__MAP__/search?" + urlencode({"category": category, "near": label})
        instances.append(Instance({"category": plural.lower(), "place": anchor}, evaluation(url=reference), demo))
    return Template(10, "Show me the {{category}} near {{place}} on the map, the nearest first.", instances, unseen=True)


ACCESSIBLE = (
    ("hotel", "Osterby"),
    ("cafe", "Northgate"),
    ("museum", "Quenby"),
    ("restaurant", "Old Quay"),
    ("hotel", "Old Quay"),
    ("park", "Fernhill"),
)


def accessible(world: World, wanted: Sequence[tuple[str, str]] = ACCESSIBLE, most: int = 3) -> Template:
    """A results page with two filters."""
    instances: list[Instance] = []
    for category, town in wanted:
        found = results(world.db, Query(category=category, town=town))
        fitting = [item for item in found if item["wheelchair"] == "yes"]
        if not fitting or len(fitting) == len(found) or len(instances) == most:
            continue
        index = len(instances)
        plural = world.db.execute("SELECT plural FROM categories WHERE slug = ?", (category,)).fetchone()["plural"]
        demo = [
            click("link", plural, f"Click the '{plural}' chip in the left panel of the start page.", "Start from the whole category."),
            click("button", "Filters", "Unfold 'Filters' at the top of the results in the left panel.", "Two filters are needed."),
            select("Town or district", town, f"Choose '{town}' in the 'Town or district' list of the filters.", "Only this area."),
            click(
                "checkbox",
                "Fully wheelchair accessible",
                pick(
                    index,
                    "Tick the box 'Fully wheelchair accessible' at the end of the filter form.",
                    "Check 'Fully wheelchair accessible' below the other filters.",
                ),
                "Only accessible ones.",
            ),
            click(
                "button",
                "Apply filters",
                pick(
                    index,
                    "Click 'Apply filters' at the bottom of the filter form.",
                    "Press the 'Apply filters' button to narrow the results down.",
                ),
                "Run the filters.",
            ),
            finish(
                f"Stop here: only accessible {plural.lower()} of {town} are left in the results.", think="The filtered results are shown."
            ),
        ]
        reference = "__MAP__/search?" + urlencode({"category": category, "town": town, "wheelchair": "yes"})
        instances.append(Instance({"category": plural.lower(), "town": town}, evaluation(url=reference), demo))
    return Template(11, "List the {{category}} in {{town}} that are fully wheelchair accessible.", instances)


LAYERED = (
    ("cycle", "Towpath Tea Stop"),
    ("transport", "Millbank Coach Stop"),
    ("contrast", "Observatory Museum"),
)


def on_layer(world: World, wanted: Sequence[tuple[str, str]] = LAYERED) -> Template:
    """A place's page with another style of map."""
    instances = []
    for index, (layer, name) in enumerate(wanted):
        row = world.place(name)
        demo = [
            *open_place(name, row["label"], index + 1),
            click(
                "button",
                "Layers",
                pick(index, "Click 'Layers' in the row of buttons above the map.", "Open the 'Layers' menu at the top right of the map."),
                "Map styles are there.",
            ),
            click(
                "option",
                LAYERS[layer],
                f"Pick '{LAYERS[layer]}' from the list of layers that opened over the map.",
                "This style is wanted.",
            ),
            finish(f"Stop here: the map around {name} is drawn in the style '{LAYERS[layer]}'.", think="The layer is on."),
        ]
        instances.append(
            Instance({"place": name, "layer": LAYERS[layer]}, evaluation(url=f"__MAP__/place/{row['id']}?layer={layer}"), demo)
        )
    return Template(12, "Show the place {{place}} on the map with the layer {{layer}}.", instances)


def from_region(world: World) -> Template:
    """A town opened on the map inside the frame."""
    instances = []
    for index, town in enumerate(("Thornwick", "Pellsea", "Brindleford")):
        row = world.place(town)
        steps: list[DemoStep] = [
            click(
                "button",
                "Whole region",
                pick(
                    index,
                    "Click the house button 'Whole region' below the zoom buttons at the right edge of the map.",
                    "Press the 'Whole region' button under the zoom buttons to see all towns at once.",
                ),
                "The towns are outside the current view.",
            )
        ]
        if index == 2:
            steps = [
                click(
                    "button",
                    "Zoom out",
                    f"Click the minus button 'Zoom out' at the right edge of the map, {time} of three.",
                    "Towns lie further out.",
                )
                for time in ("the first time", "the second time", "the last time")
            ]
        demo = [
            *steps,
            click("link", town, f"Click the name '{town}' on the map to open its page.", "The town is in view now."),
            finish(f"Stop here: the left panel shows the page of {town}.", think="The town's page is open."),
        ]
        instances.append(Instance({"town": town}, evaluation(url=f"__MAP__/place/{row['id']}"), demo))
    return Template(13, "Zoom the map out until you see the town of {{town}} and open its page from the map.", instances)
