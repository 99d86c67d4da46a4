"""Gold steps by hand, and answers to them."""

import hashlib
from dataclasses import replace

from mag.contract.contracts import CONTRACTS
from mag.contract.grounding import GROUNDINGS
from mag.contract.write import write
from mag.records import Mark
from mag.shown import GoldStep, StepCompletion

PICTURE = b"\x89PNG not looked into"
SHA = hashlib.sha256(PICTURE).hexdigest()


def make_mark(number, text, kind, box, visible=True):
    x, y, width, height = box
    return Mark(number, kind, text, text, "link", box, visible, (x + width / 2, y + height / 2), key=f"0.{number}")


REPORTS = make_mark(1, "Reports", "A", (0, 0, 100, 40))
ORDERS = make_mark(2, "Orders", "A", (220, 0, 100, 40))
SEARCH = make_mark(3, "Search", "INPUT", (0, 100, 200, 30))
FAR = make_mark(4, "Far below", "A", (0, 2_000, 100, 40), visible=False)
MARKS = (REPORTS, ORDERS, SEARCH, FAR)


def gold_step(task_id, index, verb, mark=None, content=None, guide="", **other):
    target = next((item for item in MARKS if item.id == mark), None)
    fields = {
        "intent": f"Do {task_id}",
        "site": "shopping" if task_id % 2 else "map",
        "url": "http://shop.test/",
        "title": "Shop",
        "image": f"images/{SHA}.png",
        "image_sha256": SHA,
        "marks": MARKS,
        "scroll": (0.0, 0.0),
        "notices": (),
        "history": (),
        "box": target and target.box,
        "point": target.point if target and target.visible else None,
        "part": "test",
    } | other
    return GoldStep(task_id=task_id, index=index, verb=verb, mark=mark, content=content, guide=guide, **fields)


def six_steps():
    """Two tasks, six steps, of which som cannot name the target of one and coord that of another."""
    return (
        gold_step(1, 1, "click", 1, guide="Click 'Reports'."),
        gold_step(1, 2, "type", 3, "blue mug", "Type 'blue mug' into 'Search'.", obs_stale=True),
        gold_step(1, 4, "finish", None, "42", "Report '42'."),
        gold_step(2, 1, "click", None, guide="Click 'Orders'.", box=ORDERS.box, point=(270.0, 20.0)),
        gold_step(2, 2, "scroll", None, "down", "Scroll down."),
        gold_step(2, 3, "click", 4, guide="Click 'Far below'."),
    )


def said(step, contract="J", grounding="som", model="m", seed=0, **other):
    """A right answer to a gold step, with `other` of verb, mark, content, think, guide or text instead."""
    mark_id = other.pop("mark", step.mark)
    stamps = {name: other.pop(name) for name in ("corpus", "protocol") if name in other}
    mark = next((item for item in step.marks if item.id == mark_id), None)
    if grounding == "coord" and "point" not in other and mark_id is None and step.point:
        other["point"] = step.point
    if point := other.pop("point", None):
        mark = replace(REPORTS, point=point)
    text = other.pop("text", None)
    fields = {"content": step.content, "think": "so", "guide": step.guide} | other
    verb = fields.pop("verb", step.verb)
    written = write(CONTRACTS[contract], GROUNDINGS[grounding], verb, mark, **fields) if text is None else text
    return StepCompletion(*step.key, model, contract, grounding, written, seed, **stamps)
