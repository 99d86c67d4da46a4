"""`mag route` and `mag routed`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mag.cli.common import SplitFile

if TYPE_CHECKING:
    from mag.analysis.evaluation import Evaluation
    from mag.benchmark.load import Benchmark

Two = Annotated[list[str], typer.Argument(help="Two evaluations of one policy, under som and under coord: folders or RUN/EVALUATION.")]


def register(app: typer.Typer) -> None:
    """Add the commands to the top level."""
    for command in (route, routed):
        app.command()(command)


def route(
    evaluation: Two,
    out: Annotated[Path, typer.Option("--out", "-o", help="File to write, for `mag sweep --grounding routed:FILE`.")],
    part: Annotated[str, typer.Option(help="Part of the split that all their tasks are of; never test.")] = "validation",
    split: SplitFile = None,
) -> None:
    """Choose a grounding for each site by what two evaluations of validation tasks came to."""
    from mag.analysis.routed import route_table
    from mag.analysis.router import choose_route
    from mag.report.tables import as_text
    from mag.route import write_route

    benchmark, found = _load(evaluation, split)
    table = choose_route(found, benchmark, part)
    write_route(out, table)
    print(as_text(route_table(table)))
    print(f"route: {out}")


def routed(
    file: Annotated[Path, typer.Argument(help="What `mag route` wrote.")],
    evaluation: Two,
    rolled: Annotated[str, typer.Option(help="An evaluation rolled by this route, to be laid beside the composed row.")] = "",
    out: Annotated[Path | None, typer.Option(help="Folder to write the tables to; default: `routed` in the first one's run.")] = None,
    split: SplitFile = None,
) -> None:
    """What a route gains on test tasks, from the two groundings' evaluations of them, without rolling anything."""
    from mag.analysis.main_table import figures, main_table
    from mag.analysis.routed import compose, differing, gain_table, refuse_other_route, route_table
    from mag.cli.analyze import run_of
    from mag.constants import BOOTSTRAP_SEED
    from mag.report.tables import as_text, write_tables
    from mag.route import read_route

    table = read_route(file)
    _, found = _load([*evaluation, *([rolled] if rolled else [])], split)
    two, further = found[:2], found[2:]
    systems = [compose(table, two), *further]
    for item in further:
        refuse_other_route(table, item, systems[0])
    rows = [*two, *systems]
    whole = main_table(rows, [figures(item, BOOTSTRAP_SEED) for item in rows])
    made = [gain_table(two, systems, BOOTSTRAP_SEED), route_table(table, two), whole]
    tables = {item.key: item for item in made if item is not None}
    print("\n\n".join(as_text(item) for item in tables.values()))
    for item in further:
        print(f"{item.name} and the composed row differ on {len(differing(item, systems[0]))} of {len(item.tasks)} tasks")
    target = out or run_of(two[0].folder) / "routed"
    write_tables(tables, target)
    print(f"tables: {target.resolve()}")


def _load(names: list[str], split: Path | None) -> "tuple[Benchmark, list[Evaluation]]":
    """The evaluations of these names and the benchmark of the first one."""
    from mag.analysis.load import Places, load_evaluations
    from mag.benchmark.load import load_benchmark
    from mag.cli.compare import find_evaluations
    from mag.runs import read_json
    from mag.settings import load_settings

    settings = load_settings()
    folders = [folder for name in names for folder in find_evaluations(name, Path(settings.runs.folder))]
    benchmark = load_benchmark(read_json(folders[0] / "plan.json").get("benchmark", ""), split, settings)
    return benchmark, load_evaluations(folders, Places.of(benchmark))
