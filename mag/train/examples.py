"""Stage 1's examples: at each gold step the prompt as at inference, and as target the contract's object (MAG 4.2; WebMRE 4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from mag.constants import ELEMENT_VERBS, MAX_INPUT_TOKENS, MAX_OUTPUT_TOKENS
from mag.contract.contracts import Contract
from mag.contract.gate import read
from mag.contract.grounding import Grounding
from mag.contract.prompt import render
from mag.contract.write import write
from mag.errors import BadInput
from mag.offline.corpus import Corpus, in_view
from mag.records import Mark, Observation
from mag.shown import GoldStep
from mag.train.ranks import everybodys, rank, ranks
from mag.train.rows import Rendered, Renderer, Row
from mag.train.schedule import counted

TRAIN, VALIDATION = "train", "validation"
NAMED = 8  # steps that a refusal lists by name


@dataclass(frozen=True, slots=True)
class Examples:
    """Rows to imitate, the gold step of each, and how many steps were left out, by reason."""

    rows: tuple[Row, ...]
    steps: tuple[GoldStep, ...]
    left_out: Mapping[str, int]


def divide(corpus: Corpus, seed: int) -> tuple[tuple[GoldStep, ...], tuple[GoldStep, ...]]:
    """Steps to train on and steps to validate on: the parts of those names, or, without a validation part, a tenth of the training tasks.

    Other parts are not looked at. Raises BadInput for a corpus whose training part is empty, or one task that nothing could validate.
    """
    training = corpus.select(TRAIN)
    if validation := tuple(step for step in corpus.steps if step.part == VALIDATION):
        return training, validation
    tasks = sorted({step.task_id for step in training})
    if len(tasks) == 1:
        raise BadInput(f"{corpus.folder} has one training task and no {VALIDATION} part; record more tasks")
    Random(counted(seed, VALIDATION)).shuffle(tasks)
    held = set(tasks[: max(1, len(tasks) // 10)])
    return tuple(step for step in training if step.task_id not in held), tuple(step for step in training if step.task_id in held)


def make_examples(corpus: Corpus, steps: Sequence[GoldStep], grounding: Grounding, contract: Contract, renderer: Renderer) -> Examples:
    """One row a step, in the order of the steps; screenshots are checked against their digests.

    Left out are steps whose target the view cannot name (WebMRE Table 1), and those whose target text would fail the output gate: what
    the contract forbids is not imitated (ours). Text is as the tokenizer leaves it, which for this family is NFC. Raises BadInput when
    nothing is left, Corrupt for a damaged screenshot.
    """
    rows: list[Row] = []
    kept: list[GoldStep] = []
    left_out: Counter[str] = Counter()
    for step in steps:
        if not in_view(step, grounding.name):
            left_out[f"target not in the {grounding.name} view"] += 1
            continue
        text = target_text(step, grounding, contract)
        gate = read(text, step.marks, step.title, grounding, contract)[2]
        if not gate.passed:
            left_out[f"fails the gate ({gate.reason})"] += 1
            continue
        rows.append(_row(corpus, step, text, (grounding, contract), renderer))
        kept.append(step)
    if not rows:
        raise BadInput(f"no step of {corpus.folder} can be trained on: {dict(left_out)}; record demonstrations, or change the contract")
    return Examples(tuple(rows), tuple(kept), dict(sorted(left_out.items())))


def target_text(step: GoldStep, grounding: Grounding, contract: Contract) -> str:
    """What the model is to say at a gold step. The step's target must be in the view."""
    return write(contract, grounding, step.verb, _target(step, grounding), content=step.content, think=step.think, guide=step.guide)


def _target(step: GoldStep, grounding: Grounding) -> Mark | None:
    """The mark as the view names it: by its id, or by the point that the demonstration acted on."""
    if step.verb not in ELEMENT_VERBS:
        return None
    mark = next((mark for mark in step.marks if mark.id == step.mark), None)
    if grounding.name == "som" or step.point is None:
        return mark
    return replace(mark or Mark(0, "", "", "", "", (*step.point, 0.0, 0.0), True, step.point), point=step.point)


def _row(corpus: Corpus, step: GoldStep, text: str, view: tuple[Grounding, Contract], renderer: Renderer) -> Row:
    png = corpus.image(step)
    seen = Observation(step.url, step.title, png, step.marks, step.scroll, notices=step.notices, obs_stale=step.obs_stale)
    try:
        prompt = render(step.intent, seen, step.history, *view)
    except BadInput as error:
        raise BadInput(f"task {step.task_id}, step {step.index} cannot be trained on: {error}") from None
    return Row(
        key=f"{step.task_id}/{step.index}",
        task_id=step.task_id,
        expert=True,
        advantage=1.0,
        system=prompt.system,
        user=prompt.user,
        image=corpus.folder / step.image,
        prompt_digest="",
        token_ids=renderer.completion(text),
    )


def lengths(rendered: Rendered) -> list[int]:
    """Tokens of every row, prompt and target. Several processes share the rendering that this takes.

    Raises BadInput that names the steps over the token budget: nothing is ever cut.
    """
    own: dict[int, int] = {}
    refused: dict[int, str] = {}
    for number in range(rank(), len(rendered.rows), ranks()):
        said = len(rendered.rows[number].token_ids)
        try:
            own[number] = rendered.length(number)
        except BadInput as error:
            refused[number] = str(error)
        if said > MAX_OUTPUT_TOKENS:
            refused[number] = f"its target has {said} tokens"
    shares = everybodys((own, refused))
    over = {number: why for _, share in shares for number, why in share.items()}
    if over:
        names = ", ".join(rendered.rows[number].key for number in sorted(over)[:NAMED]) + (", ..." if len(over) > NAMED else "")
        raise BadInput(
            f"{len(over)} steps do not fit into {MAX_INPUT_TOKENS} tokens of prompt and {MAX_OUTPUT_TOKENS} of target: {names} "
            f"(task/step; the first: {over[min(over)]}); leave them out of the corpus"
        )
    return [length for _, length in sorted((number, length) for share, _ in shares for number, length in share.items())]
