"""The coverage table: the paper's figures come out, and what has no verdict is in no rate."""

from pathlib import Path

import pytest

from mag.expert.coverage import coverage_tables
from mag.expert.trials import Pass, Trial
from tests.expert.conftest import web_task

WORDS = {"+": True, "-": False, "?": None}


def passes(*rows, cost=None):
    """A pass a row, a character a task: + solved, - failed, ? undecided, . no episode."""
    made = []
    for number, row in enumerate(rows, 1):
        trials = {
            task_id: Trial(task_id, number, Path(), "", WORDS[sign], "", 4, 4, cost) for task_id, sign in enumerate(row) if sign != "."
        }
        made.append(Pass(number, Path("nowhere"), {"tasks": [[task_id, ""] for task_id in range(len(row))]}, (), trials))
    return made


def table(made, key="coverage"):
    found = coverage_tables(made, {task_id: web_task(task_id) for task_id in range(len(made[0].tasks))})[key]
    names = [column.key for column in found.columns]
    return [dict(zip(names, row, strict=True)) for row in found.rows], found


def test_the_papers_figures_come_out():
    """MAG App. E: 112 and 122 of 407 tasks, 95 in both, 139 in union."""
    both, first, second = 95, 17, 27
    rest = 407 - both - first - second
    rows, found = table(passes("+" * (both + first) + "-" * (second + rest), "+" * both + "-" * first + "+" * second + "-" * rest))
    everything = rows[0]
    assert [everything[key] for key in ("n", "open", "solved_1", "solved_2", "both", "union")] == [407, 0, 112, 122, 95, 139]
    assert everything["share"] == pytest.approx(0.3415, abs=1e-4)
    assert (everything["wilson"].low, everything["wilson"].high) == (pytest.approx(0.2970, abs=1e-3), pytest.approx(0.3890, abs=1e-3))
    assert everything["episodes"] == 112 + 122 and everything["steps"] == 4 * 234
    assert [column.title for column in found.columns][3:6] == ["pass 1", "pass 2", "both"]
    assert found.source == "MAG App. E"


def test_sites_and_templates_add_up():
    made = passes("+-+-+?.", "++---.-")
    rows, _ = table(made)
    templates, _ = table(made, "coverage_templates")
    for group in (rows[1:], templates):
        for key in ("n", "open", "solved_1", "solved_2", "both", "union", "episodes", "steps"):
            assert sum(row[key] for row in group) == rows[0][key], key
    assert [row["site"] for row in rows] == ["all sites", "gitlab", "map"]


def test_what_has_no_verdict_is_in_no_rate():
    rows, found = table(passes("+?-.", "?--+"))
    assert [rows[0][key] for key in ("n", "open", "union", "both")] == [4, 3, 2, 0]
    assert rows[0]["share"] == 0.0  # of the one task decided in both: what one pass solved is not set against what none failed
    assert any("decided in every pass" in note for note in found.notes)
    assert any("INCOMPLETE: pass 1 has 1 undecided and 1 missing" in note for note in found.notes)
    rows, _ = table(passes("??", ".."))
    assert (rows[0]["share"], rows[0]["wilson"]) == (None, None)


def test_more_passes_than_two_keep_two_episodes_a_task():
    rows, found = table(passes("++", "++", "+-"))
    assert (rows[0]["both"], rows[0]["solved_3"], rows[0]["episodes"]) == (1, 1, 4)
    assert "every pass" in [column.title for column in found.columns]


def test_cost_is_of_all_episodes_and_unknown_where_one_has_no_price():
    assert table(passes("+-", "-+", cost=0.25))[0][0]["cost"] == pytest.approx(1.0)
    assert table(passes("+-", "-+"))[0][0]["cost"] is None
