"""Which line of the menu a guide sentence means, and the action it asks for: how the scripted follower chooses. Pure.

A label that is quoted counts for more than one that is described. Where several lines carry it, the kind of control that the sentence names
and the text of the row decide (a person reads both off the page); what is still tied goes to the visible one, then to the lower id.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from mag.contract.text import clean
from mag.follow.sentence import PLACES, Sentence, Span
from mag.metrics.anchor import anchor
from mag.metrics.overlap import token_f1, tokenize
from mag.metrics.verbs import actions_of
from mag.records import Mark, Verb

FLOOR = 0.5  # a line that is less like what the sentence names is not it
_FIELDS = ("textbox", "searchbox", "spinbutton")
_LISTS = ("combobox", "listbox")
_KINDS: dict[str, tuple[str, ...]] = {
    "button": ("button",),
    "icon": ("button", "link"),
    "link": ("link",),
    "tab": ("tab",),
    "checkbox": ("checkbox",),
    "radio": ("radio",),
    "option": ("option", "radio"),
    "suggestion": ("option",),
    "field": (*_FIELDS, "combobox"),
    "box": (*_FIELDS, "checkbox"),
    "list": _LISTS,
    "dropdown": _LISTS,
    "menu": ("button", "menuitem"),
}
_STRAY = PLACES | frozenset(("the", "a", "an", "to", "and", "with", "this", "that", "its", "your", "it", "page", "click", "open"))


@dataclass(frozen=True, slots=True)
class Pick:
    """An action read from a sentence, and how sure the reading is (only comparable within one sentence)."""

    verb: Verb
    mark: Mark | None
    content: str | None
    score: float


def choose(text: str, marks: Sequence[Mark]) -> Pick | None:
    """The action that the sentence asks for on this page; None when it cannot be read or names nothing that is here."""
    sentence = Sentence(text)
    picks = _picks(sentence, sentence.verbs, marks) or _picks(sentence, sentence.later, marks)
    if not picks or (sentence.verbs == {"finish"} and not sentence.answer and _mentions_button(sentence)):
        exact = _click(sentence, marks)  # no verb that can be carried out, or "finish the order with the 'Pay' button"
        picks = [exact] if exact and sentence.spans and exact.score >= 1 else picks
    return max(picks, key=lambda pick: pick.score, default=None)


def _mentions_button(sentence: Sentence) -> bool:
    return any("button" in (*span.before[-1:], *span.after[:1]) for span in sentence.spans)


def _picks(sentence: Sentence, verbs: frozenset[Verb], marks: Sequence[Mark]) -> list[Pick]:
    """What each verb comes to on this page. Text that should go into some field never passes for an answer ("Write 'x' in the box")."""
    if "type" in verbs and any(map(is_field, marks)):
        verbs = verbs - {"finish"}
    return [pick for verb, read in _READERS.items() if verb in verbs and (pick := read(sentence, marks))]


def _click(sentence: Sentence, marks: Sequence[Mark]) -> Pick | None:
    scored = [
        (score, mark) for at in range(len(sentence.spans)) for mark in marks if (score := _named(sentence, at, mark)) is not None
    ] or _described(sentence, marks)
    return _best("click", scored, None)


def _named(sentence: Sentence, at: int, mark: Mark) -> float | None:
    """How far the span at this position is the label to click, and this mark the one that carries it; None for another label."""
    span = sentence.spans[at]
    score = likeness(span.text, mark)
    if score < FLOOR:
        return None
    last = span.before[-1:]
    if last and "click" in actions_of(last[0]):
        score += 0.2
    elif PLACES.intersection(span.before[-3:]) and "clicking" not in span.before[-3:]:
        score -= 0.3
    return score - 0.05 * at + _kind(span, mark) + _row(sentence, sentence.spans[:at] + sentence.spans[at + 1 :], mark)


def _described(sentence: Sentence, marks: Sequence[Mark]) -> list[tuple[float, Mark]]:
    """Marks whose whole text stands in a sentence without quotes."""
    run = "" if sentence.spans else anchor(sentence.text, [mark.text for mark in marks])
    if not run or run == sentence.text:
        return []
    return [(0.8, mark) for mark in marks if tokenize(mark.text) == tokenize(run)]


def _type(sentence: Sentence, marks: Sequence[Mark]) -> Pick | None:
    content, places = sentence.entry("type")
    fields = [mark for mark in marks if is_field(mark)]
    if not content:
        return None
    scored = [(max(_label(places, mark), _words_for(sentence, mark, fields)) + _row(sentence, places, mark), mark) for mark in fields]
    return _best("type", scored, content)


def _select(sentence: Sentence, marks: Sequence[Mark]) -> Pick | None:
    """A list named by its label or by the option it shows, or found by the option wanted; a button that opens one, by its label alone."""
    content, places = sentence.entry("select")
    if not content:
        return None
    opened = bool(places and sentence.spans[0] is places[0] and {"and", "then"} & _before(sentence, content))
    scored = []
    for mark in marks:
        named = max(_label(places, mark), *(1.0 * (_same(place.text) == _same(mark.value)) for place in places), 0.0)
        if mark.role in _LISTS or mark.type == "SELECT":
            offered = _same(content) in _same(mark.text[len(mark.name) :])
            scored.append((max(named + 0.3 * (named >= 0.9), 0.6 * offered) + 0.3 * offered, mark))
        elif mark.role == "button" and named >= 0.9 and not _mentions_button(sentence):
            scored.append((named + 0.6 * opened + _row(sentence, places, mark), mark))
    return _best("select", scored, content)


def _before(sentence: Sentence, content: str) -> frozenset[str]:
    """The words between the span of the payload and the one before it."""
    return frozenset(word for span in sentence.spans if span.text == content for word in span.before)


def _scroll(sentence: Sentence, marks: Sequence[Mark]) -> Pick:
    up = {"up", "top", "upwards"}.intersection(sentence.words)
    return Pick("scroll", None, "up" if up else "down", 1.0)


def _press_enter(sentence: Sentence, marks: Sequence[Mark]) -> Pick:
    return Pick("press_enter", None, None, 1.5)


def _go_back(sentence: Sentence, marks: Sequence[Mark]) -> Pick:
    return Pick("go_back", None, None, 0.9)


def _finish(sentence: Sentence, marks: Sequence[Mark]) -> Pick:
    return Pick("finish", None, sentence.answer, 0.45)


# In the order in which equal scores are decided: a list that takes the option is set rather than clicked.
_READERS: dict[Verb, Callable[[Sentence, Sequence[Mark]], Pick | None]] = {
    "select": _select,
    "type": _type,
    "click": _click,
    "press_enter": _press_enter,
    "go_back": _go_back,
    "scroll": _scroll,
    "finish": _finish,
}


def likeness(label: str, mark: Mark) -> float:
    """How much a quoted label is the mark's: 1 for the same text, 0.85 for its beginning, else up to 0.9 by token F1."""
    wanted = _same(label)
    names = {_same(mark.name), _same(mark.text)}
    if wanted in names:
        return 1.0
    begins = any(name.startswith(f"{wanted} ") for name in names)
    return max(0.85 * begins, *(0.9 * token_f1(wanted, name) for name in names))


def is_field(mark: Mark) -> bool:
    """Whether text can be typed into it."""
    return mark.role in _FIELDS or (mark.role == "combobox" and mark.type == "INPUT") or mark.type == "TEXTAREA"


def _label(places: Sequence[Span], mark: Mark) -> float:
    """The best likeness of one of the quoted places; the earlier one wins a tie."""
    return max((likeness(place.text, mark) - 0.05 * at for at, place in enumerate(places)), default=0.0)


def _words_for(sentence: Sentence, mark: Mark, fields: Sequence[Mark]) -> float:
    """How well the words outside the quotes describe a field: the share of its name that they hold; an only field needs no description."""
    name = set(tokenize(mark.name)) - _STRAY
    share = len(name.intersection(sentence.words)) / len(name) if name else 0.0
    searched = 0.1 if mark.role == "searchbox" and "search" in sentence.words else 0.0
    return max(0.9 * share + searched, FLOOR if len(fields) == 1 else 0.0)


def _kind(span: Span, mark: Mark) -> float:
    """The control that the sentence names beside the label ("the 'Search' button"); without one a field is what is clicked least."""
    kinds = [_KINDS[word] for word in (*span.after[:1], *span.before[-2:]) if word in _KINDS]
    return 0.15 * any(mark.role in roles for roles in kinds) + 0.05 * (not is_field(mark))


def _row(sentence: Sentence, others: Sequence[Span], mark: Mark) -> float:
    """What the sentence says of the mark's row: another quoted span in it, a number in it, or words of it."""
    if not mark.context:
        return 0.0
    row = _same(mark.context)
    quoted = any(_same(span.text) in row for span in others if _same(span.text) != _same(mark.name))
    shared = (set(sentence.words) - _STRAY).intersection(tokenize(row))
    numbers = any(word.isdigit() and len(word) > 2 and word in row for word in sentence.words)
    return 0.3 * (quoted or numbers) + min(0.1, 0.02 * len(shared))


def _best(verb: Verb, scored: Sequence[tuple[float, Mark]], content: str | None) -> Pick | None:
    likely = [(score, mark) for score, mark in scored if score >= FLOOR - 1e-9]
    if not likely:
        return None
    score, mark = min(likely, key=lambda item: (-round(item[0], 6), not item[1].visible, item[1].id))
    return Pick(verb, mark, content, score)


def _same(text: str) -> str:
    """What two spellings of one label have in common."""
    return clean(text).casefold().strip(" .:")
