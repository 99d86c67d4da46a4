"""The update in plain torch: one process, or several that add up their gradients (gloo on CPUs, NCCL on GPUs)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from mag.errors import BadInput, Corrupt
from mag.train.batches import Batch
from mag.train.logprobs import token_logprobs, without_dropout
from mag.train.ranks import rank, ranks, total

if TYPE_CHECKING:
    from torch import Tensor

    from mag.train.settings import GrpoConf

STATE = "adamw.safetensors"


class PlainEngine:
    """See Engine: AdamW in fp32 on one copy of the weights."""

    dtype = "float32"

    def __init__(self, model: Any, conf: GrpoConf, optimizer: Path | None = None) -> None:
        """optimizer: folder an earlier round saved its state in. Raises Corrupt for one of another model."""
        import torch

        self.model, self.conf, self.rank = without_dropout(model).train(), conf, rank()
        self.names = [name for name, parameter in model.named_parameters() if parameter.requires_grad]
        self.parameters = [parameter for parameter in model.parameters() if parameter.requires_grad]
        self.adam = torch.optim.AdamW(
            self.parameters, lr=conf.lr, betas=(conf.beta1, conf.beta2), weight_decay=conf.weight_decay, fused=True
        )
        self._updates = self._load(optimizer / STATE) if optimizer else 0

    @classmethod
    def load(cls, folder: Path, conf: GrpoConf, optimizer: Path | None = None) -> PlainEngine:
        """From a checkpoint. Raises BadInput for a dtype in which small updates would be lost."""
        import torch

        if conf.dtype != cls.dtype:
            raise BadInput(f"dtype {conf.dtype} has no room for small updates without a second copy; use float32, or backend deepspeed")
        return cls(load_model(folder, torch.float32, conf), conf, optimizer)

    @property
    def updates(self) -> int:
        """See Engine.updates."""
        return self._updates

    def logprobs(self, batch: Batch) -> Tensor:
        """See Engine.logprobs."""
        return token_logprobs(self.model, batch.to(self.parameters[0].device))

    def backward(self, value: Tensor, last: bool) -> None:
        """See Engine.backward."""
        value.backward()  # type: ignore[no-untyped-call]

    def step(self, rate: float) -> float:
        """See Engine.step."""
        import torch

        if ranks() > 1:
            gradients = [parameter.grad for parameter in self.parameters if parameter.grad is not None]
            torch.nn.utils.vector_to_parameters(total(torch.nn.utils.parameters_to_vector(gradients)), gradients)
        norm = torch.nn.utils.clip_grad_norm_(self.parameters, self.conf.grad_clip)
        for group in self.adam.param_groups:
            group["lr"] = rate
        self.adam.step()
        self.adam.zero_grad(set_to_none=True)
        self._updates += 1
        return float(norm)

    def save(self, weights: Path, optimizer: Path) -> None:
        """See Engine.save."""
        from safetensors.torch import save_file

        if self.rank:
            return
        self.model.save_pretrained(weights)
        optimizer.mkdir(parents=True, exist_ok=True)
        save_file(self._state(), optimizer / STATE, {"updates": str(self._updates)})

    def _state(self) -> dict[str, Tensor]:
        return {
            f"{name}/{part}": self.adam.state[parameter][part].contiguous()
            for name, parameter in zip(self.names, self.parameters, strict=True)
            for part in ("step", "exp_avg", "exp_avg_sq")
            if parameter in self.adam.state
        }

    def _load(self, path: Path) -> int:
        from safetensors import SafetensorError, safe_open

        try:
            with safe_open(path, "pt") as file:
                stored = {key: file.get_tensor(key) for key in file.keys()}  # noqa: SIM118
                updates = int(file.metadata()["updates"])
        except (OSError, SafetensorError, KeyError, TypeError):
            raise Corrupt(f"{path} is not a state of the optimiser; set keep_optimizer to false, or start from an earlier round") from None
        for name, parameter in zip(self.names, self.parameters, strict=True):
            own = {part: stored[f"{name}/{part}"] for part in ("step", "exp_avg", "exp_avg_sq") if f"{name}/{part}" in stored}
            if own and own["exp_avg"].shape != parameter.shape:
                raise Corrupt(f"{path} belongs to another model: {name} has another shape; set keep_optimizer to false")
            if own:
                self.adam.state[parameter] = {part: tensor.to(parameter.device) for part, tensor in own.items()}
        return updates


def load_model(folder: Path, dtype: Any, conf: GrpoConf) -> Any:
    """The checkpoint's model with its output layer, on the device of the conf. Raises BadInput for a folder that holds none."""
    from transformers import AutoModelForImageTextToText

    try:
        model: Any = AutoModelForImageTextToText.from_pretrained(folder, dtype=dtype, local_files_only=True)
    except (OSError, ValueError) as error:
        raise BadInput(f"{folder} is no checkpoint that can be trained: {' '.join(str(error).split())[:200]}") from None
    if conf.gradient_checkpointing:
        model.gradient_checkpointing_enable({"use_reentrant": False})
    return model.to(conf.device)
