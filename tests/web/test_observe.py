"""Observation on real pages: what is a candidate, what it is called, and that the page is left as it was."""

import io
from contextlib import suppress

import pytest
from PIL import Image
from playwright.async_api import Error

from mag.constants import MENU_LINES, MENU_TEXT_CHARS
from mag.errors import BrowserCrash
from mag.web.draw import place_labels
from mag.web.observe import observe

AWKWARD = """
<style>.menu .panel{display:none} .menu:hover .panel{display:block} .row .late{visibility:hidden} .row:hover .late{visibility:visible}
.cover{position:absolute;left:0;top:600px;width:300px;height:60px;background:#eee}
.switch input{opacity:0;width:0;height:0} .gone{height:0;overflow:hidden}</style>
<div class="menu"><a href="/top">Catalog</a><div class="panel"><a href="/sub">Hidden flyout</a></div></div>
<a href="/wrapped"><span tabindex="0">Inner span</span></a>
<a href="/pic"><img alt="Company logo" width="40" height="20" src="data:image/gif;base64,R0lGODlhAQABAAAAACw="></a>
<button aria-label="Close the panel">x</button> <button disabled>Disabled</button>
<label for="q">Search the shop</label><input id="q" placeholder="words">
<input type="password" placeholder="Secret" value="hunter2"> <input type="submit" value="Send it">
<label class="switch"><input type="checkbox" checked>Dark mode</label>
<select aria-label="Sort by"><option>Newest</option><option selected>Price</option><option>Rating</option></select>
<div class="row">Row one <button class="late">Hover only</button> <button>Edit</button></div>
<ul><li>Alpha <button>Open</button></li><li>Beta <button>Open</button></li></ul>
<div onclick="1">Plain clickable</div> <div style="cursor:pointer;width:200px">Pointer box</div>
<div class="gone"><a href="/collapsed">In a collapsed section</a></div>
<a href="/covered" style="position:absolute;left:20px;top:620px">Under a cover</a><div class="cover"></div>
<my-widget></my-widget>
<script>customElements.define('my-widget', class extends HTMLElement { constructor() { super();
  this.attachShadow({mode: 'open'}).innerHTML = '<button>In the shadow</button>'; } });</script>
<div style="height:3000px"></div><a href="/far">Far below</a>
"""


async def look(tab, pages, body, path="/observe"):
    pages[path] = body
    await tab.open(f"http://a.mag.test{path}")
    return (await observe(tab)).observation


async def test_candidates_are_what_a_person_can_act_on(tab, pages):
    seen = await look(tab, pages, AWKWARD)
    names = [mark.name for mark in seen.marks]
    for name in (
        "Catalog",
        "Inner span",
        "Company logo",
        "Close the panel",
        "Search the shop",
        "Secret",
        "Send it",
        "Dark mode",
        "Sort by",
        "Edit",
        "Plain clickable",
        "Pointer box",
        "In the shadow",
        "Far below",
    ):
        assert names.count(name) == 1, (name, names)
    assert names.count("Open") == 2
    for name in ("Hidden flyout", "Disabled", "Hover only", "In a collapsed section", "Under a cover"):
        assert name not in names
    by_name = {mark.name: mark for mark in seen.marks}
    assert by_name["Company logo"].type == "IMG"
    assert by_name["Company logo"].role == "link"
    assert by_name["Inner span"].type == "SPAN"
    assert by_name["Sort by"].text == "Sort by: Price (Newest, Price, Rating)"
    assert by_name["Dark mode"].value == "checked"
    assert by_name["Secret"].value == ""
    assert not by_name["Far below"].visible
    assert by_name["Close the panel"].visible
    assert [mark.context for mark in seen.marks if mark.name == "Open"] == ["Alpha Open", "Beta Open"]
    assert [mark.id for mark in seen.marks] == list(range(1, len(seen.marks) + 1))
    assert not seen.obs_stale


async def test_the_page_is_the_same_before_and_after(tab, pages):
    pages["/same"] = (
        AWKWARD
        + """<script>window.mutations = 0; new MutationObserver(list => window.mutations += list.length)
        .observe(document, {subtree: true, childList: true, attributes: true, characterData: true}); window.before = Object.keys(window).length</script>"""
    )
    await tab.open("http://a.mag.test/same")
    before = await tab.page.content()
    await observe(tab)
    assert await tab.page.content() == before
    assert await tab.page.evaluate("[window.mutations, Object.keys(window).length - window.before]") == [0, 1]


async def test_only_the_modal_dialog_is_listed_while_it_is_open(tab, pages):
    seen = await look(
        tab,
        pages,
        """<a href="/x">Behind</a><div style="height:2000px"></div><a href="/y">Behind and below</a>
        <dialog id="d"><button>Confirm merge</button></dialog><script>d.showModal()</script>""",
    )
    assert [mark.name for mark in seen.marks] == ["Confirm merge"]


async def test_frames_of_both_kinds_give_marks_in_top_coordinates(tab, pages):
    pages["/inner"] = '<body style="margin:0"><button style="position:absolute;left:30px;top:40px;width:100px;height:30px">Zoom in</button>'
    seen = await look(
        tab,
        pages,
        """<body style="margin:0"><iframe src="/inner" style="position:absolute;left:100px;top:200px;border:5px solid"></iframe>
        <iframe src="http://b.mag.test/inner" style="position:absolute;left:600px;top:300px;border:0"></iframe>""",
    )
    assert [(mark.name, mark.box, mark.visible) for mark in seen.marks] == [
        ("Zoom in", (135, 245, 100, 30), True),
        ("Zoom in", (630, 340, 100, 30), True),
    ]


async def test_a_covered_foreign_frame_is_not_marked_visible(tab, pages):
    pages["/inner2"] = '<body style="margin:0"><button style="position:absolute;left:30px;top:40px;width:100px;height:30px">Pay</button>'
    seen = await look(
        tab,
        pages,
        """<body style="margin:0"><iframe src="http://b.mag.test/inner2" style="position:absolute;left:0;top:0"></iframe>
        <div style="position:absolute;left:0;top:0;width:800px;height:400px;background:#fff"></div>""",
    )
    assert not any(mark.visible for mark in seen.marks)


async def test_menu_keeps_the_visible_and_nearest_when_there_are_too_many(tab, pages):
    links = "".join(f'<a style="display:block;height:20px" href="/{number}">Link {number} {"long " * 40}</a>' for number in range(400))
    seen = await look(tab, pages, links)
    assert len(seen.marks) == MENU_LINES
    assert seen.omitted == 400 - MENU_LINES
    assert all(len(mark.text) <= MENU_TEXT_CHARS for mark in seen.marks)
    assert [int(mark.name.split()[1]) for mark in seen.marks] == list(range(MENU_LINES))


async def test_hostile_characters_do_not_reach_the_menu(tab, pages):
    seen = await look(tab, pages, "<button>Pay\u200b\u202e now\u0007\n\n  please</button>")
    assert seen.marks[0].text == "Pay now please"


async def test_a_crashed_page_is_infra_at_once(tab, pages):
    pages["/crash"] = "<p>fine so far</p>"
    await tab.open("http://a.mag.test/crash")
    with suppress(Error):
        await tab.page.goto("chrome://crash")
    with pytest.raises(BrowserCrash):
        await observe(tab)


async def test_half_a_surrogate_pair_in_the_page_is_replaced(tab, pages):
    seen = await look(tab, pages, "<button id=b>x</button><script>b.textContent = 'Pay \\ud800 now'; document.title = 'T \\udc00'</script>")
    assert (seen.marks[0].name, seen.title) == ("Pay \ufffd now", "T \ufffd")


async def test_no_label_covers_another_and_the_picture_is_the_viewport(tab, pages):
    tight = "".join(
        f'<a href="/{n}" style="position:absolute;left:{20 * (n % 40)}px;top:{9 * (n // 40)}px;font-size:6px">x{n}</a>' for n in range(400)
    )
    seen = await look(tab, pages, tight)
    rects = sorted(place_labels(seen.marks).values())
    assert len(rects) == sum(mark.visible for mark in seen.marks) > 50
    overlaps = [(a, b) for i, a in enumerate(rects) for b in rects[i + 1 :] if a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]]
    assert overlaps == []
    assert Image.open(io.BytesIO(seen.screenshot)).size == (1440, 900)


async def test_moving_page_is_flagged_stale(tab, pages):
    seen = await look(
        tab,
        pages,
        """<button id="b" style="position:absolute">Run</button>
        <script>let x = 0; (function go() { b.style.left = (x += 3) % 700 + 'px'; requestAnimationFrame(go); })()</script>""",
    )
    assert seen.obs_stale


@pytest.mark.parametrize("address", ["http://127.0.0.1:{port}/x", "http://localhost:{port}/x", "http://other.example/x"])
async def test_the_browser_reaches_nothing_but_its_sites(tab, pages, address):
    pages["/x"] = "secret"
    pages["/out"] = (
        f'<script>fetch("{address.format(port=pages.port)}", {{mode: "no-cors"}}).then(() => document.title = "reached", () => document.title = "blocked")</script>'
    )
    await tab.open("http://a.mag.test/out")
    await tab.page.wait_for_function("document.title !== '/out'")
    assert await tab.page.title() == "blocked"
