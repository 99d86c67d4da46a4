"""MAG Table A5."""

import pytest

from mag.analysis.pairs import choose, contrast_table, pair_table
from mag.constants import BOOTSTRAP_SEED
from mag.errors import BadInput

A5 = (
    (17, 6, 6.3, 1.1, 11.5), (13, 6, 4.0, -1.1, 9.2), (8, 4, 2.3, -1.7, 6.3), (10, 7, 1.7, -2.9, 6.3), (7, 6, 0.6, -3.4, 4.6),
    (34, 10, 13.8, 6.9, 21.3), (14, 11, 1.7, -4.0, 7.5), (13, 12, 0.6, -5.2, 6.3), (47, 5, 24.1, 17.2, 31.6),
)  # fmt: skip


@pytest.mark.parametrize(("a", "b", "delta", "low", "high"), A5)
def test_table_a5(made, texts, a, b, delta, low, high):
    table = pair_table([made.two(6, a, b, 174)], BOOTSTRAP_SEED)
    assert texts(table, "n", "delta", "a", "b") == [("174", f"{delta:+.1f}", str(a), str(b))]
    limits = table.column("ci")[0]
    assert (limits.low, limits.high) == (pytest.approx(low, abs=0.6), pytest.approx(high, abs=0.6))


def test_mcnemar_and_holm_by_hand(made, texts):
    """6 against 0 gives 2 / 64, 3 against 1 gives 10 / 16; Holm doubles the smaller one and leaves the larger one."""
    first, second = made.two(0, 6, 0, 20), made.two(0, 3, 1, 20)
    assert texts(pair_table([second, first], BOOTSTRAP_SEED), "p", "p_holm") == [(".625", ".625"), (".031", ".062")]


def test_tasks_without_a_verdict_leave_the_pair(made):
    first, second = made.outcomes("a", [True, None, False, True]), made.outcomes("b", [False, True, None, True])
    table = pair_table([(first, second)], BOOTSTRAP_SEED)
    assert (table.column("n"), table.column("a"), table.column("delta")) == ((2,), (1,), (50.0,))
    assert pair_table([(made.outcomes("a", [None]), made.outcomes("b", [True]))], BOOTSTRAP_SEED) is None


def test_several_episodes_have_no_mcnemar(made):
    sampled = made.evaluation(
        "s", [made.row(t, s, sample=k) for t, own in ((0, (1, 0)), (1, (1, 1))) for k, s in enumerate(map(bool, own))], samples=2
    )
    table = pair_table([(sampled, made.outcomes("b", [False, True]))], BOOTSTRAP_SEED)
    assert (table.column("delta"), table.column("a"), table.column("b"), table.column("p")) == ((25.0,), (1,), (0,), (None,))
    assert table.column("p_holm") == (None,)


def test_difference_of_differences(made, texts):
    a, b, c, d = (
        made.outcomes(name, own) for name, own in zip("abcd", ([1, 1, 1, 0], [1, 0, 0, 0], [1, 1, 0, 0], [1, 0, 0, 0]), strict=True)
    )
    table = contrast_table([a, b, c, d], ["a:b:c:d"], BOOTSTRAP_SEED)
    assert texts(table, "first", "n", "first_delta", "second_delta", "delta") == [("a - b", "4", "+50.0", "+25.0", "+25.0")]
    limits = table.column("ci")[0]
    assert (limits.low, limits.high) == (0, 75)  # one task of four carries it all
    assert contrast_table([a, b], [], BOOTSTRAP_SEED) is None


def test_pairs_are_chosen_by_name(made):
    one, other, third = (made.outcomes(name, [True]) for name in ("one", "other", "third"))
    assert [(a.name, b.name) for a, b in choose([one, other, third], [])] == [("one", "other"), ("one", "third"), ("other", "third")]
    assert [(a.name, b.name) for a, b in choose([one, other, third], ["third:r/one"])] == [("third", "one")]
    for text in ("one", "one:two", "one:other:third", ":", ""):
        with pytest.raises(BadInput, match="does not name 2"):
            choose([one, other], [text])
