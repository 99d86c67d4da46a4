"""Small real servers for the tests of sites: the login forms of WebArena's four applications, and any app on a port."""

import asyncio
import contextlib
import html
import os
import secrets
import socket
from contextlib import asynccontextmanager

import uvicorn
from starlette.applications import Starlette
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse
from starlette.routing import Route


@asynccontextmanager
async def serving(app, port=0):
    """The app on a loopback port, which is yielded."""
    with socket.socket() as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(("127.0.0.1", port))
        listening.listen(64)
        server = uvicorn.Server(uvicorn.Config(app, log_level="error", lifespan="off"))
        running = asyncio.ensure_future(server.serve(sockets=[listening]))
        try:
            yield listening.getsockname()[1]
        finally:
            server.should_exit = server.force_exit = True
            await running


def by_host(apps):
    """One app of several, told apart by the Host header."""

    async def choose(scope, receive, send):
        host = dict(scope["headers"])[b"host"].decode().partition(":")[0]
        await apps[host](scope, receive, send)

    return choose


def free_ports(count):
    """The first of so many ports in a row that nobody listens on, below those the system hands out for connections."""
    for base in range(20_000 + os.getpid() % 5_000, 32_000, count):
        with contextlib.suppress(OSError), contextlib.ExitStack() as stack:
            for port in range(base, base + count):
                stack.enter_context(socket.socket()).bind(("127.0.0.1", port))
            return base
    raise RuntimeError("no free ports")


class Application:
    """What the four applications share: server-side sessions, one account, a way to lose every session."""

    cookie, secret_flags = "session", "; HttpOnly"

    def __init__(self, username, password):
        self.username, self.password, self.sessions, self.posts = username, password, {}, []
        self.app = Starlette(routes=self.routes())

    def who(self, request):
        return self.sessions.get(request.cookies.get(self.cookie), {}).get("user")

    def session(self, request, response):
        token = request.cookies.get(self.cookie)
        if token not in self.sessions:
            token = secrets.token_hex(8)
            self.sessions[token] = {"token": secrets.token_hex(8)}
            response.headers.append("set-cookie", f"{self.cookie}={token}; Path={self.cookie_path}{self.secret_flags}")
        return self.sessions[token]

    cookie_path = "/"

    def page(self, request, body, status=200):
        response = HTMLResponse("", status)
        filled = body.replace("TOKEN", self.session(request, response)["token"])
        response.body = f"<!doctype html><title>x</title>{filled}".encode()
        response.headers["content-length"] = str(len(response.body))
        return response

    def enter(self, request, data, name, password):
        """A new session for the right account, as applications do against session fixation."""
        if (data.get(name), data.get(password)) != (self.username, self.password):
            return None
        token = secrets.token_hex(8)
        self.sessions[token] = {"token": secrets.token_hex(8), "user": self.username}
        return f"{self.cookie}={token}; Path={self.cookie_path}{self.secret_flags}"


class Gitlab(Application):
    """Devise's form; every page but the explored ones sends a guest to it."""

    cookie = "_gitlab_session"

    def routes(self):
        return [
            Route("/", self.home),
            Route("/users/sign_in", self.sign_in, methods=["GET", "POST"]),
            Route("/-/profile", self.profile),
            Route("/a11yproject/a11yproject.com", self.project),
        ]

    async def home(self, request):
        return RedirectResponse("/users/sign_in" if not self.who(request) else "/dashboard/projects", 302)

    async def project(self, request):
        return self.page(request, "<h1>The A11Y Project / a11yproject.com</h1>")

    async def profile(self, request):
        if not self.who(request):
            return RedirectResponse("/users/sign_in", 302)
        return self.page(request, f"<script>gon.current_username={self.who(request)!r}</script>Edit Profile")

    async def sign_in(self, request):
        form = (
            '<form action="/search"><input type="text" name="search"></form>'
            '<form action="/users/sign_in" method="post"><input type="hidden" name="authenticity_token" value="TOKEN">'
            '<input type="text" name="user[login]"><input type="password" name="user[password]">'
            '<input type="hidden" name="user[remember_me]" value="0"><input type="checkbox" name="user[remember_me]" value="1">'
            '<input type="submit" name="commit" value="Sign in"></form>'
        )
        if request.method == "GET":
            return self.page(request, form)
        data = await request.form()
        self.posts.append(dict(data))
        mine = self.sessions.get(request.cookies.get(self.cookie), {})
        if data.get("authenticity_token") != mine.get("token"):
            return PlainTextResponse("The change you requested was rejected.", 422)
        entered = self.enter(request, data, "user[login]", "user[password]")
        if entered is None:
            return self.page(request, form)
        return RedirectResponse(str(request.base_url), 302, {"set-cookie": entered})


class Shop(Application):
    """Magento's shop: the page cache gives everybody the first visitor's form_key; a form is accepted when it agrees with the cookie."""

    cookie, cached = "PHPSESSID", "stranger"

    def routes(self):
        return [
            Route("/", self.home),
            Route("/customer/account/login/", self.sign_in),
            Route("/customer/account/loginPost/", self.post, methods=["POST"]),
            Route("/customer/account/", self.account),
        ]

    async def home(self, request):
        return self.page(request, "One Stop Market")

    async def sign_in(self, request):
        action = f"{request.base_url}customer/account/loginPost/"
        return self.page(
            request,
            '<form id="search_mini_form" action="/catalogsearch/result/"><input type="text" name="q"></form>'
            '<script type="text/x-magento-template"><form><input type="password" name="trap"></form></script>'
            f'<form action="{action}" method="post" id="login-form"><input name="form_key" type="hidden" value="{self.cached}" />'
            '<input name="login[username]" value="" type="email"><input name="login[password]" type="password">'
            '<button type="submit" name="send">Sign In</button></form>',
        )

    async def post(self, request):
        data = await request.form()
        self.posts.append(dict(data))
        back = RedirectResponse("/customer/account/login/", 302)
        if data.get("form_key") != request.cookies.get("form_key", self.sessions.get(request.cookies.get(self.cookie), {}).get("token")):
            return back
        entered = self.enter(request, data, "login[username]", "login[password]")
        if entered is None:
            return back
        response = RedirectResponse("/customer/account/", 302, {"set-cookie": entered})
        response.headers.append("set-cookie", "private_content_version=1; Path=/")  # for the page's scripts
        return response

    async def account(self, request):
        if not self.who(request):
            return RedirectResponse("/customer/account/login/", 302)
        return self.page(request, f"<p>Emma Lopez<br>{html.escape(self.who(request))}</p>")


class Admin(Application):
    """Magento's administration: any address shows the login form, status 200, until there is a session; the form posts to where it is."""

    cookie, cookie_path = "admin", "/admin"

    def routes(self):
        return [Route("/admin", self.any, methods=["GET", "POST"]), Route("/admin/{path:path}", self.any, methods=["GET", "POST"])]

    async def any(self, request):
        if not self.who(request):
            if request.method == "POST":
                data = await request.form()
                self.posts.append(dict(data))
                mine = self.sessions.get(request.cookies.get(self.cookie), {})
                entered = self.enter(request, data, "login[username]", "login[password]")
                if entered and data.get("form_key") == mine.get("token"):
                    return RedirectResponse("/admin/admin/dashboard/", 302, {"set-cookie": entered})
            return self.page(
                request,
                '<form method="post" action="" id="login-form" autocomplete="off"><input name="form_key" type="hidden" value="TOKEN" />'
                '<input id="username" type="text" name="login[username]"><input id="login" type="password" name="login[password]"></form>',
            )
        return self.page(request, f'<span class="admin-user-account-text"> {self.who(request)} </span><h1>Dashboard</h1>Lifetime Sales')


class Forum(Application):
    """Postmill: Symfony's form, posted to a check address of its own."""

    cookie = "PHPSESSID"

    def routes(self):
        return [
            Route("/", self.front),
            Route("/f/books", self.front),
            Route("/login", self.sign_in),
            Route("/login_check", self.check, methods=["POST"]),
            Route("/user/{name}/account", self.account),
        ]

    async def front(self, request):
        return self.page(request, "<h1>books</h1>")

    async def sign_in(self, request):
        return self.page(
            request,
            '<form method="POST" action="/login_check"><input type="hidden" name="_csrf_token" value="TOKEN">'
            '<input type="text" name="_username"><input type="password" name="_password">'
            '<input type="checkbox" name="_remember_me" checked></form>',
        )

    async def check(self, request):
        data = await request.form()
        self.posts.append(dict(data))
        mine = self.sessions.get(request.cookies.get(self.cookie), {})
        entered = self.enter(request, data, "_username", "_password") if data.get("_csrf_token") == mine.get("token") else None
        return RedirectResponse("/", 302, {"set-cookie": entered}) if entered else RedirectResponse("/login", 302)

    async def account(self, request):
        if self.who(request) != request.path_params["name"]:
            return RedirectResponse("/login", 302)
        return self.page(request, "<button>Delete account</button>")


def read_only(text):
    """A site that shows one page, whatever the address."""

    async def page(_):
        return HTMLResponse(f"<h1>{text}</h1>")

    return Starlette(routes=[Route("/{path:path}", page)])
