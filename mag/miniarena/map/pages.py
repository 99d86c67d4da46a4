"""What the map's pages share: the map beside the panel, the layer, the visitor's settings, and how dates are written."""

import sqlite3
from collections.abc import Mapping
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response

from mag.miniarena.core import SNAPSHOT_TIME, database, page, user
from mag.miniarena.map.data_styles import LAYERS
from mag.miniarena.map.view import View

DEFAULTS = {"home": "", "engine": "car", "layer": "standard", "mail_comments": 0}


def settings(request: Request) -> dict[str, Any]:
    """The visitor's settings; a guest has the defaults."""
    found = user(request)
    row = found and database(request).execute("SELECT * FROM settings WHERE user_id = ?", (found["id"],)).fetchone()
    return dict(row) if row else dict(DEFAULTS)


def layer_of(request: Request) -> str:
    """The map style of this request: chosen in the address, else the visitor's own."""
    wanted = request.query_params.get("layer", "")
    return wanted if wanted in LAYERS else str(settings(request)["layer"])


def lists_of(request: Request) -> list[sqlite3.Row]:
    """The visitor's lists with the number of places in each."""
    found = user(request)
    return (
        database(request)
        .execute(
            "SELECT lists.*, (SELECT count(*) FROM saved_places WHERE list_id = lists.id) AS size FROM lists WHERE user_id = ? ORDER BY id",
            (found["id"] if found else 0,),
        )
        .fetchall()
    )


def map_page(request: Request, template: str, view: View, shown: Mapping[str, str], **context: Any) -> Response:
    """A page with the map beside its panel; `shown` says what the map marks: places, a route, notes."""
    notes = request.query_params.get("notes", "") or shown.get("notes", "")
    layer = layer_of(request)
    parameters = {**view.parameters(), **shown, "layer": layer, **({"notes": notes} if notes else {})}
    return page(
        request,
        template,
        tiles=f"/tiles?{urlencode(parameters)}",
        layer=layer,
        layer_label=LAYERS[layer],
        layer_chosen=request.query_params.get("layer", ""),
        notes_shown=bool(notes),
        **context,
    )


def address(path: str, parameters: Mapping[str, Any]) -> str:
    """A path with its query string, empty values left out."""
    kept = {key: value for key, value in parameters.items() if value not in ("", None)}
    return f"{path}?{urlencode(kept)}" if kept else path


def day(text: str) -> str:
    """`24 February 2026`."""
    moment = datetime.fromisoformat(text)
    return f"{moment.day} {moment:%B %Y}"


def ago(text: str) -> str:
    """How long before the site's today."""
    days = (SNAPSHOT_TIME - datetime.fromisoformat(text)).days
    if days < 1:
        return "today"
    for size, word in ((365, "year"), (30, "month"), (1, "day")):
        if days >= size:
            count = days // size
            return f"{count} {word}{'s' if count > 1 else ''} ago"
    return "today"
