"""Head verbs and anchor spans of guide sentences."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mag.benchmark.load import load_miniarena
from mag.constants import VERBS
from mag.metrics.anchor import anchor, quoted, without_quotes
from mag.metrics.verbs import actions_of, verb_match

HEADS = (
    ("Click the Reports menu item in the left sidebar to open sales reporting options.", {"click"}),  # MAG Table A3
    ("Type ‘kilian’ into the Author search field to find Kilian’s commits.", {"type"}),
    ("Select Foot (OSRM) as the travel mode to calculate the walking route time.", {"click", "select"}),
    ("Scroll down to review more comments and compare each comment’s upvote and downvote counts.", {"scroll"}),
    ("Press Enter to run the search.", {"press_enter"}),
    ("Press the Enter key.", {"press_enter"}),
    ("Press the 'Save' button.", {"click"}),
    ("Submit the search with Enter.", {"click", "press_enter"}),
    ("Confirm with the Enter key.", {"click", "press_enter"}),
    ("Enter the order number.", {"type"}),
    ("Go back to the list.", {"go_back"}),
    ("Go to the reports page.", {"click"}),
    ("Return to the previous page.", {"go_back"}),
    ("Use the Back button.", {"go_back"}),
    ("Click 'Back to list'.", {"click", "go_back"}),
    ("Report the answer: 42.", {"finish"}),
    ("The answer is 42.", {"finish"}),
    ("3. Now, please double-click the icon.", {"click"}),
    ("You need to scroll further down.", {"scroll"}),
    ("In the left sidebar, open Reports.", {"click", "select"}),
    ("In the field 'Orders, customers, products', type 'Fjord'.", {"type"}),
    ("In the sidebar choose Reports", {"click", "select"}),
    ("To find the order, type its number.", {"type"}),
    ("Continue scrolling.", {"scroll"}),
    ("Reports menu.", set()),
    ("Ponder the list.", set()),
    ("On the page", set()),
    ("12", set()),
    ("", set()),
)


@pytest.mark.parametrize(("guide", "actions"), HEADS)
def test_head_verbs(guide, actions):
    assert actions_of(guide) == actions
    assert [verb for verb in VERBS if verb_match(guide, verb)] == [verb for verb in VERBS if verb in actions]


def test_the_lexicon_knows_the_demonstrations():
    """The head verb of a person's guide stands for the demonstrated action on nearly all steps; no wrong sentence can be told from a rare one."""
    steps = [step for demonstration in load_miniarena().demonstrations.values() for step in demonstration.steps]
    known, total = Counter(step.verb for step in steps if verb_match(step.guide, step.verb)), Counter(step.verb for step in steps)
    assert {verb: round(known[verb] / total[verb], 1) for verb in total} == {verb: pytest.approx(1, abs=0.11) for verb in total}
    assert known.total() / total.total() > 0.97


ANCHORS = (
    ("Click 'Add to Cart' below the price of 'Mug'.", "Add to Cart"),
    ("Type ‘kilian’ into the field to find Kilian’s commits.", "kilian"),
    ("Open “Bestsellers” now.", "Bestsellers"),
    ("Open «Отчёты» now.", "Отчёты"),
    ("Open „Berichte“ now.", "Berichte"),
    ("Choose \"Size 'XL'\" now.", "Size 'XL'"),
    ("Click 'Kilian's commits' now.", "Kilian's commits"),
    ("Don't open Bob's or the users' lists.", ""),
    ("Clear the field '' and type 'Mug'.", "Mug"),
    ("Click 'Save", ""),
)


@pytest.mark.parametrize(("guide", "span"), ANCHORS)
def test_quoted_spans(guide, span):
    assert quoted(guide) == span


def test_without_a_quote_the_longest_menu_text_counts():
    menu = ["Reports", "Sales reports", "Sales reports of 2022", ""]
    assert anchor("Open the sales Reports, then wait.", menu) == "sales reports"
    assert anchor("Open 'Other' in the sales reports.", menu) == "Other"
    assert anchor("Open the Orders.", menu) == "Open the Orders."
    assert anchor("Open A or B.", ["B", "A"]) in ("a", "b")


def test_what_is_quoted_is_blanked_out():
    assert without_quotes("In 'a, b' and “c, d”, click").split() == ["In", "and", ",", "click"]


@given(st.text(max_size=80), st.lists(st.text(max_size=10), max_size=5))
def test_any_text_can_be_read(guide, menu):
    assert anchor(guide, menu) or not guide
    assert quoted(guide) in guide
    assert actions_of(guide) <= set(VERBS)
