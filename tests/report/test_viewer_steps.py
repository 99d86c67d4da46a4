"""What a step's page derives from the record: its state, its target, its reasoning."""

import pytest

from mag.records import Effect
from mag.report.pages import number
from mag.report.steps import STATES, away, state, step_views, target

CLICK = {"selected_candidate_id": "1"}


@pytest.mark.parametrize(
    ("reply", "effect", "expected"),
    [
        (CLICK, Effect("url"), ("ok", "changed: url")),
        (CLICK, Effect("none"), ("idle", "nothing changed")),
        (CLICK, Effect("dom", "covered"), ("error", "action failed: covered")),
        ({"action_type": "finish"}, Effect("none"), ("ok", "finished")),
        (CLICK | {"guide_text": "Click [1]."}, Effect("dom", "covered"), ("gate", "gate failed: leak: ")),
        ("no object", Effect("none", "no valid action"), ("gate", "gate failed: parse: ")),
    ],
)
def test_the_state_of_a_step(build, reply, effect, expected):
    name, why = state(build.step(1, reply, effect=effect))
    assert name == expected[0]
    assert why.startswith(expected[1])


def test_states_are_told_apart_without_colour():
    assert len({letter for letter, _ in STATES.values()}) == len(STATES) == 4


def test_the_target_of_a_point_is_the_smallest_drawn_mark_around_it(build):
    marks = [build.mark(1, (0, 0, 500, 500)), build.mark(2, (90, 90, 30, 30)), build.mark(3, (95, 95, 5, 5), visible=False)]
    for point, expected in (((97, 97), 2), ((10, 10), 1), ((120, 120), 2), ((121, 121), 1), ((600, 10), None)):
        found = target(build.step(1, {"coordinate": list(point)}, marks, "coord"))
        assert (found and found.id) == expected, point
    assert target(build.step(1, {"action_type": "go_back"})) is None
    assert target(build.step(1, "no object")) is None
    assert target(build.step(1, {"selected_candidate_id": 3}, marks)).id == 3


@pytest.mark.parametrize(
    ("box", "expected"),
    [((0, 900, 9, 9), "below"), ((0, -9, 9, 9), "above"), ((1440, 5, 9, 9), "right"), ((-9, 5, 9, 9), "left"), ((5, 5, 9, 9), "hidden")],
)
def test_where_a_mark_lies_that_is_not_drawn(build, box, expected):
    assert away(build.mark(1, box, visible=False)) == expected
    assert away(build.mark(1, box)) == ""


def test_a_view_of_a_step_knows_its_neighbour_and_its_reasoning(build):
    views = step_views(
        build.episode(1, [build.step(1, CLICK | {"think": "Blue is asked for."}), build.step(2, '{"think": 5}'), build.finish(3, "x")])
    )
    assert [view.next_url for view in views] == ["http://shop.test/2", "http://shop.test/3", ""]
    assert [view.think for view in views] == ["Blue is asked for.", "", "t"]
    assert [view.verb for view in views] == ["click", "–", "finish"]
    assert [view.answer for view in views] == ["", "", "x"]


def test_numbers_of_tables():
    assert [number(value) for value in (None, 0.5, 3)] == ["–", "0.500", "3"]
    assert number(2.25, 1) == "2.2"
