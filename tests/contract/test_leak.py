"""The leak family as a table of what leaks and what does not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mag.contract.leak import leak

LEAKS = {
    # elements and candidates
    "Click element 17.": "element",
    "Click Element #17 to go on.": "element",
    "Click candidate 17.": "element",
    "Choose candidate number 17 in the list.": "element",
    "Use candidate_id=17 here.": "element",
    "Set selected_candidate_id: 17.": "element",
    "Click the element with id 17.": "element",
    "Click the element with the number 17.": "element",
    "Click the element labeled 17.": "element",
    "Click element no. 17.": "element",
    'Click element "17".': "element",
    "Click element (17).": "element",
    "Click elements 17 and 18.": "element",
    "Click candidates 3,4 in turn.": "element",
    "CLICK ELEMENT 5": "element",
    "Click element-17.": "element",
    "Click ｅｌｅｍｅｎｔ １７.": "element",  # full-width
    "Click element\u200b 1\u200b7.": "element",  # zero-width inside
    # marks, boxes, labels
    "Click mark 17.": "mark",
    "Click mark #17.": "mark",
    "Click the mark number 17.": "mark",
    "Click marker 17 on the picture.": "mark",
    "Click box 17.": "mark",
    "Click the box numbered 17.": "mark",
    "Click the bounding box 17.": "mark",
    "Click bbox 17.": "mark",
    "Click boxes 3 and 4.": "mark",
    "Click label 17.": "mark",
    "Click label '17'.": "mark",
    "Look at mark 17 and click it.": "mark",
    # ids
    "Click id 17.": "id",
    "Click the button with ID 17.": "id",
    "Click the link whose id is 17.": "id",
    "Click id=17.": "id",
    "Click ID: 17.": "id",
    "Click ids 17 and 18.": "id",
    # brackets
    "Click [17].": "bracket",
    "Click [17] Add to Cart.": "bracket",
    "Click [ 17 ].": "bracket",
    "Click ［17］.": "bracket",
    "Click [3, 17].": "bracket",
    "Click [#17].": "bracket",
    "Open the [2024] report.": "bracket",
    "Click <17>.": "bracket",
    "Click {17}.": "bracket",
    # number first, marked, clicked, control
    "Click the number 17 mark.": "number first",
    "Click the #17 box.": "number first",
    "Click no. 17 label.": "number first",
    "Click the 17 mark.": "number first",
    "Click the 17th candidate.": "number first",
    "Click the link marked 17.": "marked",
    "Click the link marked with 17.": "marked",
    "Click the button labelled 17.": "marked",
    "Click the button labeled with the number 17.": "marked",
    "Click the button numbered '17'.": "marked",
    "Click 17.": "click",
    "Click on 17 to continue.": "click",
    "Tap #17, then wait.": "click",
    "Press number 17": "click",
    "Click the number 17 in the sidebar.": "click",
    "Click ⑰.": "click",
    "Click button 17.": "control",
    "Open link #17.": "control",
    "Use icon number 17.": "control",
    # pairs of coordinates
    "Click at (312, 174).": "pair",
    "Click (312,174).": "pair",
    "Click ( 312 , 174 ).": "pair",
    "Click (312 174).": "pair",
    "Click (312; 174).": "pair",
    "Click [312 174].": "pair",
    "Click (312.5, 174.25).": "pair",
    "Click (312px, 174px).": "pair",
    "Click (50%, 20%).": "pair",
    "Click (x=312, y=174).": "pair",
    "Click (x: 312, y: 174).": "pair",
    "Move to (2, 3).": "pair",
    # axes
    "Click at x=312.": "axis",
    "Click at x = 312 and y = 174.": "axis",
    "Click at X: 312.": "axis",
    "Click where y 174 is.": "axis",
    "Click at x 312, y 174.": "axis",
    "Click at the x-coordinate 312.": "axis",
    "Click at x coordinate of 312.": "axis",
    "Click at y position 174.": "axis",
    "Click at y-axis 174.": "axis",
    # coordinates, pixels, positions
    "Click at coordinates 312 174.": "coordinates",
    "Click at coordinates 312, 174.": "coordinates",
    "Click the coordinates: 312/174.": "coordinates",
    "Click coords 312,174.": "coordinates",
    "Click at coordinate 312.": "coordinates",
    "Click pixel 312.": "pixel",
    "Click at pixel position 312.": "pixel",
    "Click at pixels 312 and 174.": "pixel",
    "Click 312, 174 px.": "pixel",
    "Click 312 px, 174 px.": "pixel",
    "Click 312 px from the left.": "pixel",
    "Click 312 pixels to the right of the logo.": "pixel",
    "Click at 312px.": "pixel",
    "Click at 312, 174.": "position",
    "Click the point 312/174.": "position",
    "Click position 312 174.": "position",
    "Click 312, 174.": "position",
    "Tap on 312,174 now.": "position",
}

CLEAN = (
    "Click the Reports menu item in the left sidebar to open sales reporting options.",
    "Type ‘kilian’ into the Author search field to find Kilian’s commits.",
    "Select Foot (OSRM) as the travel mode to calculate the walking route time.",
    "Scroll down to review more comments and compare each comment’s upvote and downvote counts.",
    "Go to page 2 of the results.",
    "Open item 17 of 20.",
    "Set the price filter to $17.",
    "Choose the product that costs $312.50.",
    "Open order 1042.",
    "Open order #1042.",
    "Open the order with number 000000187.",
    "Open order ID 17.",
    "Open the record with ID 012.",
    "Filter by customer ID 42.",
    "Show the project with project ID 5.",
    "Click the Reviews (12) tab.",
    "Open the 12 Reviews link.",
    "Open issue #17.",
    "Open merge request !17.",
    "Type 01/01/22 into the From date field.",
    "Type 17 into the Quantity box.",
    "Type 5 in the box next to Quantity.",
    "Enter 2022 in the search box, then press Enter.",
    "Check the box for 4 stars and up.",
    "Select 24 items per page.",
    "Set the time to 10:30.",
    "Choose version 3.11 from the list.",
    "Scroll down about 500 pixels.",
    "Scroll down 2 times.",
    "Click Next 3 times.",
    "Press Enter.",
    "Click 3 more stars.",
    "Mark 3 items as read.",
    "Then mark 12 unread notifications as done.",
    "Mark 5 as done.",
    "Label 2 issues as bugs.",
    "Add the box of 12 eggs to the cart.",
    "Play Xbox 360 games.",
    "Open Inbox 17 unread.",
    "Write to PO Box 17.",
    "Write to P.O. Box 17.",
    "Search for Covid 19 reports.",
    "Place a bid 17 dollars higher.",
    "Type 40.4414, -79.9426 into the search field.",
    "Search for the coordinates 40.4414, -79.9426.",
    "Search for (40.4414, 79.9426).",
    "Copy the coordinates from row 3.",
    "Choose the 1920 x 1080 size.",
    "Choose 2 x 10 pieces.",
    "Choose the iPhone X 64 GB.",
    "Order 4x 100 screws.",
    "Compare the remark 17 lines below.",
    "Choose the range 10-20.",
    "Read the 3rd element in the list of results.",
    "Meet at 10:30, 5 May.",
    "Open chapter 4, section 12.",
    "Take the first 5 results and the top 10 list.",
    "Set the rating to 4/5.",
    "Report (1/2) as the answer.",
    "Report 17, 18 and 19 as the answer.",
    "Open the Monthly [beta] report.",
    "Link 2 accounts in the settings.",
    "Apply 15% off.",
    "Click 15% off.",
    "Tagged 2 people.",
    "",
)

EXCUSED = (
    ("Open the [2024] report.", "[2024] report"),
    ("Open the [1] footnote.", "Notes [1] and [2]"),
    ("Click Reviews (1,234).", "Reviews (1,234)"),
    ("Use the grid cell (2, 3).", "Cell (2, 3)"),
    ("Open Element 17: Chlorine.", "Element 17: Chlorine"),
    ("Click Label 17.", "label 17"),
    ("Open BOX 17.", "Box 17"),
    ("Choose Model x 90.", "Model x 90"),
    ("Click the day labeled 17.", "17"),
    ("Click the link marked '2'.", "2"),
    ("Click 17 in the calendar.", "17"),
    ("Click 25 in the page size list.", "25 per page"),
    ("Click #17 to open the issue.", "Fix login #17"),
    ("Open link 2.", "2"),
    ("Click ID: 17.", "ID: 17"),
)


@pytest.mark.parametrize(("guide", "kind"), LEAKS.items())
def test_leaks(guide, kind):
    assert leak(guide, ["Add to Cart", "Reports", "20 reviews"], "My Store").split(":")[0] == kind


@pytest.mark.parametrize("guide", CLEAN)
def test_is_clean(guide):
    assert leak(guide, [], "") == ""


@pytest.mark.parametrize(("guide", "text"), EXCUSED)
def test_text_of_the_page_is_no_leak(guide, text):
    assert leak(guide, [], "") != ""
    assert leak(guide, ["Home", text], "") == ""
    assert leak(guide, [], text) == ""


@pytest.mark.parametrize(
    ("guide", "text"),
    [
        ("Click element 1.", "Element 17"),  # the page shows another number
        ("Click [17].", "17"),
        ("Click [17].", "[170]"),
        ("Click the link marked 17.", "17 reviews"),  # the number alone must be the text
        ("Click 17.", "117 reviews"),
        ("Click 17.", "17.5 kg"),
        ("Click box 17 and [2024].", "[2024] report"),  # one excused, one not
    ],
)
def test_other_numbers_on_the_page_excuse_nothing(guide, text):
    assert leak(guide, [text], text) != ""


def test_reason_names_the_phrase():
    assert leak("First open the menu, then click Element  #17 there.", []) == "element: Element #17"


@given(st.integers(1, 130), st.sampled_from(["element", "candidate", "mark", "box", "label", "id", "Element #", "mark number", "box id"]))
def test_every_mark_of_a_menu_is_caught(number, noun):
    assert leak(f"Click {noun} {number}.", ["Home"], "Shop") != ""


@given(st.integers(0, 1439), st.integers(0, 899), st.sampled_from(["({}, {})", "({},{})", "x={}, y={}", "coordinates {} {}", "[{}, {}]"]))
def test_every_point_of_the_viewport_is_caught(x, y, form):
    assert leak(f"Click {form.format(x, y)}.", ["Home"], "Shop") != ""


@given(st.text(), st.lists(st.text(), max_size=3), st.text())
def test_any_text_gets_a_reason_or_none(guide, texts, title):
    assert isinstance(leak(guide, texts, title), str)
