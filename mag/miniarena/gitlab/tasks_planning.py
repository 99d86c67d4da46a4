"""Tasks about milestones, labels and members of a project."""

import sqlite3
from collections.abc import Sequence

from mag.miniarena.gitlab.tasks_common import navigate, open_project, projects, rows
from mag.miniarena.gitlab.ui import day
from mag.miniarena.gitlab.views_planning import SWATCHES
from mag.miniarena.gitlab.world import username
from mag.miniarena.spec import Instance, Template, click, evaluation, finish, page_content, select, type_

MILESTONES = (
    ("quayside", "Autumn cleanup", "2026-09-01", "2026-10-15"),
    ("volunteer-rota", "Harvest season", "2026-08-03", "2026-09-30"),
    ("kiln-controller", "Cone 10 support", "2026-04-01", "2026-06-12"),
)


def create_milestones(db: sqlite3.Connection, wanted: Sequence[tuple[str, str, str, str]] = MILESTONES) -> Template:
    """Fill in the form for a milestone."""
    instances = []
    for index, (path, title, start, due) in enumerate(wanted):
        project = projects(db)[path]
        demo = open_project(project, index) + navigate("Issues", "Milestones", index)
        demo += [
            click("link", "New milestone", "Click 'New milestone' at the top right.", "Start the form."),
            type_("Title", title, f"Type '{title}' into the 'Title' field.", "Name the milestone."),
            type_("Start date", start, f"Type {start} into the 'Start date' field.", "First day."),
            type_("Due date", due, f"Type {due} into the 'Due date' field.", "Last day."),
            click("button", "Create milestone", "Click 'Create milestone' below the description to save it.", "Save it."),
            finish("Stop here: the page of the new milestone is shown.", None, "It exists."),
        ]
        locator = f"[...document.querySelectorAll('.milestone-row')].find(row => row.innerText.includes('{title}')).innerText"
        check = page_content(f"__GITLAB__/{project.path}/-/milestones", f"{day(start)} to {day(due)}", locator=locator)
        instances.append(
            Instance({"title": title, "project": project.full_name, "start": day(start), "due": day(due)}, evaluation(pages=[check]), demo)
        )
    return Template(19, "Create a milestone '{{title}}' in {{project}} that starts on {{start}} and is due on {{due}}.", instances)


NEW_LABELS = (
    ("pantry-api", "cold storage", "Lagoon"),
    ("bollard", "false alarm", "Carrot orange"),
    ("reading-log", "layout", "Plum"),
    ("contour-tiles", "northern data", "Moss green"),
)


def create_labels(db: sqlite3.Connection, wanted: Sequence[tuple[str, str, str]] = NEW_LABELS) -> Template:
    """A label in one of the suggested colours."""
    colors = dict(SWATCHES)
    instances = []
    for index, (path, name, color) in enumerate(wanted):
        project = projects(db)[path]
        demo = open_project(project, index) + navigate("Project information", "Labels", index)
        demo += [
            click("link", "New label", "Click 'New label' at the top right of the page.", "Start the form."),
            type_("Title", name, f"Type '{name}' into the 'Title' field of the new label.", "Name the label."),
            click("button", color, f"Click the colour '{color}' in the row of suggestions.", "Pick the colour."),
            click("button", "Create label", "Click 'Create label' at the bottom of the form.", "Save it."),
            finish("Stop here: the list of labels now holds the new one.", None, "It exists."),
        ]
        locator = f"[...document.querySelectorAll('.label-table .chip')].find(chip => chip.innerText == '{name}').getAttribute('style')"
        check = page_content(f"__GITLAB__/{project.path}/-/labels", locator=locator, equals=f"background:{colors[color]}")
        instances.append(Instance({"name": name, "project": project.full_name, "color": color}, evaluation(pages=[check]), demo))
    return Template(20, "Add a label '{{name}}' to {{project}} in the suggested colour {{color}}.", instances, unseen=True)


INVITATIONS = (
    ("quayside", "Tomasz Zielinski", "Developer"),
    ("route-planner", "Leilani Kahale", "Reporter"),
    ("sourdough-timer", "Ines Carvalho", "Maintainer"),
    ("pantry-api", "Elliot Vance", "Guest"),
)


def invite_members(db: sqlite3.Connection, wanted: Sequence[tuple[str, str, str]] = INVITATIONS) -> Template:
    """The dialog for inviting people."""
    instances = []
    for index, (path, person, role) in enumerate(wanted):
        project, login = projects(db)[path], username(person)
        demo = open_project(project, index) + navigate("Project information", "Members", index)
        demo += [
            click("button", "Invite members", "Click 'Invite members' at the top right of the member list.", "Open the dialog."),
            type_("Username or e-mail", login, f"Type '{login}' into the 'Username or e-mail' field of the dialog.", "Name the person."),
            *(
                []
                if role == "Guest"
                else [select("Select a role", role, f"Choose '{role}' in the 'Select a role' list.", "Give the right role.")]
            ),
            click("button", "Invite", "Click the green 'Invite' button in the dialog.", "Send the invitation."),
            finish(f"Stop here: {person} is in the list of members.", None, "The person was added."),
        ]
        check = page_content(
            f"__GITLAB__/{project.path}/-/members",
            equals=role,
            locator=f"document.querySelector('tr[data-member=\"{login}\"] select').value",
        )
        values = {"person": f"{person} (@{login})", "project": project.full_name, "role": role}
        instances.append(Instance(values, evaluation(pages=[check]), demo))
    return Template(21, "Invite {{person}} to {{project}} with the role {{role}}.", instances)


ROLES = (
    ("quayside", "Hannah Weisz", "Developer"),
    ("volunteer-rota", "Nadia Benali", "Maintainer"),
    ("ropewalk", "Tomasz Zielinski", "Reporter"),
)


def change_roles(db: sqlite3.Connection, wanted: Sequence[tuple[str, str, str]] = ROLES) -> Template:
    """A role in the table of members."""
    instances = []
    for index, (path, person, role) in enumerate(wanted):
        project, login = projects(db)[path], username(person)
        demo = open_project(project, index) + navigate("Project information", "Members", index + 1)
        demo += [
            select(
                "Max role", role, f"Choose '{role}' in the 'Max role' column of {person}.", "The change is saved at once.", row=f"@{login}"
            ),
            finish(f"Stop here: a message at the top confirms the new role of {person}.", None, "The role is saved."),
        ]
        locator = f"func:gitlab_get_project_memeber_role(__page__, '{login}')"
        check = page_content(f"__GITLAB__/{project.path}/-/members", equals=role, locator=locator)
        instances.append(Instance({"person": person, "project": project.full_name, "role": role}, evaluation(pages=[check]), demo))
    return Template(22, "Change the role of {{person}} in {{project}} to {{role}}.", instances, core=True)


LEAVERS = (
    ("bollard", "Elliot Vance"),
    ("pantry-api", "Dmitri Alekseev"),
    ("kiln-controller", "Jonas Brandvold"),
)


def remove_members(db: sqlite3.Connection, wanted: Sequence[tuple[str, str]] = LEAVERS) -> Template:
    """Remove somebody; the browser asks once more."""
    instances = []
    for index, (path, person) in enumerate(wanted):
        project, login = projects(db)[path], username(person)
        left = [
            row["username"]
            for row in rows(
                db,
                "SELECT u.username FROM members m JOIN users u ON u.id = m.user_id WHERE m.project_id = ? "
                "AND u.username <> ? ORDER BY u.name",
                project.id,
                login,
            )
        ]
        demo = open_project(project, index) + navigate("Project information", "Members", index)
        demo += [
            click(
                "button",
                "Remove member",
                f"Click 'Remove member' at the end of the row of {person} and confirm.",
                "Remove this person.",
                row=f"@{login}",
            ),
            finish(f"Stop here: {person} no longer appears in the list.", None, "The person is gone."),
        ]
        check = page_content(
            f"__GITLAB__/{project.path}/-/members",
            equals=",".join(left),
            locator="[...document.querySelectorAll('tr[data-member]')].map(row => row.dataset.member).join(',')",
        )
        instances.append(Instance({"person": person, "project": project.full_name}, evaluation(pages=[check]), demo))
    return Template(23, "Remove {{person}} from the members of {{project}}.", instances)


PLANNING = (create_milestones, create_labels, invite_members, change_roles, remove_members)
