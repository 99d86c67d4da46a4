"""The six sites as a visitor meets them: every link leads somewhere, nothing comes from elsewhere, forms are guarded."""

import html
import re
from collections import deque
from urllib.parse import urljoin, urlsplit

import httpx
import pytest

from mag.miniarena import SITE_KEYS
from mag.miniarena.core import load_site

PAGES = 60  # pages of each site to visit
LINK = re.compile(r'(?:href|src|action)="([^"]*)"')

CSRF = re.compile(r'name="csrf" value="([0-9a-f]+)"')


@pytest.fixture(scope="module")
def visitor(environment):
    """An HTTP client for a site, logged in where the site has accounts."""
    clients = []

    def visit(key, login=True):
        client = httpx.Client(base_url=f"http://127.0.0.1:{environment.ports[key]}", timeout=30)
        clients.append(client)
        account = load_site(key).account
        if login and account:
            token = CSRF.search(client.get("/login").text)[1]
            client.post("/login", data={"username": account.username, "password": account.password, "csrf": token})
            assert client.get("/whoami").text == account.username
        return client

    yield visit
    for client in clients:
        client.close()


@pytest.mark.parametrize("key", SITE_KEYS)
def test_every_link_leads_to_a_page_of_the_set(visitor, environment, key):
    client = visitor(key)
    own = {f"127.0.0.1:{port}" for port in environment.ports.values()}
    queue, seen, visited = deque(["/"]), {"/"}, 0
    while queue and visited < PAGES:
        path = queue.popleft()
        answer = client.get(path, follow_redirects=True)
        visited += 1
        assert answer.status_code == 200, f"{path} answered {answer.status_code}"
        if "text/html" not in answer.headers["content-type"]:
            continue
        forms = {html.unescape(link) for link in re.findall(r'action="([^"]*)"', answer.text)}
        for link in LINK.findall(answer.text):
            link = html.unescape(link)
            if link.startswith(("#", "data:", "mailto:", "javascript:")) or not link:
                continue
            parts = urlsplit(urljoin(f"{client.base_url}{path}", link))
            assert parts.netloc in own, f"{path} links to {link}"
            target = parts.path + (f"?{parts.query}" if parts.query else "")
            kind = re.sub(r"\d+", "0", parts.path)  # one page of each kind first
            if parts.port == client.base_url.port and kind not in seen and link not in forms:
                seen.add(kind)
                queue.append(target)
    assert visited >= 8


@pytest.mark.parametrize("key", SITE_KEYS)
def test_unknown_pages_and_nonsense_queries_are_handled(visitor, key):
    client = visitor(key)
    assert client.get("/no/such/page").status_code == 404
    for path in ("/?page=0", "/?page=-3", "/?page=999999999999999999999", "/?page=abc&sort=%00&q=%27%22%3Cscript%3E"):
        answer = client.get(path, follow_redirects=True)
        assert answer.status_code in (200, 404), path
        assert "<script>'" not in answer.text


@pytest.mark.parametrize("key", [key for key in SITE_KEYS if load_site(key).account])
def test_posts_without_the_sessions_token_are_refused(visitor, key):
    client = visitor(key, login=False)
    client.get("/login")
    account = load_site(key).account
    assert client.post("/login", data={"username": account.username, "password": account.password}).status_code == 403
    assert client.get("/whoami").status_code == 401


def test_login_does_not_lead_to_other_hosts(visitor):
    client = visitor("gitlab", login=False)
    account = load_site("gitlab").account
    token = CSRF.search(client.get("/login?next=//evil.example/").text)[1]
    answer = client.post("/login?next=//evil.example/", data={"username": account.username, "password": account.password, "csrf": token})
    assert answer.headers["location"] == "/"
