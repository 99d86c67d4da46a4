"""The alignment of runs: by cases worked out by hand, and by what holds for any runs."""

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mag.report.align import GAP, Divergence, align, cost, first_divergence, row_differences
from mag.report.turns import Target, Turn, differences


def run(text):
    """`p:click.a=x` is a click on target a of page p with content x; a bare word is a click of that name on page p."""
    return [_turn(word) for word in text.split()]


def _turn(word):
    page, _, rest = word.rpartition(":")
    action, _, content = rest.partition("=")
    verb, dot, name = action.partition(".")
    if not dot:
        verb, name = "click", verb
    return Turn("", page or "p", verb, Target("button", name, name, "", (0, 0, 1, 1)) if name else None, content)


def aligned(*texts):
    """Each row as text: steps from 1, a dot for a gap."""
    return ["".join("." if at is None else str(at + 1) for at in row) for row in align([run(text) for text in texts])]


@pytest.mark.parametrize(
    ("texts", "rows"),
    [
        (("a b c", "a b c"), ["11", "22", "33"]),
        (("a b c", "a c"), ["11", "2.", "32"]),
        (("a c", "a b c"), ["11", ".2", "23"]),
        (("a b c", "a x c"), ["11", "22", "33"]),  # another target side by side
        (("a b c", "a q:x c"), ["11", "22", "33"]),
        (("a p:b p:c", "a q:x q:y"), ["11", "22", "33"]),  # nothing alike: side by side, not one after the other
        (("a scroll. b c", "a b c"), ["11", "2.", "32", "43"]),
        (("a b c d e", "b c d"), ["1.", "21", "32", "43", "5."]),
        (("a a b", "a b"), ["11", "2.", "32"]),  # the common beginning stays together
        (("", "a"), [".1"]),
        (("a", ""), ["1."]),
        (("a b c", "a c", "a b c"), ["111", "2.2", "323"]),
        (("a c", "a b c", "a b c"), ["111", ".22", "233"]),  # what two runs share that the first lacks is one row
        (("a c", "a x c", "a y c"), ["111", ".22", "233"]),
        (("b c", "b", "a"), ["111", "2.."]),  # beside two steps, not beside one of them and a gap
        (("a b c", "b c d", "c d e"), ["1..", "21.", "321", ".32", "..3"]),
        (("a b",), ["1", "2"]),
        ((), []),
    ],
)
def test_worked_cases(texts, rows):
    assert aligned(*texts) == rows


def test_equal_pages_attract_more_than_equal_targets_and_those_more_than_equal_verbs():
    assert aligned("p:a q:b r:c", "p:a r:x") == ["11", "2.", "32"]
    assert aligned("a type.b=1 click.c", "a type.b=2") == ["11", "22", "3."]
    assert aligned("a click.b type.c=1", "a type.x=1") == ["11", "2.", "32"]


def test_the_most_different_pairs_cost_as_much_as_two_gaps():
    (one,) = run("p:type.a=1")
    assert [cost(one, other) for other in run("q:type.b=2 q:click.a=1 p:type.a=1")] == [2 * GAP, 2 * GAP, 0]


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (("a b", "a b"), None),
        (("a b", "a q:b"), Divergence(2, ("page",))),
        (("a b", "a type.b"), Divergence(2, ("verb",))),
        (("a b", "a x"), Divergence(2, ("target",))),
        (("type.a=1", "type.a=2"), Divergence(1, ("content",))),
        (("a", "a b"), Divergence(2, ("end",))),
        (("a b", "a x", "a"), Divergence(2, ("target", "end"))),
        (("a b", "a q:x", "a q:type.b"), Divergence(2, ("page", "verb", "target"))),
        (("a scroll. b", "a b"), Divergence(2, ("verb",))),
        (("a", ""), Divergence(1, ("end",))),
        (("a b",), None),
        ((), None),
    ],
)
def test_first_divergence(texts, expected):
    assert first_divergence([run(text) for text in texts]) == expected


def test_what_is_alike_by_pairs_with_the_first_run_only_is_a_divergence():
    """A point in the boxes of two different marks is the same target as each of them; they are not the same as one another."""
    outer, inner = Target("button", "A", "1", "", (0, 0, 9, 9)), Target("button", "B", "2", "", (2, 2, 5, 5))
    one, two, three = (Turn("", "/", "click", target) for target in (Target(point=(3, 3)), outer, inner))
    assert differences(one, two) == differences(one, three) == ()
    for order in permutations((one, two, three)):
        assert first_divergence([[item] for item in order]) == Divergence(1, ("target",))


FEW = settings(max_examples=40, deadline=None)
NUMBERS = st.sampled_from((0.0, 5.0, 10.0, 20.0))
BOXES = st.tuples(NUMBERS, NUMBERS, NUMBERS, NUMBERS)
POINTS = st.tuples(NUMBERS, NUMBERS)
WORDS = st.sampled_from("ab")
CHOSEN = st.builds(Target, WORDS, st.sampled_from(("", "a", "b")), WORDS, WORDS, BOXES, st.none() | POINTS)
TURNS = st.builds(
    Turn,
    st.sampled_from(("", "s", "t")),
    WORDS,
    st.sampled_from(("", "click", "type")),
    st.none() | CHOSEN | st.builds(Target, point=POINTS),
    WORDS,
)
RUNS = st.lists(st.lists(TURNS, max_size=7), min_size=1, max_size=4)


@FEW
@given(TURNS, TURNS)
def test_differences_are_symmetric_and_a_step_equals_itself(a, b):
    assert differences(a, b) == differences(b, a)
    assert differences(a, a) == differences(a, Turn(a.site, a.path, a.verb, a.target, a.content)) == ()


@FEW
@given(RUNS)
def test_every_step_occurs_once_in_its_order_and_no_row_is_empty(runs):
    rows = align(runs)
    for number, steps in enumerate(runs):
        assert [row[number] for row in rows if row[number] is not None] == list(range(len(steps)))
    assert all(len(row) == len(runs) and any(at is not None for at in row) for row in rows)


@FEW
@given(st.lists(TURNS, max_size=7), st.integers(2, 4))
def test_identical_runs_have_no_divergence(steps, count):
    assert align([steps] * count) == [(at,) * count for at in range(len(steps))]
    assert first_divergence([steps] * count) is None


@FEW
@given(RUNS, st.randoms(use_true_random=False))
def test_the_order_of_the_runs_changes_neither_the_first_divergence_nor_what_comes_before(runs, random):
    shuffled = random.sample(runs, len(runs))
    found = first_divergence(runs)
    assert first_divergence(shuffled) == found
    before = found.step - 1 if found else max(map(len, runs))
    assert align(runs)[:before] == align(shuffled)[:before] == [(at,) * len(runs) for at in range(before)]


@FEW
@given(RUNS)
def test_the_first_row_that_differs_is_the_first_divergence(runs):
    differing = [
        at
        for at, row in enumerate(align(runs), 1)
        if None in row or row_differences([run[step] for run, step in zip(runs, row, strict=True)])
    ]
    found = first_divergence(runs)
    assert (differing[0] if differing else None) == (found and found.step)


@FEW
@given(st.lists(st.lists(TURNS, max_size=4), min_size=2, max_size=3))
def test_the_last_run_is_laid_beside_the_others_as_cheaply_as_any_way_does(runs):
    """Sums of pairs, by trying every way; with two runs this is their edit distance."""
    *others, last = runs
    rows = align(runs)

    def added(row, step):
        cells = [None if at is None else run[at] for run, at in zip(others, row, strict=True)]
        return sum(cost(cell, step) if cell and step else GAP if cell or step else 0 for cell in cells)

    def cheapest(left, steps):
        nobody = (None,) * len(others)
        if not left or not steps:
            return sum(added(row, None) for row in left) + sum(added(nobody, step) for step in steps)
        return min(
            added(left[0], steps[0]) + cheapest(left[1:], steps[1:]),
            added(left[0], None) + cheapest(left[1:], steps),
            added(nobody, steps[0]) + cheapest(left, steps[1:]),
        )

    before = [row[:-1] for row in rows if any(at is not None for at in row[:-1])]
    assert sum(added(row[:-1], None if row[-1] is None else last[row[-1]]) for row in rows) == cheapest(before, last)
