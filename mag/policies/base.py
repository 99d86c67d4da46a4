"""What a policy is to the harness: for every episode an agent, for every step a raw completion."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Protocol

from mag.contract.contracts import Contract
from mag.contract.grounding import Grounding
from mag.contract.prompt import Prompt
from mag.contract.protocol import AS_PUBLISHED, Limits
from mag.records import Completion, Observation, WebTask


@dataclass(frozen=True, slots=True)
class Turn:
    """One step's question: the prompt and picture a model reads, and the observation behind them for scripted policies."""

    prompt: Prompt
    observation: Observation
    index: int  # 1-based


@dataclass(frozen=True, slots=True)
class EpisodeSpec:
    """Which episode an agent is asked to play."""

    web_task: WebTask
    sample: int
    seed: int
    grounding: Grounding
    contract: Contract
    limits: Limits = AS_PUBLISHED


class Agent(Protocol):
    """Plays one episode."""

    async def act(self, turn: Turn) -> Completion:
        """The raw completion for this step; whatever it says is data, never an error."""


class Policy(Protocol):
    """Makes agents. Its identity tells two policies apart in keys and tables."""

    @property
    def name(self) -> str:
        """For tables and folders."""

    @property
    def identity(self) -> str:
        """Weights digest, model version, source of completions."""

    def agent(self, spec: EpisodeSpec) -> Agent:
        """A new agent for the episode."""


@asynccontextmanager
async def opened(policy: Policy) -> AsyncIterator[Policy]:
    """The policy, open for as long as the block lasts where it is an async context manager (a client, an engine), in the running loop."""
    if hasattr(policy, "__aenter__") and hasattr(policy, "__aexit__"):
        async with policy:
            yield policy
    else:
        yield policy
