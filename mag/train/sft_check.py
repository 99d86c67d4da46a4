"""What is looked at after each epoch of stage 1: the validation loss, and greedy answers to a fixed sample of validation steps."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from mag.contract.contracts import Contract
from mag.contract.grounding import Grounding
from mag.metrics.means import mean
from mag.offline.corpus import Corpus
from mag.offline.force import Forcing, complete
from mag.offline.measures import Scored, score
from mag.settings import ModelConf
from mag.shown import GoldStep, StepCompletion
from mag.train.batches import Sizes
from mag.train.ranks import rank, ranks, total
from mag.train.rows import Rendered
from mag.train.schedule import counted
from mag.train.sft_conf import SftConf
from mag.train.sft_trainer import NO_LOSS, inputs_of

MEASURED = {"ofcr": "ofcr", "verb": "type", "content": "content", "step": "saa_mag", "guide": "g"}
TARGET = {"som": "same", "coord": "kernel"}  # the element's own id, or the kernel of the distance to it
AT_ONCE = 16  # answers generated together


def validation_loss(trainer: Any, rendered: Rendered, sizes: Sequence[int]) -> float:
    """Mean of -log pi over all target tokens of the rows, nats. sizes: tokens of each row. Every process calls it."""
    import torch

    order = sorted(range(len(sizes)), key=lambda row: (sizes[row], row))
    micros = [micro.rows for micro in Sizes(rows=trainer.args.per_device_eval_batch_size).split(order, sizes)]
    rounds = -(-len(micros) // ranks())
    sums = torch.zeros(2, dtype=torch.double, device=trainer.args.device)
    trainer.model_wrapped.eval()
    with torch.no_grad():
        for position in range(rank(), rounds * ranks(), ranks()):  # each process equally often: ZeRO gathers weights in step
            inputs = inputs_of(rendered, micros[position % len(micros)])
            tokens = int((inputs["labels"] != NO_LOSS).sum())
            loss = trainer.model_wrapped(**{name: value.to(trainer.args.device) for name, value in inputs.items()}).loss
            if position < len(micros):
                sums += torch.tensor([float(loss) * tokens, tokens], dtype=torch.double, device=sums.device)
    trainer.model_wrapped.train()
    value, count = total(sums).tolist()
    return float(value / count)


def sample(steps: Sequence[GoldStep], count: int, seed: int) -> tuple[GoldStep, ...]:
    """The steps that are answered after every epoch: at most so many, the same each time."""
    ordered = sorted(steps, key=lambda step: step.key)
    chosen = Random(counted(seed, "answers")).sample(ordered, min(count, len(ordered)))
    return tuple(sorted(chosen, key=lambda step: step.key))


def answers(
    corpus: Corpus, steps: Sequence[GoldStep], weights: Path, view: tuple[Grounding, Contract], conf: SftConf
) -> list[StepCompletion]:
    """Greedy answers to these steps, teacher-forced, by the engine that serves a checkpoint's weights in evaluation."""
    from mag.local.model import LocalModel
    from mag.policies.model import ModelPolicy

    grounding, contract = view
    options = {"device": conf.device, "dtype": conf.dtype, "threads": str(conf.threads)}
    own = ModelConf(client="local", model=str(weights), max_output_tokens=conf.check_tokens, in_flight=AT_ONCE, options=options)
    forcing = Forcing(ModelPolicy("sft", LocalModel(own), own), contract, grounding, model="sft", parallel=AT_ONCE)
    found: list[StepCompletion] = []
    asyncio.run(complete(replace(corpus, steps=tuple(steps)), forcing, {}, found.append))
    return sorted(found, key=lambda answer: answer.key)


def accuracy(steps: Sequence[GoldStep], said: Sequence[StepCompletion]) -> dict[str, float | None]:
    """Means over the steps, on 0..1: OFCR, verb, target, content, all three (A), and guide overlap G; None where no step has a value."""
    by_key: Mapping[tuple[int, int], GoldStep] = {step.key: step for step in steps}
    scored: list[Scored] = [score(by_key[answer.key], answer) for answer in said]
    measures = MEASURED | {"target": TARGET[said[0].grounding]}
    return {name: mean(one.value(measure) for one in scored) for name, measure in measures.items()}
