"""Tasks about merge requests and files, and the long one that sets up a project."""

import sqlite3
from collections.abc import Sequence
from urllib.parse import quote

from mag.miniarena.gitlab.tasks_common import Steps, navigate, open_project, pick, projects, rows
from mag.miniarena.gitlab.tasks_issues import open_issues
from mag.miniarena.gitlab.ui import day
from mag.miniarena.gitlab.views_project import project_slug
from mag.miniarena.spec import Instance, Template, click, evaluation, finish, page_content, select, type_


def approve_requests(db: sqlite3.Connection) -> Template:
    """From the list of reviews."""
    instances = []
    for index, row in enumerate(
        rows(db, "SELECT * FROM request_list WHERE reviewer_id = 1 AND state = 'open' AND NOT draft ORDER BY updated DESC LIMIT 3")
    ):
        demo: Steps = [
            click(
                "link",
                "Reviews",
                pick(("Click 'Reviews' in the top bar, beside 'My issues'.", "Open 'Reviews' at the right of the top bar."), index),
                "Requests for my review are listed there.",
            ),
            click("link", row["title"], f"Click the merge request '{row['title']}'.", "This one waits for me."),
            click("button", "Approve", "Click 'Approve' in the box below the description.", "Approve it."),
            finish("Stop here: your name is among those who approved it.", None, "It is approved."),
        ]
        check = page_content(
            f"__GITLAB__/{row['full_path']}/-/merge_requests/{row['iid']}",
            "Mara Lindqvist",
            locator="document.querySelector('.approved-by').innerText",
        )
        instances.append(Instance({"title": row["title"]}, evaluation(pages=[check]), demo))
    return Template(31, "Approve the merge request '{{title}}' that waits for my review.", instances)


def merge_requests(db: sqlite3.Connection) -> Template:
    """Merge through the dialog, and let the branch go."""
    instances = []
    chosen = rows(
        db,
        "SELECT r.* FROM request_list r JOIN members m ON m.project_id = r.project_id AND m.user_id = 1 WHERE r.state = 'open' AND "
        "NOT r.draft AND ifnull(r.reviewer_id, 0) <> 1 AND m.role IN ('Developer', 'Maintainer', 'Owner') ORDER BY r.updated DESC LIMIT 3",
    )
    for index, row in enumerate(chosen):
        project = projects(db)[row["full_path"].split("/")[1]]
        branches = [
            branch["name"]
            for branch in rows(
                db,
                "SELECT name FROM branches WHERE project_id = ? AND name <> ? ORDER BY name <> 'main', name",
                project.id,
                row["source_branch"],
            )
        ]
        demo = open_project(project, index)
        demo += [
            click("link", "Merge requests", "Click 'Merge requests' in the left sidebar.", "Open the list."),
            click("link", row["title"], f"Open '{row['title']}' from the list.", "This is the one."),
            click("button", "Merge…", "Click the green 'Merge…' button in the box below the description.", "Open the dialog."),
            click("checkbox", "Delete source branch", "Tick 'Delete source branch' in the dialog.", "The branch should go."),
            click("button", "Confirm merge", "Click 'Confirm merge' at the bottom of the dialog.", "Merge it."),
            finish("Stop here: the badge at the top says 'Merged'.", None, "It is merged."),
        ]
        base = f"__GITLAB__/{project.path}/-"
        checks = [
            page_content(
                f"{base}/merge_requests/{row['iid']}", locator="document.querySelector('.issue-bar .state').innerText", equals="Merged"
            ),
            page_content(
                f"{base}/branches",
                equals=" ".join(branches),
                locator="[...document.querySelectorAll('.branch-row .row-title a')].map(link => link.innerText).join(' ')",
            ),
        ]
        instances.append(Instance({"title": row["title"], "project": project.full_name}, evaluation(pages=checks), demo))
    return Template(32, "Merge the merge request '{{title}}' in {{project}} and delete its source branch.", instances)


MAINTAINED = (("bollard", 0), ("pantry-api", 0), ("quayside", 0))  # project, place of the issue among those of nobody, newest first
FILES = (
    ("quayside", "SECURITY.md", "Send reports to security@codeyard.test"),
    ("sourdough-timer", "docs/flour.md", "Rye needs less time than wheat."),
)


def assign_maintainer(db: sqlite3.Connection, wanted: Sequence[tuple[str, int]] = MAINTAINED) -> Template:
    """Any of several people will do; who they are stands on another page."""
    instances = []
    for index, (path, place) in enumerate(wanted):
        names = [
            row["name"]
            for row in rows(
                db,
                "SELECT u.name FROM members m JOIN users u ON u.id = m.user_id JOIN projects p ON p.id = m.project_id "
                "WHERE p.path = ? AND m.role = 'Maintainer' ORDER BY u.name",
                path,
            )
        ]
        project, found = open_issues(db, path, "assignee_id IS NULL")
        issue, chosen = found[place], names[index % len(names)]
        demo = open_project(project, index) + navigate("Project information", "Members", index) + navigate("Issues", "List", index + 1)
        demo += [
            click("link", issue["title"], f"Click the issue '{issue['title']}' in the list.", f"{chosen} is a maintainer."),
            click("button", "Edit", "Click 'Edit' beside 'Assignee' in the right column.", "Nobody is assigned yet.", row="Assignee"),
            click("option", chosen, f"Choose '{chosen}', one of the maintainers, in the list.", "Assign the person."),
            finish(f"Stop here: the issue is assigned to {chosen}.", None, "A maintainer has it."),
        ]
        check = page_content(
            f"__GITLAB__/{project.path}/-/issues/{issue['iid']}",
            " |OR| ".join(names),
            locator="document.querySelector('[data-attribute=assignee] .value a').innerText",
        )
        instances.append(Instance({"title": issue["title"], "project": project.full_name}, evaluation(pages=[check]), demo))
    return Template(
        35, "Assign the issue '{{title}}' in {{project}} to one of the people who have the role Maintainer there.", instances, core=True
    )


def add_files(db: sqlite3.Connection, wanted: Sequence[tuple[str, str, str]] = FILES) -> Template:
    """Write a file in the browser."""
    instances = []
    for index, (path, name, text) in enumerate(wanted):
        project = projects(db)[path]
        demo = open_project(project, index)
        demo += [
            click("link", "New file", "Click 'New file' above the list of files.", "Start the form."),
            type_("File name", name, f"Type '{name}' into the 'File name' field.", "Name the file."),
            type_("Content", text, f"Type '{text}' into the large 'Content' field.", "Write the text."),
            click("button", "Commit changes", "Click 'Commit changes' at the bottom of the form.", "Commit it."),
            finish("Stop here: the new file is shown.", None, "The file exists."),
        ]
        check = page_content(f"__GITLAB__/{project.path}/-/blob/{name}", text, f"/-/blob/{name}")
        instances.append(Instance({"name": name, "text": text, "project": project.full_name}, evaluation(pages=[check]), demo))
    return Template(33, 'Add a file {{name}} with the text "{{text}}" to {{project}}.', instances, core=True)


SETUPS = (  # project, visibility, milestone, due, issue, issue's due date
    ("Tide Clock", "Public", "First working clock", "2026-06-30", "Draw the dial", "2026-05-15"),
    ("Compost Diary", "Internal", "Beta for friends", "2026-05-29", "Photograph every heap", "2026-04-20"),
    ("Loom Patterns", "Public", "Version one", "2026-07-17", "Collect twelve patterns", "2026-06-01"),
)


def set_up_projects(db: sqlite3.Connection) -> Template:
    """A project with a milestone and an issue in it."""
    instances = []
    for name, visibility, milestone, due, title, issue_due in SETUPS:
        demo = [*create_project(name, visibility), *create_milestone(milestone, due), *create_issue(title, milestone, issue_due)]
        url = f"__GITLAB__/mara.lindqvist/{project_slug(name)}"
        row = "document.querySelector('.issue-row').innerText"
        checks = [
            page_content(url, locator="document.querySelector('.project-head .visibility').title", equals=visibility),
            page_content(url, "README.md", locator="document.querySelector('.files').innerText"),
            page_content(f"{url}/-/milestones", milestone, day(due), locator="document.querySelector('.milestone-row').innerText"),
            page_content(f"{url}/-/issues?search={quote(title)}", title, milestone, f"due {day(issue_due)}", "Mara Lindqvist", locator=row),
        ]
        values = {
            "visibility": visibility.lower(),
            "name": name,
            "milestone": milestone,
            "due": day(due),
            "title": title,
            "date": day(issue_due),
        }
        instances.append(Instance(values, evaluation(pages=checks), demo))
    return Template(
        34,
        "Create a project '{{name}}' with {{visibility}} visibility and a README in my namespace. Add a milestone '{{milestone}}' due on "
        "{{due}} and, in that milestone, an issue '{{title}}' that is assigned to me and due on {{date}}.",
        instances,
    )


def create_project(name: str, visibility: str) -> Steps:
    """From the start page to a new project with a readme."""
    return [
        click("link", "New project", "Click the green 'New project' button above your project list.", "First the project."),
        type_("Project name", name, f"Type '{name}' into the 'Project name' field.", "Name it."),
        click("radio", visibility, f"Select '{visibility}' under 'Visibility level' in the middle of the form.", "Set who can see it."),
        click(
            "checkbox",
            "Initialize repository with a README",
            "Tick 'Initialize repository with a README' below the visibility levels.",
            "A README is wanted.",
        ),
        click("button", "Create project", "Click 'Create project' to make the project.", "Create it."),
    ]


def create_milestone(title: str, due: str) -> Steps:
    """From a project's page to a new milestone."""
    return [
        *navigate("Issues", "Milestones"),
        click("link", "New milestone", "Click 'New milestone' at the top right of the empty list.", "Start the form."),
        type_("Title", title, f"Type '{title}' into the 'Title' field of the milestone.", "Name it."),
        type_("Due date", due, f"Type {due} into the 'Due date' field.", "Set the date."),
        click("button", "Create milestone", "Click 'Create milestone' at the bottom of the form.", "Save the milestone."),
    ]


def create_issue(title: str, milestone: str, due: str) -> Steps:
    """From a milestone's page to a new issue in it."""
    return [
        click("link", "List", "Click 'List' below 'Issues' in the left sidebar.", "Now the issue."),
        click("link", "New issue", "Click 'New issue' at the top right of the list.", "Start the form."),
        type_("Title", title, f"Type '{title}' into the 'Title' field of the issue.", "Name it."),
        click("button", "Assign to me", "Click 'Assign to me' below the 'Assignee' list.", "It is my issue."),
        select("Milestone", milestone, f"Choose '{milestone}' in the 'Milestone' list.", "Put it into the milestone."),
        type_("Due date", due, f"Type {due} into the 'Due date' field of the issue.", "Set the date."),
        click("button", "Create issue", "Click 'Create issue' at the bottom of the form.", "Save the issue."),
        finish("Stop here: project, milestone and issue are all in place.", None, "Everything exists."),
    ]


WORK = (approve_requests, merge_requests, assign_maintainer, add_files, set_up_projects)
