"""Writes mappers, their changesets and the versions of the places they touched, notes, the account's lists and settings."""

import sqlite3
from datetime import datetime, timedelta
from random import Random

from mag.miniarena.auth import hash_password
from mag.miniarena.core import SNAPSHOT_TIME
from mag.miniarena.map import data_notes, data_prose

ACCOUNT = 1  # the site's account is the first user
IMPORTER = "merrow_import"
SURVEYS = 150
CHANGE_SQL = "INSERT INTO changes (changeset_id, place_id, version, action, key, old, new) VALUES (?, ?, ?, ?, ?, '', '')"


def seed_community(db: sqlite3.Connection, rng: Random) -> None:
    """Everything that belongs to people."""
    db.execute("UPDATE users SET bio = ? WHERE id = ?", (data_notes.BIO, ACCOUNT))
    for index, (username, name, bio) in enumerate(data_prose.MAPPERS):
        joined = datetime(2016, 2, 1) + timedelta(days=37 * index + rng.randrange(30), minutes=rng.randrange(1440))
        db.execute(
            "INSERT INTO users (username, email, name, password, joined, bio) VALUES (?, ?, ?, ?, ?, ?)",
            (username, f"{username}@wayfinder.test", name, hash_password(f"{username}-map", username), stamp(joined), bio),
        )
    seed_history(db, rng)
    seed_notes(db, rng)
    seed_lists(db, rng)
    db.execute("INSERT INTO settings VALUES (?, ?, 'foot', 'standard', 1)", (ACCOUNT, data_notes.HOME))


def stamp(moment: datetime) -> str:
    """A time as the site stores it."""
    return moment.isoformat(sep=" ", timespec="seconds")


def user_ids(db: sqlite3.Connection) -> dict[str, int]:
    """Users by name."""
    return {row["username"]: row["id"] for row in db.execute("SELECT id, username FROM users ORDER BY id")}


# --- changesets -----------------------------------------------------------------------------------------------------------
def seed_history(db: sqlite3.Connection, rng: Random) -> None:
    """First every place is created by an import, then mappers change details; the last change leaves today's value."""
    users = user_ids(db)
    versions: dict[int, int] = {}
    edits: list[tuple[int, int, str]] = []  # change, place, key
    moment = datetime(2017, 3, 6, 20, 0)
    for town in [row[0] for row in db.execute("SELECT DISTINCT town FROM places WHERE category != 'street' ORDER BY town")]:
        places = [row[0] for row in db.execute("SELECT id FROM places WHERE town = ? ORDER BY id", (town,))]
        for start in range(0, len(places), 40):
            moment += timedelta(days=2, minutes=rng.randrange(300))
            comment = rng.choice(data_prose.COMMENTS["import"]).format(town=town or "the county")
            changeset = insert_changeset(db, users[IMPORTER], (comment, "County loader 1.3"), town, moment)
            for place in places[start : start + 40]:
                versions[place] = 1
                db.execute(CHANGE_SQL, (changeset, place, 1, "created", ""))
    start_day = datetime(2018, 1, 10, 7)
    for moment in sorted(start_day + timedelta(days=rng.randrange(2980), minutes=rng.randrange(15 * 60)) for _ in range(SURVEYS)):
        edits += survey(db, rng, users, versions, moment)
    settle_values(db, rng, edits)


def insert_changeset(db: sqlite3.Connection, user: int, said: tuple[str, str], town: str, moment: datetime) -> int:
    """One changeset's row with its comment and editor; its number."""
    cursor = db.execute(
        "INSERT INTO changesets (user_id, comment, editor, town, created) VALUES (?, ?, ?, ?, ?)", (user, *said, town, stamp(moment))
    )
    return cursor.lastrowid or 0


def survey(
    db: sqlite3.Connection, rng: Random, users: dict[str, int], versions: dict[int, int], moment: datetime
) -> list[tuple[int, int, str]]:
    """One mapper changes the same detail of some places of a town."""
    key = rng.choice(("hours", "hours", "phone", "wheelchair", "website"))
    towns = [row[0] for row in db.execute("SELECT town FROM places WHERE phone != '' GROUP BY town HAVING count(*) > 3 ORDER BY town")]
    town = rng.choice([*towns, "Alderhaven", "Alderhaven"])
    names = [name for name in users if name != IMPORTER]
    user = users[rng.choice([name for name in names if name != "otter.walks" or moment.year > 2021])]
    comment = rng.choice(data_prose.COMMENTS[key]).format(town=town)
    changeset = insert_changeset(db, user, (comment, rng.choice(data_prose.EDITORS)), town, moment)
    places = [row[0] for row in db.execute("SELECT id FROM places WHERE town = ? AND phone != '' ORDER BY id", (town,))]
    found = []
    for place in sorted(rng.sample(places, min(len(places), rng.choice((1, 2, 2, 3, 3, 4, 5))))):
        versions[place] += 1
        cursor = db.execute(CHANGE_SQL, (changeset, place, versions[place], "modified", key))
        db.execute("UPDATE places SET version = ? WHERE id = ?", (versions[place], place))
        found.append((cursor.lastrowid or 0, place, key))
    return found


def settle_values(db: sqlite3.Connection, rng: Random, edits: list[tuple[int, int, str]]) -> None:
    """Old and new values, told backwards from what the places are today."""
    current: dict[tuple[int, str], str] = {}
    for change, place, key in reversed(edits):
        row = db.execute("SELECT * FROM places WHERE id = ?", (place,)).fetchone()
        new = current.get((place, key), row[key])
        old = earlier_value(rng, key, row["category"], new)
        db.execute("UPDATE changes SET old = ?, new = ? WHERE id = ?", (old, new, change))
        current[place, key] = old


def earlier_value(rng: Random, key: str, category: str, new: str) -> str:
    """A believable value that is not the new one; empty where the detail was not known."""
    options = {
        "hours": [*data_prose.HOURS[category], "Mo-Sa 09:00-17:00", ""],
        "phone": [f"0655 {rng.randrange(100, 200)} {rng.randrange(1000):03d}", ""],
        "wheelchair": list(data_prose.WHEELCHAIR),
        "website": [new.replace("www.", "home.") if "www." in new else "", f"merrowdale.test/{rng.randrange(1000, 9999)}"],
    }[key]
    return rng.choice([value for value in options if value != new])


# --- notes and lists ------------------------------------------------------------------------------------------------------
def seed_notes(db: sqlite3.Connection, rng: Random) -> None:
    """Reports of visitors and members with the talk below them."""
    users = [row[0] for row in db.execute("SELECT id FROM users WHERE username != ? ORDER BY id", (IMPORTER,))]
    entries = list(data_notes.NOTES)
    rng.shuffle(entries)
    moment = datetime(2025, 3, 2, 9, 0)
    for text, label, status in entries:
        moment = moment.replace(hour=7) + timedelta(days=rng.randrange(4, 12), minutes=rng.randrange(900))
        moment = min(moment, SNAPSHOT_TIME - timedelta(days=3))
        place = db.execute("SELECT * FROM places WHERE label = ?", (label,)).fetchone()
        author = rng.choice([None, None, ACCOUNT, *users])
        cursor = db.execute(
            "INSERT INTO notes (place_id, user_id, body, status, created, updated, x, y) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (
                place["id"],
                author,
                text.format(place=place["name"]),
                status,
                stamp(moment),
                stamp(moment),
                place["x"] + rng.uniform(-25, 25),
                place["y"] + rng.uniform(-25, 25),
            ),
        )
        talk(db, rng, cursor.lastrowid or 0, users, moment, status)


def talk(db: sqlite3.Connection, rng: Random, note: int, users: list[int], moment: datetime, status: str) -> None:
    """Answers below a note; a resolved one ends with its closing."""
    said = [("commented", reply) for reply in rng.sample(data_notes.REPLIES, rng.randrange(0, 4))]
    if status == "resolved":
        said.append(("resolved", rng.choice(data_notes.CLOSINGS)))
    for action, body in said:
        moment = min(moment + timedelta(hours=rng.randrange(2, 60)), SNAPSHOT_TIME - timedelta(hours=2))
        db.execute(
            "INSERT INTO note_comments (note_id, user_id, action, body, created) VALUES (?, ?, ?, ?, ?)",
            (note, rng.choice(users[1:]), action, body, stamp(moment)),
        )
    db.execute("UPDATE notes SET updated = ? WHERE id = ?", (stamp(moment), note))


def seed_lists(db: sqlite3.Connection, rng: Random) -> None:
    """The account's saved places."""
    moment = datetime(2025, 5, 11, 18, 0)
    for name, description, entries in data_notes.LISTS:
        moment += timedelta(days=rng.randrange(9, 40))
        cursor = db.execute(
            "INSERT INTO lists (user_id, name, description, created) VALUES (?, ?, ?, ?)", (ACCOUNT, name, description, stamp(moment))
        )
        for label, remark in entries:
            moment += timedelta(minutes=rng.randrange(3, 900))
            place = db.execute("SELECT id FROM places WHERE label = ?", (label,)).fetchone()
            db.execute(
                "INSERT INTO saved_places (list_id, place_id, remark, created) VALUES (?, ?, ?, ?)",
                (cursor.lastrowid, place["id"], remark, stamp(moment)),
            )
