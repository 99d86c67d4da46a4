"""conf/study/NAME.yaml: what a study trains and compares. Unknown keys are errors."""

import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, ClassVar, cast

from omegaconf import OmegaConf
from omegaconf.errors import OmegaConfBaseException
from pydantic import TypeAdapter, ValidationError
from yaml import YAMLError

from mag.constants import STEP_BUDGET
from mag.contract.contracts import CONTRACTS
from mag.contract.grounding import GROUNDINGS
from mag.contract.protocol import protocol_digest
from mag.errors import BadInput
from mag.runs import read_json, write_json
from mag.settings import load_settings
from mag.train.variants import RECIPES

FROZEN = "study.json"
GROWING = ("groundings", "arms", "seeds", "rounds", "evaluated")  # what only adds units: a started study may get more of them
Fields = Mapping[str, Any]  # of the dataclass that the comment beside it names


@dataclass(frozen=True)
class BaseConf:
    """The checkpoint that stage 1 starts from."""

    __pydantic_config__: ClassVar[Any] = {"extra": "forbid"}

    checkpoint: str = ""  # folder of one that is there; "": a tiny one is trained
    recipe: Fields = field(default_factory=dict)  # mag.train.tiny_base.Recipe
    shape: Fields = field(default_factory=dict)  # mag.train.tiny.TinyShape


@dataclass(frozen=True)
class SftChoice:
    """Stage 1."""

    __pydantic_config__: ClassVar[Any] = {"extra": "forbid"}

    preset: str = "tiny"  # conf/train/sft-PRESET.yaml, "": sft.yaml
    conf: Fields = field(default_factory=dict)  # mag.train.sft_conf.SftConf, over it
    before: tuple[Fields, ...] = ()  # likewise, of trainings on the same corpus before this one, each from the weights of the last


@dataclass(frozen=True)
class ExpertConf:
    """The expert cache of stage 2."""

    __pydantic_config__: ClassVar[Any] = {"extra": "forbid"}

    policy: str = "imperfect:0.5"
    passes: int = 2
    seed: int = 0


@dataclass(frozen=True)
class PassConf:
    """pass@k of the SFT checkpoint and of the last evaluated round (MAG App. G)."""

    __pydantic_config__: ClassVar[Any] = {"extra": "forbid"}

    k: int = 6  # samples a task; 0: not measured
    tasks: int = 0  # test tasks; 0: all that are evaluated on


@dataclass(frozen=True)
class StudyConf:
    """One file. Counts of tasks are spread over sites and templates; 0 takes all."""

    __pydantic_config__: ClassVar[Any] = {"extra": "forbid"}

    benchmark: str = "miniarena-wide"
    split: str = ""  # file; "": the benchmark's own
    steps: int = STEP_BUDGET  # of an episode of the model, at most
    idle: int = 0  # steps in a row that leave the text the model reads as it was, after which one ends; 0: never
    contract: str = "full"
    judge: str = ""  # as for `mag sweep`
    base: BaseConf = field(default_factory=BaseConf)
    corpus: int = 0  # training tasks whose demonstrations stage 1 learns from
    groundings: tuple[str, ...] = ("som",)
    sft: SftChoice = field(default_factory=SftChoice)
    train: int = 0  # training tasks of stage 2: the expert's and the rounds'
    fresh: bool = False  # of those only that stage 1 was not shown
    expert: ExpertConf = field(default_factory=ExpertConf)
    grpo: Fields = field(default_factory=dict)  # mag.train.settings.GrpoConf, over conf/train/grpo.yaml
    rounds: int = 10
    arms: tuple[str, ...] = ("mag", "plain")  # recipes of stage 2
    seeds: tuple[int, ...] = (0,)
    evaluated: tuple[int, ...] = (5, 10)  # rounds
    test: int = 0  # tasks that evaluations are over
    validation: int | None = None  # validation tasks swept with each evaluated checkpoint, to choose by; null: none
    pass_at: PassConf = field(default_factory=PassConf)
    engine: Fields = field(default_factory=dict)  # mag.settings.ModelConf: who answers in rollouts; default: a local engine
    sets: int = 0  # environment sets; 0: as conf/sites.yaml says
    threads: int = 2  # of torch on a CPU, everywhere: results are bit-identical at a fixed number only

    def __post_init__(self) -> None:
        """Raises BadInput for a study that nothing could run."""
        for names, known in ((self.groundings, GROUNDINGS), ((self.contract,), CONTRACTS), (self.arms, RECIPES)):
            if wrong := next((name for name in names if name not in known), None):
                raise BadInput(f"there is no {wrong!r}; choose of {', '.join(known)}")
        counts = {name: getattr(self, name) for name in ("corpus", "train", "test", "rounds", "sets", "idle")} | asdict(self.pass_at)
        for name, value in {**counts, "validation": self.validation or 0}.items():
            if value < 0:
                raise BadInput(f"{name} is {value}; give 0 or more")
        if not 1 <= self.steps <= STEP_BUDGET:
            raise BadInput(f"steps is {self.steps}; an episode has 1 to {STEP_BUDGET}")
        if self.threads < 1 or not self.groundings or not self.seeds:
            raise BadInput("a study needs a thread, a grounding and a seed at least")
        if wrong_round := next((number for number in self.evaluated if not 1 <= number <= self.rounds), None):
            raise BadInput(
                f"round {wrong_round} cannot be evaluated; the rounds are 1 to {self.rounds}, the start is evaluated in any case"
            )


_CONF: TypeAdapter[StudyConf] = TypeAdapter(StudyConf)


@dataclass(frozen=True)
class Study:
    """A study by name, its settings, and where its runs lie."""

    name: str
    conf: StudyConf
    runs: Path

    @property
    def folder(self) -> Path:
        """What belongs to no single run: base, diary, analysis."""
        return self.runs / self.name

    def run(self, *parts: object) -> Path:
        """Folder of one of its runs."""
        return self.runs / "-".join(map(str, (self.name, *parts)))

    def identity(self) -> dict[str, Any]:
        """What study.json says: all that results depend on, without what may grow."""
        chosen = {name: value for name, value in _CONF.dump_python(self.conf, mode="json").items() if name not in GROWING}
        return {"protocol": protocol_digest(), **chosen}

    def freeze(self) -> None:
        """Write study.json, or agree with the one that is there. Raises BadInput."""
        path, own = self.folder / FROZEN, self.identity()
        if not path.exists():
            write_json(path, own)
            return
        known = read_json(path)
        if different := sorted(name for name in {*known, *own} if known.get(name) != own.get(name)):
            raise BadInput(f"{self.folder} was started with another {', '.join(different)}; put it back, or give the study another name")


def load_study(name: str, threads: int = 0) -> Study:
    """conf/study/NAME.yaml (the folder of MAG_CONF) with conf/local/study/NAME.yaml over it. Raises BadInput.

    threads: 0 for what the study was started with, else what its file says.
    """
    if Path(name).name != name or name.startswith("."):
        raise BadInput(f"{name!r} cannot name a study; use the name of a file in conf/study")
    folder, runs = conf_folder(), Path(load_settings().runs.folder)
    path = folder / "study" / f"{name}.yaml"
    if not path.exists():
        there = ", ".join(sorted(item.stem for item in path.parent.glob("*.yaml"))) or "none"
        raise BadInput(f"there is no study {name!r}; {path.parent} has {there}")
    study = Study(name, _read(path, folder / "local" / "study" / path.name), runs)
    frozen = study.folder / FROZEN
    started = int(read_json(frozen).get("threads", 0)) if frozen.exists() else 0
    return replace(study, conf=replace(study.conf, threads=threads or started or study.conf.threads))


def conf_folder() -> Path:
    """MAG_CONF, else ./conf."""
    return Path(os.environ.get("MAG_CONF", "conf"))


def _read(path: Path, local: Path) -> StudyConf:
    try:
        merged = OmegaConf.merge(OmegaConf.load(path), OmegaConf.load(local) if local.exists() else {})
        return _CONF.validate_python(cast(dict[str, Any], OmegaConf.to_container(merged, resolve=True)))
    except ValidationError as error:
        first = error.errors()[0]
        text = f"{'.'.join(map(str, first['loc']))}: {first['msg']}"
    except (OmegaConfBaseException, ValueError, OSError, YAMLError) as error:
        text = " ".join(str(error).split())[:200]
    raise BadInput(f"{path} cannot be used: {text}; correct that line or remove it")
