"""What became of every task in every pass of a pre-roll, from the stored episodes and the judge's rulings so far."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mag.errors import BadInput
from mag.harness import episode_seed
from mag.records import Episode, digest
from mag.runs import EvalFolder, load_episode, read_json
from mag.scoring import judge_of, settle

IDENTITY = ("benchmark", "policy", "identity", "grounding", "contract", "protocol", "snapshot", "judge")


@dataclass(frozen=True, slots=True)
class Trial:
    """One task in one pass; there is none where the infrastructure spoiled it for good."""

    task_id: int
    number: int  # of the pass, from 1
    unit: Path
    key: str
    success: bool | None  # by WebArena's rules; None: the judge has not ruled, or could not
    judge: str  # that touched the verdict, "" for none
    steps: int
    gated: int  # of them passed the format gate
    cost_usd: float | None  # None where a step has no price


@dataclass(frozen=True)
class Pass:
    """One pass as it stands."""

    number: int
    folder: Path
    plan: Mapping[str, Any]
    codes: tuple[str, ...]  # versions of the code that rolled it
    trials: Mapping[int, Trial]  # by task

    @property
    def tasks(self) -> tuple[int, ...]:
        """Ids of the planned tasks, ascending."""
        return tuple(sorted(int(task_id) for task_id, _ in self.plan["tasks"]))

    @property
    def counts(self) -> dict[str, int]:
        """Planned tasks by what became of them."""
        found = Counter(trial.success for trial in self.trials.values())
        missing = len(self.tasks) - len(self.trials)
        return {"solved": found[True], "failed": found[False], "undecided": found[None], "missing": missing}


def read_passes(folders: Sequence[Path]) -> list[Pass]:
    """The passes in these evaluations, in this order.

    Raises BadInput unless they are passes of one expert over the same tasks, each with a seed of its own and judged by no stand-in; Corrupt
    for a damaged episode.
    """
    plans = [read_json(folder / "plan.json") for folder in folders]
    if not plans:
        raise BadInput("there is no pass of an expert here; roll some with `mag expert preroll`")
    for key in (*IDENTITY, "tasks"):
        if any(plan.get(key) != plans[0].get(key) for plan in plans):
            raise BadInput(f"the passes {_names(folders)} differ in their {key}; a cache is of one expert over the same tasks")
    if len({plan["seed"] for plan in plans}) < len(plans):
        raise BadInput(f"the passes {_names(folders)} share a seed: they are not independent; roll one anew under another seed")
    if str(plans[0]["judge"]).startswith("stub-"):
        raise BadInput(f"{folders[0]} was judged by a stand-in ({plans[0]['judge']}), which verifies nothing; roll it with a real judge")
    return [_read(number, folder, plan) for number, (folder, plan) in enumerate(zip(folders, plans, strict=True), 1)]


def _read(number: int, folder: Path, plan: Mapping[str, Any]) -> Pass:
    evaluation = EvalFolder(folder)
    judge = judge_of(evaluation)
    trials: dict[int, Trial] = {}
    codes = set()
    for unit in evaluation.units():
        episode = settle(load_episode(unit), judge)
        check_identity(episode, plan, unit)
        _check_place(episode, plan, unit)
        codes.add(episode.code)
        trials[episode.web_task.task_id] = _trial(number, unit, episode)
    return Pass(number, folder, plan, tuple(sorted(codes)), trials)


def check_identity(episode: Episode, wanted: Mapping[str, Any], where: Path) -> None:
    """Raise BadInput for an episode of another policy, grounding, contract, protocol or snapshot than the plan or manifest says."""
    own = {"policy": episode.policy} | {key: getattr(episode, key) for key in ("grounding", "contract", "protocol", "snapshot")}
    for key, value in own.items():
        other = f"{wanted['policy']}/{wanted['identity']}" if key == "policy" else wanted[key]
        if value != other:
            raise BadInput(f"{where} was rolled with {key} {value}, the rest with {other}; they do not mix: move it away")


def _check_place(episode: Episode, plan: Mapping[str, Any], unit: Path) -> None:
    """Raise BadInput for an episode that was not rolled for this folder and plan: of another pass, or another version of the task."""
    web_task = episode.web_task
    for what, own, planned in (
        ("name", f"{web_task.task_id}-s{episode.sample}-{episode.key[:12]}", unit.name),
        ("task", digest(repr(web_task))[:12], dict(plan["tasks"]).get(web_task.task_id)),
        ("seed", episode.seed, episode_seed(plan["seed"], web_task.task_id, episode.sample)),
    ):
        if own != planned:
            raise BadInput(f"{unit} holds an episode of {what} {own}, where {planned} is planned: it belongs to another pass; move it away")


def _trial(number: int, unit: Path, episode: Episode) -> Trial:
    costs = [step.usage.cost_usd for step in episode.steps]
    return Trial(
        task_id=episode.web_task.task_id,
        number=number,
        unit=unit,
        key=episode.key,
        success={"success": True, "failure": False}.get(episode.outcome),
        judge=episode.verdict.judge if episode.verdict else "",
        steps=len(episode.steps),
        gated=sum(step.gate.passed for step in episode.steps),
        cost_usd=None if None in costs else sum(cost for cost in costs if cost is not None),
    )


def _names(folders: Sequence[Path]) -> str:
    return ", ".join(folder.name for folder in folders)
