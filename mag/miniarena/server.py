"""One environment set as a process: six sites on loopback and a control port.

`python -m mag.miniarena.server --state DIR [--ports BASE]` prints one JSON line with its ports once it listens, and ends when its
standard input does, so that no set outlives the program that started it (however that ended) unless --detached is given.
"""

import argparse
import asyncio
import json
import os
import shutil
import socket
import sys
import time
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from mag.miniarena import SITE_KEYS
from mag.miniarena.core import connect, create_app, load_site
from mag.miniarena.snapshot import build, file_digest, fingerprint, restore

CONTROL = "control"
LOOPBACK = "127.0.0.1"


class EnvironmentSet:
    """Six sites over their databases, and their reset."""

    def __init__(self, state: Path, snapshot: Path, ports: dict[str, int], keys: Sequence[str] = SITE_KEYS) -> None:
        self.state, self.snapshot = state, snapshot
        self.expected = {key: file_digest(snapshot / f"{key}.db") for key in keys}
        self.apps = {}
        state.mkdir(parents=True, exist_ok=True)
        for key in keys:
            shutil.copyfile(snapshot / f"{key}.db", state / f"{key}.db")
            self.apps[key] = create_app(load_site(key), state / f"{key}.db", ports)

    def fingerprints(self) -> dict[str, str]:
        """Fingerprint of every site's rows as they are now."""
        return {key: fingerprint(app.state.db) for key, app in self.apps.items()}

    def pristine(self) -> bool:
        """Whether every site holds the snapshot's rows."""
        expected = {}
        for key in self.apps:
            with closing(connect(self.snapshot / f"{key}.db")) as db:
                expected[key] = fingerprint(db)
        return self.fingerprints() == expected

    def untouched(self) -> bool:
        """Whether nothing was written since the last reset, not even a session: every file is still the snapshot's, byte for byte."""
        return all(file_digest(self.state / f"{key}.db") == digest for key, digest in self.expected.items())

    def reset(self) -> dict[str, object]:
        """Back to the snapshot. Verified means that every database file is the snapshot's, byte for byte, before it is opened again."""
        started = time.perf_counter()
        found = {}
        for key, app in self.apps.items():
            path = self.state / f"{key}.db"
            app.state.db, found[key] = restore(app.state.db, self.snapshot / f"{key}.db", path)
        return {"verified": found == self.expected, "seconds": time.perf_counter() - started, "fingerprints": found}

    def control(self) -> Starlette:
        """The control port's application: never reachable from the browser, which knows the six host names only."""

        async def reset(_: Request) -> Response:
            answer = self.reset()
            return JSONResponse(answer)

        async def status(_: Request) -> Response:
            found = {"pristine": self.pristine(), "untouched": self.untouched(), "fingerprints": self.fingerprints()}
            return JSONResponse({"snapshot": self.snapshot.name, **found})

        return Starlette(routes=[Route("/reset", reset, methods=["POST"]), Route("/status", status)])


def listen(base: int, keys: Sequence[str], host: str = LOOPBACK) -> dict[str, socket.socket]:
    """A listening socket for every site and the control port: base, base+1, ...; any free ports for base 0."""
    sockets = {}
    for offset, key in enumerate((*keys, CONTROL)):
        sockets[key] = socket.socket(proto=socket.IPPROTO_TCP)  # said so, asyncio sends small answers at once (TCP_NODELAY)
        sockets[key].setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            sockets[key].bind((host, base + offset if base else 0))
        except OSError as error:
            sys.exit(json.dumps({"error": f"port {base + offset} is in use ({error.strerror}); choose another base port"}))
        sockets[key].listen(128)
    return sockets


async def serve(environment: EnvironmentSet, sockets: dict[str, socket.socket], detached: bool) -> None:
    """Serve until a signal, or (unless detached) until standard input ends."""
    apps = {**environment.apps, CONTROL: environment.control()}
    by_port = {sockets[key].getsockname()[1]: app for key, app in apps.items()}

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await by_port[scope["server"][1]](scope, receive, send)

    # One server for all ports: each looks ten times a second whether it should end, in every set.
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning", access_log=False, lifespan="off"))
    running: list[asyncio.Future[Any]] = [asyncio.ensure_future(server.serve(sockets=list(sockets.values())))]
    print(
        json.dumps(
            {
                "ports": {key: sock.getsockname()[1] for key, sock in sockets.items()},
                "pid": os.getpid(),
                "snapshot": environment.snapshot.name,
            }
        ),
        flush=True,
    )
    if not detached:
        ended = asyncio.Event()
        asyncio.get_running_loop().add_reader(sys.stdin.fileno(), lambda: None if os.read(sys.stdin.fileno(), 4096) else ended.set())
        running.append(asyncio.ensure_future(ended.wait()))
    await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
    server.should_exit = True
    server.force_exit = True  # open keep-alive connections do not hold the process
    await running[0]


def main() -> None:
    """Entry point of the set's process."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--state", type=Path, required=True, help="folder for the set's databases")
    parser.add_argument("--snapshots", type=Path, required=True, help="folder for built snapshots")
    parser.add_argument("--ports", type=int, default=0, help="first of seven ports, 0 for any")
    parser.add_argument("--host", default=LOOPBACK, help="address to listen on; inside a container 0.0.0.0, published on loopback only")
    parser.add_argument("--detached", action="store_true", help="live on when standard input ends")
    parser.add_argument("--remove", type=Path, help="a folder to remove at the end")
    parser.add_argument("--sites", nargs="+", default=SITE_KEYS, choices=SITE_KEYS, help="only these sites")
    options = parser.parse_args()
    sockets = listen(options.ports, options.sites, options.host)
    ports = {key: sock.getsockname()[1] for key, sock in sockets.items()}
    environment = EnvironmentSet(options.state, build(options.snapshots, options.sites), ports, options.sites)
    with suppress(KeyboardInterrupt):
        asyncio.run(serve(environment, sockets, options.detached))
    if options.remove:
        shutil.rmtree(options.remove, ignore_errors=True)


if __name__ == "__main__":
    main()
