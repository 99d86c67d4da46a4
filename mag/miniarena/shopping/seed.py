"""Seed data of the shop: catalogue here, reviews and the account's history in the modules beside."""

import re
import sqlite3
from random import Random

from mag.miniarena.shopping.data_people import COUPONS
from mag.miniarena.shopping.data_prose import DEPARTMENTS, OPENINGS, ORIGINS, USES, WARRANTIES
from mag.miniarena.shopping.seed_account import seed_account
from mag.miniarena.shopping.seed_reviews import seed_reviews

OUT_OF_STOCK = ("Auralis Turntable", "Verdley Seed Tray Set", "Quillmere Smoky Lapsang", "Weftway Picnic Blanket")


def seed(db: sqlite3.Connection, random: Random) -> None:
    """All rows of the snapshot."""
    for name, path, code, kind, subcategories, blurb in DEPARTMENTS:
        department = db.execute(
            "INSERT INTO categories (parent_id, name, path, blurb) VALUES (NULL, ?, ?, ?)", (name, path, blurb)
        ).lastrowid
        for index, (subcategory, lines) in enumerate(subcategories.items(), 1):
            category = db.execute(
                "INSERT INTO categories (parent_id, name, path) VALUES (?, ?, ?)", (department, subcategory, f"{path}/{slug(subcategory)}")
            ).lastrowid
            for position, line in enumerate(lines.strip().splitlines(), 1):
                seed_product(db, random, (category, f"{code}-{index}{position:02d}", kind), line)
    db.executemany("INSERT INTO coupons VALUES (?, ?, ?, ?, ?)", COUPONS)
    seed_reviews(db, random)
    seed_account(db, random)


def seed_product(db: sqlite3.Connection, random: Random, place: tuple[int | None, str, str], line: str) -> None:
    """One product of a catalogue line, with its options."""
    category, sku, kind = place
    name, price, old_price, material, feature, options = line.split("|")
    opening = random.choice(OPENINGS[kind]).format(name=name)
    description = f"{opening} {feature} {' '.join(random.sample(USES[kind], 2))}"
    created = f"{random.randint(2022, 2025)}-{random.randint(1, 12):02d}-{random.randint(1, 28):02d} 10:{random.randint(0, 59):02d}:00"
    weight = f"{random.randint(2, 60) / 10:.1f} lb"
    product = db.execute(
        "INSERT INTO products (sku, slug, name, category_id, price, old_price, description, feature, material, origin, warranty, weight,"
        " in_stock, created) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            f"{sku}-{random.randint(100, 999)}",
            slug(name),
            name,
            category,
            cents(price),
            cents(old_price) if old_price != "-" else None,
            description,
            feature,
            material,
            random.choice(ORIGINS),
            random.choice(WARRANTIES[kind]),
            weight,
            name not in OUT_OF_STOCK,
            created,
        ),
    ).lastrowid
    for option in options.split(";") if options != "-" else []:
        label, choices = option.split("=")
        db.execute("INSERT INTO options (product_id, name, choices) VALUES (?, ?, ?)", (product, label, choices.replace(",", "|")))


def cents(price: str) -> int:
    """A price of the catalogue in cents."""
    return round(float(price) * 100)


def slug(name: str) -> str:
    """The name as it stands in addresses."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
