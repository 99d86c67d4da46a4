"""Tasks that end with an answer or a list from the issues."""

import sqlite3
from collections.abc import Sequence
from urllib.parse import urlencode

from mag.miniarena.gitlab.data_prose import CLOSINGS
from mag.miniarena.gitlab.tasks_common import LONG, Steps, navigate, open_project, pick, projects, rows, value
from mag.miniarena.spec import (
    Instance,
    Template,
    click,
    evaluation,
    exact,
    finish,
    fuzzy,
    press_enter,
    scroll,
    select,
    type_,
)

LABEL_COUNTS = (("lantern-ui", 0), ("contour-tiles", 1), ("pantry-api", 0), ("volunteer-rota", 0))  # project, place of the label by use


def label_counts(db: sqlite3.Connection, wanted: Sequence[tuple[str, int]] = LABEL_COUNTS) -> Template:
    """Count issues with a label, by the filter or on the page of labels."""
    instances = []
    for index, (path, place) in enumerate(wanted):
        project = projects(db)[path]
        row = rows(
            db,
            "SELECT l.name, count(*) AS issues FROM labels l JOIN issue_labels x ON x.label_id = l.id JOIN issues i ON i.id = "
            "x.issue_id WHERE l.project_id = ? AND i.state = 'open' GROUP BY l.id ORDER BY issues DESC, l.name LIMIT 1 OFFSET ?",
            project.id,
            place,
        )[0]
        answer = str(row["issues"])
        demo = open_project(project, index)
        if index % 2:
            demo += navigate("Project information", "Labels", index)
            demo.append(finish(f"Report {answer}, the number of open issues in the row of '{row['name']}'.", answer, "The table shows it."))
        else:
            demo += navigate("Issues", "List", index)
            demo += [
                select("Label", row["name"], f"Choose '{row['name']}' in the 'Any label' list above the issues.", "Filter by this label."),
                click("button", "Apply filters", "Click 'Apply filters' to the right of the filter lists.", "Apply the filter."),
                finish(f"Report {answer}, the number on the 'Open' tab.", answer, "The tab counts the open ones."),
            ]
        instances.append(Instance({"label": row["name"], "project": project.full_name}, evaluation(exact(answer)), demo))
    return Template(4, "How many open issues of {{project}} have the label '{{label}}'?", instances)


def closing_reasons(db: sqlite3.Connection) -> Template:
    """Find a closed issue and read its last comment."""
    instances: list[Instance] = []
    wanted = (CLOSINGS[1], CLOSINGS[2], CLOSINGS[4], CLOSINGS[5])
    for index, (reason, comment, other) in enumerate(wanted):
        row = rows(
            db,
            "SELECT i.title, p.path, (SELECT count(*) FROM issues c WHERE c.project_id = p.id AND c.state = 'closed') AS closed, "
            "i.comments FROM issue_list i JOIN notes n ON n.issue_id = i.id "
            "JOIN members m ON m.project_id = i.project_id AND m.user_id = 1 JOIN projects p ON p.id = i.project_id "
            "WHERE i.state = 'closed' AND n.body = ? GROUP BY i.id HAVING closed < 15 ORDER BY i.id LIMIT 1 OFFSET 1",
            comment,
        )[0]
        project = projects(db)[row["path"]]
        demo = open_project(project, index) + navigate("Issues", "List", index)
        demo += [
            click("link", f"Closed {row['closed']}", "Click the 'Closed' tab above the list of issues.", "The issue is closed."),
            click("link", row["title"], f"Click '{row['title']}' in the list of closed issues.", "This is the issue."),
        ]
        if row["comments"] >= LONG:
            guide = "Scroll down to the last comment, just before the line that says the issue was closed."
            demo.append(scroll("down", guide, "The reason comes last."))
        demo.append(finish(f"Report the reason given in the closing comment: {reason}.", reason, "The last comment explains it."))
        instances.append(
            Instance({"title": row["title"], "project": project.full_name}, evaluation(fuzzy(reason, other, *reason_words(reason))), demo)
        )
    return Template(6, "Why was the issue '{{title}}' in {{project}} closed? Give the reason in a few words.", instances)


def reason_words(reason: str) -> tuple[str, ...]:
    """Further wordings that mean the reason."""
    return {
        "cannot reproduce": ("cannot be reproduced", "nobody can reproduce it", "can reproduce nobody"),
        "works as designed": ("as designed", "by design"),
        "out of scope": ("scope",),
        "stale": ("three months without answer",),
    }[reason]


def searched_assignees(db: sqlite3.Connection, most: int = 3) -> Template:
    """Search issues of the whole site."""
    instances = []
    titles = rows(
        db,
        "SELECT i.title, i.assignee, i.full_name FROM issue_list i WHERE i.visibility = 'public' AND i.state = 'open' AND "
        "i.assignee IS NOT NULL AND (SELECT count(*) FROM issues o WHERE o.title = i.title) = 1 AND i.project_id NOT IN "
        "(SELECT project_id FROM members WHERE user_id = 1) ORDER BY i.comments DESC, i.id LIMIT ?",
        most,
    )
    for index, row in enumerate(titles):
        count = value(db, "SELECT count(*) FROM issues WHERE title LIKE ? OR description LIKE ?", f"%{row['title']}%", f"%{row['title']}%")
        demo: Steps = [
            type_(
                "Search Codeyard",
                row["title"],
                f"Type '{row['title']}' into the search field in the top bar.",
                "Search the whole site.",
                role="searchbox",
            ),
            press_enter("Press Enter to start the search across all projects.", "Run it."),
            click(
                "link",
                f"Issues {count}",
                pick(("Click the 'Issues' tab above the results.", "Switch to the 'Issues' tab of the search results."), index),
                "The title belongs to an issue.",
            ),
            finish(f"Report {row['assignee']}, shown at the right of the issue.", row["assignee"], "The row shows the assignee."),
        ]
        instances.append(Instance({"title": row["title"]}, evaluation(exact(row["assignee"])), demo))
    return Template(8, "Who is the issue '{{title}}' assigned to?", instances)


ORDERS = {
    "due": ("Due date", "due date"),
    "comments": ("Popularity", "popularity"),
    "updated": ("Updated date", "date of the last update"),
    "title": ("Title", "title"),
}
SORTED = (("quayside", "due", 0), ("pantry-api", "comments", 0), ("lantern-ui", "updated", 0), ("contour-tiles", "title", 0))


def sorted_lists(db: sqlite3.Connection, wanted: Sequence[tuple[str, str, int]] = SORTED) -> Template:
    """Filter by assignee, then choose an order from the custom menu; the assignees by their number of issues."""
    instances = []
    for index, (path, key, place) in enumerate(wanted):
        option, words = ORDERS[key]
        project = projects(db)[path]
        row = rows(
            db,
            "SELECT assignee, assignee_username, count(*) AS issues FROM issue_list WHERE project_id = ? AND state = 'open' AND "
            "assignee_id > 1 GROUP BY assignee_id ORDER BY issues DESC, assignee LIMIT 1 OFFSET ?",
            project.id,
            place,
        )[0]
        demo = open_project(project, index) + navigate("Issues", "List", index)
        demo += [
            select("Assignee", row["assignee"], f"Choose '{row['assignee']}' in the 'Any assignee' list.", "Only this person's issues."),
            click("button", "Apply filters", "Click 'Apply filters' so that the list is narrowed down.", "Apply the filter."),
            select(
                "Sort by",
                option,
                f"Open the sort menu 'Created date' at the right and choose '{option}'.",
                f"Sort by {words}.",
                role="button",
            ),
            finish("Stop here: the filtered list is shown in the order asked for.", None, "The list is as wanted."),
        ]
        query = urlencode({"assignee": row["assignee_username"], "sort": key})
        instances.append(
            Instance(
                {"project": project.full_name, "person": row["assignee"], "order": words},
                evaluation(url=f"__GITLAB__/{project.path}/-/issues?{query}"),
                demo,
            )
        )
    return Template(9, "Show the open issues of {{project}} that are assigned to {{person}}, sorted by {{order}}.", instances)


READERS = (label_counts, closing_reasons, searched_assignees, sorted_lists)
