"""Helpers of checks: their calls as tasks write them, and answers from a real server that speaks the shop's API."""

import asyncio
import json
import socket
from contextlib import asynccontextmanager

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.responses import HTMLResponse, JSONResponse
from starlette.routing import Route

from mag.checkers.gather import Reader, gather
from mag.checkers.helpers import SHOP_ADMIN, Call, Found, Shop, parse, post_url
from mag.errors import BadInput, SiteDown
from mag.records import EPISODES, Evidence, WebTask
from mag.sites.accounts import Account
from mag.sites.http import fetch, site_client
from tests.checkers.records import episode_of

HOST = "shop.mag.test"
BASE = f"http://{HOST}"
ORDERS = [
    {"entity_id": 41, "increment_id": "000000180", "created_at": "2023-03-02 10:00:00"},
    {"entity_id": 43, "increment_id": "000000179", "created_at": "2023-03-01 10:00:00"},
    {"entity_id": 42, "increment_id": "000000178", "created_at": "2023-02-28 10:00:00"},
]


def review(number, name, created, percent):
    rating = {"rating_name": "Rating", "percent": percent, "value": percent // 20}
    return {"id": number, "nickname": name, "created_at": created, "ratings": [rating] if percent else []}


class ShopServer:
    """Tokens, orders and reviews as Magento's REST API gives them, under the shop's host name."""

    def __init__(self):
        self.orders, self.reviews = list(ORDERS), {"B1": [review(2, "New", "2023-05-01", 100), review(1, "Old", "2023-04-01", 40)]}
        self.asked, self.broken = [], None
        self.password, self.token = SHOP_ADMIN.password, "a-secret-token"
        self.socket = socket.socket()
        self.socket.bind(("127.0.0.1", 0))
        self.socket.listen(16)
        self.hosts = {HOST: self.socket.getsockname()[1]}

    async def answer(self, request):
        self.asked.append(f"{request.method} {request.url.path}")
        if self.broken:
            return self.broken
        if request.url.path.endswith("/integration/admin/token"):
            given = await request.json()
            right = given == {"username": SHOP_ADMIN.username, "password": self.password}
            return JSONResponse(self.token) if right else JSONResponse({"message": "wrong"}, 401)
        if request.headers.get("authorization") != f"Bearer {self.token}":
            return JSONResponse({"message": "who are you?"}, 401)
        if request.url.path == "/rest/V1/orders":
            asked = {
                key: request.query_params[f"searchCriteria{key}"]
                for key in ("[sortOrders][0][field]", "[sortOrders][0][direction]", "[pageSize]")
            }
            field, direction, size = asked.values()
            found = sorted(self.orders, key=lambda order: order[field], reverse=direction == "DESC")
            return JSONResponse({"items": found[: int(size)], "total_count": len(found)})
        sku = request.url.path.split("/")[-2]
        return JSONResponse(self.reviews.get(sku, []))

    @asynccontextmanager
    async def serving(self):
        app = Starlette(routes=[Route("/{path:path}", self.answer, methods=["GET", "POST"])])
        server = uvicorn.Server(uvicorn.Config(app, log_level="error", lifespan="off"))
        running = asyncio.ensure_future(server.serve(sockets=[self.socket]))
        yield self
        server.should_exit = server.force_exit = True
        await running


@pytest.fixture
async def server():
    async with ShopServer().serving() as serving:
        yield serving


@pytest.fixture
def shop(server):
    async def ask(method, url, body, headers):
        async with site_client(server.hosts) as client:
            response = await fetch(client, method, url, json=body, headers=headers)
            return response.status_code, response.json()

    return Shop(7, BASE, ask)


# --- calls ----------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "name", "arguments"),
    [
        ("func:shopping_get_latest_order_url()", "shopping_get_latest_order_url", ()),
        ("func:reddit_get_post_url('__last_url__')", "reddit_get_post_url", ("__last_url__",)),
        ("func:reddit_get_post_url(__last_url__)", "reddit_get_post_url", ("__last_url__",)),
        ('func: shopping_get_sku_latest_review_author( "B,(1)" )', "shopping_get_sku_latest_review_author", ("B,(1)",)),
        ("func:gitlab_get_project_memeber_role(__page__, 'byteblaze')", "gitlab_get_project_memeber_role", ("__page__", "byteblaze")),
        ("func:gitlab_get_project_member_role(__page__,'byteblaze')", "gitlab_get_project_member_role", ("__page__", "byteblaze")),
    ],
)
def test_calls_are_read(text, name, arguments):
    call = parse(text, 7)
    assert (call.name, call.arguments) == (name, arguments)


@pytest.mark.parametrize(
    "text",
    [
        "func:open_sesame()",
        "func:shopping_get_latest_order_url",
        "func:shopping_get_latest_order_url('x')",
        "func:reddit_get_post_url()",
        "func:reddit_get_post_url('a',)",
        "func:reddit_get_post_url('a' 'b')",
        "func:reddit_get_post_url('a\\'b')",
        "func:reddit_get_post_url(open('/etc/passwd').read())",
        "func:reddit_get_post_url('a') + 'b'",
        "func:__import__('os').system('true')",
    ],
)
def test_what_is_no_call_of_a_known_helper_is_refused_and_the_task_named(text):
    with pytest.raises(BadInput, match="task 7"):
        parse(text, 7)


@pytest.mark.parametrize(
    ("url", "usual", "repaired"),
    [
        ("http://r.test/f/books/12/a-title/edit", "http://r.test/f/books/12/", "http://r.test/f/books/12/"),
        ("http://r.test/f/books/12/-/comment/3#top", "http://r.test/f/books/12/", "http://r.test/f/books/12/"),
        ("http://r.test/f/books/new?sort=1", "http://r.test/f/books/new/", ""),
        ("http://r.test/f/books/", "http://r.test/f/books//", ""),
        ("http://r.test/f/books", "http://r.test/f/books", ""),
        ("http://r.test/user/me/12", "http://r.test/user/me/12", ""),
    ],
)
def test_a_posts_address(url, usual, repaired):
    found = post_url(url)
    assert (found.webarena, found.strict) == (usual, repaired)
    assert bool(found.problem) is not repaired.startswith("http")


# --- the shop's API -------------------------------------------------------------------------------------------------------
async def test_the_latest_order_by_time_and_printed_number_or_by_entity_id(server, shop):
    found = await shop.latest_order_url(Call("shopping_get_latest_order_url", (), "shopping_get_latest_order_url()"))
    assert found == Found(f"{BASE}/sales/order/view/order_id/180/", f"{BASE}/sales/order/view/order_id/43/")
    assert server.asked.count("POST /rest/default/V1/integration/admin/token") == 1
    assert [lookup.body["items"][0]["entity_id"] for lookup in shop.lookups] == [41, 43]
    server.orders.clear()
    empty = await Shop(7, BASE, shop.api).latest_order_url(Call("x", (), "x()"))
    assert empty == Found("", "", "the shop has no order", "the shop has no order")


async def test_the_review_listed_last_or_created_last(server, shop):
    author = Call("shopping_get_sku_latest_review_author", ("B1",), "shopping_get_sku_latest_review_author('B1')")
    assert await shop.review_author(author) == Found("Old", "New")
    assert await shop.review_rating(author) == Found("40", "100")
    assert server.asked.count("GET /rest/V1/products/B1/reviews") == 1  # one product is asked about once
    server.reviews["B2"] = [review(3, "Terse", "2023-05-02", 0)]
    terse = await shop.review_rating(Call("shopping_get_sku_latest_review_rating", ("B2",), "x"))
    assert (terse.webarena, terse.strict, terse.problem) == ("", "", "the review does not say")
    none = await shop.review_author(Call("shopping_get_sku_latest_review_author", ("B3",), "x"))
    assert (none.strict, none.problem) == ("", "B3 has no review")


async def test_neither_token_nor_password_is_kept_or_shown(server, shop):
    await shop.review_author(Call("x", ("B1",), "x('B1')"))
    kept = EPISODES.dump_json(episode_of(evidence=Evidence("", "", {}, lookups=tuple(shop.lookups)))).decode() + repr(shop)
    assert "New" in kept
    assert server.token not in kept and server.password not in kept


async def test_a_shop_that_is_down_or_does_not_know_the_account_is_said(server, shop):
    call = Call("shopping_get_latest_order_url", (), "shopping_get_latest_order_url()")
    with pytest.raises(BadInput, match="refused the account someone"):
        await Shop(7, BASE, shop.api, Account("someone", "else")).latest_order_url(call)
    for answer in (JSONResponse({}, 503), HTMLResponse("<h1>Maintenance</h1>")):
        server.broken = answer
        with pytest.raises(SiteDown):
            await Shop(7, BASE, shop.api).latest_order_url(call)
    server.broken = None
    await shop.latest_order_url(call)
    server.broken = JSONResponse({"message": "no such product"}, 404)
    with pytest.raises(BadInput, match=r"task 7: .* answered 404"):
        await shop.review_author(Call("x", ("B1",), "x('B1')"))
    with pytest.raises(BadInput, match="without increment_id"):
        await Shop(7, BASE, lambda *_: _const((200, {"items": [{}]})), _token="t").latest_order_url(call)


async def _const(value):
    return value


async def test_evidence_from_the_api_needs_no_page(server, shop):
    class Last:
        url = f"{BASE}/product"

    def nowhere():
        raise AssertionError("no page is needed")

    sku = "func:shopping_get_sku_latest_review_{}('B1')"
    targets = [
        {"url": "last", "locator": sku.format(what), "required_contents": {"must_include": ["New"]}} for what in ("author", "rating")
    ]
    web_task = WebTask(7, ("shopping",), "", "", "", 1, {}, {"eval_types": ["program_html"], "program_html": targets})
    evidence = await Reader({"shopping": BASE}, nowhere, shop.api).gather(web_task, Last(), "")
    assert evidence == await gather(web_task, Last(), "", {"shopping": BASE}, nowhere, shop.api)
    assert [(page.text, page.problem) for page in evidence.pages] == [("Old", ""), ("40", "")]
    assert [(page.text, page.problem) for page in evidence.strict_pages] == [("New", ""), ("100", "")]
    assert evidence.pages[0].address == evidence.lookups[0].address == f"{BASE}/rest/V1/products/B1/reviews"
    assert json.loads(EPISODES.dump_json(episode_of(evidence=evidence)))["evidence"]["lookups"][0]["status"] == 200
