"""A step of training as a process of its own: gone when this one is gone, however it went."""

import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path

from mag.errors import MagError
from mag.serve import keeper

STOP_S = 5.0  # for an orderly end; a launcher passes it on to its workers
SHOWN = 300  # characters of what a failed process said last


async def run_process(arguments: Sequence[str], log: Path, processes: int = 1) -> None:
    """Run `python -m` with these arguments to its end, under torch's launcher where there are several processes; output goes to the log.

    Raises MagError with the last thing it said when it failed. When the caller is cancelled or killed, all of it ends.
    """
    launcher = ["torch.distributed.run", "--standalone", f"--nproc-per-node={processes}", "-m"] if processes > 1 else []
    command = [sys.executable, "-m", *launcher, *arguments]
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("ab") as file:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-I", keeper.__file__, f"{STOP_S:g}", *command, stdin=asyncio.subprocess.PIPE, stdout=file, stderr=file
        )
        assert process.stdin is not None
        try:
            code = await process.wait()
        finally:
            process.stdin.close()
            if process.returncode is None:
                await asyncio.shield(process.wait())
    if code:
        raise MagError(
            f"{arguments[0]} ended with status {code}: {_last_words(log)}; {log} has all of it, the same command goes on from there"
        )


def _last_words(log: Path) -> str:
    lines = [line.strip() for line in log.read_text(encoding="utf-8", errors="replace").splitlines() if line.strip()]
    errors = [line.removeprefix("error: ") for line in lines if line.startswith("error: ")]
    return (errors or lines or ["it said nothing"])[-1][:SHOWN]
