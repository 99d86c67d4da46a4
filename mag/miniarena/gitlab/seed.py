"""Seed data: people, groups, projects and who belongs to them; code, issues and merge requests follow in their own modules."""

import sqlite3
from datetime import datetime, timedelta
from random import Random

from mag.miniarena.auth import hash_password
from mag.miniarena.core import SNAPSHOT_TIME
from mag.miniarena.gitlab.data_people import DIRECT_MEMBERS, GROUPS, PEOPLE, STATUSES
from mag.miniarena.gitlab.data_projects import PROJECTS
from mag.miniarena.gitlab.seed_issues import seed_issues
from mag.miniarena.gitlab.seed_repository import seed_repository
from mag.miniarena.gitlab.seed_requests import seed_requests, seed_todos
from mag.miniarena.gitlab.world import ACCOUNT_ID, SeededProject, World, stamp, username

ROLE_ORDER = ("Owner", "Maintainer", "Developer", "Reporter", "Guest")


def seed(db: sqlite3.Connection, rng: Random) -> None:
    """Write everything the site starts with."""
    world = World(db, rng, {"Mara Lindqvist": ACCOUNT_ID})
    seed_people(world)
    namespaces = seed_namespaces(world)
    projects = seed_projects(world, namespaces)
    for project in projects:
        seed_repository(world, project)
        seed_issues(world, project)
        seed_requests(world, project)
        touch(world, project)
    seed_todos(world)


def seed_people(world: World) -> None:
    """Accounts with profiles and statuses; some follow each other."""
    db, rng = world.db, world.rng
    db.execute("UPDATE profiles SET title = 'Software engineer', location = 'Turku' WHERE user_id = ?", (ACCOUNT_ID,))
    db.execute("UPDATE users SET bio = 'Maintains small tools. Bakes, throws pots, reads.' WHERE id = ?", (ACCOUNT_ID,))
    for name, title, location, bio in PEOPLE:
        login = username(name)
        joined = datetime(2020, 2, 1) + timedelta(days=rng.randrange(1700), minutes=rng.randrange(480, 1080))
        cursor = db.execute(
            "INSERT INTO users (username, email, name, password, joined, bio) VALUES (?, ?, ?, ?, ?, ?)",
            (login, f"{login}@codeyard.test", name, hash_password(f"{login}-secret", login), stamp(joined), bio),
        )
        world.ids[name] = int(cursor.lastrowid or 0)
        db.execute("UPDATE profiles SET title = ?, location = ? WHERE user_id = ?", (title, location, world.ids[name]))
    for name, emoji, text, busy in STATUSES:
        db.execute(
            "UPDATE profiles SET status_emoji = ?, status_text = ?, busy = ? WHERE user_id = ?", (emoji, text, busy, world.ids[name])
        )
    everyone = list(world.ids.values())
    for person in everyone:
        followers = rng.sample([other for other in everyone[1:] if other != person], rng.randrange(0, 7))
        db.executemany("INSERT INTO follows VALUES (?, ?)", [(person, follower) for follower in followers])
    db.executemany("INSERT INTO follows VALUES (?, ?)", [(world.ids[name], ACCOUNT_ID) for name in ("Piet Hoekstra", "Devika Raman")])


def seed_namespaces(world: World) -> dict[str, int]:
    """Groups with their members; people got a namespace of their own when they registered. Ids by path."""
    ids = dict(world.db.execute("SELECT path, id FROM namespaces").fetchall())
    for path, name, description, members in GROUPS:
        created = datetime(2021, 1, 10) + timedelta(days=world.rng.randrange(300))
        ids[path] = world.insert(
            "INSERT INTO namespaces (path, name, description, created) VALUES (?, ?, ?, ?)", path, name, description, stamp(created)
        )
        for role, names in members.items():
            world.db.executemany(
                "INSERT INTO namespace_members VALUES (?, ?, ?)", [(ids[path], world.ids[person], role) for person in names]
            )
    return ids


def seed_projects(world: World, namespaces: dict[str, int]) -> list[SeededProject]:
    """Projects with members and stars."""
    rng, projects = world.rng, []
    for spec in PROJECTS:
        created = datetime(2022, 1, 10, 10) + timedelta(days=rng.randrange(900), minutes=rng.randrange(400))
        version = f"{rng.randrange(0, 4)}.{rng.randrange(1, 15)}.{rng.randrange(0, 8)}"
        project_id = world.insert(
            "INSERT INTO projects (namespace_id, path, name, description, language, visibility, default_branch, topics, fork_count, "
            "created, updated) VALUES (?, ?, ?, ?, ?, ?, 'main', ?, ?, ?, ?)",
            namespaces[spec.namespace],
            spec.path,
            spec.name,
            spec.description,
            spec.language,
            spec.visibility,
            spec.topics,
            rng.randrange(0, spec.size * 2),
            stamp(created),
            stamp(created),
        )
        members = seed_members(world, project_id, f"{spec.namespace}/{spec.path}", created)
        seed_stars(world, project_id, spec.size)
        latest = SNAPSHOT_TIME - timedelta(days=rng.randrange(0, max(2, 40 - 4 * spec.size)))
        projects.append(SeededProject(project_id, spec, version, created, latest, members))
    return projects


def seed_members(world: World, project_id: int, full_path: str, created: datetime) -> tuple[tuple[int, str], ...]:
    """Members from the group (or the owner) and direct ones; (user, role), the most senior first."""
    namespace = full_path.split("/")[0]
    found = [(world.ids[person], role, "Direct member") for path, person, role in DIRECT_MEMBERS if path == full_path]
    group = [entry for entry in GROUPS if entry[0] == namespace]
    if group:
        found += [(world.ids[person], role, group[0][1]) for role, names in group[0][3].items() for person in names]
    else:
        owner = next(user_id for name, user_id in world.ids.items() if username(name) == namespace)
        found.append((owner, "Owner", "Direct member"))
    found.sort(key=lambda entry: (ROLE_ORDER.index(entry[1]), entry[0]))
    for user_id, role, source in found:
        granted = created + timedelta(days=world.rng.randrange(0, 400), minutes=world.rng.randrange(600))
        world.db.execute(
            "INSERT INTO members (project_id, user_id, role, source, granted) VALUES (?, ?, ?, ?, ?)",
            (project_id, user_id, role, source, stamp(granted)),
        )
    return tuple((user_id, role) for user_id, role, _ in found)


def seed_stars(world: World, project_id: int, size: int) -> None:
    """Stars of people on the site; the count also holds those of people who left."""
    fans = world.rng.sample(list(world.ids.values())[1:], world.rng.randrange(size, 2 * size + 6))
    world.db.executemany("INSERT INTO stars VALUES (?, ?)", [(project_id, fan) for fan in fans])
    if project_id in (7, 13, 22):
        world.db.execute("INSERT INTO stars VALUES (?, ?)", (project_id, ACCOUNT_ID))
    count = world.rng.randrange(3, 40) * size + len(fans)
    world.db.execute("UPDATE projects SET star_count = ? WHERE id = ?", (count, project_id))


def touch(world: World, project: SeededProject) -> None:
    """The project's last activity is that of its newest commit, issue or merge request."""
    world.db.execute(
        "UPDATE projects SET updated = max((SELECT max(created) FROM commits WHERE project_id = projects.id), "
        "ifnull((SELECT max(updated) FROM issues WHERE project_id = projects.id), ''), "
        "ifnull((SELECT max(updated) FROM merge_requests WHERE project_id = projects.id), '')) WHERE id = ?",
        (project.id,),
    )
