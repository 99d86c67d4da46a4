"""The directions panel."""

from starlette.requests import Request
from starlette.responses import Response

from mag.miniarena.core import database, redirect
from mag.miniarena.map.finder import Spot, locate
from mag.miniarena.map.pages import address, map_page, settings
from mag.miniarena.map.routing import ENGINES, Graph
from mag.miniarena.map.view import CITY_VIEW, around


async def directions(request: Request) -> Response:
    """The form and, with both ends known, the fastest way. The address holds the full labels of both ends."""
    db, asked, own = database(request), request.query_params, settings(request)
    engine = asked.get("engine", "") if asked.get("engine") in ENGINES else str(own["engine"])
    start_text = asked.get("route_from", asked.get("from", "")).strip()
    end_text = asked.get("route_to", asked.get("to", "")).strip()
    if "reverse" in asked:
        start_text, end_text = end_text, start_text
    start, end = locate(db, start_text, own["home"]), locate(db, end_text, own["home"])
    labels = {"from": start.label if start else start_text, "to": end.label if end else end_text}
    canonical = {"engine": engine, **labels}
    given = {key: asked.get(key, "") for key in canonical}
    submitted = "route_from" in asked or "route_to" in asked
    if submitted or ((start_text or end_text) and given != canonical):
        return redirect(request, address("/directions", {**canonical, "layer": asked.get("layer", "")}))
    route = Graph(db).route(start.point, end.point, engine) if start and end else None
    points = [*(spot.point for spot in (start, end) if spot), *(route.line if route else ())]
    return map_page(
        request,
        "directions.html",
        around(points) if points else CITY_VIEW,
        canonical if route else {},
        engine=engine,
        engines=ENGINES,
        labels=labels,
        route=route,
        problems=problems(labels, start, end),
    )


def problems(labels: dict[str, str], start: Spot | None, end: Spot | None) -> list[str]:
    """What is missing for a route, in words; nothing for the empty form."""
    if not labels["from"] and not labels["to"]:
        return []
    found = [f"We could not find “{text}”." for text, spot in ((labels["from"], start), (labels["to"], end)) if text and spot is None]
    if not labels["from"]:
        found.append("Enter where you want to start from.")
    if not labels["to"]:
        found.append("Enter where you want to go to.")
    return found
