"""A small training run on real sites: three short tasks, two with an expert, episodes of a step or two."""

import asyncio
import json
from pathlib import Path

from mag.benchmark.load import load_miniarena
from mag.choice import Choice, make_spec
from mag.contract.protocol import Limits
from mag.expert.cache import build_cache
from mag.expert.trials import read_passes
from mag.runs import EvalFolder
from mag.settings import ModelConf, Settings
from mag.sweep import roll_sweep, start_folder, units_of
from mag.train.grpo import train
from mag.train.plan import Training, load_experts, started
from mag.train.probe import compare
from mag.train.rollouts import Frame
from mag.train.round import run_update
from mag.train.settings import GrpoConf

CONF = GrpoConf(rounds=2, groups=1, samples=2, lr=1e-3, micro_rows=4)


def easy_tasks(benchmark, count=3):
    """Training tasks on one site each with the shortest demonstrations."""
    demos = benchmark.demonstrations
    fit = [one for one in benchmark.select((), "train") if one.task_id in demos and len(one.sites) == 1]
    return tuple(sorted(fit, key=lambda one: (len(demos[one.task_id].steps), one.task_id))[:count])


async def expert_cache(folder: Path, benchmark, tasks, site_set) -> Path:
    """One pass of the demonstrations, kept."""
    evaluation = EvalFolder(folder / "evals/expert-som-1")
    spec = make_spec(Choice("expert", "expert-som-1"), benchmark, site_set.snapshot)
    start_folder(evaluation, spec, tasks, 1, [site_set])
    assert await roll_sweep(spec, evaluation, units_of(tasks, 1), [site_set], lambda *_: None) == 0
    assert build_cache(read_passes([evaluation.path]), folder / "cache", benchmark)["covered"] == len(tasks)
    return folder / "cache"


def training_of(folder: Path, benchmark, sft: Path, cache: Path | None = None, budget=1, **changes) -> Training:
    """A run of a model that knows nothing, and would say so twenty-five times without a budget."""
    settings = Settings()
    settings.sites.home, settings.judge.store = str(folder / "home"), str(folder / "judge")
    frame = Frame("r", benchmark, settings, limits=Limits(budget))
    experts, index = load_experts(cache, frame) if cache else ({}, "")
    engine = ModelConf(client="local", max_output_tokens=8)
    given = {"tasks": easy_tasks(benchmark), "recipe": "mag" if cache else "plain", "conf": CONF} | changes
    return Training(frame, folder / "runs/r", sft, experts=experts, cache=index, engine=engine, **given)


async def here(module: str, folder: Path, log: Path, processes: int) -> None:
    """A step of training in this process, which has everything imported."""
    await asyncio.to_thread(run_update if module == "mag.train.round" else compare, folder)


def table(run: Path) -> dict[str, bytes]:
    """What a run comes to: scores of every batch and evaluation, the weights after every round, the tokens said."""
    found = {str(path.relative_to(run)): path.read_bytes() for kind in ("scores.csv", "*.safetensors") for path in run.rglob(kind)}
    for path in run.rglob("episode.json"):
        steps = json.loads(path.read_bytes())["steps"]
        found[str(path.relative_to(run))] = repr([(step["token_ids"], step["prompt_digest"], step["gate"]) for step in steps]).encode()
    return found


def main(folder: Path, sft: Path, cache: Path) -> None:
    """The whole run with a set of sites of its own, in a process that can be killed."""
    from mag.sites.miniarena import start

    benchmark = load_miniarena()
    training = training_of(folder, benchmark, sft, cache, budget=2)

    async def run():
        site_set = await asyncio.to_thread(start, 1, folder / "home")
        try:
            await train(training, [site_set], lambda *_: None, print, here)
        finally:
            await site_set.close()

    with started(training):
        asyncio.run(run())
