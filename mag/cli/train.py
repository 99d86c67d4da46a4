"""`mag train ...`."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mag.cli.common import Named, Sites, SplitFile

if TYPE_CHECKING:
    from mag.train.plan import Training
    from mag.train.tiny_base import Progress

app = typer.Typer(no_args_is_help=True, help="Models: the tiny base, and training.")


@app.command("tiny-base")
def tiny_base(
    out: Annotated[Path, typer.Option(help="Folder of the checkpoint.")] = Path(".mag/tiny"),
    minutes: Annotated[float, typer.Option(min=0.0, help="Stop after so long; the same command goes on.")] = 60.0,
    updates: Annotated[int, typer.Option(min=0, help="Length of the whole training; 0: as the recipe says.")] = 0,
    seed: int = 0,
    threads: Annotated[int, typer.Option(min=1, help="Of the CPU; the weights depend on it.")] = 2,
) -> None:
    """Train a tiny Qwen3.5-architecture model to read and copy: the base that everything else is trained from on small machines."""
    from dataclasses import replace

    from mag.cli.common import fail
    from mag.train.tiny_base import Recipe, train_base

    recipe = Recipe(seed=seed, threads=threads)
    recipe = replace(recipe, updates=updates or recipe.updates)
    try:
        finished = train_base(out, recipe, minutes, _show)
    except KeyboardInterrupt:
        fail(f"stopped; {out} keeps the last check, and the same command goes on from there", 130)
    if not finished:
        fail(f"{minutes:g} minutes are over; the same command goes on from there", 3)
    print(f"{out}: put it on the benchmark with an entry of conf/models.yaml (client: local, model: {out})")


@app.command()
def sft(
    corpus: Annotated[Path, typer.Option(help="Folder of a gold corpus, as `mag corpus record` leaves it.")],
    base: Annotated[Path, typer.Option(help="Folder of the checkpoint that training starts from.")],
    run: Annotated[str, typer.Option(help="Name of the run folder.")],
    grounding: Annotated[str, typer.Option(help="som or coord.")] = "som",
    contract: Annotated[str, typer.Option(help="full, A, G, J or JG.")] = "full",
    preset: Annotated[str, typer.Option(help="conf/train/sft-PRESET.yaml instead of sft.yaml: tiny.")] = "",
    seed: Annotated[int | None, typer.Option(help="Instead of the conf's.")] = None,
) -> None:
    """Stage 1: train a checkpoint to say what demonstrations say. Killed, the same command goes on from the last stored state."""
    from dataclasses import replace

    from mag.cli.common import fail
    from mag.settings import load_settings
    from mag.train.sft import launch, plan_sft, run_sft, show
    from mag.train.sft_conf import load_sft

    conf = load_sft(preset)
    conf = conf if seed is None else replace(conf, seed=seed)
    folder = plan_sft(Path(load_settings().runs.folder) / run, base, corpus, (grounding, contract), conf)
    try:
        facts = launch(folder, conf.processes) if conf.backend == "deepspeed" else run_sft(folder, show)
    except KeyboardInterrupt:
        fail(f"stopped; {folder} keeps the last stored state, and the same command goes on from there", 130)
    shown = {"validation loss": "sft_validation_loss", "OFCR": "sft_ofcr", "step accuracy": "sft_step"}
    said = ", ".join(f"{name} {facts[key]:.3f}" for name, key in shown.items() if facts[key] is not None)
    left = sum(facts["left_out"].values())
    print(f"{folder / 'weights'}: epoch {facts['sft_epoch']} of {conf.epochs}, {facts['rows']} rows, {left} steps left out; {said}")


@app.command()
def grpo(
    sft: Annotated[Path, typer.Option(help="Checkpoint folder that round 1 starts from.")],
    run: Annotated[str, typer.Option(help="Name of the run folder.")] = "grpo",
    expert: Annotated[Path | None, typer.Option(help="Folder of the expert cache (`mag expert preroll`); default: none.")] = None,
    recipe: Annotated[
        str, typer.Option(help="mag, plain (no experts), balanced, balanced-plain, shaped, scaled, kl, dynamic, luffy.")
    ] = "mag",
    rounds: Annotated[int, typer.Option(min=0, help="0: as conf/train/grpo.yaml says.")] = 0,
    part: Annotated[str, typer.Option(help="Part of the split to train on.")] = "train",
    site: Sites = None,
    task: Annotated[list[int] | None, typer.Option(help="Train on this task only; may be repeated.")] = None,
    limit: Annotated[int, typer.Option(min=0, help="At most this many tasks to train on, spread over the selection.")] = 0,
    eval_part: Annotated[str, typer.Option(help="Part to evaluate on, greedily; default: no evaluation.")] = "",
    eval_limit: Annotated[int, typer.Option(min=0, help="At most this many tasks of it.")] = 0,
    eval_at: Annotated[list[int] | None, typer.Option(min=0, help="After this round, 0: before the first; default: 5 and 10.")] = None,
    engine: Annotated[str, typer.Option(help="Local or served entry of conf/models.yaml; default: a local engine.")] = "",
    grounding: Annotated[str, typer.Option(help="som or coord.")] = "som",
    contract: Annotated[str, typer.Option(help="full, A, G, J or JG.")] = "full",
    judge: Annotated[str, typer.Option(help="As for `mag sweep`.")] = "",
    seed: int = 0,
    benchmark: Named = "",
    split: SplitFile = None,
    kind: Annotated[str, typer.Option(help="miniarena, compose or remote; default: as conf/sites.yaml says.")] = "",
    sets: Annotated[int, typer.Option(min=0, help="Environment sets in parallel; 0: as conf/sites.yaml says.")] = 0,
) -> None:
    """Stage 2: rounds of expert-augmented GRPO (MAG Algorithm 2). Started again, it goes on where it stopped."""
    from dataclasses import replace

    from mag.benchmark.load import load_benchmark
    from mag.policies.build import entry
    from mag.settings import ModelConf, load_settings
    from mag.train.plan import EVALUATED, Training, load_experts
    from mag.train.rollouts import Frame
    from mag.train.settings import load_grpo

    settings = load_settings()
    settings.sites.sets = sets or settings.sites.sets
    settings.sites.kind = kind or settings.sites.kind
    chosen = load_benchmark(benchmark, split, settings)
    tasks = chosen.select(site or (), part, task or (), limit)
    frame = Frame(run, chosen, settings, grounding, contract, judge)
    experts, cache = load_experts(expert, frame) if expert else ({}, "")
    conf = load_grpo(Path(os.environ.get("MAG_CONF", "conf")))
    training = Training(
        frame=frame,
        folder=Path(settings.runs.folder) / run,
        sft=sft,
        tasks=tuple(tasks),
        recipe=recipe,
        experts=experts,
        cache=cache,
        seed=seed,
        conf=replace(conf, rounds=rounds or conf.rounds),
        engine=entry(engine, settings.models) if engine else ModelConf(client="local"),
        held_out=tuple(chosen.select(site or (), eval_part, (), eval_limit)) if eval_part else (),
        evaluated=tuple(eval_at) if eval_at else EVALUATED,
    )
    _train(training)


def _train(training: "Training") -> None:
    """Until it is done, stopped, or short of episodes (exit status 3)."""
    import signal

    from mag.cli.common import fail
    from mag.report.console import watch
    from mag.train.grpo import run_training

    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs start with it ignored
    signal.signal(signal.SIGTERM, lambda *_: signal.raise_signal(signal.SIGINT))
    try:
        with watch(training.episodes) as report:
            run_training(training, report, lambda line: print(line, flush=True))
    except KeyboardInterrupt:
        fail(f"stopped; {training.folder} keeps what was finished, and the same command goes on from there", 130)
    print(f"{training.weights(training.conf.rounds)}: the weights after round {training.conf.rounds}")
    if not training.finished:
        fail(f"some episodes of {training.folder}/evals have no verdict; the same command tries them again", 3)


def _show(progress: "Progress") -> None:
    print(
        f"update {progress.update} of {progress.updates}  loss {progress.loss:.3f}  held-out: copied {progress.copied:.3f}, "
        f"ids {progress.ids:.3f}  {progress.seconds / 60:.1f} min spent, {progress.seconds_left / 60:.1f} min left",
        flush=True,
    )
