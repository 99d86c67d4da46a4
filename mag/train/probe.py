"""After a push: do the weights that were trained answer, and does the engine compute what training computes?

The engine samples a few tokens after fixed prompts, and says how probable each of them was. The training stack, in a process of its own
(`python -m mag.train.probe FOLDER`), computes the same numbers from the checkpoint on disk. Sampled, not greedy: tokens that are nearly
certain would agree whatever the weights.

<folder>/asked.json   prompts' answers as the engine gave them, and which checkpoint they should be of
<folder>/found.json   how far the two are apart
"""

from __future__ import annotations

import io
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import TypeAdapter

from mag.contract.contracts import CONTRACTS
from mag.contract.grounding import GROUNDINGS
from mag.contract.prompt import Prompt, render
from mag.errors import BadInput, Corrupt, MagError
from mag.models.base import Ask, Decoding, Model
from mag.models.conversation import conversation
from mag.records import Mark, Observation
from mag.runs import read_json, write_atomic, write_json
from mag.train.settings import GrpoConf

if TYPE_CHECKING:
    from mag.train.rows import Row

ASKED, FOUND = "asked.json", "found.json"
TOKENS, SEED = 24, 7
# How far the mean log-probability may be off: nothing but the order of sums in fp32, roundings of every layer in 16 bits. Ours.
TOLERANCE = {"float32": 1e-3, "bfloat16": 5e-2, "float16": 5e-2}
NAMES = (("Orders", "Reviews", "Search"), ("Projects", "New issue", "Milestones", "Sign out"))


@dataclass(frozen=True)
class Answer:
    """What the engine said after one of the prompts."""

    prompt_digest: str
    token_ids: tuple[int, ...]
    logprobs: tuple[float, ...]


@dataclass(frozen=True)
class Asked:
    """What the process reads."""

    weights: str  # checkpoint that should have answered
    before: str  # the one that would have, had nothing been pushed
    answers: tuple[Answer, ...]
    conf: GrpoConf


_ASKED: TypeAdapter[Asked] = TypeAdapter(Asked)


def prompts() -> list[tuple[Prompt, bytes]]:
    """The fixed prompts, each with its picture (PNG)."""
    from PIL import Image

    made = []
    for number, names in enumerate(NAMES, 1):
        picture = io.BytesIO()
        Image.linear_gradient("L").resize((1440, 900)).convert("RGB").rotate(180 * (number - 1)).save(picture, "PNG")
        marks = tuple(Mark(at, "A", name, name, "link", (9, 40 * at, 90, 20), True, (50, 40 * at + 9)) for at, name in enumerate(names, 1))
        seen = Observation("http://probe.test/", "Probe", picture.getvalue(), marks, (0.0, 0.0))
        made.append((render(f"Open '{names[-1]}'.", seen, (), GROUNDINGS["som"], CONTRACTS["full"]), picture.getvalue()))
    return made


async def ask_engine(model: Model) -> tuple[Answer, ...]:
    """Let the engine answer. Raises BadInput for one that tells no token ids."""
    answers = []
    async with model:
        for number, (prompt, picture) in enumerate(prompts(), 1):
            decoding = Decoding(max_output_tokens=TOKENS, temperature=1.0, seed=SEED)
            said = await model.complete(Ask(conversation(prompt, picture), decoding, f"probe/{number}"))
            if not said.token_ids or len(said.logprobs) != len(said.token_ids):
                raise BadInput(f"{model.name} tells no token ids with log-probabilities; train with a local engine or vLLM")
            answers.append(Answer(said.prompt_digest, said.token_ids, said.logprobs))
    return tuple(answers)


def compare(folder: Path) -> None:
    """Write found.json: mean and largest difference between engine and training, in nats a token; `before`: of the old weights."""
    import torch

    asked = _ASKED.validate_json((folder / ASKED).read_bytes())
    torch.set_num_threads(asked.conf.threads)
    engine = [value for answer in asked.answers for value in answer.logprobs]
    rows = _rows(folder, asked)
    found = {"mean": 0.0, "largest": 0.0, "mean_before": 0.0, "tokens": float(len(engine))}
    for weights, ending in ((asked.weights, ""), (asked.before, "_before")):
        gaps = [abs(one - other) for one, other in zip(engine, _logprobs(rows, Path(weights), asked.conf), strict=True)]
        found |= {f"mean{ending}": sum(gaps) / len(gaps)} | ({} if ending else {"largest": max(gaps)})
    write_json(folder / FOUND, found)


def _rows(folder: Path, asked: Asked) -> list[Row]:
    from mag.train.rows import Row

    rows = []
    for number, ((prompt, picture), answer) in enumerate(zip(prompts(), asked.answers, strict=True), 1):
        image = folder / f"prompt-{number}.png"
        write_atomic(image, picture)
        rows.append(Row(f"probe/{number}", 0, False, 0.0, prompt.system, prompt.user, image, answer.prompt_digest, answer.token_ids))
    return rows


def _logprobs(rows: Sequence[Row], weights: Path, conf: GrpoConf) -> list[float]:
    import torch

    from mag.train.batches import collate
    from mag.train.logprobs import token_logprobs
    from mag.train.plain import load_model
    from mag.train.render import ProcessorRenderer
    from mag.train.rows import Rendered

    rendered = Rendered(rows, ProcessorRenderer.load(weights))
    model = load_model(weights, getattr(torch, conf.dtype), conf).eval()
    with torch.no_grad():
        values: list[float] = token_logprobs(model, collate(rendered, range(len(rows))).to(model.device)).tolist()
    return values


def write_asked(folder: Path, asked: Asked) -> None:
    """What the process is to compare."""
    write_json(folder / ASKED, asdict(asked))


def read_found(folder: Path, dtypes: Sequence[str]) -> dict[str, float]:
    """What the process found. dtypes: of engine and training; the coarser one says how far they may be apart.

    Raises Corrupt when they are further apart: other weights answer than were trained, or the two stacks compute different things.
    """
    found: dict[str, float] = read_json(folder / FOUND)
    allowed = max(TOLERANCE[dtype] for dtype in dtypes)
    if not found["mean"] <= allowed:
        raise Corrupt(
            f"the engine is {found['mean']:.2g} nats a token from the weights just trained, {allowed:g} is allowed: other weights answer, "
            "or another computation; restart the engine and start the same command again, nothing is lost"
        )
    return found


def main(arguments: Sequence[str]) -> int:
    """The process."""
    try:
        compare(Path(arguments[0]))
    except MagError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
