"""What a guide sentence says, read without a model."""

import pytest

from mag.follow.sentence import Sentence


@pytest.mark.parametrize(
    ("text", "verbs"),
    [
        ("Click 'Reports' in the sidebar.", {"click"}),
        ("Press Enter to run the search.", {"press_enter"}),
        ("Use the search box and enter 'Calla'.", {"type"}),  # "enter" before a quote is no key
        ("Look the place up by typing 'Quenby' into the field.", {"type"}),
        ("Return to the map by clicking 'Wayfinder'.", {"click"}),  # the means, not the end
        ("Note 0:11 for the museum, then click 'Go'.", {"click"}),
        ("Note order number 311 and follow 'Contact Us'.", {"click"}),
        ("Report that 'Every month' leads.", {"finish"}),
        ("Go back to the results.", {"go_back"}),
        ("Remember 0:15 and wonder.", set()),
        ("", set()),
    ],
)
def test_the_verbs_that_a_sentence_asks_for(text, verbs):
    assert Sentence(text).verbs == verbs


def test_a_head_that_leads_nowhere_leaves_the_later_clause():
    assert Sentence("Start in the search box on the left and write 'Dogwatch'.").later == {"type", "finish"}


@pytest.mark.parametrize(
    ("verb", "text", "payload", "places"),
    [
        ("type", "Type 'blue mug' into the 'Search' field.", "blue mug", ["Search"]),
        ("type", "In the dialog's 'Size' field, type 'XL'.", "XL", ["Size"]),
        ("type", "Fill the header's search box with 'How ship's'.", "How ship's", []),
        ("type", "Fill the 'Title' field with 'Moss'.", "Moss", ["Title"]),
        ("type", 'Type “05/2025” into "From".', "05/2025", ["From"]),
        ("type", "Type 5 into the 'Quantity' field.", "5", ["Quantity"]),
        ("type", "Put 'Museum' into the lower field, 'To', in the panel.", "Museum", ["To"]),
        ("select", "Choose 'Year' in the 'Period' list.", "Year", ["Period"]),
        ("select", "Set 'Time range', beside 'Sort by', to 'Past year'.", "Past year", ["Time range", "Sort by"]),
        ("select", "Open 'Edit' beside 'Milestone' and choose '2.9'.", "2.9", ["Edit", "Milestone"]),
        ("type", "Type something sensible.", None, []),
    ],
)
def test_what_is_entered_and_where(verb, text, payload, places):
    content, spans = Sentence(text).entry(verb)
    assert (content, [span.text for span in spans]) == (payload, places)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Answer with 'Friday', the entry 'Market day' of the box.", "Friday"),
        ("Report 'Crew', 'Skirt' and 'Breaker'.", "Crew, Skirt, Breaker"),
        ("Answer with the reason: falcons are nesting.", "falcons are nesting"),
        ("Finish with 'Moss'.", "Moss"),
        ("Stop here: the section 'Uses' is highlighted.", None),  # describes the page
        ("Report 8, the number on the 'Open' tab.", None),  # the quoted span names a place
        ("Report that 13 orders were placed.", None),
        ("Answer that it takes 0:02.", None),  # no colon but one inside a time
        ("Click 'Reports'.", None),
    ],
)
def test_the_answer_is_read_from_the_finish_sentence_alone(text, answer):
    assert Sentence(text).answer == answer
