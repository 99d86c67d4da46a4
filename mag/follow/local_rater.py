"""A deterministic rater for offline use, from what Faith and Suff look at (MAG App. D): head verb, what the guide names, and whether
several elements of the page carry that name. It reads labels only, so its name stands in every row it touched.
"""

from mag.constants import ELEMENT_VERBS
from mag.follow.rating import Rating, RatingQuestion, Word
from mag.metrics.anchor import anchor
from mag.metrics.overlap import token_f1, tokenize
from mag.metrics.verbs import verb_match

NAME = "local-rater-1"
NAMED = 0.5  # token F1 of anchor and target from which the target counts as named
HELD = 0.9  # share of the payload's words that the sentence must hold


def rate(question: RatingQuestion) -> Rating:
    """Useful: the right verb, the payload is there, and the target is named by a text that no other element has.

    Useless: no sentence, or neither verb nor name is right. Ambiguous: all between.
    """
    word, reason = _rate(question)
    return Rating(question.key, NAME, word, reason)


def _rate(question: RatingQuestion) -> tuple[Word, str]:
    guide = question.guide
    if not tokenize(guide):
        return "useless", "no sentence"
    verb, named, payload = verb_match(guide, question.verb), _named(question), _holds(guide, question.content)
    if not verb and not (named and payload):
        return "useless", "the verb is another one, and the target or payload is not named"
    faults = ["the verb is unclear"] * (not verb) + ["the target is not named"] * (not named) + ["the payload is missing"] * (not payload)
    if question.verb == "click" and named and _others(question):
        faults.append("other elements have the same text")
    return ("ambiguous", ", ".join(faults)) if faults else ("useful", "verb, target and payload are clear")


def _named(question: RatingQuestion) -> bool:
    """Whether the sentence names the target, if there is one: by its quoted or matching span for a click, by any word for a field."""
    if question.verb not in ELEMENT_VERBS:
        return True
    if question.verb == "click":
        return token_f1(anchor(question.guide, question.menu), question.target) >= NAMED
    return bool(set(tokenize(question.target)) & set(tokenize(question.guide)))


def _holds(guide: str, payload: str) -> bool:
    wanted = tokenize(payload)
    said = set(tokenize(guide))
    return not wanted or sum(word in said for word in wanted) >= HELD * len(wanted)


def _others(question: RatingQuestion) -> bool:
    """Whether several elements have the target's text: only then does its name alone not say which."""
    return sum(tokenize(text) == tokenize(question.target) for text in question.menu) > 1
