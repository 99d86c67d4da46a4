"""Tasks about the account's lists of saved places."""

from collections.abc import Sequence

from mag.miniarena.map.tasks_world import World, open_place, pick, quoted
from mag.miniarena.spec import Instance, Template, click, evaluation, finish, page_content, select, type_
from mag.shown import DemoStep

ROWS = "[...document.querySelectorAll('.saved-places tbody tr')]"


def list_templates(world: World) -> list[Template]:
    """All templates of this module."""
    return [save_place(world), remove_place(world), make_list(world)]


def list_id(world: World, name: str) -> int:
    """The account's list of this name."""
    return int(world.db.execute("SELECT id FROM lists WHERE user_id = 1 AND name = ?", (name,)).fetchone()["id"])


def row_text(name: str) -> str:
    """A locator: the text of the rows of a list's page that name the place."""
    return f"{ROWS}.map(row => row.innerText).filter(text => text.includes({quoted(name)})).join(' ')"


def saving(name: str, list_name: str, remark: str, index: int, first: str) -> list[DemoStep]:
    """On a place's page: save it to a list; `first` is the list the dialog starts with."""
    steps = [
        click(
            "button",
            "Save place",
            pick(
                index,
                "Click 'Save place' below the directions buttons in the left panel.",
                f"Press the 'Save place' button under the name of {name}.",
            ),
            "Saving opens a dialog.",
        )
    ]
    if list_name != first:
        steps.append(
            select(
                "List",
                list_name,
                pick(
                    index,
                    f"Choose '{list_name}' in the 'List' field of the dialog.",
                    f"Set the 'List' field in the middle of the screen to '{list_name}'.",
                ),
                "This list is wanted.",
            )
        )
    if remark:
        steps.append(type_("Remark", remark, f"Type '{remark}' into the 'Remark' field of the dialog.", "The remark is asked for."))
    return [
        *steps,
        click(
            "button",
            "Save",
            pick(
                index,
                "Click the green 'Save' button at the bottom of the dialog.",
                "Confirm the dialog with the 'Save' button at its bottom.",
            ),
            "Everything is filled in.",
        ),
    ]


SAVED = (
    ("Observatory Museum", "Rainy days", "Open late on Fridays"),
    ("Madder & Cream", "Coffee to try", "Reopens after Easter"),
    ("Dune Meadow Campsite", "Weekend walks", "Start of the Dune Path"),
)


def save_place(world: World, wanted: Sequence[tuple[str, str, str]] = SAVED) -> Template:
    """A place onto a list, with a remark."""
    first = world.db.execute("SELECT name FROM lists WHERE user_id = 1 ORDER BY id").fetchone()["name"]
    instances = []
    for index, (name, list_name, remark) in enumerate(wanted):
        demo = [
            *open_place(name, world.label(name), index),
            *saving(name, list_name, remark, index, first),
            finish(f"Stop here: {name} is now saved in the list '{list_name}'.", think="The page confirms it."),
        ]
        pages = [page_content(f"__MAP__/lists/{list_id(world, list_name)}", name, remark, locator=row_text(name))]
        instances.append(Instance({"place": name, "list": list_name, "remark": remark}, evaluation(pages=pages), demo))
    return Template(16, 'Save {{place}} to my list "{{list}}" with the remark "{{remark}}".', instances)


def remove_place(world: World) -> Template:
    """A place off a list; the browser asks for confirmation."""
    wanted = (("Heron & Spoon", "Coffee to try"), ("Dapple Hill Top", "Weekend walks"), ("Hollyhock Chemist", "Errands"))
    instances = []
    for index, (name, list_name) in enumerate(wanted):
        number = list_id(world, list_name)
        size = world.db.execute("SELECT count(*) FROM saved_places WHERE list_id = ?", (number,)).fetchone()[0]
        opening = [
            click("link", list_name, f"Click '{list_name}' under 'Your lists' in the left panel.", "The list is linked on the start page.")
        ]
        if index == 1:
            opening = [
                click("link", "Saved places", "Open 'Saved places' in the dark bar at the top of the page.", "Lists are kept there."),
                click("link", list_name, f"Click the list '{list_name}' in the first column of the table.", "The place is on this list."),
            ]
        demo = [
            *opening,
            click(
                "button",
                "Remove",
                pick(
                    index,
                    f"Click the red 'Remove' button in the row of {name} and confirm the question.",
                    f"Press 'Remove' at the right end of the row of {name} and accept the confirmation.",
                ),
                "Only this row goes.",
                row=name,
            ),
            finish(f"Stop here: {name} no longer appears in the list '{list_name}'.", think="The row is gone."),
        ]
        pages = [
            page_content(
                f"__MAP__/lists/{number}",
                equals="removed",
                locator=f"document.querySelector('.saved-places').innerText.includes({quoted(name)}) ? 'listed' : 'removed'",
            ),
            page_content(
                f"__MAP__/lists/{number}", equals=str(size - 1), locator="document.querySelectorAll('.saved-places tbody tr').length"
            ),
        ]
        instances.append(Instance({"place": name, "list": list_name}, evaluation(pages=pages), demo))
    return Template(17, 'Remove {{place}} from my list "{{list}}".', instances)


def make_list(world: World) -> Template:
    """A new list filled with places."""
    wanted = (
        ("Pellsea day trip", "By the morning train", ("Netmakers' Museum", "The Drying Net", "Pellsea Windmill")),
        ("Book hunting", "Shops to look through in April", ("Dogwatch Books", "Marginalia")),
        ("Swimming", "Pools with evening hours", ("Northgate Baths", "Osterby Sea Pool")),
    )
    first = world.db.execute("SELECT name FROM lists WHERE user_id = 1 ORDER BY id").fetchone()["name"]
    number = world.db.execute("SELECT max(id) FROM lists").fetchone()[0] + 1
    instances = []
    for index, (list_name, description, names) in enumerate(wanted):
        demo = [
            click("link", "Saved places", "Click 'Saved places' in the dark bar at the top of the page.", "Lists are made there."),
            type_("List name", list_name, f"Type '{list_name}' into the 'List name' field under 'New list'.", "The list's name."),
            type_("Description", description, f"Enter '{description}' in the 'Description' field below the name.", "Its description."),
            click("button", "Create list", "Click the green 'Create list' button under the two fields.", "Create it."),
            click("link", "Wayfinder", "Return to the map by clicking 'Wayfinder' at the top left.", "Places are found on the map."),
        ]
        for turn, name in enumerate(names, index):
            demo += [*open_place(name, world.label(name), turn), *saving(name, list_name, "", turn, first)]
        demo.append(finish(f"Stop here: the new list '{list_name}' holds all the places.", think="Every place is saved."))
        pages = [
            page_content(f"__MAP__/lists/{number}", equals=list_name, locator="document.querySelector('.list-name').innerText"),
            page_content(f"__MAP__/lists/{number}", equals=description, locator="document.querySelector('.list-description').innerText"),
            page_content(f"__MAP__/lists/{number}", *names, locator="document.querySelector('.saved-places').innerText"),
        ]
        values = {"list": list_name, "description": description, "places": ", ".join(names[:-1]) + f" and {names[-1]}"}
        instances.append(Instance(values, evaluation(pages=pages), demo))
    return Template(23, 'Make a new list "{{list}}" with the description "{{description}}" and save {{places}} to it.', instances)
