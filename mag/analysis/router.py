"""From two evaluations of validation tasks to a grounding for each site.

Rule. The default is the grounding that solves more of all tasks (som where both solve as many). With d(s) the mean over the n(s) tasks of
site s of what the other grounding solves more, and D the same over all tasks (never above 0), a site takes the other grounding when

    n(s) >= LEAST_TASKS,   n(s) d(s) >= LEAST_GAIN,   (n(s) d(s) + PRIOR_TASKS D) / (n(s) + PRIOR_TASKS) > 0,

else the default: the third term shrinks what a site shows towards what all sites show, as PRIOR_TASKS further tasks at it would that
behave like all. Test tasks are never looked at.
"""

from collections.abc import Collection, Mapping, Sequence

from mag.analysis.evaluation import Evaluation, solved, task_means
from mag.benchmark.load import Benchmark, family
from mag.contract.grounding import GROUNDINGS
from mag.errors import BadInput
from mag.records import digest
from mag.route import Conditions, Route, SiteChoice, Source

LEAST_TASKS = 5  # fewer say nothing of a site
LEAST_GAIN = 2.0  # tasks: one task more is chance
PRIOR_TASKS = 10  # weight of all sites in what a site shows
TEST = "test"
SHARED = ("benchmark", "policy", "identity", "contract", "protocol", "judge", "snapshot", "seed", "samples")  # of the plans
Means = dict[str, dict[int, float]]  # grounding -> task -> SR


def choose_route(evaluations: Sequence[Evaluation], benchmark: Benchmark, part: str) -> Route:
    """The table for two finished evaluations of one policy, one a grounding, on the same tasks, all of this part of the split.

    Raises BadInput where they are anything else, or where a test task is among the tasks.
    """
    by_grounding = pair_of(evaluations)
    _refuse_tasks(evaluations[0], benchmark, part)
    plan = evaluations[0].plan
    means = {name: task_means(item, solved) for name, item in by_grounding.items()}
    rates = {name: _mean(own.values()) for name, own in means.items()}
    default = max(GROUNDINGS, key=lambda name: rates[name])  # the first one of equal ones
    sites = {row.task_id: row.site for row in evaluations[0].decided}
    return Route(
        default=default,
        sites=tuple(_choice(site, default, _at(means, sites, site), means) for site in sorted(set(sites.values()))),
        conditions=conditions_of(plan),
        judge=str(plan["judge"]),
        snapshot=str(plan["snapshot"]),
        seed=int(plan["seed"]),
        samples=int(plan["samples"]),
        part=part,
        tasks=evaluations[0].tasks,
        rule={"least_tasks": float(LEAST_TASKS), "least_gain": LEAST_GAIN, "prior_tasks": float(PRIOR_TASKS)},
        sources=tuple(_source(item, rates[name]) for name, item in by_grounding.items()),
    )


def pair_of(evaluations: Sequence[Evaluation]) -> dict[str, Evaluation]:
    """The two evaluations by grounding. Raises BadInput unless they are finished, judged in earnest, and differ in nothing else."""
    by_grounding = {item.grounding: item for item in evaluations}
    if len(evaluations) != 2 or set(by_grounding) != set(GROUNDINGS):
        found = ", ".join(f"{item.name} ({item.grounding})" for item in evaluations)
        raise BadInput(f"one evaluation under {' and one under '.join(GROUNDINGS)} are wanted, not {found}")
    first, second = evaluations
    different = [name for name in SHARED if first.plan.get(name) != second.plan.get(name)]
    if sorted(map(tuple, first.plan["tasks"])) != sorted(map(tuple, second.plan["tasks"])):
        different.append("tasks")
    if different:
        raise BadInput(f"{first.name} and {second.name} differ in {', '.join(different)}; only the grounding may differ")
    for item in evaluations:
        if item.missing:
            raise BadInput(f"{item.name} is incomplete, {item.missing} episodes have no verdict; finish it first")
        if stubs := [judge for judge in (*item.judges, str(item.plan["judge"])) if "stub-" in judge]:
            raise BadInput(f"{item.name} was judged by a stand-in ({stubs[0]}); ask the judge first")
    return {name: by_grounding[name] for name in GROUNDINGS}


def conditions_of(plan: Mapping[str, object]) -> Conditions:
    """From the plan of an evaluation."""
    benchmark, *others = (str(plan.get(name, "")) for name in ("benchmark", "policy", "identity", "contract", "protocol"))
    return Conditions(family(benchmark), *others)


def _refuse_tasks(item: Evaluation, benchmark: Benchmark, part: str) -> None:
    """Raise BadInput unless every task is of the part, which must not be the test part."""
    if not benchmark.split.get(TEST) or part == TEST:
        why = "test tasks must not choose it" if part == TEST else f"{benchmark.name} has no test part to keep away from; give --split"
        raise BadInput(f"a route is chosen on validation tasks: {why}")
    held_out = set(benchmark.split[TEST]) & set(item.tasks)
    if held_out:
        raise BadInput(f"{item.name} has {len(held_out)} test tasks, {min(held_out)} among them; a route must not be chosen by them")
    if part not in benchmark.split:
        raise BadInput(f"there is no part {part!r} of {benchmark.name}; the split has {', '.join(benchmark.split)}")
    if outside := sorted(set(item.tasks) - set(benchmark.split[part])):
        raise BadInput(f"{item.name} has {len(outside)} tasks that are not in {part}, {outside[0]} among them; name their part with --part")


def _choice(site: str, default: str, own: Means, everywhere: Means) -> SiteChoice:
    other = next(name for name in GROUNDINGS if name != default)
    n, total = len(own[default]), len(everywhere[default])
    gain, overall = (sum(means[other].values()) - sum(means[default].values()) for means in (own, everywhere))
    advantage = (gain + PRIOR_TASKS * overall / total) / (n + PRIOR_TASKS)
    if n < LEAST_TASKS:
        grounding, reason = default, f"fewer than {LEAST_TASKS} tasks: the better one overall"
    elif gain < LEAST_GAIN or advantage <= 0:
        grounding, reason = default, f"{other} does not solve enough more here: the better one overall"
    else:
        grounding, reason = other, f"{other} solves {gain:g} more"
    return SiteChoice(site, grounding, n, {name: _mean(values.values()) for name, values in own.items()}, advantage, reason)


def _at(means: Means, sites: Mapping[int, str], site: str) -> Means:
    return {name: {task_id: value for task_id, value in own.items() if sites[task_id] == site} for name, own in means.items()}


def _mean(values: Collection[float]) -> float:
    return sum(values) / len(values)


def _source(item: Evaluation, rate: float) -> Source:
    outcomes = digest([[row.task_id, row.sample, row.success] for row in item.decided])
    return Source(item.run, str(item.plan["name"]), item.grounding, rate, digest(dict(item.plan)), outcomes)
