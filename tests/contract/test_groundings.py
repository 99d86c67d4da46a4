import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mag.contract.grounding import GROUNDINGS, Coord, Som
from mag.contract.parser import Number
from mag.records import Mark


def mark(number, point=(20.0, 30.0), visible=True):
    return Mark(number, "A", "Home", "Home", "link", (10, 20, 50, 15), visible, point)


MARKS = (mark(1), mark(2), mark(17))


@pytest.mark.parametrize(("value", "found"), [(17, 17), ("17", 17), (" 2 ", 2), (1.0, 1), (Number("17.0"), 17), ("017", 17)])
def test_som_reads_numbers_and_digits(value, found):
    assert Som().read({"selected_candidate_id": value}, MARKS) == (found, None, "")


@pytest.mark.parametrize(
    "value",
    [
        None,
        True,
        False,
        "",
        "[17]",
        "#17",
        "17.0",
        "1e1",
        "-1",
        "+1",
        "１７",
        "²",
        1.5,
        math.nan,
        math.inf,
        Number("1e999"),
        [17],
        {"id": 17},
        "a",
    ],
)
def test_som_refuses_what_is_no_id(value):
    assert Som().read({"selected_candidate_id": value}, MARKS) == (None, None, "selected_candidate_id is not an id")


@pytest.mark.parametrize(("value", "shown"), [(3, "3"), (0, "0"), ("130", "130"), (-17, "-17"), (999_999_999, "999999999")])
def test_som_refuses_ids_that_are_not_in_the_menu(value, shown):
    assert Som().read({"selected_candidate_id": value}, MARKS) == (None, None, f"selected_candidate_id {shown} is not in the menu")


@pytest.mark.parametrize("value", [10**9, 10**5000, -(10**5000), "1" * 5000], ids=range(4))
def test_som_survives_huge_ids(value):
    assert Som().read({"selected_candidate_id": value}, MARKS)[2] != ""


@pytest.mark.parametrize(
    ("value", "point"),
    [
        ([312, 174], (312.0, 174.0)),
        ((0, 0), (0.0, 0.0)),
        ([1439.9, 899.5], (1439.9, 899.5)),
        (["312", " 174.5 "], (312.0, 174.5)),
        ([312, "174"], (312.0, 174.0)),
        ([Number("312.50"), 1], (312.5, 1.0)),
    ],
)
def test_coord_reads_pairs(value, point):
    assert Coord().read({"coordinate": value}, MARKS) == (None, point, "")


@pytest.mark.parametrize(
    ("value", "error"),
    [
        (None, "is not a pair"),
        ("312, 174", "is not a pair"),
        ([312], "is not a pair"),
        ([1, 2, 3], "is not a pair"),
        ({"x": 1, "y": 2}, "is not a pair"),
        ([True, 1], "is not two numbers"),
        ([1, None], "is not two numbers"),
        (["1,5", "2"], "is not two numbers"),
        (["1e2", "2"], "is not two numbers"),
        (["３", "2"], "is not two numbers"),
        ([[1], [2]], "is not two numbers"),
        ([math.nan, 1], "is not two numbers"),
        ([1, math.inf], "is not two numbers"),
        pytest.param([10**5000, 1], "is not two numbers", id="huge"),
        ([Number("1e999"), 1], "is not two numbers"),
        ([1440, 0], "1440, 0 is outside the viewport"),
        ([0, 900], "0, 900 is outside the viewport"),
        ([-1, 5], "-1, 5 is outside the viewport"),
        (["-3", "5"], "-3, 5 is outside the viewport"),
    ],
)
def test_coord_refuses(value, error):
    assert Coord().read({"coordinate": value}, MARKS) == (None, None, f"coordinate {error}")


@pytest.mark.parametrize("grounding", GROUNDINGS.values())
def test_a_missing_key_is_no_target(grounding):
    other = "coordinate" if grounding.name == "som" else "selected_candidate_id"
    assert grounding.read({other: "1"}, MARKS)[2].startswith(grounding.key)


def test_write_for_demonstrations():
    assert Som().write(mark(17)) == "17"
    assert Coord().write(mark(17, (312.4, 173.5))) == [312, 174]
    assert Coord().write(mark(17, (1439.8, 899.9))) == [1439, 899]
    assert Coord().write(mark(17, (20.0, 1500.2), visible=False)) == [20, 1500]


@given(st.floats(0, 1440, exclude_max=True), st.floats(0, 900, exclude_max=True))
def test_every_visible_point_can_be_named_and_read_back(x, y):
    written = Coord().write(mark(1, (x, y)))
    _, point, error = Coord().read({"coordinate": written}, MARKS)
    assert error == ""
    assert max(abs(point[0] - x), abs(point[1] - y)) <= 1


@given(st.integers(1, 130))
def test_every_mark_can_be_named_and_read_back(number):
    marks = tuple(mark(i) for i in range(1, 131))
    assert Som().read({"selected_candidate_id": Som().write(marks[number - 1])}, marks) == (number, None, "")


def test_reach():
    assert [(Som().reaches(m), Coord().reaches(m)) for m in (mark(1), mark(2, visible=False))] == [(True, True), (True, False)]
    assert {name: grounding.key for name, grounding in GROUNDINGS.items()} == {"som": "selected_candidate_id", "coord": "coordinate"}
