"""Between `mag serve` and vLLM: ends vLLM's whole tree of processes when `mag serve` ends, also when that was killed.

`python keeper.py SECONDS COMMAND...` starts the command in a process group of its own. When standard input ends, or on SIGTERM, the command
gets SIGTERM and so many seconds for an orderly end; after its end, whatever is left of its group is killed. Exits as the command did.
When it is killed itself, the kernel sends the command SIGTERM (Linux). Imports nothing of ours: it starts at once and can hardly fail.
"""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable

PR_SET_PDEATHSIG = 1  # prctl(2)


def main() -> int:
    """Run the command and outlive it."""
    seconds, command = float(sys.argv[1]), sys.argv[2:]
    child = subprocess.Popen(command, stdin=subprocess.DEVNULL, start_new_session=True, preexec_fn=_end_with_parent())
    stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, lambda *_: stop.set())
    threading.Thread(target=_until_end_of_input, args=(stop,), daemon=True).start()
    threading.Thread(target=_until_end_of_child, args=(child, stop), daemon=True).start()
    stop.wait()
    if child.poll() is None:
        child.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            child.wait(seconds)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child.pid, signal.SIGKILL)
    return child.wait()


def _end_with_parent() -> Callable[[], None] | None:
    """To be called in the child before it becomes the command; None where there is no such thing."""
    if not sys.platform.startswith("linux"):
        return None
    prctl = ctypes.CDLL(None).prctl  # found before the fork
    return lambda: prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


def _until_end_of_input(stop: threading.Event) -> None:
    while os.read(0, 4096):  # not sys.stdin: a thread that waits in its buffer breaks the interpreter's end
        pass
    stop.set()


def _until_end_of_child(child: "subprocess.Popen[bytes]", stop: threading.Event) -> None:
    child.wait()
    stop.set()


if __name__ == "__main__":
    code = main()
    sys.exit(code if code >= 0 else 128 - code)
