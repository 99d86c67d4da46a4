"""Seed data, fingerprint and reset of one site's database."""

import hashlib
import os
import shutil
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from random import Random

from mag.miniarena import SITE_KEYS
from mag.miniarena.auth import hash_password
from mag.miniarena.core import COMMON_SCHEMA, SNAPSHOT_TIME, Site, connect, load_site

HERE = Path(__file__).parent


def source_digest() -> str:
    """Digest of all that makes the environment (data, pages, behaviour): the sources of this package. It names the snapshot."""
    hasher = hashlib.sha256()
    for path in sorted(item for kind in ("py", "html", "js", "css") for item in HERE.rglob(f"*.{kind}")):
        hasher.update(path.relative_to(HERE).as_posix().encode() + b"\0" + path.read_bytes())
    return hasher.hexdigest()[:16]


def build(folder: Path, keys: Sequence[str] = SITE_KEYS) -> Path:
    """The snapshot folder (one SQLite file a site), built unless it is there; whole or not at all."""
    target = folder / "-".join(["snapshot", source_digest(), *(() if set(keys) == set(SITE_KEYS) else sorted(keys))])
    if not target.is_dir():
        partial = folder / f".{target.name}-{os.getpid()}"
        partial.mkdir(parents=True, exist_ok=True)
        for key in keys:
            seed(load_site(key), partial / f"{key}.db")
        try:
            partial.rename(target)
        except OSError:  # another process was first
            shutil.rmtree(partial)
    return target


def seed(site: Site, path: Path) -> None:
    """Write the site's data: the same rows on every machine."""
    path.unlink(missing_ok=True)
    with closing(connect(path)) as db:
        db.executescript("BEGIN;" + COMMON_SCHEMA + site.schema)
        if site.account:
            person = site.account
            db.execute(
                "INSERT INTO users (username, email, name, password, joined) VALUES (?, ?, ?, ?, ?)",
                (
                    person.username,
                    person.email,
                    person.name,
                    hash_password(person.password, person.username),
                    SNAPSHOT_TIME.replace(year=2021).isoformat(sep=" "),
                ),
            )
        site.seed(db, Random(f"miniarena {site.key}"))
        db.execute("COMMIT")
        db.execute("VACUUM")


def fingerprint(db: sqlite3.Connection) -> str:
    """sha256 over every row of every table but the sessions; two sites with equal fingerprints hold equal data."""
    hasher = hashlib.sha256()
    tables = [row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
    for table in tables:
        if table == "sessions" or table.startswith("sqlite_"):
            continue
        hasher.update(table.encode())
        for row in db.execute(f"SELECT * FROM {table} ORDER BY rowid"):
            hasher.update(repr(tuple(row)).encode())
    return hasher.hexdigest()


def file_digest(path: Path) -> str:
    """sha256 of a database file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def restore(db: sqlite3.Connection, snapshot: Path, path: Path) -> tuple[sqlite3.Connection, str]:
    """Close the site's database, lay the snapshot's file over it and open it again; also the digest of the file as it lies there.

    Sessions go with the old file: every login ends.
    """
    db.close()
    for leftover in path.parent.glob(f"{path.name}-*"):
        leftover.unlink()
    shutil.copyfile(snapshot, path)
    return connect(path), file_digest(path)
