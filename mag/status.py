"""What of a run is done, running and left, read from its folder alone, while it runs or after.

Nothing is locked for longer than a look: the kernel says who holds a folder, the folders of episodes when each one ended.
"""

import itertools
import shutil
import statistics
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mag.costs import FILE as COST
from mag.costs import ledger_bill
from mag.errors import BadInput
from mag.journal import Journal
from mag.locks import holder
from mag.models.prices import Bill
from mag.runs import COMMITTED, EvalFolder, read_json

PLANS = ("plan.json", "sft/plan.json", "evals/*/plan.json", "rounds/*/plan.json", "rounds/*/more/*/plan.json")
TRAINED, JOB, PUSH = ".training.lock", "update.json", "push.json"  # as mag.train names them, which is slow to import
WINDOW = 30  # last episodes that the pace is taken from
QUIET_S = 600.0  # without a finished episode that is worth a word, and
QUIET_GAPS = 5  # so many times the usual gap


@dataclass(frozen=True, slots=True)
class Part:
    """One evaluation, round or stage of a run. Times in seconds, sizes in bytes; None where it cannot be told."""

    name: str
    state: str  # planned, running, stopped, unscored, incomplete, undecided, done; a round also: updating, pushing
    planned: int  # episodes (epochs of a stage 1)
    done: int
    spoiled: int  # attempts that the infrastructure spoiled
    holder: str  # process and program that work on it, "" for nobody
    per_hour: float | None
    left_s: float | None
    quiet_s: float | None  # since the last episode ended
    size: int
    bill: Bill | None
    note: str  # what is odd, or what to do

    @property
    def left(self) -> int:
        """How many are not there."""
        return self.planned - self.done


@dataclass(frozen=True, slots=True)
class RunStatus:
    """A run folder at one moment."""

    folder: str
    parts: tuple[Part, ...]
    size: int
    free: int  # bytes, on its disk
    wanted: int  # bytes that what is left will take at the size of what is there

    @property
    def usd(self) -> float | None:
        """Paid so far, over all parts; None where nothing has a price."""
        known = [part.bill.usd for part in self.parts if part.bill and part.bill.usd is not None]
        return sum(known) if known else None


def status_of(run: Path, now: float | None = None) -> RunStatus:
    """The state of a run's folder, or of one evaluation's. Raises BadInput where it holds neither."""
    now = time.time() if now is None else now
    plans = [path for pattern in PLANS for path in sorted(run.glob(pattern))]
    if not plans:
        raise BadInput(f"{run} holds no evaluation, round or stage; `ls {run.parent}` shows what is there")
    training = holder(run / TRAINED)
    parts = tuple(_part(path.parent, run, read_json(path), training, now) for path in plans)
    wanted = sum(part.left * part.size // part.done for part in parts if part.done)
    return RunStatus(str(run), parts, _size(run), shutil.disk_usage(run).free, wanted)


def _part(folder: Path, run: Path, plan: dict[str, Any], training: str, now: float) -> Part:
    name = str(folder.relative_to(run)) if folder != run else folder.name
    if "tasks" not in plan:
        return _stage(folder, name, plan)
    evaluation = EvalFolder(folder)
    ends = sorted(_ends(evaluation))
    planned, who = len(plan["tasks"]) * plan["samples"], holder(folder / ".lock")
    spoiled = list(Journal(folder / "infra.jsonl").rows())
    state, note = _state(folder, planned, len(ends), bool(who))
    if folder.parent.name == "rounds" and not who:
        state, note = _round_state(folder, state, note, bool(training))
        who = training if state in ("updating", "pushing") else ""
    rate = _rate(ends, (folder / ".lock").stat().st_mtime if who and (folder / ".lock").exists() else None, now)
    quiet = now - ends[-1] if ends else None
    if state == "running" and (odd := _odd(ends, quiet, spoiled)):
        note = odd
    return Part(
        name=name,
        state=state,
        planned=planned,
        done=len(ends),
        spoiled=len(spoiled),
        holder=who,
        per_hour=rate and 3600 * rate,
        left_s=(planned - len(ends)) / rate if rate and state == "running" else None,
        quiet_s=quiet,
        size=_size(folder),
        bill=_bill(folder, state),
        note=note,
    )


def _state(folder: Path, planned: int, done: int, held: bool) -> tuple[str, str]:
    if held:
        return "running", "" if done < planned else "all rolled: judging or scoring"
    if (folder / COMMITTED).exists() and read_json(folder / COMMITTED)["episodes"] == done:
        if read_json(folder / COMMITTED)["complete"]:
            return "done", ""
        if done < planned:
            return "incomplete", "the infrastructure spoiled what is missing; the same command tries it again"
        return "undecided", f"`mag judge drain {folder}` asks the judge"
    if done == planned:
        return "unscored", "the same command scores it"
    return ("stopped", "the same command goes on from there") if done else ("planned", "")


def _round_state(folder: Path, state: str, note: str, training: bool) -> tuple[str, str]:
    """A round ends with its push; what was scored is only its batch."""
    if (folder / PUSH).exists():
        return "done", ""
    if not (folder / JOB).exists():
        return state, note
    doing, stopped = ("pushing", "push") if (folder / "weights").exists() else ("updating", "update")
    return (doing, "") if training else ("stopped", f"the {stopped} is to be done; the same command goes on from there")


def _stage(folder: Path, name: str, plan: dict[str, Any]) -> Part:
    """Stage 1: its unit is the epoch."""
    done = sum((path / COMMITTED).exists() for path in folder.glob("epoch-*"))
    planned, who = int(plan.get("conf", {}).get("epochs", 0)), holder(folder / ".lock")
    finished = (folder / "weights").exists()
    state = "running" if who else "done" if finished else "stopped"
    note = "the same command goes on from there" if state == "stopped" else ""
    return Part(name, state, planned, planned if finished else done, 0, who, None, None, None, _size(folder), None, note)


def _ends(evaluation: EvalFolder) -> Iterator[float]:
    """When each stored episode was stored."""
    for unit in evaluation.units():
        yield unit.stat().st_mtime


def _rate(ends: Sequence[float], since: float | None, now: float) -> float | None:
    """Episodes a second over the last ones that the present holder finished; None for nobody's, or none."""
    own = [end for end in ends if since is not None and end >= since]
    if since is None or not own:
        return None
    window = own[-WINDOW:]
    return len(window) / max(now - (own[-WINDOW - 1] if len(own) > WINDOW else since), 1e-3)


def _odd(ends: Sequence[float], quiet: float | None, spoiled: Sequence[dict[str, Any]]) -> str:
    gaps = [after - before for before, after in itertools.pairwise(ends)]
    usual = statistics.median(gaps) if gaps else 0.0
    last = f"; spoiled last: {spoiled[-1].get('error', '')}" if spoiled else ""
    if quiet is not None and quiet > max(QUIET_S, QUIET_GAPS * usual):
        return f"nothing has ended for {quiet / 60:.0f} min{last}"
    return last.removeprefix("; ")


def _bill(folder: Path, state: str) -> Bill | None:
    """What cost.json says of a scored evaluation, else the ledger as far as it has come."""
    if state == "done" and (folder / COST).exists():
        return Bill(**read_json(folder / COST)["total"])
    return ledger_bill(folder)


def _size(folder: Path) -> int:
    total = 0
    for path in folder.rglob("*"):
        try:  # the writer may rename or remove it under our eyes
            total += path.stat().st_size if path.is_file() else 0
        except OSError:
            continue
    return total
