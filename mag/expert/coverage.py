"""How much of the training tasks the expert covers: solved in each pass, in all, in any (MAG App. E: 112, 122, 95 and 139 of 407)."""

from collections.abc import Callable, Mapping, Sequence

from mag.analysis.main_table import cell
from mag.analysis.table import Cell, Column, Table
from mag.costs import ledger_bill, money
from mag.expert.cache import KEPT, kept, solved
from mag.expert.trials import Pass, Trial
from mag.records import WebTask
from mag.stats.intervals import wilson

SOURCE = "MAG App. E"


def coverage_tables(passes: Sequence[Pass], tasks: Mapping[int, WebTask]) -> dict[str, Table]:
    """Overall with the sites, and by intent template. `tasks`: the benchmark's, by id."""
    notes = _notes(passes)
    sites = _groups(passes, lambda task_id: tasks[task_id].site)
    templates = _groups(passes, lambda task_id: tasks[task_id].intent_template_id)
    rows = [_row(passes, "all sites", passes[0].tasks), *(_row(passes, str(site), ids) for site, ids in sites.items())]
    by_template = [_row(passes, str(template), ids) for template, ids in templates.items()]
    return {
        "coverage": Table("coverage", "Coverage of the expert cache", SOURCE, _columns(passes, "site"), tuple(rows), notes),
        "coverage_templates": Table(
            "coverage_templates", "Coverage by intent template", SOURCE, _columns(passes, "template"), tuple(by_template), notes
        ),
    }


def _groups(passes: Sequence[Pass], key: Callable[[int], str | int]) -> dict[str | int, list[int]]:
    groups: dict[str | int, list[int]] = {}
    for task_id in sorted(passes[0].tasks, key=key):
        groups.setdefault(key(task_id), []).append(task_id)
    return groups


def _columns(passes: Sequence[Pass], group: str) -> tuple[Column, ...]:
    return (
        Column(group, group),
        Column("n", "n", "int"),
        Column("open", "open", "int"),
        *(Column(f"solved_{one.number}", f"pass {one.number}", "int") for one in passes),
        Column("both", "both" if len(passes) == 2 else "every pass", "int"),
        Column("union", "union", "int"),
        Column("share", "union (%)", "percent"),
        Column("wilson", "95 % Wilson", "percent"),
        Column("episodes", "episodes kept", "int"),
        Column("steps", "steps kept", "int"),
        Column("cost", "cost ($)", "money"),
    )


def _row(passes: Sequence[Pass], name: str, ids: Sequence[int]) -> tuple[Cell, ...]:
    wins = {task_id: solved(passes, task_id) for task_id in ids}
    decided = [found for task_id, found in wins.items() if not _open(passes, task_id)]
    covered = sum(map(bool, decided))
    keep = [trial for found in wins.values() for trial in found[:KEPT]]
    return (
        name,
        len(ids),
        len(ids) - len(decided),
        *(sum(trial.number == one.number for found in wins.values() for trial in found) for one in passes),
        sum(len(found) == len(passes) for found in wins.values()),
        sum(map(bool, wins.values())),
        covered / len(decided) if decided else None,
        cell(wilson(covered, len(decided))),
        len(keep),
        sum(trial.steps for trial in keep),
        _cost([one.trials[task_id] for one in passes for task_id in ids if task_id in one.trials]),
    )


def _open(passes: Sequence[Pass], task_id: int) -> bool:
    """Some pass has no verdict on the task."""
    trials = [one.trials.get(task_id) for one in passes]
    return any(trial is None or trial.success is None for trial in trials)


def _cost(trials: Sequence[Trial]) -> float | None:
    known = [trial.cost_usd for trial in trials if trial.cost_usd is not None]
    return sum(known) if trials and len(known) == len(trials) else None


def _bill(one: Pass) -> str:
    bill = ledger_bill(one.folder)
    spent = "no price" if bill is None or bill.usd is None else money(bill.at_most_usd)
    return "" if bill is None else f"Pass {one.number} cost {spent} in all, spoiled attempts included ({bill.replies} replies)."


def _notes(passes: Sequence[Pass]) -> tuple[str, ...]:
    notes = [
        "open: some pass has no verdict (spoiled by the infrastructure, or the judge has not ruled). The share and its interval are over "
        "the tasks decided in every pass, whether solved or not; the counts are over all. "
        f"Kept: verified successes, at most {KEPT} a task. Cost: of every stored episode of the passes, kept or not."
    ]
    for one in passes:
        counts = one.counts
        if counts["undecided"] or counts["missing"]:
            notes.append(f"INCOMPLETE: pass {one.number} has {counts['undecided']} undecided and {counts['missing']} missing episodes.")
    notes += filter(None, map(_bill, passes))
    return (*notes, f"{len({trial.task_id for trial in kept(passes)})} tasks are covered.")
