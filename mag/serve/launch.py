"""From a checkpoint folder to a server that answers and says which weights it serves."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from mag.errors import BadInput
from mag.local.weights import checkpoint_digest
from mag.models.served import ServedModel
from mag.serve.checkpoint import open_checkpoint
from mag.serve.command import command, variables
from mag.serve.environment import find_environment
from mag.serve.push import name_version
from mag.serve.server import Progress, Server, start
from mag.serve.settings import ServeConf, check
from mag.settings import ModelConf


@dataclass(frozen=True, slots=True)
class Served:
    """A checkpoint being served."""

    name: str  # what clients ask for
    version: str  # digest of the checkpoint it started with
    server: Server

    def wait(self, progress: Progress = lambda *_: None) -> float:
        """Until it answers and knows its version; the seconds that took. See Server.wait."""
        seconds = self.server.wait(progress)
        if self.server.conf.push:
            name_version(self.server.root, self.version)
        return seconds


@contextmanager
def serving(conf: ServeConf, folder: Path, name: str = "") -> Iterator[Served]:
    """A server for the checkpoint, stopped at the end of the block; `wait` for it before use.

    Raises BadInput for settings, an environment, a checkpoint or a port that cannot be used.
    """
    check(conf)
    environment, checkpoint = find_environment(Path(conf.environment)), open_checkpoint(folder)
    name = name or checkpoint.folder.name
    if not re.fullmatch(r"\w[\w.-]*(/\w[\w.-]*)*", name):
        raise BadInput(f"{name!r} cannot name a model; give a --name of letters, digits, dots, dashes and underscores")
    version = checkpoint_digest(checkpoint.folder)
    parts = command(conf, environment, checkpoint, (name, f"{name}@{version}"))
    log = Path(conf.logs) / f"{name.replace('/', '-')}-{conf.port}.log"
    server = start(conf, parts, variables(conf, environment), log)
    try:
        yield Served(name, version, server)
    finally:
        server.stop()


def entry_at(conf: ServeConf, models: Mapping[str, ModelConf]) -> str:
    """The entry of conf/models.yaml that asks a server at this address, "" when none does."""
    return next(
        (name for name, model in models.items() if model.client == "served" and _port(model.base_url or ServedModel.url) == conf.port), ""
    )


def recipe(served: Served, models: Mapping[str, ModelConf]) -> str:
    """One line: how to put the model on the benchmark."""
    entry = entry_at(served.server.conf, models)
    if entry and models[entry].model == served.name:
        return f"mag sweep --policy {entry}"
    wanted = f"{served.name}: {{client: served, model: {served.name}, base_url: {served.server.url}}}"
    return f"add to conf/local/models.yaml and use as --policy {served.name}:  {wanted}"


def _port(url: str) -> int | None:
    """Of an address on this machine."""
    try:
        parts = urlsplit(url)
        return parts.port if parts.hostname in ("127.0.0.1", "localhost", "::1") else None
    except ValueError:
        return None
