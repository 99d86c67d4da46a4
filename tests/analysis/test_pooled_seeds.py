"""Seeds of an arm pooled, worked out by hand."""

import pytest

from mag.analysis.analyse import Ask, analyse
from mag.analysis.seeds import seed_table
from mag.constants import BOOTSTRAP_SEED
from mag.errors import BadInput


@pytest.fixture
def four(made):
    """Three tasks: two seeds of one arm, two of another, a start."""
    own = {"m0": [1, 1, 0], "m1": [1, 0, 1], "p0": [1, 0, 0], "p1": [0, 0, 0], "sft": [0, 1, 0]}
    return [made.outcomes(name, outcomes) for name, outcomes in own.items()]


def test_a_task_counts_with_its_mean_over_seeds(four, texts):
    """m over tasks: 1, .5, .5, mean 2/3; the start 1/3; each of its seeds gains 33.3, so nothing spreads."""
    table = seed_table(four, ["m0+m1:sft", "m0+m1:p0+p1", "p0+p1:sft"], BOOTSTRAP_SEED)
    assert texts(table, "first", "second", "n", "seeds_first", "seeds_second", "delta") == [
        ("m0 + m1", "sft", "3", "2", "1", "+33.3"),
        ("m0 + m1", "p0 + p1", "3", "2", "2", "+50.0"),
        ("p0 + p1", "sft", "3", "2", "1", "-16.7"),
    ]
    assert table.column("sd") == (0.0, 0.0, pytest.approx(100 / 3 / 2**0.5))  # p: 0 and -33.3
    limits = table.column("ci")[0]
    assert (limits.low, limits.high) == (-50, 100)  # tasks differ by 1, -.5 and .5


def test_tasks_without_a_verdict_in_one_seed_are_left_out(made):
    found = [made.outcomes("a", [True, None]), made.outcomes("b", [True, True]), made.outcomes("c", [False, True])]
    assert seed_table(found, ["a+b:c"], BOOTSTRAP_SEED).column("n") == (1,)
    assert seed_table([made.outcomes("a", [None]), *found[1:]], ["a+b:c"], BOOTSTRAP_SEED) is None


def test_pooled_pairs_stand_in_a_table_of_their_own(four):
    alone = analyse(four, Ask(("m0+m1:sft",))).tables
    assert "seeds" in alone and "pairs" not in alone
    both = analyse(four, Ask(("m0+m1:sft", "m0:sft"))).tables
    assert both["pairs"].column("first") == ("m0",)
    assert "seeds" not in analyse(four).tables
    for text in ("m0+m9:sft", "m0+m1", "m0+m1:sft:p0", "m0+:sft"):
        with pytest.raises(BadInput, match="does not name"):
            seed_table(four, [text], BOOTSTRAP_SEED)
