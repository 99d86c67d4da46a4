"""What the seed modules share: the connection, the dice, people's ids and a project under construction."""

import sqlite3
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from typing import Any, NamedTuple

from mag.miniarena.gitlab.data_projects import ProjectSeed

ACCOUNT_ID = 1
UMLAUTS = str.maketrans({"í": "i", "ł": "l", "ø": "o", "é": "e", "å": "a", "'": ""})


@dataclass
class World:
    """Handed through the seed functions."""

    db: sqlite3.Connection
    rng: Random
    ids: dict[str, int]  # name of a person: user id

    def insert(self, sql: str, *values: Any) -> int:
        """Insert a row, return its id."""
        return int(self.db.execute(sql, values).lastrowid or 0)

    def moment(self, start: datetime, end: datetime) -> datetime:
        """A working moment after a time and on another day than the end, more often a late one."""
        days = max(0, (end - start).days - 1)
        day = start + timedelta(days=int(days * (1 - self.rng.random() ** 1.4)))
        found = day.replace(hour=self.rng.randrange(8, 19), minute=self.rng.randrange(60), second=self.rng.randrange(60))
        return max(found, start + timedelta(minutes=self.rng.randrange(1, 50)))


class SeededProject(NamedTuple):
    """A project while its contents are written."""

    id: int
    spec: ProjectSeed
    version: str
    created: datetime
    latest: datetime  # nothing happens after it
    members: tuple[tuple[int, str], ...]  # (user, role), the most senior first

    def writers(self) -> list[int]:
        """Members who may commit."""
        return [user_id for user_id, role in self.members if role in ("Owner", "Maintainer", "Developer")]


def stamp(moment: datetime) -> str:
    """A time as stored."""
    return moment.replace(microsecond=0).isoformat(sep=" ")


def username(name: str) -> str:
    """first.last in ASCII."""
    return name.lower().translate(UMLAUTS).replace(" ", ".")


def fill(text: str, part: str) -> str:
    """Put a project's part into a phrase."""
    return text.replace("{c}", part).replace("{C}", part[:1].upper() + part[1:])
