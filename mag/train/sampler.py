"""Who answers during rollouts: one engine over the whole run, given the weights of every round in turn (MAG Algorithm 2, line 15)."""

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Protocol

from mag.errors import BadInput
from mag.models.base import Ask, Model
from mag.models.served import ServedModel
from mag.records import Completion
from mag.settings import ModelConf


class Sampler(Protocol):
    """An async context manager, open as long as it is used; never given weights while it is asked."""

    dtype: str  # it computes in

    async def serve(self, weights: Path) -> str:
        """Answer from this checkpoint from now on, and from nothing else; its digest. Raises what a push raises (mag.serve.push)."""

    def client(self) -> Model:
        """A model whose identity is that of the weights served now; open it for one use."""

    async def __aenter__(self) -> "Sampler": ...

    async def __aexit__(self, *_: object) -> None: ...


def make_sampler(conf: ModelConf, start: Path) -> Sampler:
    """The engine of an entry of conf/models.yaml; a local one is opened on `start`. Raises BadInput for one that takes no new weights."""
    if conf.client == "local":
        return LocalSampler(replace(conf, model=str(start)))
    if conf.client == "served":
        return ServedSampler(conf)
    raise BadInput(f"a model of client {conf.client} takes no new weights; train with a local engine, or one served by `mag serve`")


class LocalSampler:
    """The engine of this process. It stays open, its weights are replaced in place."""

    def __init__(self, conf: ModelConf) -> None:
        from mag.local.model import LocalModel

        self._model = LocalModel(conf)
        self._held = self._model.place.folder
        self.dtype = self._model.place.dtype

    async def __aenter__(self) -> "LocalSampler":
        await self._model.__aenter__()
        self._held = self._model.place.folder
        return self

    async def __aexit__(self, *error: object) -> None:
        await self._model.__aexit__(*error)

    async def serve(self, weights: Path) -> str:
        """See Sampler.serve."""
        if weights.resolve() != self._held:
            await self._model.load_weights(weights.resolve())
            self._held = weights.resolve()
        return self._model.identity.removesuffix(f"-{self.dtype}")

    def client(self) -> Model:
        """See Sampler.client."""
        return Kept(self._model)


class Kept:
    """A model that others open and close: here both do nothing."""

    def __init__(self, inner: Model) -> None:
        self.inner = inner

    @property
    def name(self) -> str:
        """The inner model's."""
        return self.inner.name

    @property
    def identity(self) -> str:
        """The inner model's."""
        return self.inner.identity

    async def complete(self, ask: Ask) -> Completion:
        """See Model.complete."""
        return await self.inner.complete(ask)

    async def __aenter__(self) -> "Kept":
        return self

    async def __aexit__(self, *_: object) -> None:
        pass


class ServedSampler:
    """A vLLM of `mag serve` with push: true, on a machine that reads the run's folder under the same path."""

    dtype = "bfloat16"  # what it is taken for: it does not tell, and its kernels round in their own order

    def __init__(self, conf: ModelConf) -> None:
        self.conf = conf

    async def __aenter__(self) -> "ServedSampler":
        return self

    async def __aexit__(self, *_: object) -> None:
        pass

    async def serve(self, weights: Path) -> str:
        """See Sampler.serve. Nothing is pushed to a server that says it has these weights."""
        from mag.local.weights import checkpoint_digest
        from mag.serve.push import push_weights

        version = await asyncio.to_thread(checkpoint_digest, weights)
        client = ServedModel(self.conf)
        if (await asyncio.to_thread(lambda: client.offer)).version != version:
            await asyncio.to_thread(push_weights, client.endpoint.url, weights)
        return version

    def client(self) -> Model:
        """See Sampler.client: a new one, since each stays with the weights it first saw."""
        return ServedModel(self.conf)
