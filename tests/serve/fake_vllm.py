"""A server on loopback that speaks as vLLM does (chat, models, weights), fails as told, and remembers what it was asked.

That it speaks as the real one does is tested where the real one runs (test_real.py).
"""

import json
import threading
import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler

from tests.loopback import Server

DEFAULT = "default"  # what vLLM calls the weights of a server that had no update


@dataclass
class Fake:
    names: tuple = ("tiny", "tiny@aaaaaaaaaaaa")
    version: str = DEFAULT
    push: bool = True  # has the development endpoints
    key: str = ""  # clients must send it
    objection: str = ""
    failing: dict = field(default_factory=dict)  # path -> status
    replies: list = field(default_factory=list)  # (status, body, headers) for the next chat requests
    url: str = ""
    asked: list = field(default_factory=list)  # (path with query, body)
    paused: bool = False
    updating: bool = False
    delay_s: float = 0.0

    @property
    def paths(self):
        return [path for path, _ in self.asked]

    @property
    def chats(self):
        return [body for path, body in self.asked if path == "/v1/chat/completions"]


def chat(text="Hello", ids=(11, 12, 2), end="stop", prompt=(1, 5, 5, 9), **more):
    """A chat completion as vLLM writes it when asked for token ids and log-probabilities."""
    entries = [{"token": "x", "logprob": -0.25 * (place + 1), "bytes": [120], "top_logprobs": []} for place in range(len(ids))]
    choice = {
        "index": 0,
        "message": {"role": "assistant", "content": text, "refusal": None, "reasoning": None},
        "logprobs": {"content": entries},
        "finish_reason": end,
        "stop_reason": None,
        "token_ids": list(ids),
    }
    usage = {
        "prompt_tokens": 4,
        "completion_tokens": len(ids),
        "total_tokens": 4 + len(ids),
        "prompt_tokens_details": {"cached_tokens": 3, "multimodal_tokens": {"image": 2}},
    }
    head = {"id": "chatcmpl-1", "object": "chat.completion", "created": 1790000000, "model": "tiny", "system_fingerprint": "vllm-0.32.0-x"}
    return head | {"choices": [choice], "usage": usage, "prompt_token_ids": list(prompt)} | more


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    fake: Fake

    def log_message(self, *_):
        pass

    def do_GET(self):
        fake = self.fake
        if self.path == "/health":
            self.send(200, None)
        elif self.path == "/v1/models" and self.known():
            entry = {"object": "model", "owned_by": "vllm", "root": "/somewhere", "parent": None, "max_model_len": 4096}
            self.send(200, {"object": "list", "data": [entry | {"id": name} for name in fake.names]})
        elif self.path == "/weight_info" and fake.push:
            self.send(200, {"weight_version": fake.version})
        elif self.path != "/v1/models":
            self.send(404, {"detail": "Not Found"})

    def do_POST(self):
        fake = self.fake
        raw = self.rfile.read(int(self.headers.get("content-length") or 0))
        body = json.loads(raw) if raw else {}
        fake.asked.append((self.path, body))
        path = self.path.split("?")[0]
        if status := fake.failing.get(path):
            return self.send(status, {"error": {"message": f"no\n{path}", "type": "InternalServerError", "param": None, "code": status}})
        if path == "/v1/chat/completions":
            return self.known() and self.chat(body)
        if path.startswith("/v1/"):
            return self.send(404, {"detail": "Not Found"})
        if not fake.push:
            return self.send(404, {"detail": "Not Found"})
        return self.send(*self.update(path, body))

    def chat(self, body):
        time.sleep(self.fake.delay_s)
        status, answer, headers = self.fake.replies.pop(0) if self.fake.replies else (200, chat(), {})
        self.send(status, answer, headers)

    def update(self, path, body):
        fake = self.fake
        if path in ("/pause", "/resume"):
            fake.paused = path == "/pause"
        if path == "/start_weight_update":
            fake.updating = True
        if path == "/finish_weight_update":
            fake.updating, fake.version = False, body["weight_version"]
        if path == "/update_weight_version":
            fake.version = body["new_version"]
        if path == "/collective_rpc":
            return 200, {"results": [fake.objection]}
        return 200, {"message": "ok"}

    def known(self):
        if not self.fake.key or self.headers.get("authorization") == f"Bearer {self.fake.key}":
            return True
        self.send(401, {"error": "Unauthorized"})
        return False

    def send(self, status, body, headers=None):
        data = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        self.send_response(status)
        for name, value in {"content-type": "application/json", "content-length": str(len(data)), **(headers or {})}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)


@contextmanager
def start_vllm(**settings):
    """The fake for as long as the block lasts."""
    fake = Fake(**settings)
    server = Server(("127.0.0.1", 0), type("Bound", (Handler,), {"fake": fake}))
    fake.url = f"http://127.0.0.1:{server.server_port}/v1"
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    try:
        yield fake
    finally:
        server.shutdown()
        server.server_close()
