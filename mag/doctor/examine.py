"""All checks at once, each in a thread of its own, none waited for longer than a few seconds."""

import threading
import time
from collections.abc import Callable, Iterable, Sequence

from mag.doctor import benchmark, machine, services, software
from mag.doctor.asked import Asked, read_asked
from mag.doctor.finding import Finding
from mag.errors import MagError

Check = Callable[[Asked], Iterable[Finding]]
CHECKS: tuple[Check, ...] = (
    software.python,
    software.packages,
    software.chromium,
    machine.disk,
    machine.memory,
    machine.processors,
    software.cuda,
    benchmark.tasks,
    benchmark.sites,
    services.answering,
    services.tracking,
    software.vllm,
    benchmark.models,
    benchmark.judge,
)
PATIENCE_S = 7.0


def examine(checks: Sequence[Check] = CHECKS, patience_s: float = PATIENCE_S) -> list[Finding]:
    """What every check found, in the order of the list. A check that fails in a way of its own, or takes too long, says so itself."""
    asked, found = read_asked()
    began = time.monotonic()
    running = [Running(check, asked) for check in checks]
    for one in running:
        one.join(max(0.0, patience_s - (time.monotonic() - began)))
    return found + [finding for one in running for finding in one.findings(patience_s)]


class Running(threading.Thread):
    """A check under way. A daemon: one that hangs does not keep the program from ending."""

    def __init__(self, check: Check, asked: Asked) -> None:
        super().__init__(daemon=True)
        self.check, self.asked, self.found = check, asked, list[Finding]()
        self.start()

    def run(self) -> None:
        """Collect what the check yields."""
        name = self.check.__name__
        try:
            self.found.extend(self.check(self.asked))
        except MagError as error:
            self.found.append(Finding(name, "broken", str(error)))
        except Exception as error:  # a check must never hide the others' results
            self.found.append(Finding(name, "broken", f"the check itself failed: {type(error).__name__}: {error}", "please report this"))

    def findings(self, patience_s: float) -> list[Finding]:
        """What it found; a warning besides where it is not through yet."""
        if not self.is_alive():
            return self.found
        late = Finding(self.check.__name__, "warning", f"no answer within {patience_s:.0f} s", "the machine is busy, or hangs; try again")
        return [*self.found, late]
