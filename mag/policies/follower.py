"""Followers of guides: the scripted one, and the policy that plays an evaluation's guides on the live sites, sentence by sentence.

The scripted follower uses no model, so what it cannot follow a person may still. Its rules were written with miniarena's demonstrations
at hand: its rates compare guides with one another, they do not say what a person would manage.
"""

from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path

from mag.contract.gate import read
from mag.contract.write import write
from mag.errors import BadInput
from mag.follow.ask import CONTRACT, GROUNDING, follow, follower_name
from mag.follow.pick import choose
from mag.policies.base import EpisodeSpec, Policy, Turn, opened
from mag.records import Completion, digest
from mag.runs import EvalFolder

TRIES = 2  # for a sentence that yields no action: the page may not have come to rest the first time
GIVEN_UP = '{"action_type": null, "selected_candidate_id": null, "content": null}'


class WordsFollower:
    """Reads the sentence's verb, quoted spans and payload, and picks the best line of the menu; gives up where none is meant."""

    name = "follower-words-1"
    identity = "1"

    def agent(self, spec: EpisodeSpec) -> "WordsAgent":
        """See Policy.agent. The sentence is what stands for the task."""
        return WordsAgent(spec)


class WordsAgent:
    """One sentence."""

    def __init__(self, spec: EpisodeSpec) -> None:
        self.spec = spec

    async def act(self, turn: Turn) -> Completion:
        """See Agent.act."""
        pick = choose(self.spec.web_task.intent, turn.observation.marks)
        if pick is None:
            return Completion(GIVEN_UP)
        return Completion(write(self.spec.contract, self.spec.grounding, pick.verb, pick.mark, content=pick.content))


class FollowedPolicy:
    """The guides of an evaluation's episodes, followed on fresh sites: each step is one sentence, the task itself is never shown.

    Contract A under som only: a follower writes no guide, and it points at lines of the menu.
    """

    name = "followed"

    def __init__(self, guides: Mapping[tuple[int, int], Sequence[str]], follower: Policy) -> None:
        self.guides, self.follower = guides, follower
        self.identity = f"{follower_name(follower)}/{digest([[*key, *texts] for key, texts in sorted(guides.items())])[:12]}"

    @classmethod
    def of(cls, folder: Path, follower: Policy) -> "FollowedPolicy":
        """From the episodes of an evaluation's folder. Raises BadInput where nobody wrote a guide."""
        guides = {(episode.web_task.task_id, episode.sample): episode.guides for episode in EvalFolder(folder).load()}
        if not any(guides.values()):
            raise BadInput(f"{folder} holds no guides to follow; give an evaluation whose contract asks for them (full, J, JG)")
        return cls(guides, follower)

    async def __aenter__(self) -> "FollowedPolicy":
        self._open = AsyncExitStack()
        await self._open.enter_async_context(opened(self.follower))
        return self

    async def __aexit__(self, *error: object) -> None:
        await self._open.aclose()

    def agent(self, spec: EpisodeSpec) -> "FollowedAgent":
        """See Policy.agent. Raises BadInput for another contract or grounding, and for a task without an episode."""
        if (spec.contract.name, spec.grounding.name) != (CONTRACT.name, GROUNDING.name):
            raise BadInput(f"guides are followed under contract {CONTRACT.name} and {GROUNDING.name}; give these two")
        key = (spec.web_task.task_id, spec.sample)
        if key not in self.guides:
            raise BadInput(f"there is no guide for task {key[0]}, sample {key[1]}; choose tasks the evaluation has")
        return FollowedAgent(self.guides[key], self.follower, spec)


class FollowedAgent:
    """One episode. A sentence without an action costs a step and is tried once more, then the next one is taken.

    After the last sentence it stops without an answer, as a person does whose guide ends.
    """

    def __init__(self, sentences: Sequence[str], follower: Policy, spec: EpisodeSpec) -> None:
        self.sentences, self.follower, self.spec = sentences, follower, spec
        self.position = self.tried = 0

    async def act(self, turn: Turn) -> Completion:
        """See Agent.act."""
        if self.position >= len(self.sentences):
            return Completion(write(self.spec.contract, self.spec.grounding, "finish"))
        seen = turn.observation
        sentence = self.sentences[self.position]
        said = await follow(self.follower, sentence, seen, self.spec.seed + turn.index)
        _, action, _, _ = read(said.text, seen.marks, seen.title, self.spec.grounding, self.spec.contract)
        self.tried += 1
        if action is not None or self.tried >= TRIES:
            self.position, self.tried = self.position + 1, 0
        # The record's prompt is the harness's, which nobody read here: what was read goes where reasoning goes.
        return replace(said, text=f"<think>{sentence.replace('<', ' ')}</think>\n{said.text}")
