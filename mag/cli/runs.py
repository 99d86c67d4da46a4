"""`mag sweep` and `mag view`."""

import signal
import sys
from pathlib import Path
from typing import Annotated

import typer

from mag.cli.common import Named, Part, Run, Sites, SplitFile, evaluations, fail


def register(app: typer.Typer) -> None:
    """Add the commands on runs to the top level."""
    for command in (sweep, view):
        app.command()(command)


def sweep(
    run: Annotated[str, typer.Option(help="Name of the run folder.")] = "default",
    name: Annotated[str, typer.Option(help="Name of the evaluation; default: policy and grounding.")] = "",
    policy: Annotated[str, typer.Option(help="demo, imperfect:0.5, random, replay:<evaluation>, or a model of conf/models.yaml.")] = "demo",
    grounding: Annotated[str, typer.Option(help="som, coord, or routed:<file of mag route>.")] = "som",
    contract: Annotated[str, typer.Option(help="full, A, G, J or JG.")] = "full",
    part: Part = "all",
    site: Sites = None,
    task: Annotated[list[int] | None, typer.Option(help="Only this task; may be repeated.")] = None,
    limit: Annotated[int, typer.Option(min=0, help="At most this many tasks, spread over the selection.")] = 0,
    samples: Annotated[int, typer.Option(min=1, help="Episodes per task.")] = 1,
    seed: int = 0,
    judge: Annotated[str, typer.Option(help="local, model or stub:true; default: local for miniarena, else model.")] = "",
    benchmark: Named = "",
    split: SplitFile = None,
    budget: Annotated[float | None, typer.Option(help="USD that a model may cost, all starts of this evaluation together.")] = None,
    cache: Annotated[bool, typer.Option("--cache", help="Answer equal requests out of the response cache; shows in every table.")] = False,
    kind: Annotated[str, typer.Option(help="miniarena, compose or remote; default: as conf/sites.yaml says.")] = "",
    sets: Annotated[int, typer.Option(min=0, help="Environment sets in parallel; 0: as conf/sites.yaml says.")] = 0,
) -> None:
    """Roll a policy over tasks, score it, and write the viewer. Started again, it goes on where it stopped."""
    from mag.benchmark.load import load_benchmark
    from mag.choice import Choice
    from mag.costs import cost_line
    from mag.report.console import summary_table, watch
    from mag.report.viewer import write_view
    from mag.settings import load_settings
    from mag.sweep import run_sweep

    settings = load_settings()
    settings.sites.sets = sets or settings.sites.sets
    settings.sites.kind = kind or settings.sites.kind
    chosen = load_benchmark(benchmark, split, settings)
    tasks = chosen.select(site or (), "" if part == "all" else part, task or (), limit)
    choice = Choice(run, name, policy, grounding, contract, samples, seed, judge, budget, cache)
    folder = Path(settings.runs.folder) / run / "evals" / choice.folder_name
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs start with it ignored
    signal.signal(signal.SIGTERM, lambda *_: signal.raise_signal(signal.SIGINT))  # the same orderly end
    try:
        with watch(len(tasks) * samples) as report:
            summary = run_sweep(choice, chosen, tasks, settings, folder, report)
    except KeyboardInterrupt:
        fail(f"stopped; {folder} keeps what was finished, and the same command goes on from there", 130)
    print(summary_table({choice.folder_name: summary}))
    if line := cost_line(folder):
        print(line)
    print(f"viewer: {write_view(folder, chosen.references()).resolve()}")
    if summary.incomplete:
        sys.exit(3)


def view(run: Run) -> None:
    """Write the viewer of a run and print its path."""
    from mag.benchmark.load import load_benchmark
    from mag.report.viewer import write_view
    from mag.runs import read_json

    for path in evaluations(run):
        print(write_view(path, load_benchmark(read_json(path / "plan.json").get("benchmark", "")).references()).resolve())
