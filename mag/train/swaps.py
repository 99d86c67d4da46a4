"""More demonstrations from few: a task's slot values exchanged for those of other training tasks, wherever they stand.

A tiny model shown a few hundred tasks learns each task's own names by heart. Exchanged names keep the page whole (the two names change
places everywhere, so no name comes twice) and make the model read: which name is asked for, and where it stands. Ours, not the papers';
screenshots stay as they are, so this is for models whose picture is too small to read.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from random import Random

from mag.records import WebTask
from mag.shown import GoldStep
from mag.train.schedule import counted
from mag.train.tiny_pages import phrase

Slot = tuple[int, str]  # template, name


def values_of(tasks: Sequence[WebTask]) -> dict[Slot, list[str]]:
    """Each slot's values in these tasks, in order, without repetition."""
    found: dict[Slot, dict[str, None]] = {}
    for web_task in tasks:
        for name, value in web_task.instantiation_dict.items():
            found.setdefault((web_task.intent_template_id, name), {})[str(value)] = None
    return {slot: list(values) for slot, values in found.items()}


def swapped(
    steps: Sequence[GoldStep], tasks: Sequence[WebTask], copies: int, seed: int, unchanged: bool = False, invention: float = 0.0
) -> Iterator[GoldStep]:
    """So many copies of each task's steps with values exchanged, the same ones in all its steps; seeded.

    steps: in the order of tasks. tasks: whose values may be used, these steps' own among them. A copy in which nothing could be exchanged
    is left out, or with `unchanged` the same again.
    invention: share of the values that become a made-up phrase, which stands nowhere on the pages, instead of another task's.
    """
    known, values = {web_task.task_id: web_task for web_task in tasks}, values_of(tasks)
    for task_id, own in groupby(steps, key=lambda step: step.task_id):
        episode = list(own)
        text = "\n".join(line for step in episode for line in _lines(step))
        for copy in range(copies if task_id in known else 0):
            pairs = _pairs(known[task_id], text, values, Random(counted(seed, "swap", task_id, copy)), invention)
            if pairs:
                exchange = _exchange(pairs)
                yield from (_changed(step, exchange) for step in episode)
            elif unchanged:
                yield from episode


def _pairs(web_task: WebTask, text: str, values: Mapping[Slot, Sequence[str]], random: Random, invention: float) -> dict[str, str]:
    """What becomes what. Only values that stand in the task as they are or with another first letter: other spellings would stay behind."""
    pairs: dict[str, str] = {}
    taken: list[str] = []  # lower case
    for name, slot in web_task.instantiation_dict.items():
        value = str(slot)
        others = [one for one in values[web_task.intent_template_id, name] if one != value]
        random.shuffle(others)
        invented = random.random() < invention and any(map(str.isalpha, value))  # a number stays one
        other = next(iter([phrase(random, False)] if invented else others), "")
        own = [value.lower(), other.lower()]
        usable = value in web_task.intent and all(own) and all(_spelt_alike(one, text) for one in (value, other))
        clash = any(a in b or b in a for a in own for b in (*taken, *own) if a is not b) or (invented and own[1] in text.lower())
        if usable and not clash:
            taken += own
            for there, instead in zip(_spellings(value), _spellings(other), strict=True):
                pairs.setdefault(there, instead)
                if not invented:
                    pairs.setdefault(instead, there)
    return pairs


def _spellings(value: str) -> tuple[str, str, str]:
    """As it is, as a label begins, and as it stands within a sentence."""
    return value, value[:1].upper() + value[1:], value.lower()


def _spelt_alike(value: str, text: str) -> bool:
    return text.lower().count(value.lower()) == sum(text.count(spelling) for spelling in {*_spellings(value)})


def _exchange(pairs: Mapping[str, str]) -> Callable[[str], str]:
    whole = re.compile("|".join(rf"(?<!\w){re.escape(value)}(?!\w)" for value in sorted(pairs, key=len, reverse=True)))
    return lambda text: whole.sub(lambda found: pairs[found[0]], text)


def _lines(step: GoldStep) -> Iterator[str]:
    yield from (step.intent, step.content or "", step.guide, step.think, *step.history, *step.notices)
    for mark in step.marks:
        yield from (mark.name, mark.text)


def _changed(step: GoldStep, exchange: Callable[[str], str]) -> GoldStep:
    return replace(
        step,
        intent=exchange(step.intent),
        marks=tuple(replace(mark, name=exchange(mark.name), text=exchange(mark.text)) for mark in step.marks),
        notices=tuple(map(exchange, step.notices)),
        history=tuple(map(exchange, step.history)),
        content=None if step.content is None else exchange(step.content),
        guide=exchange(step.guide),
        think=exchange(step.think),
    )
