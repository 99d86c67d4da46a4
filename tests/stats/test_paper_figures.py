"""Figures that the papers print and our functions must give back."""

import pytest

from mag.metrics.guide import guide_tax
from mag.stats.intervals import wilson
from mag.stats.mcnemar import contingency
from mag.stats.passk import pass_at_k, pass_rate
from mag.stats.seeds import over_seeds

# --- MAG --------------------------------------------------------------------------------------------------------------
TABLE_1 = (  # SR, successes of 174, GGS, TAX
    (0.356, 62, 0.206, 0.150),
    (0.374, 65, 0.225, 0.149),
    (0.345, 60, 0.200, 0.145),
    (0.207, 36, 0.103, 0.104),
    (0.276, 48, 0.154, 0.122),
    (0.270, 47, 0.145, 0.125),
    (0.080, 14, 0.049, 0.032),
    (0.017, 3, 0.003, 0.014),
    (0.069, 12, 0.036, 0.033),
    (0.075, 13, 0.044, 0.031),
    (0.109, 19, 0.064, 0.045),
    (0.132, 23, 0.076, 0.056),
    (0.092, 16, 0.054, 0.038),
    (0.080, 14, 0.052, 0.028),
)


@pytest.mark.parametrize(("sr", "solved", "ggs", "tax"), TABLE_1)
def test_table_1_guide_tax(sr, solved, ggs, tax):
    """Rates of 174 from the counts; the tax of unrounded SR and printed GGS within the rounding of the two printed figures."""
    assert solved / 174 == pytest.approx(sr, abs=5e-4)
    assert guide_tax(solved / 174, ggs) == pytest.approx(tax, abs=1e-3)


def test_wilson_of_the_usefulness_check():
    found = wilson(41, 50)
    assert (found.estimate, round(found.low, 3), round(found.high, 3)) == (0.82, 0.692, 0.902)


def verdicts(both, only_first, only_second, neither):
    cells = ((True, True, both), (True, False, only_first), (False, True, only_second), (False, False, neither))
    rows = [(a, b) for a, b, count in cells for _ in range(count)]
    return [a for a, _ in rows], [b for _, b in rows]


def test_union_of_the_expert_passes():
    """112 and 122 tasks solved, 95 by both passes: 139 in union, of 407."""
    assert contingency(*verdicts(95, 112 - 95, 122 - 95, 407 - 139)).union == 139


def test_union_of_the_solved_sets():
    """23 under SoM and 14 under coordinates, 8 shared: 29 of 174, 16.7 %."""
    counts = contingency(*verdicts(8, 23 - 8, 14 - 8, 174 - 29))
    assert (counts.both, counts.union) == (8, 29)
    assert counts.union / 174 == pytest.approx(0.167, abs=5e-4)


@pytest.mark.parametrize(("kept", "gained", "lost", "before", "after"), [(6, 17, 6, 12, 23), (15, 8, 4, 19, 23)])
def test_what_training_gained_and_lost(kept, gained, lost, before, after):
    """SFT to round 10, and round 5 to round 10."""
    counts = contingency(*verdicts(kept, gained, lost, 174 - kept - gained - lost))
    assert counts.both + counts.only_first == after
    assert counts.both + counts.only_second == before


@pytest.mark.parametrize(("unsolved", "rate"), [(149, 0.144), (137, 0.213)])
def test_pass_at_6_from_the_tasks_never_solved(unsolved, rate):
    counts = [(6, 0)] * unsolved + [(6, 1)] * (174 - unsolved)
    assert pass_rate(counts, 6).estimate == pytest.approx(rate, abs=5e-4)
    assert pass_at_k(6, 1, 6) == 1


TABLE_A1 = (  # train, test, tasks, SoM steps, coordinate steps
    (99, 41, 140, 1286, 1664), (53, 23, 76, 599, 606), (69, 29, 98, 502, 583),
    (78, 33, 111, 659, 858), (88, 38, 126, 1644, 1998), (9, 3, 12, 70, 70),
)  # fmt: skip
TABLE_A2 = ((2572, 3392), (1057, 1242), (563, 563), (415, 415), (120, 134), (33, 33), (0, 0))  # steps a verb


def test_sites_and_verbs_add_up():
    assert [sum(column) for column in zip(*TABLE_A1, strict=True)] == [396, 167, 563, 4760, 5779]
    assert all(train + test == tasks for train, test, tasks, _, _ in TABLE_A1)
    assert [sum(column) for column in zip(*TABLE_A2, strict=True)] == [4760, 5779]


# --- WebMRE -----------------------------------------------------------------------------------------------------------
WEBMRE_A1 = (  # tasks, SoM steps, coordinate steps, each train and test
    (86, 34, 662, 303, 855, 429), (53, 23, 464, 135, 471, 135), (69, 29, 363, 124, 423, 160),
    (77, 32, 423, 163, 527, 225), (88, 38, 1115, 484, 1395, 603), (9, 3, 59, 11, 59, 11),
)  # fmt: skip
WEBMRE_A2 = ((1622, 650, 2140, 936), (654, 282, 772, 333), (382, 159, 382, 159), (312, 93, 312, 93), (91, 28, 99, 34), (25, 8, 25, 8))


def test_webmre_sites_and_verbs_add_up():
    tasks_train, tasks_test, *steps = (sum(column) for column in zip(*WEBMRE_A1, strict=True))
    assert (tasks_train, tasks_test, tasks_train + tasks_test) == (382, 159, 541)
    assert steps == [3086, 1220, 3730, 1563]  # Table 1
    assert steps[2] + steps[3] == 5293
    assert [sum(column) for column in zip(*WEBMRE_A2, strict=True)] == [3086, 1220, 3730, 1563]


WEBMRE_A5 = {  # SAA of three seeds, and Table 3's mean
    ("4B", "A"): ((0.429, 0.423, 0.417), 0.423), ("4B", "J"): ((0.444, 0.426, 0.426), 0.432), ("4B", "JG"): ((0.436, 0.420, 0.419), 0.425),
    ("9B", "A"): ((0.395, 0.411, 0.406), 0.404), ("9B", "J"): ((0.404, 0.430, 0.428), 0.421), ("9B", "JG"): ((0.423, 0.426, 0.429), 0.426),
}  # fmt: skip
TABLE_3 = {("4B", "J"): 0.9, ("4B", "JG"): 0.2, ("9B", "J"): 1.7, ("9B", "JG"): 2.2}  # points over A


@pytest.mark.parametrize("row", WEBMRE_A5)
def test_webmre_seeds_average_to_table_3(row):
    seeds, printed = WEBMRE_A5[row]
    assert over_seeds(seeds).mean == pytest.approx(printed, abs=5e-4)


@pytest.mark.parametrize(("row", "points"), TABLE_3.items())
def test_webmre_gains_over_the_action_only_reference(row, points):
    """Means of Table 3 subtract to its gains; seeds paired, the interval over three of them is wide."""
    joint, alone = WEBMRE_A5[row][0], WEBMRE_A5[row[0], "A"][0]
    gain = over_seeds([100 * (a - b) for a, b in zip(joint, alone, strict=True)])
    assert 100 * (WEBMRE_A5[row][1] - WEBMRE_A5[row[0], "A"][1]) == pytest.approx(points, abs=0.01)
    assert gain.mean == pytest.approx(points, abs=0.1)
    assert gain.interval.low < points < gain.interval.high
