"""Which line of the menu a sentence means."""

from dataclasses import replace

import pytest

from mag.follow.pick import choose
from tests.offline.steps import make_mark


def mark(number, name, role, kind="A", text="", **other):
    box = other.pop("box", (0, 40 * number, 100, 30))
    visible = other.pop("visible", True)
    return replace(make_mark(number, name, kind, box, visible), role=role, text=text or name, **other)


SEARCH_FIELD = mark(1, "Search", "searchbox", "INPUT")
SEARCH = mark(2, "Search", "button", "BUTTON")
PERIOD = mark(3, "Period", "combobox", "SELECT", "Period: Day (Day, Month, Year)", value="Day")
AUTHOR = mark(4, "Author", "combobox", "SELECT", "Author: Any author (Any author, Aiko M", value="Any author")
AIKO = mark(5, "Aiko Morimoto", "link")
EDIT_A = mark(6, "Edit", "button", "BUTTON", context="Assignee Edit nobody")
EDIT_B = mark(7, "Edit", "button", "BUTTON", context="Milestone Edit 000000418 none")
COMMENT = mark(8, "Write a comment", "textbox", "TEXTAREA")
HIDDEN = mark(9, "Help", "link", visible=False)
HELP = mark(10, "Help", "link")
MENU = (SEARCH_FIELD, SEARCH, PERIOD, AUTHOR, AIKO, EDIT_A, EDIT_B, COMMENT, HIDDEN, HELP)


@pytest.mark.parametrize(
    ("text", "verb", "target", "content"),
    [
        ("Click the 'Search' button beside the field.", "click", SEARCH, None),
        ("Click 'Search'.", "click", SEARCH, None),  # a field is what is clicked least
        ("Click 'Aiko Morimoto' under 'Search'.", "click", AIKO, None),
        ("In the row of 'Period', click 'Aiko Morimoto'.", "click", AIKO, None),
        ("Click 'Edit' beside 'Milestone'.", "click", EDIT_B, None),
        ("Click 'Edit' in the row of order 000000418.", "click", EDIT_B, None),
        ("Click 'Edit'.", "click", EDIT_A, None),  # tied: the lower id
        ("Click 'Help'.", "click", HELP, None),  # tied: the visible one
        ("Open the help page.", "click", HELP, None),  # no quotes: a menu text in the sentence
        ("Choose 'Year' in the 'Period' list.", "select", PERIOD, "Year"),
        ("Choose 'Year' from the list.", "select", PERIOD, "Year"),  # found by its option
        ("Choose 'Aiko Morimoto' in the 'Any author' list.", "select", AUTHOR, "Aiko Morimoto"),  # by what it shows
        ("Choose 'Aiko Morimoto' to open the profile.", "click", AIKO, None),
        ("Open 'Edit' beside 'Milestone' and choose '2.9'.", "select", EDIT_B, "2.9"),
        ("Type 'mug' into the search field at the top.", "type", SEARCH_FIELD, "mug"),
        ("Type 'fine' into 'Write a comment'.", "type", COMMENT, "fine"),
        ("Put it into place with the 'Search' button.", "click", SEARCH, None),  # no payload, but a label
        ("Finish the search with the 'Search' button.", "click", SEARCH, None),
        ("Confirm with Enter.", "press_enter", None, None),
        ("Scroll up to the top.", "scroll", None, "up"),
        ("Scroll until the list is seen.", "scroll", None, "down"),
        ("Report 'Friday'.", "finish", None, "Friday"),
        ("Stop here.", "finish", None, None),
    ],
)
def test_the_action_that_a_sentence_comes_to(text, verb, target, content):
    pick = choose(text, MENU)
    assert pick is not None
    assert (pick.verb, pick.mark, pick.content) == (verb, target, content)


@pytest.mark.parametrize(
    "text", ["", "Click 'Invoices'.", "Wait a moment.", "Type 'x' into the 'Zip' field.", "Tick the box in the only row."]
)
def test_gives_up_where_nothing_is_meant(text):
    assert choose(text, MENU) is None


def test_reads_nothing_into_an_empty_page():
    assert choose("Click 'Search'.", ()) is None
    assert choose("Type 'x' into 'Search'.", ()) is None
