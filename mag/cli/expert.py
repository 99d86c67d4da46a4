"""`mag expert ...`: the expert cache of stage 2."""

import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mag.cli.common import Named, Sites, SplitFile, fail

if TYPE_CHECKING:
    from mag.benchmark.load import Benchmark

app = typer.Typer(no_args_is_help=True, help="The expert of stage 2: pre-rolls, their cache, its coverage.")

Where = Annotated[Path, typer.Argument(help="A run's folder or name.")]
Name = Annotated[str, typer.Option(help="Which pre-roll, where the run has several.")]


@app.command()
def preroll(
    run: Annotated[str, typer.Option(help="Name of the run folder.")] = "default",
    name: Annotated[str, typer.Option(help="Name of the pre-roll and its cache; default: the grounding.")] = "",
    policy: Annotated[str, typer.Option(help="The expert, as for `mag sweep`.")] = "imperfect:0.5",
    grounding: Annotated[str, typer.Option(help="som or coord.")] = "som",
    contract: Annotated[str, typer.Option(help="full, A, G, J or JG.")] = "full",
    passes: Annotated[int, typer.Option(min=1, help="Independent passes, all rolled in full.")] = 2,
    part: Annotated[str, typer.Option(help="Part of the split that training may see.")] = "train",
    site: Sites = None,
    task: Annotated[list[int] | None, typer.Option(help="Only this task; may be repeated.")] = None,
    limit: Annotated[int, typer.Option(min=0, help="At most this many tasks, spread over the selection.")] = 0,
    seed: int = 0,
    budget: Annotated[float | None, typer.Option(help="USD that a model may cost, all passes and starts together.")] = None,
    judge: Annotated[str, typer.Option(help="As for `mag sweep`; a stand-in is refused.")] = "",
    benchmark: Named = "",
    split: SplitFile = None,
    kind: Annotated[str, typer.Option(help="miniarena, compose or remote; default: as conf/sites.yaml says.")] = "",
    sets: Annotated[int, typer.Option(min=0, help="Environment sets in parallel; 0: as conf/sites.yaml says.")] = 0,
) -> None:
    """Roll the expert over the training tasks, keep its verified successes, show what they cover. Started again, it goes on."""
    from mag.benchmark.load import load_benchmark
    from mag.choice import Choice
    from mag.expert.cache import check_parts
    from mag.expert.preroll import PreRoll, roll_passes
    from mag.report.console import watch
    from mag.settings import load_settings

    settings = load_settings()
    settings.sites.sets = sets or settings.sites.sets
    settings.sites.kind = kind or settings.sites.kind
    chosen = load_benchmark(benchmark, split, settings)
    tasks = chosen.select(site or (), part, task or (), limit)
    check_parts([one.task_id for one in tasks], chosen)
    choice = Choice(run=run, name=name, policy=policy, grounding=grounding, contract=contract, seed=seed, judge=judge, budget=budget)
    rolls, runs = PreRoll(choice, passes), Path(settings.runs.folder)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, lambda *_: signal.raise_signal(signal.SIGINT))
    try:
        with watch(len(tasks) * passes) as report:
            complete = roll_passes(rolls, chosen, tasks, settings, report)
    except KeyboardInterrupt:
        fail(f"stopped; {runs / run} keeps what was finished, and the same command goes on from there", 130)
    _build(rolls.evaluations(runs), rolls.cache(runs), chosen)
    if not complete:
        sys.exit(3)


@app.command()
def build(run: Where, name: Name = "", split: SplitFile = None) -> None:
    """Write the cache anew from the passes as they stand, after rulings of a deferred judge have come in. Exit status 3 when some lack."""
    from mag.expert.preroll import cache_folder, find_passes

    folder = _run(run)
    found, evaluations = find_passes(folder, name)
    if not _build(evaluations, cache_folder(folder, found), _benchmark(evaluations[0], split)):
        sys.exit(3)


@app.command()
def coverage(run: Where, name: Name = "", split: SplitFile = None) -> None:
    """How many training tasks the passes solve: each, all, any; overall, by site and by template. Nothing is built."""
    from mag.expert.cache import check_parts
    from mag.expert.coverage import coverage_tables
    from mag.expert.preroll import find_passes
    from mag.expert.trials import read_passes
    from mag.report.tables import as_text

    _, evaluations = find_passes(_run(run), name)
    passes, benchmark = read_passes(evaluations), _benchmark(evaluations[0], split)
    check_parts(passes[0].tasks, benchmark)
    tables = coverage_tables(passes, {one.task_id: one for one in benchmark.tasks})
    print("\n\n".join(map(as_text, tables.values())))


@app.command()
def check(run: Where, name: Name = "") -> None:
    """Verify every kept episode and picture against the cache's index. Exit status 1 when some are missing or damaged."""
    from mag.expert.cache import ExpertCache
    from mag.expert.preroll import cache_folder, find_passes

    folder = _run(run)
    cache = ExpertCache.load(cache_folder(folder, find_passes(folder, name)[0]))
    episodes = sum(len(found) for found in cache.episodes.values())
    print(f"{cache.folder}: {episodes} episodes of {len(cache.episodes)} tasks are as they were kept")
    print("".join(f"{problem}\n" for problem in cache.problems), end="")
    if cache.problems:
        sys.exit(1)


def _build(evaluations: list[Path], folder: Path, benchmark: "Benchmark") -> bool:
    """Cache, tables, and the overall table on the terminal; whether every episode has its verdict."""
    from mag.expert.cache import build_cache
    from mag.expert.coverage import coverage_tables
    from mag.expert.trials import read_passes
    from mag.report.tables import as_text, write_tables

    passes = read_passes(evaluations)
    manifest = build_cache(passes, folder, benchmark)
    tables = coverage_tables(passes, {one.task_id: one for one in benchmark.tasks})
    write_tables(tables, folder / "tables")
    print(as_text(tables["coverage"]))
    counts = f"{manifest['episodes']} episodes, {manifest['steps']} steps of {manifest['covered']} of {manifest['tasks']} tasks"
    print(f"cache: {folder.resolve()}  ({counts})")
    return bool(manifest["complete"])


def _run(run: Path) -> Path:
    from mag.settings import load_settings

    return run if run.is_dir() else Path(load_settings().runs.folder) / run


def _benchmark(evaluation: Path, split: Path | None) -> "Benchmark":
    from mag.benchmark.load import load_benchmark
    from mag.runs import read_json

    return load_benchmark(read_json(evaluation / "plan.json").get("benchmark", ""), split)
