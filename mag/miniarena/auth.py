"""Registration, login and logout: the same forms on every site that has accounts, in the site's own dress."""

import hashlib
import hmac

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from mag.miniarena.core import Site, database, flash, form, now, page, redirect, set_session, user


def hash_password(password: str, salt: str) -> str:
    """Salted sha256, hex: these are published sandbox passwords, and a snapshot must be built in a moment."""
    return f"{salt}${hashlib.sha256(f'{salt}:{password}'.encode()).hexdigest()}"


def password_matches(password: str, stored: str) -> bool:
    """Whether the password is the stored one."""
    return hmac.compare_digest(hash_password(password, stored.split("$")[0]), stored)


async def login(request: Request) -> Response:
    """The login form and its submission; `next` leads back to where a guest was stopped."""
    target = request.query_params.get("next", "/")
    target = target if target.startswith("/") and not target.startswith("//") else "/"
    if request.method == "GET":
        return redirect(request, target) if user(request) else page(request, "login.html", error="", username="", target=target)
    data = await form(request)
    name = data.get("username", "").strip()
    found = database(request).execute("SELECT * FROM users WHERE username = ? OR email = ?", (name, name)).fetchone()
    if found is None or not password_matches(data.get("password", ""), found["password"]):
        return page(request, "login.html", 422, error="The user name or password is not right.", username=name, target=target)
    set_session(request, user_id=found["id"])
    return redirect(request, target)


async def logout(request: Request) -> Response:
    """End the session's login."""
    await form(request)
    set_session(request, user_id=None)
    flash(request, "You are signed out.")
    return redirect(request, "/login" if request.app.state.site.login_required else "/")


async def register(request: Request) -> Response:
    """The registration form and its submission."""
    values = {"username": "", "email": "", "name": ""}
    if request.method == "GET":
        return page(request, "register.html", error="", values=values)
    data = await form(request)
    values = {key: data.get(key, "").strip() for key in values}
    error = registration_error(request, values, data.get("password", ""))
    if error:
        return page(request, "register.html", 422, error=error, values=values)
    cursor = database(request).execute(
        "INSERT INTO users (username, email, name, password, joined) VALUES (?, ?, ?, ?, ?)",
        (values["username"], values["email"], values["name"], hash_password(data["password"], values["username"]), now(request)),
    )
    set_session(request, user_id=cursor.lastrowid)
    flash(request, f"Welcome, {values['name']}. Your account is ready.")
    return redirect(request, "/")


def registration_error(request: Request, values: dict[str, str], password: str) -> str:
    """Why these values cannot become an account, empty when they can."""
    if not all(values.values()) or "@" not in values["email"]:
        return "Fill in every field; the e-mail address needs an @."
    if len(password) < 8:
        return "The password needs at least 8 characters."
    taken = (
        database(request).execute("SELECT 1 FROM users WHERE username = ? OR email = ?", (values["username"], values["email"])).fetchone()
    )
    return "This user name or e-mail address is taken." if taken else ""


async def account(request: Request) -> Response:
    """Who is logged in, in a form that a login check can rely on: 200 with the user name, or 401."""
    found = user(request)
    return Response(found["username"] if found else "", 200 if found else 401, media_type="text/plain")


def auth_routes(site: Site) -> list[Route]:
    """The routes of a site with accounts, none for one without."""
    if site.account is None:
        return []
    routes = [Route("/login", login, methods=["GET", "POST"]), Route("/logout", logout, methods=["POST"]), Route("/whoami", account)]
    return routes + ([Route("/register", register, methods=["GET", "POST"])] if site.registration else [])
