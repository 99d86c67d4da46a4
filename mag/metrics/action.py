"""Action correctness of a teacher-forced step, A = Type x Target x Content (MAG App. D; WebMRE Eq. 1 to 3)."""

from mag.constants import CONTENT_F1_ANSWER, CONTENT_F1_TEXT
from mag.metrics.overlap import token_f1, tokenize
from mag.records import Action, Verb

_THRESHOLDS: dict[Verb, float] = {"type": CONTENT_F1_TEXT, "select": CONTENT_F1_TEXT, "finish": CONTENT_F1_ANSWER}


def type_match(predicted: Action | None, gold: Verb) -> bool:
    """Type: the same verb. False without an action."""
    return predicted is not None and predicted.verb == gold


def content_match(verb: Verb, predicted: str | None, gold: str | None) -> bool:
    """Content of a step whose gold verb is `verb`: token F1 of at least 0.9 for type and select, 0.5 for finish; True for other verbs.

    No payload is the empty text. Where neither side holds a word (no answer, "+", "->") there is no F1, and the texts must be equal.
    """
    if verb not in _THRESHOLDS:
        return True
    said, wanted = predicted or "", gold or ""
    if not tokenize(said) and not tokenize(wanted):
        return said.strip() == wanted.strip()
    return token_f1(said, wanted) >= _THRESHOLDS[verb]
