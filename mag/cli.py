"""`mag ...`: the same functions as the flows, without Prefect and MLflow. Heavy imports happen inside the commands."""

import asyncio
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from mag.errors import MagError

if TYPE_CHECKING:
    from mag.sites.miniarena import MiniarenaSet

app = typer.Typer(
    no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False, help="Web agents that do a task and teach it."
)
sites_app = typer.Typer(no_args_is_help=True, help="Environment sets: six web sites each.")
tasks_app = typer.Typer(no_args_is_help=True, help="The benchmark's tasks.")
app.add_typer(sites_app, name="sites")
app.add_typer(tasks_app, name="tasks")

Sites = Annotated[list[str] | None, typer.Option("--site", help="Only this site; may be repeated.")]
Part = Annotated[str, typer.Option(help="all (train and test), train, test or pool.")]


@app.command()
def sweep(
    run: Annotated[str, typer.Option(help="Name of the run folder.")] = "default",
    name: Annotated[str, typer.Option(help="Name of the evaluation; default: policy and grounding.")] = "",
    policy: Annotated[str, typer.Option(help="demo, random or replay:<folder of an evaluation>.")] = "demo",
    grounding: Annotated[str, typer.Option(help="som or coord.")] = "som",
    contract: Annotated[str, typer.Option(help="full, A, G, J or JG.")] = "full",
    part: Part = "all",
    site: Sites = None,
    task: Annotated[list[int] | None, typer.Option(help="Only this task; may be repeated.")] = None,
    limit: Annotated[int, typer.Option(min=0, help="At most this many tasks, spread over the selection.")] = 0,
    samples: Annotated[int, typer.Option(min=1, help="Episodes per task.")] = 1,
    seed: int = 0,
    sets: Annotated[int, typer.Option(min=0, help="Environment sets in parallel; 0: as conf/sites.yaml says.")] = 0,
) -> None:
    """Roll a policy over tasks, score it, and write the viewer. Started again, it goes on where it stopped."""
    from mag.benchmark.load import load_miniarena
    from mag.report.console import summary_table, watch
    from mag.report.viewer import write_view
    from mag.settings import load_settings
    from mag.sweep import Choice, run_sweep

    settings = load_settings()
    settings.sites.sets = sets or settings.sites.sets
    benchmark = load_miniarena()
    tasks = benchmark.select(site or (), "" if part == "all" else part, task or (), limit)
    choice = Choice(run=run, name=name, policy=policy, grounding=grounding, contract=contract, samples=samples, seed=seed)
    folder = Path(settings.runs.folder) / run / "evals" / choice.folder_name
    signal.signal(signal.SIGTERM, lambda *_: signal.raise_signal(signal.SIGINT))  # the same orderly end
    try:
        with watch(len(tasks) * samples) as report:
            summary = run_sweep(choice, benchmark, tasks, settings.sites, folder, report)
    except KeyboardInterrupt:
        _fail(f"stopped; {folder} keeps what was finished, and the same command goes on from there", 130)
    print(summary_table({choice.folder_name: summary}))
    print(f"viewer: {write_view(folder, benchmark.references()).resolve()}")
    if summary.incomplete:
        sys.exit(3)


@app.command()
def view(run: Annotated[Path, typer.Argument(help="Folder of a run or of one of its evaluations, or a run's name.")]) -> None:
    """Write the viewer of a run and print its path."""
    from mag.benchmark.load import load_miniarena
    from mag.errors import BadInput
    from mag.report.viewer import write_view
    from mag.settings import load_settings

    folder = run if run.exists() else Path(load_settings().runs.folder) / run
    found = [folder] if (folder / "plan.json").exists() else sorted(path.parent for path in folder.glob("evals/*/plan.json"))
    if not found:
        raise BadInput(f"{folder} holds no evaluation; `ls {folder.parent}` shows what is there")
    for path in found:
        print(write_view(path, load_miniarena().references()).resolve())


@sites_app.command()
def up(sets: Annotated[int, typer.Option(min=0, help="How many sets; 0: as conf/sites.yaml says.")] = 1) -> None:
    """Start environment sets that stay up, each on seven ports of its own, and print their addresses."""
    from mag.miniarena import SITE_KEYS
    from mag.settings import load_settings
    from mag.sites.miniarena import PORTS_PER_SET, running, start

    conf = load_settings().sites
    home = Path(conf.home)
    here = {item.number: item for item in running(home)}
    for number in range(1, (sets or conf.sets) + 1):
        item = here.get(number) or start(number, home, conf.base_port + PORTS_PER_SET * (number - 1), detached=True)
        for key in SITE_KEYS:
            print(f"set {number}  {key:15s} http://127.0.0.1:{item.ports[key]}/")


@sites_app.command()
def down() -> None:
    """Stop every set that `mag sites up` started."""
    from mag.settings import load_settings
    from mag.sites.miniarena import stop_detached

    print(f"stopped {stop_detached(Path(load_settings().sites.home))} sets")


@sites_app.command()
def reset() -> None:
    """Bring every set that is up back to its snapshot and verify it."""
    for item in _up():
        print(f"set {item.number}  reset and verified in {asyncio.run(item.reset()):.3f} s")


@sites_app.command()
def status() -> None:
    """Health of every set that is up."""
    for item in _up():
        asyncio.run(item.health())
        answer = asyncio.run(item.status())
        print(f"set {item.number}  healthy, {'as the snapshot' if answer['pristine'] else 'changed since its reset'}, {answer['snapshot']}")


def _up() -> "list[MiniarenaSet]":
    from mag.errors import BadInput
    from mag.settings import load_settings
    from mag.sites.miniarena import running

    found = running(Path(load_settings().sites.home))
    if not found:
        raise BadInput("no environment set is up; start one with `mag sites up`")
    return found


@tasks_app.command("list")
def list_tasks(site: Sites = None, part: Part = "all") -> None:
    """One line a task: id, site, part of the split, steps of its demonstration, intent."""
    from mag.benchmark.load import load_miniarena

    benchmark = load_miniarena()
    for item in benchmark.select(site or (), "" if part == "all" else part):
        steps = len(benchmark.demonstrations[item.task_id].steps)
        print(f"{item.task_id}  {item.site:14s} {benchmark.part_of(item.task_id):5s} {steps:2d}  {item.intent}")


@tasks_app.command()
def show(task_id: int) -> None:
    """A task as it stands in the benchmark, and its demonstration."""
    import json
    from dataclasses import asdict

    from mag.benchmark.load import load_miniarena

    benchmark = load_miniarena()
    print(json.dumps(asdict(benchmark.task(task_id)), indent=1, ensure_ascii=False))
    for number, step in enumerate(benchmark.demonstrations[task_id].steps, 1):
        print(f"{number:2d}. {step.verb:11s} {step.guide}")


def main() -> None:
    """Run the command line; errors meant for people become one line and exit status 2."""
    try:
        app()
    except MagError as error:
        _fail(str(error))


def _fail(message: str, status: int = 2) -> NoReturn:
    print(f"mag: {message}", file=sys.stderr)
    sys.exit(status)


if __name__ == "__main__":
    main()
