"""Tasks about finding places and reading what the map knows of them."""

from collections.abc import Sequence
from urllib.parse import urlencode

from mag.miniarena.map.finder import Query, results
from mag.miniarena.map.tasks_world import World, go, open_directions, open_place, pick, search_for, type_from, type_to
from mag.miniarena.spec import Instance, Template, click, evaluation, exact, finish, go_back, must_include, scroll, select, unachievable

DETAILS = {"phone": "phone number", "hours": "opening hours", "address": "full address", "website": "website"}


def place_templates(world: World) -> list[Template]:
    """All templates of this module."""
    return [detail(world), nearest(world), owner_of_phone(world), rooms(world), by_rail(world), either_list(world)]


ASKED = (
    ("phone", "Brass Lantern Café"),
    ("hours", "Netmakers' Museum"),
    ("address", "Dogwatch Books"),
    ("website", "Gatehouse Tea Room"),
    ("phone", "Larkspur Pharmacy in Brindleford"),
)


def detail(world: World, wanted: Sequence[tuple[str, str]] = ASKED) -> Template:
    """One fact of a place's page."""
    instances = []
    for index, (key, name) in enumerate(wanted):
        row = world.place(name.replace(" in ", ", "))
        value = row[key]
        opening = open_place(row["name"], row["label"], index)
        if index == 1:
            opening = [
                *search_for(name, index),
                click("link", row["name"], f"Open '{row['name']}', the first result in the left panel.", "That is the museum."),
            ]
        demo = [
            *opening,
            finish(
                pick(
                    index,
                    f"Read off the {DETAILS[key]} in the left panel and report {value}.",
                    f"Report {value}, which the left panel gives as the {DETAILS[key]}.",
                ),
                value,
                "The fact is on the page.",
            ),
        ]
        answers = exact(value) if key == "phone" else must_include(value)
        instances.append(Instance({"detail": DETAILS[key], "place": name}, evaluation(answers), demo))
    return Template(8, "Look up the {{detail}} of {{place}} and give me exactly what the map says.", instances)


ANCHORS = (
    ("pharmacy", "Merrow Maritime Museum"),
    ("bakery", "The Dyeworks Hotel"),
    ("bank", "Customs House Gallery"),
    ("cafe", "Quenby Museum of Natural History"),
    ("supermarket", "Minster Gate Hotel"),
)


def nearest(world: World, wanted: Sequence[tuple[str, str]] = ANCHORS, most: int = 3) -> Template:
    """The closest place of a kind, and the walk to it."""
    instances: list[Instance] = []
    for category, anchor in wanted:
        found = results(world.db, Query(category=category, near=world.label(anchor)))
        first = found[0]
        times = [world.route(anchor, item["label"], "foot").seconds for item in found[:5]]
        if times[0] != min(times) or len(instances) == most:  # the straight line and the walk must agree
            continue
        index, time = len(instances), world.route(anchor, first["label"], "foot").time
        kind = first["kind"].lower()
        demo = [
            *search_for(f"{kind} near {anchor}", index),
            click(
                "link",
                first["name"],
                pick(
                    index,
                    f"Open '{first['name']}', the first and nearest result in the left panel.",
                    f"Click the top result, '{first['name']}', which is the closest one.",
                ),
                "Results are nearest first.",
            ),
            click(
                "link", "Directions to here", "Click 'Directions to here' under the name to plan the walk.", "The time on foot is asked."
            ),
            type_from(anchor, index),
            go(index),
            finish(f"Answer that {first['name']} is the closest, a walk of {time}.", f"{first['name']}, {time}", "Both facts are known."),
        ]
        instances.append(Instance({"category": kind, "place": anchor}, evaluation(must_include(first["name"], time)), demo))
    return Template(
        9, "Which {{category}} is the closest to {{place}}, and how long does it take to walk there from {{place}} (h:mm)?", instances
    )


PHONES = (
    ("hotel", "hotel", "Osterby"),
    ("cafe", "café", "Northgate"),
    ("hotel", "hotel", "Quenby"),
    ("restaurant", "restaurant", "Fernhill"),
    ("museum", "museum", "Lanternfield"),
)


def owner_of_phone(world: World, wanted: Sequence[tuple[str, str, str]] = PHONES, most: int = 3) -> Template:
    """Opening the results one by one."""
    instances: list[Instance] = []
    for category, word, town in wanted:
        found = results(world.db, Query(category=category, town=town))
        if len(found) < 2 or len(instances) == most:
            continue
        index, last = len(instances), found[-1]
        steps = search_for(f"{word}s in {town}", index)
        for number, item in enumerate(found):
            steps.append(
                click(
                    "link",
                    item["name"],
                    pick(
                        number,
                        f"Open '{item['name']}' in the list of results to see its phone number.",
                        f"Click '{item['name']}', the next result in the left panel.",
                    ),
                    "Its number is not in the list.",
                )
            )
            if item is not last:
                steps.append(
                    go_back(
                        pick(
                            number,
                            "Go back to the list of results, since the number is a different one.",
                            "Return to the results once more, because this is not the number either.",
                        ),
                        f"It has {item['phone']}.",
                    )
                )
        demo = [
            *steps,
            finish(f"Answer {last['name']}, whose page shows the phone number {last['phone']}.", last["name"], "The number matches."),
        ]
        instances.append(Instance({"category": word, "town": town, "phone": last["phone"]}, evaluation(must_include(last["name"])), demo))
    return Template(14, "Which {{category}} in {{town}} has the phone number {{phone}}?", instances)


def rooms(world: World) -> Template:
    """A tag far down on a page."""
    rows = world.db.execute(
        "SELECT places.name, places.label, place_tags.value FROM place_tags JOIN places ON places.id = place_id "
        "WHERE key = 'rooms' AND category = 'hotel' ORDER BY places.id"
    ).fetchall()
    by_value = {row["value"]: row for row in rows}  # so that the answers differ
    instances = []
    for index, row in enumerate(list(by_value.values())[:3]):
        demo = [
            *open_place(row["name"], row["label"], index),
            scroll("down", "Scroll down the left panel to the table of tags.", "The tags stand at the end of the page."),
            finish(f"Report {row['value']}, the value beside 'rooms' in the table of tags.", row["value"], "The tag is in view."),
        ]
        instances.append(Instance({"hotel": row["name"]}, evaluation(exact(row["value"])), demo))
    return Template(15, "According to its tags on the map, how many rooms does {{hotel}} have? Answer with a number only.", instances)


def by_rail(world: World) -> Template:
    """A way to travel that the route planner does not know."""
    reason = "The map has no train times; it plans trips by car, bicycle and foot only."
    accepted = ("no trains", "no train", "not train", "train not available", "cannot train", "only car bicycle foot")
    wanted = (
        ("Thornwick Station", "Pellsea Town Station", "N/A"),
        ("Pellsea Town Station", "Hallowmere Station", reason),
        ("Hallowmere Station", "Thornwick Station", "N/A"),
    )
    instances = []
    for index, (start, end, answer) in enumerate(wanted):
        demo = [
            open_directions(index),
            type_from(start, index),
            type_to(end, index),
            go(index),
            finish(
                pick(
                    index,
                    "Answer that this cannot be told: the list of travel modes has car, bicycle and foot, but no train.",
                    "Report that train journeys cannot be planned here, since the travel modes are car, bicycle and foot.",
                ),
                answer,
                "There is no such mode.",
            ),
        ]
        instances.append(Instance({"start": start, "end": end}, unachievable(reason, *accepted), demo))
    return Template(24, "How long does the train take from {{start}} to {{end}}, according to the map?", instances, core=True)


EITHER = (
    ("cafe", "pub", "Northgate"),
    ("bakery", "supermarket", "Osterby"),
    ("hotel", "hostel", "Alderhaven"),
)


def either_list(world: World, wanted: Sequence[tuple[str, str, str]] = EITHER) -> Template:
    """One of two lists, whichever the person likes."""
    plurals = {row["slug"]: row["plural"] for row in world.db.execute("SELECT slug, plural FROM categories")}
    instances = []
    for index, (first, second, town) in enumerate(wanted):
        chosen = (first, second)[index % 2]
        plural = plurals[chosen]
        demo = [
            click(
                "link", plural, f"Click the '{plural}' chip in the left panel, one of the two kinds.", "Either list will do; take this one."
            ),
            click("button", "Filters", "Unfold 'Filters' at the top of the results.", "The town is still open."),
            select("Town or district", town, f"Choose '{town}' in the 'Town or district' list.", "Only this area."),
            click("button", "Apply filters", "Click 'Apply filters' below the filter fields.", "Run the filters."),
            finish(f"Stop here: the results list the {plural.lower()} of {town}.", think="One of the lists is shown."),
        ]
        reference = " |OR| ".join("__MAP__/search?" + urlencode({"category": kind, "town": town}) for kind in (first, second))
        values = {"first": plurals[first].lower(), "second": plurals[second].lower(), "town": town}
        instances.append(Instance(values, evaluation(url=reference), demo))
    return Template(
        25, "Show me a list of the {{first}} or a list of the {{second}} in {{town}}; either of them will do.", instances, core=True
    )
