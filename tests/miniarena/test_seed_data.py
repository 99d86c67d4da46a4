"""Seed data: the same on every machine, of believable size, and the benchmark's files are written from it."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest

from mag.miniarena import SITE_KEYS
from mag.miniarena.build import DATA, build
from mag.miniarena.snapshot import fingerprint


def rows(path):
    with closing(sqlite3.connect(path)) as db:
        tables = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")]
        return {table: db.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in tables}


@pytest.fixture(scope="module")
def snapshots(tmp_path_factory):
    """Two snapshots, each built in a process of its own with another hash seed."""
    built = []
    for seed in ("1", "2"):
        folder = tmp_path_factory.mktemp(f"snapshot{seed}")
        script = f"from pathlib import Path; from mag.miniarena.snapshot import build; print(build(Path({str(folder)!r})))"
        done = subprocess.run(
            [sys.executable, "-c", script], capture_output=True, text=True, check=True, env=os.environ | {"PYTHONHASHSEED": seed}
        )
        built.append(done.stdout.strip())
    return built


@pytest.mark.parametrize("key", SITE_KEYS)
def test_two_builds_hold_the_same_rows(snapshots, key):
    prints = []
    for folder in snapshots:
        with closing(sqlite3.connect(f"{folder}/{key}.db")) as db:
            prints.append(fingerprint(db))
    assert prints[0] == prints[1]


@pytest.mark.parametrize("key", SITE_KEYS)
def test_every_site_has_hundreds_of_rows_and_no_placeholder_prose(snapshots, key):
    path = f"{snapshots[0]}/{key}.db"
    assert sum(rows(path).values()) > 1000
    with closing(sqlite3.connect(path)) as db:
        text = "\n".join(db.iterdump()).lower()
    for placeholder in ("lorem ipsum", "foo bar", "placeholder", "todo:", "asdf"):
        assert placeholder not in text


def test_the_shipped_files_are_what_the_data_gives():
    written = build()
    for name, text in written.items():
        assert (DATA / name).read_text() == text, f"{name} is out of date; run python -m mag.miniarena.build"
