"""The site of the hard pages: the files of pages/ on two sites, and the answers that files cannot give (late, endless, looping)."""

import asyncio
import io
import socket
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import uvicorn
from PIL import Image
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from mag.web import browser as browsers

FOLDER = Path(__file__).parent / "pages"
SITES = ("hard.test", "other.test")  # two sites, not two hosts of one: their frames live in processes of their own


class HardSite:
    """What the server saw, and the answers of its live addresses."""

    def __init__(self) -> None:
        self.requests: list[str] = []
        self.closing = asyncio.Event()
        self.app = Starlette(routes=[Route("/{path:path}", self.answer, methods=["GET", "POST"])])

    async def answer(self, request: Request) -> Response:
        path = request.url.path
        query = f"?{request.url.query}" if request.url.query else ""
        form = "&".join(f"{name}={value}" for name, value in (await request.form()).items()) if request.method == "POST" else ""
        self.requests.append(f"{request.method} {path}{query} {form}".strip())
        live = getattr(self, f"do_{path.strip('/').partition('/')[0]}", None)
        if live:
            return await live(request)
        file = FOLDER / f"{path.strip('/')}"
        if file.suffix in (".html", ".js") and file.is_file():
            return FileResponse(file)
        return HTMLResponse(f"<title>Not found</title><h1>Not found</h1><a href='/'>Home</a><p>{path}", 404)

    async def do_saved(self, request: Request) -> Response:
        return HTMLResponse("<title>Saved</title><h1>Saved</h1>")

    async def do_broken(self, request: Request) -> Response:
        return HTMLResponse("<title>Error</title><h1>Error</h1><button>Report</button>", 500)

    async def do_loop(self, request: Request) -> Response:
        return RedirectResponse(f"/loop/{request.url.path.count('/')}" if request.url.path != "/loop/1" else "/loop/")

    async def do_late(self, request: Request) -> Response:
        await asyncio.sleep(0.25)
        picture = io.BytesIO()
        Image.new("RGB", (300, 200), "#888").save(picture, "PNG")
        return Response(picture.getvalue(), media_type="image/png", headers={"cache-control": "no-store"})

    async def do_endless(self, request: Request) -> Response:
        """Never answers."""
        await self.closing.wait()
        return PlainTextResponse("")

    async def do_tick(self, request: Request) -> Response:
        await asyncio.sleep(0.01)
        return PlainTextResponse("tick")

    async def do_events(self, request: Request) -> Response:
        async def stream() -> AsyncIterator[bytes]:
            yield b"data: hello\n\n"
            await self.closing.wait()

        return StreamingResponse(stream(), media_type="text/event-stream")

    async def do_file(self, request: Request) -> Response:
        return Response(b"a,b\n1,2\n", media_type="text/csv", headers={"content-disposition": "attachment; filename=report.csv"})


@pytest.fixture(scope="session")
async def site() -> AsyncIterator[tuple[HardSite, int]]:
    hard = HardSite()
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen(64)
        server = uvicorn.Server(uvicorn.Config(hard.app, log_level="error", lifespan="off", timeout_graceful_shutdown=1))
        running = asyncio.ensure_future(server.serve(sockets=[listening]))
        yield hard, listening.getsockname()[1]
        hard.closing.set()
        server.should_exit = server.force_exit = True
        await running


@pytest.fixture(scope="session")
async def hard_browser(site):
    async with browsers.driver() as playwright:
        browser = await browsers.launch(playwright, dict.fromkeys(SITES, site[1]))
        yield browser
        await browser.close()
