"""A policy that says what a function says, the completions tests say most, and an ear for what a sweep reports."""

import asyncio
import json
from collections import Counter

from mag.records import Completion


class Scripted:
    """Every turn is answered by the function; a coroutine is awaited."""

    name, identity = "scripted", "test"

    def __init__(self, say):
        self.say = say

    def agent(self, spec):
        return self

    async def act(self, turn):
        text = self.say(turn)
        return Completion(await text if asyncio.iscoroutine(text) else text)


def reply(verb, target=None, content=None, guide="Click the link."):
    return json.dumps({"think": "so", "action_type": verb, "selected_candidate_id": target, "content": content, "guide_text": guide})


def on(turn, verb, role, name, content=None):
    """The reply that acts on the mark of this role whose name holds the text."""
    found = next(mark for mark in turn.observation.marks if mark.role == role and name.lower() in mark.name.lower())
    return reply(verb, str(found.id), content)


def opens_a_page(turn):
    """Two steps: the site's front page by its logo or first link, then the end."""
    return reply("click", "1") if turn.index == 1 else reply("finish", None, "x")


class Reports:
    """What a sweep said about its attempts."""

    def __init__(self):
        self.outcomes, self.reasons = Counter(), []

    def __call__(self, unit, outcome, reason):
        self.outcomes[outcome] += 1
        if reason:
            self.reasons.append(reason)
