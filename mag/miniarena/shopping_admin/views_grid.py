"""List pages of all grids and what their controls post."""

from collections.abc import Callable, Sequence

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from mag.miniarena.core import database, flash, form, form_lists, number, page, redirect, require_user
from mag.miniarena.shopping_admin.common import Handler, done, route
from mag.miniarena.shopping_admin.grid import PAGE_SIZES, RANGES, Grid, View, chips, fetch, load_view, parse_bound, save_view


def list_page(grid: Grid) -> Handler:
    """The handler that shows a grid."""

    async def handler(request: Request) -> Response:
        db, user = database(request), require_user(request)
        view = load_view(db, user["id"], grid)
        return page(
            request,
            "grid.html",
            grid=grid,
            view=view,
            shown=fetch(db, grid, view, number(request, "page")),
            chips=chips(grid, view),
            sizes=PAGE_SIZES,
            ranges=RANGES,
        )

    return handler


def set_filters(grid: Grid, view: View, data: dict[str, str]) -> str:
    """Take over the filter panel; says what could not be understood."""
    view.filters = {}
    for column in grid.columns:
        names = (f"{column.key}.from", f"{column.key}.to") if column.kind in RANGES else (column.key,)
        for name in names:
            text = data.get(name, "").strip()
            if text and column.kind in RANGES and parse_bound(column.kind, text) is None:
                example = "MM/DD/YYYY" if column.kind in ("date", "moment") else "a number"
                return f"The value '{text}' of {column.label} cannot be used; enter {example}."
            if text:
                view.filters[name] = text
    return ""


def set_keyword(grid: Grid, view: View, data: dict[str, str]) -> str:
    """Take over the keyword."""
    view.keyword = data.get("keyword", "").strip()
    return ""


def set_sort(grid: Grid, view: View, data: dict[str, str]) -> str:
    """Sort by a column; the same column again turns the order round."""
    key = data.get("column", "")
    if grid.column(key):
        view.sort, view.descending = key, not view.descending if view.sort == key else False
    return ""


def set_per_page(grid: Grid, view: View, data: dict[str, str]) -> str:
    """Show this many rows a page."""
    if data.get("size") in [str(size) for size in PAGE_SIZES]:
        view.per_page = int(data["size"])
    return ""


def remove_filter(grid: Grid, view: View, data: dict[str, str]) -> str:
    """Drop one active filter."""
    key = data.get("name", "")
    if key == "keyword":
        view.keyword = ""
    view.filters = {name: text for name, text in view.filters.items() if name.partition(".")[0] != key}
    return ""


def clear_filters(grid: Grid, view: View, data: dict[str, str]) -> str:
    """Drop all active filters and the keyword."""
    view.keyword, view.filters = "", {}
    return ""


def set_columns(grid: Grid, view: View, data: dict[str, str]) -> str:
    """Show the ticked columns only; at least one stays."""
    hidden = [column.key for column in grid.columns if f"show.{column.key}" not in data]
    if len(hidden) == len(grid.columns):
        return "At least one column has to stay visible."
    view.hidden = hidden
    return ""


CONTROLS: dict[str, Callable[[Grid, View, dict[str, str]], str]] = {
    "filters": set_filters,
    "keyword": set_keyword,
    "sort": set_sort,
    "per-page": set_per_page,
    "remove": remove_filter,
    "clear": clear_filters,
    "columns": set_columns,
}


def grid_routes(grids: Sequence[Grid]) -> list[BaseRoute]:
    """A list page for every grid, and the two addresses that all their controls post to."""
    by_key = {grid.key: grid for grid in grids}

    def find(request: Request) -> Grid:
        if request.path_params["key"] not in by_key:
            raise HTTPException(404)
        return by_key[request.path_params["key"]]

    async def control(request: Request) -> Response:
        grid, change = find(request), CONTROLS.get(request.path_params["what"])
        if change is None:
            raise HTTPException(404)
        db, user, data = database(request), require_user(request), await form(request)
        view = load_view(db, user["id"], grid)
        problem = change(grid, view, data)
        if problem:
            flash(request, problem)
        else:
            save_view(db, user["id"], grid, view)
        return redirect(request, grid.path)

    async def mass_action(request: Request) -> Response:
        grid, data = find(request), await form_lists(request)
        action = next((action for action in grid.actions if [action.label] == data.get("action")), None)
        ids = [int(text) for text in data.get("ids", []) if text.isascii() and text.isdigit() and len(text) < 12]
        if action is None or not ids:
            return done(request, grid.path, "Please select items.")
        message = action.apply(request, ids)
        return done(request, grid.path, message, f"{grid.title}: {action.label} ({len(ids)})")

    return [
        *(route(grid.path, list_page(grid)) for grid in grids),
        route("/grid/{key}/action", mass_action, "POST"),
        route("/grid/{key}/{what}", control, "POST"),
    ]
