"""vLLM's own virtual environment. Its pins (FastAPI, transformers, torch) exclude ours, and the two only ever speak HTTP."""

from dataclasses import dataclass
from pathlib import Path

from mag.errors import BadInput

READY = "mag-ready.txt"  # what was installed: kind and digest of the requirements; written last
KINDS = ("cuda", "cpu")


@dataclass(frozen=True, slots=True)
class Environment:
    """A built environment."""

    python: Path
    kind: str  # cuda or cpu


def find_environment(folder: Path) -> Environment:
    """The environment in the folder. Raises BadInput when there is none, or half of one."""
    python = folder / "bin" / "python"
    try:
        kind = (folder / READY).read_text().split()[0]
    except (OSError, IndexError):
        raise BadInput(f"vLLM is not installed in {folder}; run `make vllm` (or set environment of conf/serve.yaml)") from None
    if kind not in KINDS or not python.exists():
        raise BadInput(f"{folder} is no vLLM environment of ours; remove it and run `make vllm`")
    return Environment(python.absolute(), kind)
