"""Rolling the expert ahead of training: independent passes over the training tasks, each an evaluation like any other (MAG App. E)."""

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from mag.benchmark.load import Benchmark
from mag.choice import Choice
from mag.contract.grounding import GROUNDINGS
from mag.costs import ledger_bill
from mag.errors import BadInput
from mag.models.spending import BudgetSpent
from mag.records import WebTask
from mag.rollout import Report
from mag.settings import Settings
from mag.sweep import run_sweep

PASSES = 2  # App. E
EVALUATION = "expert-{name}-{number}"


@dataclass(frozen=True)
class PreRoll:
    """What is rolled. The choice's name tells several pre-rolls of a run apart, "" is the grounding's; its samples are the passes."""

    choice: Choice
    passes: int = PASSES

    @property
    def name(self) -> str:
        """Of the pre-roll and its cache."""
        return self.choice.name or self.choice.grounding

    def choices(self) -> list[Choice]:
        """The evaluation of each pass, each with a seed of its own, none answered out of the response cache: they are to be independent.

        Raises BadInput for less than one pass, or a choice of groundings.
        """
        if self.choice.grounding not in GROUNDINGS:
            raise BadInput(f"an expert is rolled in one grounding, {' or '.join(GROUNDINGS)}, not {self.choice.grounding!r}")
        if self.passes < 1:
            raise BadInput(f"{self.passes} passes roll nothing; give 1 or more (MAG makes {PASSES})")
        return [
            replace(
                self.choice,
                name=EVALUATION.format(name=self.name, number=number),
                samples=1,
                seed=pass_seed(self.choice.seed, number),
                cache=False,
            )
            for number in range(1, self.passes + 1)
        ]

    def evaluations(self, runs: Path) -> list[Path]:
        """Folders of the passes."""
        return [runs / self.choice.run / "evals" / choice.name for choice in self.choices()]

    def refuse_fewer(self, runs: Path) -> None:
        """Raise BadInput where the run has more passes than these: its cache is of all of them."""
        if (replace(self, passes=self.passes + 1).evaluations(runs)[-1] / "plan.json").exists():
            _, found = find_passes(runs / self.choice.run, self.name)
            raise BadInput(
                f"run {self.choice.run} has {len(found)} passes of {self.name} already, and its cache is of all of them; "
                f"give --passes {len(found)}, or choose another --name or --run"
            )

    def cache(self, runs: Path) -> Path:
        """Folder of the cache."""
        return cache_folder(runs / self.choice.run, self.name)


def cache_folder(run: Path, name: str) -> Path:
    """Where a run keeps the cache of the pre-roll of this name."""
    return run / "expert" / name


def find_passes(run: Path, name: str = "") -> tuple[str, list[Path]]:
    """Name and passes of a pre-roll of this run, in order. Raises BadInput where there is none, or several and none is named."""
    found: dict[str, dict[int, Path]] = {}
    for plan in run.glob("evals/expert-*-*/plan.json"):
        match = re.fullmatch(r"expert-(.+)-(\d+)", plan.parent.name)
        if match and name in ("", match[1]):
            found.setdefault(match[1], {})[int(match[2])] = plan.parent
    if not found:
        raise BadInput(f"{run} has no pre-roll{f' {name!r}' if name else ''}; roll one with `mag expert preroll`")
    if len(found) > 1:
        raise BadInput(f"{run} has several pre-rolls; name one of {', '.join(sorted(found))} with --name")
    chosen, folders = found.popitem()
    return chosen, [folders[number] for number in sorted(folders)]


def pass_seed(seed: int, number: int) -> int:
    """Seed of a pass, counted from the pre-roll's: pre-rolls with neighbouring seeds share no pass either."""
    return int.from_bytes(hashlib.sha256(f"expert {seed} {number}".encode()).digest()[:4])


def budget_left(budget: float | None, folders: Sequence[Path], own: Path) -> float | None:
    """What of a pre-roll's budget (USD, None: no limit) a pass may cost in all, after what was asked for the others of `folders`.

    Those after it count as well: they have begun where an earlier start did not complete this one. Raises BudgetSpent when nothing is
    left.
    """
    if budget is None:
        return None
    bills = [ledger_bill(folder) for folder in folders if folder != own]
    spent = sum(bill.at_most_usd for bill in bills if bill is not None)
    if spent and spent >= budget:
        raise BudgetSpent(
            f"the pre-roll's budget of {budget:g} USD ends here: the passes besides {own.name} cost {spent:.4f}; "
            "give the same command a larger --budget to go on, what is finished is kept"
        )
    return budget - spent


def roll_passes(preroll: PreRoll, benchmark: Benchmark, tasks: Sequence[WebTask], settings: Settings, report: Report) -> bool:
    """Every pass in full, one after the other, each from sites that were reset; whether every episode has its verdict.

    What is finished is not rolled again, so the same call goes on where it was stopped; the budget is for all passes and starts together.
    """
    runs = Path(settings.runs.folder)
    preroll.refuse_fewer(runs)
    folders = preroll.evaluations(runs)
    complete = True
    for choice, folder in zip(preroll.choices(), folders, strict=True):
        priced = replace(choice, budget=budget_left(choice.budget, folders, folder))
        complete &= not run_sweep(priced, benchmark, tasks, settings, folder, report).incomplete
    return complete
