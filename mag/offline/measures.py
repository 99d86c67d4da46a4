"""The figures of a scored step, each by name: what every mean, slice and comparison of the protocol is made of.

A figure is None where the contract does not ask for it, where it is not defined (no target, no gold guide), and, for all that look at the
action, where the label is disputed. None enters no mean.
"""

from collections.abc import Callable
from dataclasses import dataclass

from mag.contract.contracts import CONTRACTS
from mag.contract.gate import read
from mag.contract.grounding import GROUNDINGS
from mag.metrics.guide import GuideScore
from mag.metrics.step import ActionScore, Gold, Said, StepScore, score_step, stray_target
from mag.metrics.target import Target
from mag.records import Gate
from mag.shown import GoldStep, StepCompletion

Measure = Callable[[StepScore], float | None]


def _action(value: Callable[[ActionScore], float]) -> Measure:
    return lambda score: float(value(score.action)) if score.action and not score.disputed else None


def _target(value: Callable[[Target], float | bool | None]) -> Measure:
    def measure(score: StepScore) -> float | None:
        target = score.action.target if score.action and not score.disputed else None
        found = value(target) if target else None
        return None if found is None else float(found)

    return measure


def _guide(value: Callable[[GuideScore], float]) -> Measure:
    return lambda score: value(score.overlap) if score.overlap else None


MEASURES: dict[str, Measure] = {
    "ofcr": lambda score: float(score.ofcr),
    "ofcr_strict": lambda score: float(score.ofcr_strict),
    "saa_mag": _action(lambda action: action.mag),
    "saa_webmre": _action(lambda action: action.webmre),
    "type": _action(lambda action: action.type),
    "kernel": _target(lambda target: target.kernel),
    "same": _target(lambda target: target.same),
    "related": _target(lambda target: target.related),
    "content": _action(lambda action: action.content),
    "faith": lambda score: score.faith,
    "suff": lambda score: score.suff,
    "gacs": lambda score: None if score.disputed else score.gacs,
    "bleu1": _guide(lambda guide: guide.bleu1),
    "bleu2": _guide(lambda guide: guide.bleu2),
    "rouge1": _guide(lambda guide: guide.rouge1),
    "rouge_l": _guide(lambda guide: guide.rouge_l),
    "g": _guide(lambda guide: guide.g),
}


@dataclass(frozen=True, slots=True)
class Scored:
    """One completion scored against its gold step: the gate it passed or failed, and a value for each of MEASURES."""

    step: GoldStep
    gate: Gate
    values: tuple[float | None, ...]

    def value(self, measure: str) -> float | None:
        """One figure by name."""
        return self.values[_POSITION[measure]]


_POSITION = {name: position for position, name in enumerate(MEASURES)}


def score(step: GoldStep, completion: StepCompletion) -> Scored:
    """Read a completion as a live step is read, and hold it against the gold step. A pure function of the two."""
    grounding, contract = GROUNDINGS[completion.grounding], CONTRACTS[completion.contract]
    reply, action, gate, guide = read(completion.text, step.marks, step.title, grounding, contract)
    gold = Gold(step.verb, step.marks, step.mark, step.box, step.content, step.guide, step.disputed)
    found = score_step(Said(gate, action, guide, stray_target(reply.fields, grounding)), gold, contract)
    return Scored(step, gate, tuple(measure(found) for measure in MEASURES.values()))
