"""A program as a child that cannot outlive what started it: its lines as they come, a hard deadline, its whole group gone in the end.

The keeper between the two (mag.serve.keeper) watches a pipe that the kernel closes however this process ends, so nothing here has to run
for the child to end. All that the child starts carries MAG_SUPERVISOR, by which `mag.reap` finds what got away.
"""

import os
import signal
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Callable, Sequence
from typing import IO

from mag.errors import BadInput, MagError, Transient
from mag.processes import mark
from mag.serve import keeper

VARIABLE = "MAG_SUPERVISOR"
STOP_S = 20.0  # for an orderly end; Prefect's runner kills a cancelled flow after 30
DRAIN_S = 2.0  # for the last lines; whoever else still holds the pipe is not waited for
LINE = 1 << 14  # bytes of a line; the rest is the next one
SHOWN = 300  # characters of an error
STOPPED = (128 + signal.SIGINT, 128 + signal.SIGTERM)


def supervise(command: Sequence[str], say: Callable[[str], None], deadline_s: float, stop_s: float = STOP_S) -> None:
    """Run a `mag` command to its end; `say` is told every line of its output (from another thread).

    Its exit status becomes an error: 2 BadInput, 3 Transient (infrastructure), a signal Transient, unless somebody stopped it; past the
    deadline it is ended and that is Transient as well. When this process is interrupted or killed, the whole group of the command ends.
    """
    process = subprocess.Popen(
        [sys.executable, "-I", keeper.__file__, f"{stop_s:g}", *command],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=os.environ | {VARIABLE: mark(), "PYTHONUNBUFFERED": "1"},
        start_new_session=True,  # what kills our group must not kill the keeper
    )
    assert process.stdin is not None
    assert process.stdout is not None
    last: deque[str] = deque(maxlen=50)
    reader = threading.Thread(target=_tell, args=(process.stdout, say, last), daemon=True)
    reader.start()
    try:
        code = process.wait(deadline_s)
    except subprocess.TimeoutExpired:
        raise Transient(f"{_short(command)} took longer than {deadline_s / 3600:g} h and was ended; started again it goes on") from None
    finally:
        process.stdin.close()
        process.wait()
        reader.join(DRAIN_S)
    _raise_for(code, _short(command), list(last))


def _tell(output: IO[bytes], say: Callable[[str], None], last: deque[str]) -> None:
    while data := output.readline(LINE):
        if line := data.decode(errors="replace").rstrip().rpartition("\r")[2]:  # of a bar drawn over itself, how it ended
            last.append(line)
            say(line)


def _raise_for(code: int, name: str, lines: Sequence[str]) -> None:
    if code == 0:
        return
    errors = [line.removeprefix("mag: ") for line in lines if line.startswith("mag: ")]
    said = (errors or lines or ["it said nothing"])[-1][:SHOWN]
    if code == 2:
        raise BadInput(said)
    if code == 3:
        raise Transient(said)
    if code in STOPPED:
        raise MagError(f"{name} was stopped by somebody else; started again it goes on")
    if code < 0:
        raise Transient(f"the keeper of {name} was ended by signal {-code}, and {name} with it; started again it goes on")
    if code > 128:
        raise Transient(f"{name} was ended by signal {code - 128} ({said}); started again it goes on")
    raise MagError(f"{name} ended with status {code}: {said}")


def _short(command: Sequence[str]) -> str:
    """The command as a person would type it."""
    words = [str(word) for word in command]
    return f"mag {' '.join(words[3:])}" if words[1:3] == ["-m", "mag.cli"] else " ".join(words)[:SHOWN]
