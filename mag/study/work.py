"""What each kind of unit does: only what of it is missing. Killed anywhere and started again it goes on to the same result."""

from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from mag.errors import MagError, Transient
from mag.expert.cache import build_cache, check_parts
from mag.expert.coverage import coverage_tables
from mag.expert.preroll import roll_passes
from mag.expert.trials import read_passes
from mag.report.tables import write_tables
from mag.runs import EvalFolder
from mag.study.analysis import analyse_study
from mag.study.best import weights_of
from mag.study.choose import base_recipe, corpus_tasks, held_out, preroll, sft_confs, training_tasks
from mag.study.session import Session
from mag.study.units import Kind, Unit
from mag.train.grpo import one_round
from mag.train.rollouts import GREEDY, SAMPLED, Batch
from mag.train.sft_conf import SftConf

UNTIL_DONE = 60.0 * 24 * 365  # minutes: a unit is not cut by the clock


def base(session: Session, unit: Unit) -> None:
    """The tiny base, on made-up pages; one that conf names must be there."""
    from mag.train.tiny_base import train_base

    if session.study.conf.base.checkpoint:
        raise MagError(f"{unit.folder} holds no weights (*.safetensors); put the checkpoint there, or correct base.checkpoint")
    recipe, shape = base_recipe(session.study)
    session.watch.expect(recipe.updates, 0, "updates")
    train_base(unit.folder, recipe, UNTIL_DONE, lambda told: session.watch.step(told.update, told_line(told)), shape)


def corpus(session: Session, unit: Unit) -> None:
    """Demonstrations of training tasks, played and kept as gold steps."""
    from mag.corpus.record import record

    tasks = corpus_tasks(session.study, session.benchmark)
    check_parts([one.task_id for one in tasks], session.benchmark)
    session.watch.expect(len(tasks), _rolled(unit, "evals/demo-som"), "demonstrations")
    record(unit.folder.name, session.benchmark, tasks, session.settings, session.watch.episode)


def sft(session: Session, unit: Unit) -> None:
    """Stage 1, and the trainings before it where the study has some."""
    study, start, confs = session.study, _base_folder(session), sft_confs(session.study)
    for number, conf in enumerate(confs, 1):
        run = unit.folder.parent if number == len(confs) else study.run(unit.of.grounding, "before", number)
        _imitate(session, run, start, conf, unit.of.grounding)
        start = run / "sft" / "weights"


def _imitate(session: Session, run: Path, start: Path, conf: SftConf, grounding: str) -> None:
    from mag.train.sft import launch, plan_sft, run_sft

    study = session.study
    folder = plan_sft(run, start, _gold(study.run("corpus")), (grounding, study.conf.contract), conf)
    if conf.backend == "deepspeed":
        launch(folder, conf.processes)
        return
    told_once: list[int] = []

    def report(told: Any) -> None:
        if not told_once:
            session.watch.expect(told.updates, told.update, "updates")
        told_once.append(told.update)
        session.watch.step(told.update, told_line(told))

    run_sft(folder, report)


def expert(session: Session, unit: Unit) -> None:
    """Passes over the training tasks, verified successes cached, what they cover as tables."""
    rolls = preroll(session.study, unit.of.grounding)
    tasks = training_tasks(session.study, session.benchmark)
    check_parts([one.task_id for one in tasks], session.benchmark)
    folders = rolls.evaluations(session.study.runs)
    done = sum(len(EvalFolder(folder).finished_keys()) for folder in folders)
    session.watch.expect(len(tasks) * rolls.passes, done, "episodes")
    roll_passes(rolls, session.benchmark, tasks, session.settings, session.watch.episode)
    passes = read_passes(folders)
    tables = coverage_tables(passes, {one.task_id: one for one in session.benchmark.tasks})
    write_tables(tables, unit.folder / "tables")
    build_cache(passes, unit.folder, session.benchmark)


def training_round(session: Session, unit: Unit) -> None:
    """A round of stage 2 (Algorithm 2)."""
    loop, number = session.loop(unit.of), unit.of.number
    planned = len(loop.training.schedule(number)) * loop.training.conf.samples
    session.watch.expect(planned, _rolled(unit), "episodes")
    session.watch.say(session.wait(unit.of.grounding, one_round(loop, number)))


def measured(session: Session, unit: Unit) -> None:
    """A checkpoint on held-out tasks: greedily, or several samples of the whole distribution for pass@k."""
    of, study = unit.of, session.study
    samples, temperature = (study.conf.pass_at.k, SAMPLED) if unit.kind == "pass" else (1, GREEDY)
    tasks = held_out(study, session.benchmark, unit.kind)
    session.watch.expect(len(tasks) * samples, _rolled(unit), "episodes")
    batch = Batch(unit.folder, unit.folder.name, tuple(tasks), samples, of.seed, temperature)
    session.roll(of.grounding, batch, weights_of(unit))


def analysis(session: Session, unit: Unit) -> None:
    """Tables and figures of the whole study."""
    session.watch.say(f"report: {analyse_study(session.study, session.benchmark, unit)}")


WORK: dict[Kind, Callable[[Session, Unit], None]] = {
    "base": base,
    "corpus": corpus,
    "sft": sft,
    "expert": expert,
    "round": training_round,
    "evaluation": measured,
    "validation": measured,
    "pass": measured,
    "analysis": analysis,
}
SHARING: tuple[Kind, ...] = ("round", "evaluation", "validation", "pass")  # use the session's sites and engine


def told_line(told: Any) -> str:
    """Where a training stands: every number it tells besides the clock."""
    shown = {name: value for name, value in asdict(told).items() if isinstance(value, float) and not name.startswith("seconds")}
    return ", ".join(f"{name} {value:.3f}" for name, value in shown.items())


def do(session: Session, unit: Unit) -> None:
    """Do what of a unit is missing. Raises Transient where the infrastructure left it incomplete: the same call tries the rest again."""
    if unit.kind not in SHARING:
        session.close()
    WORK[unit.kind](session, unit)
    if not unit.done:
        raise Transient(f"some episodes of {unit.name} have no verdict ({unit.folder}, infra.jsonl says why); start the same command again")


def _gold(run: Path) -> Path:
    """The corpus as a working folder: of one that was fetched only the shards are here."""
    from mag.corpus.record import GOLD, SHARDS
    from mag.corpus.shards import unpack

    if not (run / GOLD / "corpus.json").exists():
        unpack(run / SHARDS, run / GOLD)
    return run / GOLD


def _base_folder(session: Session) -> Any:
    from mag.study.units import find, units

    return find(units(session.study), "base").folder


def _rolled(unit: Unit, inside: str = ".") -> int:
    return len(EvalFolder(unit.folder / inside).finished_keys())
