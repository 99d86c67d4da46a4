"""The units of a study in the order they are done, and what of them is done. Nothing here opens more than a small file."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from mag.errors import BadInput
from mag.runs import COMMITTED, read_json
from mag.study.conf import Study

Kind = Literal["base", "corpus", "sft", "expert", "round", "evaluation", "validation", "pass", "analysis"]


@dataclass(frozen=True, slots=True)
class Of:
    """What a unit of a grounding is about; arm "" is the SFT checkpoint."""

    grounding: str = ""
    arm: str = ""
    seed: int = 0
    number: int = 0  # round


@dataclass(frozen=True, slots=True)
class Unit:
    """One of them."""

    name: str
    kind: Kind
    folder: Path  # that it fills
    needs: tuple[str, ...] = ()  # units that must be done before
    of: Of = Of()
    inputs: tuple[Path, ...] = ()  # of the analysis: folders of the evaluations and caches it reads

    @property
    def done(self) -> bool:
        """Whether nothing is left to do; whole units appear at once, so that a file says it."""
        return _DONE[self.kind](self)


def units(study: Study) -> tuple[Unit, ...]:
    """All units of a study, each after those it needs."""
    found = [_base(study), Unit("corpus", "corpus", study.run("corpus"))]
    for grounding in study.conf.groundings:
        found += _of_grounding(study, grounding)
    measured = [unit for unit in found if unit.kind in ("evaluation", "validation", "pass", "expert")]
    return (
        *found,
        Unit(
            "analysis",
            "analysis",
            study.folder / "analysis",
            tuple(unit.name for unit in found if unit.kind not in ("base", "corpus", "sft")),
            inputs=tuple(unit.folder for unit in measured),
        ),
    )


def _base(study: Study) -> Unit:
    return Unit("base", "base", Path(study.conf.base.checkpoint) if study.conf.base.checkpoint else study.folder / "base")


def _of_grounding(study: Study, grounding: str) -> Iterator[Unit]:
    run, of, trained = study.run(grounding), Of(grounding), f"{grounding}/sft"
    yield Unit(trained, "sft", run / "sft", ("base", "corpus"), of)
    yield Unit(f"{grounding}/expert", "expert", run / "expert" / grounding, (), of)
    yield from _measured(study, Unit(trained, "sft", run, (), of))
    for seed in study.conf.seeds:
        for arm in study.conf.arms:
            yield from _of_arm(study, Of(grounding, arm, seed))


def _of_arm(study: Study, of: Of) -> Iterator[Unit]:
    run, name = study.run(of.grounding, of.arm, of.seed), f"{of.grounding}/{of.arm}-{of.seed}"
    before: tuple[str, ...] = f"{of.grounding}/sft", f"{of.grounding}/expert"
    for number in range(1, study.conf.rounds + 1):
        at = Of(of.grounding, of.arm, of.seed, number)
        one = Unit(f"{name}/round-{number:02d}", "round", run / "rounds" / f"{number:02d}", before, at)
        yield one
        before = (one.name,)
        if number in study.conf.evaluated:
            yield from _measured(study, Unit(name, "round", run, before, at))


def _measured(study: Study, of: Unit) -> Iterator[Unit]:
    """What is measured of a checkpoint: of the SFT one, `<grounding>/sft/eval`; of a round's, `<run>/eval-05`."""
    conf, number = study.conf, of.of.number
    ending, needs = (f"-{number:02d}", of.needs) if number else ("", (of.name,))
    folders = {"val": f"validation{ending}", "eval": f"round{ending}", "pass": f"pass{ending}"}
    if not number:
        folders = {"val": "sft-validation", "eval": "sft", "pass": "sft-pass"}
    wanted: list[tuple[str, Kind]] = [("val", "validation")] if conf.validation is not None else []
    wanted.append(("eval", "evaluation"))
    if conf.pass_at.k and number in (0, max(conf.evaluated, default=0)):
        wanted.append(("pass", "pass"))
    for short, kind in wanted:
        yield Unit(f"{of.name}/{short}{ending}", kind, of.folder / "evals" / folders[short], needs, of.of)


def find(known: Sequence[Unit], name: str) -> Unit:
    """The unit of this name. Raises BadInput."""
    for unit in known:
        if unit.name == name:
            return unit
    raise BadInput(f"there is no unit {name!r}; `mag study units` lists them, such as {', '.join(unit.name for unit in known[:4])}")


def before(known: Sequence[Unit], name: str) -> tuple[Unit, ...]:
    """A unit and all that it needs, directly or not, in their order."""
    wanted = {find(known, name).name}
    for unit in reversed(known):
        wanted.update(unit.needs if unit.name in wanted else ())
    return tuple(unit for unit in known if unit.name in wanted)


def missing(known: Sequence[Unit], unit: Unit) -> list[str]:
    """Names of what it needs and is not done."""
    return [name for name in unit.needs if not find(known, name).done]


def analysed(unit: Unit) -> dict[str, str]:
    """What an analysis is of: the digest of the scores in each evaluation, of the index of each cache; "" for one that is not done."""
    found = {}
    for folder in unit.inputs:
        done = _evaluated(folder) or _cached(folder)
        path = folder / (COMMITTED if (folder / COMMITTED).exists() else "manifest.json")
        known = read_json(path) if done else {}
        found[f"{folder.parent.parent.name}/{folder.name}"] = str(known.get("scores", known.get("index", "")))
    return found


def _analysed(unit: Unit) -> bool:
    path, now = unit.folder / COMMITTED, analysed(unit)
    return path.exists() and all(now.values()) and read_json(path)["inputs"] == now


def _evaluated(folder: Path) -> bool:
    return (folder / COMMITTED).exists() and bool(read_json(folder / COMMITTED)["complete"])


def _cached(folder: Path) -> bool:
    return (folder / "manifest.json").exists() and bool(read_json(folder / "manifest.json").get("complete"))


_DONE: dict[Kind, Callable[[Unit], bool]] = {
    "base": lambda unit: any(unit.folder.glob("*.safetensors")),
    "corpus": lambda unit: (unit.folder / "shards" / "shards.json").exists(),
    "sft": lambda unit: (unit.folder / "weights" / COMMITTED).exists(),
    "expert": lambda unit: _cached(unit.folder),
    "round": lambda unit: (unit.folder / "push.json").exists(),
    "evaluation": lambda unit: _evaluated(unit.folder),
    "validation": lambda unit: _evaluated(unit.folder),
    "pass": lambda unit: _evaluated(unit.folder),
    "analysis": _analysed,
}
