"""Tasks that end with an answer from the repository: commits, people, files, addresses."""

import sqlite3
from calendar import monthrange
from collections.abc import Sequence

from mag.miniarena.gitlab.tasks_common import navigate, open_project, projects, rows, search_project, value
from mag.miniarena.spec import (
    Instance,
    Template,
    click,
    evaluation,
    exact,
    finish,
    fuzzy,
    go_back,
    must_include,
    select,
    type_,
)

MONTHS = ("", "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December")


COMMITTED = (("quayside", 0), ("pantry-api", 0), ("lantern-ui", 0), ("trailmark", 0))  # project, place of author and month by commits
LATEST = (("quayside", 0), ("hedgerow-survey", 0), ("wickbuild", 0))  # project, place of the author by files of the last commit


def commit_counts(db: sqlite3.Connection, wanted: Sequence[tuple[str, int]] = COMMITTED) -> Template:
    """Count commits by author and month."""
    found = projects(db)
    instances = []
    for index, (path, place) in enumerate(wanted):
        project = found[path]
        row = rows(
            db,
            "SELECT u.name, substr(c.created, 1, 7) AS month, count(*) AS commits FROM commits c JOIN users u ON u.id = c.author_id "
            "WHERE c.project_id = ? AND c.branch = 'main' AND c.created >= '2025-07' AND c.author_id > 1 "
            "GROUP BY u.id, month ORDER BY commits DESC, u.name, month LIMIT 1 OFFSET ?",
            project.id,
            place,
        )[0]
        year, month = (int(part) for part in row["month"].split("-"))
        since, until = f"{row['month']}-01", f"{row['month']}-{monthrange(year, month)[1]}"
        demo = open_project(project, index) + navigate("Repository", "Commits", index)
        demo += [
            select(
                "Author", row["name"], f"Choose '{row['name']}' in the 'Any author' list above the commits.", "Only this author counts."
            ),
            type_("From date", since, f"Type {since} into the 'From' date field.", "First day of the period."),
            type_("To date", until, f"Type {until} into the 'To' date field next to it.", "Last day of the period."),
            click("button", "Apply filters", "Click 'Apply filters' to see only these commits.", "Apply author and dates."),
            finish(
                f"Report {row['commits']}, the number of commits shown above the list.", str(row["commits"]), "The count is on the page."
            ),
        ]
        instances.append(
            Instance(
                {"person": row["name"], "project": project.full_name, "period": f"{MONTHS[month]} {year}"},
                evaluation(exact(str(row["commits"]))),
                demo,
            )
        )
    return Template(1, "How many commits did {{person}} make to the main branch of {{project}} in {{period}}?", instances)


def top_contributors(db: sqlite3.Connection) -> Template:
    """Read the contributors' cards."""
    instances = []
    for index, project in enumerate(projects(db)[path] for path in ("ropewalk", "gauge-reader", "prism-charts")):
        ranking = rows(
            db,
            "SELECT u.name, count(*) AS commits FROM commits c JOIN users u ON u.id = c.author_id WHERE c.project_id = ? AND "
            "c.branch = 'main' GROUP BY u.id ORDER BY commits DESC LIMIT 2",
            project.id,
        )
        if ranking[0]["commits"] == ranking[1]["commits"]:
            continue  # no single right answer
        name = ranking[0]["name"]
        demo = open_project(project, index) + navigate("Repository", "Contributors", index + 1)
        demo.append(finish(f"Report {name}, whose card shows the most commits.", name, "The largest number belongs to this person."))
        instances.append(Instance({"project": project.full_name}, evaluation(must_include(name)), demo))
    return Template(2, "Who has made the most commits to {{project}}?", instances)


CLONES = (
    ("bollard", "SSH"),
    ("route-planner", "HTTPS"),
    ("buoy-firmware", "SSH"),
    ("waypoint-sync", "HTTPS"),
)


def clone_addresses(db: sqlite3.Connection, wanted: Sequence[tuple[str, str]] = CLONES) -> Template:
    """Open the clone menu."""
    instances = []
    for index, (path, kind) in enumerate(wanted):
        project = projects(db)[path]
        address = f"ssh://git@codeyard.test:2222/{project.path}.git" if kind == "SSH" else f"https://codeyard.test/{project.path}.git"
        demo = open_project(project, index)
        demo += [
            click("button", "Clone", "Click the green 'Clone' button above the file list.", "The addresses are behind it."),
            finish(f"Report the address in the 'Clone with {kind}' field: {address}", address, "The field shows it."),
        ]
        instances.append(Instance({"kind": kind, "project": project.full_name}, evaluation(must_include(address)), demo))
    return Template(3, "What is the {{kind}} address for cloning {{project}}?", instances)


LICENSED = ("dockhand", "pocket-synth", "ropewalk")


def licences(db: sqlite3.Connection, wanted: Sequence[str] = LICENSED) -> Template:
    """Read a file of the repository."""
    accepted = {
        "MIT License": ("MIT",),
        "Apache License 2.0": ("Apache 2.0", "Apache-2.0", "Apache version 2.0"),
        "GNU General Public License v3.0": ("GPL 3", "GPL v3", "GPLv3", "GNU General Public License 3"),
    }
    instances = []
    for index, path in enumerate(wanted):
        project = projects(db)[path]
        licence = value(db, "SELECT content FROM files WHERE project_id = ? AND path = 'LICENSE'", project.id).split("\n")[0]
        demo = open_project(project, index)
        demo += [
            click("link", "LICENSE", "Click the file 'LICENSE' in the list of files.", "The licence text names it."),
            finish(f"Report that the licence is the {licence}.", licence, "The first line says so."),
        ]
        instances.append(Instance({"project": project.full_name}, evaluation(fuzzy(licence, *accepted[licence])), demo))
    return Template(5, "Under which licence is {{project}} published?", instances)


PROJECT_PAIRS = (
    ("quayside", "pantry-api"),
    ("contour-tiles", "ropewalk"),
    ("wickbuild", "lantern-ui"),
)


def comparisons(db: sqlite3.Connection, wanted: Sequence[tuple[str, str]] = PROJECT_PAIRS) -> Template:
    """Look at two projects one after the other."""
    instances = []
    for index, pair in enumerate(wanted):
        first, second = (projects(db)[path] for path in pair)
        counts = {
            project: value(db, "SELECT count(*) FROM commits WHERE project_id = ? AND branch = 'main'", project.id)
            for project in (first, second)
        }
        winner = max(counts, key=lambda project: counts[project])
        if counts[first] == counts[second]:
            continue  # no right answer
        demo = open_project(first, index)
        demo += [
            go_back("Go back to your list of projects after noting the number of commits.", f"{first.name} has {counts[first]} commits.")
        ]
        demo += open_project(second, index + 1)
        demo.append(
            finish(
                f"Report {winner.name}, which has {counts[winner]} commits and thus more than the other.",
                winner.name,
                "Both numbers are known now.",
            )
        )
        instances.append(Instance({"first": first.full_name, "second": second.full_name}, evaluation(must_include(winner.name)), demo))
    return Template(7, "Which project has more commits on its main branch, {{first}} or {{second}}?", instances)


def newest_commits(db: sqlite3.Connection, wanted: Sequence[tuple[str, int]] = LATEST) -> Template:
    """Open a commit and read its summary."""
    instances = []
    for index, (path, place) in enumerate(wanted):
        project = projects(db)[path]
        row = rows(
            db,
            "SELECT u.name, c.title, c.sha, (SELECT count(*) FROM commit_files f WHERE f.commit_id = c.id) AS files FROM commits c "
            "JOIN users u ON u.id = c.author_id WHERE c.project_id = ? AND c.branch = 'main' AND c.author_id > 1 GROUP BY u.id "
            "HAVING c.created = max(c.created) AND count(*) > 2 ORDER BY files DESC, u.name LIMIT 1 OFFSET ?",
            project.id,
            place,
        )[0]
        answer = str(row["files"])
        demo = open_project(project, index) + navigate("Repository", "Commits", index)
        demo += [
            select("Author", row["name"], f"Choose '{row['name']}' in the list 'Any author'.", "Only this author's commits."),
            click("button", "Apply filters", "Click 'Apply filters' beside the date fields.", "Apply the filter."),
            click("link", row["title"], f"Click the first commit of the list, '{row['title']}'.", "The newest one is on top."),
            finish(f"Report {answer}, the number of changed files named below the title.", answer, "The summary counts the files."),
        ]
        instances.append(
            Instance(
                {"person": row["name"], "project": project.full_name},
                evaluation(exact(answer), url=f"__GITLAB__/{project.path}/-/commit/{row['sha']}"),
                demo,
            )
        )
    return Template(
        10, "Open the most recent commit by {{person}} on the main branch of {{project}} and tell me how many files it changes.", instances,
        core=True,
    )


def changed_files(db: sqlite3.Connection, most: int = 3) -> Template:
    """Read the changes of a merge request."""
    instances = []
    chosen = rows(
        db,
        "SELECT r.id, r.title, r.draft, r.project_id, p.path FROM merge_requests r JOIN project_list p ON p.id = r.project_id "
        "WHERE r.state = 'open' AND p.visibility = 'public' AND (SELECT count(DISTINCT f.path) FROM commits c JOIN commit_files f "
        "ON f.commit_id = c.id WHERE c.request_id = r.id) = 2 ORDER BY r.id LIMIT ?",
        most,
    )
    for index, row in enumerate(chosen):
        project = projects(db)[row["path"]]
        files = [
            file["path"]
            for file in rows(
                db,
                "SELECT DISTINCT f.path FROM commits c JOIN commit_files f ON f.commit_id = c.id WHERE c.request_id = ? ORDER BY f.path",
                row["id"],
            )
        ]
        changes = value(db, "SELECT count(*) FROM commits c JOIN commit_files f ON f.commit_id = c.id WHERE c.request_id = ?", row["id"])
        title = f"Draft: {row['title']}" if row["draft"] else row["title"]
        demo = (search_project if index == 1 else open_project)(project, index)
        demo += [
            click("link", "Merge requests", "Click 'Merge requests' in the left sidebar.", "The request is listed there."),
            click("link", title, f"Open the merge request '{title}' by clicking its title.", "This is the one."),
            click("link", f"Changes {changes}", "Click the 'Changes' tab below the title.", "The tab shows the diffs."),
            finish(
                f"Report the file names in the headings of the diffs: {files[0]} and {files[1]}.",
                ", ".join(files),
                "Each diff names its file.",
            ),
        ]
        instances.append(Instance({"title": row["title"], "project": project.full_name}, evaluation(must_include(*files)), demo))
    return Template(11, "Which files does the open merge request '{{title}}' in {{project}} change? Give their full paths.", instances)


HISTORY = (commit_counts, top_contributors, clone_addresses, licences, comparisons, newest_commits, changed_files)
