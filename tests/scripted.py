"""A policy that says what a function says, and the completions tests say most."""

import asyncio
import json

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
