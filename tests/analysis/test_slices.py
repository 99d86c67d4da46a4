"""Success by kind of task."""

import pytest

from mag.analysis.slices import length_bin, length_table, site_table, template_table
from mag.constants import BOOTSTRAP_SEED


@pytest.mark.parametrize(
    ("steps", "title"),
    [
        (1, "1"),
        (2, "2–5"),
        (5, "2–5"),
        (6, "6–8"),
        (8, "6–8"),
        (9, "9–12"),
        (12, "9–12"),
        (13, "13+"),
        (71, "13+"),
        (None, None),
        (0, None),
    ],
)
def test_bins_of_table_a6(steps, title):
    assert length_bin(steps) == title


A6 = {"SFT SoM": (8, 1, 0, 1), "GRPO r10": (15, 5, 0, 1), "GPT-5.5 SoM": (23, 18, 3, 14)}  # solved of 71, 44, 15, 37
PRINTED = {
    "SFT SoM": ("11.3", "2.3", "0.0", "2.7"),
    "GRPO r10": ("21.1", "11.4", "0.0", "2.7"),
    "GPT-5.5 SoM": ("32.4", "40.9", "20.0", "37.8"),
}


def test_table_a6(made, texts):
    """167 tasks with a demonstration, seven without; the rates that the paper prints."""
    items = []
    for name, solved in A6.items():
        rows, task = [], 0
        for length, n, count in zip((3, 7, 10, 20), (71, 44, 15, 37), solved, strict=True):
            rows += [made.row(task + i, i < count, gold_length=length) for i in range(n)]
            task += n
        rows += [made.row(task + i, True, gold_length=None) for i in range(7)]
        items.append(made.evaluation(name, rows))
    table = length_table(items)
    assert [column.header for column in table.columns[1:]] == ["2–5 (n=71)", "6–8 (n=44)", "9–12 (n=15)", "13+ (n=37)"]
    assert {name: cells for name, *cells in texts(table)} == {name: list(cells) for name, cells in PRINTED.items()}


def test_by_site(made, texts):
    one = made.evaluation("one", [made.row(1, True, site="map"), made.row(2, False, site="map"), made.row(3, True, site="reddit")])
    other = made.evaluation("other", [made.row(1, False, site="map"), made.row(2, None, site="map"), made.row(3, None, site="reddit")])
    table = site_table([one, other])
    assert texts(table) == [("one", "50.0", "100.0"), ("other", "0.0", "–")]
    assert [column.header for column in table.columns] == ["system", "map", "reddit"]
    assert "other: map n=1, reddit n=0" in table.notes


def test_templates(made, texts):
    """The paper's slice: 1 of 15 unseen; tasks of the training part are not a test of anything."""
    rows = [made.row(i, i < 22, seen=True) for i in range(159)] + [made.row(159 + i, i < 1, seen=False) for i in range(15)]
    rows += [made.row(200 + i, True, seen=True, part="train") for i in range(5)]
    table = template_table([made.evaluation("e", rows)], BOOTSTRAP_SEED)
    assert texts(table, "template", "n", "sr", "wilson") == [("seen", "159", "13.8", "[9.3, 20.1]"), ("unseen", "15", "6.7", "[1.2, 29.8]")]
    assert template_table([made.outcomes("e", [True])], BOOTSTRAP_SEED) is None
    assert length_table([made.outcomes("e", [True])]) is None
