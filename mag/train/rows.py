"""Training rows: one step of one episode is one row (each turn has its own screenshot, there is nothing to merge)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from mag.contract.contracts import CONTRACTS
from mag.contract.grounding import GROUNDINGS
from mag.contract.prompt import system_text
from mag.errors import BadInput, Corrupt
from mag.records import Episode, Step
from mag.train.groups import Group, Trajectory

if TYPE_CHECKING:
    from torch import Tensor


class Renderer(Protocol):
    """Turns what a step showed and said into what the model reads. The engine that rolled the episodes renders by the same one."""

    pad_id: int

    def prompt(self, system: str, user: str, png: bytes) -> Mapping[str, Tensor]:
        """The model's inputs up to where the assistant begins: `input_ids` and `mm_token_type_ids` [1, P], `pixel_values`, ...

        Raises BadInput for a prompt over the token budget.
        """

    def prompt_digest(self, ids: Sequence[int]) -> str:
        """As engines write it into `Step.prompt_digest`."""

    def completion(self, text: str) -> tuple[int, ...]:
        """Token ids of an assistant's turn, its end included."""


@dataclass(frozen=True, slots=True)
class Row:
    """One step to be trained on. Everything but the pixels and the prompt's ids, which `Rendered` renders when they are needed."""

    key: str  # episode and step
    task_id: int
    expert: bool
    advantage: float  # A_i of its trajectory
    system: str
    user: str
    image: Path
    prompt_digest: str  # of the prompt's ids as sampled from, "" where nobody recorded it
    token_ids: tuple[int, ...]  # loss tokens: exactly those sampled; an expert's are its completion's, tokenised


def make_rows(groups: Iterable[Group], renderer: Renderer) -> list[Row]:
    """The rows of these groups, in the order of groups, members and steps.

    Steps of an expert that fail the output gate are left out: what the contract forbids is not imitated (ours). Raises BadInput for a
    policy's step without the ids it sampled.
    """
    return [
        _row(member, advantage, step, renderer)
        for group in groups
        for member, advantage in zip(group.members, group.advantages, strict=True)
        for step in member.episode.steps
        if (step.gate.passed if member.expert else step.token_ids or step.completion)
    ]


def _row(member: Trajectory, advantage: float, step: Step, renderer: Renderer) -> Row:
    episode = member.episode
    key = f"{episode.key[:12]}/{step.index}"
    if not member.expert and not step.token_ids:
        raise BadInput(f"step {key} carries no token ids; roll the episodes with an engine that gives them (local, or served by vLLM)")
    return Row(
        key=key,
        task_id=episode.web_task.task_id,
        expert=member.expert,
        advantage=advantage,
        system=_system(episode),
        user=step.prompt,
        image=member.folder / step.image,
        prompt_digest="" if member.expert else step.prompt_digest,
        token_ids=renderer.completion(step.completion) if member.expert else step.token_ids,
    )


def _system(episode: Episode) -> str:
    return system_text(GROUNDINGS[episode.grounding], CONTRACTS[episode.contract])


class Rendered:
    """The model's inputs of rows. Those rendered last are kept as far as `keep_bytes` go; the rest is rendered again when needed."""

    def __init__(self, rows: Sequence[Row], renderer: Renderer, keep_bytes: int = 2**31) -> None:
        self.rows, self.renderer, self.room = rows, renderer, keep_bytes
        self._kept: dict[int, Mapping[str, Tensor]] = {}

    def __getitem__(self, number: int) -> Mapping[str, Tensor]:
        """The prompt of a row, every tensor as `Renderer.prompt` gives it.

        Raises Corrupt when it is not the prompt that was sampled from, BadInput when it is over the token budget: nothing is cut.
        """
        if number in self._kept:
            return self._kept[number]
        row = self.rows[number]
        try:
            inputs = self.renderer.prompt(row.system, row.user, row.image.read_bytes())
        except BadInput as error:
            raise BadInput(f"step {row.key} cannot be trained on, leave its episode out: {error}") from None
        ids = inputs["input_ids"][0].tolist()
        if row.prompt_digest and self.renderer.prompt_digest(ids) != row.prompt_digest:
            raise Corrupt(f"the prompt of step {row.key} is not the one it was sampled from; train with the processor that rolled it")
        size = sum(tensor.nbytes for tensor in inputs.values())
        if size <= self.room:
            self._kept[number] = inputs
            self.room -= size
        return inputs

    def length(self, number: int) -> int:
        """Tokens of the whole row, prompt and completion."""
        return self[number]["input_ids"].shape[1] + len(self.rows[number].token_ids)
