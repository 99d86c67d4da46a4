"""conf/train/*.yaml: how training runs. Defaults are the paper's (MAG Table A4); a model of another size may want others."""

from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar, cast

from omegaconf import OmegaConf
from omegaconf.errors import OmegaConfBaseException
from yaml import YAMLError

from mag.errors import BadInput
from mag.train.batches import MINIBATCH
from mag.train.schedule import GROUPS, ROUNDS, SAMPLES

Conf = TypeVar("Conf")


@dataclass(frozen=True)
class GrpoConf:
    """conf/train/grpo.yaml"""

    rounds: int = ROUNDS
    groups: int = GROUPS  # a round
    samples: int = SAMPLES  # of the policy, a group
    minibatch: int = MINIBATCH  # rows an update
    lr: float = 1e-6
    warmup: int = 0  # updates until the learning rate is reached, counted over the life of the optimiser's state
    grad_clip: float = 0.1
    beta1: float = 0.9
    beta2: float = 0.999
    weight_decay: float = 0.0
    keep_optimizer: bool = True  # AdamW goes on from the round before, else it begins anew
    backend: str = "plain"  # plain: torch; deepspeed: ZeRO over the processes of its launcher
    dtype: str = "float32"  # of the weights in forward and backward; deepspeed keeps an fp32 copy beside bfloat16
    device: str = "cpu"
    processes: int = 1  # of an update, under torch's launcher where there are several
    threads: int = 1  # of torch on a CPU, a process: results are bit-identical at a fixed number only
    micro_rows: int = MINIBATCH  # rows through the model at once, at most
    micro_tokens: int = 2**15  # and tokens, padding included
    keep_mb: int = 2048  # of rendered prompts held in memory
    gradient_checkpointing: bool = False
    zero_stage: int = 3
    offload: bool = False  # deepspeed: optimiser state in host memory


def load_grpo(folder: Path = Path("conf")) -> GrpoConf:
    """conf/train/grpo.yaml with conf/local/train/grpo.yaml over it; defaults where there is none. Raises BadInput."""
    return checked(read_conf(GrpoConf, "grpo", folder))


def read_conf(kind: type[Conf], name: str, folder: Path) -> Conf:
    """train/NAME.yaml of the folder with local/train/NAME.yaml over it; defaults where there is none. Raises BadInput."""
    settings = OmegaConf.structured(kind)
    OmegaConf.set_readonly(settings, False)
    for path in (folder / f"train/{name}.yaml", folder / f"local/train/{name}.yaml"):
        try:
            settings = OmegaConf.merge(settings, OmegaConf.load(path)) if path.exists() else settings
        except (OmegaConfBaseException, ValueError, OSError, YAMLError) as error:
            text = " ".join(str(error).split("\n    full_key")[0].split())[:200]
            raise BadInput(f"{path} cannot be used: {text}; correct that line or remove it") from None
    return cast(Conf, OmegaConf.to_object(settings))


def checked(conf: GrpoConf) -> GrpoConf:
    """The conf. Raises BadInput for a value that no run can have."""
    choices = {"backend": ("plain", "deepspeed"), "dtype": ("float32", "bfloat16"), "zero_stage": (0, 1, 2, 3)}
    for name, allowed in choices.items():
        if getattr(conf, name) not in allowed:
            raise BadInput(f"{name} is {getattr(conf, name)}; give one of {', '.join(map(str, allowed))}")
    for name in ("rounds", "groups", "samples", "minibatch", "lr", "grad_clip", "threads", "processes", "micro_rows", "micro_tokens"):
        if not getattr(conf, name) > 0:
            raise BadInput(f"{name} is {getattr(conf, name)}; it must be above 0")
    return conf
