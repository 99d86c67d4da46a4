"""Python, packages and the browser."""

import asyncio
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, requires, version

from packaging.requirements import Requirement

from mag.doctor.asked import Asked
from mag.doctor.finding import Finding, lacking
from mag.errors import MagError
from mag.serve.environment import find_environment
from mag.web import browser

DISTRIBUTION = "mag-bench"
OLDEST = (3, 11)
EXTRAS = {  # what each is for, and the command that brings it in
    "": ("everything", "make setup"),
    "pipeline": ("flows and tracking", "make setup"),
    "apis": ("Anthropic's and Google's models", "make setup"),
    "analysis": ("figures of `mag analyze`", "make setup"),
    "train": ("training and models that run here", "make everything"),
    "ray": ("sweeps over several hosts", "uv pip install -e '.[pipeline,ray]' -c constraints.txt"),
}
API_CLIENTS = ("anthropic", "gemini")
CUDA_PROBE = "import torch; print(torch.cuda.is_available(), torch.cuda.device_count(), torch.version.cuda)"


def python(asked: Asked) -> list[Finding]:
    """The interpreter."""
    found = ".".join(map(str, sys.version_info[:3]))
    if sys.version_info < OLDEST:
        return [Finding("python", "broken", f"{found} is too old", "rm -rf .venv; make PYTHON=python3.11 setup")]
    return [Finding("python", "ok", f"{found} in {sys.prefix}")]


def packages(asked: Asked) -> list[Finding]:
    """Each extra's packages: there, and of a version that pyproject.toml allows. Metadata only, nothing is imported."""
    try:
        wanted = [Requirement(line) for line in requires(DISTRIBUTION) or ()]
    except PackageNotFoundError:
        return [Finding("packages", "warning", f"{DISTRIBUTION} is not installed, so its packages cannot be told", "make setup")]
    client = asked.model.client if asked.model else ""
    needed = {"": True, "apis": client in API_CLIENTS, "train": client == "local" or asked.cuda}
    found = []
    for extra, (purpose, command) in EXTRAS.items():
        own = [one for one in wanted if _of(extra, one)]
        if own:
            found.append(_extra(extra, own, purpose, command, needed.get(extra, False)))
    return found


def _of(extra: str, one: Requirement) -> bool:
    """Whether this extra brings it in, and nothing else does; "" for what always comes."""
    always = one.marker is None or one.marker.evaluate({"extra": ""})
    return always if not extra else not always and one.marker is not None and one.marker.evaluate({"extra": extra})


def _extra(extra: str, wanted: list[Requirement], purpose: str, command: str, needed: bool) -> Finding:
    check = f"packages {extra}" if extra else "packages"
    installed = {one.name: _version(one.name) for one in wanted}
    missing = [name for name, here in installed.items() if not here]
    if missing:
        return lacking(check, needed, f"not installed, for {purpose}: {', '.join(missing)}", command)
    wrong = [
        f"{one.name} {installed[one.name]} ({one.specifier})" for one in wanted if not one.specifier.contains(installed[one.name], True)
    ]
    if wrong:
        return Finding(check, "broken" if needed else "warning", f"other versions than asked for: {', '.join(wrong)}", command)
    return Finding(check, "ok", f"{len(wanted)} as asked for, for {purpose}")


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def chromium(asked: Asked) -> list[Finding]:
    """The browser, really started, with a page drawn."""
    began = time.monotonic()
    try:
        found = asyncio.run(_drawn())
    except MagError as error:
        return [Finding("browser", "broken", str(error), "make setup, or set MAG_CHROMIUM to a Chromium")]
    return [Finding("browser", "ok", f"Chromium {found} started and drew a page in {time.monotonic() - began:.1f} s")]


async def _drawn() -> str:
    async with browser.driver() as playwright:
        started = await browser.launch(playwright, {})
        try:
            async with browser.context(started) as context:
                page = await context.new_page()
                await page.set_content("<h1>mag</h1>")
                await page.screenshot()
                return started.version
        finally:
            await started.close()


def cuda(asked: Asked) -> Iterator[Finding]:
    """GPUs as the driver and torch see them; torch is asked in a process of its own, and only where training is to use one."""
    try:
        query = ["nvidia-smi", "--query-gpu=name,memory.used,memory.total,driver_version", "--format=csv,noheader"]
        cards = subprocess.run(query, capture_output=True, text=True, timeout=5, check=True).stdout.strip().splitlines()
    except (OSError, subprocess.SubprocessError):
        yield lacking("gpu", asked.cuda, "no GPU driver answers", "install the NVIDIA driver, or set device: cpu in conf/train/grpo.yaml")
        return
    yield Finding("gpu", "ok", "; ".join(" ".join(card.split()) for card in cards))
    if asked.cuda:
        probe = subprocess.run([sys.executable, "-c", CUDA_PROBE], capture_output=True, text=True, timeout=60)
        usable = probe.returncode == 0 and probe.stdout.startswith("True")
        said = probe.stdout.strip() or probe.stderr.strip().splitlines()[-1]
        yield (
            Finding("torch", "ok", f"sees CUDA: {said}")
            if usable
            else Finding("torch", "broken", f"has no CUDA: {said}", "make everything")
        )


def vllm(asked: Asked) -> list[Finding]:
    """vLLM's own environment, which `mag serve` starts."""
    from pathlib import Path

    try:
        environment = find_environment(Path(asked.serve.environment))
    except MagError as error:
        return [Finding("vllm", "absent", str(error))]
    return [Finding("vllm", "ok", f"{environment.kind}, in {asked.serve.environment}")]
