"""`mag corpus ...`: record demonstrations as gold steps, pack a corpus into shards and back."""

import signal
from pathlib import Path
from typing import Annotated

import typer

from mag.cli.common import Named, Part, Sites, SplitFile, fail

app = typer.Typer(no_args_is_help=True, help="Gold steps: record demonstrations, pack them into shards, unpack them.")


@app.command()
def record(
    run: Annotated[str, typer.Option(help="Name of the run folder: the episodes, the gold steps and the shards lie there.")] = "corpus",
    part: Part = "all",
    site: Sites = None,
    limit: Annotated[int, typer.Option(min=0, help="At most this many tasks, spread over the selection.")] = 0,
    benchmark: Named = "",
    split: SplitFile = None,
    sets: Annotated[int, typer.Option(min=0, help="Environment sets in parallel; 0: as conf/sites.yaml says.")] = 0,
) -> None:
    """Play demonstrations through the harness; their steps become gold steps in both views, packed. Started again, it goes on."""
    from mag.benchmark.load import load_benchmark
    from mag.corpus.record import record as play
    from mag.report.console import watch
    from mag.settings import load_settings

    settings = load_settings()
    settings.sites.sets = sets or settings.sites.sets
    chosen = load_benchmark(benchmark, split, settings)
    tasks = [task for task in chosen.select(site or (), "" if part == "all" else part, (), limit) if task.task_id in chosen.demonstrations]
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs start with it ignored
    signal.signal(signal.SIGTERM, lambda *_: signal.raise_signal(signal.SIGINT))
    try:
        with watch(len(tasks)) as report:
            summary, corpus, shards = play(run, chosen, tasks, settings, report)
    except KeyboardInterrupt:
        fail(f"stopped; run {run} keeps what was finished, and the same command goes on from there", 130)
    counts = corpus.about["counts"]
    print(f"{corpus.folder}: {summary.successes} of {summary.n} demonstrations succeed; {counts['steps']} steps, ", end="")
    print(f"som {counts['som']}, coord {counts['coord']}; {len(shards)} shards of {sum(shards.values())} rows")


@app.command()
def pack(
    gold: Annotated[Path, typer.Argument(help="Folder of a gold corpus.")],
    out: Annotated[Path, typer.Option(help="Folder of the shards.")] = Path("shards"),
) -> None:
    """Write a gold corpus as Parquet shards, screenshots included."""
    from mag.corpus.shards import pack as write
    from mag.offline.corpus import load_corpus

    shards = write(load_corpus(gold), out)
    print(f"{out}: {len(shards)} shards of {sum(shards.values())} rows")


@app.command()
def unpack(
    shards: Annotated[Path, typer.Argument(help="Folder of shards.")],
    out: Annotated[Path, typer.Option(help="Folder of the corpus.")] = Path("gold"),
) -> None:
    """Write shards as a gold corpus again, every step and screenshot checked."""
    from mag.corpus.shards import unpack as read

    corpus = read(shards, out)
    print(f"{out}: {len(corpus.steps)} steps of {corpus.about['counts']['tasks']} tasks")
