"""Anthropic's message batches. They bear no name of ours: one that was lost is known by its size, its time, and in the end its keys."""

from collections.abc import Mapping, Sequence
from typing import Any

from mag.models.anthropic_api import AnthropicModel
from mag.models.batch.base import EXPIRED, UPLOAD_S, Item, Standing, completed, guarded
from mag.records import Completion

PAGES = 10  # of a hundred batches each: how far back a lost batch is looked for
CLOCKS_S = 600.0  # the provider's clock and ours may differ by so much
STATUS = {  # of the error types an item may have
    "invalid_request_error": 400,
    "authentication_error": 401,
    "billing_error": 402,
    "permission_error": 403,
    "not_found_error": 404,
    "request_too_large": 413,
    "rate_limit_error": 429,
    "api_error": 500,
    "timeout_error": 504,
    "overloaded_error": 529,
}


class AnthropicBatches(AnthropicModel):
    """A Batcher."""

    max_items, max_bytes = 10_000, 90_000_000

    async def submit(self, label: str, bodies: Mapping[str, Mapping[str, Any]]) -> str:
        """See Batcher.submit."""
        requests = [{"custom_id": key, "params": dict(body)} for key, body in bodies.items()]
        sending = self._sdk.messages.batches.create(requests=requests, timeout=UPLOAD_S)
        batch = await guarded(sending, self.endpoint, self._blame)
        if not getattr(batch, "id", None):
            raise self.endpoint.junk("a batch")
        return str(batch.id)

    async def find(self, label: str, keys: Sequence[str], since: float) -> list[str]:
        """See Batcher.find: batches of as many requests from that time on. Whose they are shows when they have ended."""
        found: list[str] = []
        page = await guarded(self._sdk.messages.batches.list(limit=100), self.endpoint, self._blame)
        for _ in range(PAGES):
            rows = page.data or []
            young = [row for row in rows if row.created_at.timestamp() >= since - CLOCKS_S]
            found += [str(row.id) for row in young if sum(row.request_counts.to_dict().values()) == len(keys)]
            if len(young) < len(rows) or not page.has_next_page():
                break
            page = await guarded(page.get_next_page(), self.endpoint, self._blame)
        return found

    async def poll(self, batch: str) -> Standing:
        """See Batcher.poll."""
        found = await guarded(self._sdk.messages.batches.retrieve(batch), self.endpoint, self._blame)
        if not getattr(found, "processing_status", None):
            raise self.endpoint.junk("a batch")
        return Standing(found.processing_status == "ended")

    async def collect(self, batch: str) -> list[Item]:
        """See Batcher.collect."""
        return await guarded(self._collected(batch), self.endpoint, self._blame)

    async def _collected(self, batch: str) -> list[Item]:
        rows = await self._sdk.messages.batches.results(batch, timeout=UPLOAD_S)
        return [_item(row) async for row in rows]

    def completion(self, item: Item) -> Completion:
        """See Batcher.completion."""
        from anthropic.types import Message

        return completed(item, lambda reply: self.taken(Message.construct(**reply)), self.error, self._blame)

    def error(self, item: Item) -> Exception:
        """The exception that the live endpoint's client would have raised."""
        import anthropic
        import httpx2

        response = httpx2.Response(item.status, request=httpx2.Request("POST", self.endpoint.url))
        return anthropic.APIStatusError(f"status {item.status}", response=response, body=item.error)


def _item(row: Any) -> Item:
    key: str = str(getattr(row, "custom_id", ""))
    result: Any = getattr(row, "result", None)
    kind = getattr(result, "type", "")
    if kind == "succeeded":
        return Item(key, reply=result.message.to_dict(mode="json"))
    if kind != "errored":  # expired, or cancelled by somebody
        return Item(key, status=EXPIRED, error={"error": {"message": f"the request {kind or 'has no result'}"}})
    body = result.error.to_dict(mode="json")
    return Item(key, status=STATUS.get(str(body.get("error", {}).get("type")), 500), error=body)
