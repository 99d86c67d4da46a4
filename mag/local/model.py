"""`client: local` of conf/models.yaml: a checkpoint folder as a model, run by transformers in this process.

All models of one process that name the same folder, device and precision share one engine: six environment sets, one batch.
"""

import asyncio
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mag.errors import BadInput
from mag.local.prompt import Rendered, render
from mag.models.base import Ask
from mag.records import Completion, Usage
from mag.settings import ModelConf

if TYPE_CHECKING:
    from torch import Tensor

    from mag.local.batch import Row
    from mag.local.engine import Engine

PRECISIONS = ("float32", "bfloat16", "float16")


@dataclass(frozen=True, slots=True)
class Place:
    """Where and how an engine runs; equal places share one."""

    folder: Path
    device: str
    dtype: str
    threads: int  # of a CPU; sums depend on it
    slots: int  # rows at once
    chunk: int  # tokens of a prompt read in one pass


@dataclass
class Shared:
    """An engine with its processor, and how many models have it open."""

    engine: "Engine"
    processor: Any
    users: int = 0


_SHARED: dict[Place, Shared] = {}


class LocalModel:
    """A `Model`. Temperature None is greedy; seeds count only where temperature is above 0."""

    def __init__(self, conf: ModelConf) -> None:
        from mag.local.weights import checkpoint_digest

        self.place = place_of(conf)
        self.name = self.place.folder.name
        self._digest = checkpoint_digest(self.place.folder)
        self._shared: Shared | None = None

    @property
    def identity(self) -> str:
        """Digest of the checkpoint, or of the weights put in since, with the precision they run in."""
        return f"{self._shared.engine.weights if self._shared else self._digest}-{self.place.dtype}"

    async def __aenter__(self) -> "LocalModel":
        if self.place not in _SHARED:
            _SHARED[self.place] = open_engine(self.place, self._digest)
        self._shared = _SHARED[self.place]
        self._shared.users += 1
        return self

    async def __aexit__(self, *_: object) -> None:
        shared, self._shared = self._shared, None
        if shared is None:
            return
        shared.users -= 1
        if not shared.users:
            del _SHARED[self.place]
            await asyncio.to_thread(shared.engine.close)

    async def complete(self, ask: Ask) -> Completion:
        """See Model.complete. Raises BadInput for a prompt that is too long and for settings that only providers know.

        Cancelled, it frees its place in the batch.
        """
        from mag.local.batch import Row
        from mag.local.sample import make_draw

        started = time.perf_counter()
        shared, decoding = self._open(), ask.decoding
        if decoding.schema is not None or decoding.effort:
            raise BadInput("a local model knows no schema and no effort; remove `structured` and `effort`, or serve it with vLLM")
        prompt = await asyncio.to_thread(render, shared.processor, ask.messages)
        draw = make_draw(decoding.temperature, decoding.top_p, decoding.seed, decoding.max_output_tokens)
        row = await asyncio.wrap_future(shared.engine.submit(Row(prompt, draw, decoding.max_output_tokens)))
        return self._completion(row, prompt, 1000 * (time.perf_counter() - started))

    async def load_weights(self, source: "Path | Mapping[str, Tensor]") -> str:
        """Put other weights of the same shape into the running engine; the model's identity from now on.

        Raises BadInput where they do not fit, or come with another tokenizer; the old ones stay then.
        """
        if isinstance(source, Path) and _other_tokenizer(source, self.place.folder):
            raise BadInput(f"{source} has another tokenizer than {self.place.folder}: open it as a model of its own")
        await asyncio.wrap_future(self._open().engine.load_weights(source))
        return self.identity

    def _open(self) -> Shared:
        if self._shared is None:
            raise RuntimeError("open the model first: `async with model`")
        return self._shared

    def _completion(self, row: "Row", prompt: Rendered, ms: float) -> Completion:
        shared = self._open()
        said = row.ids[:-1] if row.stopped else row.ids
        text = shared.processor.tokenizer.decode(said, skip_special_tokens=False, clean_up_tokenization_spaces=False)
        return Completion(
            text=text,
            usage=Usage(
                input_tokens=len(prompt.ids),
                output_tokens=len(row.ids),
                ms=ms,
                cached_tokens=row.cached,
                image_tokens=prompt.image_tokens,
            ),
            end="length" if not row.stopped else "stop" if text else "empty",
            model=f"{self.name}/{self.identity}",
            prompt_digest=prompt.digest,
            token_ids=tuple(row.ids),
            logprobs=tuple(row.logprobs),
        )


def _other_tokenizer(source: Path, own: Path) -> bool:
    theirs, ours = source / "tokenizer.json", own / "tokenizer.json"
    return theirs.is_file() and ours.is_file() and theirs.read_bytes() != ours.read_bytes()


def place_of(conf: ModelConf) -> Place:
    """Where an entry of conf/models.yaml runs. Options: device, dtype, threads, chunk. Raises BadInput for settings that cannot work."""
    import torch

    folder = Path(conf.model)
    if not conf.model or not folder.is_dir():
        raise BadInput(f"there is no checkpoint folder {conf.model!r}; `mag train tiny-base` makes one, or correct conf/models.yaml")
    device = conf.options.get("device") or ("cuda" if torch.cuda.is_available() else "cpu")
    dtype = conf.options.get("dtype") or ("float32" if device == "cpu" else "bfloat16")
    unknown = set(conf.options) - {"device", "dtype", "threads", "chunk"}
    if unknown:
        raise BadInput(f"a local model has no option {sorted(unknown)[0]!r}; it has device, dtype, threads and chunk")
    if dtype not in PRECISIONS:
        raise BadInput(f"dtype {dtype!r} is none of {', '.join(PRECISIONS)}")
    if conf.structured or conf.effort:
        raise BadInput("a local model knows no schema and no effort; remove `structured` and `effort`, or serve it with vLLM")
    numbers = {"threads": 1, "chunk": 1024, "in_flight": conf.in_flight}
    for name in ("threads", "chunk"):
        text = conf.options.get(name, str(numbers[name]))
        numbers[name] = int(text) if text.isdecimal() else 0
    for name, value in numbers.items():
        if value < 1:
            raise BadInput(f"{name} of a local model must be a whole number above 0")
    return Place(folder.resolve(), device, dtype, numbers["threads"], numbers["in_flight"], numbers["chunk"])


def open_engine(place: Place, weights: str) -> Shared:
    """Load the checkpoint and start its engine."""
    from mag.local.batch import Batch
    from mag.local.engine import Engine
    from mag.local.processor import load_processor
    from mag.local.weights import load_model, replace_weights

    processor = load_processor(place.folder)
    model = load_model(place.folder, place.device, place.dtype)
    tokenizer = processor.tokenizer
    stated = model.generation_config.eos_token_id
    ends = {tokenizer.eos_token_id, *(stated if isinstance(stated, list) else [stated])} - {None}
    vocabulary = model.config.get_text_config().vocab_size
    banned = {*tokenizer.all_special_ids, *range(len(tokenizer), vocabulary)} - ends
    batch = Batch(model, sorted(ends), sorted(banned), place.slots, place.chunk)
    return Shared(Engine(batch, weights, replace_weights, place.threads), processor)
