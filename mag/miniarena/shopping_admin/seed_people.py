"""Seeds customer groups, customers with their addresses, and newsletter subscribers."""

import sqlite3
from datetime import datetime, timedelta
from random import Random

from mag.miniarena.core import SNAPSHOT_TIME
from mag.miniarena.shopping_admin.data_people import CITIES, FIRST_MEN, FIRST_WOMEN, GROUPS, LAST, MAIL_HOSTS, STREETS
from mag.miniarena.shopping_admin.rows import insert

CUSTOMERS = 122


def seed_people(db: sqlite3.Connection, rng: Random) -> None:
    """Write groups, customers and subscribers."""
    db.executemany("INSERT INTO customer_groups (name, tax_class) VALUES (?, ?)", GROUPS)
    first_day = datetime(2022, 3, 1)
    days = sorted(rng.sample(range((SNAPSHOT_TIME - first_day).days), CUSTOMERS))
    for (first, last, gender), day in zip(_names(rng), days, strict=True):
        joined = first_day + timedelta(days=day, hours=rng.randint(7, 22), minutes=rng.randint(0, 59))
        seen = joined + (SNAPSHOT_TIME - joined) * rng.random()
        group = rng.choices([name for name, _ in GROUPS], (70, 8, 6, 9, 7))[0]
        customer = insert(
            db,
            "customers",
            {
                "first": first,
                "last": last,
                "email": email_of(rng, first, last),
                "group_name": group,
                "born": f"{rng.randint(1958, 2006)}-{rng.randint(1, 12):02d}-{rng.randint(1, 28):02d}",
                "gender": gender if rng.random() < 0.7 else "Not Specified",
                "created": joined.isoformat(sep=" "),
                "last_login": seen.replace(microsecond=0).isoformat(sep=" "),
            },
        )
        for position in range(rng.choices((1, 2, 3), (75, 20, 5))[0]):
            street, city, state, code, phone = address(rng)
            insert(
                db,
                "addresses",
                {
                    "customer_id": customer,
                    "street": street,
                    "city": city,
                    "state": state,
                    "zip": code,
                    "phone": phone,
                    "is_default": int(position == 0),
                },
            )
    _subscribers(db, rng)


def _names(rng: Random) -> list[tuple[str, str, str]]:
    """First and last names and genders; no last name occurs more than three times, no full name twice."""
    firsts = [(name, "Female") for name in FIRST_WOMEN] + [(name, "Male") for name in FIRST_MEN]
    lasts = LAST * 3
    rng.shuffle(lasts)
    found: list[tuple[str, str, str]] = []
    for position in range(CUSTOMERS):
        first, gender = firsts[position % len(firsts)]
        found.append((first, lasts[position], gender))
    rng.shuffle(found)
    return found


def email_of(rng: Random, first: str, last: str) -> str:
    """An invented address for a person."""
    local = rng.choice((f"{first}.{last}", f"{first[0]}{last}", f"{first}{last[0]}{rng.randint(60, 99)}", f"{last}.{first}"))
    return f"{local.lower()}@{rng.choice(MAIL_HOSTS)}"


def address(rng: Random) -> tuple[str, str, str, str, str]:
    """Street, city, state, ZIP code and telephone number."""
    city, state, code, area, _ = rng.choice(CITIES)
    return (
        f"{rng.randint(2, 998)} {rng.choice(STREETS)}",
        city,
        state,
        f"{code}{rng.randint(1, 89):02d}",
        f"{area}-555-{rng.randint(1000, 9999)}",
    )


def _subscribers(db: sqlite3.Connection, rng: Random) -> None:
    for row in db.execute("SELECT id, email, created FROM customers ORDER BY id").fetchall():
        if rng.random() < 0.55:
            status = rng.choices(("Subscribed", "Unsubscribed", "Unconfirmed"), (80, 14, 6))[0]
            insert(db, "subscribers", {"email": row["email"], "customer_id": row["id"], "status": status, "changed": row["created"]})
    for position in range(24):
        first, last = rng.choice(FIRST_WOMEN + FIRST_MEN), rng.choice(LAST)
        when = SNAPSHOT_TIME - timedelta(days=rng.randint(3, 700), minutes=rng.randint(0, 1400))
        insert(
            db,
            "subscribers",
            {
                "email": f"{first}.{last}{position + 10}@{rng.choice(MAIL_HOSTS)}".lower(),
                "status": rng.choice(("Subscribed", "Subscribed", "Unconfirmed")),
                "changed": when.isoformat(sep=" "),
            },
        )
