"""What the task modules share: projects as a person finds them, and the steps that lead there."""

import sqlite3
from collections.abc import Sequence
from typing import Any, NamedTuple

from mag.miniarena.gitlab.world import ACCOUNT_ID
from mag.miniarena.spec import click, press_enter, type_
from mag.shown import DemoStep

Steps = list[DemoStep]
PAGE_SIZE = 10  # projects on a page of the dashboard
LONG = 4  # comments that push the end of an issue's page beyond the fold


class Project(NamedTuple):
    """A project as the tasks speak of it."""

    id: int
    path: str  # group/project
    full_name: str  # Group / Project
    name: str
    place: int  # on the dashboard, 0 first; -1 when the account is not a member


def projects(db: sqlite3.Connection) -> dict[str, Project]:
    """Every project the account can see, by the last part of its path."""
    mine = [
        row["project_id"]
        for row in db.execute(
            "SELECT m.project_id FROM members m JOIN projects p ON p.id = m.project_id WHERE m.user_id = ? ORDER BY p.updated DESC",
            (ACCOUNT_ID,),
        )
    ]
    rows = db.execute(
        "SELECT * FROM project_list WHERE visibility <> 'private' OR id IN (SELECT project_id FROM members WHERE user_id = ?) ORDER BY id",
        (ACCOUNT_ID,),
    ).fetchall()
    return {
        row["path"]: Project(row["id"], row["full_path"], row["full_name"], row["name"], mine.index(row["id"]) if row["id"] in mine else -1)
        for row in rows
    }


def value(db: sqlite3.Connection, sql: str, *values: Any) -> Any:
    """The single value of a query."""
    return db.execute(sql, values).fetchone()[0]


def rows(db: sqlite3.Connection, sql: str, *values: Any) -> list[sqlite3.Row]:
    """All rows of a query."""
    return db.execute(sql, values).fetchall()


def pick(options: Sequence[str], index: int) -> str:
    """Another wording for every instance."""
    return options[index % len(options)]


def open_project(project: Project, index: int = 0) -> Steps:
    """From the start page to the project: in the list when it is on the first page, else by filter or search."""
    if 0 <= project.place < PAGE_SIZE:
        return [
            click(
                "link",
                project.full_name,
                pick(
                    (
                        f"Click '{project.full_name}' in the list of your projects.",
                        f"Open the project by clicking '{project.full_name}' in the project list.",
                        f"In the list under 'Your projects', click '{project.full_name}' to open it.",
                    ),
                    index,
                ),
                "The project is on the start page.",
            )
        ]
    if project.place >= 0:
        return [
            type_(
                "Filter by name",
                project.name,
                f"Type '{project.name}' into the 'Filter by name' field above the project list.",
                "The project is not on the first page.",
                role="searchbox",
            ),
            press_enter("Press Enter so that the list shows only matching projects.", "Apply the filter."),
            click(
                "link", project.full_name, f"Click '{project.full_name}' in the filtered list to open the project.", "This is the project."
            ),
        ]
    return search_project(project, index)


def search_project(project: Project, index: int = 0) -> Steps:
    """To the project through the search field at the top."""
    return [
        type_(
            "Search Codeyard",
            project.name,
            pick(
                (
                    f"Type '{project.name}' into the 'Search Codeyard' field at the top of the page.",
                    f"Enter '{project.name}' in the search field in the middle of the top bar.",
                ),
                index,
            ),
            "The project is not mine.",
            role="searchbox",
        ),
        press_enter("Press Enter to run the search and see the matching projects.", "Run the search."),
        click(
            "link",
            project.full_name,
            pick((f"Click '{project.full_name}' in the search results.", f"Open '{project.full_name}' from the list of results."), index),
            "This is the project.",
        ),
    ]


def navigate(section: str, entry: str, index: int = 0) -> Steps:
    """Through a flyout of the project's sidebar."""
    return [
        click(
            "button",
            section,
            pick(
                (
                    f"Click '{section}' in the left sidebar to open its menu.",
                    f"Open the '{section}' menu in the sidebar on the left.",
                    f"In the project's left sidebar, click '{section}' to show its entries.",
                ),
                index,
            ),
            f"{entry} is in this menu.",
        ),
        click(
            "link",
            entry,
            pick(
                (
                    f"Click '{entry}' in the menu that opened beside the sidebar.",
                    f"Choose '{entry}' from the opened '{section}' menu beside the sidebar.",
                    f"In the flyout menu next to '{section}', click '{entry}'.",
                ),
                index,
            ),
            f"Go to the page {entry}.",
        ),
    ]


def open_issue(project: Project, title: str, index: int = 0) -> Steps:
    """From the start page to an open issue, by the list or its search field."""
    steps = open_project(project, index) + navigate("Issues", "List", index)
    if index % 2:
        steps += [
            type_(
                "Search issues",
                title,
                f"Type '{title}' into the 'Search issues' field above the list.",
                "Find the issue by its title.",
                role="searchbox",
            ),
            press_enter("Press Enter to filter the list of issues.", "Run the search."),
        ]
    return [
        *steps,
        click(
            "link",
            title,
            pick((f"Click the issue '{title}' in the list to open it.", f"Open the issue by clicking its title, '{title}'."), index),
            "This is the issue.",
        ),
    ]
