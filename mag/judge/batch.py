"""A judge asked in batches, for half the price and within a day; everything else about it is the same (MAG 4.1: deferred verdicts)."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from mag.judge.model import ModelJudge
from mag.judge.provider import JudgeReply
from mag.models.batch.base import Item
from mag.models.batch.desk import Desk
from mag.models.batch.openai_batch import OpenAIBatches
from mag.records import Completion, digest
from mag.settings import JudgeConf, ModelConf


class BatchJudge(ModelJudge):
    """An `Asker` on a folder that keeps what was sent: the gateway's questions of a moment become one batch, unclear replies the next."""

    def __init__(self, conf: JudgeConf, folder: Path, report: Callable[[str], None] = lambda line: None) -> None:
        super().__init__(conf)
        model = ModelConf("openai", conf.model, conf.base_url, conf.key_variable, timeout_s=conf.timeout_s)
        self._batches = OpenAIBatches(model, "/v1/chat/completions")
        self._batches.endpoint = replace(self._batches.endpoint, conf="conf/judge.yaml")
        self._desk = Desk(self._batches, folder, report=report)

    async def __aenter__(self) -> "BatchJudge":
        await self._batches.__aenter__()
        await self._desk.__aenter__()
        return self

    async def __aexit__(self, *error: object) -> None:
        try:
            await self._desk.__aexit__(*error)
        finally:
            await self._batches.__aexit__(*error)

    async def send(self, body: Mapping[str, Any], timeout_s: float) -> JudgeReply:
        """See ModelJudge.send; takes as long as the batch, whatever `timeout_s` says."""
        from openai.types.chat import ChatCompletion

        item = await self._desk.ask(digest(body), lambda: body)
        return self._reply(ChatCompletion.construct(**item.reply)) if item.reply is not None else self._no_reply(item)

    def _no_reply(self, item: Item) -> JudgeReply:
        """A filtered question is a refusal; everything else is raised."""
        found: Completion = self._batches.completion(item)
        return JudgeReply(found.text, refused=found.end == "blocked")
