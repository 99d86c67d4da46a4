"""Hugging Face's Trainer for stage 1: our rows, a loss per target token of the whole update, states that are there whole or not at all."""

from __future__ import annotations

import math
import shutil
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mag.errors import BadInput
from mag.journal import Journal
from mag.runs import COMMITTED, write_json
from mag.train.batches import collate
from mag.train.by_length import ByLength
from mag.train.checkpoint import sync_tree, write_model
from mag.train.logprobs import without_dropout
from mag.train.plain import load_model
from mag.train.ranks import everybodys, rank, ranks
from mag.train.rows import Rendered
from mag.train.sft_conf import SftConf

if TYPE_CHECKING:
    from torch import Tensor

NO_LOSS = -100


@dataclass(frozen=True, slots=True)
class Progress:
    """Where a training stands."""

    update: int
    updates: int
    loss: float  # mean over the target tokens of the updates since the last report, nats
    seconds_left: float


@dataclass(frozen=True)
class Hooks:
    """Who is told: of a start from nothing, of every few updates, and of every epoch that is over, with the folder of its weights before
    the state counts."""

    report: Callable[[Progress], None]
    begin: Callable[[Any], None]  # by when DeepSpeed has the model: before, a shard of it cannot be asked
    epoch: Callable[[Any, int, Path], None]
    metrics: Journal


def inputs_of(rendered: Rendered, rows: Sequence[int]) -> dict[str, Tensor]:
    """What the model's forward pass takes, loss included. Only positions that predict a target token in some row get logits.

    labels, shift_labels [B, K]: the target token that each of these K positions predicts, NO_LOSS where it predicts none.
    """
    import torch

    batch = collate(rendered, rows)
    length = batch.inputs["input_ids"].shape[1]
    keep = torch.unique(batch.where % length)
    labels = torch.full((len(rows) * length,), NO_LOSS)
    labels[batch.where] = batch.targets
    kept = labels.view(len(rows), length)[:, keep].contiguous()
    return {**batch.inputs, "labels": kept, "shift_labels": kept.clone(), "logits_to_keep": keep}


def per_token(outputs: Any, labels: Tensor, num_items_in_batch: Tensor) -> Tensor:
    """Sum of -log pi over the target tokens, divided by those of the whole update, accumulated and over all processes.

    The family's models take no such number (accepts_loss_kwargs), and Trainer alone would take the mean of the passes' means: a token of
    a short target would weigh more.
    """
    import torch

    logits = outputs.logits.float().flatten(0, 1)
    return torch.nn.functional.cross_entropy(logits, labels.flatten(), ignore_index=NO_LOSS, reduction="sum") / num_items_in_batch


def make_trainer(folder: Path, base: Path, material: tuple[Rendered, Sequence[int]], conf: SftConf, hooks: Hooks) -> Any:
    """A Trainer over these rows, with the tokens of each, that starts from the checkpoint `base`; its states lie in `folder`."""
    import torch
    from transformers import PrinterCallback, Trainer

    arguments = _arguments(folder, conf)  # before the model: with ZeRO-3 it is loaded in shards
    model = without_dropout(load_model(base, getattr(torch, conf.dtype), conf.machine))

    rendered, sizes = material

    class SftTrainer(Trainer):  # type: ignore[misc, unused-ignore]
        def _get_train_sampler(self, train_dataset: Any = None) -> Any:
            return ByLength(sizes, conf.batch, conf.seed)

        def _save(self, output_dir: str | None = None, state_dict: dict[str, Any] | None = None) -> None:
            """The model alone, under its own names: save_pretrained renames what was loaded in shards."""
            if self.args.should_save:
                model = self.accelerator.unwrap_model(self.model)
                write_model(Path(output_dir or folder), model, model.state_dict() if state_dict is None else state_dict)

        def _save_checkpoint(self, model: Any, trial: Any) -> None:
            """A state counts once the epoch that it ends, if it does, is complete; then the ones before it go."""
            state = folder / f"checkpoint-{self.state.global_step}"
            if rank() == 0:
                shutil.rmtree(state, ignore_errors=True)
            everybodys("cleared")
            super()._save_checkpoint(model, trial)
            everybodys("written")
            number, rest = divmod(self.state.global_step, per_epoch(self.state))
            if not rest:
                hooks.epoch(self, number, state)
            if rank() == 0:
                sync_tree(state)
                write_json(state / COMMITTED, {"sft_updates": self.state.global_step})
                for older in set(folder.glob("checkpoint-*")) - {state}:
                    shutil.rmtree(older)

    trainer = SftTrainer(
        model=model,
        args=arguments,
        train_dataset=range(len(rendered.rows)),
        compute_loss_func=per_token,
        data_collator=lambda rows: inputs_of(rendered, rows),
    )
    trainer.add_callback(_watch(conf, hooks, trainer))
    trainer.remove_callback(PrinterCallback)
    return trainer


def _arguments(folder: Path, conf: SftConf) -> Any:
    from transformers import TrainingArguments

    deep = conf.backend == "deepspeed"
    return TrainingArguments(
        output_dir=str(folder),
        num_train_epochs=conf.epochs,
        per_device_train_batch_size=conf.batch,
        per_device_eval_batch_size=conf.batch,
        gradient_accumulation_steps=conf.accumulation,
        learning_rate=conf.lr,
        lr_scheduler_type="cosine",
        warmup_steps=conf.warmup,
        weight_decay=conf.weight_decay,
        adam_beta1=conf.beta1,
        adam_beta2=conf.beta2,
        max_grad_norm=conf.grad_clip,
        seed=conf.seed,
        data_seed=conf.seed,
        bf16=conf.dtype == "bfloat16",
        use_cpu=conf.device == "cpu" and not deep,  # DeepSpeed finds the CPU itself, and is left out where Trainer is told of it
        deepspeed=conf.zero if deep else None,
        accelerator_config=_processes_of_cpus() if deep and conf.device == "cpu" else None,
        save_strategy="no",
        logging_steps=conf.log_updates,
        logging_nan_inf_filter=False,
        report_to=[],
        disable_tqdm=True,
        remove_unused_columns=False,
        dataloader_pin_memory=False,
        ddp_timeout=7200,  # the first process answers the sample while the others wait
    )


def _processes_of_cpus() -> dict[str, bool]:
    """Tell accelerate of the launcher's processes: it looks for DeepSpeed's on GPUs only. The setting that makes Trainer believe it."""
    from accelerate import PartialState  # type: ignore[import-untyped]
    from accelerate.utils import DistributedType  # type: ignore[import-untyped]

    PartialState._reset_state()
    state = PartialState()
    state.distributed_type, state.backend = DistributedType.DEEPSPEED, "gloo"
    state.num_processes, state.process_index, state.local_process_index = ranks(), rank(), rank()
    return {"use_configured_state": True}


@contextmanager
def whole_models(trainer: Any) -> Iterator[None]:
    """Models loaded inside are this process's own: not cut into ZeRO's shards, which all processes would have to load together."""
    from transformers.integrations.deepspeed import set_hf_deepspeed_config, unset_hf_deepspeed_config

    unset_hf_deepspeed_config()  # type: ignore[no-untyped-call]
    try:
        yield
    finally:
        if config := getattr(trainer.args, "hf_deepspeed_config", None):  # there with DeepSpeed only
            set_hf_deepspeed_config(config)  # type: ignore[no-untyped-call]


def per_epoch(state: Any) -> int:
    """Updates of an epoch."""
    return int(state.max_steps // state.num_train_epochs)


def last_state(folder: Path) -> Path | None:
    """The state to go on from; what an interrupted process left half-written is removed."""
    states = sorted(folder.glob("checkpoint-*"), key=lambda path: int(path.name.rpartition("-")[2]))
    whole = [path for path in states if (path / COMMITTED).exists()]
    for path in set(states) - set(whole):
        shutil.rmtree(path)
    return whole[-1] if whole else None


def _watch(conf: SftConf, hooks: Hooks, trainer: Any) -> Any:
    from transformers import TrainerCallback

    class Watch(TrainerCallback):
        def on_train_begin(self, args: Any, state: Any, control: Any, **_: Any) -> None:
            if not state.global_step:
                hooks.begin(trainer)
            self.began, self.first = time.monotonic(), state.global_step

        def on_step_end(self, args: Any, state: Any, control: Any, **_: Any) -> None:
            """Log before a state is written: one whose loss is no number never counts."""
            done = state.global_step
            if done % per_epoch(state) == 0 or (conf.save_updates and done % conf.save_updates == 0):
                control.should_log = control.should_save = True

        def on_log(self, args: Any, state: Any, control: Any, **given: Any) -> None:
            logs: Mapping[str, float] = given["logs"]
            if "loss" not in logs:
                return
            done = state.global_step
            if not math.isfinite(logs["loss"]) or not math.isfinite(float(logs.get("grad_norm") or 0.0)):
                raise BadInput(f"loss or gradient is not finite at update {done}; lower lr in another --run, what was stored is as it was")
            if rank():
                return
            row = {"sft_loss": logs["loss"], "sft_lr": logs["learning_rate"], "sft_grad_norm": logs.get("grad_norm")}
            hooks.metrics.append([{"step": done, **row}])
            pace = (time.monotonic() - self.began) / max(done - self.first, 1)
            hooks.report(Progress(done, state.max_steps, logs["loss"], pace * (state.max_steps - done)))

    return Watch()
