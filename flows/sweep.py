"""mag/sweep: one policy, one grounding, every chosen task, scored and tracked (MAG Algorithm 1)."""

from pathlib import Path

from mag.benchmark.load import load_benchmark
from mag.choice import Choice, check_sites, make_spec
from mag.metrics.summary import Summary
from mag.runs import EvalFolder
from mag.settings import load_params, load_settings
from mag.sweep import sites_of, start_folder, units_of
from tasks import environment, rollout, scoring, tracking
from tasks.deployed import deployed


@deployed("sweep-{run}-{policy}-{grounding}")
def sweep(
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
    cache: bool = False,
) -> Summary:
    """Reset, verify logins, roll, score, track. Started again with the same values, it goes on where it stopped."""
    settings = load_settings()
    benchmark = load_benchmark(settings=settings)
    check_sites(benchmark, settings.sites)
    choice = Choice(run, name, policy, grounding, contract, samples, seed, budget=budget, cache=cache)
    tasks = benchmark.select(part="" if part == "all" else part, limit=limit)
    folder = EvalFolder(Path(settings.runs.folder) / run / "evals" / choice.folder_name)
    with folder.lock():
        with environment.sites(settings.sites) as sets:
            spec = make_spec(choice, benchmark, sets[0].snapshot, folder.path)
            start_folder(folder, spec, tasks, samples, sets)
            well = environment.reset(folder, sets)
            well = environment.login(folder, well, sites_of(tasks))
            rollout.roll(spec, folder, units_of(tasks, samples), well)
        scoring.judge(folder, settings.judge)
        summary: Summary = scoring.score(folder, benchmark.references())
        scoring.show(folder, benchmark.references())
        tracking.log_sweep(folder.path, settings.tracking)
    return summary


if __name__ == "__main__":  # the experiment that params.yaml describes
    sweep(**load_params().sweep)
