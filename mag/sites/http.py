"""Plain HTTP to a set's sites under the names the browser knows them by: the same host mapping, the same errors."""

from collections.abc import Mapping
from typing import Any

import httpx

from mag.errors import SiteDown

TIMEOUT_S = 15.0


class _Mapped(httpx.AsyncHTTPTransport):
    """Connects to the set's port for a host name and leaves the request, its Host header included, as it is."""

    def __init__(self, hosts: Mapping[str, int | str]) -> None:
        super().__init__(verify=False, trust_env=False)  # sandbox sites: no TLS, or certificates nobody signs
        self._hosts = hosts

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        target = self._hosts.get(request.url.host)
        if target is None:
            if self._hosts:  # as in the set's browser: nothing leaves the set, passwords least of all
                raise SiteDown(
                    f"{request.url.host} is a foreign host, not one of the set's; a site's own base URL leads there: set it anew"
                )
            return await super().handle_async_request(request)
        address, _, port = (f"127.0.0.1:{target}" if isinstance(target, int) else target).partition(":")
        url = request.url.copy_with(host=address, port=int(port) if port else request.url.port)
        mapped = httpx.Request(request.method, url, headers=request.headers, stream=request.stream, extensions=request.extensions)
        return await super().handle_async_request(mapped)


def site_client(hosts: Mapping[str, int | str]) -> httpx.AsyncClient:
    """A client with a cookie jar of its own that reaches the set's hosts as its browser does; redirects are not followed."""
    return httpx.AsyncClient(transport=_Mapped(hosts), timeout=TIMEOUT_S, follow_redirects=False)


async def fetch(client: httpx.AsyncClient, method: str, url: str, **options: Any) -> httpx.Response:
    """One request; no answer, 429 and 5xx are SiteDown, whose message says where and what to do."""
    try:
        response = await client.request(method, url, **options)
    except httpx.HTTPError as error:
        raise SiteDown(f"{url} did not answer ({type(error).__name__}); is the environment set up? see `mag sites status`") from None
    if response.status_code >= 500 or response.status_code == 429:
        raise SiteDown(f"{url} answered {response.status_code}: {response.text[:120]!r}; reset the set with `mag sites reset`")
    return response
