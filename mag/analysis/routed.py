"""What a route is worth on test tasks: its row composed of the two groundings' evaluations, beside both and the best of both by task.

A policy that answers the same to the same input would have rolled the composed row exactly: at every site it plays as in the evaluation
under that site's grounding, and episodes do not touch one another. For one that samples, the row is an estimate from other draws.
"""

from collections.abc import Sequence
from dataclasses import replace

from mag.analysis.evaluation import Evaluation, solved, task_means
from mag.analysis.main_table import cell
from mag.analysis.router import conditions_of, pair_of
from mag.analysis.table import Cell, Column, Table
from mag.errors import BadInput
from mag.route import ROUTED, Route
from mag.stats import bootstrap

ROUTED_NAME, BEST_NAME = "routed (composed)", "best by task (oracle)"


def compose(route: Route, evaluations: Sequence[Evaluation]) -> Evaluation:
    """The evaluation the route would have led to: from each of the two the episodes at the sites it sends there.

    Raises BadInput where the two differ in more than the grounding, do not fit the route, or hold tasks it was chosen by.
    """
    by_grounding = pair_of(evaluations)
    first = evaluations[0]
    route.refuse_other(conditions_of(first.plan))
    if own := sorted(set(first.tasks) & set(route.tasks)):
        raise BadInput(f"the route was chosen on {len(own)} of these tasks, {own[0]} among them; give evaluations of test tasks")
    rows = [row for name, item in by_grounding.items() for row in item.episodes if route.at(row.site).name == name]
    plan = {**first.plan, "name": ROUTED, "grounding": ROUTED, "route": route.plan()}
    codes = tuple(sorted({code for item in evaluations for code in item.codes}))
    ordered = tuple(sorted(rows, key=lambda row: (row.task_id, row.sample)))
    return replace(first, name=ROUTED_NAME, plan=plan, episodes=ordered, codes=codes, rulings={})


def refuse_other_route(route: Route, rolled: Evaluation, composed: Evaluation) -> None:
    """Raise BadInput unless this evaluation was rolled by this route, on the same tasks, and is finished."""
    if rolled.grounding != ROUTED or rolled.plan["route"]["digest"] != route.digest:
        raise BadInput(f"{rolled.name} was not rolled by this route; give one of `mag sweep --grounding routed:FILE`")
    if rolled.tasks != composed.tasks or rolled.missing:
        raise BadInput(f"{rolled.name} has other tasks than the two evaluations, or is not finished")


def differing(rolled: Evaluation, composed: Evaluation) -> list[int]:
    """Tasks on which the rolled row and the composed one do not come to the same; none for a policy that does not sample."""
    ours, theirs = task_means(rolled, solved), task_means(composed, solved)
    return [task_id for task_id, value in theirs.items() if ours[task_id] != value]


def gain_table(systems: Sequence[Evaluation], routed: Sequence[Evaluation], seed: int) -> Table:
    """The two groundings, what was routed, and the best of both by task, each against the two, tasks resampled in pairs."""
    means = [task_means(item, solved) for item in (*systems, *routed)]
    tasks = list(means[0])
    columns = [[own[task_id] for task_id in tasks] for own in means]
    best = [max(values) for values in zip(*columns[: len(systems)], strict=True)]
    labels = [*(item.label for item in (*systems, *routed)), BEST_NAME]
    rows = tuple(_row(label, values, columns[: len(systems)], seed) for label, values in zip(labels, [*columns, best], strict=True))
    heads = [
        (Column(f"delta_{item.grounding}", f"Δ to {item.label}", "points"), Column(f"ci_{item.grounding}", "95 % CI", "points"))
        for item in systems
    ]
    n = len(tasks)
    titles = (Column("solved", "solved", "count"), Column("sr", "SR (%)", "percent", n), Column("sr_ci", "95 % CI", "percent"))
    note = "Δ in points of SR over the same tasks, which are resampled in pairs. Best by task looks at the results: what no router exceeds."
    return Table("routed", "What the route gains", "MAG 6, App. F", (Column("system", "system"), *titles, *sum(heads, ())), rows, (note,))


def _row(label: str, values: Sequence[float], bases: Sequence[Sequence[float]], seed: int) -> tuple[Cell, ...]:
    rate = bootstrap.mean(values, seed)
    row: list[Cell] = [label, sum(values), rate.estimate if rate else None, cell(rate)]
    for base in bases:
        delta = bootstrap.paired(values, base, seed)
        row += [100 * delta.estimate if delta else None, cell(delta, 100)]
    return tuple(row)


def route_table(route: Route, systems: Sequence[Evaluation] = ()) -> Table:
    """The table itself: by site what was chosen and by what, and beside it what these evaluations came to there."""
    columns = [Column("site", "site"), Column("grounding", "grounding"), Column("n", f"{route.part} tasks", "int")]
    columns += [Column(f"chosen_{item.grounding}", f"SR {item.grounding} (%)", "percent") for item in route.sources]
    columns += [Column("advantage", "shrunken advantage", "points"), Column("reason", "chosen because")]
    columns += [Column(f"sr_{item.grounding}", f"SR {item.label} (%)", "percent") for item in systems]
    rows: list[tuple[Cell, ...]] = []
    for choice in route.sites:
        rates = (choice.rates[item.grounding] for item in route.sources)
        shown = (_rate_at(item, choice.site) for item in systems)
        rows.append((choice.site, choice.grounding, choice.n, *rates, 100 * choice.advantage, choice.reason, *shown))
    note = f"Elsewhere {route.default}, the better one over all {len(route.tasks)} {route.part} tasks. Advantage: of the other one."
    return Table("route", "The route", "", tuple(columns), tuple(rows), (note,))


def _rate_at(item: Evaluation, site: str) -> float | None:
    values = task_means(item, lambda row: solved(row) if row.site == site else None)
    return sum(values.values()) / len(values) if values else None
