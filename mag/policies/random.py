"""A uniformly random policy that keeps the contract: the lower bound of a sweep."""

from random import Random
from typing import get_args

from mag.constants import ELEMENT_VERBS, SCROLL_DIRECTIONS
from mag.contract.write import write
from mag.policies.base import EpisodeSpec, Turn
from mag.records import Completion, Verb

WORDS = ("blue", "report", "2023", "open", "first", "best", "12", "river", "new", "order")


class RandomPolicy:
    """Any of the seven verbs, any of the marks, a random word: seeded by the episode's seed."""

    name = "random"
    identity = "uniform-1"

    def agent(self, spec: EpisodeSpec) -> "RandomAgent":
        """See Policy.agent."""
        return RandomAgent(spec)


class RandomAgent:
    """One episode of random actions."""

    def __init__(self, spec: EpisodeSpec) -> None:
        self.spec, self.random = spec, Random(spec.seed)

    async def act(self, turn: Turn) -> Completion:
        """See Agent.act."""
        marks = turn.observation.marks
        reachable = [mark for mark in marks if self.spec.grounding.reaches(mark)]
        verb: Verb = self.random.choice([verb for verb in get_args(Verb) if reachable or verb not in ELEMENT_VERBS])
        mark = self.random.choice(reachable) if verb in ELEMENT_VERBS else None
        words = SCROLL_DIRECTIONS if verb == "scroll" else WORDS if verb in ("type", "select", "finish") else ()
        content = self.random.choice(words) if words else None
        label = mark.name[:40] if mark else ""
        guide = {
            "click": f"Click '{label}'.",
            "type": f"Type '{content}' into '{label}'.",
            "select": f"Choose '{content}' in '{label}'.",
            "scroll": f"Scroll {content}.",
            "press_enter": "Press Enter.",
            "go_back": "Go back to the previous page.",
            "finish": f"Report '{content}'.",
        }[verb]
        return Completion(write(self.spec.contract, self.spec.grounding, verb, mark, content=content, think="At random.", guide=guide))
