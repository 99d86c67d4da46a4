"""One evaluation rolled on several machines: each share takes its part of the units to environment sets of its own.

All of them write into one evaluation's folder, on a disk that every machine sees; who starts them holds its lock. A share is what an
ordinary sweep is, with two differences: it numbers its sets after those of the shares before it, and it keeps a model's replies in a
ledger of its own (<evaluation>/shares/<k>of<n>/calls.jsonl), which `gather` brings together.
"""

import asyncio
import platform
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar, cast

from mag.benchmark.load import Benchmark
from mag.choice import Choice, check_sites, code_version, make_spec
from mag.errors import BadInput
from mag.harness import SweepSpec
from mag.locks import hold
from mag.models.ledger import FILE as CALLS
from mag.records import WebTask
from mag.rollout import Report
from mag.runs import EvalFolder, write_atomic, write_json
from mag.settings import Settings
from mag.sites.base import EnvironmentSet
from mag.sites.pool import environment_sets
from mag.sweep import plan_of, reset_sets, roll_sweep, sites_of, units_of, verify_logins

FOLDER = "shares"
TURN_S = 0.1
Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Share:
    """One of `of` parts of an evaluation's units."""

    evaluation: Path  # its folder, which every machine sees under this path
    number: int  # from 0
    of: int
    sets: int  # environment sets to roll it on
    code: str  # version of the code that whoever starts the sweep runs

    def part(self, units: Sequence[Item]) -> Sequence[Item]:
        """Every `of`-th unit of the plan: the same ones at every start with as many shares."""
        return units[self.number :: self.of]

    @property
    def folder(self) -> Path:
        """Where its ledger is."""
        return self.evaluation / FOLDER / f"{self.number + 1}of{self.of}"


def split(evaluation: Path, of: int, sets: int) -> list[Share]:
    """The shares of one sweep. Raises BadInput where there would be none."""
    if of < 1 or sets < 1:
        raise BadInput(f"{of} shares of {sets} environment sets roll nothing; give at least one of each")
    return [Share(evaluation.absolute(), number, of, sets, code_version()) for number in range(of)]


def roll_share(share: Share, choice: Choice, benchmark: Benchmark, tasks: Sequence[WebTask], settings: Settings, report: Report) -> int:
    """Roll what the folder lacks of this share (MAG Algorithm 1, lines 1-18), on this machine; how many units stayed infra.

    A budget is split evenly. Raises BadInput where this machine would roll other rows than the one that asks: other code, protocol or data.
    """
    if code_version() != share.code:
        raise BadInput(f"{platform.node()} has code {code_version()}, the sweep was started with {share.code}; bring both to one version")
    check_sites(benchmark, settings.sites)
    conf = replace(settings.sites, sets=share.sets)
    own = replace(choice, budget=None if choice.budget is None else choice.budget / share.of)
    folder = EvalFolder(share.evaluation)
    with environment_sets(conf) as found:
        sets = [_numbered(item, share.number * share.sets + place) for place, item in enumerate(found, 1)]
        spec = make_spec(own, benchmark, sets[0].snapshot, share.folder)
        _join(folder, spec, tasks, choice.samples, share)
        return asyncio.run(_roll(folder, spec, share.part(units_of(tasks, choice.samples)), sets, report))


async def _roll(folder: EvalFolder, spec: SweepSpec, units: Sequence[Any], sets: Sequence[EnvironmentSet], report: Report) -> int:
    finished = folder.finished_keys()
    if all(spec.key(unit.web_task, unit.sample)[:12] in finished for unit in units):
        return 0
    well = await reset_sets(folder, sets)
    well = await verify_logins(folder, well, sites_of(unit.web_task for unit in units))
    return await roll_sweep(spec, folder, units, well, report)


def _join(folder: EvalFolder, spec: SweepSpec, tasks: Sequence[WebTask], samples: int, share: Share) -> None:
    """Agree with the plan, or be the first to write it and where the rows come from."""
    with _turn(folder.path / ".joining.lock"):
        folder.freeze_plan(plan_of(spec, tasks, samples))
        path = folder.path / "manifest.json"
        if not path.exists():
            manifest = {"code": spec.code, "protocol": spec.protocol, "snapshot": spec.snapshot, "sets": share.of * share.sets}
            system = {"python": platform.python_version(), "system": platform.platform()}
            write_json(path, manifest | system | {"started": time.time()})


@contextmanager
def _turn(path: Path) -> Iterator[None]:
    """Hold the lock, after whoever has it now: nobody has it for long."""
    while True:
        with hold(path) as had:
            if had:
                yield
                return
        time.sleep(TURN_S)


def gather(evaluation: Path) -> None:
    """Write the evaluation's calls.jsonl anew from its shares' ledgers; nothing where no model was asked."""
    ledgers = sorted(evaluation.glob(f"{FOLDER}/*/{CALLS}"))
    if ledgers:
        write_atomic(evaluation / CALLS, b"".join(path.read_bytes() for path in ledgers))


def refuse_mixed(evaluation: Path) -> None:
    """Raise BadInput where an ordinary sweep has asked models for this folder: shares would not know its replies and pay them again."""
    path = evaluation / CALLS
    if not path.exists():
        return
    known = {line for ledger in evaluation.glob(f"{FOLDER}/*/{CALLS}") for line in ledger.read_bytes().splitlines()}
    if any(line not in known for line in path.read_bytes().splitlines()):
        raise BadInput(f"{evaluation} was rolled with `mag sweep` or mag/sweep; go on with that, or choose another --name")


class _Numbered:
    """A set under another number: every machine counts its own from 1."""

    def __init__(self, item: EnvironmentSet, number: int) -> None:
        self._item, self.number = item, number

    def __getattr__(self, name: str) -> Any:
        return getattr(self._item, name)


def _numbered(item: EnvironmentSet, number: int) -> EnvironmentSet:
    return cast(EnvironmentSet, _Numbered(item, number))
