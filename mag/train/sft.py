"""Stage 1 of a run, SFT for contract and guide style (MAG 4.2): `python -m mag.train.sft FOLDER`, or under a launcher on several GPUs.

runs/<run>/metrics.jsonl    a line every few updates and one an epoch, the first, 0, of the base; what is redone says the same once more
runs/<run>/sft/
    plan.json               what is trained from what, frozen at the first start
    state/checkpoint-<n>/   Trainer's state after n updates: weights, optimiser, schedule, random numbers
    epoch-<n>/              the checkpoint after epoch n; its COMMITTED.json holds its figures, completions.jsonl its answers
    weights/                the epoch with the lowest validation loss (ours: the paper names none); its appearance ends the stage

At the end that epoch and the last one stay. Killed anywhere, the same command goes on from the last state, to the same bits at a fixed
number of threads.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import TypeAdapter, ValidationError

from mag.benchmark.load import load_benchmark
from mag.contract.contracts import CONTRACTS
from mag.contract.grounding import GROUNDINGS
from mag.contract.protocol import protocol_digest
from mag.errors import BadInput, MagError
from mag.journal import Journal
from mag.local.weights import checkpoint_digest
from mag.offline.corpus import Corpus, load_corpus
from mag.runs import COMMITTED, EvalFolder, read_json, room
from mag.train.checkpoint import complete
from mag.train.examples import Examples, divide, lengths, make_examples
from mag.train.ranks import everybodys, rank
from mag.train.round import METRICS
from mag.train.round import start as start_processes
from mag.train.rows import Rendered
from mag.train.sft_check import accuracy, answers, sample, validation_loss
from mag.train.sft_conf import SftConf
from mag.train.sft_trainer import Hooks, Progress, last_state, make_trainer, whole_models
from mag.train.swaps import swapped
from mag.train.thin import thinned

if TYPE_CHECKING:
    from mag.shown import GoldStep, StepCompletion

SFT, STATE, WEIGHTS = "sft", "state", "weights"
COMPLETIONS = "completions.jsonl"
OF_MODEL = ("config.json", "generation_config.json", "model.safetensors.index.json")


@dataclass(frozen=True)
class SftJob:
    """What `plan.json` holds: all that the weights depend on."""

    base: str  # checkpoint folder
    base_digest: str
    corpus: str  # folder of a gold corpus
    corpus_digest: str
    grounding: str
    contract: str
    protocol: str
    conf: SftConf = field(default_factory=SftConf)


JOBS: TypeAdapter[SftJob] = TypeAdapter(SftJob)


def plan_sft(run: Path, base: Path, corpus: Path, view: tuple[str, str], conf: SftConf) -> Path:
    """Freeze the plan of a run's stage 1; the stage's folder. view: names of grounding and contract.

    Raises BadInput where the run has another plan, for a name that does not exist, and for a corpus observed under another protocol.
    """
    there: tuple[Collection[str], ...] = (GROUNDINGS, CONTRACTS)
    for name, known in zip(view, there, strict=True):
        if name not in known:
            raise BadInput(f"there is no {name!r}; choose one of {', '.join(known)}")
    gold = load_corpus(corpus)
    if gold.protocol != protocol_digest():
        raise BadInput(f"{corpus} was observed under protocol {gold.protocol}, this code's is {protocol_digest()}; record it again")
    job = SftJob(str(base), checkpoint_digest(base), str(corpus), gold.digest, *view, gold.protocol, conf)
    EvalFolder(run / SFT).freeze_plan(asdict(job))
    return run / SFT


def read_plan(folder: Path) -> SftJob:
    """The plan of a stage's folder. Raises BadInput where there is none that can be used."""
    try:
        return JOBS.validate_python(read_json(folder / "plan.json"))
    except ValidationError as error:
        first = error.errors()[0]
        raise BadInput(f"{folder} holds no plan of this stage ({first['loc']}: {first['msg']}); choose another --run") from None


def run_sft(folder: Path, report: Callable[[Progress], None]) -> dict[str, Any]:
    """Train as the plan says, unless it is done; what weights/COMMITTED.json says, in the first process.

    Every process of a launcher calls it.
    """
    job = read_plan(folder)
    start_processes(job.conf.machine)
    with room(folder), _alone(folder) as wanted:
        if wanted:
            _train(folder, job, report)
        everybodys("trained")
        return _tidy(folder, job) if rank() == 0 else {}


@dataclass(frozen=True)
class Material:
    """What a stage learns from and is validated on."""

    corpus: Corpus
    training: Examples
    validation: Examples
    rendered: tuple[Rendered, Rendered]
    sizes: tuple[Sequence[int], Sequence[int]]  # tokens of their rows


def _train(folder: Path, job: SftJob, report: Callable[[Progress], None]) -> None:
    material = _material(job)
    metrics = Journal(folder.parent / METRICS)
    checked = sample(material.validation.steps, job.conf.check_steps, job.conf.seed)

    def epoch_over(trainer: Any, number: int, state: Path) -> None:
        loss = validation_loss(trainer, material.rendered[1], material.sizes[1])
        if rank() == 0:
            facts = {"sft_epoch": number, "sft_updates": trainer.state.global_step, "sft_validation_loss": loss}
            with whole_models(trainer):
                facts = _keep_epoch(folder / f"epoch-{number}", state, job, (material.corpus, checked), facts)
            metrics.append([{"step": trainer.state.global_step, **facts}])
        everybodys("epoch")

    def begun(trainer: Any) -> None:
        loss = validation_loss(trainer, material.rendered[1], material.sizes[1])
        if rank() == 0:
            with whole_models(trainer):
                found = _accuracy((material.corpus, checked), Path(job.base), job)[1]
            metrics.append([{"step": 0, "sft_epoch": 0, "sft_updates": 0, "sft_validation_loss": loss, **found}])
        everybodys("begun")

    hooks = Hooks(report, begun, epoch_over, metrics)
    trainer = make_trainer(folder / STATE, Path(job.base), (material.rendered[0], material.sizes[0]), job.conf, hooks)
    state = everybodys(last_state(folder / STATE) if rank() == 0 else None)[0]
    trainer.train(resume_from_checkpoint=str(state) if state else None)
    if rank() == 0:
        _finish(folder, job, material)


def _material(job: SftJob) -> Material:
    from mag.train.render import ProcessorRenderer

    corpus = load_corpus(Path(job.corpus))
    for name, folder, then, now in (
        ("base", job.base, job.base_digest, checkpoint_digest(Path(job.base))),
        ("corpus", job.corpus, job.corpus_digest, corpus.digest),
    ):
        if then != now:
            raise BadInput(f"the {name} {folder} is not the one that this run was started with; put it back, or choose another --run")
    renderer = ProcessorRenderer.load(Path(job.base))
    grounding, contract = GROUNDINGS[job.grounding], CONTRACTS[job.contract]
    own, held = divide(corpus, job.conf.seed)
    parts = (*own, *_copies(corpus, own, job.conf)), held
    training, validation = (make_examples(corpus, steps, grounding, contract, renderer) for steps in parts)
    room = job.conf.keep_mb * 2**19  # half for each
    rendered = Rendered(training.rows, renderer, room), Rendered(validation.rows, renderer, room)
    return Material(corpus, training, validation, rendered, (lengths(rendered[0]), lengths(rendered[1])))


def _copies(corpus: Corpus, steps: Sequence[GoldStep], conf: SftConf) -> Iterator[GoldStep]:
    """The demonstrations again with other values of theirs and fewer menu lines, as many times as the conf says."""
    if conf.swaps:
        benchmark, own = load_benchmark(str(corpus.about["benchmark"])), {step.task_id for step in steps}
        tasks, fewer = [one for one in benchmark.tasks if one.task_id in own], conf.lines < 1
        copies = swapped(steps, tasks, conf.swaps, conf.seed, fewer, conf.invention)
        yield from thinned(copies, conf.lines, conf.seed) if fewer else copies


def _keep_epoch(
    folder: Path, state: Path, job: SftJob, checked: tuple[Corpus, Sequence[GoldStep]], facts: Mapping[str, Any]
) -> dict[str, Any]:
    """The epoch's checkpoint with the answers that its weights give; the facts, and how good those are."""
    partial = folder.with_name(f".{folder.name}.partial")
    for left in (partial, folder):
        shutil.rmtree(left, ignore_errors=True)
    partial.mkdir(parents=True)
    for file in state.iterdir():
        if file.suffix == ".safetensors" or file.name in OF_MODEL:
            shutil.copyfile(file, partial / file.name)
    complete(partial, Path(job.base), facts)
    said, good = _accuracy(checked, partial, job)
    Journal(partial / COMPLETIONS).append(map(asdict, said))
    found = {**facts, **good}
    complete(partial, Path(job.base), found)
    partial.rename(folder)
    return found


def _accuracy(
    checked: tuple[Corpus, Sequence[GoldStep]], weights: Path, job: SftJob
) -> tuple[list[StepCompletion], dict[str, float | None]]:
    """The answers that a checkpoint gives to the steps that are checked, and how good they are."""
    said = answers(*checked, weights, (GROUNDINGS[job.grounding], CONTRACTS[job.contract]), job.conf)
    return said, {f"sft_{name}": value for name, value in accuracy(checked[1], said).items()}


def _finish(folder: Path, job: SftJob, material: Material) -> None:
    """The best epoch becomes weights/."""
    epochs = {epoch: read_json(epoch / COMMITTED) for epoch in folder.glob("epoch-*")}
    best = min(epochs, key=lambda epoch: (epochs[epoch]["sft_validation_loss"], epochs[epoch]["sft_epoch"]))
    partial = folder / f".{WEIGHTS}.partial"
    shutil.rmtree(partial, ignore_errors=True)
    shutil.copytree(best, partial, ignore=shutil.ignore_patterns(COMMITTED, COMPLETIONS))
    facts = {
        **epochs[best],
        **asdict(job),
        "rows": len(material.training.rows),
        "validation_rows": len(material.validation.rows),
        "left_out": dict(material.training.left_out),
        "validation_left_out": dict(material.validation.left_out),
        "digest": checkpoint_digest(partial),
    }
    complete(partial, Path(job.base), facts)
    partial.rename(folder / WEIGHTS)


def _tidy(folder: Path, job: SftJob) -> dict[str, Any]:
    """What the finished stage says; of its epochs only the best and the last stay."""
    facts: dict[str, Any] = read_json(folder / WEIGHTS / COMMITTED)
    kept = {f"epoch-{number}" for number in (facts["sft_epoch"], job.conf.epochs)}
    for left in (path for path in (folder / STATE, *folder.glob("epoch-*")) if path.name not in kept):
        shutil.rmtree(left, ignore_errors=True)
    return facts


@contextmanager
def _alone(folder: Path) -> Iterator[bool]:
    """Whether there is anything to do. The first process holds the folder."""
    if rank():
        yield everybodys(None)[0]
        return
    with EvalFolder(folder).lock():
        yield everybodys(not (folder / WEIGHTS).exists())[0]


def launch(folder: Path, processes: int) -> dict[str, Any]:
    """Run a planned stage under torch's launcher, one process a device; what weights/COMMITTED.json says.

    Raises MagError when a process failed; it has said why.
    """
    launcher = ["-m", "torch.distributed.run", "--standalone", "--nproc_per_node", str(processes)]
    status = subprocess.run([sys.executable, *launcher, "-m", "mag.train.sft", str(folder)], check=False).returncode
    if status:
        raise MagError(f"training ended with status {status}, see above; the same command goes on from the last stored state")
    facts: dict[str, Any] = read_json(folder / WEIGHTS / COMMITTED)
    return facts


def show(progress: Progress) -> None:
    """A line for people."""
    print(
        f"update {progress.update} of {progress.updates}  loss {progress.loss:.4f}  {progress.seconds_left / 60:.1f} min left", flush=True
    )


def main(arguments: Sequence[str]) -> int:
    """The process; DeepSpeed's launcher adds --local_rank, which the environment says too."""
    folders = [argument for argument in arguments if not argument.startswith("--local_rank")]
    if len(folders) != 1:
        print("give the folder of one stage", file=sys.stderr)
        return 2
    try:
        run_sft(Path(folders[0]), show)
    except MagError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
