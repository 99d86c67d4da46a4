"""Gemini's batches, with the requests in the call itself."""

from collections.abc import Mapping, Sequence
from typing import Any

from mag.models.batch.base import EXPIRED, UPLOAD_S, Item, Standing, completed, guarded
from mag.models.gemini_api import GeminiModel
from mag.records import Completion

LOOK_BACK = 1_000  # batches: how far back a lost one is looked for
KEY = "key"  # of our key in an item's metadata
STATUS = {1: 499, 3: 400, 4: 504, 5: 404, 7: 403, 8: 429, 13: 500, 14: 503, 16: 401}  # google.rpc.Code -> HTTP
FAILED = {"JOB_STATE_FAILED": 400, "JOB_STATE_CANCELLED": EXPIRED, "JOB_STATE_EXPIRED": EXPIRED}
ENDED = ("JOB_STATE_SUCCEEDED", "JOB_STATE_PARTIALLY_SUCCEEDED", *FAILED)


class GeminiBatches(GeminiModel):
    """A Batcher."""

    max_items, max_bytes = 1_000, 15_000_000  # the API takes 20 MB in a call

    async def submit(self, label: str, bodies: Mapping[str, Mapping[str, Any]]) -> str:
        """See Batcher.submit."""
        requests = [{**body, "metadata": {KEY: key}} for key, body in bodies.items()]
        config = {"display_name": label, "http_options": {"timeout": int(1000 * UPLOAD_S)}}
        sending = self._sdk.aio.batches.create(model=self.conf.model, src=requests, config=config)
        batch = await guarded(sending, self.endpoint, self._blame)
        if not batch.name:
            raise self.endpoint.junk("a batch")
        return str(batch.name)

    async def find(self, label: str, keys: Sequence[str], since: float) -> list[str]:
        """See Batcher.find: the label is the batch's display name."""
        return await guarded(self._found(label), self.endpoint, self._blame)

    async def _found(self, label: str) -> list[str]:
        seen = 0
        async for batch in await self._sdk.aio.batches.list(config={"page_size": 100}):
            if batch.display_name == label:
                return [str(batch.name)]
            seen += 1
            if seen >= LOOK_BACK:
                break
        return []

    async def poll(self, batch: str) -> Standing:
        """See Batcher.poll."""
        found = await guarded(self._sdk.aio.batches.get(name=batch), self.endpoint, self._blame)
        state = str(getattr(found.state, "name", ""))
        if not state:
            raise self.endpoint.junk("a batch")
        if state not in FAILED:
            return Standing(state in ENDED)
        said = str(found.error.message if found.error and found.error.message else f"the batch is {state}")
        return Standing(True, Item("", status=FAILED[state], error={"message": said}))

    async def collect(self, batch: str) -> list[Item]:
        """See Batcher.collect."""
        found = await guarded(self._sdk.aio.batches.get(name=batch), self.endpoint, self._blame)
        return [_item(row) for row in (found.dest.inlined_responses if found.dest else None) or []]

    def completion(self, item: Item) -> Completion:
        """See Batcher.completion."""
        from google.genai import types

        return completed(item, lambda reply: self.taken(types.GenerateContentResponse.model_validate(reply)), self.error, self._blame)

    def error(self, item: Item) -> Exception:
        """The exception that the live endpoint's client would have raised."""
        from google.genai import errors

        return errors.APIError(item.status, {"error": item.error})


def _item(row: Any) -> Item:
    key = str((row.metadata or {}).get(KEY, ""))
    if row.error is None and row.response is not None:
        return Item(key, reply=row.response.model_dump(mode="json", exclude_none=True, exclude={"sdk_http_response"}))
    code = row.error.code if row.error is not None else None
    error = row.error.model_dump(mode="json", exclude_none=True) if row.error is not None else {"message": "no result"}
    return Item(key, status=STATUS.get(code, 500) if code is not None else 500, error=error)
