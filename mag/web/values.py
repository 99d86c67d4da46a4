"""What a person writes into a field with a shape of its own, in the form the field stores (HTML standard: dates and times)."""

import re

SHAPED = ("date", "time", "datetime-local", "month", "week", "range", "color")
_DATE = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4})")  # as an en-US browser shows it
_TIME = re.compile(r"(\d{1,2}):(\d{2})(?::\d{2})?\s*([AaPp])\.?[Mm]\.?")


def stored_form(kind: str, text: str) -> str:
    """`text` for an input of this type: 05/06/2024 as 2024-05-06, 3:30 PM as 15:30; anything else as it is."""
    text = text.strip()
    if kind in ("date", "datetime-local"):
        text = _DATE.sub(lambda found: f"{found[3]}-{int(found[1]):02}-{int(found[2]):02}", text)
    if kind in ("time", "datetime-local"):
        text = _TIME.sub(lambda found: f"{int(found[1]) % 12 + (12 if found[3] in 'Pp' else 0):02}:{found[2]}", text)
    if kind == "datetime-local":
        text = re.sub(r",?\s+", "T", text, count=1)
    return text.lower() if kind == "color" else text
