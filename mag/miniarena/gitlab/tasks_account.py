"""Tasks about the account itself: status, profile, people it follows, its to-dos."""

import sqlite3
from collections.abc import Sequence

from mag.miniarena.gitlab.data_people import EMOJI
from mag.miniarena.gitlab.tasks_common import Steps, pick, rows, value
from mag.miniarena.gitlab.world import username
from mag.miniarena.spec import Instance, Template, click, evaluation, finish, page_content, press_enter, select, type_, unachievable

STATUSES = (
    ("Reviewing until noon", "Coffee cup", False),
    ("Glazing pots, back on Monday", "House", True),
    ("At the harbour meetup", "Anchor", False),
    ("Preparing the spring release", "Star", True),
)


def set_status(db: sqlite3.Connection, wanted: Sequence[tuple[str, str, bool]] = STATUSES) -> Template:
    """The status dialog behind the user menu."""
    signs = {name: sign for sign, name in EMOJI}
    instances = []
    for index, (text, sign, busy) in enumerate(wanted):
        demo: Steps = [
            click(
                "button",
                "User menu",
                pick(
                    (
                        "Click your initials at the right end of the top bar.",
                        "Open the user menu by clicking the round 'ML' picture at the top right.",
                    ),
                    index,
                ),
                "The status is set there.",
            ),
            click("button", "Set status", "Click 'Set status' in the menu below your picture.", "Open the dialog."),
            select("Emoji", sign, f"Choose '{sign}' in the 'Emoji' list of the dialog.", "Pick the sign."),
            type_("What's your status?", text, f"Type '{text}' into the field 'What's your status?'.", "Write the message."),
            *([click("checkbox", "Set yourself as busy", "Tick 'Set yourself as busy' below the fields.", "I am busy.")] if busy else []),
            click("button", "Save status", "Click 'Save status' at the bottom of the dialog.", "Save it."),
            finish("Stop here: your profile shows the new status.", None, "The status is set."),
        ]
        line = f"{signs[sign]} {text}" + (" Busy" if busy else "")
        check = page_content("__GITLAB__/mara.lindqvist", locator="document.querySelector('.status-line').innerText", equals=line)
        instances.append(
            Instance(
                {"text": text, "emoji": sign, "busy": "and mark me as busy" if busy else "without marking me as busy"},
                evaluation(pages=[check]),
                demo,
            )
        )
    return Template(28, "Set my status to '{{text}}' with the emoji {{emoji}}, {{busy}}.", instances)


def edit_profile(db: sqlite3.Connection) -> Template:
    """Two fields of the own profile."""
    instances = []
    for title, place in (("Principal engineer", "Tampere"), ("Maintainer at large", "Mariehamn")):
        demo = [
            click("button", "User menu", "Click your initials at the right end of the top bar.", "The profile is in this menu."),
            click("link", "Edit profile", "Choose 'Edit profile' in the user menu.", "Open the form."),
            type_("Job title", title, f"Replace the 'Job title' with '{title}'.", "Change the title."),
            type_("Location", place, f"Replace the 'Location' beside it with '{place}'.", "Change the place."),
            click("button", "Update profile settings", "Click 'Update profile settings' at the end of the form.", "Save both."),
            finish("Stop here: a message says that the profile was updated.", None, "Both are saved."),
        ]
        url = "__GITLAB__/mara.lindqvist"
        checks = [
            page_content(url, locator="document.querySelector('.job').innerText", equals=title),
            page_content(url, locator="document.querySelector('.place').innerText", equals=place),
        ]
        instances.append(Instance({"title": title, "place": place}, evaluation(pages=checks), demo))
    return Template(29, "Change my job title to '{{title}}' and my location to {{place}}.", instances)


FOLLOWED = ("Freya Lindholm", "Dmitri Alekseev", "Aiko Morimoto")


def follow_people(db: sqlite3.Connection, wanted: Sequence[str] = FOLLOWED) -> Template:
    """Find somebody by what they do."""
    instances = []
    for index, person in enumerate(wanted):
        job = value(db, "SELECT title FROM profiles f JOIN users u ON u.id = f.user_id WHERE u.name = ?", person)
        demo: Steps = [
            click("link", "People", "Click 'People' in the top bar, right after 'Groups'.", "Everybody is listed there."),
            type_(
                "Find a person",
                job.lower(),
                f"Type '{job.lower()}' into the search field above the cards.",
                "Look for the job.",
                role="searchbox",
            ),
            press_enter("Press Enter to search the list of people.", "Run the search.")
            if index != 1
            else click("button", "Search", "Click 'Search' beside the field to find matching people.", "Run the search."),
            click("link", person, f"Click '{person}' on the card that was found.", f"This is the {job.lower()}."),
            click("button", "Follow", "Click the green 'Follow' button at the top right of the profile.", "Follow the person."),
            finish("Stop here: the button now says 'Unfollow'.", None, "Done."),
        ]
        check = page_content(
            f"__GITLAB__/{username(person)}", locator="document.querySelector('.follow-button').innerText", equals="Unfollow"
        )
        instances.append(Instance({"job": job.lower()}, evaluation(pages=[check]), demo))
    return Template(30, "Find the {{job}} on Codeyard and follow that person.", instances)


def finish_todos(db: sqlite3.Connection) -> Template:
    """Mark one to-do as done through its menu; the quick button shows on hover only."""
    todos = rows(
        db,
        "SELECT ifnull(i.title, r.title) AS title, i.id AS issue, p.full_name FROM todos t LEFT JOIN issues i ON i.id = t.issue_id "
        "LEFT JOIN merge_requests r ON r.id = t.request_id JOIN project_list p ON p.id = ifnull(i.project_id, r.project_id) "
        "WHERE t.user_id = 1 AND NOT t.done ORDER BY t.created DESC, t.id",
    )
    instances = []
    for index, todo in enumerate((todos[2], todos[4], todos[12])):
        demo: Steps = [
            click(
                "link",
                "To-do list",
                pick(("Click 'To-do list' in the top bar.", "Open your 'To-do list' at the right of the top bar."), index),
                "The to-dos are listed there.",
            )
        ]
        if index == 2:
            demo += [
                select("Project", todo["full_name"], f"Choose '{todo['full_name']}' in the 'Any project' list.", "The list is long."),
                click("button", "Filter", "Click 'Filter' to see the to-dos of this project only.", "Apply the filter."),
            ]
        demo += [
            click(
                "button",
                "More actions",
                f"Click the three dots at the end of the row of '{todo['title']}'.",
                "Open the row's menu.",
                row=todo["title"] if index < 2 or more_todos(todos, todo) else "",
            ),
            click("button", "Mark as done", "Click 'Mark as done' in the small menu.", "This finishes the to-do."),
            finish("Stop here: the to-do has left the list.", None, "It is done."),
        ]
        kind = "issue" if todo["issue"] else "merge request"
        checks = [
            page_content("__GITLAB__/dashboard/todos?state=done", todo["title"], locator="document.querySelector('.rows').innerText"),
            page_content("__GITLAB__/dashboard/todos", f"To do {len(todos) - 1}", locator="document.querySelector('.tabs').innerText"),
        ]
        instances.append(Instance({"kind": kind, "title": todo["title"], "project": todo["full_name"]}, evaluation(pages=checks), demo))
    return Template(18, "Mark my to-do about the {{kind}} '{{title}}' in {{project}} as done.", instances)


def phone_numbers(db: sqlite3.Connection, wanted: Sequence[str] = ("Freya Lindholm", "Dmitri Alekseev", "Kwabena Asante")) -> Template:
    """Something that profiles do not hold."""
    reason = "The profiles of Codeyard show no phone number."
    accepted = ("no phone", "without phone number", "not phone number", "phone not available", "profile not show phone", "no telephone")
    instances = []
    for index, person in enumerate(wanted):
        demo: Steps = [
            click("link", "People", "Click 'People' in the top bar to list everybody.", "The person has to be found."),
            type_(
                "Find a person", person, f"Type '{person}' into the search field above the cards.", "Look for the name.", role="searchbox"
            ),
            press_enter("Press Enter to search for this person.", "Run the search."),
            click("link", person, f"Click '{person}' on the card that is left to open the profile.", "See what the profile has."),
            finish(
                pick(
                    (
                        f"Answer that no phone number of {person} can be found: the profile gives an e-mail address only.",
                        f"Report that it cannot be told, because the profile of {person} has no phone number.",
                    ),
                    index,
                ),
                "N/A" if index % 3 else reason,
                "There is an e-mail address but no number.",
            ),
        ]
        instances.append(Instance({"person": person}, unachievable(reason, *accepted), demo))
    return Template(36, "What is the phone number of {{person}} on Codeyard?", instances, core=True)


def more_todos(todos: list[sqlite3.Row], todo: sqlite3.Row) -> bool:
    """Whether the to-do's project has others, so that its row must be told apart."""
    return [other["full_name"] for other in todos].count(todo["full_name"]) > 1


ACCOUNT = (set_status, edit_profile, follow_people, finish_todos, phone_numbers)
