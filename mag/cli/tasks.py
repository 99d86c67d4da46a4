"""`mag tasks ...`."""

import typer

from mag.cli.common import Part, Sites

app = typer.Typer(no_args_is_help=True, help="The benchmark's tasks.")


@app.command("list")
def list_tasks(site: Sites = None, part: Part = "all") -> None:
    """One line a task: id, site, part of the split, steps of its demonstration, intent."""
    from mag.benchmark.load import load_miniarena

    benchmark = load_miniarena()
    for item in benchmark.select(site or (), "" if part == "all" else part):
        steps = len(benchmark.demonstrations[item.task_id].steps)
        print(f"{item.task_id}  {item.site:14s} {benchmark.part_of(item.task_id):5s} {steps:2d}  {item.intent}")


@app.command()
def show(task_id: int) -> None:
    """A task as it stands in the benchmark, and its demonstration."""
    import json
    from dataclasses import asdict

    from mag.benchmark.load import load_miniarena

    benchmark = load_miniarena()
    print(json.dumps(asdict(benchmark.task(task_id)), indent=1, ensure_ascii=False))
    for number, step in enumerate(benchmark.demonstrations[task_id].steps, 1):
        print(f"{number:2d}. {step.verb:11s} {step.guide}")
