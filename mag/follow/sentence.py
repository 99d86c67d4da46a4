"""What one guide sentence says, read without a model: its verbs, its quoted spans, what is to be entered where, the answer it gives.

Pure and English, on the head-verb lexicon and the quote rules of the guide diagnostics (MAG App. D). What cannot be read is left empty.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from mag.metrics.anchor import quoted, without_quotes
from mag.metrics.overlap import tokenize
from mag.metrics.verbs import actions_of
from mag.records import Verb


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Words after which a quoted span names a place, not what is entered, clicked or reported.
PLACES = _words(
    """in into inside within on onto at of from under below beneath above over beside besides behind before after near next by
    between among for"""
)
_TO_PLACE = _words("in into inside within on onto at of from under below above beside near for")
_SETTING = _words("set change switch update fill replace put turn")  # "set 'A' to 'B'", "fill 'A' with 'B'"
_REPORTING = _words("report answer give tell state reply respond note read provide record conclude write")
_STOPPING = _words("stop finish end done")
_NOTING = _words("note read remember record")
_ENTERING: dict[Verb, frozenset[str]] = {
    "type": _words("type typing enter entering write"),
    "select": _words("choose choosing select pick"),
}
_JOINING = _words("and or then also as well plus")
_CLAUSE = re.compile(r"[,;]|\band\b|\bthen\b|\bby\b", re.IGNORECASE)
_THEN = re.compile(r"\bthen\b", re.IGNORECASE)
_MEANS = re.compile(r"\bby ([a-z]+ing\b.*)", re.IGNORECASE)
_ENTER_TEXT = re.compile(r"\benter(?:ing)?\s+[\"'“”‘„«`]", re.IGNORECASE)
_AFTER_COLON = re.compile(r":\s+(\S.*)$", re.DOTALL)
_ENTERED = r"type|enter|write|put|fill in|input|choose|select|pick"
_BARE = re.compile(rf"^\W*(?:(?:now|then|please)\s+)?(?:{_ENTERED})\s+(?:the\s+)?(.+?)\s+(?:into|in|from|as)\b", re.IGNORECASE)
_QUOTE_MARKS = "\"'“”‘’„‚«»‹›「」『』`"


@dataclass(frozen=True)
class Span:
    """A quoted span with the words between the quoted spans around it, lower-cased."""

    text: str
    before: tuple[str, ...]
    after: tuple[str, ...]


@dataclass(frozen=True)
class Sentence:
    """One guide sentence as read."""

    text: str

    @cached_property
    def spans(self) -> tuple[Span, ...]:
        """The quoted spans that hold a word, in order."""
        rest, found, gaps = self.text, [], []
        while span := quoted(rest):
            before, _, rest = rest.partition(span)
            found.append(span)
            gaps.append(tuple(tokenize(before)))
            rest = rest[1:]  # the closing mark must not open the next span
        gaps.append(tuple(tokenize(rest)))
        return tuple(Span(text, gaps[i], gaps[i + 1]) for i, text in enumerate(found))

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The words outside the quotes."""
        return tuple(tokenize(without_quotes(self.text)))

    @cached_property
    def verbs(self) -> frozenset[Verb]:
        """The actions that the sentence can ask for: those of its head verb.

        The means goes before the end ("return to the map by clicking ..."); what is noted first is no answer ("note 3 and click ...").
        """
        outside = without_quotes(self.text)
        actions = actions_of(self.text)
        if actions == {"press_enter"} and _ENTER_TEXT.search(self.text):
            return frozenset({"type"})
        means = next(filter(None, map(_actions, _MEANS.findall(outside))), frozenset[Verb]())
        if means or actions != {"finish"}:
            return means or actions
        noted = _NOTING.intersection(self.words[:2])
        return (self.later if noted else next(filter(None, map(_actions, _THEN.split(outside)[1:])), frozenset[Verb]())) or actions

    @cached_property
    def later(self) -> frozenset[Verb]:
        """The actions of the first clause after the head's that has any."""
        return next(filter(None, map(_actions, _CLAUSE.split(without_quotes(self.text))[1:])), frozenset())

    def entry(self, verb: Verb) -> tuple[str | None, tuple[Span, ...]]:
        """What a type or select sentence wants entered (None: it cannot be read), and the quoted spans that may name where, in order."""
        position = self._payload(verb)
        if position is None:
            bare = _BARE.search(self.text)
            return (bare[1].strip(_QUOTE_MARKS + " ") if bare else None), self.spans
        return self.spans[position].text, (*self.spans[:position], *self.spans[position + 1 :])

    def _payload(self, verb: Verb) -> int | None:
        """Which span is the payload.

        After "to" or "with" of a setting verb; else right after a verb that enters; else the first one that names no place.
        """
        setting = bool(_SETTING.intersection(self.words))
        last = [(at, span.before[-1]) for at, span in enumerate(self.spans) if span.before]
        rules: tuple[Callable[[str], bool], ...] = (
            lambda word: setting and word in ("to", "with"),
            lambda word: word in _ENTERING[verb],
            lambda word: verb in _actions(word),
        )
        for rule in rules:
            if found := [at for at, word in last if rule(word)]:
                return found[0]
        return next((at for at, span in enumerate(self.spans) if not _TO_PLACE.intersection(span.before[-3:])), None)

    @cached_property
    def answer(self) -> str | None:
        """The answer a finish sentence carries: its quoted spans (several in a row make a list), else what follows a colon; None for none.

        Only where something is reported: "Stop here: ..." describes the page. A quoted span after a preposition names a place on it.
        """
        head = next((i for i, word in enumerate(self.words) if word in _REPORTING | _STOPPING), None)
        if head is None or (self.words[head] in _STOPPING and "with" not in self.words[head + 1 : head + 2]):
            return None
        if self.spans and not PLACES.intersection(self.spans[0].before):
            return ", ".join(_run(self.spans))
        after = _AFTER_COLON.search(self.text)
        return after[1].strip().removesuffix(".").strip(_QUOTE_MARKS + " ") or None if after else None


def _run(spans: Sequence[Span]) -> list[str]:
    """The first spans that nothing but "and" and commas parts."""
    run = [spans[0].text]
    for span in spans[1:]:
        if not _JOINING.issuperset(span.before):
            break
        run.append(span.text)
    return run


def _actions(clause: str) -> frozenset[Verb]:
    """The actions of a clause; its first word may be a participle ("typing ...")."""
    known = actions_of(clause)
    first, _, rest = clause.strip().partition(" ")
    if known or not first.lower().endswith("ing"):
        return known
    stem = first[:-3]
    return next(filter(None, (actions_of(f"{form} {rest}") for form in (stem, f"{stem}e", stem[:-1]))), frozenset())
