"""Plays the demonstrations: the upper bound of a sweep and the test of harness, sites and checkers together."""

from collections.abc import Mapping, Sequence

from mag.constants import VIEWPORT_HEIGHT
from mag.contract.write import write
from mag.policies.base import EpisodeSpec, Turn
from mag.records import Completion, Mark, Observation, digest
from mag.shown import Demonstration, DemoStep


class DemoPolicy:
    """Finds each step's element by role and name among the marks and answers in the contract's form."""

    name = "demo"

    def __init__(self, demonstrations: Mapping[int, Demonstration]) -> None:
        self.demonstrations = demonstrations
        self.identity = digest({str(task): repr(demo) for task, demo in demonstrations.items()})[:12]

    def agent(self, spec: EpisodeSpec) -> "DemoAgent":
        """See Policy.agent."""
        return DemoAgent(spec, self.demonstrations[spec.web_task.task_id].steps)


class DemoAgent:
    """One demonstration being played; scrolls first where the grounding cannot reach a target beyond the fold."""

    def __init__(self, spec: EpisodeSpec, steps: Sequence[DemoStep]) -> None:
        self.spec, self.steps, self.position = spec, steps, 0
        self.last_box: tuple[float, float, float, float] | None = None

    async def act(self, turn: Turn) -> Completion:
        """See Agent.act."""
        step = self.steps[min(self.position, len(self.steps) - 1)]
        if not step.role:
            self.position += 1
            return self._say(step, None)
        mark = find(turn.observation, step)
        if mark is None:
            where = f"no {step.role} named {step.name!r} (row {step.row!r}, nth {step.nth})"
            problem = f"stuck at step {self.position + 1} of the demonstration: {where}"
            return self._say(DemoStep("finish", guide="Stop here: the element of the next step is not on this page.", think=problem), None)
        if not self.spec.grounding.reaches(mark) and mark.box != self.last_box:
            self.last_box = mark.box
            direction = "down" if mark.box[1] + mark.box[3] / 2 > VIEWPORT_HEIGHT / 2 else "up"
            return self._say(
                DemoStep(
                    "scroll",
                    content=direction,
                    think="The next control is beyond the fold.",
                    guide=f"Scroll {direction} until '{mark.name[:60]}' comes into view.",
                ),
                None,
            )
        self.position += 1
        self.last_box = None
        return self._say(step, mark)

    def _say(self, step: DemoStep, mark: Mark | None) -> Completion:
        return Completion(
            write(
                self.spec.contract,
                self.spec.grounding,
                step.verb,
                mark,
                content=step.content,
                think=step.think or "Next step.",
                guide=step.guide,
            )
        )


def find(observation: Observation, step: DemoStep) -> Mark | None:
    """The mark a demonstration step means, None when the page has none."""
    found = [mark for mark in observation.marks if mark.role == step.role and mark.name == step.name and step.row in mark.context]
    return found[step.nth] if step.nth < len(found) else None
