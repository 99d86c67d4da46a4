"""conf/serve.yaml: how a checkpoint is served. conf/local/serve.yaml is read over it; unknown keys are errors."""

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

from omegaconf import OmegaConf
from omegaconf.errors import OmegaConfBaseException
from yaml import YAMLError

from mag.constants import MAX_INPUT_TOKENS, MAX_OUTPUT_TOKENS
from mag.errors import BadInput

LOOPBACK = ("127.0.0.1", "localhost", "::1")


@dataclass
class ServeConf:
    """conf/serve.yaml"""

    environment: str = ".mag/vllm"  # the virtual environment that `make vllm` builds
    logs: str = ".mag/serve"
    host: str = "127.0.0.1"  # any other needs a key and push: false
    port: int = 8000
    key_variable: str = ""  # environment variable with the key that clients must send; "": none is asked for
    push: bool = True  # take new weights while running: opens vLLM's development endpoints, which ask for no key
    max_model_len: int = MAX_INPUT_TOKENS + MAX_OUTPUT_TOKENS
    images: int = 1  # a prompt
    pictures: str = "pil"  # resized by: pil, as in training and in the local engine; torchvision, quicker, rounds some pixels otherwise
    dtype: str = "auto"  # the checkpoint's own
    kv_cache_dtype: str = "auto"
    kv_cache_gib: int = 1  # CPU only
    gpu_memory: float = 0.9  # share of a GPU's memory, GPU only
    tensor_parallel: int = 1
    pipeline_parallel: int = 1
    data_parallel: int = 1
    executor: str = ""  # "": vLLM's choice; ray: workers on several machines, mp: processes of this one
    seed: int = 0
    start_s: float = 1800.0  # until it answers
    stop_s: float = 30.0  # for an orderly end
    extra: list[str] = field(default_factory=list)  # further arguments of vLLM's server, as they are


def load_serve(folder: Path | None = None) -> ServeConf:
    """The settings from a conf folder (MAG_CONF, else ./conf); the defaults where it has no such file."""
    folder = folder or Path(os.environ.get("MAG_CONF", "conf"))
    conf = OmegaConf.structured(ServeConf)
    for path in (folder / "serve.yaml", folder / "local" / "serve.yaml"):
        if not path.exists():
            continue
        try:
            conf = OmegaConf.merge(conf, OmegaConf.load(path))
        except (OmegaConfBaseException, ValueError, OSError, YAMLError) as error:
            raise BadInput(f"{path} cannot be used: {' '.join(str(error).split())[:200]}; correct that line or remove it") from None
    loaded = cast(ServeConf, OmegaConf.to_object(conf))
    if home := os.environ.get("MAG_HOME"):
        loaded.environment, loaded.logs = str(Path(home) / "vllm"), str(Path(home) / "serve")
    return loaded


def check(conf: ServeConf) -> None:
    """Raises BadInput for a setting that cannot work, or would open the server to others unguarded."""
    limits = {
        "port": (1, 65_535),
        "max_model_len": (16, 10_000_000),
        "images": (0, 64),
        "gpu_memory": (0.01, 1.0),
        "kv_cache_gib": (1, 10_000),
        "tensor_parallel": (1, 1_024),
        "pipeline_parallel": (1, 1_024),
        "data_parallel": (1, 1_024),
        "start_s": (1, 86_400),
        "stop_s": (1, 3_600),
    }
    for name, (low, high) in limits.items():
        value = getattr(conf, name)
        if not low <= value <= high:
            raise BadInput(f"{name} of conf/serve.yaml is {value:g}; give a number from {low:g} to {high:g}")
    if conf.executor not in ("", "ray", "mp"):
        raise BadInput(f"executor of conf/serve.yaml is {conf.executor!r}; give ray, mp or ''")
    if conf.pictures not in ("pil", "torchvision"):
        raise BadInput(f"pictures of conf/serve.yaml is {conf.pictures!r}; give pil or torchvision")
    if conf.host not in LOOPBACK:
        if not conf.key_variable:
            raise BadInput(
                f"host {conf.host} lets others in; set key_variable of conf/serve.yaml to the variable a key is in, or host 127.0.0.1"
            )
        if conf.push:
            raise BadInput(f"host {conf.host} with push would let anybody replace the weights; set push: false in conf/serve.yaml")
