"""One round's update as a process of its own: `python -m mag.train.round FOLDER`, or under a launcher on several GPUs.

<round>/update.json      what to do, written before the process starts
<round>/batch.parquet    the rows: episode and step, advantage, tokens, minibatch
<round>/logprobs.parquet round-start log-probabilities of their loss tokens
<round>/weights/         the checkpoint after the update; its appearance commits the round
<round>/optimizer/       AdamW's state that goes with it

Killed anywhere before `weights/` appears, it is started again and redoes the update from the round's start, to the same bits.
"""

from __future__ import annotations

import os
import resource
import shutil
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mag.errors import BadInput, MagError
from mag.journal import Journal
from mag.local.weights import checkpoint_digest
from mag.locks import held
from mag.records import digest
from mag.runs import load_episode, room
from mag.train.batches import Sizes, cut
from mag.train.checkpoint import agree, agree_state, commit, partials, updates_behind
from mag.train.groups import Sorted, Trajectory, make_groups
from mag.train.job import Job, read_job
from mag.train.logprobs import read_logprobs, write_batch, write_logprobs
from mag.train.ranks import everybodys, rank, ranks
from mag.train.rows import Rendered, Renderer, Row, make_rows
from mag.train.schedule import round_seed
from mag.train.settings import GrpoConf
from mag.train.update import Engine, Facts, Work, all_logprobs, epoch
from mag.train.variants import RECIPES

if TYPE_CHECKING:
    from mag.train.recipes import Recipe

METRICS = "metrics.jsonl"


def run_update(folder: Path) -> None:
    """Do what update.json says, unless it is done. In every process of a launcher."""
    job = read_job(folder)
    start(job.conf)
    with room(folder), _alone(folder) as wanted:
        if wanted:
            _update(folder, job)


def _update(folder: Path, job: Job) -> None:
    from mag.train.render import ProcessorRenderer

    began = time.perf_counter()
    recipe, start_digest = RECIPES[job.recipe], checkpoint_digest(Path(job.weights))
    optimizer = Path(job.optimizer) if job.optimizer and job.conf.keep_optimizer else None
    agree(Path(job.weights), start_digest)
    if optimizer and rank() == 0:
        agree_state(optimizer)
    groups = _groups(job, recipe)
    renderer = ProcessorRenderer.load(Path(job.weights))
    work = _work(job, groups, renderer)
    belongs = digest([start_digest, job.reference and checkpoint_digest(Path(job.reference)), asdict(job.conf), ranks()])
    reference = _reference(job, recipe, work)
    engine = load_engine(job.conf, Path(job.weights), optimizer)
    if rank() == 0:
        write_batch(folder / "batch.parquet", work.rendered.rows, work.minibatches)
    work = _compared(folder, engine, work, reference, belongs)
    prepared = time.perf_counter()
    updates = list(epoch(engine, work, recipe, job.conf.lr, job.conf.warmup))
    done = time.perf_counter()
    engine.save(*partials(folder))
    before = updates_behind(Path(job.weights))
    peaks = everybodys(_memory())
    if rank() == 0:
        facts = _round_facts(job, groups, work, updates) | {
            "prepare_seconds": prepared - began,
            "update_seconds": done - prepared,
            "rows_per_second": len(work.rendered.rows) / max(done - prepared, 1e-9),
            "rss_mb": max(peak[0] for peak in peaks),
            "cuda_mb": max(peak[1] for peak in peaks),
        }
        _log(Path(job.run), job.number, before, updates, facts)
        commit(folder, Path(job.weights), {"updates": before + len(updates), **facts})


def load_engine(conf: GrpoConf, weights: Path, optimizer: Path | None = None) -> Engine:
    """The engine of the conf's backend."""
    if conf.backend == "deepspeed":
        from mag.train.deep import DeepEngine

        return DeepEngine.load(weights, conf, optimizer)
    from mag.train.plain import PlainEngine

    return PlainEngine.load(weights, conf, optimizer)


def start(conf: GrpoConf) -> None:
    """Threads, and the other processes where a launcher started several."""
    import torch

    torch.set_num_threads(conf.threads)
    if conf.backend == "deepspeed":
        from mag.train.deep import start as start_deep

        start_deep(conf)
    elif int(os.environ.get("WORLD_SIZE", "1")) > 1 and not torch.distributed.is_initialized():
        torch.distributed.init_process_group("gloo" if conf.device == "cpu" else "nccl")


def _groups(job: Job, recipe: Recipe) -> Sorted:
    trajectories = [
        Trajectory(replace(load_episode(Path(member.folder), images=True), outcome=member.outcome), Path(member.folder), member.expert)
        for member in job.members
    ]
    return make_groups(filter(recipe.joins, trajectories), recipe.reward, recipe.advantages)


def _work(job: Job, groups: Sorted, renderer: Renderer) -> Work:
    """The rows, cut. Several processes share the rendering that this takes; each keeps only what it will train on."""
    rows = make_rows(groups.kept, renderer)
    room = job.conf.keep_mb * 2**20
    rendered = Rendered(rows, renderer, room)
    shares = everybodys({number: rendered.length(number) for number in range(rank(), len(rows), ranks())})
    found = {number: length for share in shares for number, length in share.items()}
    sizes = Sizes(job.conf.minibatch, job.conf.micro_rows, job.conf.micro_tokens)
    loss_tokens = [len(row.token_ids) for row in rows]
    minibatches = cut([found[number] for number in range(len(rows))], loss_tokens, round_seed(job.seed, job.number), sizes, ranks())
    return Work(rendered if ranks() == 1 else Rendered(rows, renderer, room), minibatches)


def _reference(job: Job, recipe: Recipe, work: Work) -> list[list[float]]:
    """Of a model that is gone again before the policy is loaded: memory never holds both."""
    if not recipe.needs_reference:
        return []
    if not job.reference:
        raise BadInput(f"the recipe {recipe.name} compares with a reference model; give its folder")
    return all_logprobs(load_engine(job.conf, Path(job.reference)), work)


def _compared(folder: Path, engine: Engine, work: Work, reference: list[list[float]], belongs: str) -> Work:
    """With the log-probabilities of the round's start: those on disk where they are of these weights and rows, else computed."""
    rows = work.rendered.rows
    keys = [row.key for row in rows]
    belongs = digest([belongs, _content(rows)])
    path = folder / "logprobs.parquet"
    stored = read_logprobs(path, keys, belongs)
    if not all(everybodys(stored is not None)):
        old = all_logprobs(engine, work)
        if rank() == 0:
            write_logprobs(path, keys, {"logprobs": old} | ({"reference": reference} if reference else {}), belongs)
        everybodys("written")
        stored = read_logprobs(path, keys, belongs)
    assert stored is not None
    return replace(work, old=stored["logprobs"], reference=stored.get("reference", ()))


def _content(rows: Sequence[Row]) -> str:
    return digest([[row.key, row.expert, row.token_ids] for row in rows])


def _round_facts(job: Job, groups: Sorted, work: Work, updates: Sequence[Facts]) -> dict[str, float]:
    rows = work.rendered.rows
    return {
        "rows": len(rows),
        "expert_rows": sum(row.expert for row in rows),
        "loss_tokens": sum(len(row.token_ids) for row in rows),
        "groups_varied": len(groups.kept),
        "groups_level": len(groups.level),
        "groups_too_small": len(groups.too_small),
        "left_out": groups.left_out,
        "first_ratio_error": updates[0].ratio_error if updates else 0.0,
    }


def _log(run: Path, number: int, before: int, updates: Sequence[Facts], facts: dict[str, float]) -> None:
    """metrics.jsonl of the run: a line an update, a line a round. A round that is redone says the same once more."""
    names = ("objective", "grad_norm", "clip_low", "clip_high", "ratio_error", "lr", "tokens")
    rows: list[dict[str, Any]] = [
        {"update": before + position, **{name: getattr(update, name) for name in names}} for position, update in enumerate(updates, 1)
    ]
    Journal(run / METRICS).append([*rows, {"round": number, **facts}])


@contextmanager
def _alone(folder: Path) -> Iterator[bool]:
    """Whether the update is still to be done. The first process holds the folder and removes what an interrupted or failed one left."""
    if rank():
        yield everybodys(None)[0]
        return
    with held(folder / ".update.lock", f"{folder} is being updated"):
        wanted = not (folder / "weights").exists()
        if wanted:
            _remove((*partials(folder), folder / "optimizer"))
        try:
            yield everybodys(wanted)[0]
        except BaseException:
            _remove(partials(folder))
            raise


def _remove(folders: Sequence[Path]) -> None:
    for left in folders:
        shutil.rmtree(left, ignore_errors=True)


def _memory() -> tuple[float, float]:
    """Largest resident set of this process and largest CUDA allocation, MB."""
    import torch

    cuda = torch.cuda.max_memory_allocated() / 2**20 if torch.cuda.is_available() else 0.0
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, cuda


def main(arguments: Sequence[str]) -> int:
    """The process; DeepSpeed's launcher adds --local_rank, which the environment says too."""
    folders = [argument for argument in arguments if not argument.startswith("--local_rank")]
    if len(folders) != 1:
        print("give the folder of one round", file=sys.stderr)
        return 2
    try:
        run_update(Path(folders[0]))
    except MagError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
