"""Gold corpora of a few steps with real pictures."""

import hashlib
from dataclasses import replace

from mag.contract.protocol import protocol_digest
from mag.offline.corpus import write_corpus
from mag.shown import GoldStep
from tests.offline.steps import gold_step
from tests.train.small import png

PICTURES = {hashlib.sha256(data).hexdigest(): data for data in (png(colour) for colour in range(0, 250, 25))}


def pictured(step: GoldStep, colour: int) -> GoldStep:
    sha = list(PICTURES)[colour % len(PICTURES)]
    return replace(step, image=f"images/{sha}.png", image_sha256=sha)


def steps_of(task: int, part: str, **other) -> list[GoldStep]:
    """Click, type, finish; later steps remember the guides before them."""
    told = ("Open 'Reports'.", f"Type '{task}' into 'Search'.", f"Report '{task * 7}'.")
    first = gold_step(task, 1, "click", 1 + task % 2, guide=told[0], part=part, think="It is there.", **other)
    second = gold_step(task, 2, "type", 3, str(task), told[1], part=part, think="I search.", history=told[:1], **other)
    last = gold_step(task, 4, "finish", None, str(task * 7), told[2], part=part, think="Done.", history=told[:2], notices=("Saved",))
    return [pictured(step, task + number) for number, step in enumerate((first, second, last))]


def stored(folder, steps, **about):
    stamped = {"protocol": protocol_digest(), "snapshot": "s", "benchmark": ""} | about
    return write_corpus(folder, steps, stamped, lambda step: PICTURES[step.image_sha256])
