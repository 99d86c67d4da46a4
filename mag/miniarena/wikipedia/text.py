"""Small functions of the templates: dates, addresses, the reader's preferences."""

from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request

from mag.miniarena.core import SNAPSHOT_TIME
from mag.miniarena.wikipedia.markup import plain, render, render_paragraphs, slug

APPEARANCE = {"theme": ("light", "sepia", "dark"), "size": ("standard", "small", "large")}
LANGUAGES = {"de": "Deutsch", "fr": "Français"}


def day(written: str) -> str:
    """'16 March 2026'."""
    moment = datetime.fromisoformat(written)
    return f"{moment.day} {moment:%B %Y}"


def today() -> str:
    """The site's date, in words."""
    return day(SNAPSHOT_TIME.isoformat())


def here(request: Request, **changes: Any) -> str:
    """The present page's address with some query keys changed."""
    return f"{request.url.path}?{urlencode({**request.query_params, **changes})}"


def appearance(request: Request) -> dict[str, str]:
    """The reader's theme and text size, from cookies."""
    chosen = {name: request.cookies.get(f"fieldbook_{name}", known[0]) for name, known in APPEARANCE.items()}
    return {name: value if value in APPEARANCE[name] else APPEARANCE[name][0] for name, value in chosen.items()}


TEMPLATE_GLOBALS: dict[str, Any] = {
    "day": day,
    "today": today,
    "here": here,
    "appearance": appearance,
    "render": render,
    "plain": plain,
    "render_paragraphs": render_paragraphs,
    "slug": slug,
    "APPEARANCE": APPEARANCE,
    "LANGUAGES": LANGUAGES,
}
