"""The head verb of a guide sentence and the actions it can stand for (MAG App. D: Verb, through a small lexicon). English.

One head may serve two actions ("Choose" clicks a link or selects an option). A sentence whose head is not in the lexicon stands for none.
"""

import re

from mag.metrics.anchor import without_quotes
from mag.metrics.overlap import tokenize
from mag.records import Verb

_HEADS: dict[Verb, str] = {
    "click": """click tap press hit push open choose select pick go navigate visit view follow switch move start begin check uncheck tick
        untick toggle turn enable disable expand collapse unfold show hide close dismiss cancel add remove delete save submit confirm apply
        publish post send create edit reply sort filter search sign log download upload star unstar fork subscribe unsubscribe upvote
        downvote vote like merge assign mark""",
    "type": "type enter fill input write put set change replace insert paste edit update search sign log rename add",
    "select": "select choose pick set change switch open sort filter narrow",
    "scroll": "scroll scrolling swipe",
    "go_back": "return back",
    "finish": "finish stop end report answer conclude note give tell read state provide record reply respond write done",
}


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_ACTIONS = {head: frozenset(verb for verb, heads in _HEADS.items() if head in heads.split()) for head in _words(" ".join(_HEADS.values()))}
_WITH_ENTER = _words("press hit push tap submit confirm use strike search")
_MOVING = _words("go navigate move step head")
_PRESSING = _words("click press tap hit use")
# What may come before the head: politeness, order, and whom the sentence addresses.
_BEFORE = _words(
    """please now then next first second third finally lastly also and just simply again once more step you can should need must have will
    want let s us continue keep double right left the a an"""
)
# A sentence that opens with a place, a time or a purpose has its head after the comma.
_OPENERS = _words("in on at from under within inside after when with using for near below above by if to since because as")
_NUMBER = re.compile(r"\d+")


def actions_of(guide: str) -> frozenset[Verb]:
    """The actions that the guide's head verb can stand for; empty when it is not in the lexicon.

    "press" and its like are press_enter too where the sentence names the Enter key, and that alone when the key follows at once; "go" and
    its like are go_back where "back" follows at once, a click is that too where a "back" button follows.
    """
    words = _from_head(guide)
    if not words:
        return frozenset()
    head, rest = words[0], words[1:]
    actions = _ACTIONS.get(head, frozenset())
    if head in _WITH_ENTER and "enter" in rest:
        at_once = rest[0] == "enter" or rest[:2] == ["the", "enter"]
        return frozenset({"press_enter"}) if at_once else actions | {"press_enter"}
    if head in _MOVING and rest[:1] == ["back"]:
        return frozenset({"go_back"})
    if head in _PRESSING and "back" in rest[:3]:
        return actions | {"go_back"}
    return actions


def verb_match(guide: str, verb: Verb) -> bool:
    """Verb of MAG Eq. 9: whether the guide's head verb can stand for the action."""
    return verb in actions_of(guide)


def _from_head(guide: str) -> list[str]:
    """The words from the head verb on; empty when there is none."""
    words = _from_first_other(tokenize(guide))
    if not words or words[0] not in _OPENERS:
        return words
    _, comma, after = without_quotes(guide).partition(",")
    return _from_first_other(tokenize(after)) if comma else _from_first_known(words)


def _from_first_other(words: list[str]) -> list[str]:
    """From the first word that is neither a number nor one of `_BEFORE`; "to" belongs to them after another ("you need to click")."""
    for i, word in enumerate(words):
        if word not in _BEFORE and not _NUMBER.fullmatch(word) and not (i and word == "to"):
            return words[i:]
    return []


def _from_first_known(words: list[str]) -> list[str]:
    return next((words[i:] for i, word in enumerate(words) if word in _ACTIONS), [])
