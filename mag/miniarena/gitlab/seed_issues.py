"""Labels, milestones, issues and their comments."""

from datetime import date, datetime, timedelta

from mag.miniarena.core import SNAPSHOT_TIME
from mag.miniarena.gitlab.data_projects import LABELS
from mag.miniarena.gitlab.data_prose import CLOSINGS, COMMENTS, DETAILS, ISSUE_LABELS, ISSUE_TITLES, MILESTONE_THEMES, OPENINGS
from mag.miniarena.gitlab.world import SeededProject, World, fill, stamp

ISSUES_START = datetime(2025, 7, 1, 9)
KINDS = ("bug", "bug", "bug", "feature", "feature", "docs", "chore", "question")


def seed_issues(world: World, project: SeededProject) -> None:
    """Labels and milestones first, then issues in the order they were opened."""
    labels = seed_labels(world, project)
    milestones = seed_milestones(world, project)
    titles = issue_titles(world, project)
    start = max(ISSUES_START, project.created + timedelta(days=20))
    moments = sorted(world.moment(start, project.latest) for _ in titles)
    for iid, ((kind, title, part), moment) in enumerate(zip(titles, moments, strict=True), 1):
        seed_issue(world, project, (iid, kind, title, part, moment), (labels, milestones))


def seed_labels(world: World, project: SeededProject) -> dict[str, int]:
    """The common labels (small projects lack the last ones) and one for the project's first two parts."""
    chosen = list(LABELS[: 12 if project.spec.size >= 6 else 8])
    chosen += [(part, "#5b4636" if index else "#1f5f8b", f"Concerns the {part}") for index, part in enumerate(project.spec.parts[:2])]
    return {
        name: world.insert("INSERT INTO labels (project_id, name, color, description) VALUES (?, ?, ?, ?)", project.id, name, color, text)
        for name, color, text in sorted(chosen)
    }


def seed_milestones(world: World, project: SeededProject) -> list[tuple[int, date, str]]:
    """Two past ones and two or three to come: (id, due date, state)."""
    if project.spec.size < 4:
        return []
    major, minor, _ = (int(number) for number in project.version.split("."))
    found = []
    titles = [f"{major}.{minor}", f"{major}.{minor + 1}", f"{major}.{minor + 2}", *(["Someday"] if project.spec.size >= 6 else [])]
    due = date(2026, 1, 10) + timedelta(days=world.rng.randrange(25))
    for iid, title in enumerate(titles, 1):
        start, state = due - timedelta(days=42), "closed" if due < SNAPSHOT_TIME.date() else "open"
        dates = (start.isoformat(), due.isoformat()) if title != "Someday" else ("", "")
        milestone = world.insert(
            "INSERT INTO milestones (project_id, iid, title, description, start_date, due_date, state) VALUES (?, ?, ?, ?, ?, ?, ?)",
            project.id,
            iid,
            title,
            world.rng.choice(MILESTONE_THEMES),
            *dates,
            state,
        )
        found.append((milestone, due, state))
        due += timedelta(days=world.rng.randrange(35, 56))
    return found


def issue_titles(world: World, project: SeededProject) -> list[tuple[str, str, str]]:
    """(kind, title, part) of every issue: the hand-written ones and as many from the phrase bank, none twice."""
    spec, rng = project.spec, world.rng
    found = []
    for entry in spec.issues:
        kind, title = entry.split("|")
        part = next((part for part in spec.parts if part in title.lower()), spec.parts[0])
        found.append((kind, title, part))
    wanted = round(0.16 * spec.size**2 + 0.75 * spec.size)
    while len(found) < wanted:
        kind, part = rng.choice(KINDS), rng.choice(spec.parts)
        title = fill(rng.choice(ISSUE_TITLES[kind]), part)
        if all(title != other for _, other, _ in found):
            found.append((kind, title, part))
    rng.shuffle(found)
    return found


def seed_issue(
    world: World,
    project: SeededProject,
    issue: tuple[int, str, str, str, datetime],
    choices: tuple[dict[str, int], list[tuple[int, date, str]]],
) -> None:
    """One issue with its labels and comments."""
    (iid, kind, title, part, moment), (labels, milestones), rng = issue, choices, world.rng
    people = [user_id for user_id, _ in project.members]
    strangers = [user_id for user_id in world.ids.values() if user_id not in people]
    author = rng.choice(people if rng.random() < 0.6 else strangers)
    assignee = rng.choice(project.writers()) if rng.random() < 0.6 else None
    old = (SNAPSHOT_TIME - moment).days
    closed = rng.random() < (0.65 if old > 90 else 0.25)
    milestone = rng.choice([entry for entry in milestones if closed or entry[2] == "open"]) if milestones and rng.random() < 0.55 else None
    due = (SNAPSHOT_TIME + timedelta(days=rng.randrange(-10, 60))).date().isoformat() if not closed and rng.random() < 0.3 else ""
    opening = fill(rng.choice(OPENINGS[kind]), part).replace("{version}", project.version)
    description = f"{opening}\n\n{fill(rng.choice(DETAILS[kind]), part)}"
    issue_id = world.insert(
        "INSERT INTO issues (project_id, iid, title, description, state, author_id, assignee_id, milestone_id, due_date, created, updated) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        project.id,
        iid,
        title,
        description,
        "closed" if closed else "open",
        author,
        assignee,
        milestone[0] if milestone else None,
        due,
        stamp(moment),
        stamp(moment),
    )
    usable = [labels[name] for name in ISSUE_LABELS[kind] if name in labels]
    chosen = usable[:1] + rng.sample(usable[1:], rng.choice((0, 0, 1)))
    if part in labels and rng.random() < 0.5:
        chosen.append(labels[part])
    world.db.executemany("INSERT INTO issue_labels VALUES (?, ?)", [(issue_id, label) for label in chosen])
    last = seed_comments(world, (issue_id, iid, part), (moment, project.latest), [*people, author], closed)
    world.db.execute("UPDATE issues SET updated = ? WHERE id = ?", (stamp(last), issue_id))


def seed_comments(world: World, issue: tuple[int, int, str], span: tuple[datetime, datetime], people: list[int], closed: bool) -> datetime:
    """Comments in order of time, the closing one last; returns the time of the last."""
    rng, (issue_id, iid, part) = world.rng, issue
    count = rng.choice((0, 1, 2, 2, 3, 4, 5, 7))
    moments = sorted(world.moment(*span) for _ in range(count + closed))
    sql = "INSERT INTO notes (issue_id, author_id, body, is_system, created) VALUES (?, ?, ?, ?, ?)"
    for when, body in zip(moments, rng.sample(COMMENTS, count), strict=False):
        world.db.execute(sql, (issue_id, rng.choice(people), fill(body, part), 0, stamp(when)))
    if closed:
        closer, reason = rng.choice(people), rng.choice(CLOSINGS[1:] if iid < 3 else CLOSINGS)[1]
        reason = reason.replace("{n}", str(rng.randrange(1, max(2, iid))))
        world.db.execute(sql, (issue_id, closer, reason, 0, stamp(moments[-1])))
        world.db.execute(sql, (issue_id, closer, "closed the issue", 1, stamp(moments[-1] + timedelta(seconds=1))))
    return moments[-1] if moments else span[0]
