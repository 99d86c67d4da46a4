"""conf/train/sft*.yaml: how stage 1 runs. Defaults are the paper's (MAG Table A4), for its 9B model on eight GPUs."""

from dataclasses import dataclass
from pathlib import Path

from mag.constants import MAX_OUTPUT_TOKENS
from mag.errors import BadInput
from mag.train.settings import GrpoConf, read_conf

POSITIVE = ("epochs", "lr", "batch", "accumulation", "grad_clip", "log_updates", "check_steps", "check_tokens", "processes", "threads")


@dataclass(frozen=True)
class SftConf:
    """conf/train/sft.yaml"""

    epochs: int = 3
    swaps: int = 0  # further copies of each demonstration with slot values exchanged (mag.train.swaps): ours, for a tiny model
    invention: float = 0.0  # share of the exchanged values that become made-up phrases instead of other tasks'
    lines: float = 1.0  # least share of its menu that such a copy keeps (mag.train.thin)
    lr: float = 1e-5  # the highest, falling along a cosine to 0
    warmup: float = 0.0  # share of the updates over which it rises first
    batch: int = 1  # rows a process and forward pass
    accumulation: int = 8  # forward passes an update
    beta1: float = 0.9
    beta2: float = 0.999
    weight_decay: float = 0.0
    grad_clip: float = 1.0  # ours, as warmup and weight decay: Table A4 names none
    seed: int = 0
    log_updates: int = 10  # a line of metrics every so many updates
    save_updates: int = 0  # a state to go on from every so many updates; 0: after each epoch only
    check_steps: int = 64  # validation steps answered after each epoch
    check_tokens: int = MAX_OUTPUT_TOKENS  # of an answer, at most
    backend: str = "deepspeed"  # plain: torch, one process; deepspeed: ZeRO over several
    processes: int = 8  # of deepspeed's launcher, one a GPU
    zero: str = "conf/train/zero3.json"  # DeepSpeed's own configuration
    dtype: str = "bfloat16"
    device: str = "cuda"
    threads: int = 1  # of torch on a CPU, a process: results are bit-identical at a fixed number only
    gradient_checkpointing: bool = True
    keep_mb: int = 2048  # of rendered prompts held in memory

    @property
    def machine(self) -> GrpoConf:
        """Where it runs, for what the two stages share."""
        return GrpoConf(
            backend=self.backend,
            dtype=self.dtype,
            device=self.device,
            threads=self.threads,
            gradient_checkpointing=self.gradient_checkpointing,
        )


def load_sft(preset: str = "", folder: Path = Path("conf")) -> SftConf:
    """conf/train/sft.yaml, or sft-PRESET.yaml, with the one of conf/local over it. Raises BadInput."""
    name = f"sft-{preset}" if preset else "sft"
    if preset and not (folder / f"train/{name}.yaml").exists():
        there = sorted(path.stem.removeprefix("sft-") for path in (folder / "train").glob("sft-*.yaml"))
        raise BadInput(f"there is no preset {preset}; choose one of {', '.join(there) or 'none: conf/train holds no sft-*.yaml'}")
    return checked(read_conf(SftConf, name, folder))


def checked(conf: SftConf) -> SftConf:
    """The conf. Raises BadInput for a value that no run can have."""
    for name, allowed in {"backend": ("plain", "deepspeed"), "dtype": ("float32", "bfloat16")}.items():
        if getattr(conf, name) not in allowed:
            raise BadInput(f"{name} is {getattr(conf, name)}; give one of {', '.join(allowed)}")
    for name in POSITIVE:
        if not getattr(conf, name) > 0:
            raise BadInput(f"{name} is {getattr(conf, name)}; it must be above 0")
    if conf.swaps < 0:
        raise BadInput(f"swaps is {conf.swaps}; give 0 or more")
    if not 0 <= conf.lines <= 1:
        raise BadInput(f"lines is {conf.lines}; it is a share of a menu's lines, from 0 to 1")
    if not 0 <= conf.invention <= 1:
        raise BadInput(f"invention is {conf.invention}; it is a share of the values, from 0 to 1")
    if not 0 <= conf.warmup < 1:
        raise BadInput(f"warmup is {conf.warmup}; it is a share of the updates, from 0 to below 1")
    if conf.dtype == "bfloat16" and (conf.backend == "plain" or conf.device == "cpu"):
        raise BadInput("bfloat16 has no room for small updates without a second copy: use float32, or backend deepspeed on GPUs")
    if conf.backend == "plain" and conf.processes > 1:
        raise BadInput("plain runs in one process; set processes to 1, or backend to deepspeed")
    return conf
