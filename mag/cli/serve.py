"""`mag serve`: vLLM for a checkpoint, in the foreground, until Ctrl-C."""

import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mag.cli.common import fail

if TYPE_CHECKING:
    from mag.serve.server import Progress

TELL_EVERY_S = 10.0


def register(app: typer.Typer) -> None:
    """Add the command to the top level."""
    app.command()(serve)


def serve(
    checkpoint: Annotated[Path, typer.Argument(help="Folder of a checkpoint: config.json, *.safetensors, tokenizer.")],
    name: Annotated[str, typer.Option(help="Default: what conf/models.yaml asks for at this address, else the folder's.")] = "",
    port: Annotated[int, typer.Option(min=0, max=65_535, help="0: as conf/serve.yaml says.")] = 0,
    dtype: Annotated[str, typer.Option(help="float32, bfloat16, ...; default: as conf/serve.yaml says.")] = "",
) -> None:
    """Serve a checkpoint with vLLM for `--policy vllm`, on loopback; Ctrl-C stops it. How it is served: conf/serve.yaml."""
    from dataclasses import replace

    from mag.serve.launch import entry_at, recipe, serving
    from mag.serve.settings import load_serve
    from mag.settings import load_settings

    models, conf = load_settings().models, load_serve()
    conf = replace(conf, port=port or conf.port, dtype=dtype or conf.dtype)
    entry = entry_at(conf, models)
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs start with it ignored
    signal.signal(signal.SIGTERM, lambda *_: signal.raise_signal(signal.SIGINT))  # the same orderly end
    try:
        with serving(conf, checkpoint, name or (models[entry].model if entry else "")) as served:
            print(f"starting vLLM; its log: {served.server.log}", flush=True)
            seconds = served.wait(_told())
            print(f"{served.name}, weights {served.version}, after {seconds:.0f} s on {served.server.url}", flush=True)
            print(recipe(served, models), flush=True)
            served.server.run()
    except KeyboardInterrupt:
        fail("the server is stopped", 130)


def _told() -> "Progress":
    """Every now and then, how long it has taken and what the log says."""
    told = 0.0

    def progress(seconds: float, line: str) -> None:
        nonlocal told
        if seconds - told >= TELL_EVERY_S:
            told = seconds
            print(f"{seconds:4.0f} s  {line[:120]}", file=sys.stderr, flush=True)

    return progress
