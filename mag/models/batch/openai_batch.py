"""OpenAI's batches: a file of requests, a batch over it, a file of answers. Any server with the same endpoints will do."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mag.models.batch.base import EXPIRED, UPLOAD_S, Item, Standing, completed, guarded
from mag.models.openai_api import OpenAIModel
from mag.records import Completion
from mag.settings import ModelConf

LABEL = "mag"  # key of the label in a batch's metadata
PAGES = 10  # of a hundred batches each: how far back a lost batch is looked for
CLOCKS_S = 600.0  # the provider's clock and ours may differ by so much
FULL = "token_limit_exceeded"  # as many tokens as the account may queue wait already
ENDED = ("completed", "expired", "cancelled", "failed")


class OpenAIBatches(OpenAIModel):
    """A Batcher for one endpoint: `/v1/responses`, or `/v1/chat/completions` for bodies of that kind."""

    max_items, max_bytes = 10_000, 90_000_000

    def __init__(self, conf: ModelConf, path: str = "/v1/responses") -> None:
        super().__init__(conf)
        self.path = path

    async def submit(self, label: str, bodies: Mapping[str, Mapping[str, Any]]) -> str:
        """See Batcher.submit. A file without a batch, should it end between the two calls, costs nothing."""
        lines = ({"custom_id": key, "method": "POST", "url": self.path, "body": body} for key, body in bodies.items())
        data = "".join(json.dumps(line) + "\n" for line in lines).encode()
        upload = self._sdk.files.create(file=(f"{label}.jsonl", data), purpose="batch", timeout=UPLOAD_S)
        file = await guarded(upload, self.endpoint, self._blame)
        self._check(file, "a file")
        batch = await guarded(
            self._sdk.batches.create(
                input_file_id=file.id, endpoint=self.path, completion_window="24h", metadata={LABEL: label}, timeout=UPLOAD_S
            ),
            self.endpoint,
            self._blame,
        )
        self._check(batch, "a batch")
        return str(batch.id)

    async def find(self, label: str, keys: Sequence[str], since: float) -> list[str]:
        """See Batcher.find: the label is in the batch's metadata."""
        page = await guarded(self._sdk.batches.list(limit=100), self.endpoint, self._blame)
        for _ in range(PAGES):
            rows = page.data or []
            found = [str(row.id) for row in rows if (row.metadata or {}).get(LABEL) == label]
            if found or not rows or rows[-1].created_at < since - CLOCKS_S or not page.has_next_page():
                return found
            page = await guarded(page.get_next_page(), self.endpoint, self._blame)
        return []

    async def poll(self, batch: str) -> Standing:
        """See Batcher.poll."""
        found = await guarded(self._sdk.batches.retrieve(batch), self.endpoint, self._blame)
        self._check(found, "a batch")
        if found.status != "failed":
            return Standing(found.status in ENDED)
        errors = (found.errors.data if found.errors else None) or []
        code, said = (errors[0].code, errors[0].message) if errors else (None, "the batch failed")
        return Standing(True, Item("", status=429 if code == FULL else 400, error={"code": code, "message": said}))

    async def collect(self, batch: str) -> list[Item]:
        """See Batcher.collect: answers and errors lie in a file each."""
        found = await guarded(self._sdk.batches.retrieve(batch), self.endpoint, self._blame)
        items: list[Item] = []
        for file in (found.output_file_id, found.error_file_id):
            if file:
                content = await guarded(self._sdk.files.content(file, timeout=UPLOAD_S), self.endpoint, self._blame)
                items += self._items(content.content)
        return items

    def _items(self, data: bytes) -> Iterator[Item]:
        for line in data.splitlines():
            try:
                row = json.loads(line)
                key, response, error = row["custom_id"], row.get("response"), row.get("error")
                status = int(response["status_code"]) if response else EXPIRED
                body = response["body"] if response else None
            except (ValueError, KeyError, TypeError):
                raise self.endpoint.junk("lines of a batch") from None
            if status == 200 and not error:
                yield Item(str(key), reply=body)
            else:
                inner = body.get("error") if isinstance(body, dict) else None
                yield Item(str(key), status=status if status != 200 else 500, error=inner or error)

    def completion(self, item: Item) -> Completion:
        """See Batcher.completion."""
        from openai.types.responses import Response

        return completed(item, lambda reply: self.taken(Response.construct(**reply)), self.error, self._blame)

    def error(self, item: Item) -> Exception:
        """The exception that the live endpoint's client would have raised."""
        import httpx2
        import openai

        response = httpx2.Response(item.status, request=httpx2.Request("POST", self.endpoint.url))
        said = item.error if isinstance(item.error, dict) else {}
        return openai.APIStatusError(str(said.get("message") or f"status {item.status}"), response=response, body=said)

    def _check(self, answer: Any, what: str) -> None:
        if not getattr(answer, "id", None):
            raise self.endpoint.junk(what)
