"""The store's data in the order the parts need each other."""

import sqlite3
from random import Random

from mag.miniarena.shopping_admin.seed_catalog import seed_catalog
from mag.miniarena.shopping_admin.seed_marketing import seed_reviews, seed_store
from mag.miniarena.shopping_admin.seed_people import seed_people
from mag.miniarena.shopping_admin.seed_sales import seed_sales


def seed(db: sqlite3.Connection, rng: Random) -> None:
    """Write every row of the site."""
    seed_catalog(db, rng)
    seed_people(db, rng)
    seed_sales(db, rng)
    seed_reviews(db, rng)
    seed_store(db, rng)
