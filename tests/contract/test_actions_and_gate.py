"""From a completion to action, gate and guide."""

import json
import math

import pytest

from mag.contract.action import to_action
from mag.contract.contracts import CONTRACTS, Contract
from mag.contract.gate import read
from mag.contract.grounding import GROUNDINGS
from mag.contract.parser import parse
from mag.contract.write import write
from mag.records import Action, Gate, Mark, Reply

MARKS = tuple(Mark(i, "A", f"Link {i}", f"Link {i}", "link", (10, 20 * i, 50, 15), True, (35, 20 * i + 7)) for i in range(1, 6))
SOM, COORD, FULL = GROUNDINGS["som"], GROUNDINGS["coord"], CONTRACTS["full"]
GOOD = {"think": "why", "action_type": "click", "selected_candidate_id": "3", "content": None, "guide_text": "Click Link 3."}


def act(verb, content=None, target="3", grounding=SOM):
    return to_action(Reply({"action_type": verb, grounding.key: target, "content": content}), MARKS, grounding, FULL)


def said(**changes):
    return read(json.dumps({**GOOD, **changes}), MARKS, "Title", SOM, FULL)


def said_without(*keys):
    return read(json.dumps({key: value for key, value in GOOD.items() if key not in keys}), MARKS, "Title", SOM, FULL)


# --- verbs ------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("verb", "content", "action"),
    [
        ("click", None, Action("click", 3)),
        ("click", "ignored", Action("click", 3)),
        ("type", "a b", Action("type", 3, content="a b")),
        ("type", " ", Action("type", 3, content=" ")),
        ("select", "Car (OSRM)", Action("select", 3, content="Car (OSRM)")),
        ("scroll", "up", Action("scroll", content="up")),
        ("scroll", "down", Action("scroll", content="down")),
        ("press_enter", "ignored", Action("press_enter")),
        ("go_back", None, Action("go_back")),
        ("finish", None, Action("finish")),
        ("finish", "", Action("finish", content="")),
        ("finish", " 17  kg ", Action("finish", content=" 17  kg ")),
        ("finish", 17, Action("finish", content="17")),
        ("finish", -2.5, Action("finish", content="-2.5")),
    ],
)
def test_valid_actions(verb, content, action):
    assert act(verb, content) == (action, "")


@pytest.mark.parametrize(
    ("verb", "content", "reason"),
    [
        ("type", "", "type needs a text that is not empty"),
        ("type", None, "type needs a text that is not empty"),
        ("type", 2022, "type needs a text that is not empty"),
        ("type", ["a"], "type needs a text that is not empty"),
        ("select", "  ", "select needs an option label"),
        ("select", 3, "select needs an option label"),
        ("scroll", None, "scroll needs up or down"),
        ("scroll", "Down", "scroll needs up or down"),
        ("scroll", "left", "scroll needs up or down"),
        ("scroll", {"a": 1}, "scroll needs up or down"),
        ("finish", True, "finish takes a text, a number or null"),
        ("finish", ["a"], "finish takes a text, a number or null"),
        ("finish", math.nan, "finish takes a finite number"),
        ("finish", math.inf, "finish takes a finite number"),
        pytest.param("finish", 10**5000, "finish takes a number that can be written out", id="huge"),
        ("hover", None, "action_type is none of the verbs"),
        ("Click", None, "action_type is none of the verbs"),
        (None, None, "action_type is none of the verbs"),
        (["click"], None, "action_type is none of the verbs"),
        ({}, None, "action_type is none of the verbs"),
    ],
)
def test_invalid_actions(verb, content, reason):
    assert act(verb, content) == (None, reason)


@pytest.mark.parametrize(
    ("literal", "answer"), [("1.50", "1.50"), ("1e3", "1e3"), ("0.10", "0.10"), ("12345678901234567890", "12345678901234567890")]
)
def test_a_number_given_as_answer_stays_as_it_was_written(literal, answer):
    reply = parse(f'{{"action_type": "finish", "selected_candidate_id": null, "content": {literal}}}')
    assert to_action(reply, MARKS, SOM, FULL) == (Action("finish", content=answer), "")


@pytest.mark.parametrize("verb", ["click", "type", "select"])
def test_element_verbs_need_a_target(verb):
    assert act(verb, "x", target=None) == (None, "selected_candidate_id is not an id")
    assert act(verb, "x", target="6") == (None, "selected_candidate_id 6 is not in the menu")
    assert act(verb, "x", target=[1440, 2], grounding=COORD) == (None, "coordinate 1440, 2 is outside the viewport")
    action, error = act(verb, "x", target=[14, 2], grounding=COORD)
    assert (action.mark, action.point, error) == (None, (14.0, 2.0), "")


@pytest.mark.parametrize("verb", ["scroll", "press_enter", "go_back", "finish"])
def test_other_verbs_ignore_the_target(verb):
    for target in (None, "99", "junk"):
        action, error = act(verb, "up", target=target)
        assert (action.mark, action.point, error) == (None, None, "")


@pytest.mark.parametrize("key", ["action_type", "selected_candidate_id", "content"])
def test_no_action_key_is_guessed(key):
    _, action, gate, guide = said_without(key)
    assert action is None
    assert gate == Gate(False, False, True, False, f"parse: missing key: {key}; action: missing key: {key}")
    assert guide == "Click Link 3."


# --- gate -------------------------------------------------------------------------------------------------------------
def test_a_good_step_passes():
    reply, action, gate, guide = said()
    assert reply.fields == GOOD
    assert action == Action("click", 3)
    assert gate == Gate(True, True, True, True, "")
    assert gate.passed
    assert guide == "Click Link 3."


@pytest.mark.parametrize(
    ("changes", "bits", "reason"),
    [
        ({"think": " "}, (False, True, True, True), "parse: think is blank or not a text"),
        ({"think": None}, (False, True, True, True), "parse: think is blank or not a text"),
        ({"guide_text": ""}, (False, True, True, True), "parse: guide_text is blank or not a text"),
        ({"guide_text": 5}, (False, True, True, True), "parse: guide_text is blank or not a text"),
        (
            {"action_type": "hover"},
            (False, False, True, True),
            "parse: action_type is none of the verbs; action: action_type is none of the verbs",
        ),
        ({"selected_candidate_id": "9"}, (True, False, True, True), "action: selected_candidate_id 9 is not in the menu"),
        ({"guide_text": "Click [3]."}, (True, True, False, True), "leak: bracket: [3]"),
        ({"extra": 1}, (True, True, True, False), ""),
        (
            {"selected_candidate_id": None, "guide_text": "Click mark 3.", "think": ""},
            (False, False, False, True),
            "parse: think is blank or not a text; action: selected_candidate_id is not an id; leak: mark: mark 3",
        ),
    ],
)
def test_bits_and_reason(changes, bits, reason):
    _, action, gate, _ = said(**changes)
    assert gate == Gate(*bits, reason)
    assert gate.passed == (not reason)
    assert (action is not None) == gate.valid


def test_missing_reasoning_or_guide_fails_the_parse_but_not_the_action():
    for key in ("think", "guide_text"):
        _, action, gate, guide = said_without(key)
        assert action == Action("click", 3)
        assert gate == Gate(False, True, True, False, f"parse: missing key: {key}")
        assert (guide == "") == (key == "guide_text")


def test_the_guide_survives_an_invalid_action():
    _, action, gate, guide = said(selected_candidate_id="99", guide_text="Click Reports. ")
    assert (action, gate.valid, guide) == (None, False, "Click Reports. ")


def test_no_object_at_all():
    assert read("I would click it.", MARKS, "", SOM, FULL) == (
        Reply(None, ("no JSON object",)), None, Gate(False, False, True, False, "parse: no JSON object"), "",
    )  # fmt: skip


def test_text_of_the_page_and_its_title_excuse_a_guide():
    marks = (*MARKS, Mark(6, "A", "[2024] report with a long name", "[2024]…", "link", (0, 0, 1, 1), True, (0, 0)))
    text = json.dumps({**GOOD, "guide_text": "Open the [2024] report."})
    assert read(text, MARKS, "Title", SOM, FULL)[2].clean is False
    assert read(text, marks, "Title", SOM, FULL)[2].clean is True
    assert read(text, MARKS, "The [2024] report", SOM, FULL)[2].clean is True


# --- contracts --------------------------------------------------------------------------------------------------------
def test_key_sets():
    assert {name: contract.keys_for(SOM) for name, contract in CONTRACTS.items()} == {
        "full": ("think", "action_type", "selected_candidate_id", "content", "guide_text"),
        "A": ("action_type", "selected_candidate_id", "content"),
        "G": ("guide_text",),
        "J": ("action_type", "selected_candidate_id", "content", "guide_text"),
        "JG": ("guide_text", "action_type", "selected_candidate_id", "content"),
    }
    assert CONTRACTS["full"].keys_for(COORD)[2] == "coordinate"
    assert [(c.wants_action, c.wants_guide, c.wants_think) for c in CONTRACTS.values()] == [
        (True, True, True), (True, False, False), (False, True, False), (True, True, False), (True, True, False),
    ]  # fmt: skip


@pytest.mark.parametrize("grounding", GROUNDINGS.values(), ids=GROUNDINGS)
@pytest.mark.parametrize("contract", CONTRACTS.values(), ids=CONTRACTS)
def test_what_demonstrations_write_passes(contract: Contract, grounding):
    text = write(contract, grounding, "click", MARKS[1], think="why", guide="Click Link 2.")
    assert tuple(json.loads(text)) == contract.keys_for(grounding)
    _, action, gate, guide = read(text, MARKS, "", grounding, contract)
    assert gate == Gate(True, True, True, True, "")
    assert guide == ("Click Link 2." if contract.wants_guide else "")
    expected = Action("click", 2) if grounding is SOM else Action("click", point=(35.0, 47.0))
    assert action == (expected if contract.wants_action else None)


def test_contracts_do_not_look_at_each_others_keys():
    _, action, gate, guide = read(json.dumps(GOOD), MARKS, "", SOM, CONTRACTS["A"])
    assert (action, guide, gate) == (Action("click", 3), "", Gate(True, True, True, False, ""))
    _, action, gate, guide = read(json.dumps(GOOD), MARKS, "", SOM, CONTRACTS["G"])
    assert (action, guide, gate) == (None, "Click Link 3.", Gate(True, True, True, False, ""))
    assert read(json.dumps(GOOD), MARKS, "", COORD, FULL)[2].reason == "parse: missing key: coordinate; action: missing key: coordinate"
