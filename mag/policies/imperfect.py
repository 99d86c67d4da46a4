"""A demonstration played by somebody who errs: tasks gone astray, guides that are wrong or leak, outputs that cannot be read.

It gives analyses and training something between all right and all wrong, the same for the same seeds: the half-right expert of the
miniature. `imperfect:0.5` goes astray on about half of the episodes, `imperfect:0.5,0.2` also spoils about a fifth of its outputs.
"""

import json
from random import Random

from mag.contract.write import write
from mag.errors import BadInput
from mag.policies.base import EpisodeSpec, Turn
from mag.policies.demo import DemoAgent, DemoPolicy
from mag.policies.random import RandomAgent, RandomPolicy
from mag.records import Completion

ASTRAY, SPOILT = 0.5, 0.1
LOST = 3  # steps at random once astray, then it gives up
WRONG_ANSWERS = ("I could not find it.", "0", "none", "unknown")
WRONG_GUIDES = ("Open the help page.", "Wait until the page has loaded.", "Continue in the same way.", "Check your settings once more.")


class ImperfectPolicy:
    """The demonstrations with errors. astray: share of episodes, 0..1; spoilt: share of outputs, 0..1."""

    name = "imperfect"

    def __init__(self, demonstrations: DemoPolicy, astray: float = ASTRAY, spoilt: float = SPOILT) -> None:
        if not (0 <= astray <= 1 and 0 <= spoilt <= 1):
            raise BadInput(f"imperfect takes two shares between 0 and 1, not {astray:g} and {spoilt:g}")
        self.demonstrations, self.astray, self.spoilt = demonstrations, astray, spoilt
        self.identity = f"{astray:g},{spoilt:g},{demonstrations.identity}"

    @classmethod
    def of(cls, argument: str, demonstrations: DemoPolicy) -> "ImperfectPolicy":
        """From what stands behind the colon: nothing, `0.5` or `0.5,0.1`. Raises BadInput."""
        try:
            shares = [float(part) for part in argument.split(",")] if argument else []
        except ValueError:
            shares = [-1.0] * 3
        if len(shares) > 2:
            raise BadInput(f"imperfect:{argument} is none; give imperfect, imperfect:0.5 or imperfect:0.5,0.1")
        return cls(demonstrations, *shares)

    def agent(self, spec: EpisodeSpec) -> "ImperfectAgent":
        """See Policy.agent."""
        return ImperfectAgent(spec, self)


class ImperfectAgent:
    """One episode: follows the demonstration, astray from a step on that the episode's seed chooses, if at all."""

    def __init__(self, spec: EpisodeSpec, policy: ImperfectPolicy) -> None:
        self.spec, self.spoilt = spec, policy.spoilt
        self.random = Random(spec.seed)
        steps = policy.demonstrations.demonstrations[spec.web_task.task_id].steps
        self.demo: DemoAgent = policy.demonstrations.agent(spec)
        self.lost: RandomAgent = RandomPolicy().agent(spec)
        self.leaves_at = self.random.randrange(len(steps)) if self.random.random() < policy.astray else None
        self.astray = 0  # steps taken since it left the path

    async def act(self, turn: Turn) -> Completion:
        """See Agent.act."""
        if self.random.random() < self.spoilt / 3:
            return Completion("The next step is clear to me, but here it stands without the object that was asked for.")
        completion = await self._way(turn)
        fields = json.loads(completion.text)
        if "guide_text" in fields and (spoiler := self._spoiler(turn)):
            return Completion(json.dumps(fields | {"guide_text": spoiler}, ensure_ascii=False), completion.usage)
        return completion

    async def _way(self, turn: Turn) -> Completion:
        """The demonstration's step, or one of those that lead nowhere."""
        if self.leaves_at is None or self.demo.position < self.leaves_at:
            return await self.demo.act(turn)
        self.astray += 1
        return await self.lost.act(turn) if self.astray <= LOST else self._give_up()

    def _give_up(self) -> Completion:
        answer = self.random.choice(WRONG_ANSWERS)
        guide = "Stop here and report what you have found."
        return Completion(write(self.spec.contract, self.spec.grounding, "finish", content=answer, think="I am lost.", guide=guide))

    def _spoiler(self, turn: Turn) -> str:
        """A guide that is wrong or names a mark, for the other two thirds of what is spoilt; "" for none."""
        draw = self.random.random() * 3
        if draw >= 2 * self.spoilt:
            return ""
        return self.random.choice(WRONG_GUIDES) if draw < self.spoilt else f"Click element {max(1, len(turn.observation.marks) // 2)}."
