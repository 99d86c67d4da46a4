"""Teacher-forced steps: one output against one gold step (MAG App. D, Eq. 9 to 11; WebMRE 3.3, Eq. 1 to 3).

Step accuracy has two definitions, kept apart by name: MAG's A = Type x Target x Content; WebMRE's multiplies it by the strict gate and
wants an empty target argument where the verb takes none.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from typing import Any

from mag.constants import ELEMENT_VERBS
from mag.contract.contracts import Contract
from mag.contract.grounding import Grounding
from mag.errors import BadInput
from mag.metrics.action import content_match, type_match
from mag.metrics.faith import faith, sufficiency, target_text
from mag.metrics.format import strict_gate
from mag.metrics.guide import GuideScore, guide_score
from mag.metrics.target import NOTHING, Target, compare, element_at
from mag.records import Action, Box, Gate, Mark, Verb


@dataclass(frozen=True, slots=True)
class Gold:
    """One gold step: the page's marks, the action with its target, and the guide."""

    verb: Verb
    marks: tuple[Mark, ...]
    mark: int | None = None  # id of the target; None for verbs without one, and for a target that is no listed element
    box: Box | None = None  # of the target, viewport pixels; needed only where `mark` is None
    content: str | None = None
    guide: str = ""
    disputed: bool = False  # the audit found no majority for its label: it is in no mean that looks at the action


@dataclass(frozen=True, slots=True)
class Said:
    """One output as read: its gate, its action (None: none, or an invalid one) and its guide ("": none)."""

    gate: Gate
    action: Action | None
    guide: str = ""
    stray: bool = False  # see `stray_target`


@dataclass(frozen=True, slots=True)
class ActionScore:
    """The action against gold, on 0..1."""

    type: bool
    hit: float  # Target: 1 or 0 for an id, the kernel for a point; 1 for a verb without a target
    target: Target | None  # kernel and element, whatever the grounding; None where the gold verb takes no target
    content: bool
    mag: float  # A = Type x Target x Content
    webmre: float  # the same, times the strict gate


@dataclass(frozen=True, slots=True)
class StepScore:
    """One step scored, on 0..1. A part that the contract does not ask for is None.

    Faith and Suff hold the guide against the model's own action and are None without one; GACS is 0 there.
    """

    ofcr: bool  # F of Eq. 11
    ofcr_strict: bool  # F of WebMRE Eq. 1
    disputed: bool
    action: ActionScore | None
    faith: float | None
    suff: float | None
    gacs: float | None
    overlap: GuideScore | None  # the guide against the gold guide of the step; None where there is none


def score_step(said: Said, gold: Gold, contract: Contract) -> StepScore:
    """One output against one gold step. Raises BadInput where the gold step does not say what the grounding needs to know."""
    action = _action(said, gold) if contract.wants_action else None
    faithful = sufficient = gacs = None
    if said.action and contract.wants_guide:
        menu = [mark.text for mark in gold.marks]
        element = _element(said.action, gold.marks)
        faithful = faith(said.guide, said.action.verb, menu, target_text(said.action, element))
        sufficient = sufficiency(said.guide, said.action.verb, menu)
    if action and contract.wants_guide:
        gacs = said.gate.passed * action.mag * sqrt((faithful or 0.0) * (sufficient or 0.0))
    overlap = guide_score(said.guide, gold.guide) if contract.wants_guide and gold.guide.strip() else None
    return StepScore(said.gate.passed, strict_gate(said.gate), gold.disputed, action, faithful, sufficient, gacs, overlap)


def stray_target(fields: Mapping[str, Any] | None, grounding: Grounding) -> bool:
    """Whether a parsed object names a target although its verb takes none (WebMRE Eq. 2: such actions require an empty argument)."""
    if fields is None or fields.get("action_type") in ELEMENT_VERBS:
        return False
    return fields.get(grounding.key) not in (None, "")


def _action(said: Said, gold: Gold) -> ActionScore:
    target = _target(said.action, gold) if gold.verb in ELEMENT_VERBS else None
    right_type = type_match(said.action, gold.verb)
    right_content = content_match(gold.verb, said.action.content if said.action else None, gold.content)
    hit = _hit(said.action, target)
    accuracy = right_type * hit * right_content
    return ActionScore(right_type, hit, target, right_content, accuracy, accuracy * strict_gate(said.gate) * (not said.stray))


def _hit(action: Action | None, target: Target | None) -> float:
    if action is None or target is None:
        return float(action is not None and action.verb not in ELEMENT_VERBS)
    return target.kernel if action.mark is None else float(bool(target.same))


def _target(action: Action | None, gold: Gold) -> Target:
    """The three figures of an action against a gold target."""
    wanted = _mark(gold.mark, gold.marks)
    box = gold.box or (wanted.box if wanted else None)
    if box is None or (wanted is None and action and action.mark is not None):
        raise BadInput("a gold step has no target element to compare an id with, or no box; leave it out of this view")
    if action is None or action.verb not in ELEMENT_VERBS:
        return NOTHING if wanted else Target(0.0, None, None)
    element = _element(action, gold.marks)
    point = action.point or (element.point if element else None)
    return compare(point, element, box, wanted) if point else NOTHING


def _element(action: Action, marks: tuple[Mark, ...]) -> Mark | None:
    """The element an action names or hits."""
    return element_at(action.point, marks) if action.point else _mark(action.mark, marks)


def _mark(mark_id: int | None, marks: tuple[Mark, ...]) -> Mark | None:
    return next((mark for mark in marks if mark.id == mark_id), None)
