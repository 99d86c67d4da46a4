"""What tests share: one browser, and a small real web server for pages written in the tests."""

import asyncio
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from mag.benchmark.load import load_miniarena
from mag.choice import Choice, make_spec
from mag.sites.miniarena import start
from mag.sweep import open_lanes
from mag.web import browser as browsers
from mag.web.tab import Tab
from tests.scripted import Reports, Scripted

HOSTS = ("a.mag.test", "b.mag.test")


class Pages:
    """A web server on loopback: `pages["/path"] = html` (or a handler); every host name of HOSTS leads to it."""

    def __init__(self) -> None:
        self.routes: dict[str, str | Callable[[Request], Response]] = {}
        self.posts: list[tuple[str, dict]] = []
        self.socket = socket.socket(proto=socket.IPPROTO_TCP)  # named, so that asyncio sets TCP_NODELAY
        self.socket.bind(("127.0.0.1", 0))
        self.socket.listen(64)
        self.port = self.socket.getsockname()[1]

    def __setitem__(self, path: str, content: str | Callable[[Request], Response]) -> None:
        self.routes[path] = content

    async def answer(self, request: Request) -> Response:
        if request.method == "POST":
            self.posts.append((request.url.path, dict(await request.form())))
        content = self.routes.get(request.url.path)
        if content is None:
            return HTMLResponse("not there", 404)
        return content(request) if callable(content) else HTMLResponse(f"<!doctype html><title>{request.url.path}</title>{content}")

    @asynccontextmanager
    async def serving(self) -> AsyncIterator["Pages"]:
        app = Starlette(routes=[Route("/{path:path}", self.answer, methods=["GET", "POST"])])
        server = uvicorn.Server(uvicorn.Config(app, log_level="error", lifespan="off"))
        running = asyncio.ensure_future(server.serve(sockets=[self.socket]))
        try:
            yield self
        finally:
            server.should_exit = server.force_exit = True
            await running


@pytest.fixture(scope="session")
async def pages():
    async with Pages().serving() as serving:
        yield serving


@pytest.fixture(scope="session")
async def chromium(pages):
    async with browsers.driver() as playwright:
        browser = await browsers.launch(playwright, dict.fromkeys(HOSTS, pages.port))
        yield browser
        await browser.close()


@pytest.fixture
async def tab(chromium):
    async with browsers.context(chromium) as context:
        yield Tab(context)


@pytest.fixture(scope="session")
async def environment(tmp_path_factory):
    """One miniarena set, shared by the session; tests reset it where they need to."""
    started = await asyncio.to_thread(start, 1, tmp_path_factory.mktemp("mag-home"))
    yield started
    await started.close()


@pytest.fixture(scope="session")
async def lane(environment):
    async with open_lanes([environment]) as lanes:
        yield lanes[0]


@pytest.fixture(scope="session")
def benchmark():
    return load_miniarena()


@pytest.fixture
def spec_of(benchmark, environment):
    """A sweep's identity with a scripted policy: `spec_of(function of the turn)`."""

    def make(say, **choice):
        return replace(make_spec(Choice("test", **choice), benchmark, environment.snapshot), policy=Scripted(say))

    return make


@pytest.fixture
def answer_task(benchmark):
    """A task that only an answer decides."""
    return next(web_task for web_task in benchmark.tasks if web_task.eval["eval_types"] == ["string_match"])


@pytest.fixture
def reports():
    return Reports()


@pytest.fixture
def no_waiting(monkeypatch):
    """Sick sets are tried again at once."""
    monkeypatch.setattr("mag.rollout.RECOVERY_WAITS_S", (0.0, 0.1, 0.1))
