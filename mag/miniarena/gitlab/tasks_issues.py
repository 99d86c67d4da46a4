"""Tasks that change issues."""

import sqlite3
from collections.abc import Sequence
from urllib.parse import quote

from mag.miniarena.gitlab.tasks_common import LONG, Project, Steps, navigate, open_issue, open_project, projects, rows, value
from mag.miniarena.gitlab.ui import day
from mag.miniarena.spec import Instance, Template, click, evaluation, finish, page_content, scroll, select, type_

STATE = "document.querySelector('.issue-bar .state').innerText"


LAST_NOTE = "[...document.querySelectorAll('.note')].at(-1).innerText"


def attribute(name: str) -> str:
    """Locator of an attribute's value in the issue's right column."""
    return f"document.querySelector('[data-attribute={name}] .value').innerText"


def open_issues(db: sqlite3.Connection, path: str, condition: str = "1") -> tuple[Project, list[sqlite3.Row]]:
    """A project and its open issues with a literal condition, newest first."""
    project = projects(db)[path]
    return project, rows(
        db, f"SELECT i.* FROM issue_list i WHERE project_id = ? AND state = 'open' AND {condition} ORDER BY iid DESC", project.id
    )


CLOSED = (("ropewalk", 1), ("pantry-api", 1), ("reading-log", 1), ("lantern-ui", 1))  # project, place of the issue, newest first


def close_issues(db: sqlite3.Connection, wanted: Sequence[tuple[str, int]] = CLOSED) -> Template:
    """Close one issue."""
    instances = []
    for index, (path, place) in enumerate(wanted):
        project, found = open_issues(db, path)
        issue = found[place]
        demo = open_issue(project, issue["title"], index)
        demo += [
            click("button", "Close issue", "Click 'Close issue' at the top right of the issue.", "This closes it."),
            finish("Stop here: the badge at the top now says 'Closed'.", None, "The issue is closed."),
        ]
        check = page_content(f"__GITLAB__/{project.path}/-/issues/{issue['iid']}", locator=STATE, equals="Closed")
        instances.append(Instance({"title": issue["title"], "project": project.full_name}, evaluation(pages=[check]), demo))
    return Template(12, "Close the issue '{{title}}' in {{project}}.", instances)


LAST_WORDS = (
    ("bollard", 0, "Solved by the last release, thank you for the report."),
    ("volunteer-rota", 0, "No longer needed after the redesign."),
    ("quayside", 0, "We will not work on this before autumn."),
)


def comment_and_close(db: sqlite3.Connection, wanted: Sequence[tuple[str, int, str]] = LAST_WORDS) -> Template:
    """Write a comment and close with the same button."""
    instances = []
    for index, (path, place, text) in enumerate(wanted):
        project, found = open_issues(db, path)
        issue = found[place]
        demo = open_issue(project, issue["title"], index)
        if issue["comments"] >= LONG:
            demo.append(scroll("down", "Scroll down to the comment field at the end of the page.", "The field is below the comments."))
        demo += [
            type_("Write a comment", text, f"Type '{text}' into the comment field below the activity.", "Write the comment."),
            click("button", "Comment & close issue", "Click 'Comment & close issue' below the field.", "One button does both."),
            finish("Stop here: the comment is posted and the issue is closed.", None, "Both are done."),
        ]
        url = f"__GITLAB__/{project.path}/-/issues/{issue['iid']}"
        checks = [page_content(url, "Mara Lindqvist", text, locator=LAST_NOTE), page_content(url, locator=STATE, equals="Closed")]
        instances.append(Instance({"text": text, "title": issue["title"], "project": project.full_name}, evaluation(pages=checks), demo))
    return Template(13, "Comment \"{{text}}\" on the issue '{{title}}' in {{project}} and close the issue.", instances)


NEW_ISSUES = (  # project, title, assignee, label, due date
    ("quayside", "Release notes omit the last commit", "Piet Hoekstra", "bug", "2026-04-10"),
    ("shelf-label-printer", "Larger type for allergens", "Gareth Pugh", "enhancement", "2026-05-04"),
    ("kiln-controller", "Describe the wiring of the lid switch", "Marcus Thibault", "documentation", "2026-03-27"),
    ("lantern-ui", "Colour tokens for high contrast", "Aiko Morimoto", "accessibility", "2026-04-22"),
)


def create_issues(db: sqlite3.Connection, wanted: Sequence[tuple[str, str, str, str, str]] = NEW_ISSUES) -> Template:
    """Fill in the form for a new issue."""
    instances = []
    for index, (path, title, assignee, label, due) in enumerate(wanted):
        project = projects(db)[path]
        demo = open_project(project, index) + navigate("Issues", "List", index)
        demo += [
            click("link", "New issue", "Click 'New issue' at the top right of the list.", "Start the form."),
            type_("Title", title, f"Type '{title}' into the 'Title' field.", "Give the title."),
            select("Assignee", assignee, f"Choose '{assignee}' in the 'Assignee' list below the description.", "Assign the person."),
            select("Labels", label, f"Open the 'Labels' box and choose '{label}' from its list.", "Set the label.", role="button"),
            type_("Due date", due, f"Type {due} into the 'Due date' field beside the labels.", "Set the due date."),
            click("button", "Create issue", "Click 'Create issue' at the bottom of the form.", "Save it."),
            finish("Stop here: the new issue is shown with its assignee, label and due date.", None, "The issue exists."),
        ]
        check = page_content(
            f"__GITLAB__/{project.path}/-/issues?search={quote(title)}",
            title,
            assignee,
            label,
            f"due {day(due)}",
            locator="document.querySelector('.issue-row').innerText",
        )
        instances.append(
            Instance(
                {"title": title, "project": project.full_name, "person": assignee, "label": label, "date": day(due)},
                evaluation(pages=[check]),
                demo,
            )
        )
    return Template(
        14,
        "Create an issue titled '{{title}}' in {{project}}, assign it to {{person}}, label it '{{label}}' and make it due on {{date}}.",
        instances,
    )


ASSIGNMENTS = (
    ("dockhand", "Noor El-Sayed", "2026-04-03"),
    ("pantry-api", "Kwabena Asante", "2026-04-17"),
    ("wickbuild", "Anders Rosenqvist", "2026-05-08"),
)


def assign_with_due_date(db: sqlite3.Connection, wanted: Sequence[tuple[str, str, str]] = ASSIGNMENTS) -> Template:
    """Two attributes in the right column."""
    instances = []
    for index, (path, person, due) in enumerate(wanted):
        project, found = open_issues(db, path, "assignee_id IS NULL AND due_date = ''")
        issue = found[0]
        demo = open_issue(project, issue["title"], index)
        demo += [
            click("button", "Edit", "Click 'Edit' beside 'Assignee' in the right column.", "Change the assignee.", row="Assignee"),
            click("option", person, f"Choose '{person}' in the list of members.", "Assign the person."),
            click("button", "Edit", "Click 'Edit' beside 'Due date' in the right column.", "Change the due date.", row="Due date"),
            type_("New due date", due, f"Type {due} into the 'New due date' field.", "Enter the date."),
            click("button", "Save date", "Click 'Save date' below the field to store it.", "Save it."),
            finish("Stop here: assignee and due date are shown in the right column.", None, "Both are set."),
        ]
        url = f"__GITLAB__/{project.path}/-/issues/{issue['iid']}"
        checks = [
            page_content(url, locator="document.querySelector('[data-attribute=assignee] .value a').innerText", equals=person),
            page_content(url, locator=attribute("due"), equals=day(due)),
        ]
        instances.append(
            Instance(
                {"title": issue["title"], "project": project.full_name, "person": person, "date": day(due)}, evaluation(pages=checks), demo
            )
        )
    return Template(15, "Assign the issue '{{title}}' in {{project}} to {{person}} and set its due date to {{date}}.", instances)


LABELLED = (
    ("quayside", "blocked"),
    ("contour-tiles", "help wanted"),
    ("volunteer-rota", "needs triage"),
)


def label_and_milestone(db: sqlite3.Connection, wanted: Sequence[tuple[str, str]] = LABELLED) -> Template:
    """A label more, and a milestone."""
    instances = []
    for index, (path, label) in enumerate(wanted):
        milestone = value(
            db, "SELECT title FROM milestones WHERE project_id = ? AND state = 'open' ORDER BY iid LIMIT 1", projects(db)[path].id
        )
        condition = (
            f"ifnull(milestone, '') <> '{milestone}' AND id NOT IN (SELECT issue_id FROM issue_labels x JOIN labels l "
            f"ON l.id = x.label_id WHERE l.name = '{label}')"
        )
        project, found = open_issues(db, path, condition)
        issue = found[-1]
        old = [
            row["name"]
            for row in rows(db, "SELECT l.name FROM issue_labels x JOIN labels l ON l.id = x.label_id WHERE x.issue_id = ?", issue["id"])
        ]
        demo = open_issue(project, issue["title"], index + 1)
        demo += [
            click("button", "Edit", "Click 'Edit' in the 'Labels' block of the right column.", "Change the labels.", row="Labels"),
            click("option", label, f"Click '{label}' in the list of labels to tick it.", "Add the label."),
            click("button", "Apply labels", "Click 'Apply labels' at the bottom of the list.", "Save the labels."),
            select(
                "Edit",
                milestone,
                f"Open 'Edit' beside 'Milestone' and choose '{milestone}'.",
                "Set the milestone.",
                role="button",
                row="Milestone",
            ),
            finish("Stop here: the right column shows the new label and the milestone.", None, "Both are set."),
        ]
        url = f"__GITLAB__/{project.path}/-/issues/{issue['iid']}"
        checks = [
            page_content(url, label, *old, locator=attribute("labels")),
            page_content(url, locator=attribute("milestone"), equals=milestone),
        ]
        values = {"label": label, "title": issue["title"], "project": project.full_name, "milestone": milestone}
        instances.append(Instance(values, evaluation(pages=checks), demo))
    return Template(
        16,
        "Add the label '{{label}}' to the issue '{{title}}' in {{project}} and put the issue into the milestone {{milestone}}.",
        instances,
    )


def triage(db: sqlite3.Connection) -> Template:
    """A round of triage: two issues of a project, five changes."""
    instances = []
    for index, (path, label, due) in enumerate(
        (("pantry-api", "needs triage", "2026-04-01"), ("ropewalk", "blocked", "2026-03-30"), ("lantern-ui", "help wanted", "2026-04-15"))
    ):
        project, found = open_issues(db, path, "ifnull(assignee_id, 0) <> 1 AND due_date = ''")
        first, second = found[0], found[1]
        text = f"Closing in favour of '{first['title']}'."
        demo = open_project(project, index) + navigate("Issues", "List", index)
        demo.append(click("link", first["title"], f"Click the issue '{first['title']}' in the list.", "The first issue of the round."))
        demo += set_attributes(label, due)
        demo += [
            click("link", "List", "Click 'List' below 'Issues' in the left sidebar to return to the issues.", "On to the second issue."),
            click("link", second["title"], f"Click '{second['title']}' in the list of issues.", "The second issue."),
            type_("Write a comment", text, f'Type "{text}" into the comment field.', "Say why it is closed."),
            click("button", "Comment & close issue", "Click 'Comment & close issue' below the field.", "Post and close."),
            finish("Stop here: the first issue is prepared and the second one is closed.", None, "All changes are made."),
        ]
        urls = [f"__GITLAB__/{project.path}/-/issues/{issue['iid']}" for issue in (first, second)]
        checks = [
            page_content(
                urls[0], locator="document.querySelector('[data-attribute=assignee] .value a').innerText", equals="Mara Lindqvist"
            ),
            page_content(urls[0], label, locator=attribute("labels")),
            page_content(urls[0], locator=attribute("due"), equals=day(due)),
            page_content(urls[0], locator=STATE, equals="Open"),
            page_content(urls[1], locator=STATE, equals="Closed"),
            page_content(urls[1], "Mara Lindqvist", text, locator=LAST_NOTE),
        ]
        values = {
            "project": project.full_name,
            "first": first["title"],
            "label": label,
            "date": day(due),
            "second": second["title"],
            "text": text,
        }
        instances.append(Instance(values, evaluation(pages=checks), demo))
    return Template(
        17,
        "Triage two issues in {{project}}. Assign '{{first}}' to me, add the label '{{label}}' and make it due on {{date}}. Then close "
        "'{{second}}' with the comment \"{{text}}\"",
        instances,
    )


def set_attributes(label: str, due: str) -> Steps:
    """Assignee (the account), one more label and a due date, on an issue's page."""
    return [
        click("button", "Edit", "Click 'Edit' beside 'Assignee' in the right column.", "Change the assignee.", row="Assignee"),
        click("option", "Mara Lindqvist", "Choose 'Mara Lindqvist' in the list of members.", "That is me."),
        click("button", "Edit", "Click 'Edit' beside 'Labels' in the right column.", "Change the labels.", row="Labels"),
        click("option", label, f"Click '{label}' in the list so that it is ticked.", "Add the label."),
        click("button", "Apply labels", "Click 'Apply labels' below the list of labels.", "Save the labels."),
        click("button", "Edit", "Click 'Edit' beside 'Due date' in the right column.", "Change the due date.", row="Due date"),
        type_("New due date", due, f"Type {due} into the 'New due date' field.", "Enter the date."),
        click("button", "Save date", "Click 'Save date' to store the due date.", "Save it."),
    ]


ISSUES = (close_issues, comment_and_close, create_issues, assign_with_due_date, label_and_milestone, triage)
