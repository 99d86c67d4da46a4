"""The update under DeepSpeed: ZeRO over the processes of its launcher, the same function of the rows as in plain torch."""

from __future__ import annotations

import os
import shutil
import socket
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mag.errors import BadInput
from mag.train.batches import Batch
from mag.train.checkpoint import write_model
from mag.train.logprobs import token_logprobs, without_dropout
from mag.train.plain import load_model

if TYPE_CHECKING:
    from torch import Tensor

    from mag.train.settings import GrpoConf

TAG = "round"


def config(conf: GrpoConf) -> dict[str, Any]:
    """DeepSpeed's configuration. Accumulation is ours: minibatches have different numbers of micro-batches."""
    adam = {"lr": conf.lr, "betas": [conf.beta1, conf.beta2], "weight_decay": conf.weight_decay}
    # Its own kernels are compiled on first use, which a CPU, or a machine without a compiler, does not repay.
    torch_adam = conf.device == "cpu" or not shutil.which("ninja")
    zero: dict[str, Any] = {"stage": conf.zero_stage, "overlap_comm": conf.device != "cpu"}
    if conf.offload:
        zero["offload_optimizer"] = {"device": "cpu", "pin_memory": conf.device != "cpu"}
    return {
        "train_micro_batch_size_per_gpu": 1,
        "gradient_accumulation_steps": 1,
        "gradient_clipping": conf.grad_clip,
        "zero_optimization": zero,
        "zero_force_ds_cpu_optimizer": False,
        "optimizer": {"type": "AdamW", "params": {**adam, "torch_adam": torch_adam}},
        "bf16": {"enabled": conf.dtype == "bfloat16"},
    }


class DeepEngine:
    """See Engine."""

    def __init__(self, model: Any, conf: GrpoConf, optimizer: Path | None = None) -> None:
        """model: as loaded under ZeRO's own initialisation where the stage is 3. optimizer: folder an earlier round saved into."""
        import deepspeed

        self.conf, self.dtype = conf, conf.dtype
        scorer = _scorer(without_dropout(model).train())
        self.engine, *_ = deepspeed.initialize(model=scorer, model_parameters=list(scorer.parameters()), config=config(conf))
        self.rank, self.ranks = self.engine.global_rank, self.engine.world_size
        if optimizer is not None:
            path, _ = self.engine.load_checkpoint(str(optimizer), tag=TAG)
            if path is None:
                raise BadInput(
                    f"{optimizer} holds no state of {self.ranks} processes; set keep_optimizer to false, or run as many as before"
                )

    @classmethod
    def load(cls, folder: Path, conf: GrpoConf, optimizer: Path | None = None) -> DeepEngine:
        """From a checkpoint, in shards from the start where the stage is 3."""
        import torch
        from transformers.integrations.deepspeed import HfDeepSpeedConfig

        # from_pretrained looks for it as long as it lives
        shards = HfDeepSpeedConfig(config(conf)) if conf.zero_stage == 3 else None  # type: ignore[no-untyped-call]
        model = load_model(folder, getattr(torch, conf.dtype), conf)
        engine = cls(model, conf, optimizer)
        del shards
        return engine

    @property
    def updates(self) -> int:
        """See Engine.updates."""
        return int(self.engine.global_steps)

    def logprobs(self, batch: Batch) -> Tensor:
        """See Engine.logprobs."""
        values: Tensor = self.engine(batch.to(self.engine.device))
        return values

    def backward(self, value: Tensor, last: bool) -> None:
        """See Engine.backward. DeepSpeed takes the mean over ranks, Eq. 8 the sum."""
        self.engine.set_gradient_accumulation_boundary(last)
        self.engine.backward(value * self.ranks, scale_wrt_gas=False)
        if not last:
            self.engine.step()

    def step(self, rate: float) -> float:
        """See Engine.step."""
        for group in self.engine.optimizer.param_groups:
            group["lr"] = rate
        self.engine.step()
        return float(self.engine.get_global_grad_norm())

    def save(self, weights: Path, optimizer: Path) -> None:
        """See Engine.save."""
        state = self._whole()
        if self.rank == 0:
            write_model(weights, self.engine.module.model, state)
        self.engine.save_checkpoint(str(optimizer), tag=TAG)

    def _whole(self) -> Mapping[str, Tensor]:
        """The weights under the model's own names; with stage 3 gathered from all ranks, onto rank 0."""
        gathered = self.engine._zero3_consolidated_16bit_state_dict() if self.conf.zero_stage == 3 else self.engine.module.state_dict()
        return {name.removeprefix("model."): tensor for name, tensor in (gathered or {}).items()}


def _scorer(model: Any) -> Any:
    """A module whose forward pass is all that is computed, output layer included: ZeRO gathers weights around forward passes."""
    import torch

    class Scorer(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.model = model

        def forward(self, batch: Batch) -> Tensor:
            return token_logprobs(self.model, batch)

    return Scorer()


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def start(conf: GrpoConf) -> None:
    """Join the launcher's processes; alone, be the only one."""
    if conf.device == "cpu":
        os.environ.setdefault("DS_ACCELERATOR", "cpu")
    import deepspeed
    import deepspeed.ops

    with suppress(AttributeError):  # a shared-memory transport that is compiled at start; gloo does without
        deepspeed.ops.__compatible_ops__["deepspeed_shm_comm"] = False
    alone = {"RANK": "0", "WORLD_SIZE": "1", "LOCAL_RANK": "0", "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": str(_free_port())}
    for name, value in alone.items():
        os.environ.setdefault(name, value)
    deepspeed.init_distributed(dist_backend="gloo" if conf.device == "cpu" else "nccl", verbose=False)
