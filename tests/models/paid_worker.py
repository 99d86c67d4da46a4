"""A process that asks a provider as a sweep does, to be killed. Started from a server that has the SDK loaded, since that takes seconds.

Each episode asks step after step, each prompt made of the reply before; what they were answered is written down at the end.
"""

import asyncio
import json
import multiprocessing
from pathlib import Path

from openai import AsyncOpenAI
from openai.types.responses import Response

from mag.errors import MagError
from mag.models.base import Ask, Message
from mag.models.dress import Terms, dress
from mag.policies.build import make_client
from mag.settings import ModelConf, PriceConf, Settings

Response.model_rebuild(force=True)  # done here, no worker has to do it
AsyncOpenAI(api_key="none").responses  # noqa: B018
CONF = {"client": "openai", "model": "fake-1", "in_flight": 4, "timeout_s": 20.0, "attempts": 3}
SETTINGS = Settings(prices={"fake-1": [PriceConf(since="2020-01-01", input=1.0, cached=0.1, output=10.0)]})
PNG = b"\x89PNG\r\n\x1a\n" + bytes(8) + (1440).to_bytes(4) + (900).to_bytes(4)


def paid(url, folder, budget=None):
    """A model as a sweep uses it, at the provider under this address."""
    conf = ModelConf(base_url=url, **CONF)
    return dress(make_client(conf), conf, SETTINGS, Terms(Path(folder), budget))


async def episode(model, number, steps):
    said = []
    for step in range(1, steps + 1):
        reply = await model.complete(
            Ask((Message("user", (f"{number}/{step}: {said[-1:]}", PNG)),), call=f"{number}/0/1/{step}@{id(said)}")
        )
        said.append([reply.text, reply.usage.ms, reply.usage.cost_usd])
    return said


async def sweep(url, folder, episodes, steps, budget):
    async with paid(url, folder, budget) as model:
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(episode(model, number, steps)) for number in range(episodes)]
        return [task.result() for task in tasks]


def work(url, folder, *size):
    try:
        said = asyncio.run(sweep(url, folder, *size))
    except* MagError as group:
        said = str(group.exceptions[0])
    (folder / "said.json").write_text(json.dumps(said))


def start(url, folder, episodes, steps, budget=None):
    """The worker, running."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.models.paid_worker"])
    worker = context.Process(target=work, args=(url, folder, episodes, steps, budget))
    worker.start()
    return worker


def said(folder):
    """What the last worker that ended by itself was told: replies by episode and step, or why it stopped."""
    return json.loads((folder / "said.json").read_text())
