"""Steps per second of the local engine with 1, 6 and 24 episodes at once, beside transformers' own generate.

    python bench/rollout.py CHECKPOINT EVALUATION [--repetitions 5] [--tokens 32]

EVALUATION is the folder of any evaluation of contract full: its episodes' prompts and screenshots are asked again, step after step, each
episode waiting for its completion before it asks on. Every completion has the same number of tokens. Rendering of text and picture is
part of every side. The sides take turns; a line gives the median over the repetitions and their extremes, and the processor time of a
step, which other work on the machine disturbs less than the wall clock.
"""

import argparse
import asyncio
import statistics
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import torch
import transformers

from mag.contract.contracts import CONTRACTS
from mag.contract.grounding import GROUNDINGS
from mag.contract.prompt import Prompt, system_text
from mag.local.model import LocalModel
from mag.local.picture import KEPT
from mag.local.prompt import Rendered, render
from mag.models.base import Ask, Decoding, Message
from mag.models.conversation import conversation
from mag.runs import EvalFolder
from mag.settings import ModelConf

Steps = list[tuple[Message, ...]]


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("checkpoint", type=Path)
    options.add_argument("evaluation", type=Path)
    options.add_argument("--repetitions", type=int, default=5)
    options.add_argument("--tokens", type=int, default=32)
    options.add_argument("--steps", type=int, default=48, help="of a repetition, all episodes together")
    chosen = options.parse_args()
    transformers.logging.disable_progress_bar()
    torch.set_num_threads(1)
    asyncio.run(compare(chosen.checkpoint, prompts(chosen.evaluation), chosen))


def prompts(evaluation: Path) -> Steps:
    """The conversation of every step of the evaluation."""
    found = []
    for episode in EvalFolder(evaluation).load():
        system = system_text(GROUNDINGS[episode.grounding], CONTRACTS[episode.contract])
        (folder,) = (evaluation / "episodes").glob(f"{episode.web_task.task_id}-s{episode.sample}-*")
        found += [conversation(Prompt(system, step.prompt), (folder / step.image).read_bytes()) for step in episode.steps]
    return found


async def compare(checkpoint: Path, steps: Steps, chosen: argparse.Namespace) -> None:
    """Every side in turn, as often as asked."""
    model = LocalModel(ModelConf(client="local", model=str(checkpoint), in_flight=24))
    async with model:
        shared = model._shared
        shared.engine._batch.ends = frozenset()  # nobody ends a turn: every completion has its tokens
        plain = transformers.AutoModelForImageTextToText.from_pretrained(checkpoint).eval()

        def engine(episodes: int) -> Callable[[Steps], Awaitable[None]]:
            async def run(some: Steps) -> None:
                async def play(own: Steps) -> None:
                    for messages in own:
                        await model.complete(Ask(messages, Decoding(max_output_tokens=chosen.tokens, temperature=1.0, seed=1)))

                await asyncio.gather(*(play(some[number::episodes]) for number in range(episodes)))

            return run

        def generate(at_once: int) -> Callable[[Steps], Awaitable[None]]:
            async def run(some: Steps) -> None:
                for start in range(0, len(some), at_once):
                    rendered = [render(shared.processor, messages) for messages in some[start : start + at_once]]
                    plain_generate(plain, rendered, shared.processor.tokenizer.pad_token_id, chosen.tokens)

            return run

        sides = {f"engine, {count} at once": engine(count) for count in (1, 6, 24)}
        sides |= {f"generate, batches of {count}": generate(count) for count in (1, 24)}
        rates, costs = {name: [] for name in sides}, {name: [] for name in sides}
        for repetition in range(chosen.repetitions + 1):
            some = [steps[(repetition * chosen.steps + number) % len(steps)] for number in range(chosen.steps)]
            for name, run in sides.items():
                own = some if "24" in name else some[: max(6, chosen.steps // 4)]  # the slow sides need no more
                KEPT.clear()  # no side profits from pictures that another one has read
                wall, cpu = time.perf_counter(), time.process_time()
                await run(own)
                if repetition:  # the first one warms up
                    rates[name].append(len(own) / (time.perf_counter() - wall))
                    costs[name].append(1000 * (time.process_time() - cpu) / len(own))
    for name in sides:
        spread = f"{statistics.median(rates[name]):7.2f} steps/s ({min(rates[name]):.2f} to {max(rates[name]):.2f})"
        print(f"{name:26s} {spread}   {statistics.median(costs[name]):6.0f} ms of processor a step")
    one, many = (statistics.median(rates[f"engine, {count} at once"]) for count in (1, 24))
    print(f"24 at once are {many / one:.1f} times one; {chosen.tokens} tokens a completion, {chosen.repetitions} repetitions")


def plain_generate(model: object, rendered: list[Rendered], pad: int, tokens: int) -> None:
    """One call of transformers' generate for prompts padded on the left."""
    width = max(len(one.ids) for one in rendered)
    ids = torch.tensor([[pad] * (width - len(one.ids)) + list(one.ids) for one in rendered])
    seen = torch.tensor([[0] * (width - len(one.ids)) + [1] * len(one.ids) for one in rendered])
    with torch.inference_mode():
        model.generate(
            input_ids=ids,
            attention_mask=seen,
            mm_token_type_ids=(ids == model.config.image_token_id).int(),
            pixel_values=torch.cat([one.pixels for one in rendered]),
            image_grid_thw=torch.cat([one.grid for one in rendered]),
            max_new_tokens=tokens,
            min_new_tokens=tokens,
            do_sample=True,
            temperature=1.0,
            top_k=0,
        )


if __name__ == "__main__":
    main()
