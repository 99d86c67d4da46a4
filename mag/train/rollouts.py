"""Rolling a model in training: a batch of a round, or one of its evaluations; both are folders in the form of any evaluation."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from mag.benchmark.load import Benchmark
from mag.choice import code_version, make_judge
from mag.contract.contracts import CONTRACTS
from mag.contract.grounding import GROUNDINGS
from mag.contract.protocol import AS_PUBLISHED, Limits
from mag.errors import BadInput, MagError, Transient
from mag.harness import SweepSpec
from mag.judge.queue import JudgeQueue
from mag.models.base import Model
from mag.models.dress import Terms, dress
from mag.policies.model import ModelPolicy
from mag.records import WebTask
from mag.rollout import Report
from mag.runs import EvalFolder, load_episode
from mag.scoring import JUDGE, judge_of, judge_pending, score_sweep, settle
from mag.settings import ModelConf, Settings
from mag.sites.base import EnvironmentSet
from mag.sweep import reset_sets, roll_sweep, sites_of, start_folder, units_of, verify_logins
from mag.train.groups import Trajectory

POLICY = "grpo"  # name in plans and tables; its identity says which weights
SAMPLED, GREEDY = 1.0, 0.0  # temperatures: rollouts (MAG Algorithm 2, line 4), evaluations


@dataclass(frozen=True)
class Frame:
    """What all rollouts of a training run share."""

    run: str
    benchmark: Benchmark
    settings: Settings
    grounding: str = "som"
    contract: str = "full"
    judge: str = ""  # as for `mag sweep`
    limits: Limits = AS_PUBLISHED

    def __post_init__(self) -> None:
        if Path(self.run).name != self.run or self.run.startswith("."):
            raise BadInput(f"{self.run!r} cannot name a folder; use letters, digits, dots, dashes and underscores")
        for value, known in ((self.grounding, GROUNDINGS), (self.contract, CONTRACTS)):
            if value not in known:
                raise BadInput(f"{value!r} is none of {', '.join(known)}; choose one of them to train with")


@dataclass(frozen=True)
class Batch:
    """Which episodes a folder is to hold."""

    folder: Path
    name: str
    tasks: tuple[WebTask, ...]
    samples: int
    seed: int
    temperature: float

    def policy(self, client: Model, engine: ModelConf, settings: Settings) -> ModelPolicy:
        """The model as a policy: drawn at the batch's temperature from the whole distribution, no grammar, no response cache."""
        conf = replace(engine, temperature=self.temperature, top_p=None, effort="", structured=False)
        return ModelPolicy(POLICY, dress(client, conf, settings, Terms(self.folder, phase="training")), conf)


async def roll_batch(frame: Frame, batch: Batch, policy: ModelPolicy, sets: Sequence[EnvironmentSet], report: Report) -> None:
    """Reset, verified logins, all episodes the folder lacks, the judge's rulings as far as it can be asked, scores (Algorithm 2, 1-9)."""
    spec = SweepSpec(
        run=frame.run,
        name=batch.name,
        policy=policy,
        grounding=GROUNDINGS[frame.grounding],
        contract=CONTRACTS[frame.contract],
        protocol=frame.limits.protocol,
        code=code_version(),
        snapshot=sets[0].snapshot,
        judge=make_judge(frame.judge, frame.benchmark),
        benchmark=frame.benchmark.name,
        seed=batch.seed,
        limits=frame.limits,
    )
    folder = EvalFolder(batch.folder)
    with folder.lock():
        start_folder(folder, spec, batch.tasks, batch.samples, sets)
        units = units_of(batch.tasks, batch.samples)
        if len(folder.finished_keys()) < len(units):
            ready = await reset_sets(folder, sets)
            ready = await verify_logins(folder, ready, sites_of(batch.tasks))
            await roll_sweep(spec, folder, units, ready, report)
        await judge_pending(folder, frame.settings.judge)
        score_sweep(folder, frame.benchmark.references())
    if not folder.finished_keys():
        raise Transient(f"not one episode of {batch.folder} could be rolled, infra.jsonl there says why; mend it and start again")


def trajectories_in(folder: Path) -> list[Trajectory]:
    """The stored episodes with what their judge has ruled so far, in the order of task and sample."""
    evaluation = EvalFolder(folder)
    judge = judge_of(evaluation)
    found = [Trajectory(settle(load_episode(unit), judge), unit) for unit in evaluation.units()]
    return sorted(found, key=lambda own: (own.episode.web_task.task_id, own.episode.sample))


def require_rulings(folder: Path) -> None:
    """Raise MagError while a deferred judge has questions of this batch to answer: a reward that is not known yet is no failure, and
    leaving out what only a judge can reward would train on the other tasks alone (Algorithm 2, line 9).
    """
    name = judge_of(EvalFolder(folder)).name
    if waiting := len(JudgeQueue(folder / JUDGE).pending(name)):
        raise MagError(
            f"{waiting} questions of {folder} wait for the judge {name}; ask it with `mag judge drain {folder / JUDGE}`, then start the "
            "same command again"
        )
