"""Changesets, members, settings, export and help."""

import csv
import io
import json
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from mag.miniarena.core import database, flash, form, number, page, redirect, require_user, row_or_404
from mag.miniarena.map.data_styles import LAYERS
from mag.miniarena.map.finder import Query, locate, results
from mag.miniarena.map.geo import to_degrees
from mag.miniarena.map.pages import DEFAULTS, address, settings
from mag.miniarena.map.routing import ENGINES
from mag.miniarena.map.views_map import filter_choices
from mag.miniarena.map.views_place import EDITABLE

CHANGESETS_A_PAGE = 20
FORMATS = {"csv": "Comma-separated values", "geojson": "GeoJSON"}
PREVIEW = 15


async def changesets(request: Request) -> Response:
    """All changesets, the newest first, by mapper and town."""
    asked = request.query_params
    mapper, town = asked.get("mapper", "").strip(), asked.get("town", "")
    rows = (
        database(request)
        .execute(
            "SELECT changesets.*, users.username, (SELECT count(*) FROM changes WHERE changeset_id = changesets.id) AS size "
            "FROM changesets JOIN users ON users.id = user_id WHERE (? = '' OR users.username = ?) AND (? = '' OR changesets.town = ?) "
            "ORDER BY changesets.id DESC",
            (mapper, mapper, town, town),
        )
        .fetchall()
    )
    current, pages = number(request, "page"), max(1, -(-len(rows) // CHANGESETS_A_PAGE))
    links = {target: address("/changesets", {"mapper": mapper, "town": town, "page": target}) for target in (current - 1, current + 1)}
    towns = [row[0] for row in database(request).execute("SELECT DISTINCT town FROM changesets WHERE town != '' ORDER BY town")]
    shown = rows[(current - 1) * CHANGESETS_A_PAGE : current * CHANGESETS_A_PAGE]
    return page(
        request,
        "changesets.html",
        changesets=shown,
        total=len(rows),
        current=current,
        pages=pages,
        newer=links[current - 1] if current > 1 else "",
        older=links[current + 1] if current < pages else "",
        mapper=mapper,
        town=town,
        towns=towns,
    )


async def changeset(request: Request) -> Response:
    """What one changeset changed."""
    row = row_or_404(
        request,
        "SELECT changesets.*, users.username FROM changesets JOIN users ON users.id = user_id WHERE changesets.id = ?",
        request.path_params["changeset"],
    )
    changes = (
        database(request)
        .execute(
            "SELECT changes.*, places.name FROM changes JOIN places ON places.id = place_id WHERE changeset_id = ? ORDER BY changes.id",
            (row["id"],),
        )
        .fetchall()
    )
    return page(request, "changeset.html", changeset=row, changes=changes, fields=EDITABLE)


async def profile(request: Request) -> Response:
    """A member's page."""
    db = database(request)
    person = row_or_404(request, "SELECT * FROM users WHERE username = ?", request.path_params["username"])
    counts = {
        what: db.execute(f"SELECT count(*) FROM {table} WHERE user_id = ?", (person["id"],)).fetchone()[0]
        for what, table in (("Changesets", "changesets"), ("Map notes", "notes"), ("Comments on notes", "note_comments"))
    }
    recent = db.execute("SELECT * FROM changesets WHERE user_id = ? ORDER BY id DESC LIMIT 8", (person["id"],)).fetchall()
    return page(request, "profile.html", person=person, counts=counts, recent=recent)


async def edit_settings(request: Request) -> Response:
    """The member's settings."""
    person, db = require_user(request), database(request)
    values = {**settings(request), "name": person["name"], "bio": person["bio"]}
    if request.method == "GET":
        return page(request, "settings.html", values=values, engines=ENGINES, error="")
    data = await form(request)
    values |= {key: data.get(key, "").strip() for key in ("name", "bio", "home", "engine", "layer")}
    values["mail_comments"] = int("mail_comments" in data)
    home = locate(db, values["home"]) if values["home"] else None
    if values["home"] and home is None:
        return page(request, "settings.html", 422, values=values, engines=ENGINES, error=f"We could not find “{values['home']}”.")
    engine = values["engine"] if values["engine"] in ENGINES else DEFAULTS["engine"]
    layer = values["layer"] if values["layer"] in LAYERS else DEFAULTS["layer"]
    db.execute(
        "INSERT OR REPLACE INTO settings VALUES (?, ?, ?, ?, ?)",
        (person["id"], home.label if home else "", engine, layer, values["mail_comments"]),
    )
    db.execute("UPDATE users SET name = ?, bio = ? WHERE id = ?", (values["name"] or person["name"], values["bio"], person["id"]))
    flash(request, "Your settings are saved.")
    return redirect(request, "/settings")


async def export(request: Request) -> Response:
    """Choose an area and take its places away as text."""
    db, asked = database(request), request.query_params
    area, category = asked.get("area", ""), asked.get("category", "")
    kind = asked.get("format", "csv") if asked.get("format") in FORMATS else "csv"
    found = results(db, Query(category=category, town=area)) if area else []
    text = ""
    if found:
        text = as_csv(found) if kind == "csv" else as_geojson(found)
    return page(
        request,
        "export.html",
        area=area,
        category=category,
        format=kind,
        formats=FORMATS,
        found=found[:PREVIEW],
        total=len(found),
        text=text,
        **filter_choices(db),
    )


def as_csv(found: list[dict[str, Any]]) -> str:
    """Places as lines of text."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["name", "category", "address", "lat", "lon"])
    for item in found:
        writer.writerow([item["name"], item["category"], item["address"], *to_degrees(item["x"], item["y"])])
    return out.getvalue()


def as_geojson(found: list[dict[str, Any]]) -> str:
    """Places as a feature collection."""
    features = [
        {
            "type": "Feature",
            "properties": {"name": item["name"], "category": item["category"]},
            "geometry": {"type": "Point", "coordinates": list(to_degrees(item["x"], item["y"]))[::-1]},
        }
        for item in found
    ]
    return json.dumps({"type": "FeatureCollection", "features": features}, ensure_ascii=False, indent=1)


async def help_page(request: Request) -> Response:
    """How to use the map."""
    return page(request, "help.html")


async def about(request: Request) -> Response:
    """What the map is, with its numbers."""
    db = database(request)
    tables = {"Places": "places", "Stretches of road": "edges", "Changesets": "changesets", "Map notes": "notes"}
    counts = {what: db.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for what, table in tables.items()}
    return page(request, "about.html", counts=counts)
