"""New weights for a running server, by vLLM's own weight update protocol (MAG 4.2: each round samples from the weights just trained).

Requests under way finish on the old weights, later ones wait; all that was computed from the old weights is forgotten. Until the update
starts, every failure leaves the old weights in place. After that there are no old weights: a failure leaves the server paused, so that
nobody is answered from half a model, and the error says to restart it.
"""

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

from mag.contract.text import clean
from mag.errors import BadInput, MagError, Transient
from mag.local.weights import checkpoint_digest
from mag.serve.checkpoint import stored_dtype

TIMEOUT_S = 1_800.0  # requests under way may be long, and so may reading the weights
CACHES = ("prefix", "mm", "encoder")  # the worker drops its picture cache at a reload; a scheduler not told so asks for what is gone


@dataclass(frozen=True, slots=True)
class Push:
    """What a push did."""

    version: str  # digest of the checkpoint served now
    before: str  # what was served until then, as the server named it
    seconds: float
    paused_s: float  # of which nobody was answered


def push_weights(url: str, folder: Path, timeout_s: float = TIMEOUT_S) -> Push:
    """Have the server at http://host:port(/v1) serve the weights in the folder, which its workers must be able to read.

    Raises BadInput for a folder or server that cannot do that and Transient when the server is not there (both: the old weights serve on),
    MagError when the server has to be restarted.
    """
    started = time.monotonic()
    folder = folder.expanduser().absolute()
    stored_dtype(folder)
    version = checkpoint_digest(folder)
    with httpx.Client(base_url=url.rstrip("/").removesuffix("/v1"), timeout=timeout_s, trust_env=False) as client:
        before = served_version(client)
        for objection in _post(client, "/collective_rpc", method="mag_objection", args=[str(folder)]).get("results", []):
            if objection:
                raise BadInput(f"{folder} does not fit the model served at {url}: {clean(objection)}; the old weights serve on")
        stopped = time.monotonic()
        with _resumed_on_error(client):
            _post(client, "/pause?mode=wait")
            _post(client, "/init_weight_transfer_engine", init_info={})
        try:
            _post(client, "/start_weight_update")
            _post(client, "/update_weights", update_info={"folder": str(folder)})
            _post(client, "/finish_weight_update", weight_version=version)
            for cache in CACHES:
                _post(client, f"/reset_{cache}_cache")
            _post(client, "/resume")
        except MagError as error:
            raise MagError(f"the update of {url} broke off ({error}); it is paused and holds no whole set of weights: restart it") from None
        ended = time.monotonic()
    return Push(version, before, ended - started, ended - stopped)


def served_version(client: httpx.Client) -> str:
    """The version of the weights as the server tells. Raises BadInput for a server that takes no new weights."""
    try:
        answer = client.get("/weight_info")
    except httpx.HTTPError as error:
        raise _away(client, error) from None
    if answer.status_code == 404:
        raise BadInput(f"the server at {client.base_url} takes no new weights; start it with `mag serve` and push: true")
    return str(_body(client, answer).get("weight_version", ""))


def name_version(root: str, version: str) -> None:
    """Tell a server just started which weights it serves. Raises Transient when it does not take that."""
    with httpx.Client(base_url=root, timeout=30.0, trust_env=False) as client:
        _post(client, "/update_weight_version", new_version=version)


@contextmanager
def _resumed_on_error(client: httpx.Client) -> Iterator[None]:
    try:
        yield
    except MagError:
        with suppress(MagError):  # a server that is gone: the first error says so
            _post(client, "/resume")
        raise


def _post(client: httpx.Client, path: str, **body: Any) -> Mapping[str, Any]:
    try:
        answer = client.post(path, json=body or None)
    except httpx.HTTPError as error:
        raise _away(client, error) from None
    return _body(client, answer)


def _body(client: httpx.Client, answer: httpx.Response) -> Mapping[str, Any]:
    path = answer.request.url.path
    if answer.status_code >= 400:
        raise Transient(f"{client.base_url} answered {answer.status_code} to {path}: {clean(answer.text)[:200]}")
    try:
        found = answer.json() if answer.content else {}
    except ValueError:
        raise BadInput(f"{client.base_url} is no vLLM server: what it answers to {path} is no JSON") from None
    return found if isinstance(found, dict) else {}


def _away(client: httpx.Client, error: httpx.HTTPError) -> Transient:
    return Transient(f"no answer from {client.base_url} ({type(error).__name__} {clean(str(error))[:120]}); is `mag serve` running?")
