"""Seeds categories and products."""

import re
import sqlite3
from datetime import datetime
from random import Random

from mag.miniarena.shopping_admin.data_catalog import ARTICLES, CATEGORIES, CLOSING, CLOTHING_KINDS, COUNTRIES, FABRIC, HARDWARE, STYLES
from mag.miniarena.shopping_admin.rows import insert

BOTH, SEARCHED, HIDDEN = "Catalog, Search", "Search", "Not Visible Individually"
VISIBILITIES = (HIDDEN, "Catalog", SEARCHED, BOTH)


def url_key(name: str) -> str:
    """The part of a storefront address made from a name."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def seed_catalog(db: sqlite3.Connection, rng: Random) -> None:
    """Write categories, styles with their variants, single articles and the links between them."""
    ids: dict[str, int] = {}
    for name, parent in CATEGORIES:
        ids[name] = insert(db, "categories", {"name": name, "parent_id": ids.get(parent)})
    for position, article in enumerate(ARTICLES):
        prefix = {"Bags": "GB", "Fitness Equipment": "GE", "Hydration": "GH", "Watches": "GW", "Accessories": "GA"}[article.category]
        quantity = rng.choice([rng.randint(2, 7), *[rng.randint(12, 160)] * 6]) if position % 15 != 9 else 0
        product = _insert(
            db,
            rng,
            article.kind,
            sku=f"{prefix}{position + 1:02d}",
            name=article.name,
            type="Simple Product",
            price=article.price,
            quantity=quantity,
            stock="In Stock" if quantity else "Out of Stock",
            weight=article.weight,
            visibility=BOTH,
            short_description=article.short,
            enabled=int(position != 29),
        )
        _categorize(db, product, (ids["Gear"], ids[article.category]))
    for style in STYLES:
        parent_id = _insert(
            db,
            rng,
            style.kind,
            sku=style.sku,
            name=style.name,
            type="Configurable Product",
            price=style.price,
            weight=style.weight,
            visibility=BOTH,
            short_description=style.short,
        )
        group = ids[style.category.split()[0]]
        sale = (ids["Winter Sale"],) if style.kind in ("jacket", "hoodie") else ()
        _categorize(db, parent_id, (group, ids[style.category], *sale))
        for size in style.sizes:
            for color in style.colors:
                quantity = rng.choice([0, rng.randint(1, 7), *[rng.randint(9, 120)] * 9])
                variant = _insert(
                    db,
                    rng,
                    style.kind,
                    sku=f"{style.sku}-{size}-{color}",
                    name=f"{style.name}-{size}-{color}",
                    type="Simple Product",
                    parent_id=parent_id,
                    color=color,
                    size=size,
                    price=style.price,
                    quantity=quantity,
                    stock="In Stock" if quantity else "Out of Stock",
                    weight=style.weight,
                    visibility=HIDDEN,
                )
                _categorize(db, variant, (group, ids[style.category]))
    _relate(db, rng)


def _insert(db: sqlite3.Connection, rng: Random, kind: str, **values: object) -> int:
    """One product; texts and dates are filled in."""
    name, short = str(values["name"]), str(values.get("short_description", ""))
    made = datetime(rng.choice((2022, 2023)), rng.randint(1, 12), rng.randint(1, 28), rng.randint(8, 17), rng.randint(0, 59))
    created = made.isoformat(sep=" ")
    row = {
        "country": rng.choice(COUNTRIES),
        "url_key": url_key(name),
        "meta_title": f"{name} | Fernhill Sports",
        "created": created,
        "updated": created,
        "views": rng.randint(3, 60),
        **values,
    }
    if short:
        middle = rng.sample(FABRIC if kind in CLOTHING_KINDS else HARDWARE, 2)
        row["description"] = " ".join((short, *middle, rng.choice(CLOSING)))
        row["meta_description"] = short
        row["views"] = rng.randint(90, 1900)
    return insert(db, "products", row)


def _categorize(db: sqlite3.Connection, product: int, categories: tuple[int, ...]) -> None:
    db.executemany("INSERT INTO product_categories VALUES (?, ?)", [(product, category) for category in categories])


def _relate(db: sqlite3.Connection, rng: Random) -> None:
    visible = [row[0] for row in db.execute("SELECT id FROM products WHERE parent_id IS NULL ORDER BY id")]
    for product in visible:
        others = sorted(rng.sample([other for other in visible if other != product], rng.randint(0, 3)))
        db.executemany("INSERT INTO product_related VALUES (?, ?)", [(product, other) for other in others])
