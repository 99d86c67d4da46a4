"""The overlay in picture pixels: on the mark, at the point, and a callout that never hides what it points at."""

import pytest

from mag.report.viewer import write_view

# Boxes of the overlay's parts in picture pixels, measured on the screen, and the picture's own scale.
PARTS_JS = """(step) => {
  const section = document.getElementById(`step-${step}`), image = section.querySelector('img').getBoundingClientRect();
  const scale = image.width / 1440, found = {};
  for (const part of section.querySelectorAll('[data-part]')) {
    const { x, y, width, height } = part.getBoundingClientRect();
    found[part.dataset.part] = [x - image.x, y - image.y, width, height].map(value => value / scale);
  }
  found.scale = scale; found.ratio = image.height / image.width;
  found.text = [...section.querySelectorAll('svg text')].map(part => part.textContent);
  found.lines = [...section.querySelectorAll('svg text')].map(part => {
    const { x, y, width, height } = part.getBoundingClientRect();
    return [x - image.x, y - image.y, width, height].map(value => value / scale); });
  return found; }"""

BOXES = {
    "middle": (600, 400, 160, 40),
    "top left": (0, 0, 90, 30),
    "top right": (1350, 2, 90, 30),
    "bottom left": (0, 870, 90, 30),
    "bottom right": (1340, 860, 100, 40),
    "tiny": (720, 450, 4, 4),
    "wide": (0, 300, 1440, 80),
    "tall": (600, 0, 120, 900),
    "half": (0, 0, 1440, 560),
    "beyond the edge": (1300, 850, 400, 300),
}
SENTENCE = "Click the second result in the list of orders, the one that carries the date of the fifth of March, to open its page."


def inside(inner, outer, slack=1.0):
    return (
        inner[0] >= outer[0] - slack
        and inner[1] >= outer[1] - slack
        and inner[0] + inner[2] <= outer[0] + outer[2] + slack
        and inner[1] + inner[3] <= outer[1] + outer[3] + slack
    )


def centre(box):
    return box[0] + box[2] / 2, box[1] + box[3] / 2


def apart(one, other):
    return one[0] >= other[0] + other[2] or other[0] >= one[0] + one[2] or one[1] >= other[1] + other[3] or other[1] >= one[1] + one[3]


@pytest.fixture
async def measure(tmp_path, store, build, opened):
    """Opens the page of an episode made of these steps, all of them in a column, and measures what each picture shows."""

    async def run(steps, grounding="som"):
        folder = store(tmp_path / "r" / "evals" / "e", build.episode(1, steps, grounding=grounding))
        write_view(folder)
        await opened.goto(next((folder / "view").glob("1-*.html")).as_uri())
        await opened.keyboard.press("a")
        found = [await opened.evaluate(PARTS_JS, step.index) for step in steps]
        assert opened.trouble == []
        return found

    return run


@pytest.mark.parametrize("width", [1000, 1440])
async def test_the_box_is_the_marks_and_the_callout_stays_beside_it(measure, build, opened, width):
    await opened.set_viewport_size({"width": width, "height": 900})
    reply = {"selected_candidate_id": "1", "guide_text": SENTENCE}
    measured = await measure([build.step(index, reply, [build.mark(1, box)]) for index, box in enumerate(BOXES.values(), 1)])
    for (place, box), parts in zip(BOXES.items(), measured, strict=True):
        assert parts["ratio"] == pytest.approx(900 / 1440, abs=0.002)
        width, height = (6, 6) if place == "tiny" else (min(box[2], 1440 - box[0]), min(box[3], 900 - box[1]))
        on_picture = (box[0], box[1], width, height)
        assert parts["box"] == pytest.approx(on_picture, abs=1.0), place
        assert inside(parts["callout"], (0, 0, 1440, 900)), place
        assert apart(parts["callout"], on_picture), place
        assert all(inside(line, parts["callout"]) for line in parts["lines"]), place
        assert " ".join(parts["text"]) == SENTENCE, place
        assert "leader" in parts


async def test_a_point_gets_a_cross_and_the_smallest_mark_that_holds_it(measure, build):
    marks = [build.mark(1, (400, 300, 600, 300)), build.mark(2, (500, 400, 120, 30))]
    (parts,) = await measure([build.step(1, {"coordinate": [540, 410], "guide_text": SENTENCE}, marks, "coord")], "coord")
    assert centre(parts["cross"]) == pytest.approx((540, 410), abs=1.0)
    assert parts["box"] == pytest.approx(marks[1].box, abs=1.0)
    assert apart(parts["callout"], parts["box"])
    assert apart(parts["callout"], parts["cross"])


async def test_a_point_on_no_mark_gets_a_cross_alone(measure, build):
    points = [(3, 3), (1437, 3), (3, 897), (1437, 897), (720, 450)]
    small = [build.mark(1, (200, 200, 20, 20))]
    steps = [
        build.step(index, {"coordinate": list(point), "guide_text": SENTENCE}, small, "coord") for index, point in enumerate(points, 1)
    ]
    for point, parts in zip(points, await measure(steps, "coord"), strict=True):
        assert "box" not in parts
        assert centre(parts["cross"]) == pytest.approx(point, abs=1.0)
        assert inside(parts["callout"], (0, 0, 1440, 900)), point
        assert apart(parts["callout"], parts["cross"]), point


async def test_a_mark_that_fills_the_picture_leaves_the_point_free(measure, build):
    reply = {"coordinate": [700, 440], "guide_text": SENTENCE}
    (parts,) = await measure([build.step(1, reply, [build.mark(1, (0, 0, 1440, 900))], "coord")], "coord")
    assert apart(parts["callout"], parts["cross"])


async def test_a_chosen_mark_that_fills_the_picture_still_gets_its_guide_inside(measure, build):
    (parts,) = await measure([build.step(1, {"selected_candidate_id": "1", "guide_text": SENTENCE}, [build.mark(1, (0, 0, 1440, 900))])])
    assert inside(parts["callout"], (0, 0, 1440, 900))


async def test_a_mark_off_the_picture_is_pointed_at_from_its_edge(measure, build):
    cases = [
        ((600, 1500, 100, 30), "Below the picture:", (600, 894, 100, 6)),
        ((600, -400, 100, 30), "Above the picture:", (600, 0, 100, 6)),
        ((1500, 400, 100, 30), "Right of the picture:", (1434, 400, 6, 30)),
        ((-300, 400, 100, 30), "Left of the picture:", (0, 400, 6, 30)),
        ((300, 400, 100, 30), "Scrolled out of sight:", (300, 400, 100, 30)),
    ]
    reply = {"selected_candidate_id": "1", "guide_text": SENTENCE}
    measured = await measure([build.step(index, reply, [build.mark(1, box, visible=False)]) for index, (box, _, _) in enumerate(cases, 1)])
    for (_, words, edge), parts in zip(cases, measured, strict=True):
        assert parts["text"][0] == words
        assert parts["box"] == pytest.approx(edge, abs=1.0), words
        assert inside(parts["callout"], (0, 0, 1440, 900)), words
        assert apart(parts["callout"], edge), words


async def test_a_step_without_a_target_says_its_guide_at_the_bottom_centre(measure, build):
    steps = [
        build.step(1, {"action_type": "scroll", "content": "down", "guide_text": "Scroll down."}),
        build.finish(2, "blue"),
        build.step(3, "nothing to parse"),
    ]
    scroll, last, nothing = await measure(steps)
    x, y, w, h = scroll["callout"]
    assert x + w / 2 == pytest.approx(720, abs=1.0)
    assert 850 <= y + h <= 900
    assert not {"box", "cross", "leader"} & set(scroll)
    assert last["text"] == ["Read the colour on the page.", "Answer: blue"]
    assert "callout" not in nothing
    assert nothing["text"] == []


async def test_a_guide_of_any_length_stays_in_its_callout(measure, build):
    guides = ["w" * 5000, "word " * 2000, "🙂" * 900, "日本語" * 300]
    steps = [build.step(index, {"selected_candidate_id": "1", "guide_text": guide}) for index, guide in enumerate(guides, 1)]
    for guide, parts in zip(guides, await measure(steps), strict=True):
        assert parts["text"][-1].endswith("…"), guide[:5]
        assert inside(parts["callout"], (0, 0, 1440, 900)), guide[:5]
        assert all(inside(line, parts["callout"]) for line in parts["lines"]), guide[:5]
        assert "\ufffd" not in "".join(parts["text"])
