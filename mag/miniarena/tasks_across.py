"""Tasks that go on from one site to another; they are counted with the site named first. Links, or going back, lead between the two."""

import sqlite3
from collections.abc import Callable, Mapping

from mag.miniarena.gitlab import tasks_common as gitlab
from mag.miniarena.map.tasks_world import World, pick
from mag.miniarena.reddit.tasks_common import forum, post, search, search_words
from mag.miniarena.reddit.tasks_write import fill, posted, publish
from mag.miniarena.shopping.store import usd
from mag.miniarena.shopping.tasks_steps import find_product, named
from mag.miniarena.spec import Instance, Template, click, evaluation, finish, go_back, must_include, page_content, select, type_
from mag.miniarena.wikipedia.tasks_common import fact, to_article
from mag.shown import DemoStep

Data = Mapping[str, sqlite3.Connection]


def clone_address_posted(dbs: Data) -> Template:
    """From a project to the forum: gitlab and reddit."""
    wanted = (
        ("bollard", "homelab", "Where to get bollard", "SSH"),
        ("route-planner", "bikerepair", "Planning a route to the workshop", "HTTPS"),
        ("sourdough-timer", "sourdough", "A timer for long doughs", "SSH"),
    )
    instances = []
    for index, (path, name, title, kind) in enumerate(wanted):
        project = gitlab.projects(dbs["gitlab"])[path]
        address = f"ssh://git@codeyard.test:2222/{project.path}.git" if kind == "SSH" else f"https://codeyard.test/{project.path}.git"
        label = forum(dbs["reddit"], name)["title"]
        demo = [
            *gitlab.open_project(project, index),
            click("button", "Clone", "Click the green 'Clone' button above the file list.", "The address is behind it."),
            click(
                "button",
                "User menu",
                f"Remember the {kind} address, then open the menu behind your initials at the top right.",
                "The way to the forum is in this menu.",
            ),
            click("link", "Community forum", "Choose 'Community forum' in the menu to go over to Threadline.", "The post goes there."),
            *new_text(label, title, address, index),
        ]
        values = {"kind": kind, "project": project.full_name, "forum": label, "title": title}
        instances.append(Instance(values, posted(name, title, ".submission-body", address), demo))
    return Template(
        37,
        "Post a text submission titled '{{title}}' in the {{forum}} forum of Threadline whose text is the {{kind}} clone address of the "
        "Codeyard project {{project}}.",
        instances,
        core=True,
        others=("reddit",),
    )


def price_posted(dbs: Data) -> Template:
    """From a product to the forum: shopping and reddit."""
    wanted = (
        ("Northlode Gooseneck Kettle", "tinykitchens", "What my kettle cost"),
        ("Hollin Bypass Pruners", "allotment", "Pruners at the shop in town"),
        ("Inkwright Dot Grid Notebook", "bookbinding", "A notebook to take apart"),
    )
    instances = []
    for index, (product, name, title) in enumerate(wanted):
        price, label = usd(named(dbs["shopping"], product)["price"]), forum(dbs["reddit"], name)["title"]
        demo = [
            *find_product(product, index),
            click(
                "link",
                "Community forum",
                f"Note the price of {price}, then click 'Community forum' in the footer at the end of the page.",
                "The post goes to the forum.",
            ),
            *new_text(label, title, f"It costs {price} at Larder & Loom.", index),
        ]
        values = {"title": title, "forum": label, "product": product}
        instances.append(Instance(values, posted(name, title, ".submission-body", price), demo))
    return Template(
        27,
        "Find out what the {{product}} costs, and name that price in a new text submission titled '{{title}}' in the {{forum}} forum of "
        "Threadline, the shop's community.",
        instances,
        core=True,
        others=("reddit",),
    )


def new_text(label: str, title: str, body: str, turn: int) -> list[DemoStep]:
    """On Threadline, from any page to a published text submission."""
    return [
        click("link", "Submit", pick(turn, "Click 'Submit' in the top bar of Threadline.", "Start a post with 'Submit' at the top right.")),
        select("Forum", label, f"Choose '{label}' in the 'Forum' list of the form.", "The post belongs there."),
        click("tab", "Text", "Switch to the 'Text' tab of the form.", "It is a text and not a link."),
        *fill(title, body, turn),
        *publish(turn),
    ]


def linked_article(dbs: Data) -> Template:
    """From a post to the article it links to: reddit and wikipedia."""
    wanted = (
        ("The Marlock Bridge is lower than the guide says", "Span", "span"),
        ("The orrery at Thornby still runs a day slow", "Material", "material"),
        ("The river Arrowel changed its course between two editions", "Basin", "size of the basin"),
        ("Marsh heliotrope would make a fine houseplant, argues nobody but me", "Habitat", "habitat"),
    )
    instances = []
    for turn, (title, label, words) in enumerate(wanted):
        row = post(dbs["reddit"], title)
        answer = fact(dbs["wikipedia"], row["url"], label)
        demo = [
            *search(search_words(dbs["reddit"], row), turn),
            click(
                "link",
                title,
                pick(
                    turn,
                    f"Click the title '{title}' in the results; it leads to the article.",
                    f"Follow the title '{title}' to the encyclopedia.",
                ),
                "The article is behind the title.",
            ),
            finish(f"Report '{answer}', the entry '{label}' in the box of the article.", answer, "The box has it."),
        ]
        check = evaluation(must_include(answer), url=f"__WIKIPEDIA__/wiki/{row['url'].replace(' ', '_')}")
        instances.append(Instance({"title": title, "fact": words}, check, demo))
    return Template(
        36,
        "Open the encyclopedia article that the Threadline post '{{title}}' links to. What {{fact}} does it give?",
        instances,
        core=True,
        others=("wikipedia",),
    )


def birthplace_noted(dbs: Data) -> Template:
    """From the map to the encyclopedia and back: wikipedia and map."""
    wanted = (
        ("Lantern Park", "Rosamund Pellow"),
        ("Anchor Street Bakery", "Bartholomew Pell"),
        ("Chandler Street Car Park", "Edith Applegarth"),
    )
    world = World(dbs["map"])
    instances = []
    for turn, (place, person) in enumerate(wanted):
        town, label = fact(dbs["wikipedia"], person, "Born").split(", ")[1], world.label(place)
        text = f"Plaque for {person}, born in {town}."
        demo = [
            click("link", "Encyclopedia", "Click 'Encyclopedia' at the right end of the dark bar.", "The birthplace is not on the map."),
            *to_article(person, 3 * turn),
            go_back(f"Go back from the article after reading that {person} was born in {town}.", "The box names the town."),
            go_back("Go back once more, from the encyclopedia to the map.", "The note is left on the map."),
            click("link", "Add a note", "Click 'Add a note' at the top right corner of the map.", "The text goes into a note."),
            type_("Where", place, f"Type '{place}' into the 'Where' field of the left panel.", "The note belongs there."),
            type_("What is wrong or missing?", text, f"Type '{text}' into the field 'What is wrong or missing?'.", "The text is known."),
            click("button", "Add note", "Click the green 'Add note' button below the text field.", "The note is complete."),
            finish(f"Stop here: the note about the plaque for {person} is on the map.", think="The note's page is shown."),
        ]
        check = page_content("__MAP__/notes?mine=1", text, label, locator="document.querySelector('.notes li').innerText")
        instances.append(Instance({"place": place, "person": person}, evaluation(pages=[check]), demo, start="__MAP__/"))
    return Template(
        15,
        'Leave a note on the map at {{place}} saying "Plaque for {{person}}, born in X.", with the town of birth that Fieldbook, the '
        "encyclopedia, gives in the place of X.",
        instances,
        core=True,
        others=("map",),
    )


NEEDS = {"gitlab": ("reddit",), "shopping": ("reddit",), "reddit": ("wikipedia",), "wikipedia": ("map",)}  # whose data the makers read
ACROSS: dict[str, tuple[Callable[[Data], Template], ...]] = {
    "gitlab": (clone_address_posted,),
    "shopping": (price_posted,),
    "reddit": (linked_article,),
    "wikipedia": (birthplace_noted,),
}
