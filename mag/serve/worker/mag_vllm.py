"""Runs inside vLLM's workers (`--worker-extension-cls mag_vllm.Extension`), in vLLM's environment: imports vLLM, and nothing of ours.

Importing it registers the weight transfer backend `safetensors_folder` before an engine asks for one: the trainer saves a folder that
every worker can read and sends its path by vLLM's stock protocol, whatever the device and however the model is cut over workers.

Two faults of vLLM 0.32 on CPUs are mended, and nothing else: a reload leaves a tied output head on the old weights, since that layer keeps
a packed copy; and a request with a seed whose prompt is read in several pieces ends the engine.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError, safe_open
from vllm.distributed.weight_transfer.base import WeightTransferEngine, WeightTransferInitInfo, WeightTransferUpdateInfo
from vllm.distributed.weight_transfer.factory import WeightTransferEngineFactory
from vllm.model_executor.model_loader.reload import finalize_layerwise_reload, initialize_layerwise_reload
from vllm.platforms import current_platform

BACKEND = "safetensors_folder"
TOKENIZER = "tokenizer.json"


@dataclass
class Init(WeightTransferInitInfo):  # type: ignore[misc]
    """Nothing is to be agreed on beforehand."""


@dataclass
class Update(WeightTransferUpdateInfo):  # type: ignore[misc]
    """One whole set of weights."""

    folder: str = ""


class FolderEngine(WeightTransferEngine[Init, Update]):  # type: ignore[misc]
    """Reads checkpoints in Hugging Face's layout, as the loader does at the start."""

    init_info_cls = Init
    update_info_cls = Update
    supports_draft_weight_update = False

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        folder = Path(self.model_config.model)  # read now: it may be gone when new weights come
        self.shapes, self.tokenizer = shapes(folder), contents(folder / TOKENIZER)

    def init_transfer_engine(self, init_info: Init) -> None:
        """See the base class."""

    def start_weight_update(self) -> None:
        """From here on the old weights are gone."""
        initialize_layerwise_reload(self.model)

    def receive_weights(self, update_info: Update) -> None:
        """Load every tensor of the folder. Raises ValueError when some that are served are not in it: they would stay as they are."""
        names: set[str] = set()
        self.model.load_weights(_noted(tensors(Path(update_info.folder)), names))
        if lacking := sorted(self.shapes.keys() - names):
            raise ValueError(f"{update_info.folder} lacks {lacking[0]}")

    def finish_weight_update(self) -> None:
        """Bring the weights into the form the kernels read."""
        finalize_layerwise_reload(self.model, self.vllm_config.model_config)
        if current_platform.is_cpu():
            repack_heads(self.model)

    def shutdown(self) -> None:
        """Nothing is held."""


class Extension:
    """Mixed into every worker; its method is for /collective_rpc."""

    weight_transfer_engine: FolderEngine

    def mag_objection(self, folder: str) -> str:
        """Why the weights in this folder cannot take the place of those served; "" when they can. Changes nothing."""
        try:
            found = shapes(Path(folder))
        except (OSError, SafetensorError) as error:
            return f"cannot be read: {error}"
        if contents(Path(folder) / TOKENIZER) not in (None, self.weight_transfer_engine.tokenizer):
            return f"its {TOKENIZER} is another one"
        wanted = self.weight_transfer_engine.shapes
        for name in sorted(wanted.keys() | found.keys()):
            if wanted.get(name) != found.get(name):
                return f"{name} has shape {found.get(name, 'none')} there and {wanted.get(name, 'none')} here"
        return ""


def contents(file: Path) -> bytes | None:
    """sha256 of a file, None where there is none."""
    return hashlib.sha256(file.read_bytes()).digest() if file.exists() else None


def tensors(folder: Path) -> Iterator[tuple[str, torch.Tensor]]:
    """Name and value of every tensor in a folder."""
    for file in sorted(folder.glob("*.safetensors")):
        with safe_open(file, "pt") as opened:
            for name in opened.keys():  # noqa: SIM118 - it is no mapping
                yield name, opened.get_tensor(name)


def _noted(pairs: Iterator[tuple[str, torch.Tensor]], names: set[str]) -> Iterator[tuple[str, torch.Tensor]]:
    for name, tensor in pairs:
        names.add(name)
        yield name, tensor


def shapes(folder: Path) -> dict[str, list[int]]:
    """Name and shape of every tensor in a folder, none of them loaded."""
    found: dict[str, list[int]] = {}
    for file in sorted(folder.glob("*.safetensors")):
        with safe_open(file, "pt") as opened:
            found |= {name: opened.get_slice(name).get_shape() for name in opened.keys()}  # noqa: SIM118
    return found


def repack_heads(model: torch.nn.Module) -> None:
    """Pack output heads anew. One that is tied to the embedding has no weights of its own to load, so nothing else does it."""
    from vllm.model_executor.layers.vocab_parallel_embedding import ParallelLMHead

    for module in model.modules():
        if isinstance(module, ParallelLMHead) and hasattr(module, "cpu_linear"):
            module.quant_method.process_weights_after_loading(module)


def mend_cpu_seeds() -> None:
    """For a piece of a prompt that yields no token, vLLM rewinds the request's generator, which CPU generators cannot do.

    No token of such a request was kept before, so starting the generator anew is the same.
    """
    from vllm.v1.worker.cpu_model_runner import CPUModelRunner

    bookkeeping = CPUModelRunner._bookkeeping_sync

    def mended(self: Any, *arguments: Any, **named: Any) -> Any:
        generators, kept = self.input_batch.generators, {}
        for row in self.discard_request_mask.np[: self.input_batch.num_reqs].nonzero()[0].tolist():
            if row in generators:
                kept[row] = generators.pop(row)
                kept[row].manual_seed(kept[row].initial_seed())
        try:
            return bookkeeping(self, *arguments, **named)
        finally:
            generators.update(kept)

    CPUModelRunner._bookkeeping_sync = mended


if BACKEND not in WeightTransferEngineFactory._registry:
    WeightTransferEngineFactory.register_engine(BACKEND, FolderEngine)
    if current_platform.is_cpu():
        mend_cpu_seeds()
