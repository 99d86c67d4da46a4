"""One sentence put to a follower: it sees the screenshot, the menu and the sentence, and nothing else (WebMRE 5: what a guide causes).

Every policy can follow. Its "task" is the sentence, it is a new agent for every sentence, and address, title and messages of the page are
withheld, so that what it does can only come from the sentence and what the page shows.
"""

import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from string import Template

from mag.constants import MAX_INPUT_TOKENS, VERBS
from mag.contract.budget import FRAME_TOKENS, IMAGE_TOKENS, estimate_tokens, fit
from mag.contract.contracts import CONTRACTS
from mag.contract.grounding import GROUNDINGS
from mag.contract.prompt import Prompt, menu_line
from mag.contract.text import clean
from mag.errors import BadInput
from mag.policies.base import EpisodeSpec, Policy, Turn
from mag.records import Completion, Observation, WebTask, digest

CONTRACT = CONTRACTS["A"]
GROUNDING = GROUNDINGS["som"]  # a follower points at a line of the menu, however the guide's author named its targets
_SECTION = re.compile(r"^@(\w+)\n", re.MULTILINE)


async def follow(follower: Policy, sentence: str, seen: Observation, seed: int = 0) -> Completion:
    """What the follower does for this sentence on this page, raw. Giving up is an answer without an action."""
    shown = replace(seen, url="", title="", notices=())
    agent = follower.agent(EpisodeSpec(_nothing_but(sentence), 0, seed, GROUNDING, CONTRACT))
    return await agent.act(Turn(prompt(sentence, shown), shown, 1))


def _nothing_but(sentence: str) -> WebTask:
    return WebTask(0, ("",), "", sentence, sentence, 0, {}, {}, require_login=False)


@cache
def sections() -> dict[str, str]:
    """The two texts of follow.txt by name."""
    parts = _SECTION.split(Path(__file__).with_name("follow.txt").read_text(encoding="utf-8"))
    return {name: text.strip() for name, text in zip(parts[1::2], parts[2::2], strict=True)}


def prompt_digest() -> str:
    """Six hex characters over all that is the same in every question."""
    return digest([sections(), GROUNDING.observation, GROUNDING.value, CONTRACT.keys])[:6]


def follower_name(follower: Policy) -> str:
    """Who followed, under which prompt: part of the identity of every row."""
    return f"{follower.name}/{follower.identity}/{prompt_digest()}"


def prompt(sentence: str, seen: Observation) -> Prompt:
    """The two messages, within the protocol's input budget; lines of the menu that do not fit are left out as in the main prompt.

    Raises BadInput when the sentence alone does not fit.
    """
    fixed = {"key": GROUNDING.key, "keys": ", ".join(CONTRACT.keys_for(GROUNDING))}
    verbs = ", ".join(f'"{verb}"' for verb in VERBS)
    system = Template(sections()["system"]).substitute(fixed, observation=GROUNDING.observation, value=GROUNDING.value, verbs=verbs)
    lines = [menu_line(mark) for mark in seen.marks]

    def user(menu: list[str]) -> str:
        return Template(sections()["user"]).substitute(fixed, sentence=clean(sentence), menu="\n".join(menu))

    room = MAX_INPUT_TOKENS - estimate_tokens(system) - estimate_tokens(user([])) - IMAGE_TOKENS - FRAME_TOKENS
    if room < 0:
        raise BadInput(f"a guide sentence of {len(sentence)} characters does not fit into {MAX_INPUT_TOKENS} tokens; leave its step out")
    dropped, _ = fit(room, seen.marks, [estimate_tokens(line) + 1 for line in lines], [])
    return Prompt(system, user([line for at, line in enumerate(lines) if at not in dropped]))
