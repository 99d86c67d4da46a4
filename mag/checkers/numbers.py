"""Numbers in texts, compared by value: "$1,234.00" is 1234, and "10" is neither in "100" nor in "10.5"."""

import re
from decimal import Decimal

# Not part of a word, of a longer number, a version (1.2.3), a time, a date or a range (3-4).
NUMBER = re.compile(
    r"""(?<!\w)(?<!\d[.:/-])
    (?:(?<![)\]])[-+](?=\.?\d))?  # a sign, where nothing it could join stands before it
    (?:(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?|(?<!\.)\.\d+)
    (?!\w|[.:/-]\d|,\d{3}(?!\d))""",
    re.VERBOSE,
)
CURRENCY = "$€£¥"


def number(text: str) -> Decimal | None:
    """The value of a text that is one number and nothing else, a currency sign aside.

    A number written with leading zeros (a postcode, an order number) is a name: None.
    """
    bare = _plain(text).strip().lstrip(CURRENCY).lstrip()
    if not NUMBER.fullmatch(bare) or re.match(r"[-+]?0\d", bare):
        return None
    return _value(bare)


def numbers(text: str) -> set[Decimal]:
    """The values of all numbers in a text."""
    return {_value(found) for found in NUMBER.findall(_plain(text))}


def _plain(text: str) -> str:
    return text.replace("\N{MINUS SIGN}", "-")


def _value(text: str) -> Decimal:
    return Decimal(text.replace(",", ""))
