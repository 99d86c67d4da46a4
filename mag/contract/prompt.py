"""The locked prompt: one system text and one user template for API baselines, training and evaluation (MAG 4.1, App. C).

A line of a template may open with a tag and is kept where the tag holds: `@action`, `@guide`, `@think` (the contract has that part),
`@joint` (action and guide), `@noaction`, `@noguide`, `@notices` (there are any). Lines `@key NAME` describe the keys and stand in the order
of the contract. `$name` is a slot, filled in one pass, so that page text is never read as template.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Template

from mag.constants import MAX_INPUT_TOKENS, VERBS
from mag.contract.budget import FRAME_TOKENS, IMAGE_TOKENS, estimate_tokens, fit
from mag.contract.contracts import Contract
from mag.contract.grounding import Grounding
from mag.contract.text import clean
from mag.errors import BadInput
from mag.records import Mark, Observation

TEMPLATES = ("system.txt", "user.txt")

_TAG = re.compile(r"@(\w+) ")
_KEY = re.compile(r"@key (\w+) (.*)")


@dataclass(frozen=True, slots=True)
class Prompt:
    """The two messages of a step, without the image."""

    system: str
    user: str


def render(intent: str, observation: Observation, guides: Sequence[str], grounding: Grounding, contract: Contract) -> Prompt:
    """What the model reads at one step: task, guide history, menu, and messages of the page if there are any (MAG 4.1).

    Stays within MAX_INPUT_TOKENS as estimated by `mag.contract.budget`, image included: what does not fit is left out there and said so
    in the text; ids and numbers of what stays never change. Raises BadInput when the task alone is too long.
    """
    system = system_text(grounding, contract)
    lines = [menu_line(mark) for mark in observation.marks]
    history = [f"{number}. {clean(guide)}" for number, guide in enumerate(guides, 1)]
    notices = [clean(notice) for notice in observation.notices]

    def user(dropped: frozenset[int], oldest: int) -> str:
        menu = [line for position, line in enumerate(lines) if position not in dropped]
        slots = {
            "menu": _listed(menu, len(dropped), "elements"),
            "history": _listed(history[oldest:], oldest, "steps"),
            "intent": intent.strip(),
        }
        return _user_text(slots, notices, grounding, contract)

    everything = frozenset(range(len(lines)))
    fixed = estimate_tokens(system) + estimate_tokens(user(everything, len(history))) + IMAGE_TOKENS + FRAME_TOKENS
    if fixed > MAX_INPUT_TOKENS:
        raise BadInput(f"the task's intent does not fit into {MAX_INPUT_TOKENS} tokens: shorten it ({len(intent)} characters)")
    costs = [[estimate_tokens(line) + 1 for line in part] for part in (lines, history)]
    return Prompt(system, user(*fit(MAX_INPUT_TOKENS - fixed, observation.marks, *costs)))


def menu_line(mark: Mark) -> str:
    """`[id] TYPE visible text`."""
    return f"[{mark.id}] {clean(mark.type)} {clean(mark.text)}".rstrip()


def system_text(grounding: Grounding, contract: Contract) -> str:
    """The system message: it depends on grounding and contract alone."""
    verbs = ", ".join(f'"{verb}"' for verb in VERBS)
    return _fill(
        template("system.txt"),
        contract,
        (),
        {"observation": grounding.observation, "key": grounding.key, "value": grounding.value, "verbs": verbs},
    )


@cache
def template(name: str) -> str:
    """The text of a template file."""
    return Path(__file__).with_name(name).read_text(encoding="utf-8")


def _user_text(slots: Mapping[str, str], notices: Sequence[str], grounding: Grounding, contract: Contract) -> str:
    names = ", ".join(contract.keys_for(grounding))
    return _fill(
        template("user.txt"),
        contract,
        ("notices",) if notices else (),
        {**slots, "notices": "\n".join(f"- {n}" for n in notices), "keys": names},
    )


def _listed(lines: Sequence[str], left_out: int, what: str) -> str:
    """The lines, with a remark where some are left out: earlier steps above, further elements below."""
    if not left_out:
        return "\n".join(lines)
    if what == "steps":
        return "\n".join([f"({left_out} earlier steps are left out to save space)", *lines])
    return "\n".join([*lines, f"({left_out} more elements, those furthest from the visible part of the page, are left out to save space)"])


def _fill(text: str, contract: Contract, tags: Iterable[str], slots: Mapping[str, str]) -> str:
    """The template's lines that hold, the keys in the contract's order, and the slots filled."""
    holding = {*tags, *_tags(contract)}
    described = {match[1]: match[2] for match in map(_KEY.fullmatch, text.splitlines()) if match}
    kept: list[str] = []
    for line in text.splitlines():
        tag = _TAG.match(line)
        if tag and tag[1] == "key":
            kept.extend([described[key] for key in contract.keys] if described else [])
            described = {}
        elif tag is None or tag[1] in holding:
            kept.append(line[tag.end() :] if tag else line)
    compact = re.sub(r"\n{3,}", "\n\n", "\n".join(kept).strip("\n"))
    return Template(compact).substitute(slots)


def _tags(contract: Contract) -> list[str]:
    parts = {
        "action": contract.wants_action,
        "guide": contract.wants_guide,
        "think": contract.wants_think,
        "joint": contract.wants_action and contract.wants_guide,
        "noaction": not contract.wants_action,
        "noguide": not contract.wants_guide,
    }
    return [tag for tag, holds in parts.items() if holds]
