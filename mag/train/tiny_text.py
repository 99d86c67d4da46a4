"""What the tiny model's tokenizer is made of: the constant text of prompts and completions, labels, sentences.

Demonstrations of the test part are left out: what the model meets there it has to spell.
"""

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from mag import miniarena
from mag.constants import ELEMENT_VERBS, MENU_LINES, SCROLL_DIRECTIONS
from mag.contract.contracts import CONTRACTS
from mag.contract.grounding import GROUNDINGS
from mag.contract.prompt import render, system_text
from mag.contract.text import clean
from mag.contract.write import write
from mag.records import Mark, Observation, Verb

TYPES = ("A", "BUTTON", "INPUT", "SELECT", "TEXTAREA", "IMG", "LABEL", "SUMMARY", "DIV", "SPAN", "LI", "TR", "TD")
LABEL_CHARS = 48  # longer ones are spelled

_SLOT = "\ue000"  # stands where the constant text is interrupted
_NUMBER = re.compile(r"\d+")
_CARRIES: dict[Verb, tuple[str | None, ...]] = {
    "click": (None,),
    "type": (_SLOT,),
    "select": (_SLOT,),
    "scroll": SCROLL_DIRECTIONS,
    "press_enter": (None,),
    "go_back": (None,),
    "finish": (_SLOT, None),
}


def constants() -> list[str]:
    """Every stretch of prompt and completion that is the same whatever the page: paragraphs of the system text, the frame of the user's
    message, the skeletons of completions under every contract and grounding."""
    stretches: dict[str, None] = {}
    for text in [*_systems(), *_users(), *_completions(), *_menus()]:
        stretches.update(dict.fromkeys(stretch for stretch in text.split(_SLOT) if stretch.strip(", ")))
    return [*stretches]


def _systems() -> Iterator[str]:
    for contract in CONTRACTS.values():
        for grounding in GROUNDINGS.values():
            yield re.sub(r"\n\n", f"\n\n{_SLOT}", system_text(grounding, contract))


def _users() -> Iterator[str]:
    """The user's message around its slots: the first step, later ones, with and without messages of the page."""
    nobody = Mark(id=1, type=_SLOT, name="", text="", role="", box=(0, 0, 0, 0), visible=True, point=(0, 0))
    for contract in CONTRACTS.values():
        for grounding in GROUNDINGS.values():
            for notices in ((), (_SLOT,)):
                seen = Observation("", "", b"", (nobody,), (0.0, 0.0), notices=notices)
                for history in ((), (_SLOT,)):
                    yield _NUMBER.sub(_SLOT, render(_SLOT, seen, history, grounding, contract).user).replace(
                        f"{_SLOT}. ", f"{_SLOT}. {_SLOT}"
                    )


def _completions() -> Iterator[str]:
    """Completions with their values cut out."""
    target = Mark(id=1, type="A", name="", text="", role="", box=(0, 0, 0, 0), visible=True, point=(2.0, 3.0))
    for contract in CONTRACTS.values():
        for grounding in GROUNDINGS.values():
            for verb, contents in _CARRIES.items():
                mark = target if verb in ELEMENT_VERBS else None
                for content in contents:
                    text = write(contract, grounding, verb, mark, content=content, think=_SLOT, guide=_SLOT)
                    yield re.sub(r'(?<=")1(?=")|\b[23]\b', _SLOT, text)


def _menus() -> Iterator[str]:
    for kind in TYPES:
        yield f"] {kind} "
    yield from ("\n[", "\n- ", " '", "' ", "'.")


@cache
def demonstrations() -> tuple[dict[str, Any], ...]:
    """Tasks with their demonstrations, those of the test part left out: `intent`, `slots` and `steps` of each."""
    data = Path(miniarena.__file__).parent / "data"
    tasks, shown, split = (json.loads((data / f"{name}.json").read_text(encoding="utf-8")) for name in ("tasks", "demonstrations", "split"))
    steps = {one["task_id"]: one["steps"] for one in shown}
    held_out = set(split["test"])
    return tuple(
        {"intent": task["intent"], "slots": task["instantiation_dict"], "steps": steps[task["task_id"]]}
        for task in tasks
        if task["task_id"] in steps and task["task_id"] not in held_out
    )


def labels() -> list[str]:
    """Phrases of two words and more that menus, tasks and guides share, seen at least twice, the most frequent first."""
    counts: dict[str, int] = {}
    for shown in demonstrations():
        values = [str(value) for value in shown["slots"].values()]
        for text in [*values, *(step.get(key) or "" for step in shown["steps"] for key in ("name", "content", "row"))]:
            counts[text] = counts.get(text, 0) + 1
    fit = [text for text, count in counts.items() if count > 1 and " " in text and text == clean(text) and len(text) <= LABEL_CHARS]
    return sorted(fit, key=lambda text: (-counts[text], text))


def page_texts() -> list[str]:
    """What the sites' pages say whatever their data: text and attributes of the page templates."""
    texts: set[str] = set()
    for path in sorted(Path(miniarena.__file__).parent.rglob("*.html")):
        source = re.sub(r"\{[%#].*?[%#]\}|<script.*?</script>|<style.*?</style>", "\n", path.read_text(encoding="utf-8"), flags=re.S)
        source = re.sub(r"\{\{.*?\}\}", "\n", source, flags=re.S)
        texts.update(re.findall(r'(?:aria-label|placeholder|title|alt|value)="([^"{}<>]{3,80})"', source))
        texts.update(" ".join(piece.split()) for piece in re.sub(r"<[^>]*>", "\n", source).splitlines())
    return sorted(text for text in texts if re.search(r"[A-Za-z]{3}", text) and len(text) <= 80)


def corpus() -> Iterator[str]:
    """Texts the byte pairs are counted on: sentences, and labels as menu lines, quoted and alone. Menus weigh more than prose."""
    random = Random("tiny corpus")
    lines = list(page_texts())
    for shown in demonstrations():
        yield shown["intent"]
        for step in shown["steps"]:
            lines += [text for key in ("name", "content", "row") if (text := step.get(key))]
            yield from (text for key in ("guide", "think") if (text := step.get(key)))
    for text in lines:
        yield from (f"[{random.randint(1, MENU_LINES)}] {random.choice(TYPES)} {text}", f"'{text}'", text, text)
