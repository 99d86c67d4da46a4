"""What every view of the panel does: let in only its users, keep the action log, say what was done."""

import functools
from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from mag.miniarena.core import database, flash, now, redirect, require_user
from mag.miniarena.shopping_admin.rows import insert

MAX_ID = 2**62  # SQLite's integers end at 2**63
Handler = Callable[[Request], Awaitable[Response]]


def route(path: str, handler: Handler, *methods: str) -> Route:
    """A route for signed-in users only; GET unless methods are given."""

    @functools.wraps(handler)
    async def guarded(request: Request) -> Response:
        require_user(request)
        return await handler(request)

    return Route(path, guarded, methods=methods or ("GET",))


def done(request: Request, url: str, message: str, logged: str = "") -> Response:
    """Back to a page with a message; what changed data goes to the action log."""
    if logged:
        insert(database(request), "admin_log", {"created": now(request), "username": require_user(request)["username"], "message": logged})
    flash(request, message)
    return redirect(request, url)


def path_id(request: Request, name: str = "id") -> int:
    """The number in the address; one that no row can have becomes one that no row has."""
    return min(int(request.path_params[name]), MAX_ID)
