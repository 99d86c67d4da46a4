"""What a benchmark is made of: tasks by site and part (MAG Table A1), verbs of its demonstrations (Table A2), templates (App. F)."""

import csv
import io
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from mag.benchmark.facts import facts_of
from mag.benchmark.load import Benchmark
from mag.benchmark.split import POOL, overlap
from mag.constants import VERBS
from mag.records import WebTask

ALL, TOTAL = "all", "total"


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table. Counts of tasks, but for `steps` and `verbs`, which count the demonstrations' steps."""

    site: str
    part: str
    tasks: int
    needs_judge: int
    needs_answer: int
    writes_state: int
    unachievable: int
    cross_site: int
    multi_tab: int
    templates: int
    demonstrated: int
    steps: int
    verbs: Counter[str]

    @property
    def mean_steps(self) -> float | None:
        """Steps of a demonstration; None where there is none."""
        return self.steps / self.demonstrated if self.demonstrated else None


def composition(benchmark: Benchmark) -> list[Row]:
    """Rows by site, then part of the split, the sites' totals at the end.

    `all` is the split without its pool, as everywhere, or the whole of a benchmark without a split. Parts without tasks are left out.
    """
    everything = tuple(web_task.task_id for web_task in benchmark.tasks)
    reported = {part: ids for part, ids in benchmark.split.items() if part != POOL}
    pool = {part: ids for part, ids in benchmark.split.items() if part == POOL}
    groups = {**reported, ALL: sum(reported.values(), ()) if benchmark.split else everything, **pool}
    rows = [
        _row(benchmark, site, part, [web_task for web_task in _of(benchmark, ids) if site in (web_task.site, TOTAL)])
        for site in (*sorted({web_task.site for web_task in benchmark.tasks}), TOTAL)
        for part, ids in groups.items()
    ]
    return [row for row in rows if row.tasks]


def _of(benchmark: Benchmark, ids: Iterable[int]) -> list[WebTask]:
    wanted = set(ids)
    return [web_task for web_task in benchmark.tasks if web_task.task_id in wanted]


def _row(benchmark: Benchmark, site: str, part: str, tasks: Sequence[WebTask]) -> Row:
    facts = [facts_of(web_task) for web_task in tasks]
    demos = [benchmark.demonstrations[item.task_id] for item in tasks if item.task_id in benchmark.demonstrations]
    return Row(
        site=site,
        part=part,
        tasks=len(tasks),
        needs_judge=sum(item.needs_judge for item in facts),
        needs_answer=sum(item.needs_answer for item in facts),
        writes_state=sum(item.writes_state for item in facts),
        unachievable=sum(item.unachievable for item in facts),
        cross_site=sum(item.cross_site for item in facts),
        multi_tab=sum(item.multi_tab for item in facts),
        templates=len({web_task.intent_template_id for web_task in tasks}),
        demonstrated=len(demos),
        steps=sum(len(demo.steps) for demo in demos),
        verbs=Counter(step.verb for demo in demos for step in demo.steps),
    )


def as_csv(rows: Iterable[Row]) -> str:
    """The table with one column a verb; means are left to the reader."""
    counts = [name for name in Row.__slots__ if name != "verbs"]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([*counts, *VERBS])
    writer.writerows([*(getattr(row, name) for name in counts), *(row.verbs[verb] for verb in VERBS)] for row in rows)
    return text.getvalue()


def verb_lines(rows: Iterable[Row]) -> list[str]:
    """Table A2 over all sites: a verb, its steps and their percentage, the most frequent first; nothing without demonstrations."""
    return [
        f"{verb:12s}{count:7d}{100 * count / row.steps:7.1f} %"
        for row in rows
        if (row.site, row.part) == (TOTAL, ALL)
        for verb, count in row.verbs.most_common()
    ]


def template_lines(benchmark: Benchmark) -> list[str]:
    """How templates spread over the parts, and which tasks the split leaves out."""
    lines = []
    if "train" in benchmark.split:
        lines += [str(overlap(benchmark.tasks, benchmark.split, part)) for part in ("validation", "test") if part in benchmark.split]
    placed = {task_id for ids in benchmark.split.values() for task_id in ids}
    if benchmark.split and (outside := len(benchmark.tasks) - len(placed)):
        lines.append(f"{outside} of {len(benchmark.tasks)} tasks are in no part of the split")
    return lines
