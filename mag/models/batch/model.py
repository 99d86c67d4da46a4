"""A Model whose requests go through batches: everything that asks many things at once can be given one."""

from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path

from mag.errors import BadInput
from mag.models.base import Ask
from mag.models.batch.base import Batcher
from mag.models.batch.desk import Desk
from mag.models.client import Client
from mag.models.prices import Prices, priced
from mag.records import Completion
from mag.settings import ModelConf

TRIES = 3  # batches a request is put into before its trouble is raised

BodyOf = Callable[[Ask, ModelConf], dict[str, object]]


class BatchModel:
    """See mag.models.base.Model. Completions as the live client's, at the batch price; `ms` stays 0, since hours are no latency."""

    def __init__(self, batcher: Batcher, body: BodyOf, client: Client, prices: Prices, desk: Desk) -> None:
        self.batcher, self.body, self.prices, self.desk = batcher, body, prices, desk
        self.conf, self.name, self.identity = client.conf, client.name, client.identity
        self._closing = AsyncExitStack()

    async def complete(self, ask: Ask) -> Completion:
        """See Model.complete; takes as long as its batch. What expires or fails at the provider's is put into the next one."""
        place = ask.call.partition("@")[0]
        for left in reversed(range(TRIES)):
            item = await self.desk.ask(f"{self.identity} {place} {ask.key}", lambda: self.body(ask, self.conf))
            if not (item.passing and left):
                break
        return priced(self.batcher.completion(item), self.prices.now(), batch=True)

    async def __aenter__(self) -> "BatchModel":
        async with AsyncExitStack() as opening:
            await opening.enter_async_context(self.batcher)
            await opening.enter_async_context(self.desk)
            self._closing = opening.pop_all()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._closing.aclose()


def make_batch_model(conf: ModelConf, prices: Prices, folder: Path, report: Callable[[str], None] = lambda line: None) -> BatchModel:
    """The batches of a model of conf/models.yaml, resumable from `folder`. Raises BadInput for a client that has none."""
    if conf.client == "openai":
        from mag.models.batch.openai_batch import OpenAIBatches
        from mag.models.openai_api import body as openai_body

        openai = OpenAIBatches(conf)
        return BatchModel(openai, openai_body, openai, prices, Desk(openai, folder, report=report))
    if conf.client == "anthropic":
        from mag.models.anthropic_api import body as anthropic_body
        from mag.models.batch.anthropic_batch import AnthropicBatches

        anthropic = AnthropicBatches(conf)
        return BatchModel(anthropic, anthropic_body, anthropic, prices, Desk(anthropic, folder, report=report))
    if conf.client == "gemini":
        from mag.models.batch.gemini_batch import GeminiBatches
        from mag.models.gemini_api import body as gemini_body

        gemini = GeminiBatches(conf)
        return BatchModel(gemini, gemini_body, gemini, prices, Desk(gemini, folder, report=report))
    raise BadInput(f"client {conf.client} of {conf.model} has no batches; only openai, anthropic and gemini have")
