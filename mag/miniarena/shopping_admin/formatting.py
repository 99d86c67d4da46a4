"""How amounts and times read in the panel, and how typed ones are understood."""

import math
from datetime import datetime


def money(cents: int | None) -> str:
    """$1,234.50; empty where there is no amount."""
    if cents is None:
        return ""
    return f"-${-cents / 100:,.2f}" if cents < 0 else f"${cents / 100:,.2f}"


def plain_money(cents: int) -> str:
    """1234.50, as it stands in a form field."""
    return f"{cents / 100:.2f}"


def moment(iso: str) -> str:
    """Mar 12, 2026, 4:31 PM; empty for no time."""
    if not iso:
        return ""
    when = datetime.fromisoformat(iso)
    return f"{day(iso)}, {when.hour % 12 or 12}:{when:%M %p}"


def day(iso: str) -> str:
    """Mar 12, 2026; empty for no day."""
    return f"{(when := datetime.fromisoformat(iso)):%b} {when.day}, {when.year}" if iso else ""


def us_date(iso: str) -> str:
    """03/12/2026, as it stands in a form field; empty for no day."""
    return f"{datetime.fromisoformat(iso):%m/%d/%Y}" if iso else ""


def parse_date(text: str) -> str | None:
    """The ISO day of a typed MM/DD/YYYY, None for anything else."""
    try:
        return datetime.strptime(text.strip(), "%m/%d/%Y").date().isoformat()
    except ValueError:
        return None


def parse_money(text: str) -> int | None:
    """Cents of a typed amount ("1,234.50", "$12"), None for anything else."""
    value = parse_number(text.replace("$", ""))
    return None if value is None else round(value * 100)


def parse_number(text: str) -> float | None:
    """A typed number, None for anything else."""
    try:
        value = float(text.strip().replace(",", ""))
    except ValueError:
        return None
    return value if math.isfinite(value) and abs(value) < 1e9 else None
