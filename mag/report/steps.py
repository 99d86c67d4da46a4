"""One episode as its page shows it: the state of every step and where on the picture its guide points."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mag.constants import VIEWPORT_HEIGHT, VIEWPORT_WIDTH
from mag.contract.parser import parse
from mag.records import Box, Episode, Mark, Step
from mag.report.pages import printable

# State of a step: the letter that marks it beside its colour, and its meaning.
STATES: Mapping[str, tuple[str, str]] = {
    "ok": ("✓", "acted, or finished"),
    "gate": ("G", "format gate failed"),
    "error": ("E", "the action failed on the page"),
    "idle": ("N", "nothing changed"),
}


@dataclass(frozen=True, slots=True)
class StepView:
    """A step with what is derived from it and its neighbours."""

    step: Step
    state: str  # ok, gate, error or idle: the first of the last three that holds
    why: str
    target: Mark | None  # the chosen mark, or the one that holds the chosen point
    next_url: str  # of the next observation, "" after the last
    think: str  # as the completion has it

    @property
    def away(self) -> str:
        """Where the target lies when it is not on the picture."""
        return away(self.target) if self.target else ""

    @property
    def drawn(self) -> int:
        """Marks on the picture."""
        return sum(mark.visible for mark in self.step.marks)

    @property
    def letter(self) -> str:
        """The state in one character."""
        return STATES[self.state][0]

    @property
    def verb(self) -> str:
        """The verb of the step, a dash where no action could be read."""
        return self.step.action.verb if self.step.action else "–"

    @property
    def answer(self) -> str:
        """What a finish step answers."""
        action = self.step.action
        return action.content or "" if action and action.verb == "finish" else ""


def step_views(episode: Episode) -> list[StepView]:
    """Every step of the episode, ready to be shown."""
    following = [step.url for step in episode.steps[1:]] + [""]
    return [StepView(step, *state(step), target(step), url, think(step)) for step, url in zip(episode.steps, following, strict=True)]


def think(step: Step) -> str:
    """The reasoning that the completion gives, "" when there is none to be read."""
    value = (parse(step.completion).fields or {}).get("think")
    return value if isinstance(value, str) else ""


def state(step: Step) -> tuple[str, str]:
    """How the step went, and why in words."""
    if not step.gate.passed:
        return "gate", f"gate failed: {step.gate.reason or 'no reason recorded'}"
    if step.effect.error:
        return "error", f"action failed: {step.effect.error}"
    if step.action is not None and step.action.verb == "finish":
        return "ok", "finished"
    if step.effect.changed == "none":
        return "idle", "nothing changed"
    return "ok", f"changed: {step.effect.changed}"


def target(step: Step) -> Mark | None:
    """The mark acted on: the chosen one, or the smallest drawn one that holds the chosen point."""
    if step.action is None:
        return None
    if step.action.mark is not None:
        return next((mark for mark in step.marks if mark.id == step.action.mark), None)
    if step.action.point is None:
        return None
    holding = [mark for mark in step.marks if mark.visible and _holds(mark.box, step.action.point)]
    return min(holding, key=lambda mark: mark.box[2] * mark.box[3], default=None)


def _holds(box: Box, point: tuple[float, float]) -> bool:
    return box[0] <= point[0] <= box[0] + box[2] and box[1] <= point[1] <= box[1] + box[3]


def away(mark: Mark) -> str:
    """Where a mark that is not on the picture lies: above, below, left, right, or hidden by its container; "" when drawn."""
    if mark.visible:
        return ""
    x, y, width, height = mark.box
    sides = {"below": y >= VIEWPORT_HEIGHT, "above": y + height <= 0, "right": x >= VIEWPORT_WIDTH, "left": x + width <= 0}
    return next((side for side, holds in sides.items() if holds), "hidden")


def overlay(views: Sequence[StepView]) -> list[dict[str, Any]]:
    """What the script needs to draw on each picture: box, point, text. Picture pixels."""
    return [
        {
            "index": view.step.index,
            "guide": printable(view.step.guide),
            "answer": printable(view.answer),
            "box": view.target.box if view.target else None,
            "away": view.away,
            "point": view.step.action.point if view.step.action else None,
        }
        for view in views
    ]
