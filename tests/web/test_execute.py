"""The executor on real pages: every verb, what it reports, and what it refuses."""

import asyncio
import time

import pytest

from mag.errors import BrowserCrash
from mag.records import Action
from mag.web.execute import execute
from mag.web.observe import observe


class Desk:
    """A tab with the last view, addressed by names."""

    def __init__(self, tab):
        self.tab = tab

    async def open(self, pages, body, path="/execute"):
        pages[path] = body
        await self.tab.open(f"http://a.mag.test{path}")

    async def do(self, verb, name=None, content=None, coord=False, nth=0):
        view = await observe(self.tab)
        mark = [mark for mark in view.observation.marks if mark.name == name][nth] if name else None
        if mark and coord:
            action = Action(verb, point=mark.point, content=content)
        else:
            action = Action(verb, mark=mark.id if mark else None, content=content)
        return await execute(self.tab, view, action)

    async def js(self, expression):
        return await self.tab.page.evaluate(expression)


@pytest.fixture
def desk(tab):
    return Desk(tab)


@pytest.mark.parametrize("coord", [False, True])
async def test_click_follows_a_link(desk, pages, coord):
    pages["/next"] = "<h1>Next</h1>"
    await desk.open(pages, '<a href="/next">Go on</a>')
    effect = await desk.do("click", "Go on", coord=coord)
    assert (effect.changed, effect.error, effect.settled) == ("url", None, "quiet")
    assert desk.tab.page.url.endswith("/next")


async def test_a_page_that_does_not_answer_is_not_waited_for_twice(desk, pages, monkeypatch):
    monkeypatch.setattr("mag.web.execute.STATE_DEADLINE_S", 0.5)
    await desk.open(pages, "<button>Target</button>")
    view = await observe(desk.tab)
    await desk.js("void setTimeout(() => { const end = Date.now() + 4000; while (Date.now() < end); }, 50)")
    await asyncio.sleep(0.3)
    started = time.monotonic()
    with pytest.raises(BrowserCrash, match="did not answer"):
        await execute(desk.tab, view, Action("click", mark=1))
    assert time.monotonic() - started < 3


async def test_click_below_the_fold_scrolls_there_first(desk, pages):
    await desk.open(pages, '<div style="height:4000px"></div><button onclick="this.textContent=\'done\'">Far</button>')
    assert (await desk.do("click", "Far")).changed == "dom"
    assert await desk.js("document.querySelector('button').textContent") == "done"


async def test_click_refuses_what_is_covered_or_gone_by_now(desk, pages):
    await desk.open(pages, "<button onclick='window.hit=1'>Target</button>")
    view = await observe(desk.tab)
    await desk.js("document.body.insertAdjacentHTML('beforeend', '<div style=\"position:fixed;inset:0;background:white\"></div>')")
    effect = await execute(desk.tab, view, Action("click", mark=1))
    assert effect.error == "covered"
    await desk.js("document.querySelector('button').remove()")
    assert (await execute(desk.tab, view, Action("click", mark=1))).error == "gone"
    assert await desk.js("window.hit") is None


@pytest.mark.parametrize("coord", [False, True])
@pytest.mark.parametrize(
    "field",
    [
        "<input id=f value='old text' aria-label=Name>",
        "<textarea id=f aria-label=Name>old text</textarea>",
        "<input id=f type=number value=12 aria-label=Name>",
        "<input id=f type=search value=old aria-label=Name>",
    ],
)
async def test_type_replaces_the_text_and_presses_nothing(desk, pages, field, coord):
    await desk.open(pages, f"<form action='/sent' onsubmit='window.sent=1'>{field}<button>Go</button></form>")
    effect = await desk.do("type", "Name", "2024", coord=coord)
    assert (effect.changed, effect.error) == ("value", None)
    assert await desk.js("[f.value, window.sent ?? 0]") == ["2024", 0]


async def test_type_into_something_else_is_refused(desk, pages):
    await desk.open(pages, "<button>Press</button>")
    assert (await desk.do("type", "Press", "x")).error == "not a text field"


async def test_type_reports_a_field_that_does_not_keep_the_text(desk, pages):
    await desk.open(pages, "<input aria-label=Code maxlength=3>")
    assert (await desk.do("type", "Code", "12345")).error == "the field did not keep the text"


async def test_press_enter_submits_the_field_typed_into(desk, pages):
    pages["/found"] = "<p>Found</p>"
    await desk.open(pages, "<form action='/found'><input name=q aria-label=Search></form>")
    await desk.do("type", "Search", "river boats")
    effect = await desk.do("press_enter")
    assert effect.changed == "url"
    assert desk.tab.page.url.endswith("/found?q=river+boats")


@pytest.mark.parametrize("coord", [False, True])
async def test_select_chooses_by_visible_label(desk, pages, coord):
    await desk.open(
        pages,
        """<select aria-label=Mode onchange="document.title=this.value"><option value=c>Car</option>
                    <option value=f>On  foot</option><option value=x disabled>Ship</option></select>""",
    )
    assert (await desk.do("select", "Mode", "On foot", coord=coord)).changed in ("value", "dom")
    assert await desk.js("document.title") == "f"
    assert (await desk.do("select", "Mode", "Ship", coord=coord)).error == "option disabled"
    effect = await desk.do("select", "Mode", "Plane", coord=coord)
    assert (effect.changed, effect.error) == ("none", "no such option")
    assert await desk.js("document.querySelector('select').value") == "f"


async def test_select_works_on_a_list_the_page_draws(desk, pages):
    await desk.open(
        pages,
        """<button aria-haspopup=listbox aria-label=Sort onclick="l.hidden=!l.hidden">Hot</button>
        <ul id=l role=listbox hidden><li role=option onclick="document.querySelector('button').textContent='New';l.hidden=true">New</li></ul>""",
    )
    effect = await desk.do("select", "Sort", "New")
    assert (effect.changed, effect.error) == ("dom", None)
    assert await desk.js("document.querySelector('button').textContent") == "New"
    assert (await desk.do("select", "Sort", "Old")).error == "no such option"


async def test_scroll_moves_a_viewport_less_the_overlap_and_says_when_nothing_moved(desk, pages):
    await desk.open(pages, '<div style="height:1500px">long</div>')
    assert (await desk.do("scroll", content="down")).changed == "scroll"
    assert 590 <= await desk.js("scrollY") <= 800
    await desk.do("scroll", content="down")
    assert (await desk.do("scroll", content="down")).changed == "none"
    assert (await desk.do("scroll", content="up")).changed == "scroll"


async def test_scroll_takes_the_region_under_the_centre(desk, pages):
    await desk.open(
        pages,
        """<body style="margin:0"><div id=box style="height:880px;overflow:auto"><div style="height:3000px">inner</div></div>
                    <div style="height:2000px"></div>""",
    )
    await desk.do("scroll", content="down")
    assert await desk.js("[box.scrollTop, scrollY]") == [780, 0]


async def test_scroll_respects_a_page_that_is_locked(desk, pages):
    await desk.open(pages, '<style>body{overflow:hidden}</style><div style="height:3000px">behind a banner</div>')
    assert (await desk.do("scroll", content="down")).changed == "none"
    assert await desk.js("scrollY") == 0


async def test_go_back_returns_but_never_leaves_the_sites(desk, pages):
    pages["/second"] = "<p>Second</p>"
    await desk.open(pages, '<a href="/second">On</a>')
    await desk.do("click", "On")
    assert (await desk.do("go_back")).changed == "url"
    assert desk.tab.page.url.endswith("/execute")
    effect = await desk.do("go_back")
    assert (effect.changed, effect.error) == ("none", "no page to go back to")
    assert desk.tab.page.url.endswith("/execute")


async def test_new_tab_is_followed_and_its_closing_returns(desk, pages):
    pages["/print"] = "<p>Print view</p>"
    await desk.open(pages, '<a href="/print" target="_blank">Print</a>')
    await desk.do("click", "Print")
    seen = (await observe(desk.tab)).observation
    assert seen.url.endswith("/print")
    assert seen.notices == ("A new tab opened and is shown now; going back closes it.",)
    await desk.do("go_back")
    seen = (await observe(desk.tab)).observation
    assert seen.url.endswith("/execute")
    assert "closed" in seen.notices[0]


@pytest.mark.parametrize(
    ("script", "result"), [("confirm('Really delete?')", True), ("prompt('Your name?', 'Ann')", "Ann"), ("alert('Saved.')", None)]
)
async def test_dialogs_are_answered_and_told(desk, pages, script, result):
    await desk.open(pages, f'<button onclick="window.answer = {script}">Ask</button>')
    await desk.do("click", "Ask")
    assert await desk.js("window.answer") == result
    notice = (await observe(desk.tab)).observation.notices[0]
    assert script.split("'")[1] in notice
    assert (await observe(desk.tab)).observation.notices == ()


async def test_settle_waits_for_the_answer_of_a_request(desk, pages):
    import time

    from starlette.responses import PlainTextResponse

    def slow(request):
        time.sleep(0.4)
        return PlainTextResponse("late answer")

    pages["/slow"] = slow
    await desk.open(
        pages, "<button onclick=\"fetch('/slow').then(r => r.text()).then(t => out.textContent = t)\">Load</button><p id=out></p>"
    )
    effect = await desk.do("click", "Load")
    assert effect.settled == "quiet"
    assert await desk.js("out.textContent") == "late answer"


async def test_a_page_that_never_rests_is_not_waited_for_until_the_cap(desk, pages):
    await desk.open(pages, "<p id=c>0</p><button>Go</button><script>setInterval(() => c.textContent = +c.textContent + 1, 10)</script>")
    assert (await desk.do("click", "Go")).settled == "busy"


async def test_marks_in_frames_and_shadow_roots_can_be_acted_on(desk, pages):
    pages["/inside"] = (
        "<body style='margin:0'><button style='margin:50px' onclick='top.postMessage(\"hit\", \"*\")'>Zoom</button><input aria-label=Note>"
    )
    await desk.open(
        pages,
        """<script>window.hits = 0; onmessage = () => window.hits++</script>
        <iframe src="/inside" style="margin:40px"></iframe><iframe src="http://b.mag.test/inside"></iframe><w-x></w-x>
        <script>customElements.define('w-x', class extends HTMLElement { constructor() { super();
        this.attachShadow({mode: 'open'}).innerHTML = '<button onclick="window.hits += 10">Vote</button><input aria-label="Inner field">'; } })</script>""",
    )
    await desk.do("click", "Zoom", nth=0)
    await desk.do("click", "Zoom", nth=1)
    await desk.do("click", "Vote")
    assert await desk.js("window.hits") == 12
    assert (await desk.do("type", "Inner field", "abc")).error is None
    assert (await desk.do("type", "Note", "first", nth=0)).error is None
    assert (await desk.do("type", "Note", "second", nth=1)).error is None
    assert await desk.tab.page.frames[2].evaluate("document.querySelector('input').value") == "second"


async def test_a_point_outside_the_viewport_is_refused(desk, pages):
    await desk.open(pages, "<p>x</p>")
    view = await observe(desk.tab)
    assert (await execute(desk.tab, view, Action("click", point=(1500.0, 10.0)))).error == "outside the viewport"
