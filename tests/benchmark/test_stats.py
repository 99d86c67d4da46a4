"""The tables of what a benchmark is made of."""

import csv
from collections import Counter

from mag.benchmark.stats import composition, template_lines
from mag.constants import VERBS


def test_webarena_without_a_split(webarena):
    rows = composition(webarena)
    assert [(row.site, row.part, row.tasks) for row in rows] == [
        ("gitlab", "all", 196), ("map", "all", 112), ("reddit", "all", 114), ("shopping", "all", 192),
        ("shopping_admin", "all", 182), ("wikipedia", "all", 16), ("total", "all", 812),
    ]  # fmt: skip
    total = rows[-1]
    assert (total.needs_judge, total.needs_answer, total.writes_state) == (118, 335, 411)
    assert (total.unachievable, total.cross_site, total.multi_tab, total.templates) == (36, 48, 5, 190)
    assert total.mean_steps is None and not total.verbs
    assert template_lines(webarena) == []


def test_rows_add_up(benchmark):
    rows = composition(benchmark)
    by = {(row.site, row.part): row for row in rows}
    sites = {row.site for row in rows} - {"total"}
    for part in ("train", "test", "all", "pool"):
        for name in ("tasks", "needs_judge", "needs_answer", "writes_state", "unachievable", "demonstrated", "steps", "verbs"):
            parts = [getattr(by[site, part], name) for site in sites if (site, part) in by]
            assert sum(parts, Counter() if name == "verbs" else 0) == getattr(by["total", part], name), (part, name)
    for site in sites:
        assert by[site, "train"].tasks + by[site, "test"].tasks == by[site, "all"].tasks
    total = by["total", "all"]
    steps = [step for item in benchmark.select() for step in benchmark.demonstrations[item.task_id].steps]
    assert total.steps == len(steps) == total.verbs.total() and total.verbs["finish"] == total.tasks == len(benchmark.select())


def test_the_command_prints_and_writes_the_table(mag, benchmark, tmp_path):
    printed = mag("tasks", "stats", "--benchmark", "miniarena", "--csv", tmp_path / "table.csv")
    rows = composition(benchmark)
    with (tmp_path / "table.csv").open() as file:
        written = list(csv.DictReader(file))
    assert [(row["site"], row["part"], int(row["tasks"]), int(row["steps"])) for row in written] == [
        (r.site, r.part, r.tasks, r.steps) for r in rows
    ]
    assert all(sum(int(row[verb]) for verb in VERBS) == int(row["steps"]) for row in written)
    lines = [line.split() for line in printed.splitlines()]
    total = next(row for row in rows if (row.site, row.part) == ("total", "all"))
    assert ["total", "all", str(total.tasks)] in [line[:3] for line in lines]
    assert ["click", str(total.verbs["click"]), f"{100 * total.verbs['click'] / total.steps:.1f}", "%"] in lines
    assert "share a template with a training task" in printed
