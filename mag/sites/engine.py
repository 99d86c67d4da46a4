"""The container engine: whichever of `docker compose`, `podman compose` and `podman-compose` works here, and one compose project on it."""

import asyncio
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from mag.errors import BadInput, SiteDown

PROBE_S = 30.0
COMMAND_S = 600.0


@dataclass(frozen=True)
class Engine:
    """A way to call compose, and the engine under it."""

    compose: tuple[str, ...]
    binary: str  # docker or podman


def find_engine() -> Engine:
    """The command in MAG_COMPOSE, else the first one that answers. A docker client without its daemon does not count."""
    named = os.environ.get("MAG_COMPOSE")
    if named:
        return Engine(tuple(named.split()), "podman" if "podman" in named else "docker")
    beside = str(Path(sys.executable).with_name("podman-compose"))
    candidates = (
        Engine(("docker", "compose"), "docker"),
        Engine(("podman-compose",), "podman"),
        Engine((beside,), "podman"),
        Engine(("podman", "compose"), "podman"),
    )
    for engine in candidates:
        if all(shutil.which(name) for name in (engine.compose[0], engine.binary)) and _answers(engine):
            return engine
    raise BadInput(
        "no container engine answers; install Docker with compose, or podman and podman-compose (on PyPI); MAG_COMPOSE can name the command"
    )


def _answers(engine: Engine) -> bool:
    try:
        return all(
            subprocess.run(command, capture_output=True, timeout=PROBE_S).returncode == 0
            for command in ([engine.binary, "info"], [*engine.compose, "version"])
        )
    except (OSError, subprocess.TimeoutExpired):
        return False


@dataclass(frozen=True)
class Project:
    """One compose project. Every command it runs is noted in its log, with its end and its time."""

    engine: Engine
    file: Path
    name: str
    profile: str
    variables: Mapping[str, str]  # for the compose file; no secrets, they would be in the containers' descriptions
    log: Path

    async def up(self, services: Sequence[str]) -> None:
        """Start what does not run of these services."""
        await self.compose("up", "-d", "--no-deps", *services)

    async def renew(self, services: Sequence[str]) -> None:
        """Remove these services' containers, if there are any, and make and start them from their images."""
        await self.compose("up", "-d", "--no-deps", "--force-recreate", "-t", "0", *services)

    async def down(self) -> None:
        """Stop and remove the project's containers and volumes."""
        await self.compose("down", "-v", "-t", "0")

    async def execute(self, service: str, script: str, seconds: float) -> tuple[int, str]:
        """Run a shell script inside the service's container: exit status and output."""
        return await self._run(*self._prefix(), "exec", "-T", service, "sh", "-c", script, seconds=seconds)

    async def compose(self, *arguments: str, seconds: float = COMMAND_S) -> str:
        """A compose command that must end well; SiteDown with its last line otherwise."""
        status, output = await self._run(*self._prefix(), *arguments, seconds=seconds)
        if status:
            raise SiteDown(f"`{' '.join(self.engine.compose)} {arguments[0]}` of {self.name} failed: {_last(output)}; see {self.log}")
        return output

    async def image_ids(self, images: Sequence[str]) -> list[str]:
        """The ids of images, which are digests of what is in them. BadInput names an image that is not there."""
        found = []
        for image in images:
            status, output = await self._run(self.engine.binary, "image", "inspect", "--format", "{{.Id}}", image, seconds=PROBE_S)
            if status:
                raise BadInput(f"there is no image {image}; build, load or pull it, or name another one (see docker-compose.yml)")
            found.append(output.split()[-1])
        return found

    def _prefix(self) -> list[str]:
        return [*self.engine.compose, "-f", str(self.file), "-p", self.name, "--profile", self.profile]

    async def _run(self, *command: str, seconds: float) -> tuple[int, str]:
        started = time.monotonic()
        process = await asyncio.create_subprocess_exec(
            *command,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            env=os.environ | dict(self.variables),
        )
        try:
            output = (await asyncio.wait_for(process.communicate(), seconds))[0].decode(errors="replace")
        except TimeoutError:
            process.kill()
            await process.wait()
            output = f"stopped after {seconds:.0f} s"
        status = process.returncode or 0
        self.log.parent.mkdir(parents=True, exist_ok=True)
        with self.log.open("a") as log:
            words = " ".join(command[len(self.engine.compose) :])
            log.write(f"{time.strftime('%F %T')} {status} {time.monotonic() - started:.2f}s {words!r} {output[-400:]!r}\n")
        return status, output


def _last(output: str) -> str:
    lines = [line for line in output.splitlines() if line.strip()]
    return lines[-1][:300] if lines else "no output"
