"""A chat-completions endpoint on loopback that misbehaves as told, and counts. `python provider.py '{"limited": 0.3}'` prints its port.

What happens to a request depends on the question and on how often it was asked, not on the order of arrival. GET /stats tells the counts.
"""

import asyncio
import hashlib
import json
import sys
from dataclasses import asdict, dataclass, field
from email.utils import formatdate

UNCLEAR = (
    ("", "stop"),
    ("I think this is fine.", "stop"),
    ('{"verdict": "maybe", "reason": "?"}', "stop"),
    ('{"verdict": "correct"} or rather {"verdict": "incorrect"}', "stop"),
    ('{"verdict": "correct", "reason": "the ans', "length"),
    ("", "content_filter"),
)


@dataclass
class Plan:
    """Shares of the requests that go wrong, in what way; the rest is answered. `always` answers everything with this status."""

    limited: float = 0.0
    failing: float = 0.0
    held: float = 0.0  # never answered
    unclear: float = 0.0
    hopeless: float = 0.0  # share of the questions that never get a clear reply
    latency_s: float = 0.0
    always: int = 0
    body: dict = field(default_factory=dict)
    headers: dict = field(default_factory=dict)
    first: int = 10**9  # the plan's faults hold for the first so many requests
    model: str = "judge-model-2026"
    right: str = ""  # every clear reply gives this verdict


@dataclass
class Counts:
    requests: int = 0
    limited: int = 0
    failing: int = 0
    held: int = 0
    unclear: int = 0
    clear: int = 0
    in_flight: int = 0
    peak: int = 0
    asked: dict = field(default_factory=dict)  # question -> requests
    paid: dict = field(default_factory=dict)  # question -> clear replies written to an open connection


def share(*parts) -> float:
    return int.from_bytes(hashlib.sha256(repr(parts).encode()).digest()[:6], "big") / 2**48


def name_of(user: str) -> str:
    return hashlib.sha256(user.encode()).hexdigest()[:16]


def verdict_of(name: str, right: str = "") -> str:
    return right or ("correct", "incorrect", "partly")[int(3 * share(name, "verdict"))]


class Provider:
    """The endpoint; `bodies` keeps what it was sent."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.counts = Counts()
        self.bodies: list[dict] = []
        self.port = 0
        self.on_hold = lambda name: None
        self._server: asyncio.Server | None = None

    async def __aenter__(self) -> "Provider":
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(lambda: Connection(self), "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_) -> None:
        self._server.close()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    def decide(self, body: dict) -> tuple[int, dict, dict | None]:
        """Status, headers, body of the answer; no body: none is given."""
        plan, counts = self.plan, self.counts
        user = body["messages"][-1]["content"]
        name = name_of(user)
        number = counts.asked[name] = counts.asked.get(name, 0) + 1
        counts.requests += 1
        if plan.always and counts.requests <= plan.first:
            return plan.always, plan.headers, plan.body
        draw = share(name, "draw", number) if counts.requests <= plan.first else 1.0
        if (draw := draw - plan.limited) < 0:
            counts.limited += 1
            waits = ({}, {}, {}, {"retry-after": "0"}, {"retry-after": "1"}, {"retry-after": formatdate(usegmt=True)})
            return 429, waits[number % 6], {"error": {"message": "slow down", "code": "rate_limit_exceeded"}}
        if (draw := draw - plan.failing) < 0:
            counts.failing += 1
            return (500, 502, 503)[number % 3], {}, {"error": {"message": "oops"}}
        if (draw := draw - plan.held) < 0:
            counts.held += 1
            self.on_hold(name)
            return 0, {}, None
        if draw < plan.unclear or share(name, "hopeless") < plan.hopeless:
            return 200, {}, self.completion(*UNCLEAR[number % len(UNCLEAR)])
        return 200, {}, self.completion(json.dumps({"verdict": verdict_of(name, plan.right), "reason": f"because {name}"}), "stop")

    def completion(self, text: str, why: str) -> dict:
        message = {"role": "assistant", "content": text, "refusal": None}
        return {
            "id": "c",
            "object": "chat.completion",
            "created": 1,
            "model": self.plan.model,
            "choices": [{"index": 0, "finish_reason": why, "message": message, "logprobs": None}],
            "usage": {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120},
        }


class Connection(asyncio.Protocol):
    """HTTP/1.1, one request at a time."""

    def __init__(self, provider: Provider) -> None:
        self.provider = provider
        self.buffer = b""
        self.busy = False

    def connection_made(self, transport) -> None:
        self.transport = transport

    def connection_lost(self, _) -> None:
        self.finish()

    def eof_received(self) -> None:
        self.finish()

    def finish(self) -> None:
        self.provider.counts.in_flight -= self.busy
        self.busy = False

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        head, mark, rest = self.buffer.partition(b"\r\n\r\n")
        if not mark:
            return
        lines = head.decode("latin-1").split("\r\n")
        length = next((int(line.split(":")[1]) for line in lines if line.lower().startswith("content-length:")), 0)
        if len(rest) < length:
            return
        self.buffer = rest[length:]
        if lines[0].startswith("GET"):
            self.write(200, {}, json.dumps(asdict(self.provider.counts)).encode())
            return
        asyncio.get_running_loop().call_soon(self.begin, json.loads(rest[:length]))  # after the end of others, where that came first

    def begin(self, body: dict) -> None:
        provider = self.provider
        provider.bodies.append(body)
        provider.counts.in_flight += 1
        provider.counts.peak = max(provider.counts.peak, provider.counts.in_flight)
        self.busy = True
        status, headers, answer = provider.decide(body)
        if answer is not None:
            delay = provider.plan.latency_s * 2 * share(name_of(body["messages"][-1]["content"]), "latency", provider.counts.requests)
            asyncio.get_running_loop().call_later(delay, self.answer, status, headers, answer, body)

    def answer(self, status: int, headers: dict, answer: dict, body: dict) -> None:
        if self.transport.is_closing() or not self.busy:
            return
        counts, name = self.provider.counts, name_of(body["messages"][-1]["content"])
        if status == 200 and "choices" in answer:
            clear = answer["choices"][0]["message"]["content"].startswith('{"verdict": "') and "because" in str(answer)
            counts.clear += clear
            counts.unclear += not clear
            if clear:
                counts.paid[name] = counts.paid.get(name, 0) + 1
        self.finish()
        self.write(status, headers, json.dumps(answer).encode())

    def write(self, status: int, headers: dict, data: bytes) -> None:
        extra = "".join(f"{key}: {value}\r\n" for key, value in headers.items())
        head = f"HTTP/1.1 {status} X\r\ncontent-type: application/json\r\ncontent-length: {len(data)}\r\n{extra}\r\n"
        self.transport.write(head.encode() + data)


async def main() -> None:
    async with Provider(Plan(**json.loads(sys.argv[1]))) as provider:
        provider.bodies = type("Nothing", (list,), {"append": lambda *_: None})()
        print(provider.port, flush=True)
        await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(main())
