"""mag/expert-preroll: the expert rolled over the training tasks, twice, and its verified successes cached (MAG App. E)."""

from pathlib import Path
from typing import Any

from flows.sweep import sweep
from mag.benchmark.load import load_benchmark
from mag.choice import Choice
from mag.expert.cache import check_parts
from mag.expert.preroll import PreRoll, budget_left
from mag.settings import load_settings
from tasks import expert
from tasks.deployed import deployed


@deployed("expert-preroll-{run}-{policy}-{grounding}")
def expert_preroll(
    run: str = "default",
    name: str = "",
    policy: str = "imperfect:0.5",
    grounding: str = "som",
    contract: str = "full",
    part: str = "train",
    limit: int = 0,
    passes: int = 2,
    seed: int = 0,
    budget: float | None = None,
) -> dict[str, Any]:
    """Each pass an evaluation of its own, then the cache; its manifest. Started again with the same values, it goes on where it stopped."""
    settings = load_settings()
    runs = Path(settings.runs.folder)
    rolls = PreRoll(Choice(run, name, policy, grounding, contract, seed=seed), passes)
    benchmark = load_benchmark(settings=settings)
    check_parts([web_task.task_id for web_task in benchmark.select(part="" if part == "all" else part, limit=limit)], benchmark)
    rolls.refuse_fewer(runs)
    folders = rolls.evaluations(runs)
    for one, folder in zip(rolls.choices(), folders, strict=True):
        left = budget_left(budget, folders, folder)
        sweep(run, one.name, policy, grounding, contract, part, limit, seed=one.seed, budget=left)
    manifest: dict[str, Any] = expert.build(folders, rolls.cache(runs), benchmark)
    return manifest


if __name__ == "__main__":
    expert_preroll()
