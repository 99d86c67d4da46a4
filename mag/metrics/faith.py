"""Guide diagnostics that need no gold: is the guide faithful to the action, and does it name one thing on the page? (MAG Eq. 9, 10).

`menu` is the visible text of every candidate of the step, in menu order.
"""

from collections.abc import Sequence

from mag.constants import ELEMENT_VERBS, NO_HEAD_SUFF, SUFF_FLOOR, TIE_FACTOR, TIE_MARGIN, VERB_WEIGHT
from mag.metrics.anchor import anchor
from mag.metrics.overlap import token_f1
from mag.metrics.verbs import actions_of, verb_match
from mag.records import Action, Mark, Verb

_ROUNDING = 1e-9  # a difference of exactly the margin is a tie in floating point too


def target_text(action: Action, element: Mark | None) -> str | None:
    """What the guide should name: visible text of the element (click, select), text typed, direction of a scroll, answer of a finish.

    None where there is nothing to name: press_enter, go_back, a finish without answer. "" for an element that is not listed.
    """
    if action.verb in ("click", "select"):
        return element.text if element else ""
    return action.content


def obj(guide: str, menu: Sequence[str], target: str | None) -> float:
    """Obj: token F1 of the anchor and the target text; 1 where there is nothing to name."""
    return 1.0 if target is None else token_f1(anchor(guide, menu), target)


def faith(guide: str, verb: Verb, menu: Sequence[str], target: str | None) -> float:
    """Faith = Verb / 2 + Obj / 2, Eq. 9; 0 for a missing guide."""
    if not guide.strip():
        return 0.0
    return VERB_WEIGHT * verb_match(guide, verb) + (1 - VERB_WEIGHT) * obj(guide, menu, target)


def sufficiency(guide: str, verb: Verb, menu: Sequence[str]) -> float:
    """Suff, Eq. 10: the best token F1 of the anchor and a candidate; halved when the next best is within the tie margin; 0 below the floor.

    For verbs without an element 1 with a head verb of the lexicon, else 0.5. 0 for a missing guide.
    """
    if not guide.strip():
        return 0.0
    if verb not in ELEMENT_VERBS:
        return 1.0 if actions_of(guide) else NO_HEAD_SUFF
    span = anchor(guide, menu)
    best, second = sorted((0.0, 0.0, *(token_f1(span, text) for text in menu)), reverse=True)[:2]
    if best < SUFF_FLOOR:
        return 0.0
    tied = len(menu) > 1 and best - second <= TIE_MARGIN + _ROUNDING
    return best * (TIE_FACTOR if tied else 1.0)
