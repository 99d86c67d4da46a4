"""Providers on loopback, each in its own wire format, that misbehave as told and remember what they received.

    with start_fake("openai", say=lambda asked: '{"think": ...}') as fake:
        fake.script.append(limited(after="3"))   # the next request gets this, the ones after it what `say` says
        ... ModelConf(client="openai", base_url=fake.url, ...) ...
    fake.log[0].images == [png]

One request takes one entry of the script; an empty script means `say`. `fake.always = failing(503)` answers everything. A server of threads:
any number of event loops and processes may ask it. `python -m tests.models.fakes openai` runs one until its input ends and prints its URL;
GET /stats gives the number of requests.
"""

import base64
import json
import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler

from tests.loopback import Server

KINDS = ("openai", "chat", "anthropic", "gemini")  # chat: OpenAI's older format, which every served model speaks
PATHS = {"openai": "/v1", "chat": "/v1", "anthropic": "", "gemini": ""}
VERSION = "-2026-11-01"  # the fakes report the model they were asked for with this at its end


@dataclass(frozen=True)
class Asked:
    """One request as it arrived."""

    path: str
    headers: dict
    body: dict
    system: str  # all system text
    texts: tuple  # the user's and assistant's text parts in order
    images: tuple  # their pictures' bytes in order
    model: str
    at: float


@dataclass(frozen=True)
class Tokens:
    """What a reply says it took, told in every format as far as the format can."""

    input: int = 2400
    cached: int = 400
    image: int = 1300
    output: int = 90
    reasoning: int = 30


@dataclass(frozen=True)
class Act:
    """How one request is answered. end: stop, length, refused, blocked, blocked prompt, empty."""

    text: str | None = None  # None: what `say` says
    end: str = "stop"
    status: int = 200
    headers: dict = field(default_factory=dict)
    code: str = ""  # of an error
    message: str = "no\nsuch luck"
    raw: bytes | None = None  # this body, whatever it is
    kind: str = "application/json"
    delay_s: float = 0.0
    cut: bool = False  # the connection ends in the middle of the body
    tokens: Tokens = Tokens()


def limited(after=None):
    """429; `after` is the text of Retry-After."""
    return Act(status=429, code="rate_limit_exceeded", headers={} if after is None else {"retry-after": str(after)})


def failing(status=503):
    return Act(status=status, code="server_error")


def refused_key(status=401, message="no\nsuch luck"):
    return Act(status=status, code="invalid_api_key", message=message)


def no_quota():
    return Act(status=429, code="insufficient_quota", message="You exceeded your current quota, check your plan and billing: limit: 0")


def no_model():
    return Act(status=404, code="model_not_found")


def filtered():
    """The prompt itself is refused, as an error or, where the format has one, as a reply without candidates."""
    return Act(status=400, code="content_filter", end="blocked prompt")


def html():
    return Act(raw=b"<html><body>Welcome to the captive portal</body></html>", kind="text/html")


def junk(body=b'{"hello": "world"}'):
    return Act(raw=body)


def cut():
    return Act(cut=True)


def empty():
    return Act(text="", end="empty")


def truncated(text='{"think": "so I wi'):
    return Act(text=text, end="length")


def refusal(text="I can't help with that."):
    return Act(text=text, end="refused")


def blocked():
    return Act(text="", end="blocked")


def slow(seconds):
    return Act(delay_s=seconds)


@dataclass
class Fake:
    """A running provider."""

    kind: str
    say: Callable
    url: str = ""
    log: list = field(default_factory=list)
    script: deque = field(default_factory=deque)
    always: Act | None = None
    busy: int = 0
    peak: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def act(self, asked):
        with self.lock:
            self.log.append(asked)
            return self.always or (self.script.popleft() if self.script else Act())


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    fake: Fake

    def log_message(self, *_):
        pass

    def do_GET(self):
        self.send(200, {"requests": len(self.fake.log), "peak": self.fake.peak})

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers.get("content-length") or 0)))
        fake = self.fake
        asked = received(self.path, {key.lower(): value for key, value in self.headers.items()}, body)
        act = fake.act(asked)
        with fake.lock:
            fake.busy += 1
            fake.peak = max(fake.peak, fake.busy)
        try:
            time.sleep(act.delay_s)
            if act.text is None and act.status == 200 and act.raw is None:
                act = replace(act, text=fake.say(asked))
            if act.raw is not None:
                return self.send(act.status, act.raw, act.headers, act.kind)
            if act.status != 200 and not (format_of(self.path) == "gemini" and act.end == "blocked prompt"):
                return self.send(act.status, error(format_of(self.path), act), act.headers)
            return self.send(200, reply(format_of(self.path), asked.model + VERSION, act), act.headers, cut=act.cut)
        finally:
            with fake.lock:
                fake.busy -= 1

    def send(self, status, body, headers=None, kind="application/json", cut=False):
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        try:
            self.send_response_only(status)
            for name, value in {"content-type": kind, "content-length": str(len(data)), **(headers or {})}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(data[: len(data) // 2] if cut else data)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True  # the client gave up
        if cut:
            self.close_connection = True


@contextmanager
def start_fake(kind, say=lambda asked: '{"think": "so"}', script=()):
    """A provider of this kind for as long as the block lasts."""
    fake = Fake(kind, say, script=deque(script))
    server = Server(("127.0.0.1", 0), type("Bound", (Handler,), {"fake": fake}))
    fake.url = f"http://127.0.0.1:{server.server_port}{PATHS[kind]}"
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    try:
        yield fake
    finally:
        server.shutdown()
        server.server_close()


def format_of(path):
    """The wire format an address speaks."""
    path = path.split("?")[0]
    for end, kind in (("/responses", "openai"), ("/chat/completions", "chat"), ("/messages", "anthropic"), (":generateContent", "gemini")):
        if path.endswith(end):
            return kind
    return "chat"


def received(path, headers, body):
    """Text and pictures of a request, whatever its format."""
    kind = format_of(path)
    model = body.get("model") or path.split("/models/")[-1].split(":")[0]
    if kind == "gemini":
        system = [part["text"] for part in (body.get("systemInstruction") or {}).get("parts", [])]
        parts = [part for content in body["contents"] for part in content["parts"]]
        texts = [part["text"] for part in parts if "text" in part]
        images = [base64.urlsafe_b64decode(part["inlineData"]["data"]) for part in parts if "inlineData" in part]
        return Asked(path, headers, body, "".join(system), tuple(texts), tuple(images), model, time.monotonic())
    turns = body.get("input") or body["messages"]
    system = [body[key] for key in ("instructions", "system") if isinstance(body.get(key), str)]
    system += [turn["content"] for turn in turns if turn["role"] == "system"]
    parts = [part for turn in turns if turn["role"] != "system" for part in as_parts(turn["content"])]
    texts = [part["text"] for part in parts if "text" in part]
    return Asked(path, headers, body, "".join(system), tuple(texts), tuple(filter(None, map(picture, parts))), model, time.monotonic())


def as_parts(content):
    return [{"text": content}] if isinstance(content, str) else content


def picture(part):
    if part.get("type") == "image":
        assert part["source"]["media_type"] == "image/png"
        return base64.b64decode(part["source"]["data"])
    url = part.get("image_url")
    url = url["url"] if isinstance(url, dict) else url
    return base64.b64decode(url.removeprefix("data:image/png;base64,"), validate=True) if url else None


def error(kind, act):
    """An error's body."""
    if kind == "anthropic":
        types = {401: "authentication_error", 403: "permission_error", 404: "not_found_error", 429: "rate_limit_error"}
        word = "billing_error" if act.code == "insufficient_quota" else types.get(act.status, "api_error")
        return {"type": "error", "error": {"type": word, "message": act.message}, "request_id": "req_1"}
    if kind == "gemini":
        words = {400: "INVALID_ARGUMENT", 401: "UNAUTHENTICATED", 403: "PERMISSION_DENIED", 404: "NOT_FOUND", 429: "RESOURCE_EXHAUSTED"}
        details = [{"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "API_KEY_INVALID"}] if "key" in act.code else []
        status = 400 if act.code == "invalid_api_key" else act.status  # as the real one does
        return {"error": {"code": status, "status": words.get(status, "UNAVAILABLE"), "message": act.message, "details": details}}
    return {"error": {"message": act.message, "type": "error", "param": None, "code": act.code}}


def reply(kind, model, act):
    """A reply's body."""
    return {"openai": response, "chat": chat, "anthropic": message, "gemini": candidates}[kind](model, act)


def response(model, act):
    content = [{"type": "output_text", "text": act.text, "annotations": []}]
    if act.end == "refused":
        content = [{"type": "refusal", "refusal": act.text}]
    output = [{"type": "reasoning", "id": "rs_1", "summary": []}]
    if act.end != "empty" and not (act.end == "blocked" and not act.text):
        status = "incomplete" if act.end in ("length", "blocked") else "completed"
        output.append({"type": "message", "id": "msg_1", "role": "assistant", "status": status, "content": content})
    why = {"length": "max_output_tokens", "blocked": "content_filter"}.get(act.end)
    tokens = act.tokens
    return {
        "id": "resp_1",
        "object": "response",
        "created_at": 1790000000,
        "status": "incomplete" if why else "completed",
        "incomplete_details": {"reason": why} if why else None,
        "error": None,
        "model": model,
        "output": output,
        "parallel_tool_calls": True,
        "tool_choice": "auto",
        "tools": [],
        "usage": {
            "input_tokens": tokens.input,
            "input_tokens_details": {"cached_tokens": tokens.cached, "cache_write_tokens": 0},
            "output_tokens": tokens.output,
            "output_tokens_details": {"reasoning_tokens": tokens.reasoning},
            "total_tokens": tokens.input + tokens.output,
        },
    }


def chat(model, act):
    why = {"length": "length", "blocked": "content_filter"}.get(act.end, "stop")
    said = {"role": "assistant", "content": act.text, "refusal": None}
    if act.end == "refused":
        said = {"role": "assistant", "content": None, "refusal": act.text}
    tokens = act.tokens
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1790000000,
        "model": model,
        "choices": [{"index": 0, "finish_reason": why, "message": said, "logprobs": None}],
        "usage": {
            "prompt_tokens": tokens.input,
            "completion_tokens": tokens.output,
            "total_tokens": tokens.input + tokens.output,
            "prompt_tokens_details": {"cached_tokens": tokens.cached},
            "completion_tokens_details": {"reasoning_tokens": tokens.reasoning},
        },
    }


def message(model, act):
    why = {"length": "max_tokens", "refused": "refusal", "blocked": "refusal"}.get(act.end, "end_turn")
    tokens = act.tokens
    written = min(100, tokens.input - tokens.cached)  # put into the cache by this request: counted apart, like what was read from it
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": model,
        "content": [{"type": "text", "text": act.text}] if act.text else [],
        "stop_reason": why,
        "stop_sequence": None,
        "usage": {
            "input_tokens": tokens.input - tokens.cached - written,
            "cache_read_input_tokens": tokens.cached,
            "cache_creation_input_tokens": written,
            "output_tokens": tokens.output,
            "output_tokens_details": {"thinking_tokens": tokens.reasoning},
        },
    }


def candidates(model, act):
    tokens = act.tokens
    why = {"length": "MAX_TOKENS", "refused": "PROHIBITED_CONTENT", "blocked": "SAFETY"}.get(act.end, "STOP")
    answer = {
        "content": {"role": "model", "parts": [{"text": act.text}]} if act.text else {"role": "model"},
        "finishReason": why,
        "index": 0,
    }
    body = {
        "candidates": [answer],
        "usageMetadata": {
            "promptTokenCount": tokens.input,
            "cachedContentTokenCount": tokens.cached,
            "candidatesTokenCount": tokens.output - tokens.reasoning,
            "thoughtsTokenCount": tokens.reasoning,
            "totalTokenCount": tokens.input + tokens.output,
            "promptTokensDetails": [
                {"modality": "TEXT", "tokenCount": tokens.input - tokens.image},
                {"modality": "IMAGE", "tokenCount": tokens.image},
            ],
        },
        "modelVersion": model,
        "responseId": "r1",
    }
    if act.end == "blocked prompt":
        del body["candidates"]
        body["promptFeedback"] = {"blockReason": "PROHIBITED_CONTENT"}
    return body


def main():
    with start_fake(sys.argv[1]) as fake:
        print(fake.url, flush=True)
        sys.stdin.read()


if __name__ == "__main__":
    main()
