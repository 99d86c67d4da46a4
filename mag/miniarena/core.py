"""One site as a Starlette application over SQLite: what the six sites share."""

import secrets
import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import jinja2
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from mag.miniarena import SITE_KEYS, hostname

SNAPSHOT_TIME = datetime(2026, 3, 16, 9, 0, 0)  # the sites' clock when a set is fresh; every write moves it on a minute
HERE = Path(__file__).parent

COMMON_SCHEMA = """
CREATE TABLE users (id INTEGER PRIMARY KEY, username TEXT UNIQUE NOT NULL, email TEXT UNIQUE NOT NULL, name TEXT NOT NULL,
                    password TEXT NOT NULL, joined TEXT NOT NULL, bio TEXT NOT NULL DEFAULT '');
CREATE TABLE sessions (token TEXT PRIMARY KEY, user_id INTEGER, csrf TEXT NOT NULL, flash TEXT NOT NULL DEFAULT '');
CREATE TABLE clock (minutes INTEGER NOT NULL);
INSERT INTO clock VALUES (0);
"""


@dataclass(frozen=True)
class Account:
    """The account a site's tasks are done with; published sandbox credentials."""

    username: str
    email: str
    name: str
    password: str


@dataclass(frozen=True)
class Site:
    """What makes one site: its data and its pages. A package mag.miniarena.<key> exposes it as `SITE`."""

    key: str
    title: str
    schema: str
    seed: Callable[[sqlite3.Connection, Random], None]
    routes: Sequence[BaseRoute]
    account: Account | None
    globals: dict[str, Any] | None = None  # extra names for its templates
    login_required: bool = False  # every page but login needs an account (shop administration)
    registration: bool = True


def load_site(key: str) -> Site:
    """The site of this key; imports its package."""
    site: Site = import_module(f"mag.miniarena.{key}").SITE
    return site


def connect(path: Path) -> sqlite3.Connection:
    """A connection for one server: rows by name, no fsync (a set's data is thrown away at reset)."""
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    db.row_factory = sqlite3.Row
    db.executescript("PRAGMA synchronous=OFF; PRAGMA journal_mode=MEMORY; PRAGMA foreign_keys=ON;")
    return db


def database(request: Request) -> sqlite3.Connection:
    """The site's database."""
    db: sqlite3.Connection = request.app.state.db
    return db


def now(request: Request) -> str:
    """The site's time for a row about to be written, ISO without zone; counted from the snapshot, so runs repeat exactly."""
    db = database(request)
    db.execute("UPDATE clock SET minutes = minutes + 1")
    minutes: int = db.execute("SELECT minutes FROM clock").fetchone()[0]
    return (SNAPSHOT_TIME + timedelta(minutes=minutes)).isoformat(sep=" ")


# --- sessions ------------------------------------------------------------------------------------------------------
def session(request: Request) -> sqlite3.Row:
    """The visitor's server-side session; a new one is made (and its cookie set by `page`/`redirect`) on the first visit."""
    found: sqlite3.Row | None = getattr(request.state, "session", None)
    if found is None:
        db, token = database(request), request.cookies.get(cookie_name(request), "")
        found = db.execute("SELECT * FROM sessions WHERE token = ?", (token,)).fetchone()
        if found is None:
            token = secrets.token_hex(16)
            db.execute("INSERT INTO sessions (token, csrf) VALUES (?, ?)", (token, secrets.token_hex(16)))
            found = db.execute("SELECT * FROM sessions WHERE token = ?", (token,)).fetchone()
        request.state.session = found
    return found


def cookie_name(request: Request) -> str:
    """Sites of a set share a host name when addressed by IP, so each has a cookie of its own."""
    return f"{request.app.state.site.key}_session"


def user(request: Request) -> sqlite3.Row | None:
    """The logged-in user's row, None for a guest."""
    return database(request).execute("SELECT * FROM users WHERE id = ?", (session(request)["user_id"],)).fetchone()  # type: ignore[no-any-return]


def require_user(request: Request) -> sqlite3.Row:
    """The logged-in user; a guest is sent to the login page."""
    found = user(request)
    if found is None:
        raise HTTPException(303, headers={"location": f"/login?next={request.url.path}"})
    return found


def set_session(request: Request, **values: Any) -> None:
    """Change columns of the visitor's session (user_id, flash)."""
    db, token = database(request), session(request)["token"]
    for column, value in values.items():
        db.execute(f"UPDATE sessions SET {column} = ? WHERE token = ?", (value, token))  # columns are our own literals
    request.state.session = None


def flash(request: Request, message: str) -> None:
    """A message for the top of the next page."""
    set_session(request, flash=message)


async def form(request: Request) -> dict[str, str]:
    """The posted fields; refuses a form that does not carry the session's token."""
    data = {key: str(value) for key, value in (await request.form()).items()}
    if data.get("csrf") != session(request)["csrf"]:
        raise HTTPException(403, "The form has expired; load the page again.")
    return data


async def form_lists(request: Request) -> dict[str, list[str]]:
    """As `form`, for fields that occur several times (check boxes of a grid)."""
    await form(request)
    data = await request.form()  # Starlette keeps the parsed form
    return {key: [str(value) for value in data.getlist(key)] for key in data}


# --- pages -----------------------------------------------------------------------------------------------------------
def page(request: Request, template: str, status: int = 200, **context: Any) -> Response:
    """Render a template with the visitor, the flash message and links to the sibling sites."""
    state = request.app.state
    visit = session(request)
    message = visit["flash"]
    if message:
        set_session(request, flash="")
    html = state.templates.get_template(template).render(
        request=request,
        site=state.site,
        user=user(request),
        csrf=visit["csrf"],
        flash=message,
        site_url=lambda key: site_url(request, key),
        **context,
    )
    return remember(request, HTMLResponse(html, status))


def redirect(request: Request, url: str) -> Response:
    """303 to a path of the same site (GET after POST)."""
    return remember(request, RedirectResponse(url, 303))


def remember(request: Request, response: Response) -> Response:
    """Set the session cookie where the visitor does not carry the current one."""
    token = session(request)["token"]
    if request.cookies.get(cookie_name(request)) != token:
        response.set_cookie(cookie_name(request), token, httponly=True, samesite="lax")
    return response


def site_url(request: Request, key: str) -> str:
    """Address of a sibling site, in the way this one was addressed (canonical host name, or loopback port)."""
    port = request.app.state.ports.get(key)  # a set may run without some of the sites
    if port is None or (request.url.hostname or "").endswith(".mag.test"):
        return f"http://{hostname(key)}"
    return f"http://{request.url.hostname}:{port}"


def number(request: Request, name: str, default: int = 1) -> int:
    """A whole number of the query string, at least 1; nonsense counts as the default."""
    text = request.query_params.get(name, "")
    return max(1, int(text)) if text.isascii() and text.isdigit() and len(text) < 9 else default


def row_or_404(request: Request, sql: str, *values: Any) -> sqlite3.Row:
    """The one row of a query, or the site's 404 page."""
    found: sqlite3.Row | None = database(request).execute(sql, values).fetchone()
    if found is None:
        raise HTTPException(404)
    return found


async def _error_page(request: Request, error: Exception) -> Response:
    status = getattr(error, "status_code", 500)
    location = (getattr(error, "headers", None) or {}).get("location")
    if location:
        return redirect(request, location)
    return page(request, "error.html", status, code=status, detail=getattr(error, "detail", ""))


async def _healthz(request: Request) -> Response:
    database(request).execute("SELECT count(*) FROM users")
    return Response("ok")


def create_app(site: Site, database_path: Path, ports: dict[str, int]) -> Starlette:
    """The site as an ASGI application; `ports` is shared by the set and filled in when its servers listen."""
    from mag.miniarena.auth import auth_routes  # auth uses the helpers above

    loaders = [jinja2.FileSystemLoader(str(folder)) for folder in (HERE / site.key / "templates", HERE / "templates")]
    templates = jinja2.Environment(loader=jinja2.ChoiceLoader(loaders), autoescape=True, undefined=jinja2.StrictUndefined)
    templates.globals.update(SITE_KEYS=SITE_KEYS, **(site.globals or {}))
    app = Starlette(
        routes=[
            Route("/healthz", _healthz),
            *auth_routes(site),
            Mount("/static/shared", StaticFiles(directory=HERE / "static")),
            *([Mount("/static", StaticFiles(directory=HERE / site.key / "static"))] if (HERE / site.key / "static").is_dir() else []),
            *site.routes,
        ],  # last: a site may have routes such as /{owner}/{project}
        exception_handlers={HTTPException: _error_page},
    )
    app.state.site, app.state.templates, app.state.ports = site, templates, ports
    app.state.db = connect(database_path)
    return app
