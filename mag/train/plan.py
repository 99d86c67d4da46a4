"""What a training run is, fixed at its first start, and what of it is done (runs/<run>/training.json and the folders of its rounds)."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path

from mag.contract.protocol import protocol_digest
from mag.errors import BadInput
from mag.expert.cache import INDEX, TRAINING, ExpertCache
from mag.local.weights import checkpoint_digest
from mag.locks import held
from mag.programs import device_lock
from mag.records import WebTask, digest
from mag.runs import COMMITTED, read_json, write_json
from mag.settings import ModelConf
from mag.train.groups import Trajectory
from mag.train.rollouts import Frame
from mag.train.schedule import scheduled
from mag.train.settings import GrpoConf
from mag.train.variants import RECIPES

PLAN, PUSH = "training.json", "push.json"
EVALUATED = (5, 10)  # rounds (MAG Table A4)
EXPERT_ONLY = ("mag", "luffy", "balanced")  # recipes that are another one where no expert joins
COMPLETING = ("client", "max_output_tokens", "options")  # of an engine's conf: what moves its completions


@dataclass(frozen=True)
class Training:
    """All that the weights of a run depend on."""

    frame: Frame
    folder: Path  # of the run
    sft: Path  # checkpoint that round 1 starts from
    tasks: tuple[WebTask, ...]  # to train on
    recipe: str = "mag"
    experts: Mapping[int, Sequence[Trajectory]] = field(default_factory=dict)  # by covered task
    cache: str = ""  # digest of the expert cache's index, "" without one
    seed: int = 0
    conf: GrpoConf = field(default_factory=GrpoConf)
    engine: ModelConf = field(default_factory=lambda: ModelConf(client="local"))
    held_out: tuple[WebTask, ...] = ()  # to evaluate on
    evaluated: tuple[int, ...] = EVALUATED

    def __post_init__(self) -> None:
        if self.recipe not in RECIPES:
            raise BadInput(f"there is no recipe {self.recipe}; choose one of {', '.join(RECIPES)}")
        if self.recipe in EXPERT_ONLY and not self.experts:
            raise BadInput(f"the recipe {self.recipe} learns from experts; give their cache with --expert, or choose --recipe plain")
        for web_task in self.tasks:
            if (part := self.frame.benchmark.part_of(web_task.task_id)) not in TRAINING:
                raise BadInput(f"task {web_task.task_id} is of part {part}, which is not for training; give --part train")

    def round_folder(self, number: int) -> Path:
        """Of a round, from 1."""
        return self.folder / "rounds" / f"{number:02d}"

    def weights(self, number: int) -> Path:
        """The checkpoint after so many rounds."""
        return self.round_folder(number) / "weights" if number else self.sft

    def evaluations(self) -> dict[int, Path]:
        """Folder of each evaluation by round; 0 is the start."""
        numbers = [number for number in self.evaluated if number <= self.conf.rounds] if self.held_out else []
        return {number: self.folder / "evals" / f"round-{number:02d}" for number in numbers}

    @property
    def finished(self) -> bool:
        """Whether nothing is left to do."""
        pushed = all((self.round_folder(number) / PUSH).exists() for number in range(1, self.conf.rounds + 1))
        return pushed and all(map(complete, self.evaluations().values()))

    def due(self, number: int = 0) -> int:
        """The round to do: the first that is not finished, or the one named; 0 where that is finished. Raises BadInput for a later one."""
        left = [own for own in range(1, self.conf.rounds + 1) if not (self.round_folder(own) / PUSH).exists()]
        if not 0 <= number <= self.conf.rounds:
            raise BadInput(f"{self.folder} has rounds 1 to {self.conf.rounds}, none {number}; name one of these, or give more --rounds")
        if number and left and number > left[0]:
            raise BadInput(f"round {left[0]} of {self.folder} is to be done before round {number}; name it, or none for the next one")
        return number if number in left else left[0] if left and not number else 0

    @property
    def episodes(self) -> int:
        """How many are rolled in all, if no recipe asks for more."""
        batch = min(self.conf.groups, len(self.tasks)) * self.conf.samples
        return self.conf.rounds * batch + len(self.evaluations()) * len(self.held_out)

    def schedule(self, number: int) -> tuple[int, ...]:
        """Task ids of a round (Algorithm 2, line 2); the covered ones come first whether or not the recipe lets experts join."""
        ids = [web_task.task_id for web_task in self.tasks]
        return scheduled(ids, set(self.experts), self.seed, number, self.conf.groups)

    def waiting(self, number: int) -> Iterator[int]:
        """Every task once, in the order in which the rounds after this one come to them."""
        seen: set[int] = set()
        while len(seen) < len(self.tasks):
            number += 1
            for task_id in self.schedule(number):
                if task_id not in seen:
                    seen.add(task_id)
                    yield task_id

    def identity(self) -> dict[str, object]:
        """What training.json says. How many rounds there are to be is not in it: a run may go on."""
        conf = asdict(self.conf)
        del conf["rounds"]
        return {
            "sft": checkpoint_digest(self.sft),
            "recipe": self.recipe,
            "expert": self.cache,
            "benchmark": self.frame.benchmark.name,
            "grounding": self.frame.grounding,
            "contract": self.frame.contract,
            "protocol": self.frame.limits.protocol,
            "judge": self.frame.judge,
            "seed": self.seed,
            "conf": conf,
            "engine": {name: getattr(self.engine, name) for name in COMPLETING},
            "tasks": [[web_task.task_id, digest(repr(web_task))[:12]] for web_task in self.tasks],
        }


def load_experts(folder: Path, frame: Frame) -> tuple[dict[int, list[Trajectory]], str]:
    """The cached expert trajectories by task, and the digest of their index.

    Raises BadInput for a cache of another grounding, contract or protocol, or with damage: with fewer episodes it would be another run.
    """
    wanted = {"grounding": frame.grounding, "contract": frame.contract, "protocol": protocol_digest(), "benchmark": frame.benchmark.name}
    cache = ExpertCache.load(folder, wanted)
    if cache.problems:
        raise BadInput(f"{folder} is not whole ({cache.problems[0]}; {len(cache.problems)} such); build it again with `mag expert build`")
    found = {
        task_id: [Trajectory(own, cache.units[own.key], expert=True) for own in all_of_it] for task_id, all_of_it in cache.episodes.items()
    }
    return found, digest((folder / INDEX).read_text(encoding="utf-8"))


@contextmanager
def started(training: Training) -> Iterator[None]:
    """Hold the run and the device it trains on, and agree with an earlier start of the run."""
    device = device_lock(Path(training.frame.settings.sites.home), training.conf.device)
    with (
        held(training.folder / ".training.lock", f"{training.folder} is being trained"),
        held(device, f"{training.conf.device} is being trained on"),
    ):
        path, plan = training.folder / PLAN, training.identity()
        known = read_json(path) if path.exists() else plan
        if different := sorted(key for key in {*known, *plan} if known.get(key) != plan.get(key)):
            raise BadInput(f"{training.folder} was started with another {', '.join(different)}; choose another --run")
        write_json(path, plan)
        yield


def complete(evaluation: Path) -> bool:
    """Whether an evaluation has a verdict for every episode."""
    return (evaluation / COMMITTED).exists() and bool(read_json(evaluation / COMMITTED)["complete"])
