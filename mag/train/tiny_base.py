"""Pretraining of the tiny base on made-up pages (`mag train tiny-base`): minutes on two CPU cores, seeded, resumed where it stopped.

The rows of an update follow from the seed and its number, so a resumed training sees what an uninterrupted one would have, and at a
fixed number of threads gives the same weights bit for bit. Input and output embeddings are one matrix while the base learns, which is
how a tiny model learns to copy tokens it has hardly seen; the checkpoint then holds two (see `mag.train.tiny`).
"""

import io
import json
import os
import shutil
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from mag.errors import BadInput, Corrupt
from mag.runs import room, write_atomic
from mag.train.tiny import TinyShape, random_model, save_checkpoint
from mag.train.tiny_drills import Drills
from mag.train.tiny_pages import COPYING, KINDS
from mag.train.tiny_rows import Rows, batch, check_rows, training_rows
from mag.train.tiny_start import lay_out
from mag.train.tiny_tokenizer import build_tokenizer

if TYPE_CHECKING:
    from torch import Tensor

STATE = "training.pt"  # of an unfinished training, in the folder
CURVE = "training.json"


@dataclass(frozen=True, slots=True)
class Recipe:
    """How it is trained."""

    updates: int = 600
    rows: int = 16
    rate: float = 2.5e-3
    warmup: int = 30
    decay: float = 0.3  # share of the updates over which the rate falls to 0
    clip: float = 1.0
    stretches: float = 0.07  # share of the updates, the first ones, on repeated stretches, three rows for one
    menus: float = 0.35  # and of those up to which menus are drilled; then every third is, and the others read pages
    lines: tuple[int, int] = (12, 20)  # of menus and of pages, at most, at the end; both grow until then
    seed: int = 0
    threads: int = 2
    check_every: int = 50
    check_readings: int = 64


@dataclass(frozen=True, slots=True)
class Progress:
    """Where a training stands. Accuracies are over held-out pages, of the tokens of phrases (`copied`) and of ids."""

    update: int
    updates: int
    loss: float  # mean over the answers' tokens since the last check
    copied: float
    ids: float
    seconds: float  # spent, all runs together
    seconds_left: float


@dataclass
class Training:
    """Everything that a resumed training needs."""

    model: Any
    optimizer: Any
    update: int
    seconds: float
    curve: list[dict[str, float]]


def train_base(folder: Path, recipe: Recipe, minutes: float, report: Callable[[Progress], None], shape: TinyShape | None = None) -> bool:
    """Train for at most so many minutes; True when the base is finished, False when the same call would go on.

    The folder is a checkpoint only when it is finished. Raises BadInput for a folder that holds something else, Corrupt for a state of
    another recipe.
    """
    import torch

    if (folder / "model.safetensors").exists():
        raise BadInput(f"{folder} holds a finished model; give another folder, or remove it")
    before = torch.get_num_threads()
    torch.set_num_threads(recipe.threads)
    try:
        with room(folder):
            return _train(folder, recipe, time.monotonic() + 60 * minutes, report, shape or TinyShape())
    finally:
        torch.set_num_threads(before)


def _train(folder: Path, recipe: Recipe, deadline: float, report: Callable[[Progress], None], shape: TinyShape) -> bool:
    tokenizer = build_tokenizer()
    training = _start(folder, recipe, tokenizer, shape)
    drills, checks = Drills.of(tokenizer), check_rows(tokenizer, recipe.seed, recipe.check_readings)
    losses: list[float] = []
    begun, began_at = time.monotonic(), training.update
    spent = training.seconds
    while training.update < recipe.updates:
        training.update += 1
        losses.append(_learn(training, _rows(tokenizer, drills, recipe, training.update), recipe))
        training.seconds = spent + time.monotonic() - begun
        last = training.update == recipe.updates
        out_of_time = time.monotonic() > deadline and not last
        if training.update % recipe.check_every == 0 or last or out_of_time:
            accuracy = check(training.model, checks)
            pace = (time.monotonic() - begun) / (training.update - began_at)
            progress = Progress(
                update=training.update,
                updates=recipe.updates,
                loss=sum(losses) / len(losses),
                copied=accuracy["copied"],
                ids=accuracy["id"],
                seconds=training.seconds,
                seconds_left=pace * (recipe.updates - training.update),
            )
            training.curve.append(asdict(progress))
            losses.clear()
            report(progress)
            _save_state(folder, training, recipe, shape)
        if out_of_time:
            return False
    _finish(folder, training, recipe, tokenizer)
    return True


def _rows(tokenizer: Any, drills: Drills, recipe: Recipe, update: int) -> Rows:
    """What an update learns from."""
    random = Random(f"tiny base {recipe.seed}/{update}")
    done = update / recipe.updates
    if done <= recipe.stretches:
        return batch([drills.stretches(random) for _ in range(3 * recipe.rows)])
    if done <= recipe.menus or update % 3 == 0:
        longest = 4 + int((recipe.lines[0] - 4) * min(1.0, done / 0.6))
        return batch([drills.menu(random, longest) for _ in range(recipe.rows)])
    longest = 3 + int((recipe.lines[1] - 3) * (done - recipe.menus) / (1 - recipe.menus))
    return training_rows(tokenizer, random, recipe.rows, longest)


def check(model: Any, batches: "list[Rows]") -> Mapping[str, float]:
    """Token accuracy of the answers' phrases, teacher-forced: of every kind, and `copied` over the kinds that repeat words."""
    import torch

    right, all_ = dict.fromkeys(KINDS, 0), dict.fromkeys(KINDS, 0)
    with torch.no_grad():
        for rows in batches:
            logits, wanted, kinds = _answers(model, rows)
            hits = logits.argmax(-1) == wanted
            for number, kind in enumerate(KINDS, 1):
                right[kind] += int(hits[kinds == number].sum())
                all_[kind] += int((kinds == number).sum())
    found = {kind: right[kind] / all_[kind] for kind in KINDS}
    return {**found, "copied": sum(right[kind] for kind in COPYING) / sum(all_[kind] for kind in COPYING)}


def _learn(training: Training, rows: Rows, recipe: Recipe) -> float:
    """One update; the loss before it."""
    import torch

    for group in training.optimizer.param_groups:
        group["lr"] = rate_at(training.update, recipe)
    logits, wanted, _ = _answers(training.model, rows)
    loss = torch.nn.functional.cross_entropy(logits, wanted)
    loss.backward()  # type: ignore[no-untyped-call]
    torch.nn.utils.clip_grad_norm_(training.model.parameters(), recipe.clip)
    training.optimizer.step()
    training.optimizer.zero_grad()
    return float(loss.detach())


def _answers(model: Any, rows: Rows) -> "tuple[Tensor, Tensor, Tensor]":
    """Logits [N, V] that predict the answers' N tokens, these tokens, and what each is part of (see Encoded)."""
    hidden = model.model.language_model(input_ids=rows.ids, use_cache=False).last_hidden_state[:, :-1]
    wanted = rows.kinds[:, 1:] > 0
    return model.lm_head(hidden[wanted]), rows.ids[:, 1:][wanted], rows.kinds[:, 1:][wanted]


def rate_at(update: int, recipe: Recipe) -> float:
    """Learning rate of an update (1-based): up linearly, level, down linearly to 0 over the last part."""
    falling = recipe.decay * recipe.updates
    return recipe.rate * min(1.0, update / recipe.warmup, (recipe.updates - update + 1) / falling)


def _start(folder: Path, recipe: Recipe, tokenizer: Any, shape: TinyShape) -> Training:
    import torch

    model = random_model(tokenizer, recipe.seed, shape)
    lay_out(model, recipe.seed)
    model.lm_head.weight = model.model.language_model.embed_tokens.weight
    optimizer = torch.optim.AdamW(model.parameters(), lr=recipe.rate, betas=(0.9, 0.95), weight_decay=0.01)
    training = Training(model, optimizer, 0, 0.0, [])
    path = folder / STATE
    if path.exists():
        try:
            state = torch.load(path, weights_only=True)
        except Exception as error:
            raise Corrupt(f"{path} cannot be read ({type(error).__name__}); remove it and train again") from None
        if state["recipe"] != asdict(recipe) or state["shape"] != asdict(shape):
            raise Corrupt(f"{path} is of another recipe; give the same options again, or another folder")
        model.load_state_dict(state["model"])
        optimizer.load_state_dict(state["optimizer"])
        training.update, training.seconds, training.curve = state["update"], state["seconds"], state["curve"]
    return training


def _save_state(folder: Path, training: Training, recipe: Recipe, shape: TinyShape) -> None:
    import torch

    state = {
        "recipe": asdict(recipe),
        "shape": asdict(shape),
        "model": training.model.state_dict(),
        "optimizer": training.optimizer.state_dict(),
        "update": training.update,
        "seconds": training.seconds,
        "curve": training.curve,
    }
    written = io.BytesIO()
    torch.save(state, written)
    write_atomic(folder / STATE, written.getvalue())


def _finish(folder: Path, training: Training, recipe: Recipe, tokenizer: Any) -> None:
    """Write the checkpoint beside the folder, then move it in file by file, the weights last: it is whole once they are there."""
    import torch

    model = training.model
    model.lm_head.weight = torch.nn.Parameter(model.lm_head.weight.detach().clone())
    partial = folder.with_name(f".{folder.name}.partial")
    shutil.rmtree(partial, ignore_errors=True)
    save_checkpoint(partial, model.eval(), tokenizer)
    (partial / CURVE).write_text(json.dumps({"recipe": asdict(recipe), "curve": training.curve}, indent=1) + "\n", encoding="utf-8")
    for path in sorted(partial.iterdir(), key=lambda path: path.suffix == ".safetensors"):
        os.replace(path, folder / path.name)
    partial.rmdir()
    (folder / STATE).unlink()
