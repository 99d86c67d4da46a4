"""The shop's JSON interface, as the checks' helpers use it: token first, then orders and reviews."""

import httpx
import pytest

from mag.miniarena.core import load_site
from mag.miniarena.shopping.views_api import ADMIN
from tests.miniarena.test_site_pages import CSRF

TOKEN = "/rest/default/V1/integration/admin/token"
NEWEST = {
    "searchCriteria[sortOrders][0][field]": "created_at",
    "searchCriteria[sortOrders][0][direction]": "DESC",
    "searchCriteria[pageSize]": "1",
}


@pytest.fixture(scope="module")
def guest(environment):
    with httpx.Client(base_url=f"http://127.0.0.1:{environment.ports['shopping']}", timeout=30) as client:
        yield client


@pytest.fixture(scope="module")
def admin(environment, guest):
    token = guest.post(TOKEN, json=ADMIN).json()
    headers = {"Authorization": f"Bearer {token}"}
    with httpx.Client(base_url=f"http://127.0.0.1:{environment.ports['shopping']}", headers=headers, timeout=30) as client:
        yield client


@pytest.fixture
def customer(environment):
    account = load_site("shopping").account
    with httpx.Client(base_url=f"http://127.0.0.1:{environment.ports['shopping']}", timeout=30, follow_redirects=True) as client:
        csrf = CSRF.search(client.get("/login").text)[1]
        client.post("/login", data={"username": account.username, "password": account.password, "csrf": csrf})
        yield client


@pytest.mark.parametrize("body", [{**ADMIN, "password": "guess"}, {"username": "admin"}, {}, [], "admin"])
def test_only_the_administrator_gets_a_token(guest, body):
    answer = guest.post(TOKEN, json=body)
    assert answer.status_code == 401
    assert "message" in answer.json()


def test_a_body_that_is_not_json_is_refused(guest):
    assert guest.post(TOKEN, content=b"username=admin").status_code == 400


@pytest.mark.parametrize("path", ["/rest/V1/orders", "/rest/V1/products/any/reviews"])
@pytest.mark.parametrize("headers", [{}, {"Authorization": "Bearer guess"}, {"Authorization": "Basic YWRtaW4="}])
def test_nothing_is_told_without_the_token(guest, path, headers):
    assert guest.get(path, headers=headers).status_code == 401


def test_orders_come_newest_first_when_asked(admin):
    every = admin.get("/rest/V1/orders", params={**NEWEST, "searchCriteria[pageSize]": "200"}).json()
    dates = [item["created_at"] for item in every["items"]]
    assert dates == sorted(dates, reverse=True)
    assert len(dates) == every["total_count"] > 20
    (first,) = admin.get("/rest/V1/orders", params=NEWEST).json()["items"]
    assert first == every["items"][0]
    assert int(first["increment_id"]) == first["entity_id"]
    (second,) = admin.get("/rest/V1/orders", params={**NEWEST, "searchCriteria[currentPage]": "2"}).json()["items"]
    assert second == every["items"][1]


def test_orders_are_sorted_by_known_fields_only(admin):
    assert (
        admin.get("/rest/V1/orders", params={**NEWEST, "searchCriteria[sortOrders][0][field]": "id; DROP TABLE orders"}).status_code == 400
    )


def test_the_latest_order_has_a_page_at_magentos_address(admin, customer):
    (first,) = admin.get("/rest/V1/orders", params=NEWEST).json()["items"]
    answer = customer.get(f"/sales/order/view/order_id/{first['entity_id']}/")
    assert answer.status_code == 200
    assert first["increment_id"] in answer.text


async def test_a_new_review_is_the_last_of_its_product(admin, customer, environment):
    slug = "northlode-gooseneck-kettle"
    page = customer.get(f"/product/{slug}").text
    sku = page.split('class="sku">')[1].split("<")[0]
    before = admin.get(f"/rest/V1/products/{sku}/reviews").json()
    assert len(before) > 0
    assert all(review["ratings"][0]["rating_name"] == "Rating" for review in before)
    sent = {"csrf": CSRF.search(page)[1], "rating": "4", "nickname": "Emma", "title": "Good", "body": "It pours."}
    customer.post(f"/product/{slug}/reviews", data=sent)
    after = admin.get(f"/rest/V1/products/{sku}/reviews").json()
    assert after[:-1] == before
    assert (after[-1]["nickname"], after[-1]["ratings"][0]["percent"], after[-1]["detail"]) == ("Emma", 80, "It pours.")
    assert admin.get("/rest/V1/products/no-such-sku/reviews").status_code == 404
    await environment.reset()
    assert admin.get(f"/rest/V1/products/{sku}/reviews").json() == before
