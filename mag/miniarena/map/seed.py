"""Fills the map's database: land, places, then the people and what they did."""

import sqlite3
from random import Random

from mag.miniarena.map import land as region
from mag.miniarena.map.seed_community import seed_community
from mag.miniarena.map.seed_places import seed_places


def seed(db: sqlite3.Connection, rng: Random) -> None:
    """Write every row; the same random numbers give the same region."""
    land = region.build(rng)
    region.write(db, land)
    seed_places(db, land, rng)
    seed_community(db, rng)
