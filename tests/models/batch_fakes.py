"""Batch endpoints on loopback in each provider's wire format; the items are answered as tests.models.fakes answers a live request.

    with start_batches("openai", say=lambda asked: "...") as fake:
        fake.acts = lambda asked, times: failing(503) if times == 1 else Act()    # by request, and how often it was asked
        fake.trouble.append("lost")    # the next submission makes its batch and breaks the connection
        ... ModelConf(client="openai", base_url=fake.url) ...
    fake.submitted, fake.paid    # batches made; request text -> replies

trouble: lost (made, no answer), down (503, not made), limited (429), late (made, no answer, not listed at first), failed, full.
"""

import json
import threading
import time
from collections import Counter, deque
from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler
from urllib.parse import parse_qs, urlsplit

from tests.loopback import Server
from tests.models.fakes import PATHS, VERSION, Act, Asked, error, received, reply

EXPIRED = Act(end="expired")
LIVE = {
    "openai": "/v1/responses",
    "chat": "/v1/chat/completions",
    "anthropic": "/v1/messages",
    "gemini": "/v1beta/models/{}:generateContent",
}
RPC = {400: 3, 401: 16, 403: 7, 404: 5, 429: 8, 500: 13, 503: 14, 504: 4}


@dataclass
class Batch:
    id: str
    label: str
    items: dict  # key -> body
    at: float
    polls: int = 0
    hidden: int = 0  # lists it is missing from
    failed: str = ""
    results: list | None = None


@dataclass
class Batches:
    """A running provider."""

    kind: str
    say: Callable
    url: str = ""
    polls: int = 2  # looks until a batch has ended
    acts: Callable = lambda asked, times: Act()
    trouble: deque = field(default_factory=deque)
    batches: dict = field(default_factory=dict)
    files: dict = field(default_factory=dict)
    asked: Counter = field(default_factory=Counter)
    paid: Counter = field(default_factory=Counter)
    log: list[Asked] = field(default_factory=list)  # the requests in batches
    foreign: Callable | None = None  # called with each new batch: may add somebody else's to `batches`
    on_submit: Callable = lambda batch: None
    lock: threading.RLock = field(default_factory=threading.RLock)

    @property
    def submitted(self):
        return sum(not batch.label.startswith("foreign") for batch in self.batches.values())

    def act(self, path, body):
        asked = received(path, {}, body)
        asked = replace(asked, model=asked.model.removeprefix("models/"))
        text = " ".join(asked.texts)
        self.log.append(asked)
        self.asked[text] += 1
        act = self.acts(asked, self.asked[text])
        if act.text is None and act.status == 200 and act.end != "expired":
            act = replace(act, text=self.say(asked))
        self.paid[text] += act.status == 200 and act.end != "expired"
        return asked, act

    def results(self, batch):
        """One row a request in the provider's own form, in another order than they came."""
        if batch.results is None:
            rows = [ROWS[self.kind](key, *self.act(*self.live(body)), self.kind) for key, body in batch.items.items()]
            batch.results = rows if self.kind == "gemini" else rows[::-1]
        return batch.results

    def live(self, body):
        if self.kind == "gemini":
            return LIVE["gemini"].format(body["model"].removeprefix("models/")), body
        return LIVE[self.kind], body


def openai_row(key, asked, act, kind):
    if act.end == "expired":
        return {"id": "r", "custom_id": key, "response": None, "error": {"code": "batch_expired", "message": "too late"}}
    body = error(kind, act) if act.status != 200 else reply(kind, asked.model + VERSION, act)
    return {"id": "r", "custom_id": key, "response": {"status_code": act.status, "request_id": "q", "body": body}, "error": None}


def anthropic_row(key, asked, act, kind):
    if act.end == "expired":
        result = {"type": "expired"}
    elif act.status != 200:
        result = {"type": "errored", "error": error(kind, act)}
    else:
        result = {"type": "succeeded", "message": reply(kind, asked.model + VERSION, act)}
    return {"custom_id": key, "result": result}


def gemini_row(key, asked, act, kind):
    found = {"metadata": {"key": key}}
    if act.end == "expired":
        return found | {"error": {"code": 4, "message": "too late"}}
    if act.status != 200:
        return found | {"error": {"code": RPC[act.status], "message": act.message}}
    return found | {"response": reply(kind, asked.model + VERSION, act)}


ROWS = {"openai": openai_row, "chat": openai_row, "anthropic": anthropic_row, "gemini": gemini_row}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    fake: Batches

    def log_message(self, *_):
        pass

    def do_GET(self):
        parts = urlsplit(self.path)
        with self.fake.lock:
            self.get(parts.path.rstrip("/"), {key: values[0] for key, values in parse_qs(parts.query).items()})

    def get(self, path, query):
        fake, name = self.fake, path.split("/")[-1]
        if path.endswith("/content"):
            return self.send(200, fake.files[path.split("/")[-2]])
        if path.endswith("/results"):
            rows = fake.results(fake.batches[path.split("/")[-2]])
            return self.send(200, "".join(json.dumps(row) + "\n" for row in rows).encode(), "application/x-jsonl")
        if name == "batches":
            return self.send(200, self.listed(query))
        if name not in fake.batches:
            return self.send(404, {"error": {"message": "no such batch", "code": 404, "status": "NOT_FOUND", "type": "not_found_error"}})
        batch = fake.batches[name]
        batch.polls += 1
        return self.send(200, VIEWS[fake.kind](fake, batch))

    def listed(self, query):
        fake = self.fake
        rows = []
        for batch in sorted(fake.batches.values(), key=lambda batch: -batch.at):
            batch.hidden -= 1
            if batch.hidden < 0:
                rows.append(VIEWS[fake.kind](fake, batch))
        if fake.kind == "gemini":
            return {"operations": rows}
        ids = [row["id"] for row in rows]
        start = ids.index(query["after_id" if fake.kind == "anthropic" else "after"]) + 1 if len(query) > 1 else 0
        page = rows[start : start + 2]  # two a page, whatever is asked for
        more = start + 2 < len(rows)
        return {
            "object": "list",
            "data": page,
            "has_more": more,
            "first_id": ids[0] if ids else None,
            "last_id": page[-1]["id"] if page else None,
        }

    def do_POST(self):
        data = self.rfile.read(int(self.headers.get("content-length") or 0))
        with self.fake.lock:
            self.post(urlsplit(self.path).path, data)

    def post(self, path, data):
        fake = self.fake
        if path.endswith("/files"):
            boundary = self.headers["content-type"].split("boundary=")[1].encode()
            part = next(part for part in data.split(b"--" + boundary) if b"filename=" in part)
            name = f"file-{len(fake.files) + 1}"
            fake.files[name] = part.split(b"\r\n\r\n", 1)[1].removesuffix(b"\r\n")
            return self.send(200, file_of(name, fake.files[name]))
        trouble = fake.trouble.popleft() if fake.trouble else ""
        if trouble in ("down", "limited"):
            status = {"down": 503, "limited": 429}[trouble]
            return self.send(status, error(fake.kind, Act(status=status, code="rate_limit_exceeded")), headers={"retry-after": "2"})
        batch = self.made(json.loads(data))
        batch.hidden = 2 if trouble == "late" else 0
        batch.failed = trouble if trouble in ("failed", "full") else ""
        fake.batches[batch.id] = batch
        if fake.foreign:
            fake.foreign(batch)
        fake.on_submit(batch)
        if trouble in ("lost", "late"):
            self.close_connection = True
            self.connection.close()
            return None
        return self.send(200, VIEWS[fake.kind](fake, batch))

    def made(self, body):
        fake, name = self.fake, f"batch_{len(self.fake.batches) + 1}"
        if fake.kind == "gemini":
            requests = body["batch"]["inputConfig"]["requests"]["requests"]
            items = {row["metadata"]["key"]: row["request"] for row in requests}
            return Batch(name, body["batch"]["displayName"], items, time.time())
        if fake.kind == "anthropic":
            return Batch(name, "", {row["custom_id"]: row["params"] for row in body["requests"]}, time.time())
        rows = [json.loads(line) for line in fake.files[body["input_file_id"]].splitlines()]
        assert all(row["url"] == body["endpoint"] == LIVE[fake.kind] and row["method"] == "POST" for row in rows)
        return Batch(name, body["metadata"]["mag"], {row["custom_id"]: row["body"] for row in rows}, time.time())

    def send(self, status, body, kind="application/json", headers=None):
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        try:
            self.send_response(status)
            for name, value in {"content-type": kind, "content-length": str(len(data)), **(headers or {})}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(data)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True


def file_of(name, data):
    return {
        "id": name,
        "object": "file",
        "bytes": len(data),
        "created_at": int(time.time()),
        "filename": "batch.jsonl",
        "purpose": "batch",
        "status": "processed",
    }


def openai_view(fake, batch):
    ended = batch.polls >= fake.polls
    view = {
        "id": batch.id,
        "object": "batch",
        "endpoint": LIVE[fake.kind],
        "input_file_id": "file-1",
        "completion_window": "24h",
        "status": "completed" if ended else "in_progress",
        "created_at": int(batch.at),
        "metadata": {"mag": batch.label},
        "request_counts": {"total": len(batch.items), "completed": 0, "failed": 0},
    }
    if batch.failed:
        code = {"failed": "invalid_json_line", "full": "token_limit_exceeded"}[batch.failed]
        return view | {"status": "failed", "errors": {"object": "list", "data": [{"code": code, "message": "not like this", "line": 1}]}}
    if ended:
        good = [row for row in fake.results(batch) if row["response"] and row["response"]["status_code"] == 200]
        bad = [row for row in fake.results(batch) if row not in good]
        for kind, rows in (("output", good), ("error", bad)):
            if rows:
                name = f"file-{batch.id}-{kind}"
                fake.files[name] = "".join(json.dumps(row) + "\n" for row in rows).encode()
                view[f"{kind}_file_id"] = name
    return view


def anthropic_view(fake, batch):
    ended, n = batch.polls >= fake.polls, len(batch.items)
    at = datetime.fromtimestamp(batch.at, UTC).isoformat()
    return {
        "id": batch.id,
        "type": "message_batch",
        "processing_status": "ended" if ended else "in_progress",
        "request_counts": {"processing": 0 if ended else n, "succeeded": n if ended else 0, "errored": 0, "canceled": 0, "expired": 0},
        "created_at": at,
        "expires_at": at,
        "ended_at": at if ended else None,
        "archived_at": None,
        "cancel_initiated_at": None,
        "results_url": f"{fake.url}/v1/messages/batches/{batch.id}/results" if ended else None,
    }


def gemini_view(fake, batch):
    ended = batch.polls >= fake.polls
    state = "FAILED" if batch.failed else "SUCCEEDED" if ended else "RUNNING"
    view = {"name": f"batches/{batch.id}", "metadata": {"state": f"BATCH_STATE_{state}", "displayName": batch.label}}
    if ended and not batch.failed:
        view["metadata"]["output"] = {"inlinedResponses": {"inlinedResponses": fake.results(batch)}}
    return view


VIEWS = {"openai": openai_view, "chat": openai_view, "anthropic": anthropic_view, "gemini": gemini_view}


@contextmanager
def start_batches(kind, say=lambda asked: f"said of {' '.join(asked.texts)}"):
    """A provider of this kind for as long as the block lasts."""
    fake = Batches(kind, say)
    server = Server(("127.0.0.1", 0), type("Bound", (Handler,), {"fake": fake}))
    fake.url = f"http://127.0.0.1:{server.server_port}{PATHS[kind]}"
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    try:
        yield fake
    finally:
        server.shutdown()
        server.server_close()
