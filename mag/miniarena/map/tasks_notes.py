"""Tasks about map notes and about edits: making them, and questions on what they say."""

from collections.abc import Sequence

from mag.miniarena.map.data_notes import REASONS
from mag.miniarena.map.tasks_world import World, open_place, pick
from mag.miniarena.map.views_community import CHANGESETS_A_PAGE
from mag.miniarena.map.views_notes import NOTES_A_PAGE
from mag.miniarena.spec import Instance, Template, click, evaluation, exact, finish, fuzzy, page_content, select, type_

EDIT_LABELS = {"hours": "Opening hours", "phone": "Phone", "wheelchair": "Wheelchair access"}


def note_templates(world: World) -> list[Template]:
    """All templates of this module."""
    return [add_note(world), resolve_note(world), reason_in_note(world), edit_place(world), count_changesets(world)]


REPORTS = (
    ("Lantern Park", "The drinking fountain has been taken away."),
    ("Anchor Street Bakery", "The bakery now opens at six in the morning."),
    ("Chandler Street Car Park", "The second exit to the river is closed."),
)


def add_note(world: World, wanted: Sequence[tuple[str, str]] = REPORTS) -> Template:
    """A report at a place."""
    instances = []
    for index, (name, text) in enumerate(wanted):
        label = world.label(name)
        opening = [
            click(
                "link",
                "Add a note",
                pick(
                    index,
                    "Click 'Add a note' at the right end of the buttons above the map.",
                    "Press 'Add a note' in the top right corner of the map.",
                ),
                "Reports are notes.",
            ),
            type_("Where", name, f"Type '{name}' into the 'Where' field of the left panel.", "The note belongs there."),
        ]
        if index == 1:
            opening = [
                *open_place(name, label, index),
                click(
                    "link",
                    "Report a problem",
                    "Click 'Report a problem' at the very end of the left panel.",
                    "It starts a note at this place.",
                ),
            ]
        demo = [
            *opening,
            type_(
                "What is wrong or missing?", text, f"Type '{text}' into the large field 'What is wrong or missing?'.", "This is the report."
            ),
            click("button", "Add note", "Click the green 'Add note' button below the text field.", "The note is complete."),
            finish(f"Stop here: the note about {name} is on the map.", think="The note's page is shown."),
        ]
        pages = [page_content("__MAP__/notes?mine=1", text, label, locator="document.querySelector('.notes li').innerText")]
        instances.append(Instance({"place": name, "text": text}, evaluation(pages=pages), demo))
    return Template(18, 'Leave a note on the map at {{place}} saying "{{text}}"', instances)


def resolve_note(world: World) -> Template:
    """An open note closed with a comment."""
    wanted = (
        ("Lantern Cinema", "The ramp is mapped now."),
        ("Spoke & Gear", "Hours read from the door today."),
        ("The Boathouse Café", "Second door added."),
    )
    open_ids = [row["id"] for row in world.db.execute("SELECT id FROM notes WHERE status = 'open' ORDER BY id DESC")]
    instances = []
    for index, (name, comment) in enumerate(wanted):
        number = world.db.execute("SELECT id FROM notes WHERE place_id = ? AND status = 'open'", (world.spot(name).place_id,)).fetchone()[
            "id"
        ]
        turns = open_ids.index(number) // NOTES_A_PAGE
        older = [
            click(
                "link",
                "Older notes",
                pick(
                    turn,
                    "Click 'Older notes' below the list, since the note is not on this page.",
                    "Go on with 'Older notes' at the end of the list, as this page lacks it too.",
                ),
                "Not on this page.",
            )
            for turn in range(turns)
        ]
        demo = [
            click(
                "link",
                "Map notes",
                pick(
                    index,
                    "Click 'Map notes' in the dark bar at the top to list the open notes.",
                    "Open the list of notes with 'Map notes' in the page header.",
                ),
                "The note must be found.",
            ),
            *older,
            click("link", f"Note {number}", f"Open 'Note {number}', the one about {name}, in the list on the left.", "This is the note."),
            type_(
                "Your comment",
                comment,
                f"Type '{comment}' into the 'Your comment' field under the discussion.",
                "The comment goes with it.",
            ),
            click("button", "Resolve", "Click the green 'Resolve' button below the comment field.", "Close the note."),
            finish(f"Stop here: the note about {name} is marked as resolved.", think="Its state is resolved."),
        ]
        pages = [
            page_content(f"__MAP__/note/{number}", equals="resolved", locator="document.querySelector('.status').innerText"),
            page_content(
                f"__MAP__/note/{number}", "otter.walks resolved", comment, locator="document.querySelector('.talk li:last-child').innerText"
            ),
        ]
        instances.append(Instance({"place": name, "comment": comment}, evaluation(pages=pages), demo))
    return Template(19, 'Resolve the open map note about {{place}} with the comment "{{comment}}"', instances)


def reason_in_note(world: World) -> Template:
    """Why something is as it is, told by a note."""
    instances = []
    for index, (label, (question, reason, *accepted)) in enumerate(REASONS.items()):
        row = world.place(label)
        number = world.db.execute("SELECT id FROM notes WHERE place_id = ? AND status = 'open'", (row["id"],)).fetchone()["id"]
        demo = [
            *open_place(row["name"], label, index),
            click(
                "link",
                f"Note {number}",
                pick(
                    index,
                    f"Click 'Note {number}' in the box of open notes in the left panel.",
                    f"Open 'Note {number}' under 'Open notes' to read the whole report.",
                ),
                "The report is cut short here.",
            ),
            finish(f"Answer with the reason in the note: {reason[0].lower()}{reason[1:]}.", reason, "The note says why."),
        ]
        instances.append(Instance({"place": row["name"], "question": question}, evaluation(fuzzy(reason, *accepted)), demo))
    return Template(20, "There is an open map note about {{place}}. According to it, {{question}}?", instances)


EDITS = (
    ("hours", "Footnote Coffee", "Mo-Sa 07:00-19:00", "Longer hours, seen on the door"),
    ("phone", "Meridian Books", "0655 700 411", "New number on the receipt"),
    ("wheelchair", "The Folded Corner", "Limited", "One step at the entrance"),
)


def edit_place(world: World, wanted: Sequence[tuple[str, str, str, str]] = EDITS) -> Template:
    """A detail of a place corrected in a changeset."""
    instances = []
    for index, (key, name, value, comment) in enumerate(wanted):
        row, field = world.place(name), EDIT_LABELS[key]
        change = type_(field, value, f"Replace the text of the '{field}' field with '{value}'.", "This is the new value.")
        if key == "wheelchair":
            change = select(field, value, f"Choose '{value}' in the list '{field}' of the form.", "This is the new value.")
        demo = [
            *open_place(name, row["label"], index),
            click("link", "Edit this place", "Click 'Edit this place' at the end of the left panel.", "Members can edit."),
            change,
            type_(
                "Changeset comment",
                comment,
                f"Enter '{comment}' in the 'Changeset comment' field at the end of the form.",
                "Every edit needs a comment.",
            ),
            click("button", "Save changes", "Click the green 'Save changes' button below the form.", "The form is complete."),
            finish(f"Stop here: the edit of {name} is saved in a new changeset.", think="The page confirms the edit."),
        ]
        pages = [
            page_content(f"__MAP__/place/{row['id']}", equals=value, locator=f"document.querySelector('.{key}').innerText"),
            page_content(
                f"__MAP__/place/{row['id']}/history",
                "otter.walks",
                comment,
                field,
                locator="document.querySelector('.grid tbody tr').innerText",
            ),
        ]
        instances.append(
            Instance({"field": field.lower(), "place": name, "value": value, "comment": comment}, evaluation(pages=pages), demo)
        )
    return Template(21, 'Change the {{field}} of {{place}} to "{{value}}" and save it with the changeset comment "{{comment}}".', instances)


def count_changesets(world: World, towns: int = 3, mappers: int = 1) -> Template:
    """Changesets of a mapper in a town: of so many mappers in each of so many towns."""
    rows = world.db.execute(
        "SELECT username, town, count(*) AS size FROM changesets JOIN users ON users.id = user_id WHERE username != 'merrow_import' "
        "GROUP BY username, town HAVING count(*) BETWEEN 3 AND ? ORDER BY town, size DESC, username",
        (CHANGESETS_A_PAGE,),
    ).fetchall()
    names = sorted({row["town"] for row in rows})[:towns]
    chosen = [row for town in names for row in [row for row in rows if row["town"] == town][:mappers]]
    instances = []
    for index, row in enumerate(chosen):
        mapper, town, size = row["username"], row["town"], str(row["size"])
        demo = [
            click(
                "link",
                "History",
                pick(
                    index,
                    "Click 'History' in the dark bar at the top to list all changesets.",
                    "Open 'History' in the page header, where every changeset is listed.",
                ),
                "Changesets are listed there.",
            ),
            type_("Mapper", mapper, f"Type '{mapper}' into the 'Mapper' field above the table.", "Only this mapper."),
            select("Town", town, f"Choose '{town}' in the 'Town' list next to it.", "Only this town."),
            click("button", "Filter", "Click the 'Filter' button at the end of the bar above the table.", "Apply both filters."),
            finish(f"Report {size}, the number of changesets given above the filtered table.", size, "The count stands above the table."),
        ]
        instances.append(Instance({"mapper": mapper, "town": town}, evaluation(exact(size)), demo))
    return Template(22, "How many changesets has the mapper {{mapper}} made in {{town}}? Answer with a number only.", instances)
