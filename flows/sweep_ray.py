"""mag/sweep-ray: a sweep whose episodes are rolled on the hosts of a Ray cluster (RAY_ADDRESS; without it, on this machine alone)."""

from pathlib import Path

from prefect import flow
from prefect_ray import RayTaskRunner

from mag.benchmark.load import load_benchmark
from mag.choice import Choice
from mag.metrics.summary import Summary
from mag.runs import EvalFolder
from mag.settings import load_settings
from mag.shares import gather, refuse_mixed, split
from tasks import environment, scoring, shares, tracking
from tasks.deployed import note_process


@flow(
    name="mag",
    flow_run_name="sweep-ray-{run}-{policy}-{grounding}",
    task_runner=RayTaskRunner(),
    log_prints=True,
    on_running=[note_process],
)
def sweep_ray(
    run: str = "default",
    name: str = "",
    policy: str = "demo",
    grounding: str = "som",
    contract: str = "full",
    part: str = "all",
    limit: int = 0,
    samples: int = 1,
    seed: int = 0,
    budget: float | None = None,
    hosts: int = 2,
    sets: int = 0,
) -> Summary:
    """Roll in `hosts` shares on `sets` environment sets each, score, track. Started again with the same values, it goes on."""
    settings = load_settings()
    benchmark = load_benchmark(settings=settings)
    choice = Choice(run, name, policy, grounding, contract, samples, seed, budget=budget)
    chosen = [web_task.task_id for web_task in benchmark.select(part="" if part == "all" else part, limit=limit)]
    folder = EvalFolder(Path(settings.runs.folder).absolute() / run / "evals" / choice.folder_name)
    with folder.lock():
        refuse_mixed(folder.path)
        folder.sweep_leftovers()
        with environment.slot(Path(settings.sites.home)):
            shares.roll_all(split(folder.path, hosts, sets or settings.sites.sets), choice, chosen)
        gather(folder.path)
        scoring.judge(folder, settings.judge)
        summary: Summary = scoring.score(folder, benchmark.references())
        scoring.show(folder, benchmark.references())
        tracking.log_sweep(folder.path, settings.tracking)
    return summary


if __name__ == "__main__":
    sweep_ray()
