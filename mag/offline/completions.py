"""Files of completions at gold steps: read from anywhere, written so that a stopped run goes on.

A *run* is one model under one contract and grounding with one seed. Its completions may lie in several files, and several runs in one: what
counts is the lines, never their order.
"""

import fcntl
import json
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, NamedTuple

from pydantic import TypeAdapter

from mag.contract.contracts import CONTRACTS
from mag.contract.grounding import GROUNDINGS
from mag.errors import BadInput
from mag.offline.lines import read_lines
from mag.shown import StepCompletion

_COMPLETION: TypeAdapter[StepCompletion] = TypeAdapter(StepCompletion)


class Run(NamedTuple):
    """What the completions of one table row have in common."""

    model: str
    grounding: str
    contract: str
    seed: int

    def __str__(self) -> str:
        return f"{self.model} {self.contract} {self.grounding} seed {self.seed}"


Runs = dict[Run, dict[tuple[int, int], StepCompletion]]  # run -> key of the gold step -> completion


def run_of(completion: StepCompletion) -> Run:
    """The run a completion belongs to."""
    return Run(completion.model, completion.grounding, completion.contract, completion.seed)


def read_completions(paths: Iterable[Path]) -> Runs:
    """The completions of these files by run and step. Raises BadInput for a step twice in a run, an unknown contract or grounding."""
    runs: Runs = {}
    for path in paths:
        for place, completion in read_lines(path, _COMPLETION):
            for value, known in ((completion.contract, CONTRACTS), (completion.grounding, GROUNDINGS)):
                if value not in known:
                    raise BadInput(f"{place}: {value!r} is none of {', '.join(known)}; mend the line or leave it out")
            own = runs.setdefault(run_of(completion), {})
            if completion.key in own:
                raise BadInput(
                    f"{place}: {run_of(completion)} has task {completion.task_id}, step {completion.index} twice; "
                    "leave one out, or give the runs different models or seeds"
                )
            own[completion.key] = completion
    return runs


@contextmanager
def journal(path: Path) -> Iterator[tuple[Runs, Callable[[StepCompletion], None]]]:
    """What the file holds already, and the function that appends to it; the file is this process's until the end.

    A line that a power cut left half written is removed. Raises BadInput while another process writes.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a+b") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise BadInput(f"{path} is being written by another process; wait for it or stop it") from None
        _mend(file)

        def append(completion: StepCompletion) -> None:
            file.write(_COMPLETION.dump_json(completion) + b"\n")
            file.flush()
            os.fsync(file.fileno())

        yield read_completions([path]), append


def _mend(file: BinaryIO) -> None:
    """Give the last line its end, or drop it where it is no JSON."""
    file.seek(0)
    data = file.read()
    whole = data.rfind(b"\n") + 1
    if whole == len(data):
        return
    try:
        json.loads(data[whole:])
    except ValueError:
        file.truncate(whole)
    else:
        file.write(b"\n")
    file.flush()
