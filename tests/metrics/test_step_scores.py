"""Teacher-forced steps: Target, Content, Faith, Suff, GACS and both SAA by hand, at the edges, as properties."""

from dataclasses import replace
from math import exp, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mag.contract.contracts import CONTRACTS
from mag.contract.grounding import GROUNDINGS
from mag.errors import BadInput
from mag.metrics.action import content_match, type_match
from mag.metrics.faith import faith, obj, sufficiency, target_text
from mag.metrics.step import Gold, Said, score_step, stray_target
from mag.metrics.target import Target, contains, distance, element_at, kernel
from mag.records import Action, Gate, Mark
from tests.metrics.step_means import summarise_steps

FULL, PASSED = CONTRACTS["full"], Gate(True, True, True, True)


def mark(number, text, box, key, visible=True):
    left, top, width, height = box
    return Mark(number, "A", text, text, "link", box, visible, (left + width / 2, top + height / 2), key=key)


MENU = mark(1, "Reports", (0, 100, 200, 100), "0.1")
LINK = mark(2, "Bestsellers", (20, 120, 100, 20), "0.1.0.3")  # inside the menu
OTHER = mark(3, "Orders", (400, 100, 100, 40), "0.10")
HIDDEN = mark(4, "Far below", (0, 2_000, 100, 40), "0.11", visible=False)
MARKS = (MENU, LINK, OTHER, HIDDEN)
GOLD = Gold("click", MARKS, mark=2, guide="Click 'Bestsellers' in the menu.")


def said(action, guide="Click 'Bestsellers'.", gate=PASSED, stray=False):
    return Said(gate, action, guide, stray)


# --- Target -----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("point", "pixels"),
    [((50, 150), 0), ((0, 100), 0), ((200, 200), 0), ((230, 150), 30), ((100, 80), 20), ((203, 204), 5), ((-3, 96), 5), ((0, 320), 120)],
)
def test_distance_to_the_edge(point, pixels):
    assert distance(point, MENU.box) == pixels
    assert kernel(pixels) == pytest.approx(exp(-pixels / 120))


def test_the_element_under_a_point():
    assert element_at((30, 130), MARKS) is LINK  # the inner of two
    assert element_at((10, 110), MARKS) is MENU
    assert element_at((300, 300), MARKS) is None
    assert element_at((50, 2_010), MARKS) is None  # not on the screenshot
    twin = replace(LINK, id=5)
    assert element_at((30, 130), (*MARKS, twin)) is twin


def test_ancestors_by_position():
    assert contains(MENU, LINK)
    assert not contains(LINK, MENU)
    assert not contains(MENU, OTHER)  # 0.1 is no ancestor of 0.10
    assert not contains(replace(MENU, key=""), LINK)


@pytest.mark.parametrize(
    ("action", "target", "hit"),
    [
        (Action("click", mark=2), Target(1, True, True), 1),
        (Action("click", mark=1), Target(exp(-10 / 120), False, True), 0),  # the menu's middle is 10 px below the link
        (Action("click", mark=3), Target(exp(-330 / 120), False, False), 0),
        (Action("click", point=(30, 130)), Target(1, True, True), 1),
        (Action("click", point=(30, 180)), Target(exp(-40 / 120), False, True), exp(-40 / 120)),
        (Action("click", point=(450, 120)), Target(exp(-330 / 120), False, False), exp(-330 / 120)),
        (Action("click", point=(300, 300)), Target(kernel(sqrt(180**2 + 160**2)), False, False), kernel(sqrt(180**2 + 160**2))),
        (Action("scroll", content="down"), Target(0, False, False), 0),
        (None, Target(0, False, False), 0),
    ],
)
def test_three_figures_of_a_target(action, target, hit):
    found = score_step(said(action), GOLD, FULL).action
    assert (found.target.same, found.target.related) == (target.same, target.related)
    assert found.target.kernel == pytest.approx(target.kernel)
    assert found.hit == pytest.approx(hit)


def test_a_target_that_is_no_listed_element():
    """Coordinate-only steps have a box, and no identity to compare."""
    gold = replace(GOLD, mark=None, box=(20, 120, 100, 20))
    assert score_step(said(Action("click", point=(20, 260))), gold, FULL).action.target == Target(exp(-1), None, None)
    assert score_step(said(None), gold, FULL).action.target == Target(0, None, None)
    for broken, action in (
        (replace(GOLD, mark=None), Action("click", point=(1, 1))),
        (gold, Action("click", mark=2)),
        (replace(GOLD, mark=99), None),
    ):
        with pytest.raises(BadInput, match="leave it out"):
            score_step(said(action), broken, FULL)


def test_verbs_without_a_target():
    gold = Gold("scroll", MARKS, content="down")
    right = score_step(said(Action("scroll", content="up"), "Scroll up."), gold, FULL).action
    assert (right.target, right.hit, right.mag, right.webmre) == (None, 1, 1, 1)  # the papers compare no direction
    wrong = score_step(said(Action("click", mark=2)), gold, FULL).action
    assert (wrong.hit, wrong.mag) == (0, 0)
    stray = score_step(said(Action("scroll", content="up"), stray=True), gold, FULL).action
    assert (stray.mag, stray.webmre) == (1, 0)


@pytest.mark.parametrize(
    ("fields", "stray"),
    [
        ({"action_type": "scroll", "selected_candidate_id": None}, False),
        ({"action_type": "scroll", "selected_candidate_id": ""}, False),
        ({"action_type": "scroll"}, False),
        ({"action_type": "scroll", "selected_candidate_id": "3"}, True),
        ({"action_type": "click", "selected_candidate_id": "3"}, False),
        (None, False),
    ],
)
def test_stray_targets(fields, stray):
    assert stray_target(fields, GROUNDINGS["som"]) is stray


# --- Type and Content -------------------------------------------------------------------------------------------------
def test_type_is_verb_equality():
    assert type_match(Action("click", mark=1), "click")
    assert not type_match(Action("click", mark=1), "type")
    assert not type_match(None, "click")


@pytest.mark.parametrize(
    ("verb", "predicted", "gold", "right"),
    [
        ("type", "a b c d e f g h i x", "a b c d e f g h i j", True),  # F1 exactly .9
        ("type", "a b c d e f g h x", "a b c d e f g h i", False),  # 8/9
        ("select", "Foot (OSRM)", "foot osrm", True),
        ("select", "Car (OSRM)", "Foot (OSRM)", False),
        ("finish", "42 minutes", "42", True),  # 2/3
        ("finish", "Sprite Stasis Ball", "Quest Lumaflex Band", False),
        ("finish", "it is 42", "42", True),  # exactly .5
        ("finish", "so it is 42", "42", False),
        ("finish", None, None, True),
        ("finish", None, "", True),
        ("finish", "42", None, False),
        ("finish", None, "42", False),
        ("type", "->", "->", True),
        ("type", "->", "+", False),
        ("scroll", "up", "down", True),
        ("click", None, None, True),
    ],
)
def test_content(verb, predicted, gold, right):
    assert content_match(verb, predicted, gold) is right


# --- Faith and Suff ---------------------------------------------------------------------------------------------------
def test_target_texts():
    assert target_text(Action("click", mark=2), LINK) == target_text(Action("select", mark=2, content="x"), LINK) == "Bestsellers"
    assert target_text(Action("click", point=(1, 1)), None) == ""
    assert target_text(Action("type", mark=2, content="mug"), LINK) == "mug"
    assert target_text(Action("scroll", content="down"), None) == "down"
    assert target_text(Action("finish", content="42"), None) == "42"
    assert target_text(Action("go_back"), None) is target_text(Action("finish"), None) is target_text(Action("press_enter"), None) is None


def test_faith_worked_by_hand():
    menu = ["Sales", "Reports", "Products"]
    assert faith("Click 'Reports'.", "click", menu, "Reports") == 1
    assert faith("Scroll to 'Reports'.", "click", menu, "Reports") == 0.5  # wrong head verb
    assert faith("Click 'Sales'.", "click", menu, "Reports") == 0.5  # wrong object
    assert faith("Click the reports menu.", "click", menu, "Sales Reports") == pytest.approx(
        0.5 + 0.5 * 2 / 3
    )  # anchor: the menu text "reports"
    assert faith("Click it at once.", "click", menu, "it") == pytest.approx(0.5 + 0.5 * 2 / 5)  # no anchor: the whole sentence
    assert faith("Scroll down to see more.", "scroll", menu, "down") == pytest.approx(0.5 + 0.5 * 2 / 6)
    assert faith("Go back.", "go_back", menu, None) == 1
    assert faith(" ", "go_back", menu, None) == 0
    assert obj("Click 'Reports'.", menu, "") == 0


@pytest.mark.parametrize(
    ("guide", "menu", "value"),
    [
        ("Click 'Reports'.", ["Reports", "Sales"], 1),
        ("Click 'Reports'.", ["Reports"], 1),
        ("Click 'Reports'.", ["Reports", "Reports"], 0.5),  # the same words twice
        ("Click 'Reports'.", ["Sales Reports", "Sales"], 2 / 3),
        ("Click 'a b c d e f g h i j'.", ["a b c d e f g h i j", "a b c d e f g h i"], 0.5),  # 1 and 18/19
        ("Click 'a b c d e f g h i'.", ["a b c d e f g h i", "a b c d e f g x y z q"], 1),  # 1 and .7
        ("Click 'a b c d'.", ["a b c x", "a b c d y z"], 0.8),  # .8 and .75 are a tie: halved
        ("Click 'nowhere'.", ["Reports"], 0),
        ("Click 'nowhere'.", [], 0),
        ("Click " + "w " * 17 + "a.", ["a"], 1),  # the run that equals a menu text is the anchor
        ("Click 'w w w w w w w w w w w w w w w w w w a'.", ["a"], 2 / 20),  # exactly the floor names something
        ("Click 'w w w w w w w w w w w w w w w w w w w a'.", ["a"], 0),
        ("", ["Reports"], 0),
    ],
)
def test_sufficiency(guide, menu, value):
    factor = 0.5 if value == 0.8 else 1
    assert sufficiency(guide, "click", menu) == pytest.approx(value * factor)


def test_a_gap_of_exactly_the_margin_is_a_tie():
    """F1 of .8 and .7: their difference is above .1 in floating point only."""
    menu = ["a b c d x", "a b c d e f g q r s t u v w y"]
    guide = "Click 'a b c d e'."  # 8/10; 10/20
    assert sufficiency(guide, "click", menu) == pytest.approx(0.8)
    tens = ["a b c d e f g h x y", "a b c d e f g x y z"]
    assert sufficiency("Click 'a b c d e f g h i j'.", "click", tens) == pytest.approx(0.4)


def test_sufficiency_without_an_element():
    assert sufficiency("Scroll down.", "scroll", ["Reports"]) == 1
    assert sufficiency("More comments.", "scroll", ["Reports"]) == 0.5
    assert sufficiency("", "scroll", ["Reports"]) == 0


TEXTS = st.text(alphabet="ab 'RS.", max_size=20)


@given(TEXTS, st.lists(TEXTS, max_size=6), st.sampled_from(["click", "type", "scroll", "finish"]), st.none() | TEXTS)
def test_guide_figures_are_bounded_and_blind_to_menu_order(guide, menu, verb, target):
    assert 0 <= faith(guide, verb, menu, target) <= 1
    assert 0 <= sufficiency(guide, verb, menu) <= 1
    naming = f"Click 'a b' {guide}"
    assert sufficiency(naming, verb, menu[::-1]) == sufficiency(naming, verb, menu)


# --- the step ---------------------------------------------------------------------------------------------------------
def test_a_step_worked_by_hand():
    """Coordinates 40 px below the link: A = e^(-1/3); guide names it rightly but is held against the menu that was hit."""
    found = score_step(said(Action("click", point=(30, 180))), GOLD, FULL)
    accuracy = exp(-40 / 120)
    assert (found.ofcr, found.ofcr_strict) == (True, True)
    assert found.action.mag == found.action.webmre == pytest.approx(accuracy)
    assert found.faith == 0.5  # the point lies in Reports, the guide says Bestsellers
    assert found.suff == 1
    assert found.gacs == pytest.approx(accuracy * sqrt(0.5 * 1))
    assert found.overlap.bleu1 == pytest.approx(exp(1 - 5 / 2))


def test_the_two_saa_part_where_the_gate_fails():
    right = Action("click", mark=2)
    extra_key = score_step(said(right, gate=Gate(True, True, True, False)), GOLD, FULL)
    assert (extra_key.action.mag, extra_key.action.webmre, extra_key.gacs) == (1, 0, 1)
    leaking = score_step(said(right, gate=Gate(True, True, False, True)), GOLD, FULL)
    assert (leaking.action.mag, leaking.action.webmre, leaking.gacs) == (1, 0, 0)


def test_no_action_scores_nothing():
    found = score_step(said(None, gate=Gate(False, False, True, False)), GOLD, FULL)
    assert (found.action.mag, found.action.webmre, found.gacs) == (0, 0, 0)
    assert (found.faith, found.suff) == (None, None)


def test_parts_the_contract_does_not_ask_for():
    action_only = score_step(said(Action("click", mark=2), ""), GOLD, CONTRACTS["A"])
    assert (action_only.action.mag, action_only.faith, action_only.suff, action_only.gacs, action_only.overlap) == (
        1,
        None,
        None,
        None,
        None,
    )
    guide_only = score_step(said(None), GOLD, CONTRACTS["G"])
    assert (guide_only.action, guide_only.faith, guide_only.gacs) == (None, None, None)
    assert guide_only.overlap.rouge1 == pytest.approx(4 / 7)
    assert score_step(said(Action("click", mark=2)), replace(GOLD, guide=""), FULL).overlap is None


def test_means_worked_by_hand():
    steps = [
        score_step(said(Action("click", mark=2)), GOLD, FULL),
        score_step(said(Action("click", mark=1), gate=Gate(True, True, True, False)), GOLD, FULL),
        score_step(said(Action("scroll", content="down"), "Scroll down."), Gold("scroll", MARKS, content="down"), FULL),
        score_step(said(None, "", gate=Gate(False, False, True, False)), GOLD, FULL),
        score_step(said(Action("click", mark=3)), replace(GOLD, disputed=True), FULL),  # in OFCR, in nothing about the action
    ]
    found = summarise_steps(steps)
    assert (found.n, found.n_labelled, found.n_aimed) == (5, 4, 3)
    assert (found.ofcr, found.ofcr_strict) == (4 / 5, 3 / 5)
    assert (found.saa_mag, found.saa_webmre) == (2 / 4, 2 / 4)
    assert (found.type, found.content) == (3 / 4, 4 / 4)
    assert (found.same, found.related) == (1 / 3, 2 / 3)
    assert found.kernel == pytest.approx((1 + exp(-10 / 120) + 0) / 3)
    assert found.suff == 1
    assert found.gacs == pytest.approx((1 + 0 + sqrt((0.5 + 0.5 * 2 / 3) * 1) + 0) / 4)
    assert found.bleu1 == pytest.approx((steps[0].overlap.bleu1 * 3 + 0) / 4)


def test_means_of_nothing():
    found = summarise_steps([])
    assert (found.n, found.saa_mag, found.saa_webmre, found.gacs, found.ofcr) == (0, None, None, None, None)


ACTIONS = st.none() | st.builds(Action, st.just("click"), mark=st.integers(1, 4)) | st.builds(
    Action, st.just("click"), point=st.tuples(st.floats(0, 1439), st.floats(0, 899))
) | st.just(Action("go_back"))  # fmt: skip


@given(ACTIONS, st.builds(Gate, *[st.booleans()] * 4), st.booleans())
def test_gated_figures_never_exceed_what_they_gate(action, gate, stray):
    found = score_step(said(action, gate=gate, stray=stray), GOLD, FULL)
    assert 0 <= found.action.webmre <= found.action.mag <= 1
    assert 0 <= found.gacs <= found.action.mag
    assert found.action.target.same <= found.action.target.related
