"""Followability without sites: does a reader of the sentence alone do what was done there? (beside the overlap metrics of MAG 3.3)."""

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Literal

from mag.contract.gate import read
from mag.contract.text import without_surrogates
from mag.errors import MagError
from mag.follow.ask import CONTRACT, GROUNDING, follow, follower_name
from mag.follow.items import Item
from mag.journal import Journal
from mag.locks import held
from mag.metrics.step import ActionScore, Gold, Said, score_step
from mag.policies.base import Policy, opened
from mag.records import Action, digest

Verdict = Literal["followed", "wrong", "gave up"]
ANSWERS = "answers.jsonl"


@dataclass(frozen=True, slots=True)
class Followed:
    """One sentence followed. Agreement with the action taken: type, content, and target where that action has one (else None)."""

    task_id: int
    sample: int
    index: int
    site: str
    verb: str  # of the action taken
    verdict: Verdict
    said: str  # verb of the follower, "" when it gave up
    type: bool
    same: bool | None  # the same element; None for a verb without a target, and where the target is no listed element
    kernel: float | None  # 0..1, by the distance of the element pointed at from the target
    content: bool
    guide: str

    @property
    def episode(self) -> tuple[int, int]:
        """Task and sample."""
        return self.task_id, self.sample


async def follow_items(
    items: Sequence[Item], follower: Policy, folder: Path, parallel: int = 1, told: Callable[[int], None] | None = None
) -> list[Followed]:
    """Every item followed, in order. Answers are kept in the folder, so that a stopped run goes on and equal questions are asked once.

    Nobody is asked about a step that lacks its sentence: there is nothing to follow, which is giving up.

    Raises what the follower raises (a provider that is down, ...); answers until then are kept.
    """
    name, journal = follower_name(follower), Journal(folder / ANSWERS)
    with held(folder / ".lock", f"following into {folder} is under way"):
        known = {str(row["key"]): str(row["text"]) for row in journal.rows()}
        known |= {_key(item, name): "" for item in items if not item.guide}
        missing = list({_key(item, name): item for item in items if _key(item, name) not in known}.items())
        queue = iter(missing)

        async def work(queue: Iterator[tuple[str, Item]]) -> None:
            for key, item in queue:
                said = await follow(follower, item.guide, item.seen, _seed(key))
                known[key] = without_surrogates(said.text)
                usage = asdict(said.usage)
                journal.append([{"key": key, "follower": name, "item": item.key, "text": known[key], "usage": usage}])
                if told:
                    told(len(known))

        try:
            async with opened(follower), asyncio.TaskGroup() as group:
                for _ in range(min(parallel, len(missing))):
                    group.create_task(work(queue))
        except* MagError as failed:
            raise failed.exceptions[0] from None
    return [judge(item, known[_key(item, name)]) for item in items]


def _key(item: Item, follower: str) -> str:
    """Content key: the follower, the picture, the menu and the sentence."""
    return digest([follower, item.image_sha256, [[mark.id, mark.type, mark.text] for mark in item.gold.marks], item.guide])


def _seed(key: str) -> int:
    return int(key[:12], 16)


def judge(item: Item, answer: str) -> Followed:
    """A follower's raw answer against the action taken.

    Followed: the same verb, the same element (the element under the point where the target is no listed one), and a payload that matches
    by the thresholds of step accuracy (MAG App. D). No valid action is giving up.
    """
    _, action, gate, _ = read(answer, item.gold.marks, "", GROUNDING, CONTRACT)
    score = score_step(Said(gate, _comparable(action, item.gold)), item.gold, CONTRACT).action
    target = score.target if score else None
    return Followed(
        task_id=item.task_id,
        sample=item.sample,
        index=item.index,
        site=item.site,
        verb=item.gold.verb,
        verdict="gave up" if action is None or score is None else "followed" if _right(score) else "wrong",
        said=action.verb if action else "",
        type=bool(score and score.type),
        same=target.same if target else None,
        kernel=target.kernel if target else None,
        content=bool(action and score and score.content),
        guide=item.guide,
    )


def _comparable(action: Action | None, gold: Gold) -> Action | None:
    """The follower's action as a point where the target has no id to compare with."""
    if action is None or action.mark is None or gold.mark is not None or gold.box is None:
        return action
    return replace(action, mark=None, point=next(mark.point for mark in gold.marks if mark.id == action.mark))


def _right(score: ActionScore) -> bool:
    if not (score.type and score.content):
        return False
    return score.target is None or (score.target.same if score.target.same is not None else score.target.kernel == 1.0)


def by_episode(rows: Sequence[Followed]) -> Mapping[tuple[int, int], list[Followed]]:
    """The rows of each episode."""
    found: dict[tuple[int, int], list[Followed]] = {}
    for row in rows:
        found.setdefault(row.episode, []).append(row)
    return found
