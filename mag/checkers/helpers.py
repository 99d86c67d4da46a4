"""The helpers that WebArena's checks may name: a table of functions, their calls read by a small parser, nothing evaluated.

    func:reddit_get_post_url('__last_url__')                          an address
    func:shopping_get_latest_order_url()                              an address
    func:shopping_get_sku_latest_review_author('B00J8RZL7I')          a text, from the shop's API (Magento REST)
    func:shopping_get_sku_latest_review_rating('B00J8RZL7I')          a text, likewise
    func:gitlab_get_project_memeber_role(__page__, 'byteblaze')       a text on the page (the name is spelt so; the right way works too)

Each gives two answers, as WebArena reads it and as the strict rules do (see `mag.checkers.strict`).
"""

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

from mag.errors import BadInput, SiteDown
from mag.records import Lookup
from mag.sites.accounts import Account

Api = Callable[[str, str, Any, Mapping[str, str] | None], Awaitable[tuple[int, Any]]]  # method, URL, JSON, headers -> status, JSON

SHOP_ADMIN = Account("admin", "admin1234")  # the sandbox's published account
CALL = re.compile(r"func:\s*(\w+)\((.*)\)\s*", re.S)
ARGUMENT = re.compile(r"""\s*(?:'([^'\\]*)'|"([^"\\]*)"|(__page__|__last_url__))\s*(?:,(?=\s*\S)|$)""")
PAGE, LAST_URL = "__page__", "__last_url__"
ROLE = """(account) => {
  const names = [...document.querySelectorAll("td[data-label='Account'] span.gl-avatar-labeled-sublabel")]
  const index = names.findIndex((name) => name.outerText === '@' + account)
  return document.querySelectorAll('td.col-max-role span')[index].outerText
}"""


@dataclass(frozen=True, slots=True)
class Call:
    """A helper's name with its arguments; `__page__` and `__last_url__` stand for themselves."""

    name: str
    arguments: tuple[str, ...]
    text: str  # as the task writes it, without func:


@dataclass(frozen=True, slots=True)
class Found:
    """A helper's answer by WebArena's rules and by the strict ones, and why there is none, if there is none."""

    webarena: str
    strict: str
    problem: str = ""  # with the strict answer
    webarena_problem: str = ""


def parse(text: str, task_id: int) -> Call:
    """The call that a check writes as `func:name(arguments)`: strings in quotes, `__page__` and `__last_url__`, nothing else."""
    call = CALL.fullmatch(text)
    arguments, rest = [], call[2] if call else ""
    while call and rest.strip():
        found = ARGUMENT.match(rest)
        if found is None:
            call = None
            break
        arguments.append(next(group for group in found.groups() if group is not None))
        rest = rest[found.end() :]
    if call is None:
        raise BadInput(f"task {task_id}: {text!r} is no call of a helper; write func:name('text', __page__)")
    if call[1] not in ARITY:
        raise BadInput(f"task {task_id} needs the helper {call[1]!r}, which is not known; known are {', '.join(ARITY)}")
    if len(arguments) != ARITY[call[1]]:
        raise BadInput(f"task {task_id}: {call[1]} takes {ARITY[call[1]]} arguments, not {len(arguments)}")
    return Call(call[1], tuple(arguments), text.removeprefix("func:").strip())


# --- addresses ------------------------------------------------------------------------------------------------------------
def post_url(url: str) -> Found:
    """The submission's own page, scheme://host/f/<forum>/<id>/, for an address below it. WebArena takes whatever stands at the id's
    place; by the strict rules it must be a number."""
    parts = urlsplit(url)
    steps = parts.path.split("/")
    if len(steps) < 4 or steps[1] != "f":
        return Found(url, "", f"{url} is no page of a submission")
    address = f"{parts.scheme}://{parts.netloc}/f/{steps[2]}/{steps[3]}/"
    return Found(address, address) if steps[3].isdecimal() else Found(address, "", f"{url} is no page of a submission")


# --- the shop's API -------------------------------------------------------------------------------------------------------
@dataclass
class Shop:
    """Magento's REST API as the shop's administrator. Every answer used is kept in `lookups`; the token never is."""

    task_id: int
    base: str
    api: Api
    account: Account = SHOP_ADMIN
    lookups: list[Lookup] = field(default_factory=list)
    _token: str = field(default="", repr=False)
    _known: dict[str, Any] = field(default_factory=dict, repr=False)

    async def latest_order_url(self, call: Call) -> Found:
        """The address of the latest order: by creation time and under its printed number, or by entity_id and under that."""
        answers = []
        for order_field, id_field in (("created_at", "increment_id"), ("entity_id", "entity_id")):
            query = {
                "searchCriteria[sortOrders][0][field]": order_field,
                "searchCriteria[sortOrders][0][direction]": "DESC",
                "searchCriteria[pageSize]": "1",
            }
            address = f"{self.base}/rest/V1/orders?{urlencode(query)}"
            body = await self.get(call, address)
            try:
                orders = body["items"] or ()
                answers += [f"{self.base}/sales/order/view/order_id/{int(order[id_field])}/" for order in orders[:1]] or [""]
            except (KeyError, TypeError, ValueError):
                raise BadInput(f"task {self.task_id}: {address} answered without {id_field}; is the shop WebArena's?") from None
        problem = "" if answers[1] else "the shop has no order"
        return Found(answers[0], answers[1], problem, problem)

    def reviews_address(self, call: Call) -> str:
        """Where the reviews of the product are."""
        return f"{self.base}/rest/V1/products/{quote(call.arguments[0], safe='')}/reviews"

    async def review_author(self, call: Call) -> Found:
        """Who wrote the latest review of the product."""
        return await self._review(call, lambda review: review["nickname"])

    async def review_rating(self, call: Call) -> Found:
        """The percentage the latest review of the product gives."""
        return await self._review(call, lambda review: review["ratings"][0]["percent"])

    async def _review(self, call: Call, read: Callable[[dict[str, Any]], Any]) -> Found:
        """Of the last listed review, and of the one created last."""
        reviews = await self.get(call, self.reviews_address(call))
        if not reviews:
            problem = f"{call.arguments[0]} has no review"
            return Found("", "", problem, problem)
        newest = max(reviews, key=lambda review: (str(review.get("created_at", "")), int(review.get("id") or 0)))
        (usual, usual_problem), (repaired, problem) = self._of(reviews[-1], read), self._of(newest, read)
        return Found(usual, repaired, problem, usual_problem)

    @staticmethod
    def _of(review: dict[str, Any], read: Callable[[dict[str, Any]], Any]) -> tuple[str, str]:
        try:
            return str(read(review)), ""
        except (KeyError, IndexError):
            return "", "the review does not say"

    async def get(self, call: Call, address: str) -> Any:
        """The JSON at this address of the shop, asked once a task."""
        if address not in self._known:
            self._token = self._token or await self._log_in()
            status, body = await self._ask("GET", address, None, {"Authorization": f"Bearer {self._token}"})
            if status != 200:
                raise BadInput(f"task {self.task_id}: {address} answered {status} to {call.name}; is the shop WebArena's?")
            self.lookups.append(Lookup(call.text, address, status, body))
            self._known[address] = body
        return self._known[address]

    async def _log_in(self) -> str:
        address = f"{self.base}/rest/default/V1/integration/admin/token"
        status, token = await self._ask("POST", address, {"username": self.account.username, "password": self.account.password}, None)
        if status != 200 or not isinstance(token, str):
            raise BadInput(f"{address} refused the account {self.account.username} ({status}); check the shop's admin account")
        return token

    async def _ask(self, method: str, address: str, json: Any, headers: Mapping[str, str] | None) -> tuple[int, Any]:
        try:
            status, body = await self.api(method, address, json, headers)
        except ValueError:
            raise SiteDown(f"{address} answered something that is not JSON") from None
        if status >= 500:
            raise SiteDown(f"{address} answered {status}")
        return status, body


# --- the table ------------------------------------------------------------------------------------------------------------
FromShop = Callable[[Shop, Call], Awaitable[Found]]
POST_URL = "reddit_get_post_url"
ADDRESSES: dict[str, FromShop] = {"shopping_get_latest_order_url": Shop.latest_order_url}
TEXTS: dict[str, FromShop] = {
    "shopping_get_sku_latest_review_author": Shop.review_author,
    "shopping_get_sku_latest_review_rating": Shop.review_rating,
}
ROLES: Sequence[str] = ("gitlab_get_project_memeber_role", "gitlab_get_project_member_role")
ARITY = {POST_URL: 1, **dict.fromkeys(ADDRESSES, 0), **dict.fromkeys(TEXTS, 1), **dict.fromkeys(ROLES, 2)}
