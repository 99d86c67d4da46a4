"""A set's ports: one server behind all of them, each site at its own, answers on their way at once."""

import asyncio
import socket

from mag.miniarena.server import CONTROL, listen
from mag.sites.http import fetch, site_client


async def test_small_answers_are_not_held_back_for_an_acknowledgement():
    """Without TCP_NODELAY the body of an answer waits up to 40 ms for the acknowledgement of its head."""
    sockets, seen = listen(0, ("map",)), asyncio.Queue()
    servers = [
        await asyncio.start_server(
            lambda _, writer: seen.put_nowait(writer.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)), sock=one
        )
        for one in sockets.values()
    ]
    for one in sockets.values():
        _, writer = await asyncio.open_connection(*one.getsockname())
        assert await seen.get() == 1
        writer.close()
    for server in servers:
        server.close()


async def test_every_port_leads_to_its_own_site(environment):
    async with site_client({}) as client:
        titles = {
            key: (await fetch(client, "GET", f"http://127.0.0.1:{port}/")).text.partition("<title>")[2].partition("</title>")[0]
            for key, port in environment.ports.items()
            if key not in (CONTROL, "shopping_admin")  # these show no page to a guest
        }
        assert len(set(titles.values())) == len(titles) == 5
        assert "fingerprints" in (await fetch(client, "GET", f"http://127.0.0.1:{environment.ports[CONTROL]}/status")).json()
        assert (await fetch(client, "GET", f"http://127.0.0.1:{environment.ports['map']}/status")).status_code == 404
