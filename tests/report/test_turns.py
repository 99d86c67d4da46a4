"""When two steps of different runs count as the same."""

from dataclasses import replace

import pytest

from mag.records import Evidence
from mag.report.turns import Target, base_urls, differences, page_path, turn, turns

CLICK = {"selected_candidate_id": "1"}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("http://127.0.0.1:7700/cart/", "http://shop.test/cart"),
        ("http://a.test", "http://b.test:8080/"),
        ("http://a.test/find?q=red&page=2", "http://a.test/find?page=2&q=red&utm_source=x&sid=8&sort="),
        ("http://a.test/admin/sales/key/0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f/", "http://a.test/admin/sales"),
        ("http://a.test/wiki/R%C3%A9sum%C3%A9#History", "http://a.test/wiki/Résumé"),
    ],
)
def test_addresses_of_one_page(one, other):
    assert page_path(one) == page_path(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("http://a.test/find?q=red", "http://a.test/find?q=blue"),
        ("http://a.test/key/5", "http://a.test/key/6"),
        ("http://a.test/#/inbox", "http://a.test/#/sent"),
        ("http://a.test/a", "http://a.test/a/b"),
    ],
)
def test_addresses_of_different_pages(one, other):
    assert page_path(one) != page_path(other)


def test_an_address_that_is_none_is_compared_as_it_stands():
    assert page_path("http://[broken/x") == "http://[broken/x"


def test_sites_are_told_apart_by_the_sets_base_urls(build):
    step = build.finish(1, url="http://localhost:7801/admin/x")
    evidence = Evidence(
        "", "", {"shopping": "http://localhost:7801", "shopping_admin": "http://localhost:7801/admin/", "map": "http://m.test"}
    )
    sites = base_urls([replace(build.episode(1, [step]), evidence=evidence), build.episode(2, [step])])
    assert turn(step, sites).site == "shopping_admin"
    assert turn(replace(step, url="http://localhost:7801/administration"), sites).site == "shopping"
    assert turn(replace(step, url="http://localhost:78011/"), sites).site == ""
    home = [turn(replace(step, url=url), sites) for url in ("http://m.test/", "http://localhost:7801/", "http://elsewhere.test/")]
    assert differences(home[0], home[1]) == ("page",)
    assert differences(home[0], home[2]) == ()  # whose site nobody knows


def test_kinds_of_difference(build):
    marks = (build.mark(1), build.mark(2, (700, 500, 80, 30)))
    here = {"url": "http://shop.test/", "marks": marks}
    click, other = build.step(1, CLICK, **here), build.step(1, {"selected_candidate_id": "2"}, **here)
    scroll = build.step(1, {"action_type": "scroll", "content": "down"}, **here)
    typed = [build.step(1, CLICK | {"action_type": "type", "content": text}, **here) for text in ("red  shoes ", "red shoes", "Red shoes")]
    broken = [build.step(1, text, **here) for text in ("no object", "nor this")]
    for a, b, expected in (
        (click, click, ()),
        (click, other, ("target",)),
        (click, scroll, ("verb",)),
        (click, build.step(1, CLICK, marks, url="http://shop.test/x"), ("page",)),
        (other, build.step(1, CLICK, marks, url="http://shop.test/x"), ("page", "target")),
        (typed[0], typed[1], ()),
        (typed[1], typed[2], ("content",)),
        (broken[0], broken[1], ()),
        (broken[0], click, ("verb",)),
        (build.finish(1, "5", **here), build.finish(1, None, **here), ("content",)),
    ):
        assert differences(turn(a, {}), turn(b, {})) == differences(turn(b, {}), turn(a, {})) == expected


def test_a_mark_is_known_again_by_its_name_its_place_or_its_row(build):
    def clicked(**fields):
        return turn(build.step(1, CLICK, [build.mark(1, **{"name": "Edit", "key": "0.1"} | fields)], url="http://shop.test/"), {})

    for one, other, same in (
        ({}, {"box": (100, 600, 20, 20)}, True),
        ({}, {"key": "0.2"}, True),  # a message above moved everything down
        ({"context": "Blue pen"}, {"context": "Red pen", "key": "0.2"}, False),
        ({"context": "Blue pen: 3"}, {"context": "Blue pen: 2"}, True),
        ({"role": "link"}, {}, False),
        ({"name": "Save"}, {}, False),
        ({"name": ""}, {"name": "", "key": "0.2"}, False),
        ({"name": "", "value": ""}, {"name": "red", "value": "red"}, True),  # a field without a label
    ):
        assert differences(clicked(**one), clicked(**other)) == (() if same else ("target",)), (one, other)


def test_a_point_is_the_target_whose_box_it_lies_in(build):
    card, button = build.mark(1, (0, 0, 400, 300), name="Card"), build.mark(2, (300, 200, 80, 40), name="Buy")
    som = [turn(build.step(1, {"selected_candidate_id": str(number)}, [card, button]), {}) for number in (1, 2)]

    def pointed(x, y, **fields):
        return turn(build.step(1, {"coordinate": [x, y]}, [card, button], "coord", **fields), {})

    assert differences(pointed(310, 210), som[1]) == differences(som[1], pointed(310, 210)) == ()
    assert differences(pointed(310, 210), som[0]) == differences(som[0], pointed(310, 210)) == ()  # within the card, too
    assert differences(pointed(10, 10), som[1]) == ("target",)
    assert differences(pointed(310, 210), pointed(370, 230)) == ()  # the same button
    assert differences(pointed(310, 210), pointed(290, 210)) == ("target",)  # the button, the card around it
    assert differences(pointed(303, 210), pointed(297, 210)) == ("target",)  # however near
    assert differences(pointed(900, 700), pointed(905, 695)) == ()  # on no mark
    assert differences(pointed(900, 700), pointed(920, 700)) == ("target",)
    # Page pixels: what was scrolled by 100 lies 100 higher on the picture.
    moved = Target("button", "Other", "", "", (300, 200, 80, 40))
    assert differences(pointed(310, 110, scroll=(0, 100)), replace(som[1], target=moved)) == ()
    assert differences(pointed(310, 110), replace(som[1], target=moved)) == ("target",)
    scrolled = turn(build.step(1, {"selected_candidate_id": "2"}, [card, replace(button, name="Other")], scroll=(0, 100)), {})
    assert differences(pointed(310, 310), scrolled) == ()
    assert differences(pointed(310, 210), scrolled) == ("target",)
    # On another page a box says nothing.
    assert differences(pointed(310, 210, url="http://shop.test/z"), replace(som[1], target=moved)) == ("page", "target")


def test_turns_of_an_episode_are_in_step_order(build):
    steps = [build.step(1, CLICK), build.step(2, "no object"), build.finish(3, "7")]
    assert [(item.path, item.verb, item.content) for item in turns(build.episode(1, steps), {})] == [
        ("/1", "click", ""),
        ("/2", "", ""),
        ("/3", "finish", "7"),
    ]
