"""From the successful demonstrations of an evaluation to gold steps in both views (WebMRE 3.1)."""

import hashlib
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mag.constants import ELEMENT_VERBS
from mag.contract.contracts import CONTRACTS
from mag.contract.grounding import GROUNDINGS
from mag.contract.parser import parse
from mag.errors import BadInput, Corrupt
from mag.metrics.target import element_at
from mag.offline.corpus import IMAGES, Corpus, write_corpus
from mag.records import Action, Box, Episode, Step
from mag.runs import COMMITTED, EvalFolder, read_json
from mag.scoring import settled_episodes
from mag.shown import GoldStep

_SAME = ("protocol", "snapshot", "benchmark")  # what evaluations in one corpus must agree on
_SOURCE = ("run", "name", "policy", "identity", "grounding", "contract")


@dataclass
class Harvest:
    """Gold steps with the file each screenshot lies in, and what was left out."""

    steps: list[GoldStep] = field(default_factory=list)
    files: dict[str, Path] = field(default_factory=dict)  # sha256 -> file
    left_out: Counter[str] = field(default_factory=Counter)


def make_gold(evaluations: Sequence[Path], out: Path, part_of: Callable[[int], str]) -> Corpus:
    """A corpus of the first successful episode of each task, in the order of the evaluations. `part_of` names a task's part of the split.

    Kept is each step that passed the format gate and whose action was carried out. Raises BadInput when nothing is left, or when the
    evaluations are of different protocols, snapshots or benchmarks.
    """
    plans = [read_json(path / "plan.json") for path in evaluations]
    for key in _SAME:
        if len({plan.get(key) for plan in plans}) != 1:
            raise BadInput(f"the evaluations differ in their {key}; make one corpus of each")
    for plan in plans:
        contract = CONTRACTS[plan["contract"]]
        if not (contract.wants_action and contract.wants_guide):
            raise BadInput(f"{plan['run']}/{plan['name']} has contract {contract.name}; gold steps need an action and a guide")
    harvest = Harvest()
    for path in evaluations:
        _gather(EvalFolder(path), harvest, part_of)
    if not harvest.steps:
        raise BadInput("no successful episode with a step to keep in these evaluations; roll the demonstrations first")
    about = {key: plans[0].get(key, "") for key in _SAME} | {
        "sources": [{key: plan[key] for key in _SOURCE} for plan in plans],
        "left_out": dict(sorted(harvest.left_out.items())),
    }
    return write_corpus(out, harvest.steps, about, lambda step: harvest.files[step.image_sha256].read_bytes())


def _gather(folder: EvalFolder, harvest: Harvest, part_of: Callable[[int], str]) -> None:
    known = {step.task_id for step in harvest.steps}
    for unit, episode in zip(folder.units(), settled_episodes(folder), strict=True):
        task_id = episode.web_task.task_id
        if episode.outcome != "success":
            harvest.left_out["episodes without success"] += 1
        elif task_id in known:
            harvest.left_out["further episodes of a task"] += 1
        else:
            known.add(task_id)
            _keep(unit, episode, harvest, part_of(task_id))


def _keep(unit: Path, episode: Episode, harvest: Harvest, part: str) -> None:
    digests = read_json(unit / COMMITTED)
    history: tuple[str, ...] = ()
    for step in episode.steps:
        if not step.gate.passed or step.action is None or step.effect.error is not None:
            harvest.left_out["steps that failed the gate or were not carried out"] += 1
            continue
        path = unit / step.image
        sha = hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""
        if sha != digests.get(step.image):
            raise Corrupt(f"{path} is missing or not what was written; move {unit} away and roll the episode anew")
        harvest.files.setdefault(sha, path)
        harvest.steps.append(_gold(episode, step, step.action, {"image": sha, "history": history, "part": part}))
        history = (*history, step.guide)


def _gold(episode: Episode, step: Step, action: Action, parts: dict[str, Any]) -> GoldStep:
    mark, box, point = _target(step, action)
    think = (parse(step.completion).fields or {}).get("think")
    return GoldStep(
        task_id=episode.web_task.task_id,
        index=step.index,
        intent=episode.web_task.intent,
        site=episode.web_task.site,
        url=step.url,
        title=step.title,
        image=f"{IMAGES}/{parts['image']}.png",
        image_sha256=parts["image"],
        marks=step.marks,
        scroll=step.scroll,
        notices=step.notices,
        history=parts["history"],
        verb=action.verb,
        mark=mark,
        box=box,
        point=point,
        content=action.content,
        guide=step.guide,
        think=think if isinstance(think, str) else "",
        obs_stale=step.obs_stale,
        part=parts["part"],
    )


def _target(step: Step, action: Action) -> tuple[int | None, Box | None, tuple[float, float] | None]:
    """The target in both views: its mark, its box, and the point to act on, None where the screenshot does not show it."""
    if action.verb not in ELEMENT_VERBS:
        return None, None, None
    if action.point is not None:
        hit = element_at(action.point, step.marks)
        return (hit.id, hit.box, action.point) if hit else (None, (*action.point, 0.0, 0.0), action.point)
    named = next(mark for mark in step.marks if mark.id == action.mark)
    return named.id, named.box, named.point if GROUNDINGS["coord"].reaches(named) else None
