"""What tests of the update share: a checkpoint, its renderer, groups on disk."""

import os
from pathlib import Path

from mag.train.batches import Sizes, cut
from mag.train.groups import Trajectory, make_groups
from mag.train.render import ProcessorRenderer
from mag.train.rows import Rendered, make_rows
from mag.train.settings import GrpoConf
from mag.train.update import Work
from tests.train.small import episode, stored

CONF = GrpoConf(lr=1e-3, micro_rows=4)


def trajectories(folder: Path, renderer: ProcessorRenderer) -> list[Trajectory]:
    """Three tasks, one with an expert: 26 rows of different lengths that carry a gradient, and a group that carries none."""
    outcomes = {1: ["failure", "failure", "failure"], 2: ["success", "failure", "failure"], 3: ["failure", "success"], 4: ["failure"] * 2}
    own = [
        stored(folder / "own", episode(task, sample, outcome, renderer, steps=2 + (task + sample) % 3))
        for task, all_of_it in outcomes.items()
        for sample, outcome in enumerate(all_of_it)
    ]
    return [*own, stored(folder / "expert", episode(1, 9, "success", steps=3), expert=True)]


def work_of(found: list[Trajectory], renderer: ProcessorRenderer, sizes: Sizes, ranks: int = 1, seed: int = 0) -> Work:
    rows = make_rows(make_groups(found).kept, renderer)
    rendered = Rendered(rows, renderer)
    lengths = [rendered.length(number) for number in range(len(rows))]
    return Work(rendered, cut(lengths, [len(row.token_ids) for row in rows], seed, sizes, ranks))


def forked(work):
    """Start `work` in a child of this process, which has everything imported; its exit code says whether it got through."""
    child = os.fork()
    if child:
        return child
    try:
        work()
        os._exit(0)
    except BaseException as error:
        print(repr(error), flush=True)
        os._exit(1)


def join(child):
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
