"""A study's tasks, and the settings of its stages in full. Training sees training tasks only; tests are for evaluations."""

from collections.abc import Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from mag.benchmark.load import Benchmark
from mag.choice import Choice
from mag.contract.protocol import Limits
from mag.errors import BadInput
from mag.expert.preroll import PreRoll
from mag.records import WebTask
from mag.settings import ModelConf, Settings
from mag.study.conf import Study, conf_folder
from mag.study.units import Of
from mag.train.plan import Training, load_experts
from mag.train.rollouts import Frame
from mag.train.settings import GrpoConf, checked, load_grpo
from mag.train.sft_conf import SftConf, load_sft
from mag.train.sft_conf import checked as checked_sft

if TYPE_CHECKING:
    from mag.train.tiny import TinyShape
    from mag.train.tiny_base import Recipe

Item = TypeVar("Item")
Conf = TypeVar("Conf")


def spread(items: Sequence[Item], count: int) -> list[Item]:
    """That many of them, evenly over their order; 0, or more than there are: all."""
    if not 0 < count < len(items):
        return list(items)
    return [items[number * len(items) // count] for number in range(count)]


def corpus_tasks(study: Study, benchmark: Benchmark) -> list[WebTask]:
    """Training tasks that have a demonstration."""
    shown = [one for one in benchmark.select((), "train") if one.task_id in benchmark.demonstrations]
    return spread(shown, study.conf.corpus)


def training_tasks(study: Study, benchmark: Benchmark) -> list[WebTask]:
    """Of the expert and the rounds. Raises BadInput where stage 1 left none."""
    tasks = benchmark.select((), "train")
    if study.conf.fresh:
        known = {one.task_id for one in corpus_tasks(study, benchmark)}
        tasks = [one for one in tasks if one.task_id not in known]
        if not tasks:
            raise BadInput("fresh: stage 1 is shown every training task; give it fewer (corpus), or leave fresh out")
    return spread(tasks, study.conf.train)


def held_out(study: Study, benchmark: Benchmark, kind: str) -> list[WebTask]:
    """Tasks of an evaluation, a validation or a pass: the last are among the first."""
    if kind == "validation":
        return spread(benchmark.select((), "validation"), study.conf.validation or 0)
    tested = spread(benchmark.select((), "test"), study.conf.test)
    return spread(tested, study.conf.pass_at.tasks) if kind == "pass" else tested


def base_recipe(study: Study) -> "tuple[Recipe, TinyShape]":
    """How the tiny base is trained."""
    from mag.train.tiny import TinyShape
    from mag.train.tiny_base import Recipe

    threads = {"threads": study.conf.threads} if "threads" in {own.name for own in fields(Recipe)} else {}
    return made(Recipe, {**study.conf.base.recipe, **threads}, "base.recipe"), made(TinyShape, study.conf.base.shape, "base.shape")


def sft_confs(study: Study) -> list[SftConf]:
    """How the trainings of stage 1 run, one on the weights of the other."""
    chosen = study.conf.sft
    preset = load_sft(chosen.preset, conf_folder())
    given = [*(over(preset, own, "sft.before") for own in chosen.before), over(preset, chosen.conf, "sft.conf")]
    return [checked_sft(replace(own, threads=study.conf.threads)) for own in given]


def grpo_conf(study: Study) -> GrpoConf:
    """How stage 2 runs."""
    conf = over(load_grpo(conf_folder()), study.conf.grpo, "grpo")
    return checked(replace(conf, rounds=max(1, study.conf.rounds), threads=study.conf.threads))


def engine_conf(study: Study) -> ModelConf:
    """Who answers in rollouts."""
    conf = made(ModelConf, {"client": "local", **study.conf.engine}, "engine")
    return replace(conf, options={"threads": str(study.conf.threads), **conf.options}) if conf.client == "local" else conf


def check(study: Study) -> None:
    """Raise BadInput for settings that a stage would refuse: now, not after hours."""
    for resolve in (base_recipe, sft_confs, grpo_conf, engine_conf):
        resolve(study)


def made(kind: type[Conf], given: Any, where: str) -> Conf:
    """The dataclass with these fields. Raises BadInput, which names the place."""
    known = {own.name for own in fields(kind)}  # type: ignore[arg-type]
    if unknown := sorted(set(given) - known):
        raise BadInput(f"{where} has no {unknown[0]!r}; it has {', '.join(sorted(known))}")
    try:
        return TypeAdapter(kind).validate_python(dict(given))
    except ValidationError as error:
        first = error.errors()[0]
        raise BadInput(f"{where}.{'.'.join(map(str, first['loc']))}: {first['msg']}; correct it") from None


def over(conf: Conf, given: Any, where: str) -> Conf:
    """The same with these fields instead. Raises BadInput."""
    kept = {own.name: getattr(conf, own.name) for own in fields(conf)}  # type: ignore[arg-type]
    return made(type(conf), {**kept, **given}, where)


def frame_of(study: Study, benchmark: Benchmark, settings: Settings, run: Path, grounding: str) -> Frame:
    """What the rollouts in a run of this grounding share."""
    conf = study.conf
    return Frame(run.name, benchmark, settings, grounding, conf.contract, conf.judge, Limits(conf.steps, conf.idle))


def preroll(study: Study, grounding: str) -> PreRoll:
    """The expert's passes."""
    conf = study.conf
    choice = Choice(study.run(grounding).name, "", conf.expert.policy, grounding, conf.contract, seed=conf.expert.seed, judge=conf.judge)
    return PreRoll(choice, conf.expert.passes)


def training_of(study: Study, benchmark: Benchmark, settings: Settings, of: Of) -> Training:
    """The training run of an arm and a seed. The control has the cache as well: it comes to the same tasks in the same order."""
    run = study.run(of.grounding, of.arm, of.seed)
    frame = frame_of(study, benchmark, settings, run, of.grounding)
    experts, index = load_experts(preroll(study, of.grounding).cache(study.runs), frame)
    return Training(
        frame=frame,
        folder=run,
        sft=study.run(of.grounding) / "sft" / "weights",
        tasks=tuple(training_tasks(study, benchmark)),
        recipe=of.arm,
        experts=experts,
        cache=index,
        seed=of.seed,
        conf=grpo_conf(study),
        engine=engine_conf(study),
        held_out=tuple(held_out(study, benchmark, "evaluation")),
        evaluated=study.conf.evaluated,
    )
