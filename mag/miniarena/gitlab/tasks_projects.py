"""Tasks about whole projects: making, forking, describing, starring them."""

import sqlite3
from collections.abc import Sequence

from mag.miniarena.gitlab.tasks_common import Steps, navigate, open_project, pick, projects, rows, search_project
from mag.miniarena.gitlab.views_project import project_slug
from mag.miniarena.spec import Instance, Template, click, evaluation, finish, page_content, select, type_

NEW_PROJECTS = (
    ("glaze-calculator", "Public", "Mara Lindqvist", True),
    ("Crate Scanner", "Internal", "OpenLarder", False),
    ("night-watch", "Private", "Harbour Tools", True),
    ("Seed Library", "Public", "OpenLarder", True),
)


def create_projects(db: sqlite3.Connection) -> Template:
    """The form for a blank project."""
    instances = []
    for index, (name, visibility, owner, with_readme) in enumerate(NEW_PROJECTS):
        demo: Steps = (
            [click("link", "New project", "Click the green 'New project' button at the top right.", "Start the form.")]
            if index % 2
            else [
                click("button", "Projects", "Click 'Projects' in the top bar to open its menu.", "The menu has an entry for new projects."),
                click("link", "New project", "Choose 'New project' in the menu below 'Projects'.", "Start the form.", nth=0),
            ]
        )
        demo.append(type_("Project name", name, f"Type '{name}' into the 'Project name' field.", "Name the project."))
        if owner != "Mara Lindqvist":
            demo.append(
                select("Namespace", owner, f"Choose '{owner}' in the 'Namespace' list below the name.", "The project belongs to the group.")
            )
        if visibility != "Private":
            demo.append(
                click(
                    "radio", visibility, f"Select '{visibility}' under 'Visibility level' in the middle of the form.", "Set who can see it."
                )
            )
        if with_readme:
            demo.append(
                click(
                    "checkbox",
                    "Initialize repository with a README",
                    "Tick 'Initialize repository with a README' near the end of the form.",
                    "It should start with a README.",
                )
            )
        demo += [
            click("button", "Create project", "Click 'Create project' at the bottom of the form.", "Create it."),
            finish("Stop here: the page of the new project is shown.", None, "The project exists."),
        ]
        namespace = "mara.lindqvist" if owner == "Mara Lindqvist" else project_slug(owner)
        url = f"__GITLAB__/{namespace}/{project_slug(name)}"
        files = "README.md" if with_readme else ""
        checks = [
            page_content(url, locator="document.querySelector('.project-head .visibility').title", equals=visibility),
            page_content(url, name, locator="document.querySelector('.project-head h1').innerText"),
            page_content(
                url,
                locator="[...document.querySelectorAll('.files td:first-child')].map(cell => cell.innerText.trim()).join(' ')",
                equals=files,
            ),
        ]
        values = {
            "visibility": visibility.lower(),
            "name": name,
            "owner": "my own namespace" if owner == "Mara Lindqvist" else f"the group {owner}",
            "readme": "with a README file" if with_readme else "without any files",
        }
        instances.append(Instance(values, evaluation(pages=checks), demo))
    return Template(24, "Create a project named '{{name}}' in {{owner}} with {{visibility}} visibility, {{readme}}.", instances)


FORKS = (
    ("trailmark", "my own namespace", ""),
    ("pocket-synth", "my own namespace", ""),
    ("hedgerow-survey", "the group OpenLarder", "OpenLarder"),
)


def fork_projects(db: sqlite3.Connection, wanted: Sequence[tuple[str, str, str]] = FORKS) -> Template:
    """Copy somebody else's project."""
    instances = []
    for index, (path, owner, namespace) in enumerate(wanted):
        project = projects(db)[path]
        demo = search_project(project, index)
        demo.append(click("link", "Fork", "Click 'Fork' at the top right of the project.", "Start the fork."))
        if namespace:
            demo.append(
                select("Namespace", namespace, f"Choose '{namespace}' in the 'Namespace' list of the form.", "The fork goes to the group.")
            )
        demo += [
            click("button", "Fork project", "Click 'Fork project' at the bottom of the form.", "Make the copy."),
            finish("Stop here: a message says that the project was forked.", None, "The fork exists."),
        ]
        target = f"{project_slug(namespace) if namespace else 'mara.lindqvist'}/{path}"
        check = page_content(
            f"__GITLAB__/{target}", f"Forked from {project.full_name}", locator="document.querySelector('.project-head').innerText"
        )
        instances.append(Instance({"project": project.full_name, "owner": owner}, evaluation(pages=[check]), demo))
    return Template(25, "Fork {{project}} into {{owner}}.", instances, unseen=True)


DESCRIPTIONS = (
    ("dockhand", "Keeps the disks of container hosts from filling up."),
    ("reading-log", "What I read, with short and honest notes."),
    ("route-planner", "Van rounds for food banks, planned around cold chains."),
)


def describe_projects(db: sqlite3.Connection, wanted: Sequence[tuple[str, str]] = DESCRIPTIONS) -> Template:
    """One of the collapsed parts of the settings."""
    instances = []
    for index, (path, text) in enumerate(wanted):
        project = projects(db)[path]
        demo = open_project(project, index) + navigate("Settings", "General", index)
        demo += [
            click(
                "button",
                "Expand",
                "Click 'Expand' to the right of 'Naming, description, topics'.",
                "The form is folded away.",
                row="Naming",
            ),
            type_(
                "Project description (optional)", text, f"Replace the text of 'Project description' with '{text}'.", "Write the new text."
            ),
            click("button", "Save changes", "Click 'Save changes' below the description to store it.", "Save it."),
            finish("Stop here: a message confirms that the project was updated.", None, "It is saved."),
        ]
        check = page_content(f"__GITLAB__/{project.path}", locator="document.querySelector('.project-description').innerText", equals=text)
        instances.append(Instance({"project": project.full_name, "text": text}, evaluation(pages=[check]), demo))
    return Template(26, 'Change the description of {{project}} to "{{text}}"', instances)


def star_projects(db: sqlite3.Connection) -> Template:
    """The most starred project of a language, from the list of all projects."""
    instances = []
    for index, language in enumerate(("Python", "Go", "Rust", "C")):
        row = rows(
            db,
            "SELECT path, star_count FROM projects WHERE language = ? AND visibility <> 'private' ORDER BY star_count DESC LIMIT 1",
            language,
        )[0]
        project = projects(db)[row["path"]]
        demo: Steps = [
            click(
                "link",
                "Explore",
                pick(("Click the 'Explore' tab above the project list.", "Open the 'Explore' tab next to 'Starred'."), index),
                "All projects are listed there.",
            ),
            select("Language", language, f"Choose '{language}' in the 'Any language' list.", "Only this language."),
            click("button", "Filter", "Click 'Filter' beside the lists to apply the language.", "Apply the filter."),
            select(
                "Sort by",
                "Most stars",
                "Open the 'Last updated' menu at the right and choose 'Most stars'.",
                "The most starred comes first.",
                role="button",
            ),
            click("link", project.full_name, f"Click the first project of the list, '{project.full_name}'.", "It has the most stars."),
            click("button", "Star", "Click 'Star' at the top right of the project.", "Give the star."),
            finish("Stop here: the button now says 'Unstar'.", None, "The star is given."),
        ]
        check = page_content(f"__GITLAB__/{project.path}", locator="document.querySelector('.star-button').innerText", equals="Unstar")
        instances.append(Instance({"language": language}, evaluation(pages=[check]), demo))
    return Template(27, "Star the {{language}} project that has the most stars of all projects I can see.", instances)


PROJECTS = (create_projects, fork_projects, describe_projects, star_projects)
